import { timeOf } from '../base/times.ts';
import type { Handlers } from '../contract/handler.ts';
import { deleteOrganisation } from '../domain/accounts/organisation.ts';
import { listAuditLog } from '../domain/organisations/audit.ts';
import { getOrganisation, updateOrganisation } from '../domain/organisations/organisations.ts';
import { actor, member, page } from './caller.ts';

export const organisation = {
  getOrganisation: async (call) => ({
    status: 200,
    body: await call.services.db.guard(() => getOrganisation(call.services.db, member(call).orgId)),
  }),
  updateOrganisation: async (call) => ({
    status: 200,
    body: await updateOrganisation(call.services.db, actor(call), call.body),
  }),
  deleteOrganisation: async (call) => {
    const { orgId, userId } = member(call);
    await deleteOrganisation(call.services.db, orgId, call.query.name);
    // Its audit log went with it.
    call.services.log.info({ orgId, userId }, 'organisation deleted');
    return { status: 204 };
  },

  listAuditLog: async (call) => {
    const { from, to } = call.query;
    const filter = {
      ...call.query,
      ...page(call.query),
      from: from === undefined ? undefined : timeOf(from, 'from'),
      to: to === undefined ? undefined : timeOf(to, 'to'),
    };
    return { status: 200, body: await listAuditLog(call.services.db, member(call).orgId, filter) };
  },
} satisfies Partial<Handlers>;
