import type { Handlers } from '../../server/dispatch/handler.ts';
import { create, getById, removeById, reply, updateById } from '../../server/dispatch/resource.ts';
import {
  archiveBrand,
  createBrand,
  findBrand,
  reportBrands,
  brands as stored,
  updateBrand,
} from './brands.ts';
import { suggestIgnoredPhrases } from './phrase-suggestions.ts';

export const brands = {
  listBrands: async ({ db, orgId, page, query }) => {
    const { archived = false, search } = query;
    const filter = { ...page, archived, search };
    return { status: 200, body: await db.tenant(orgId, (tx) => stored.list(tx, orgId, filter)) };
  },
  listReportBrands: async ({ db, orgId, page, principal, query }) => {
    const { archived = false, search } = query;
    const filter = { ...page, archived, search, allowed: principal.brandIds };
    return { status: 200, body: await db.tenant(orgId, (tx) => reportBrands.list(tx, orgId, filter)) };
  },
  createBrand: create(createBrand),
  getBrand: getById(findBrand),
  updateBrand: updateById(updateBrand),
  archiveBrand: removeById(archiveBrand),
  suggestIgnoredPhrases: reply(200, ({ db, orgId, params, query, services }) =>
    suggestIgnoredPhrases(db, services.ingestion.reader, orgId, params.id, query.subjectId),
  ),
} satisfies Partial<Handlers>;
