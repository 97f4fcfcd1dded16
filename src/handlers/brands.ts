import type { Handlers } from '../contract/handler.ts';
import {
  archiveBrand,
  createBrand,
  getBrand,
  listBrands,
  listReportBrands,
  updateBrand,
} from '../domain/brands/brands.ts';
import { suggestIgnoredPhrases } from '../domain/brands/phrase-suggestions.ts';
import { suggestPrompts } from '../domain/queries/suggestions.ts';
import { previewNames } from '../domain/runs/names-preview.ts';
import { create, getById, removeById, updateById } from './resource.ts';

export const brands = {
  listBrands: async ({ db, orgId, page, query }) => {
    const { archived = false, search } = query;
    const filter = { ...page, archived, search };
    return { status: 200, body: await listBrands(db, orgId, filter) };
  },
  listReportBrands: async ({ db, orgId, page, principal, query }) => {
    const { archived = false, search } = query;
    const filter = { ...page, archived, search, allowed: principal.brandIds };
    return { status: 200, body: await listReportBrands(db, orgId, filter) };
  },
  createBrand: create(createBrand),
  getBrand: getById(getBrand),
  updateBrand: updateById(updateBrand),
  archiveBrand: removeById(archiveBrand),
  previewNames: async ({ body, db, orgId, params, services }) => ({
    status: 200,
    body: await db.guard(() => previewNames(db, services.ingestion.reader, orgId, params.id, body)),
  }),
  suggestPrompts: async ({ db, orgId, params }) => ({
    status: 200,
    body: await suggestPrompts(db, orgId, params.id),
  }),
  suggestIgnoredPhrases: async ({ db, orgId, params, query, services }) => ({
    status: 200,
    body: await suggestIgnoredPhrases(db, services.ingestion.reader, orgId, params.id, query.subjectId),
  }),
} satisfies Partial<Handlers>;
