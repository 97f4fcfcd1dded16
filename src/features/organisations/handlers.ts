import { timeRange } from '../../base/times.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { reply } from '../../server/dispatch/resource.ts';
import { listAuditLog } from '../audit/audit.ts';
import { getOrganisation, updateOrganisation } from './organisations.ts';

export const organisation = {
  getOrganisation: reply(200, ({ db, orgId }) => db.guard(() => getOrganisation(db, orgId))),
  updateOrganisation: reply(200, ({ actor, body, db }) => updateOrganisation(db, actor, body)),
  listAuditLog: async ({ db, orgId, page, query }) => {
    const filter = { ...query, ...page, ...timeRange(query) };
    return { status: 200, body: await listAuditLog(db, orgId, filter) };
  },
} satisfies Partial<Handlers>;
