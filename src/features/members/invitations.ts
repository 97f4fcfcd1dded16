import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven } from '../../db/page.ts';
import { beginLogin, type LoginStep } from '../accounts/challenges.ts';
import { hashNewPassword, verifyPassword } from '../accounts/passwords.ts';
import type { MemberRole } from '../accounts/sessions.ts';
import { canonicalEmail, findAccount, insertUser } from '../accounts/users.ts';
import { queueLink } from '../mail/queue.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { resource } from '../resources/resource.ts';
import { hashOf, TenantTokens } from '../tokens/tokens.ts';
import { type MemberActor, refuseAboveOwn, refuseFormerMember } from './members.ts';

export type Invitation = components['schemas']['Invitation'];

/** How long an invitation may be accepted. */
const DAYS = 7;
export const INVITATION_TOKENS = new TenantTokens('sli_', 32);

const stateOf = (tx: Tx, orgId: OrgId) => tx`
  case when t.accepted_at is not null then 'ACCEPTED' when t.revoked_at is not null then 'REVOKED'
       when t.expires_at <= now() then 'EXPIRED'
       -- The inviter has left or lost its role at the moment of the invitation, so that nothing revoked it.
       when not t.is_of_server and not exists (select from memberships m where m.org_id = ${orgId} and m.user_id = t.invited_by
                          and (m.role = 'OWNER' or m.role = 'ADMIN' and t.role <> 'OWNER')) then 'REVOKED'
       else 'PENDING' end`;

export const invitations = resource<Invitation, { state?: Invitation['state'] }>({
  name: 'Invitation',
  table: 'invitations',
  columns: 'email, role, invited_by, expires_at',
  unread: 'token_hash, is_of_server',
  read: (tx, orgId) => tx`${stateOf(tx, orgId)} as state, t.created_at as "createdAt"`,
  filter: (tx, { state }, orgId) => ifGiven(tx, state, (value) => tx`${stateOf(tx, orgId)} = ${value}`),
});

/**
 * Invites an address, by mail if this server sends any; the token is returned only here.
 * @throws AppError forbidden for the role OWNER by a member who is not one, conflict for a member or an address that
 *   is invited already
 */
export async function createInvitation(
  db: Db,
  secretBox: SecretBox,
  actor: MemberActor,
  { email, role }: { email: string; role: MemberRole },
): Promise<Invitation & { token: string }> {
  const { orgId } = actor;
  refuseAboveOwn(actor, role);
  const address = canonicalEmail(email);
  return db.tenant(orgId, async (tx) => {
    // The lock keeps an address from being invited twice at once.
    await lockOrganisation(tx, orgId);
    await refuseFormerMember(tx, actor);
    await refuseMember(tx, orgId, address);
    const [pending] = await tx`
      select from invitations t where t.org_id = ${orgId} and t.email = ${address} and ${stateOf(tx, orgId)} = 'PENDING'`;
    if (pending)
      throw new AppError('conflict', 'email: this address is invited already. Revoke that invitation first.');
    const { invitation, token } = await insertInvitation(tx, orgId, { address, role, invitedBy: actor.id });
    await invitations.note(tx, actor, 'createInvitation', invitation.id, { email: address, role });
    await mailInvitation(tx, secretBox, invitation, orgId, token);
    return { ...invitation, token };
  });
}

/** @throws AppError conflict for an address that is a member */
export async function refuseMember(tx: Tx, orgId: OrgId, address: string): Promise<void> {
  const [member] = await tx`select from memberships m join users u on u.id = m.user_id
    where m.org_id = ${orgId} and u.email = ${address}`;
  if (member) throw new AppError('conflict', 'email: this address is a member already.');
}

/** Writes an invitation. @param invitedBy null: the server's administrator */
export async function insertInvitation(
  tx: Tx,
  orgId: OrgId,
  { address, role, invitedBy }: { address: string; role: MemberRole; invitedBy: string | null },
): Promise<{ invitation: Invitation; token: string }> {
  const token = INVITATION_TOKENS.make(orgId);
  const id = await invitations.insert(tx, orgId, {
    email: address,
    role,
    tokenHash: hashOf(token),
    invitedBy: invitedBy ?? 'server',
    isOfServer: invitedBy === null,
    expiresAt: tx`now() + ${`${DAYS} days`}::interval`,
  });
  return { invitation: await invitations.find(tx, orgId, id), token };
}

