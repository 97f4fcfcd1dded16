import * as openid from 'openid-client';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Tx } from '../../db/client.ts';
import { audit, system } from '../organisations/audit.ts';
import type { Means } from './means.ts';
import type { Claims } from './people.ts';
import { CLOCK_SECONDS, LOGOUT_TOKEN_SECONDS, refused } from './providers.ts';
import { providerOf, type StoredProvider } from './settings.ts';
import { useOnce } from './used.ts';

/** A longer one would not fit the address of a logout. */
const MOST_TOKEN = 6_000;
const sealedFor = (sessionId: string) => `id token ${sessionId}`;

/** Notes what the provider knows a session by, for logouts. */
export async function noteProviderSession(
  tx: Tx,
  secretBox: SecretBox,
  sessionId: string,
  { orgId, issuer }: StoredProvider,
  { claims, idToken }: { claims: Claims; idToken: string | undefined },
): Promise<void> {
  const sid = typeof claims['sid'] === 'string' ? claims['sid'].slice(0, 500) : null;
  const isKept = idToken !== undefined && idToken.length <= MOST_TOKEN;
  const token = isKept ? secretBox.seal(idToken, sealedFor(sessionId)) : null;
  await tx`insert into single_sign_on_sessions (session_id, organisation_id, issuer, subject, sid, id_token)
    values (${sessionId}, ${orgId}, ${issuer}, ${claims.sub}, ${sid}, ${token})`;
}

/** Where the browser ends the provider's own login; null: the provider has no such page, or cannot be asked. */
export async function logoutUrl(services: Means, orgId: OrgId, sessionId: string): Promise<string | null> {
  const { config, db, secretBox, providers } = services;
  const [row] = await db.sql<{ token: Uint8Array | null }[]>`
    select id_token as token from single_sign_on_sessions where session_id = ${sessionId}`;
  if (!row || config.publicUrl === null) return null;
  try {
    const configuration = await providers.configuration(await providerOf(db, secretBox, orgId));
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return openid.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${config.publicUrl}/`,
      ...(row.token ? { id_token_hint: secretBox.open(row.token, sealedFor(sessionId)) } : {}),
    }).href;
  } catch (error) {
    // The logout here must not depend on the provider.
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Ends the sessions that a provider's logout token names. @throws AppError not_found, unauthorized, unavailable */
export async function endByProvider(services: Means, orgId: string, token: string): Promise<void> {
  const { db, secretBox, providers } = services;
  const provider = await providerOf(db, secretBox, orgId);
  const { jti, sid, sub } = await providers.logoutClaims(provider, token);
  const { issuer } = provider;
  await db.tenant(provider.orgId, async (tx) => {
    const keptSeconds = LOGOUT_TOKEN_SECONDS + 2 * CLOCK_SECONDS;
    if (!(await useOnce(tx, `logout ${provider.orgId} ${issuer} ${jti}`, keptSeconds)))
      throw refused('this report came before');
    const bySid = typeof sid === 'string' ? tx`p.sid = ${sid}` : tx`true`;
    const bySubject = sub === undefined ? tx`true` : tx`p.subject = ${sub}`;
    const ended = await tx<{ id: string }[]>`
      update sessions s set ended_at = now() from single_sign_on_sessions p
      where p.session_id = s.id and p.organisation_id = ${provider.orgId} and p.issuer = ${issuer}
        and ${bySid} and ${bySubject} and s.ended_at is null returning s.id`;
    for (const { id } of ended)
      await audit(tx, system(provider.orgId, 'single-sign-on'), {
        action: 'logout',
        targetType: 'session',
        targetId: id,
        details: { byProvider: true },
      });
  });
}
