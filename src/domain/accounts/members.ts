import { AppError, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, type Page, type Paged, selectPage } from '../../db/page.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import type { MemberRole } from './sessions.ts';
import { deleteUserWithoutOrganisation } from './users.ts';

export type Member = components['schemas']['Member'];

/** A member who acts on members. */
export interface MemberActor extends Actor {
  role: MemberRole;
}

const columns = (tx: Tx) => tx`u.id, u.email, m.role, m.created_at as "createdAt"`;

/** A page of members, oldest membership first. */
export async function listMembers(
  db: Db,
  orgId: OrgId,
  { limit, offset, role }: Page & { role?: MemberRole | undefined },
): Promise<Paged<Member>> {
  return db.tenant(orgId, async (tx) => {
    const matching = tx`m.org_id = ${orgId} and ${ifGiven(tx, role, (value) => tx`m.role = ${value}`)}`;
    return selectPage<Member>(
      tx,
      { limit, offset },
      {
        columns: columns(tx),
        from: tx`memberships m join users u on u.id = m.user_id
      where ${matching}`,
        orderBy: tx`m.created_at, u.id`,
      },
    );
  });
}

/** Roles that may invite and make API keys, as the contract has it. */
const MAY_LET_IN: readonly MemberRole[] = ['OWNER', 'ADMIN'];

/**
 * Gives a member another role; what it may not make any more, of what it made, ends.
 * @param options.keepApiKeys its keys become those of who acts instead
 * @returns the member, and how many keys were revoked
 * @throws AppError not_found, forbidden for an OWNER's in the hands of another, conflict for the last OWNER
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
    await tx`update memberships set role = ${role} where org_id = ${orgId} and user_id = ${userId}`;
    await tx`update sessions set role = ${role} where org_id = ${orgId} and user_id = ${userId}`;
    await audit(tx, actor, {
      action: 'updateMember',
      targetType: 'member',
      targetId: userId,
      details: { email: member.email, from: member.role, to: role },
    });
    const revokedKeys = await revokeCredentialsOf(tx, actor, userId, { role, keepApiKeys });
    return { member: { ...member, role }, revokedKeys };
  });
}

/**
 * Removes a member, with its invitations and API keys.
 * @param options.keepApiKeys its keys become those of who acts instead
 * @returns how many keys were revoked
 * @throws AppError not_found, forbidden for an OWNER in the hands of another, conflict for the last OWNER
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
    await tx`update sessions set ended_at = coalesce(ended_at, now()) where org_id = ${orgId} and user_id = ${userId}`;
    await audit(tx, actor, {
      action: 'removeMember',
      targetType: 'member',
      targetId: userId,
      details: { email, role },
    });
    const revokedKeys = await revokeCredentialsOf(tx, actor, userId, { role: null, keepApiKeys });
    await deleteUserWithoutOrganisation(tx, userId);
    return revokedKeys;
  });
}

/**
 * Revokes the invitations and API keys of a member that may not make such any more.
 * @param now its role as of now; null: it is removed
 * @returns how many keys were revoked
 */
async function revokeCredentialsOf(
  tx: Tx,
  actor: MemberActor,
  userId: string,
  { role, keepApiKeys }: { role: MemberRole | null; keepApiKeys: boolean },
): Promise<number> {
  const { orgId } = actor;
  const mayLetIn = role !== null && MAY_LET_IN.includes(role);
  const revoked = async (action: string, targetType: string, found: { id: string; name: string }[]) => {
    for (const { id, name } of found)
      await audit(tx, actor, { action, targetType, targetId: id, details: { name, madeBy: userId } });
  };
  const invitations = await tx<{ id: string; name: string }[]>`
    update invitations set revoked_at = now()
    where org_id = ${orgId} and invited_by = ${userId} and accepted_at is null and revoked_at is null and expires_at > now()
      and (${!mayLetIn} or (role = 'OWNER' and ${role !== 'OWNER'}))
    returning id, email as name`;
  await revoked('revokeInvitation', 'invitation', invitations);
  if (mayLetIn) return 0;
  if (keepApiKeys) {
    if (actor.id === userId)
      throw new AppError(
        'conflict',
        'keepApiKeys: your keys cannot become your own. Have another member do it.',
      );
    await tx`update api_keys set created_by = ${actor.id} where org_id = ${orgId} and created_by = ${userId}`;
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
  await revoked('revokeApiKey', 'apiKey', keys);
  return keys.length;
}

/**
 * Refuses who acts by an access token of before it was removed or demoted; to be called by whoever holds the
 * organisation, as lockMember does.
 * @throws AppError forbidden
 */
export async function refuseFormerMember(tx: Tx, { orgId, type, id }: Actor): Promise<void> {
  if (type !== 'USER') return;
  const [member] = await tx<{ role: MemberRole }[]>`
    select role from memberships where org_id = ${orgId} and user_id = ${id}`;
  if (!member || !MAY_LET_IN.includes(member.role))
    throw new AppError(
      'forbidden',
      `This needs the role ADMIN; yours is ${member?.role ?? 'none any more'}.`,
    );
}

/** What only an OWNER may do to OWNERs: make, change, remove, invite them. @throws AppError forbidden */
export function refuseAboveOwn(actor: MemberActor, role: MemberRole): void {
  if (role === 'OWNER' && actor.role !== 'OWNER')
    throw new AppError('forbidden', `This needs the role OWNER; yours is ${actor.role}.`);
}

/** A member whose role stays as it is to the end of the transaction, and so does who is an OWNER. */
async function lockMember(tx: Tx, actor: MemberActor, userId: string): Promise<Member> {
  const { orgId } = actor;
  // Against keys and invitations that the member makes just now. Weaker than lockNames: it lets through what refers to
  // the organisation, and those who hold such rows would wait for us as we for them.
  await tx`select from organisations where id = ${orgId} for no key update`;
  // All in one order: of two OWNERs who step down at once, the second finds itself the last.
  await tx`select from memberships where org_id = ${orgId} and (role = 'OWNER' or user_id = ${userId})
    order by user_id for update`;
  const [member] = await tx<Member[]>`
    select ${columns(tx)} from memberships m join users u on u.id = m.user_id
    where m.org_id = ${orgId} and m.user_id = ${userId}`;
  if (!member) throw notFound('member');
  refuseAboveOwn(actor, member.role);
  return member;
}

async function refuseLastOwner(tx: Tx, orgId: OrgId): Promise<void> {
  const owners = await tx`select from memberships where org_id = ${orgId} and role = 'OWNER' limit 2`;
  if (owners.length < 2)
    throw new AppError('conflict', 'This is the last OWNER. Make another member an OWNER first.');
}
