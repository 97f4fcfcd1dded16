import * as openid from 'openid-client';
import type { OrgId } from '../../base/ids.ts';
import type { LoginStep } from '../accounts/challenges.ts';
import { linkingAccount } from '../accounts/provider-login.ts';
import { refuseSuspended, startSession } from '../accounts/sessions.ts';
import { type Claims, readClaims } from './claims.ts';
import { linkPerson } from './links.ts';
import { type BegunLogin, begunLogin, storedLogin } from './login-cookie.ts';
import type { BrowserRequest, Means } from './means.ts';
import { byPerson, personOf } from './people.ts';
import { providerAt, SERVER, type ServerProvider } from './provider-at.ts';
import { answered } from './providers.ts';
import { over, refused } from './refusals.ts';
import { enterByServer } from './server.ts';
import { noteProviderSession, providerSession } from './sessions.ts';
import { redirectUri, requireId, type StoredProvider } from './settings.ts';
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

/** Who somebody is, by the provider. */
interface Known {
  claims: Claims;
  idToken: string | undefined;
}

/**
 * Begins a login, or the link of an account.
 * @param at whose provider: the id of an organisation, or that of the server
 * @throws AppError not_found, conflict, unavailable, unauthorized, organisation_suspended
 */
export async function begin(
  services: Means,
  request: BrowserRequest,
  at: string,
  link: BegunLogin['link'],
): Promise<{ url: string; headers: Record<string, string> }> {
  const { config, providers } = services;
  const provider = await usableProvider(services, at);
  const redirect_uri = redirectUri(config.publicUrl, at);
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
  const headers = storedLogin(services, request, { at, version, state, nonce, verifier, link });
  return { url: url.href, headers };
}

/**
 * Takes the provider's answer: begins the session, or links the account.
 * @returns null: an account was linked
 * @throws AppError unauthorized for an answer that is not to be trusted, forbidden, not_found, unavailable,
 *   organisation_suspended
 */
export async function finish(
  services: Means,
  request: BrowserRequest,
  at: string,
  answer: Answer,
): Promise<LoginStep | null> {
  const { db } = services;
  if (at !== SERVER) requireId(at);
  const begun = begunLogin(services, request);
  if (begun.at !== at || answer.state !== begun.state) throw over();
  const provider = await usableProvider(services, at);
  if (provider.version !== begun.version) throw over();
  if (!(await useOnce(db.sql, `state ${begun.state}`, USED_MINUTES * 60))) throw over();
  if (answer.error !== undefined)
    throw refused(
      `it let nobody in (${nameOf(answer.error)})`,
      answer.error === 'access_denied' ? 'denied' : 'answer',
    );
  const known = await claimsOf(services, provider, begun, answer);
  const { link } = begun;
  if (link && 'sessionId' in link) {
    await linkInSession(services, request, provider, known.claims, link);
    return null;
  }
  if (provider.orgId === null) return enterByServer(services, provider, known);
  return enter(services, request, provider, known, link);
}

/** No request goes to the provider of a suspended organisation. @throws AppError not_found, organisation_suspended */
async function usableProvider(services: Means, at: string): Promise<StoredProvider | ServerProvider> {
  const provider = await providerAt(services, at);
  if (provider.orgId !== null) await refuseSuspended(services.db.sql, provider.orgId);
  return provider;
}

/** Begins the session of a person, who may have proved to be the owner of an account meanwhile. */
async function enter(
  { config, db, secretBox }: Means,
  { clientAddress: address }: BrowserRequest,
  provider: StoredProvider,
  known: Known,
  link: { challenge: string } | null,
): Promise<LoginStep> {
  const { orgId, issuer, sessionHours } = provider;
  const { claims } = known;
  return db.tenant(orgId, async (tx) => {
    if (link) {
      const account = await linkingAccount(tx, link.challenge, true);
      if (account?.orgId !== orgId) throw over();
      await linkPerson(tx, byPerson(orgId, account.userId, address), provider, claims.sub);
    }
    const mayRegister = config.registration !== 'off';
    const userId = await personOf(tx, provider, claims, { address, mayRegister });
    const session = await startSession(tx, orgId, userId, 'cookie', sessionHours);
    if (!session) throw over();
    await noteProviderSession(tx, orgId, session.sessionId, providerSession(secretBox, issuer, known));
    return session;
  });
}

/** Exchanges the code, and asks for what the ID token lacks. openid-client checks all of it but the signature. */
async function claimsOf(
  { config, providers }: Means,
  provider: StoredProvider | ServerProvider,
  { at, state, nonce, verifier }: BegunLogin,
  answer: Answer,
): Promise<Known> {
  const configuration = await providers.configuration(provider);
  const url = new URL(redirectUri(config.publicUrl, at));
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return answered(async () => {
    const tokens = await openid.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    if (tokens.id_token === undefined) throw refused('it gave no ID token');
    const given = await providers.idClaims(provider, tokens.id_token);
    const wanted = wantedClaims(provider);
    const isWhole = wanted.every((name) => Object.hasOwn(given, name));
    const needsUserInfo = !isWhole && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = needsUserInfo
      ? await openid.fetchUserInfo(configuration, tokens.access_token, given.sub ?? '')
      : {};
    const roleClaim = provider.orgId === null ? null : provider.roleClaim;
    return { claims: readClaims(given, more, roleClaim), idToken: tokens.id_token };
  });
}

/** What an organisation asks for; the server's provider is asked who it is, no more. */
function wantedClaims(provider: StoredProvider | ServerProvider): string[] {
  if (provider.orgId === null) return [];
  return ['email', ...(provider.roleClaim === null ? [] : [provider.roleClaim])];
}

/** Links the account of the session that began it, if that still goes on. */
async function linkInSession(
  { db }: Means,
  { clientAddress: address }: BrowserRequest,
  provider: StoredProvider | ServerProvider,
  { sub }: Claims,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  const { orgId } = provider;
  const [session] = await db.sql<{ orgId: OrgId }[]>`
    select org_id as "orgId" from sessions where id = ${sessionId} and user_id = ${userId}`;
  if (!session || (orgId !== null && orgId !== session.orgId)) throw over();
  await db.tenant(session.orgId, async (tx) => {
    const live = await tx`select from sessions where id = ${sessionId} and ended_at is null for share`;
    if (live.length === 0) throw over();
    await linkPerson(tx, byPerson(session.orgId, userId, address), provider, sub);
  });
}

/** The provider's name of an error, if it is one. */
function nameOf(error: string): string {
  return /^[a-z_]{1,60}$/.test(error) ? error : 'an error without a name';
}
