import { AppError, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, type Page, type Paged, selectPage } from '../../db/page.ts';
import type { MemberRole } from '../accounts/sessions.ts';
import { deleteUserWithoutOrganisation } from '../accounts/users.ts';
import { type Actor, audit } from '../audit/audit.ts';

export type Member = components['schemas']['Member'];

/** A member who changes members. */
export interface MemberActor extends Actor {
  /** The member's role as found by the access check. */
  role: MemberRole;
}

const columns = (tx: Tx) => tx`u.id, u.email, m.role, m.created_at as "createdAt"`;

/** A page of members, oldest membership first. */
export async function listMembers(
  tx: Tx,
  orgId: OrgId,
  { role, ...page }: Page & { role?: MemberRole | undefined },
): Promise<Paged<Member>> {
  const matching = tx`m.org_id = ${orgId} and ${ifGiven(tx, role, (value) => tx`m.role = ${value}`)}`;
  return selectPage<Member>(tx, page, {
    columns: columns(tx),
    from: tx`memberships m join users u on u.id = m.user_id`,
    where: matching,
    order: [{ by: tx`m.created_at`, type: 'timestamptz' }, { by: tx`u.id` }],
  });
}

/** The roles that may make invitations and API keys, by the contract (x-role ADMIN). */
const MAY_GIVE_ACCESS: readonly MemberRole[] = ['OWNER', 'ADMIN'];

/**
 * Gives a member another role. Its invitations and API keys are revoked if the new role may not make them.
 * @param options.keepApiKeys its API keys become the actor's instead of being revoked
 * @returns the member, and the number of revoked keys
 * @throws AppError not_found, forbidden for an actor who is not an OWNER if either role is OWNER, conflict for the
 *   last OWNER
 */
export async function updateMember(
  db: Db,
  actor: MemberActor,
  userId: string,
  { role, keepApiKeys = false }: { role: MemberRole; keepApiKeys?: boolean },
): Promise<{ member: Member; revokedKeys: number }> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    const member = await lockMember(tx, actor, userId);
    if (member.role === role) return { member, revokedKeys: 0 };
    refuseAboveOwn(actor, role);
    if (member.role === 'OWNER') await refuseLastOwner(tx, orgId);
    const revokedKeys = await changeRole(tx, actor, member, role, keepApiKeys);
    return { member: { ...member, role }, revokedKeys };
  });
}

/**
 * Changes the role of a locked member. Its logins by the organisation's provider end: what that said is over.
 * @returns the number of revoked keys
 */
export async function changeRole(
  tx: Tx,
  actor: Actor,
  { id, email, role: from }: Pick<Member, 'id' | 'email' | 'role'>,
  role: MemberRole,
  keepApiKeys = false,
): Promise<number> {
  const { orgId } = actor;
  await tx`update memberships set role = ${role} where org_id = ${orgId} and user_id = ${id}`;
  await tx`
    update sessions set role = ${role},
      ended_at = case when single_sign_on then coalesce(ended_at, (select now())) else ended_at end
    where org_id = ${orgId} and user_id = ${id}`;
  await audit(tx, actor, {
    action: 'updateMember',
    targetType: 'member',
    targetId: id,
    details: { email, from, to: role },
  });
  return revokeCredentialsOf(tx, actor, id, { role, keepApiKeys });
}

/**
 * Removes a member and its private views, and revokes its invitations and API keys.
 * @param options.keepApiKeys its API keys become the actor's instead of being revoked
 * @returns the number of revoked keys
 * @throws AppError not_found, forbidden for an OWNER if the actor is not one, conflict for the last OWNER
 */
export async function removeMember(
  db: Db,
  actor: MemberActor,
  userId: string,
  { keepApiKeys = false } = {},
): Promise<number> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    const { email, role } = await lockMember(tx, actor, userId);
    if (role === 'OWNER') await refuseLastOwner(tx, orgId);
    await tx`delete from memberships where org_id = ${orgId} and user_id = ${userId}`;
    await tx`update sessions set ended_at = coalesce(ended_at, (select now())) where org_id = ${orgId} and user_id = ${userId}`;
    await audit(tx, actor, {
      action: 'removeMember',
      targetType: 'member',
      targetId: userId,
      details: { email, role },
    });
    await tx`delete from views where org_id = ${orgId} and created_by = ${userId} and visibility = 'PRIVATE'`;
    const revokedKeys = await revokeCredentialsOf(tx, actor, userId, { role: null, keepApiKeys });
    await deleteUserWithoutOrganisation(tx, userId);
    return revokedKeys;
  });
}

/**
 * Ends a membership and its sessions, for the organisation's provider. Its API keys go on, and its account stays.
 * @returns the member as it was. @throws AppError not_found, conflict for the last OWNER
 */
export async function endMembership(tx: Tx, actor: Actor, userId: string): Promise<Member> {
  const { orgId } = actor;
  const member = await lockMember(tx, { ...actor, role: 'OWNER' }, userId);
  if (member.role === 'OWNER') await refuseLastOwner(tx, orgId);
  await tx`delete from memberships where org_id = ${orgId} and user_id = ${userId}`;
  await tx`update sessions set ended_at = coalesce(ended_at, (select now())) where org_id = ${orgId} and user_id = ${userId}`;
  await tx`delete from login_challenges where organisation_id = ${orgId} and user_id = ${userId}`;
  await tx`update invitations set revoked_at = now()
    where org_id = ${orgId} and invited_by = ${userId} and accepted_at is null and revoked_at is null`;
  return member;
}

