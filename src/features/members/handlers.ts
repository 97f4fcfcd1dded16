import { AppError } from '../../base/errors.ts';
import type { Call, Handlers } from '../../server/dispatch/handler.ts';
import { getById, list, reply } from '../../server/dispatch/resource.ts';
import { createInvitation, invitations, revokeInvitation } from './invitations.ts';
import { findMember, listMembers, type MemberActor, removeMember, updateMember } from './members.ts';

/** The response header with the number of API keys that the change of a member revoked. */
const REVOKED_KEYS = 'X-Revoked-Api-Keys';

export const members = {
  listMembers: list(listMembers),
  getMember: getById(findMember),
  updateMember: async (call) => {
    const { member, revokedKeys } = await updateMember(call.db, memberActor(call), call.params.id, call.body);
    return { status: 200, body: member, headers: { [REVOKED_KEYS]: String(revokedKeys) } };
  },
  removeMember: async (call) => {
    const revokedKeys = await removeMember(call.db, memberActor(call), call.params.id, call.query);
    return { status: 204, headers: { [REVOKED_KEYS]: String(revokedKeys) } };
  },

  listInvitations: list(invitations.list),
  createInvitation: reply(201, (call) => {
    if (call.services.config.registration === 'off')
      throw new AppError('forbidden', 'Registration is off on this server: nobody could accept it.');
    return createInvitation(call.db, call.services.secretBox, memberActor(call), call.body);
  }),
  getInvitation: getById(invitations.find),
  revokeInvitation: reply(204, (call) => revokeInvitation(call.db, memberActor(call), call.params.id)),
} satisfies Partial<Handlers>;

/** The caller with its role, which decides which members it may change. */
function memberActor({ actor, principal }: Pick<Call<'updateMember'>, 'actor' | 'principal'>): MemberActor {
  return { ...actor, role: principal.role };
}
