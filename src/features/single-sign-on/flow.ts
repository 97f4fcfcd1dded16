import * as openid from 'openid-client';
import { AppError } from '../../base/errors.ts';
import type { Tx } from '../../db/client.ts';
import { type LoginState, startSession } from '../accounts/sessions.ts';
import { type BegunLogin, begunLogin, keptLogin, over } from './login-cookie.ts';
import type { BrowserRequest, Means } from './means.ts';
import { type Claims, linkPerson, personOf } from './people.ts';
import { answered, refused } from './providers.ts';
import { noteProviderSession } from './sessions.ts';
import { providerOf, redirectUri, requireId, type StoredProvider } from './settings.ts';
import { useOnce } from './used.ts';

/** What the provider sends back with the browser. */
interface Answer {
  code?: string;
  state?: string;
  iss?: string;
  error?: string;
  error_description?: string;
}

const SCOPE = 'openid email profile';
/** A state is forgotten when its cookie has surely ended. */
const USED_MINUTES = 20;

/** Begins a login, or the link of an account. @throws AppError not_found, conflict, unavailable, unauthorized */
export async function begin(
  services: Means,
  request: BrowserRequest,
  orgId: string,
  link: BegunLogin['link'],
): Promise<{ url: string; headers: Record<string, string> }> {
  const { config, db, secretBox, providers } = services;
  const provider = await providerOf(db, secretBox, orgId);
  const redirect_uri = redirectUri(config.publicUrl, provider.orgId);
  const configuration = await providers.configuration(provider);
  const state = openid.randomState();
  const nonce = openid.randomNonce();
  const verifier = openid.randomPKCECodeVerifier();
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const { version } = provider;
  const headers = keptLogin(services, request, { orgId, version, state, nonce, verifier, link });
  return { url: url.href, headers };
}

/**
 * Takes the provider's answer: begins the session, or links the account.
 * @returns null: an account was linked
 * @throws AppError unauthorized for an answer that is not to be trusted, forbidden, not_found, unavailable
 */
export async function finish(
  services: Means,
  request: BrowserRequest,
  orgId: string,
  answer: Answer,
): Promise<LoginState | null> {
  const { config, db, secretBox } = services;
  requireId(orgId);
  const begun = begunLogin(services, request);
  if (begun.orgId !== orgId || answer.state !== begun.state) throw over();
  const provider = await providerOf(db, secretBox, orgId);
  if (provider.version !== begun.version) throw over();
  if (!(await useOnce(db.sql, `state ${begun.state}`, USED_MINUTES * 60))) throw over();
  if (answer.error !== undefined) throw refused(`it let nobody in (${nameOf(answer.error)})`);
  const { claims, idToken } = await claimsOf(services, provider, begun, answer);
  const address = request.clientAddress;
  return db.tenant(provider.orgId, async (tx) => {
    if (begun.link !== null) {
      await linkOwn(tx, provider, claims.sub, begun.link, address);
      return null;
    }
    const mayRegister = config.registration !== 'off';
    const userId = await personOf(tx, provider, claims, { address, mayRegister });
    const session = await startSession(tx, provider.orgId, userId, 'cookie', provider.sessionHours);
    if (!session) throw over();
    await noteProviderSession(tx, secretBox, session.sessionId, provider, { claims, idToken });
    return session;
  });
}

/** Exchanges the code, and asks for what the ID token lacks. openid-client checks all of it. */
async function claimsOf(
  { config, providers }: Means,
  provider: StoredProvider,
  { state, nonce, verifier }: BegunLogin,
  answer: Answer,
): Promise<{ claims: Claims; idToken: string | undefined }> {
  const configuration = await providers.configuration(provider);
  const url = new URL(redirectUri(config.publicUrl, provider.orgId));
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return answered(async () => {
    const tokens = await openid.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const given = tokens.claims();
    if (given === undefined) throw refused('it gave no ID token');
    const wanted = ['email', ...(provider.roleClaim === null ? [] : [provider.roleClaim])];
    const isWhole = wanted.every((name) => name in given);
    const isAsked = !isWhole && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = isAsked ? await openid.fetchUserInfo(configuration, tokens.access_token, given.sub) : {};
    return { claims: { ...more, ...given }, idToken: tokens.id_token };
  });
}

/** Links the account of the session that began it, if that still goes on. */
async function linkOwn(
  tx: Tx,
  provider: StoredProvider,
  subject: string,
  { userId, sessionId }: NonNullable<BegunLogin['link']>,
  address: string,
): Promise<void> {
  const [session] = await tx`select from sessions
    where id = ${sessionId} and user_id = ${userId} and org_id = ${provider.orgId} and ended_at is null`;
  if (!session) throw over();
  await linkPerson(tx, provider, subject, userId, address);
}

/** The provider's name of an error, if it is one. */
function nameOf(error: string): string {
  return /^[a-z_]{1,60}$/.test(error) ? error : 'an error without a name';
}

/** @throws AppError forbidden for a session of a provider */
export function refuseProviderSession({ isSingleSignOn }: { isSingleSignOn: boolean }): void {
  if (isSingleSignOn)
    throw new AppError('forbidden', 'You are logged in by the provider: your account is linked already.');
}
