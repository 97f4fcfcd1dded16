import type { Handlers } from '../contract/handler.ts';
import { getBrand } from '../domain/brands/brands.ts';
import {
  createCompetitor,
  deleteCompetitor,
  getCompetitor,
  listCompetitors,
  updateCompetitor,
} from '../domain/brands/competitors.ts';
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
    const rendered = await services.reports.render({
      report: 'getBrandComparison',
      orgId,
      brand: id,
      allowed: null,
      ...reportRange(query.startDate, query.endDate, new Date(), ['startDate', 'endDate']),
      limit: 10_000,
      offset: 0,
      caller: request,
    });
    return reportReply(rendered);
  },
} satisfies Partial<Handlers>;