/**
 * Revokes the invitations, API keys and shared links of a member that its new role may not make.
 * @param options.role its new role; null: it is removed
 * @returns the number of revoked keys
 */
async function revokeCredentialsOf(
  tx: Tx,
  actor: Actor,
  userId: string,
  { role, keepApiKeys }: { role: MemberRole | null; keepApiKeys: boolean },
): Promise<number> {
  const { orgId } = actor;
  const mayGiveAccess = role !== null && MAY_GIVE_ACCESS.includes(role);
  const auditRevoked = async (action: string, targetType: string, found: { id: string; name: string }[]) => {
    for (const { id, name } of found)
      await audit(tx, actor, { action, targetType, targetId: id, details: { name, madeBy: userId } });
  };
  const invitations = await tx<{ id: string; name: string }[]>`
    update invitations set revoked_at = now()
    where org_id = ${orgId} and invited_by = ${userId} and accepted_at is null and revoked_at is null and expires_at > now()
      and (${!mayGiveAccess} or (role = 'OWNER' and ${role !== 'OWNER'}))
    returning id, email as name`;
  await auditRevoked('revokeInvitation', 'invitation', invitations);
  if (mayGiveAccess) return 0;
  if (keepApiKeys) {
    if (actor.id === userId)
      throw new AppError(
        'conflict',
        'keepApiKeys: your keys cannot become your own. Have another member do it.',
      );
    await tx`update api_keys set created_by = ${actor.id} where org_id = ${orgId} and created_by = ${userId}`;
    await tx`update shared_links set created_by = ${actor.id} where org_id = ${orgId} and created_by = ${userId}`;
    return 0;
  }
  const keys = await tx<{ id: string; name: string }[]>`
    with ended as (
      update api_key_index i set revoked_at = now()
      where i.org_id = ${orgId} and i.revoked_at is null and (i.expires_at is null or i.expires_at > now())
        and i.key_id in (select id from api_keys where org_id = ${orgId} and created_by = ${userId})
      returning i.key_id)
    update api_keys k set revoked_because = ${role === null ? 'MAKER_REMOVED' : 'MAKER_DEMOTED'}
    where k.org_id = ${orgId} and k.id in (select key_id from ended) returning k.id, k.name`;
  await auditRevoked('revokeApiKey', 'apiKey', keys);
  const links = await tx<{ id: string; name: string }[]>`
    update shared_links l set revoked_at = now() from views v
    where l.org_id = ${orgId} and l.created_by = ${userId} and l.revoked_at is null and l.expires_at > now()
      and v.org_id = ${orgId} and v.id = l.view_id
    returning l.id, v.name`;
  await auditRevoked('revokeSharedLink', 'sharedLink', links);
  return keys.length;
}

/**
 * Refuses a user who was removed or demoted after the check of its access token. Call it with the organisation locked,
 * so that the role cannot change before the transaction ends.
 * @throws AppError forbidden
 */
export async function refuseFormerMember(tx: Tx, { orgId, type, id }: Actor): Promise<void> {
  if (type !== 'USER') return;
  const [member] = await tx<{ role: MemberRole }[]>`
    select role from memberships where org_id = ${orgId} and user_id = ${id}`;
  if (!member || !MAY_GIVE_ACCESS.includes(member.role))
    throw new AppError(
      'forbidden',
      `This needs the role ADMIN; yours is ${member?.role ?? 'none any more'}.`,
    );
}

/** Only an OWNER may make, change, remove or invite an OWNER. @throws AppError forbidden */
export function refuseAboveOwn(actor: MemberActor, role: MemberRole): void {
  if (role === 'OWNER' && actor.role !== 'OWNER')
    throw new AppError('forbidden', `This needs the role OWNER; yours is ${actor.role}.`);
}

/**
 * Locks a member and all OWNERs to the end of the transaction.
 * @throws AppError not_found, forbidden for an OWNER if the actor is not one
 */
async function lockMember(tx: Tx, actor: MemberActor, userId: string): Promise<Member> {
  const { orgId } = actor;
  // Keeps the member from making keys and invitations meanwhile. The lock is weaker than that of lockOrganisation,
  // which would deadlock with transactions that lock rows of the organisation and then refer to it.
  await tx`select from organisations where id = ${orgId} for no key update`;
  // Locked in one order, against deadlocks. If two OWNERs step down at once, the second finds itself the last.
  await tx`select from memberships where org_id = ${orgId} and (role = 'OWNER' or user_id = ${userId})
    order by user_id for update`;
  const member = await findMember(tx, orgId, userId);
  refuseAboveOwn(actor, member.role);
  return member;
}

/** One member. @throws AppError not_found */
export async function findMember(tx: Tx, orgId: OrgId, userId: string): Promise<Member> {
  const [member] = await tx<Member[]>`
    select ${columns(tx)} from memberships m join users u on u.id = m.user_id
    where m.org_id = ${orgId} and m.user_id = ${userId}`;
  if (!member) throw notFound('member');
  return member;
}

async function refuseLastOwner(tx: Tx, orgId: OrgId): Promise<void> {
  const owners = await tx`select from memberships where org_id = ${orgId} and role = 'OWNER' limit 2`;
  if (owners.length < 2)
    throw new AppError('conflict', 'This is the last OWNER. Make another member an OWNER first.');
}
