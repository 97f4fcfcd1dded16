import {
  createRemoteJWKSet,
  errors,
  customFetch as fetchOfJose,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import { type AppError, unavailable } from '../../base/errors.ts';
import { THIS_MACHINE } from '../../base/settings/addresses.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { OutboundClient, OutboundError } from '../../outbound/client.ts';
import { refused } from './refusals.ts';

/** Signatures that anybody can check by public keys. HMAC is not among them: whoever knows a secret can make it. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
/** Discovery documents have some 5 KB, and keys of large providers some 20 KB. */
const MOST_BYTES = 256 * 1024;
const TIMEOUT_MS = 5_000;
const KEPT_MS = 600_000;
const MOST_KEPT = 500;
/** Connections to one provider at once. */
const CONNECTIONS = 8;
/** Clocks may differ by this much. */
export const CLOCK_SECONDS = 30;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** An ID token is new, but some providers repeat that of the login at the provider. */
const ID_TOKEN_SECONDS = 86_400;
/** A logout token is sent as soon as it is issued. */
export const LOGOUT_TOKEN_SECONDS = 120;

/** The configuration by which a provider is reached. */
export interface ProviderRequest {
  /** The key of the provider in the cache: a change has another one. */
  version: string;
  issuer: string;
  clientId: string;
  clientSecret: string | null;
}

interface Provider {
  configuration: openid.Configuration;
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/**
 * The providers of logins: what they say of themselves, and their keys. All requests go through `outbound`, which
 * checks addresses; they follow no redirects and are bounded in bytes and time.
 */
export class Providers {
  readonly #client: OutboundClient;
  /** By the version of the settings, so that a change takes effect at once on every server. */
  readonly #providers = new LRUCache<string, Promise<Provider>>({ max: MOST_KEPT, ttl: KEPT_MS });

  constructor(outbound: Outbound) {
    this.#client = new OutboundClient(outbound, { maxBytes: MOST_BYTES, connections: CONNECTIONS });
  }

  /** @throws AppError unavailable for a provider that cannot be reached, unauthorized for one that cannot be used */
  async configuration(settings: ProviderRequest): Promise<openid.Configuration> {
    return (await this.#of(settings)).configuration;
  }

  /** The claims of an ID token that the provider signed. @throws AppError unauthorized, unavailable */
  async idClaims(settings: ProviderRequest, token: string): Promise<JWTPayload> {
    return this.#signedClaims(settings, token, { maxTokenAge: ID_TOKEN_SECONDS });
  }

  /**
   * The claims of a logout token that the provider signed for this server.
   * @param beforeKeys called before the provider's keys are fetched again
   * @throws AppError unauthorized, unavailable, and what `beforeKeys` throws
   */
  async logoutClaims(
    settings: ProviderRequest,
    token: string,
    beforeKeys: () => Promise<void>,
  ): Promise<JWTPayload> {
    const options = { requiredClaims: ['iat', 'jti', 'events'], maxTokenAge: LOGOUT_TOKEN_SECONDS };
    const payload = await this.#signedClaims(settings, token, options, beforeKeys);
    const { events } = payload;
    const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
    // An ID token has a nonce, and must not be taken for a report of a logout.
    if (!isLogout || 'nonce' in payload) throw refused('it is no logout token');
    return payload;
  }

  /** A token that no known key fits may be signed by a new one, so the keys are fetched again at once. */
  async #signedClaims(
    settings: ProviderRequest,
    token: string,
    options: JWTVerifyOptions,
    beforeKeys?: () => Promise<void>,
  ): Promise<JWTPayload> {
    const { keys } = await this.#of(settings);
    const verified = () =>
      jwtVerify(token, keys, {
        ...options,
        algorithms: ALGORITHMS,
        issuer: settings.issuer,
        audience: settings.clientId,
        clockTolerance: CLOCK_SECONDS,
      });
    return answered(async () => {
      const { payload } = await verified().catch(async (error) => {
        const isNewKey =
          error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;
        if (!isNewKey) throw error;
        await beforeKeys?.();
        await keys.reload();
        return verified();
      });
      return payload;
    });
  }

  close(): void {
    this.#client.close();
  }

  #of(settings: ProviderRequest): Promise<Provider> {
    const known = this.#providers.get(settings.version);
    if (known) return known;
    const found = this.#discover(settings);
    this.#providers.set(settings.version, found);
    // Only successes are cached.
    found.catch(() => this.#providers.delete(settings.version));
    return found;
  }

  async #discover(settings: ProviderRequest): Promise<Provider> {
    const { issuer, clientId, clientSecret } = settings;
    const execute = isInsecure(issuer) ? [openid.allowInsecureRequests] : [];
    const found = await answered(() =>
      openid.discovery(new URL(issuer), clientId, undefined, undefined, {
        execute,
        timeout: TIMEOUT_MS / 1000,
        [openid.customFetch]: this.#fetch,
      }),
    );
    const { supportsPKCE: _, ...server } = found.serverMetadata();
    if (server.issuer !== issuer) throw otherIssuer(server.issuer);
    const { authorization_endpoint, token_endpoint, jwks_uri, end_session_endpoint, userinfo_endpoint } =
      server;
    if (!authorization_endpoint || !token_endpoint || !jwks_uri) throw refused('it lacks an endpoint');
    for (const url of [
      authorization_endpoint,
      token_endpoint,
      jwks_uri,
      end_session_endpoint,
      userinfo_endpoint,
    ])
      if (url !== undefined && !mayBeOf(issuer, url)) throw refused('one of its endpoints is not https');
    const signed = (server.id_token_signing_alg_values_supported ?? ['RS256']).filter((algorithm) =>
      ALGORITHMS.includes(algorithm),
    );
    const configuration = new openid.Configuration(
      { ...server, id_token_signing_alg_values_supported: signed },
      clientId,
      { [openid.clockTolerance]: CLOCK_SECONDS },
      authenticationBy(clientSecret, server.token_endpoint_auth_methods_supported),
    );
    configuration[openid.customFetch] = this.#fetch;
    configuration.timeout = TIMEOUT_MS / 1000;
    for (const extend of execute) extend(configuration);
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      [fetchOfJose]: (url: string, options) =>
        this.#fetch(url, { ...options, body: undefined, headers: Object.fromEntries(options.headers) }),
      timeoutDuration: TIMEOUT_MS,
      // They are fetched with the provider, and again where a token fits none of them.
      cacheMaxAge: Number.POSITIVE_INFINITY,
      cooldownDuration: Number.POSITIVE_INFINITY,
    });
    return { configuration, keys };
  }

  readonly #fetch = async (
    url: string,
    { method, headers, body, signal }: openid.CustomFetchOptions,
  ): Promise<Response> => {
    const sent = body instanceof URLSearchParams ? body.toString() : body;
    if (sent !== undefined && sent !== null && typeof sent !== 'string')
      throw new Error('No such body is sent.');
    const response = await this.#client.send(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
      ...(typeof sent === 'string' ? { body: sent } : {}),
      ...(signal ? { signal } : {}),
      timeoutMs: TIMEOUT_MS,
    });
    const isEmpty = [204, 205, 304].includes(response.status);
    return new Response(isEmpty ? null : response.body, {
      status: response.status,
      headers: response.headers,
    });
  };
}

