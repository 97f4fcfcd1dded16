import { timeRange } from '../../base/times.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { reply } from '../../server/dispatch/resource.ts';
import { deleteOrganisation } from '../accounts/organisation.ts';
import { listAuditLog } from './audit.ts';
import { getOrganisation, updateOrganisation } from './organisations.ts';

export const organisation = {
  getOrganisation: reply(200, ({ db, orgId }) => db.guard(() => getOrganisation(db, orgId))),
  updateOrganisation: reply(200, ({ actor, body, db }) => updateOrganisation(db, actor, body)),
  deleteOrganisation: async ({ db, principal, query, services }) => {
    const { orgId, userId } = principal;
    await deleteOrganisation(db, orgId, { name: query.name });
    await services.pinFiles.removeFolder(orgId); // The purge job soon deletes the other files with the rows.
    // The audit log is deleted with the organisation, so the server's log records who did it.
    services.log.info({ orgId, userId }, 'organisation deleted');
    return { status: 204 };
  },

  listAuditLog: async ({ db, orgId, page, query }) => {
    const filter = { ...query, ...page, ...timeRange(query) };
    return { status: 200, body: await listAuditLog(db, orgId, filter) };
  },
} satisfies Partial<Handlers>;
