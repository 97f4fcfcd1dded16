import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { openSession } from '../../src/features/accounts/login.ts';
import { createApiKey, revokeApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { completeRun, until } from '../support/server/app.ts';

const REPORT = '/api/customer/v1/reports/brands';
/** Long enough for every algorithm, so that a wrong one is refused for being wrong. */
const JWT_SECRET = 'the secret that signs the tokens of these tests, '.repeat(2);

const { app, org } = await withOrganisation({}, { JWT_SECRET });

function newKey(expiresAt: Date | null = null) {
  return createApiKey(app.app.services.db, operator(org.id), {
    name: 'Another',
    scopes: ['reports:read'],
    expiresAt,
  });
}
const report = (key?: string, query = '') =>
  app.call('POST', `${REPORT}${query}`, key === undefined ? {} : { key });

test('bad keys of all kinds get the same bytes, with WWW-Authenticate', async () => {
  const { db } = app.app.services;
  const [unknown, revoked, expired] = [
    await newKey(),
    await newKey(),
    await newKey(new Date(Date.now() - 1000)),
  ];
  await db.sql`delete from api_key_index where key_id = ${unknown.id}`;
  await db.tenant(org.id, (tx) => revokeApiKey(tx, operator(org.id), revoked.id));
  const badChecksum = `${org.key.slice(0, -1)}${org.key.endsWith('0') ? '1' : '0'}`;
  const none = await report();
  assert.equal(none.status, 401);
  assert.match(none.headers.get('www-authenticate') ?? '', /^ApiKey /);
  assert.equal(none.json.error, 'unauthorized');
  for (const bad of [unknown.key, revoked.key, expired.key, badChecksum, 'x', '', `${org.key} ${org.key}`]) {
    for (const answer of [
      await report(bad),
      await report(undefined, `?api_key=${encodeURIComponent(bad)}`),
    ]) {
      assert.equal(answer.status, 401, bad);
      assert.equal(answer.text, none.text);
      assert.equal(answer.headers.get('www-authenticate'), none.headers.get('www-authenticate'));
    }
  }
});

test('the query parameter api_key works', async () => {
  const answer = await report(undefined, `?api_key=${org.key}`);
  assert.equal(answer.status, 200);
  assert.doesNotMatch(JSON.stringify([...answer.headers]) + answer.text, new RegExp(org.key));
});

test('keys that differ, or one sent twice, are refused', async () => {
  const other = (await app.organisation()).key;
  assert.equal((await report(org.key, `?api_key=${org.key}`)).status, 200);
  assert.equal((await report(org.key, `?api_key=${other}`)).status, 401);
  assert.equal((await report(other, `?api_key=${org.key}x`)).status, 401);
  assert.equal((await report(org.key, '?api_key=')).status, 401);
  assert.equal((await report(undefined, `?api_key=${org.key}&api_key=${org.key}`)).status, 401);
  for (const second of [org.key, other]) assert.equal(await statusOfTwoHeaders(org.key, second), 401);
});

/** fetch would join the two. */
function statusOfTwoHeaders(first: string, second: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    const headers = ['Host', 'localhost', 'X-API-Key', first, 'X-API-Key', second];
    request(`${app.url}${REPORT}`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    })
      .on('error', failed)
      .end();
  });
}

test('the plan comes before the body, the key before both', async () => {
  for (const plan of ['FREE', 'STARTER', 'GROWTH'] as const) {
    const { key } = await app.organisation({ plan });
    for (const body of [undefined, '{"limit":', '{"nonsense":1}']) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await app.call('POST', REPORT, { key, headers, body });
      assert.equal(answer.status, 402, body);
      assert.equal(answer.json.error, 'subscription_required');
      assert.equal(answer.json.plan, plan);
    }
  }
  const headers = { 'Content-Type': 'text/plain' };
  assert.equal((await app.call('POST', REPORT, { key: 'bad', headers, body: '{' })).status, 401);
});

test('only our own, fresh, signed access tokens are taken', async () => {
  const login = await openSession(app.app.services.db, org.email, org.password);
  assert.ok('sessionId' in login);
  const { sessionId, userId } = login;
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sid: sessionId,
    sub: userId,
    iss: 'sightline',
    aud: 'sightline-api',
    iat: now,
    exp: now + 600,
  };
  const sign = (changed: object = {}, header: object = {}, secret = JWT_SECRET) =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .sign(new TextEncoder().encode(secret));
  const ingest = async (token: string) =>
    app.call('POST', '/api/runs', { token, body: [completeRun({ brand: 'None' })] });

  assert.equal((await ingest(await sign())).status, 200, 'the token that the others differ from');
  const [, payload] = (await sign()).split('.');
  const refused: Record<string, string> = {
    'alg none': new UnsecuredJWT(claims).encode(),
    'alg none, with a signature': `${btoa('{"alg":"none","typ":"at+jwt"}').replaceAll('=', '')}.${payload}.AAAA`,
    'another algorithm': await sign({}, { alg: 'HS512' }),
    'another secret': await sign({}, {}, JWT_SECRET.toUpperCase()),
    'another type': await sign({}, { typ: 'JWT' }),
    'another issuer': await sign({ iss: 'somebody' }),
    'another audience': await sign({ aud: 'somewhere' }),
    expired: await sign({ iat: now - 600, exp: now - 1 }),
    'no exp': await sign({ exp: undefined }),
    'too old, though it says it is not': await sign({ iat: now - 4000, exp: now + 600 }),
    'another user': await sign({ sub: org.id }),
    'no such session': await sign({ sid: org.id }),
    'no token': 'abc',
  };
  for (const [what, token] of Object.entries(refused)) {
    const answer = await ingest(token);
    assert.equal(answer.status, 401, what);
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer /);
  }
  const both = await app.call('POST', REPORT, { token: await sign() });
  assert.equal(both.status, 401, 'a token on the reports of keys');
});

