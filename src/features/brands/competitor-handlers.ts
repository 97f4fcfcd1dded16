import { brandComparison } from '../../reports/comparison.ts';
import { reportRange } from '../../reports/range.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, removeById, reply, updateById } from '../../server/dispatch/resource.ts';
import { reportReply } from '../reports/handlers.ts';
import { findBrand } from './brands.ts';
import {
  createCompetitor,
  deleteCompetitor,
  competitors as stored,
  updateCompetitor,
} from './competitors.ts';

export const competitors = {
  listCompetitors: reply(200, ({ db, orgId, page, params: { id: brandId } }) =>
    db.tenant(orgId, async (tx) => {
      await findBrand(tx, orgId, brandId);
      return stored.list(tx, orgId, { brandId, ...page });
    }),
  ),
  createCompetitor: reply(201, ({ actor, body, db, params }) => createCompetitor(db, actor, params.id, body)),
  getCompetitor: getById(stored.find),
  updateCompetitor: updateById(updateCompetitor),
  deleteCompetitor: removeById(deleteCompetitor),

  getBrandComparison: async ({ db, params, orgId, query, request, services }) => {
    const { id } = await db.tenant(orgId, (tx) => findBrand(tx, orgId, params.id));
    const range = reportRange(query.startDate, query.endDate, new Date(), ['startDate', 'endDate']);
    return reportReply(
      await brandComparison(services.reports, { orgId, brand: id, ...range, caller: request }),
    );
  },
} satisfies Partial<Handlers>;
