import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { check, operations } from '../callers/contract.ts';
import type { TestAnswer, TestApp } from '../server/app.ts';

/** A redirect URI as Claude's connectors have. */
export const CALLBACK = 'https://claude.ai/api/mcp/auth_callback';

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
type Json = any;

/** An agent that has registered, and what it needs for a request. */
export interface Client {
  id: string;
  secret?: string;
  verifier: string;
}

/** Sends a form, and checks the answer against the contract. */
export async function sendForm(
  app: TestApp,
  path: '/oauth/token' | '/oauth/revoke',
  form: Record<string, string | undefined>,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const sent = Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined);
  const answer = await app.call('POST', path, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(sent).toString(),
  });
  check(operations.find((one) => one.path === path)!, answer);
  return answer;
}

let registered = 0;

export async function register(app: TestApp, metadata: object = {}): Promise<Client> {
  registered += 1;
  const answer = await app.call('POST', '/oauth/register', {
    // Registrations are counted by address, where the server trusts what a proxy says.
    headers: { 'X-Forwarded-For': `10.2.${registered >> 8}.${registered & 255}` },
    body: {
      client_name: 'Claude',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      ...metadata,
    },
  });
  assert.equal(answer.status, 201, answer.text);
  check(operations.find(({ id }) => id === 'registerAgent')!, answer);
  const { client_id: id, client_secret: secret } = answer.json;
  return { id, secret, verifier: randomBytes(32).toString('base64url') };
}

/** The query of an authorization request; undefined leaves a parameter out. */
export function requestOf(
  app: TestApp,
  { id, verifier }: Client,
  change: Record<string, string | undefined> = {},
): string {
  const fields: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: id,
    redirect_uri: CALLBACK,
    state: 'the state',
    scope: 'reports:read',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${app.url}/mcp`,
    ...change,
  };
  const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return new URLSearchParams(sent).toString();
}

/** What the page does with a decision. */
export async function decide(
  app: TestApp,
  token: string,
  request: string,
  { isApproved = true, brandIds }: { isApproved?: boolean; brandIds?: string[] } = {},
): Promise<TestAnswer> {
  const body = { request, isApproved, ...(brandIds && { brandIds }) };
  const answer = await app.call('POST', '/api/auth/consent/decision', { token, body });
  check(operations.find(({ id }) => id === 'decideConsent')!, answer);
  return answer;
}

/** The query of where a decision leads. */
export function answerIn({ status, json, text }: TestAnswer): Record<string, string> {
  assert.equal(status, 200, text);
  return Object.fromEntries(new URL(json.redirectTo).searchParams);
}

/** A code that a person let an agent have. */
export async function codeFor(
  app: TestApp,
  token: string,
  client: Client,
  change: Record<string, string | undefined> = {},
): Promise<string> {
  const { code } = answerIn(await decide(app, token, requestOf(app, client, change)));
  assert.match(code ?? '', /^slq_[\w-]{43}$/);
  return code!;
}

/** The form that exchanges a code. */
export function exchange(client: Client, code: string, redirectUri = CALLBACK) {
  return {
    grant_type: 'authorization_code',
    client_id: client.id,
    client_secret: client.secret,
    code,
    redirect_uri: redirectUri,
    code_verifier: client.verifier,
  };
}

export function refresh(client: Client, refreshToken: string) {
  return {
    grant_type: 'refresh_token',
    client_id: client.id,
    client_secret: client.secret,
    refresh_token: refreshToken,
  };
}

export interface Connected {
  client: Client;
  /** The code that it redeemed. */
  code: string;
  accessToken: string;
  refreshToken: string;
}

/** An agent that a person connected. */
export async function connected(
  app: TestApp,
  token: string,
  { brandIds, metadata, ...change }: { brandIds?: string[]; metadata?: object; resource?: string } = {},
): Promise<Connected> {
  const client = await register(app, metadata);
  const decided = await decide(app, token, requestOf(app, client, change), brandIds ? { brandIds } : {});
  const { code = '' } = answerIn(decided);
  const got = await sendForm(app, '/oauth/token', exchange(client, code));
  assert.equal(got.status, 200, got.text);
  return { client, code, accessToken: got.json.access_token, refreshToken: got.json.refresh_token };
}

/** Asks /mcp for the brands. */
export function listBrands(app: TestApp, bearer: string): Promise<TestAnswer> {
  return app.call('POST', '/mcp', {
    token: bearer,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_brands', arguments: {} } },
  });
}

/** The OAuth of the reference client, which keeps all in memory; the person agrees by HTTP, as the page would. */
export class AgentProvider implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:53682/callback';
  readonly clientMetadata = {
    client_name: 'Reference client',
    redirect_uris: [this.redirectUrl],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
  readonly #app: TestApp;
  readonly #token: string;
  #client: Json;
  #tokens: Json;
  #verifier = '';
  #discovery: Json;
  /** What came back to the redirect URI. */
  answer: Record<string, string> = {};
  /** How often a person was asked. */
  asked = 0;

  /** @param token of the login that agrees */
  constructor(app: TestApp, token: string) {
    this.#app = app;
    this.#token = token;
  }

  state() {
    return 'state of the client';
  }
  clientInformation() {
    return this.#client;
  }
  saveClientInformation(client: Json) {
    this.#client = client;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: Json) {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  discoveryState() {
    return this.#discovery;
  }
  saveDiscoveryState(state: Json) {
    this.#discovery = state;
  }

  async redirectToAuthorization(url: URL) {
    this.asked += 1;
    const led = await fetch(url, { redirect: 'manual' });
    assert.equal(led.status, 302);
    const page = new URL(led.headers.get('location') ?? '');
    const request = new URLSearchParams(page.hash.replace(/^#\/consent\?/, '')).get('request')!;
    const consent = await this.#app.call('GET', `/api/auth/consent?${new URLSearchParams({ request })}`, {
      token: this.#token,
    });
    assert.equal(consent.status, 200, consent.text);
    assert.equal(consent.json.redirectTo, null, consent.text);
    this.answer = answerIn(await decide(this.#app, this.#token, request));
  }
}