test('ingestion by a key needs its scope', async () => {
  const reader = await app.organisation({ scopes: ['reports:read'] });
  const writer = await app.organisation({ scopes: ['runs:write'] });
  const ingest = (key: string) => app.call('POST', '/api/runs', { key, body: [] });
  const refused = await ingest(reader.key);
  assert.equal(refused.status, 403);
  assert.match(refused.json.message, /runs:write/);
  assert.equal((await ingest(writer.key)).status, 200);
  assert.equal((await report(writer.key)).status, 403);
  assert.equal((await report(reader.key)).status, 200);
});

const login = (email: string, password: string) =>
  app.call('POST', '/api/auth/login', { body: { email, password } });
const refresh = (refreshToken: string) => app.call('POST', '/api/auth/refresh', { body: { refreshToken } });
/** Whether an access token is taken. */
const works = async (token: string) =>
  (await app.call('POST', '/api/runs', { token, body: [] })).status === 200;

test('login takes the email in any case, and its token works', async () => {
  const { status, json } = await login(` ${org.email.toUpperCase()} `, org.password);
  assert.equal(status, 200);
  assert.deepEqual([json.expiresIn, json.tokenType], [3600, 'Bearer']);
  assert.ok(await works(json.accessToken));
  for (const password of [org.password.toUpperCase(), `${org.password} `, ` ${org.password}`])
    assert.equal((await login(org.email, password)).status, 401, 'a password is taken as it is');
});

test('a wrong password and an unknown email: the same answer in the same time', async () => {
  const { email } = await app.organisation({ isHashedInFull: true });
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = new Set<string>();
  for (let round = 0; round < 7; round += 1) {
    for (const [kind, account] of [
      ['known', email],
      ['unknown', `nobody${round}@customer.example`],
    ] as const) {
      const startedAt = performance.now();
      const { status, text, headers } = await login(account, 'a wrong password');
      times[kind].push(performance.now() - startedAt);
      assert.equal(status, 401);
      answers.add(`${text} ${headers.get('www-authenticate')} ${headers.get('content-length')}`);
    }
  }
  assert.equal(answers.size, 1);
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[3] ?? 0;
  const ratio = median(times.unknown) / median(times.known);
  assert.ok(ratio > 0.6 && ratio < 1.7, `unknown accounts take ${ratio} times as long`);
});

test('repeated tries at an account get 429, the right password too; others are not held up', async () => {
  const { email, password } = await app.organisation();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await login(email, 'wrong one')).status);
  assert.deepEqual(statuses, [...Array(10).fill(401), 429]);
  const refused = await login(email.toUpperCase(), password);
  assert.equal(refused.status, 429);
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(wait >= 1 && wait <= 30, `Retry-After: ${wait}`);
  const other = await app.organisation();
  assert.equal((await login(other.email, other.password)).status, 200);
});

test('an unknown account is limited like a known one', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    statuses.push((await login('stranger@customer.example', 'wrong one')).status);
  assert.deepEqual(statuses, [...Array(10).fill(401), 429]);
});

test('a refresh token whose successor was used works no more; its second use ends all that came from the same login', async () => {
  const first = (await login(org.email, org.password)).json;
  const other = (await login(org.email, org.password)).json;
  const second = await refresh(first.refreshToken);
  assert.equal(second.status, 200);
  assert.notEqual(second.json.refreshToken, first.refreshToken);
  assert.ok(await works(second.json.accessToken));
  const third = await refresh(second.json.refreshToken);
  assert.equal(third.status, 200);

  assert.equal((await refresh(first.refreshToken)).status, 401, 'used before');
  assert.equal((await refresh(third.json.refreshToken)).status, 401, 'its family has ended');
  for (const { accessToken } of [first, second.json, third.json])
    await until(async () => !(await works(accessToken)), 5_000);
  assert.ok(await works(other.accessToken), 'another login goes on');
  assert.equal((await refresh(other.refreshToken)).status, 200);
});

test('what is no refresh token of ours is refused', async () => {
  const { accessToken } = (await login(org.email, org.password)).json;
  for (const token of ['slr_', 'slr_AAAA', accessToken, org.key])
    assert.equal((await refresh(token.slice(0, 200))).status, 401);
});
