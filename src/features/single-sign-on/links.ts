import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { findMember } from '../members/members.ts';
import type { Means } from './means.ts';

type Link = components['schemas']['SingleSignOnLink'];
type ProviderName = components['schemas']['SingleSignOnProvider'];

/** The provider of an organisation; null: of the server. */
interface Of {
  orgId: OrgId | null;
  issuer: string;
}

/** Links the actor's account with a person at a provider; another account that was linked with it is so no longer. */
export async function linkPerson(
  tx: Tx,
  actor: Actor,
  { orgId, issuer }: Of,
  subject: string,
): Promise<void> {
  const { id: userId } = actor;
  if (orgId === null)
    await tx`insert into server_links (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
      on conflict (issuer, subject) do update set user_id = excluded.user_id, linked_at = now()`;
  else
    await tx`
      insert into single_sign_on_links (org_id, issuer, subject, user_id)
      values (${orgId}, ${issuer}, ${subject}, ${userId})
      on conflict (org_id, issuer, subject) do update set user_id = excluded.user_id, linked_at = now()`;
  await auditLink(tx, actor, 'linkSingleSignOn', userId, { issuer, subject });
}

/** The providers that a member can log in by. A session of an organisation's provider sees that alone. */
export async function listLinks(
  { config, db }: Pick<Means, 'config' | 'db'>,
  { orgId, userId, isSingleSignOn }: { orgId: OrgId; userId: string; isSingleSignOn: boolean },
): Promise<Link[]> {
  return db.tenant(orgId, async (tx) => {
    const own = await tx<Link[]>`
      select 'ORGANISATION' as provider, s.issuer,
        (select max(linked_at) from single_sign_on_links l
         where l.org_id = ${orgId} and l.issuer = s.issuer and l.user_id = ${userId}) as "linkedAt"
      from single_sign_on s where s.org_id = ${orgId}`;
    if (config.oidc === null || isSingleSignOn) return [...own];
    const { issuer } = config.oidc;
    const [server] = await tx<Link[]>`
      select 'SERVER' as provider, ${issuer} as issuer, max(linked_at) as "linkedAt"
      from server_links where issuer = ${issuer} and user_id = ${userId}`;
    return server ? [...own, server] : [...own];
  });
}

/**
 * Forgets the actor's own link, and ends its logins by that provider.
 * @throws AppError conflict for an account without a password, forbidden
 */
export async function forgetOwnLink(
  db: Db,
  actor: Actor,
  provider: ProviderName,
  isSingleSignOn: boolean,
): Promise<void> {
  const isOfServer = provider === 'SERVER';
  if (isOfServer && isSingleSignOn) throw isBound();
  const { id, orgId } = actor;
  const [account] = await db.sql`select from users where id = ${id} and password_hash is not null`;
  if (!account)
    throw new AppError(
      'conflict',
      'Your account has no password: nothing else would let you in. Set one first, by “Forgot your password?”.',
    );
  await db.tenant(orgId, (tx) => forget(tx, actor, id, isOfServer ? null : orgId));
}

/** Forgets the link of a member with the organisation's provider, for an OWNER. @throws AppError not_found */
export async function forgetMemberLink(db: Db, actor: Actor, userId: string): Promise<void> {
  await db.tenant(actor.orgId, async (tx) => {
    await findMember(tx, actor.orgId, userId);
    await forget(tx, actor, userId, actor.orgId);
  });
}

async function forget(tx: Tx, actor: Actor, userId: string, orgId: OrgId | null): Promise<void> {
  const { count } =
    orgId === null
      ? await tx`delete from server_links where user_id = ${userId}`
      : await tx`delete from single_sign_on_links where org_id = ${orgId} and user_id = ${userId}`;
  if (count === 0) return;
  await tx`update sessions s set ended_at = now() from single_sign_on_sessions p
    where p.session_id = s.id and s.user_id = ${userId} and s.ended_at is null
      and p.organisation_id is not distinct from ${orgId}`;
  await auditLink(tx, actor, 'forgetSingleSignOn', userId, { ofServer: orgId === null });
}

async function auditLink(
  tx: Tx,
  actor: Actor,
  action: string,
  userId: string,
  details: Record<string, unknown>,
): Promise<void> {
  await audit(tx, actor, { action, targetType: 'user', targetId: userId, details });
}

/** A session of an organisation's provider must not open or close ways into other organisations. */
export function isBound(): AppError {
  return new AppError(
    'forbidden',
    'You are logged in by the provider of this organisation, for it alone. Log in by password for this.',
  );
}
