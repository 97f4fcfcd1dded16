import type { Handlers } from '../contract/handler.ts';
import { getBrand } from '../domain/brands/brands.ts';
import {
  createCompetitor,
  deleteCompetitor,
  getCompetitor,
  listCompetitors,
  updateCompetitor,
} from '../domain/brands/competitors.ts';
import { brandComparison } from '../reports/comparison.ts';
import { reportRange } from '../reports/range.ts';
import { reportReply } from './report-reply.ts';
import { getById, removeById, updateById } from './resource.ts';

export const competitors = {
  listCompetitors: async ({ db, orgId, page, params }) => ({
    status: 200,
    body: await listCompetitors(db, orgId, params.id, page),
  }),
  createCompetitor: async ({ actor, body, db, params }) => ({
    status: 201,
    body: await createCompetitor(db, actor, params.id, body),
  }),
  getCompetitor: getById(getCompetitor),
  updateCompetitor: updateById(updateCompetitor),
  deleteCompetitor: removeById(deleteCompetitor),

  getBrandComparison: async ({ db, params, orgId, query, request, services }) => {
    const { id } = await getBrand(db, orgId, params.id);
    const range = reportRange(query.startDate, query.endDate, new Date(), ['startDate', 'endDate']);
    return reportReply(
      await brandComparison(services.reports, { orgId, brand: id, ...range, caller: request }),
    );
  },
} satisfies Partial<Handlers>;
