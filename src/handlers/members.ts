import { AppError } from '../base/errors.ts';
import type { Call, Handlers, OperationId } from '../contract/handler.ts';
import { createInvitation, listInvitations, revokeInvitation } from '../domain/accounts/invitations.ts';
import { listMembers, type MemberActor, removeMember, updateMember } from '../domain/accounts/members.ts';
import { actor, member, page } from './caller.ts';

/** How many API keys a change of a member has ended. */
const REVOKED_KEYS = 'X-Revoked-Api-Keys';

export const members = {
  listMembers: async (call) => {
    const filter = { ...page(call.query), role: call.query.role };
    return { status: 200, body: await listMembers(call.services.db, member(call).orgId, filter) };
  },
  updateMember: async (call) => {
    const { db } = call.services;
    const { member, revokedKeys } = await updateMember(db, memberActor(call), call.params.id, call.body);
    return { status: 200, body: member, headers: { [REVOKED_KEYS]: String(revokedKeys) } };
  },
  removeMember: async (call) => {
    const { db } = call.services;
    const revokedKeys = await removeMember(db, memberActor(call), call.params.id, call.query);
    return { status: 204, headers: { [REVOKED_KEYS]: String(revokedKeys) } };
  },

  listInvitations: async (call) => {
    const filter = { ...page(call.query), state: call.query.state };
    return { status: 200, body: await listInvitations(call.services.db, member(call).orgId, filter) };
  },
  createInvitation: async (call) => {
    if (call.services.config.registration === 'off')
      throw new AppError('forbidden', 'Registration is off on this server: nobody could accept it.');
    return {
      status: 201,
      body: await createInvitation(call.services.db, memberActor(call), call.body),
    };
  },
  revokeInvitation: async (call) => {
    await revokeInvitation(call.services.db, memberActor(call), call.params.id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;

function memberActor(call: Pick<Call<OperationId>, 'principal' | 'request'>): MemberActor {
  return { ...actor(call), role: member(call).role };
}
