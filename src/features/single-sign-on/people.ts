import type { Tx } from '../../db/client.ts';
import { type MemberRole, ROLES } from '../accounts/sessions.ts';
import { insertUser } from '../accounts/users.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { changeRole } from '../members/members.ts';
import type { Claims } from './claims.ts';
import { hasDomain } from './domains.ts';
import { linkPerson } from './links.ts';
import { loginRefusal, nobody, noMember } from './refusals.ts';
import type { StoredProvider } from './settings.ts';

/**
 * The account of a person who logs in, with the role that the provider gives it. A new person of a proved domain gets
 * an account. An account is never found by its address alone, except one that this organisation's provider created by
 * SCIM, which nobody has used yet.
 * @param mayRegister whether this server lets new people in
 * @throws AppError forbidden
 */
export async function personOf(
  tx: Tx,
  provider: StoredProvider,
  claims: Claims,
  { address, mayRegister }: { address: string; mayRegister: boolean },
): Promise<string> {
  const { orgId, issuer } = provider;
  // Logins of one person at once make one account.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`single sign-on ${orgId} ${issuer} ${claims.sub}`}, 0))`;
  const [link] = await tx<{ userId: string | null }[]>`
    select user_id as "userId" from single_sign_on_links
    where org_id = ${orgId} and issuer = ${issuer} and subject = ${claims.sub}`;
  if (link) {
    if (link.userId === null) throw noMember();
    await giveRole(tx, provider, claims, link.userId, address);
    return link.userId;
  }
  const { email } = claims;
  if (email === null || !(await hasDomain(tx, orgId, email))) throw nobody();
  const [account] = await tx<{ id: string; isOwn: boolean }[]>`
    select id, password_hash is null and made_by_organisation = ${orgId}
      -- Somebody else may have the address of one who left.
      and not exists (select from single_sign_on_links l where l.org_id = ${orgId} and l.user_id = users.id) as "isOwn"
    from users where email = ${email}`;
  if (account && !account.isOwn) throw nobody();
  const userId = account?.id ?? (await newPerson(tx, provider, claims, { email, address, mayRegister }));
  await linkPerson(tx, byPerson(orgId, userId, address), provider, claims.sub);
  if (account) await giveRole(tx, provider, claims, userId, address);
  return userId;
}

async function newPerson(
  tx: Tx,
  provider: StoredProvider,
  claims: Claims,
  { email, address, mayRegister }: { email: string; address: string; mayRegister: boolean },
): Promise<string> {
  const { orgId } = provider;
  const role = roleOf(provider, claims);
  if (role === null || !mayRegister) throw nobody();
  const userId = await insertUser(tx, email, null, orgId);
  await tx`insert into memberships (org_id, user_id, role) values (${orgId}, ${userId}, ${role})`;
  await audit(tx, byPerson(orgId, userId, address), {
    action: 'joinBySingleSignOn',
    targetType: 'member',
    targetId: userId,
    details: { email, role },
  });
  return userId;
}

/** Changes a member's role to what the provider says. An OWNER stays one. @throws AppError forbidden */
async function giveRole(
  tx: Tx,
  provider: StoredProvider,
  claims: Claims,
  userId: string,
  address: string,
): Promise<void> {
  const { orgId, roleClaim } = provider;
  const [member] = await tx<{ role: MemberRole; email: string }[]>`
    select m.role, u.email from memberships m join users u on u.id = m.user_id
    where m.org_id = ${orgId} and m.user_id = ${userId} for update of m`;
  if (!member) throw noMember();
  if (roleClaim === null || member.role === 'OWNER') return;
  const role = roleOf(provider, claims);
  if (role === null)
    throw loginRefusal(
      'role',
      'forbidden',
      'The provider gives you no role here. Ask whoever administers it.',
    );
  if (role !== member.role)
    await changeRole(tx, byPerson(orgId, userId, address), { id: userId, ...member }, role);
}

/** The most powerful role that the claim gives, else the default one; null: none. */
function roleOf({ defaultRole, roles }: StoredProvider, { roleValues }: Claims): MemberRole | null {
  const given = roles.filter(({ value }) => roleValues.includes(value)).map(({ role }) => role);
  return ROLES.find((role) => role !== 'OWNER' && given.includes(role)) ?? defaultRole;
}

export function byPerson(orgId: StoredProvider['orgId'], userId: string, address: string): Actor {
  return { orgId, type: 'USER', id: userId, address };
}
