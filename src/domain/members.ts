import type { components } from '../contract/generated/types.ts';
import type { Db, Tx } from '../db.ts';
import { AppError, notFound } from '../errors.ts';
import { type Actor, audit } from './audit.ts';
import type { MemberRole } from './sessions.ts';
import { deleteUserOfNone } from './users.ts';

export type Member = components['schemas']['Member'];

/** A member who acts on members. */
export interface MemberActor extends Actor {
  role: MemberRole;
}

const columns = (tx: Tx) => tx`u.id, u.email, m.role, m.created_at as "createdAt"`;

/** A page of members, oldest membership first. */
export async function listMembers(
  db: Db,
  orgId: string,
  { limit, offset, role }: { limit: number; offset: number; role?: MemberRole | undefined },
): Promise<{ data: Member[]; total: number }> {
  return db.tenant(orgId, async (tx) => {
    const matching = tx`m.org_id = ${orgId} and (${role ?? null}::text is null or m.role = ${role ?? ''})`;
    const data = await tx<Member[]>`
      select ${columns(tx)} from memberships m join users u on u.id = m.user_id
      where ${matching} order by m.created_at, u.id limit ${limit} offset ${offset}`;
    const [counted] = await tx<
      { total: number }[]
    >`select count(*) as total from memberships m where ${matching}`;
    return { data, total: counted?.total ?? 0 };
  });
}

/** @throws AppError not_found, forbidden for an OWNER's in the hands of another, conflict for the last OWNER */
export async function updateMember(
  db: Db,
  actor: MemberActor,
  userId: string,
  { role }: { role: MemberRole },
): Promise<Member> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    const member = await lockMember(tx, actor, userId);
    if (member.role === role) return member;
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
    return { ...member, role };
  });
}

/** @throws AppError not_found, forbidden for an OWNER in the hands of another, conflict for the last OWNER */
export async function removeMember(db: Db, actor: MemberActor, userId: string): Promise<void> {
  const { orgId } = actor;
  await db.tenant(orgId, async (tx) => {
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
    await deleteUserOfNone(tx, userId);
  });
}

/** What only an OWNER may do to OWNERs: make, change, remove, invite them. @throws AppError forbidden */
export function refuseAboveOwn(actor: MemberActor, role: MemberRole): void {
  if (role === 'OWNER' && actor.role !== 'OWNER')
    throw new AppError('forbidden', `This needs the role OWNER; yours is ${actor.role}.`);
}

/** A member whose role stays as it is to the end of the transaction, and so does who is an OWNER. */
async function lockMember(tx: Tx, actor: MemberActor, userId: string): Promise<Member> {
  const { orgId } = actor;
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

async function refuseLastOwner(tx: Tx, orgId: string): Promise<void> {
  const owners = await tx`select from memberships where org_id = ${orgId} and role = 'OWNER' limit 2`;
  if (owners.length < 2)
    throw new AppError('conflict', 'This is the last OWNER. Make another member an OWNER first.');
}