/** @returns whether it is mailed; false: this server sends no mail */
export async function mailInvitation(
  tx: Tx,
  secretBox: SecretBox,
  { email, role, invitedBy }: Invitation,
  orgId: OrgId,
  token: string,
): Promise<boolean> {
  const [names] = await tx<{ organisation: string; invitedBy: string }[]>`
    select o.name as organisation, coalesce(u.email, 'The administrator of this server') as "invitedBy"
    from organisations o left join users u on u.id = ${invitedBy} where o.id = ${orgId}`;
  if (!names) return false;
  return queueLink(tx, secretBox, orgId, {
    kind: 'INVITATION',
    address: email,
    userId: null,
    data: { ...names, role },
    token,
  });
}

/** Revokes a pending invitation. @throws AppError not_found, conflict for an accepted or expired invitation */
export async function revokeInvitation(db: Db, actor: MemberActor, id: string): Promise<void> {
  const { orgId } = actor;
  await db.tenant(orgId, async (tx) => {
    const invitation = await invitations.lock(tx, orgId, id);
    if (invitation.state === 'REVOKED') return;
    if (invitation.state !== 'PENDING')
      throw new AppError('conflict', `The invitation cannot be revoked: it is ${invitation.state}.`);
    await tx`update invitations set revoked_at = now() where org_id = ${orgId} and id = ${id}`;
    await invitations.note(tx, actor, 'revokeInvitation', id, { email: invitation.email });
  });
}

/** The address that a token invites. @throws AppError not_found for an invalid or used token */
export async function invitedEmail(db: Db, token: string): Promise<string> {
  const orgId = organisationOf(token);
  return db.tenant(orgId, async (tx) => (await findPending(tx, orgId, token)).email);
}

/**
 * Makes the invited address a member, with a new account or its existing one, and logs it in.
 * @throws AppError not_found for an invalid or used token, unauthorized for a wrong password of an existing account,
 *   validation_error for a short password of a new account, conflict for a member
 */
export async function acceptInvitation(
  db: Db,
  { token, password, session: way }: components['schemas']['InvitationAcceptance'],
  address: string,
): Promise<LoginStep> {
  const orgId = organisationOf(token);
  const account = await findAccount(db, await invitedEmail(db, token));
  if (account && !(await verifyPassword(password, account.passwordHash)))
    throw new AppError('unauthorized', 'The address has an account already: send its password.');
  const user = account ? { id: account.id } : { passwordHash: await hashNewPassword(password) };
  return db.tenant(orgId, async (tx) => {
    const { id, email, role } = await findPending(tx, orgId, token);
    const userId = 'id' in user ? user.id : await insertUser(tx, email, user.passwordHash);
    const [membership] = await tx`insert into memberships (org_id, user_id, role)
      values (${orgId}, ${userId}, ${role}) on conflict do nothing returning role`;
    if (!membership) throw new AppError('conflict', 'The address is a member already.');
    await tx`update invitations set accepted_at = now() where org_id = ${orgId} and id = ${id}`;
    const member = { orgId, type: 'USER' as const, id: userId, address };
    await invitations.note(tx, member, 'acceptInvitation', id, { email, role });
    const login = await beginLogin(tx, orgId, userId, { way });
    if (!login) throw new Error('A member was to be logged in who is none.');
    return login;
  });
}

async function findPending(tx: Tx, orgId: OrgId, token: string): Promise<Invitation> {
  const [invitation] = await tx<Invitation[]>`
    select ${invitations.fields(tx, orgId)} from invitations t
    where t.org_id = ${orgId} and t.token_hash = ${hashOf(token)} for update`;
  if (invitation?.state !== 'PENDING') throw notUsable();
  return invitation;
}

/** The organisation that a token names. @throws AppError not_found */
export function organisationOf(token: string): OrgId {
  const orgId = INVITATION_TOKENS.organisationOf(token);
  if (orgId === null) throw notUsable();
  return orgId;
}

/** One error for all unusable tokens, so that it reveals nothing about invitations. */
function notUsable(): AppError {
  return new AppError(
    'not_found',
    'There is no such invitation: the token is wrong, or was used, revoked or has expired.',
  );
}
