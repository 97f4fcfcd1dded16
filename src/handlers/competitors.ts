import { type Handlers, Rendered } from '../contract/handler.ts';
import { getBrand } from '../domain/brands/brands.ts';
import {
  createCompetitor,
  deleteCompetitor,
  getCompetitor,
  listCompetitors,
  updateCompetitor,
} from '../domain/brands/competitors.ts';
import { reportRange } from '../reports/range.ts';
import { actor, member, page } from './caller.ts';

export const competitors = {
  listCompetitors: async (call) => ({
    status: 200,
    body: await listCompetitors(call.services.db, member(call).orgId, call.params.id, page(call.query)),
  }),
  createCompetitor: async (call) => ({
    status: 201,
    body: await createCompetitor(call.services.db, actor(call), call.params.id, call.body),
  }),
  getCompetitor: async (call) => ({
    status: 200,
    body: await getCompetitor(call.services.db, member(call).orgId, call.params.id),
  }),
  updateCompetitor: async (call) => ({
    status: 200,
    body: await updateCompetitor(call.services.db, actor(call), call.params.id, call.body),
  }),
  deleteCompetitor: async (call) => {
    await deleteCompetitor(call.services.db, actor(call), call.params.id);
    return { status: 204 };
  },

  getBrandComparison: async (call) => {
    const { orgId } = member(call);
    const { id } = await getBrand(call.services.db, orgId, call.params.id);
    const { json, snapshotId, asOf } = await call.services.reports.render({
      report: 'getBrandComparison',
      orgId,
      brand: id,
      allowed: null,
      ...reportRange(call.query.startDate, call.query.endDate, new Date(), ['startDate', 'endDate']),
      limit: 10_000,
      offset: 0,
      caller: call.request,
    });
    return {
      status: 200,
      headers: { 'X-Snapshot-Id': snapshotId, 'X-Data-As-Of': asOf },
      body: new Rendered(json),
    };
  },
} satisfies Partial<Handlers>;
