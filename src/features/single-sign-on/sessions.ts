import * as openid from 'openid-client';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Tx } from '../../db/client.ts';
import type { ProviderSession } from '../accounts/challenges.ts';
import { audit, system } from '../audit/audit.ts';
import { type Claims, readSubject } from './claims.ts';
import type { Means } from './means.ts';
import { providerAt, SERVER } from './provider-at.ts';
import { CLOCK_SECONDS, LOGOUT_TOKEN_SECONDS } from './providers.ts';
import { refused } from './refusals.ts';
import { useOnce } from './used.ts';

/** A longer one would not fit the address of a logout. */
const MOST_TOKEN = 6_000;
const sealedFor = (issuer: string, subject: string) => `id token ${issuer} ${subject}`;

/** What the provider knows a session by, for logouts. */
export function providerSession(
  secretBox: SecretBox,
  issuer: string,
  { claims, idToken }: { claims: Claims; idToken: string | undefined },
): ProviderSession {
  const isStored = idToken !== undefined && idToken.length <= MOST_TOKEN;
  return {
    issuer,
    subject: claims.sub,
    sid: claims.sid,
    idToken: isStored ? secretBox.seal(idToken, sealedFor(issuer, claims.sub)) : null,
  };
}

/** Notes what an organisation's provider knows a session by. */
export async function noteProviderSession(
  tx: Tx,
  orgId: OrgId,
  sessionId: string,
  { issuer, subject, sid, idToken }: ProviderSession,
): Promise<void> {
  await tx`insert into single_sign_on_sessions (session_id, organisation_id, issuer, subject, sid, id_token)
    values (${sessionId}, ${orgId}, ${issuer}, ${subject}, ${sid}, ${idToken})`;
}

/** The address at which the browser ends the provider's own login; null: there is none, or it cannot be reached. */
export async function logoutUrl(services: Means, sessionId: string): Promise<string | null> {
  const { config, db, secretBox, providers } = services;
  const [row] = await db.sql<{ at: string; issuer: string; subject: string; token: Uint8Array | null }[]>`
    select coalesce(organisation_id, ${SERVER}) as at, issuer, subject, id_token as token
    from single_sign_on_sessions where session_id = ${sessionId}`;
  if (!row || config.publicUrl === null) return null;
  try {
    const configuration = await providers.configuration(await providerAt(services, row.at));
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return openid.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${config.publicUrl}/`,
      ...(row.token ? { id_token_hint: secretBox.open(row.token, sealedFor(row.issuer, row.subject)) } : {}),
    }).href;
  } catch (error) {
    // The logout here must not depend on the provider.
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Ends the sessions that a provider's logout token names.
 * @param at whose provider reports it
 * @param beforeKeys called before the provider's keys are fetched for a token that may be anybody's
 * @throws AppError not_found, rate_limited, unauthorized, unavailable
 */
export async function endByProvider(
  services: Means,
  at: string,
  token: string,
  beforeKeys: () => Promise<void>,
): Promise<void> {
  const { db, providers } = services;
  const provider = await providerAt(services, at);
  const claims = await providers.logoutClaims(provider, token, beforeKeys);
  const { sid, sub } = readSubject(claims);
  if (sid === null && sub === null) throw refused('it names nobody');
  const { issuer, orgId } = provider;
  await db.sql.begin(async (tx) => {
    const storedSeconds = LOGOUT_TOKEN_SECONDS + 2 * CLOCK_SECONDS;
    if (!(await useOnce(tx, `logout ${at} ${issuer} ${claims.jti}`, storedSeconds)))
      throw refused('this report came before');
    const ofProvider = orgId === null ? tx`p.organisation_id is null` : tx`p.organisation_id = ${orgId}`;
    const bySid = sid === null ? tx`true` : tx`p.sid = ${sid}`;
    const bySubject = sub === null ? tx`true` : tx`p.subject = ${sub}`;
    const ended = await tx<{ id: string; orgId: OrgId }[]>`
      update sessions s set ended_at = now() from single_sign_on_sessions p
      where p.session_id = s.id and ${ofProvider} and p.issuer = ${issuer}
        and ${bySid} and ${bySubject} and s.ended_at is null returning s.id, s.org_id as "orgId"`;
    for (const session of ended) {
      await tx.unsafe(`set local app.org_id = '${session.orgId}'`);
      await audit(tx, system(session.orgId, 'single-sign-on'), {
        action: 'logout',
        targetType: 'session',
        targetId: session.id,
        details: { byProvider: true },
      });
    }
  });
}
