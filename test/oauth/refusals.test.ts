// long: 14 s
// What OAuth refuses. Each case names its error, and none leaves anything that works behind.
import assert from 'node:assert/strict';
import { hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { purgeExpired } from '../../src/features/housekeeping/retention.ts';
import { callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { withApp } from '../support/callers/organisation.ts';
import {
  answerIn,
  CALLBACK,
  codeFor,
  connected,
  decide,
  exchange,
  listBrands,
  refresh,
  register,
  requestOf,
  sendForm,
} from '../support/logins/oauth.ts';
import { until } from '../support/server/app.ts';

const app = await withApp({});
const { config, db, limits } = app.app.services;
// All tests come from one address; that attempts are limited is a test of its own.
const limited = limits.attemptByAddress.bind(limits);
const limitedAccount = limits.attemptByAccount.bind(limits);
limits.attemptByAddress = async () => {};
limits.attemptByAccount = async () => {};

const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
const token = await app.login(org);
const sql = db.sql;

/** The status and OAuth's error of a form. */
async function tried(form: Record<string, string | undefined>, headers: Record<string, string> = {}) {
  const { status, json } = await sendForm(app, '/oauth/token', form, headers);
  return [status, json.error];
}

async function refusedAtMcp(bearer: string): Promise<boolean> {
  const answer = await listBrands(app, bearer);
  return answer.status === 401;
}

const REDIRECTS: Record<string, string> = {
  'plain http elsewhere': 'http://claude.ai/callback',
  'a script': 'javascript://claude.ai/%0aalert(1)',
  data: 'data://text/html,x',
  'a file': 'file:///etc/passwd',
  'a fragment': 'https://claude.ai/callback#here',
  'an empty fragment': 'https://claude.ai/callback#',
  'a user name': 'https://claude.ai@evil.example/callback',
  'no scheme': '/callback',
  'no host': 'com.example.app:callback',
  'a space': 'https://claude.ai/call back',
  'another script': 'https://clаude.ai/callback',
};
for (const [what, uri] of Object.entries(REDIRECTS))
  test(`registration refuses a redirect URI with ${what}`, async () => {
    const { status, json } = await app.call('POST', '/oauth/register', { body: { redirect_uris: [uri] } });
    assert.deepEqual([status, json.error], [400, 'invalid_redirect_uri']);
  });

test('registration refuses what it does not know, and names that mislead', async () => {
  const metadata: [object, string][] = [
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [{ response_types: ['token'] }, 'invalid_client_metadata'],
    [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ client_name: 'Sight\u202eenil' }, 'invalid_client_metadata'],
    [{ client_name: 'two\nlines' }, 'invalid_client_metadata'],
    [{ client_name: 'x'.repeat(201) }, 'validation_error'],
    [{ redirect_uris: [] }, 'validation_error'],
    [{ redirect_uris: Array.from({ length: 11 }, (_, at) => `${CALLBACK}${at}`) }, 'validation_error'],
  ];
  for (const [change, error] of metadata) {
    const { status, json } = await app.call('POST', '/oauth/register', {
      body: { redirect_uris: [CALLBACK], ...change },
    });
    assert.deepEqual([status, json.error], [400, error], JSON.stringify(change).slice(0, 80));
  }
});

test('a request of an unknown client, or for another redirect URI, leads nowhere', async () => {
  const client = await register(app);
  for (const change of [
    { client_id: 'slo_unknown' },
    { client_id: undefined },
    { client_id: 'http://127.0.0.1/client.json' },
    { redirect_uri: 'https://evil.example/callback' },
    { redirect_uri: `${CALLBACK}/more` },
    { redirect_uri: `${CALLBACK}?more=1` },
    { redirect_uri: CALLBACK.replace('https', 'HTTPS') },
    { redirect_uri: 'https://claude.ai:444/api/mcp/auth_callback' },
  ]) {
    const request = requestOf(app, client, change);
    for (const answer of [
      await app.call('GET', `/api/auth/consent?${new URLSearchParams({ request })}`, { token }),
      await decide(app, token, request),
    ])
      assert.deepEqual([answer.status, answer.json.error], [400, 'validation_error'], JSON.stringify(change));
  }
  const twice = `${requestOf(app, client)}&redirect_uri=https%3A%2F%2Fevil.example`;
  assert.equal((await decide(app, token, twice)).status, 400);
});

const REFUSED: [string, Record<string, string | undefined>, string][] = [
  ['PKCE plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['PKCE without a method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
  ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['a challenge of another length', { code_challenge: 'short' }, 'invalid_request'],
  ['a token instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
  ['no response type', { response_type: undefined }, 'unsupported_response_type'],
  ['an answer in the fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['another resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ['a resource beside', { resource: `${app.url}/mcp//` }, 'invalid_target'],
  ['a part of a resource', { resource: `${app.url}/mcp?part=1` }, 'invalid_target'],
  ['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
  ['a request object elsewhere', { request_uri: 'https://evil.example/r' }, 'request_uri_not_supported'],
];
for (const [what, change, error] of REFUSED)
  test(`a request with ${what} goes back to the client, though the person agrees`, async () => {
    const request = requestOf(app, await register(app), change);
    const consent = await app.call('GET', `/api/auth/consent?${new URLSearchParams({ request })}`, { token });
    const shown = new URL(consent.json.redirectTo).searchParams;
    const answer = answerIn(await decide(app, token, request));
    for (const got of [Object.fromEntries(shown), answer]) {
      assert.deepEqual([got['error'], got['state'], got['iss']], [error, 'the state', app.url]);
      assert.equal(got['code'], undefined);
    }
  });

test('who says no sends the agent away without a code', async () => {
  const decided = await decide(app, token, requestOf(app, await register(app)), { isApproved: false });
  const { error, code, state, iss } = answerIn(decided);
  assert.deepEqual([error, code, state, iss], ['access_denied', undefined, 'the state', app.url]);
});

test('only the access token of a login decides: no cookie, no key, no other page', async () => {
  const client = await register(app);
  const login = await app.call('POST', '/api/auth/login', {
    body: { email: org.email, password: org.password, session: 'cookie' },
  });
  const [cookie = ''] = (login.headers.get('set-cookie') ?? '').split(';');
  const body = { request: requestOf(app, client), isApproved: true };
  for (const credentials of [
    {},
    { headers: { Cookie: cookie } },
    { key: org.key },
    { token: org.key },
    { token: (await connected(app, token)).accessToken },
  ]) {
    const { status } = await app.call('POST', '/api/auth/consent/decision', { ...credentials, body });
    assert.equal(status, 401);
  }
});

test('a code needs its verifier, client and redirect URI, and is used up by the first try', async () => {
  const client = await register(app);
  const other = await register(app);
  const wrong: [string, Record<string, string | undefined>, string][] = [
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['a short verifier', { code_verifier: 'x' }, 'invalid_request'],
    ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }, 'invalid_request'],
    ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
  ];
  for (const [what, change, error] of wrong) {
    const form = exchange(client, await codeFor(app, token, client));
    assert.deepEqual(await tried({ ...form, ...change }), [400, error], what);
    assert.deepEqual(await tried(form), [400, 'invalid_grant'], `after ${what}`);
  }
  const form = exchange(client, await codeFor(app, token, client));
  assert.deepEqual(await tried({ ...form, client_id: other.id }), [400, 'invalid_grant']);
  assert.deepEqual(await tried({ ...form, resource: 'https://evil.example/mcp' }), [400, 'invalid_target']);
  assert.deepEqual(await tried({ ...form, code: 'slq_unknown' }), [400, 'invalid_grant']);
  await sql`update oauth_codes set expires_at = now() - interval '1 second' where client_id = ${client.id}`;
  assert.deepEqual(await tried(form), [400, 'invalid_grant']);
});

test('a code that comes again ends what it began', async () => {
  const client = await register(app);
  const form = exchange(client, await codeFor(app, token, client));
  const { json } = await sendForm(app, '/oauth/token', form);
  assert.equal(await refusedAtMcp(json.access_token), false);
  assert.deepEqual(await tried(form), [400, 'invalid_grant']);
  await until(() => refusedAtMcp(json.access_token));
  assert.deepEqual(await tried(refresh(client, json.refresh_token)), [400, 'invalid_grant']);
});

test('of one code at ten places at once, one gets tokens at most', async () => {
  const client = await register(app);
  const form = exchange(client, await codeFor(app, token, client));
  const all = await Promise.all(Array.from({ length: 10 }, () => sendForm(app, '/oauth/token', form)));
  assert.equal(all.filter(({ status }) => status === 200).length, 1);
});

test('a client proves who it is as it registered', async () => {
  const open = await register(app);
  const closed = await register(app, { token_endpoint_auth_method: 'client_secret_post' });
  const openForm = exchange(open, await codeFor(app, token, open));
  const form = exchange(closed, await codeFor(app, token, closed));
  const basic = (id: string, secret: string) => ({
    Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });
  for (const change of [
    { client_secret: undefined },
    { client_secret: '' },
    { client_secret: 'sls_wrong' },
    { client_id: 'slo_unknown' },
    { client_id: undefined },
  ])
    assert.deepEqual(await tried({ ...form, ...change }), [401, 'invalid_client'], JSON.stringify(change));
  assert.deepEqual(await tried({ ...openForm, client_secret: 'sls_invented' }), [401, 'invalid_client']);
  const { client_id: _, client_secret: __, ...bare } = form;
  assert.deepEqual(await tried(bare, basic(closed.id, 'sls_wrong')), [401, 'invalid_client']);
  assert.deepEqual(await tried(form, basic(closed.id, closed.secret!)), [400, 'invalid_request']);
  assert.deepEqual(await tried(form), [200, undefined]);
});

test('the token endpoint takes forms alone, each field once, and two grants', async () => {
  const client = await register(app);
  const form = exchange(client, await codeFor(app, token, client));
  const json = await app.call('POST', '/oauth/token', { body: form });
  assert.equal(json.status, 415);
  const twice = `${new URLSearchParams(form as never)}&code=slq_x`;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  assert.equal((await app.call('POST', '/oauth/token', { headers, body: twice })).status, 400);
  assert.equal((await app.call('POST', '/oauth/token', { headers, body: 'x'.repeat(20_000) })).status, 413);
  for (const grant_type of ['password', 'client_credentials', 'implicit', '__proto__'])
    assert.deepEqual(await tried({ ...form, grant_type }), [400, 'unsupported_grant_type']);
  assert.deepEqual(await tried({ ...form, grant_type: undefined }), [400, 'invalid_request']);
});

test('a refresh token follows another: again within 15 s the same, later it ends the connection', async () => {
  const { client, refreshToken } = await connected(app, token);
  const first = await sendForm(app, '/oauth/token', refresh(client, refreshToken));
  const again = await sendForm(app, '/oauth/token', refresh(client, refreshToken));
  assert.equal(first.json.refresh_token, again.json.refresh_token);
  const next = await sendForm(app, '/oauth/token', refresh(client, first.json.refresh_token));
  assert.equal(next.status, 200);
  // Its successor was used: somebody else has it.
  assert.deepEqual(await tried(refresh(client, refreshToken)), [400, 'invalid_grant']);
  assert.deepEqual(await tried(refresh(client, next.json.refresh_token)), [400, 'invalid_grant']);
  await until(() => refusedAtMcp(next.json.access_token));

  const late = await connected(app, token);
  const used = await sendForm(app, '/oauth/token', refresh(late.client, late.refreshToken));
  await sql`update oauth_refresh_tokens set used_at = used_at - interval '16 seconds' where used_at is not null`;
  assert.deepEqual(await tried(refresh(late.client, late.refreshToken)), [400, 'invalid_grant']);
  assert.deepEqual(await tried(refresh(late.client, used.json.refresh_token)), [400, 'invalid_grant']);
});

test('a refresh token is of its client and resource, for 30 days', async () => {
  const { client, refreshToken } = await connected(app, token);
  const other = await register(app);
  assert.deepEqual(await tried(refresh(other, refreshToken)), [400, 'invalid_grant']);
  const form = refresh(client, refreshToken);
  assert.deepEqual(await tried({ ...form, resource: 'https://evil.example/mcp' }), [400, 'invalid_target']);
  const [left] = await sql<{ days: number }[]>`
    select extract(epoch from max(expires_at) - now())::float / 86400 as days from oauth_refresh_tokens`;
  assert.ok(left!.days > 29.9 && left!.days <= 30, `${left!.days}`);
  await sql`update oauth_refresh_tokens set expires_at = now() - interval '1 second'`;
  assert.deepEqual(await tried(form), [400, 'invalid_grant']);
});

test('an access token is ours, for this resource, and young', async () => {
  const { accessToken } = await connected(app, token);
  const [header = '', payload = '', signature = ''] = accessToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  assert.equal(claims.aud, `${app.url}/mcp`);
  assert.ok(claims.exp - claims.iat <= 900);
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const key = new Uint8Array(hkdfSync('sha256', config.jwtSecret, '', 'access tokens of agents', 32));
  const now = Math.floor(Date.now() / 1000);
  const signed = (
    change: object,
    { alg = 'HS256', typ = 'at+jwt', by = key }: { alg?: string; typ?: string; by?: Uint8Array } = {},
  ) => new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg, typ }).sign(by);
  assert.equal(await refusedAtMcp(await signed({})), false);
  const refused: Record<string, string> = {
    'no algorithm': `${encoded({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    'no signature': `${header}.${payload}.`,
    'another signature': `${header}.${payload}.${signature.split('').reverse().join('')}`,
    'altered claims': `${header}.${encoded({ ...claims, sub: 'another' })}.${signature}`,
    'another algorithm': await signed({}, { alg: 'HS512', by: new Uint8Array(64).fill(1) }),
    'another key': await signed({}, { by: new TextEncoder().encode(config.jwtSecret) }),
    'another type': await signed({}, { typ: 'JWT' }),
    'another resource': await signed({ aud: 'https://evil.example/mcp' }),
    'the API as resource': await signed({ aud: 'sightline-api' }),
    'no resource': await signed({ aud: undefined }),
    'another issuer': await signed({ iss: 'https://evil.example' }),
    expired: await signed({ exp: now - 1, iat: now - 901 }),
    'no end': await signed({ exp: undefined }),
    'too old for its end': await signed({ iat: now - 901, exp: now + 900 }),
    'not yet': await signed({ nbf: now + 600 }),
    'no connection': await signed({ sid: undefined }),
    'an unknown connection': await signed({ sid: '019aa0c4-7f00-7000-8000-000000000001' }),
    'a login as connection': await signed({
      sid: JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid,
    }),
    'a login': token,
    nothing: 'x',
  };
  for (const [what, bearer] of Object.entries(refused)) assert.ok(await refusedAtMcp(bearer), what);
  const answer = await listBrands(app, 'x');
  assert.match(answer.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
  const both = await app.call('POST', '/mcp', {
    token: accessToken,
    key: org.key,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  assert.equal(both.status, 401);
});

test('an access token opens /mcp alone', async () => {
  const { accessToken } = await connected(app, token);
  for (const path of ['/api/brands', '/api/auth/me', '/api/auth/connections', '/api/members']) {
    assert.equal((await app.call('GET', path, { token: accessToken })).status, 401, path);
    assert.equal((await app.call('GET', path, { key: accessToken })).status, 401, path);
  }
  const reports = '/api/customer/v1/reports/brands';
  for (const credentials of [{ token: accessToken }, { key: accessToken }])
    assert.equal((await app.call('POST', reports, { ...credentials, body: {} })).status, 401);
  assert.equal((await app.call('GET', `${reports}?api_key=${accessToken}`)).status, 401);
});

test('the agent revokes by either token; a token of another client stays', async () => {
  for (const name of ['accessToken', 'refreshToken'] as const) {
    const { client, accessToken, ...rest } = await connected(app, token);
    const other = await register(app);
    const of = name === 'accessToken' ? accessToken : rest.refreshToken;
    assert.equal((await sendForm(app, '/oauth/revoke', { token: of, client_id: other.id })).status, 200);
    assert.equal((await sendForm(app, '/oauth/revoke', { token: 'x', client_id: client.id })).status, 200);
    assert.equal(await refusedAtMcp(accessToken), false);
    assert.equal((await sendForm(app, '/oauth/revoke', { token: of, client_id: 'slo_no' })).status, 401);
    assert.equal((await sendForm(app, '/oauth/revoke', { client_id: client.id })).status, 400);
    assert.equal((await sendForm(app, '/oauth/revoke', { token: of, client_id: client.id })).status, 200);
    await until(() => refusedAtMcp(accessToken), 5_000);
  }
});

test('connections are listed to their person and to an ADMIN, and each is in the audit log', async () => {
  const theirs = await app.organisation();
  const owner = callerWith(app, await app.login(theirs));
  const one = await joined(app, owner, 'VIEWER');
  const another = await joined(app, owner, 'VIEWER');
  await connected(app, one.token);
  await connected(app, another.token);
  const own = (await callerWith(app, one.token)('listConnections')).json;
  assert.deepEqual([own.total, own.data[0]!.isOwn, own.data[0]!.clientName], [1, true, 'Claude']);
  const all = (await owner('listConnections')).json;
  assert.deepEqual([all.total, all.data.map(({ isOwn }) => isOwn)], [2, [false, false]]);
  const { id } = all.data.find(({ email }) => email !== own.data[0]!.email)!;
  assert.equal((await callerWith(app, one.token)('endConnection', { ids: [id] })).status, 404);
  assert.equal((await callerWith(app, token)('endConnection', { ids: [id] })).status, 404);
  assert.equal((await owner('endConnection', { ids: [id] })).status, 204);
  assert.equal((await owner('listConnections')).json.total, 1);
  const log = (await owner('listAuditLog', { query: { targetType: 'connection' } })).json.data;
  assert.deepEqual(
    log.map(({ action }) => action),
    ['endConnection', 'issueAgentTokens', 'issueAgentTokens'],
  );
  assert.doesNotMatch(JSON.stringify(log), /sl[qfs]_/);
});

test('a client that nobody connected is forgotten after a day, and told to register again', async () => {
  const [unused, used] = [await register(app), await connected(app, token)];
  await sql`update oauth_clients set created_at = now() - interval '25 hours'`;
  await sql`update oauth_codes set expires_at = now() - interval '25 hours'`;
  await purgeExpired(db, [], AbortSignal.timeout(60_000));
  assert.deepEqual(await tried(exchange(unused, 'slq_x')), [401, 'invalid_client']);
  assert.equal((await tried(refresh(used.client, used.refreshToken)))[0], 200);
});

test('registrations from one address are limited', async () => {
  limits.attemptByAddress = limited;
  limits.attemptByAccount = limitedAccount;
  const statuses = [];
  for (let at = 0; at < 25; at += 1)
    statuses.push(
      (await app.call('POST', '/oauth/register', { body: { redirect_uris: [CALLBACK] } })).status,
    );
  assert.ok(statuses.includes(429));
});