/** Plain HTTP is for providers on this machine; `outbound` refuses those too, unless the operator allows them. */
function isInsecure(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && THIS_MACHINE.includes(hostname);
}

/** Whether an endpoint is safe to be called, or to be opened in a browser. */
function mayBeOf(issuer: string, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isInsecure(issuer) && isInsecure(url));
}

/** Why an issuer cannot be one, a sentence without its subject; null: it can. */
export function issuerRefusal(issuer: string, outbound: Outbound): string | null {
  const refusal = outbound.urlRefusal(issuer);
  if (refusal !== null) return refusal;
  const { protocol, search, hash, pathname } = new URL(issuer);
  if (protocol !== 'https:' && !isInsecure(issuer)) return 'must begin with https://.';
  if (search !== '' || hash !== '' || /[?#]/.test(issuer)) return 'must have no query and no fragment.';
  return pathname.includes('/.well-known/') ? 'must be the issuer, not the address of its document.' : null;
}

function authenticationBy(
  secret: string | null,
  supported: string[] = ['client_secret_basic'],
): openid.ClientAuth {
  if (secret === null) return openid.None();
  return supported.includes('client_secret_basic') || !supported.includes('client_secret_post')
    ? openid.ClientSecretBasic(secret)
    : openid.ClientSecretPost(secret);
}

/**
 * Does what asks a provider.
 * @throws AppError unavailable where it cannot be reached, unauthorized where its answer is refused
 */
export async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const chain = causesOf(error);
    const unreached = chain.find((one) => one instanceof OutboundError);
    if (unreached) throw unavailable(`The provider cannot be asked: ${unreached.message}`, error);
    if (chain.some((one) => one instanceof Error && /^(Abort|Timeout)Error$/.test(one.name)))
      throw unavailable('The provider cannot be asked: it did not answer in time.', error);
    if (error instanceof errors.JWKSTimeout) throw unavailable('The provider gave no keys in time.', error);
    const named = chain.map(issuerOf).find((issuer) => issuer !== undefined);
    if (named !== undefined) throw otherIssuer(named);
    if (isOfAnswer(error)) throw refused(reasonOf(error));
    throw error;
  }
}

/** The issuer that a provider names itself by, where openid-client found another one than it looked for. */
function issuerOf(error: unknown): unknown {
  const { cause } = error as { cause?: { attribute?: unknown; body?: { issuer?: unknown } } };
  return cause?.attribute === 'issuer' ? cause.body?.issuer : undefined;
}

/** Says which issuer to enter. One for all customers of a provider names a tenant in braces, as Entra's `common`. */
function otherIssuer(issuer: unknown): AppError {
  if (typeof issuer !== 'string' || !/^https?:\/\/[\x21-\x7e]{1,300}$/.test(issuer))
    return refused('it names itself by another issuer');
  // It lets in people of all its customers: their addresses would prove nothing.
  if (/[{}]/.test(issuer))
    return refused('it is for many customers at once: enter the issuer of your own tenant');
  return refused(`it names itself by another issuer: enter ${issuer}`);
}

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let one = error; one instanceof Error && chain.length < 8; one = one.cause) chain.push(one);
  return chain;
}

/** Whether the libraries refuse what the provider answered. */
function isOfAnswer(error: unknown): error is Error {
  return (
    error instanceof openid.ClientError ||
    error instanceof openid.AuthorizationResponseError ||
    error instanceof openid.ResponseBodyError ||
    error instanceof openid.WWWAuthenticateChallengeError ||
    error instanceof errors.JOSEError
  );
}

/** The libraries' own words, which hold nothing of the tokens. */
function reasonOf({ message, cause }: Error): string {
  const inner = cause instanceof Error ? cause.message : message;
  return inner.slice(0, 200).replace(/\.$/, '');
}
