import assert from 'node:assert/strict';
import { operator } from '../../../src/features/audit/audit.ts';
import { proveDomain } from '../../../src/features/single-sign-on/domains.ts';
import { type Caller, callerWith } from '../callers/caller.ts';
import { check, operations } from '../callers/contract.ts';
import type { TestApp, TestOrganisation } from '../server/app.ts';
import type { ProviderPerson, TestProvider } from './oidc.ts';

export const PUBLIC_URL = 'https://reports.example';
/** What a server needs for the provider of tests. */
export const SIGN_ON_VARIABLES = {
  PUBLIC_URL,
  OUTBOUND_ALLOW: '127.0.0.1/32',
  TRUST_PROXY: '127.0.0.1',
};

/** An organisation with the provider, whose domain is proved. */
export interface Company {
  org: TestOrganisation;
  owner: Caller;
  ownerToken: string;
  settings: Record<string, unknown>;
  domain: string;
}

type Target = { email: string } | { organisationId: string } | { challenge: string } | { server: true };
interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

export const cookieOf = (headers: Headers, name = 'sightline_sso') =>
  headers
    .getSetCookie()
    .map((one) => new RegExp(`^${name}=([^;]+)`).exec(one)?.[1])
    .find(Boolean) ?? '';

const operationOf = (wanted: string) => {
  const operation = operations.find(({ id }) => id === wanted);
  assert.ok(operation);
  return operation;
};

/** Logins by a provider, as a browser does them. */
export function signOn(app: TestApp, provider: TestProvider) {
  let domains = 0;
  let address = 0;
  /** The limits of attempts begin anew: what follows comes from another address. */
  const unlimited = () => {
    address += 1;
  };
  const from = () => ({ 'X-Forwarded-For': `198.51.100.${address}` });

  async function company(settings: Record<string, unknown> = {}): Promise<Company> {
    unlimited();
    domains += 1;
    const domain = `c${domains}.corp.example`;
    const org = await app.organisation();
    const ownerToken = await app.login(org);
    const owner = callerWith(app, ownerToken);
    const { redirectUris, id: clientId, secret: clientSecret } = provider.client;
    redirectUris.push(`${PUBLIC_URL}/api/auth/single-sign-on/callback/${org.id}`);
    const { issuer } = provider;
    const body = { issuer, clientId, clientSecret, defaultRole: 'VIEWER', domains: [domain], ...settings };
    const { status, text } = await owner('putSingleSignOn', { body });
    assert.equal(status, 200, text);
    await proveDomain(app.app.services.db, operator(org.id), domain);
    provider.person = { sub: `ada of ${domain}`, email: `ada@${domain}`, email_verified: true };
    return { org, owner, ownerToken, settings: body, domain };
  }

  async function begin(body: Target) {
    const answer = await app.call('POST', '/api/auth/single-sign-on/login', { headers: from(), body });
    assert.equal(answer.status, 200, answer.text);
    check(operationOf('startSingleSignOn'), answer);
    return { url: answer.json.url as string, cookie: cookieOf(answer.headers) };
  }

  /** What the browser brings back to this server. */
  async function bring(back: URL | string, cookie: string, headers: Record<string, string> = {}) {
    const { pathname, search } = new URL(back);
    const sent = { ...from(), cookie: `sightline_sso=${cookie}`, ...headers };
    const answer = await app.call('GET', `${pathname}${search}`, { headers: sent });
    check(operationOf('finishSingleSignOn'), answer);
    return answer;
  }

  /** The whole login. */
  async function logIn(body: Target, person?: ProviderPerson) {
    if (person) provider.person = person;
    const { url, cookie } = await begin(body);
    return bring(await provider.browse(url), cookie);
  }

  /** Links the account of a login with who is at the provider. */
  async function link(caller: Caller, of: 'ORGANISATION' | 'SERVER' = 'ORGANISATION') {
    const { status, json, headers, text } = await caller('linkSingleSignOn', { query: { provider: of } });
    assert.equal(status, 200, text);
    const answer = await bring(await provider.browse(json.url), cookieOf(headers));
    assert.equal(answer.status, 303, answer.text);
    assert.equal(cookieOf(answer.headers, 'sightline_refresh'), '', 'a link began a session');
  }

  /** The access token of a finished login. */
  async function tokenOf(answer: Answered): Promise<string> {
    assert.equal(answer.status, 303, answer.text);
    const refresh = cookieOf(answer.headers, 'sightline_refresh');
    assert.ok(refresh, 'there is no session');
    const { status, json, text } = await app.call('POST', '/api/auth/refresh', {
      headers: { cookie: `sightline_refresh=${refresh}` },
      body: {},
    });
    assert.equal(status, 200, text);
    return json.accessToken;
  }

  return { company, begin, bring, logIn, link, tokenOf, unlimited, from, number: () => domains };
}
