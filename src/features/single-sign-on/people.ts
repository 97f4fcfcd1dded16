import { AppError } from '../../base/errors.ts';
import type { Tx } from '../../db/client.ts';
import { type MemberRole, ROLES } from '../accounts/sessions.ts';
import { canonicalEmail, insertUser } from '../accounts/users.ts';
import { changeRole } from '../members/members.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { hasDomain } from './domains.ts';
import type { StoredProvider } from './settings.ts';

/** What a provider says of a person. */
export type Claims = Record<string, unknown> & { sub: string };

const MOST_VALUES = 1_000;
const MOST_SUBJECT = 255;
const ADDRESS = /^[^\s@"<>(),;:\\]{1,64}@[^\s@]{3,253}$/;

/**
 * The account of a person who logs in, with the role that the provider gives it. A new person of a proved domain gets an
 * account. An account is never found by its address alone, except one that this organisation's provider made by SCIM, which
 * nobody has used yet.
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
  if (claims.sub.length > MOST_SUBJECT) throw nobody();
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
  const email = addressOf(claims);
  // The same words for every address, so that a provider cannot ask who has an account here.
  if (email === null || !(await hasDomain(tx, orgId, email))) throw nobody();
  const [account] = await tx<{ id: string; isOwn: boolean }[]>`
    select id, password_hash is null and made_by_organisation = ${orgId}
      -- Somebody else may have the address of one who left.
      and not exists (select from single_sign_on_links l where l.org_id = ${orgId} and l.user_id = users.id) as "isOwn"
    from users where email = ${email}`;
  if (account && !account.isOwn) throw nobody();
  const userId = account?.id ?? (await newPerson(tx, provider, claims, { email, address, mayRegister }));
  await linkPerson(tx, provider, claims.sub, userId, address);
  if (account) await giveRole(tx, provider, claims, userId, address);
  return userId;
}

/** Links an account with the person at the provider; another account that was linked with it is so no longer. */
export async function linkPerson(
  tx: Tx,
  { orgId, issuer }: Pick<StoredProvider, 'orgId' | 'issuer'>,
  subject: string,
  userId: string,
  address: string,
): Promise<void> {
  if (subject.length > MOST_SUBJECT) throw nobody();
  await tx`
    insert into single_sign_on_links (org_id, issuer, subject, user_id) values (${orgId}, ${issuer}, ${subject}, ${userId})
    on conflict (org_id, issuer, subject) do update set user_id = excluded.user_id, linked_at = now()`;
  await audit(tx, byPerson(orgId, userId, address), {
    action: 'linkSingleSignOn',
    targetType: 'user',
    targetId: userId,
    details: { issuer, subject },
  });
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
    throw new AppError('forbidden', 'The provider gives you no role here. Ask whoever administers it.');
  if (role !== member.role)
    await changeRole(tx, byPerson(orgId, userId, address), { id: userId, ...member }, role);
}

/** The most powerful role that the claim gives, else the default one; null: none. */
function roleOf({ defaultRole, roleClaim, roles }: StoredProvider, claims: Claims): MemberRole | null {
  if (roleClaim === null) return defaultRole;
  const values = [claims[roleClaim]].flat().slice(0, MOST_VALUES);
  const given = roles.filter(({ value }) => values.includes(value)).map(({ role }) => role);
  return ROLES.find((role) => role !== 'OWNER' && given.includes(role)) ?? defaultRole;
}

/** The address that the provider vouches for. The organisation has proved the domain and chosen the provider. */
function addressOf({ email, email_verified: isVerified }: Claims): string | null {
  if (typeof email !== 'string' || isVerified === false || isVerified === 'false') return null;
  return ADDRESS.test(email) ? canonicalEmail(email) : null;
}

function byPerson(orgId: StoredProvider['orgId'], userId: string, address: string): Actor {
  return { orgId, type: 'USER', id: userId, address };
}

function nobody(): AppError {
  return new AppError(
    'forbidden',
    'Nobody here is linked with this login. If you have an account, log in with its password and link it in Settings; else ask an OWNER of the organisation.',
  );
}

function noMember(): AppError {
  return new AppError(
    'forbidden',
    'You are no member of this organisation any more. Ask an OWNER or ADMIN for an invitation.',
  );
}
