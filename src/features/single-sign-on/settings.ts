import { randomBytes } from 'node:crypto';
import { getDomain } from 'tldts';
import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { MemberRole } from '../accounts/sessions.ts';
import { type Actor, audit } from '../audit/audit.ts';
import type { ProviderRequest } from './providers.ts';

export type SingleSignOn = components['schemas']['SingleSignOn'];
type Settings = components['schemas']['SingleSignOnSettings'];

/** An organisation's provider with its secret, as logins need it. */
export interface StoredProvider extends ProviderRequest {
  orgId: OrgId;
  defaultRole: MemberRole | null;
  roleClaim: string | null;
  roles: { value: string; role: MemberRole }[];
  sessionHours: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const sealedFor = (orgId: OrgId) => `single sign-on ${orgId}`;

/** The provider of an organisation. @throws AppError not_found */
export async function providerOf(db: Db, secretBox: SecretBox, orgId: string): Promise<StoredProvider> {
  requireId(orgId);
  const found = await db.tenant(orgId as OrgId, (tx) => findProvider(tx, secretBox, orgId as OrgId));
  if (!found) throw notFound('provider of logins');
  return found;
}

/** @throws AppError not_found for what is no id: those of organisations alone may name a tenant */
export function requireId(orgId: string): void {
  if (!UUID.test(orgId)) throw notFound('provider of logins');
}

async function findProvider(tx: Tx, secretBox: SecretBox, orgId: OrgId): Promise<StoredProvider | undefined> {
  const [row] = await tx<(Omit<StoredProvider, 'clientSecret'> & { secret: Uint8Array | null })[]>`
    select s.org_id as "orgId", s.version, s.issuer, s.client_id as "clientId", s.client_secret as secret,
           s.default_role as "defaultRole", s.role_claim as "roleClaim", s.roles, s.session_hours as "sessionHours"
    from single_sign_on s join organisations o on o.id = s.org_id
    where s.org_id = ${orgId} and o.deleted_at is null`;
  if (!row) return undefined;
  const { secret, ...rest } = row;
  return { ...rest, clientSecret: secret && opened(secretBox, secret, orgId) };
}

/** @throws AppError conflict after ENCRYPTION_KEY was lost */
function opened(secretBox: SecretBox, secret: Uint8Array, orgId: OrgId): string {
  try {
    return secretBox.open(secret, sealedFor(orgId));
  } catch {
    throw new AppError(
      'conflict',
      "The provider's secret was lost with the server's key: an OWNER sets it again.",
    );
  }
}

/** The address that providers lead back to. @param at whose it is @throws AppError conflict without PUBLIC_URL */
export function redirectUri(publicUrl: string | null, at: string): string {
  if (publicUrl === null)
    throw new AppError(
      'conflict',
      'The operator sets PUBLIC_URL first: the provider must know where to lead back to.',
    );
  return `${publicUrl}/api/auth/single-sign-on/callback/${at}`;
}

/** The provider as its OWNER sees it. */
export async function getSettings(db: Db, publicUrl: string | null, orgId: OrgId): Promise<SingleSignOn> {
  return db.tenant(orgId, (tx) => readSettings(tx, publicUrl, orgId));
}

async function readSettings(tx: Tx, publicUrl: string | null, orgId: OrgId): Promise<SingleSignOn> {
  const [row] = await tx<Pick<SingleSignOn, keyof Settings & keyof SingleSignOn>[]>`
    select s.issuer, s.client_id as "clientId", s.client_secret is not null as "hasClientSecret",
           s.default_role as "defaultRole", s.role_claim as "roleClaim", s.roles, s.session_hours as "sessionHours"
    from single_sign_on s where s.org_id = ${orgId}`;
  const [about] = await tx<Pick<SingleSignOn, 'isOnly' | 'membersWithoutLink'>[]>`
    select o.only_single_sign_on as "isOnly",
      (select count(*)::int from memberships m where m.org_id = ${orgId} and not exists (
         select from single_sign_on_links l
         where l.org_id = ${orgId} and l.issuer = ${row?.issuer ?? ''} and l.user_id = m.user_id)) as "membersWithoutLink"
    from organisations o where o.id = ${orgId}`;
  const domains = await tx<{ domain: string; value: string; verifiedAt: string | null }[]>`
    select domain, proof as value, verified_at as "verifiedAt" from single_sign_on_domains
    where organisation_id = ${orgId} order by domain`;
  const at = (path: string) => (publicUrl === null ? null : `${publicUrl}${path}`);
  return {
    isOn: row !== undefined,
    issuer: null,
    clientId: null,
    hasClientSecret: false,
    redirectUri: at(`/api/auth/single-sign-on/callback/${orgId}`),
    postLogoutRedirectUri: at('/'),
    backChannelLogoutUri: at(`/api/auth/single-sign-on/back-channel-logout/${orgId}`),
    defaultRole: null,
    roleClaim: null,
    roles: [],
    sessionHours: 12,
    isOnly: false,
    membersWithoutLink: 0,
    ...row,
    ...about,
    domains: domains.map((one) => ({ ...one, record: recordOf(one.domain) })),
  };
}

/** The name of the TXT record that proves a domain. */
export function recordOf(domain: string): string {
  return `_sightline.${domain}`;
}

/** Settings as they are to be, before they are stored, to ask the provider by. */
export async function draftOf(
  db: Db,
  secretBox: SecretBox,
  orgId: OrgId,
  {
    issuer,
    clientId,
    clientSecret,
    defaultRole = null,
    roleClaim = null,
    roles = [],
    sessionHours = 12,
  }: Settings,
): Promise<StoredProvider> {
  const isSent = clientSecret !== undefined;
  const present = isSent ? undefined : await db.tenant(orgId, (tx) => findProvider(tx, secretBox, orgId));
  // Another issuer must not get the secret that was meant for this one.
  const storedSecret = present?.issuer === issuer ? present.clientSecret : null;
  const secret = isSent ? clientSecret : storedSecret;
  const rest = { defaultRole, roleClaim, roles, sessionHours };
  return { orgId, version: newId(), issuer, clientId, clientSecret: secret, ...rest };
}

/**
 * Stores a provider.
 * @param isByProvider whether the actor is logged in by the present provider
 * @throws AppError conflict where `isOnly` would lock everybody out
 */
export async function putSettings(
  db: Db,
  secretBox: SecretBox,
  actor: Actor,
  draft: StoredProvider,
  { isOnly, domains, isByProvider }: { isOnly: boolean; domains: string[]; isByProvider: boolean },
): Promise<void> {
  const { orgId } = actor;
  const { issuer, clientId, clientSecret, version, defaultRole, roleClaim, roles, sessionHours } = draft;
  await db.tenant(orgId, async (tx) => {
    const [present] = await tx<{ issuer: string }[]>`
      select issuer from single_sign_on where org_id = ${orgId} for update`;
    const isSame = present?.issuer === issuer;
    // Waits for logins that have just read the rule, so that they are found below.
    const [before] = await tx<{ isOnly: boolean }[]>`
      select only_single_sign_on as "isOnly" from organisations where id = ${orgId} for no key update`;
    if (isOnly && (!isSame || !isByProvider))
      throw new AppError(
        'conflict',
        'isOnly: log in by this provider first, then set it: otherwise a mistake would lock everybody out.',
      );
    const secret = clientSecret === null ? null : secretBox.seal(clientSecret, sealedFor(orgId));
    await tx`
      insert into single_sign_on (org_id, version, issuer, client_id, client_secret, default_role, role_claim, roles,
                                  session_hours)
      values (${orgId}, ${version}, ${issuer}, ${clientId}, ${secret}, ${defaultRole}, ${roleClaim},
              ${JSON.stringify(roles)}::text::jsonb, ${sessionHours})
      on conflict (org_id) do update set version = excluded.version, issuer = excluded.issuer,
        client_id = excluded.client_id, client_secret = excluded.client_secret, default_role = excluded.default_role,
        role_claim = excluded.role_claim, roles = excluded.roles, session_hours = excluded.session_hours,
        changed_at = now()`;
    if (present && !isSame) await endProvider(tx, orgId);
    await tx`update organisations set only_single_sign_on = ${isOnly} where id = ${orgId}`;
    if (isOnly && !before?.isOnly) {
      // Agents are connected again, by whom the provider lets in from here on.
      await tx`update sessions s set ended_at = now() where s.org_id = ${orgId} and s.ended_at is null
        and (not s.single_sign_on or exists (select from oauth_connections c where c.session_id = s.id))`;
      await tx`delete from oauth_codes where login_id in (select id from sessions where org_id = ${orgId})`;
    }
    await keepDomains(tx, orgId, domains);
    await audit(tx, actor, {
      action: 'putSingleSignOn',
      targetType: 'organisation',
      targetId: orgId,
      details: { issuer, clientId, defaultRole, roleClaim, roles, sessionHours, isOnly, domains },
    });
  });
}

/** Removes the provider. @throws AppError conflict while passwords are refused */
export async function deleteSettings(db: Db, actor: Actor): Promise<void> {
  const { orgId } = actor;
  await db.tenant(orgId, async (tx) => {
    const [organisation] = await tx<{ isOnly: boolean }[]>`
      select only_single_sign_on as "isOnly" from organisations where id = ${orgId} for no key update`;
    if (organisation?.isOnly)
      throw new AppError('conflict', 'Set isOnly to false first: without the provider nobody could log in.');
    const { count } = await tx`delete from single_sign_on where org_id = ${orgId}`;
    if (count === 0) return;
    await endProvider(tx, orgId);
    await tx`delete from single_sign_on_domains where organisation_id = ${orgId}`;
    await audit(tx, actor, { action: 'deleteSingleSignOn', targetType: 'organisation', targetId: orgId });
  });
}

/** Lets passwords in again, for the operator. @returns false where they were not refused */
export async function allowPasswords(db: Db, actor: Actor): Promise<boolean> {
  return db.tenant(actor.orgId, async (tx) => {
    const { count } = await tx`
      update organisations set only_single_sign_on = false where id = ${actor.orgId} and only_single_sign_on`;
    if (count > 0)
      await audit(tx, actor, {
        action: 'putSingleSignOn',
        targetType: 'organisation',
        targetId: actor.orgId,
        details: { isOnly: false },
      });
    return count > 0;
  });
}

/** Ends what the present provider vouched for. */
async function endProvider(tx: Tx, orgId: OrgId): Promise<void> {
  await tx`delete from single_sign_on_links where org_id = ${orgId}`;
  await tx`update sessions set ended_at = now() where org_id = ${orgId} and ended_at is null and single_sign_on`;
}

async function keepDomains(tx: Tx, orgId: OrgId, domains: string[]): Promise<void> {
  await tx`delete from single_sign_on_domains where organisation_id = ${orgId} and domain <> all(${domains})`;
  for (const domain of domains)
    await tx`insert into single_sign_on_domains (organisation_id, domain, proof)
      values (${orgId}, ${domain}, ${`sightline-verification=${randomBytes(24).toString('base64url')}`})
      on conflict (organisation_id, domain) do nothing`;
}

/** Domains as they are stored. @throws AppError validation_error */
export function domainsOf(given: string[]): string[] {
  return given.map((text, at) => {
    const domain = text.toLowerCase();
    if (!DOMAIN.test(domain) || getDomain(domain) === null)
      throw invalidField(
        `domains[${at}]`,
        `domains[${at}] must be a domain of your own, such as example.com; one with other letters in its form xn--….`,
      );
    return domain;
  });
}
