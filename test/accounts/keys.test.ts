import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { createApiKey, revokeApiKey } from '../../src/domain/accounts/api-keys.ts';
import { openSession } from '../../src/domain/accounts/sessions.ts';
import { operator } from '../../src/domain/organisations/audit.ts';
import { completeRun, startTestApp, type TestApp, type TestOrganisation, until } from '../support/app.ts';

const REPORT = '/api/customer/v1/reports/brands';
/** Long enough for every algorithm, so that a wrong one is refused for being wrong. */
const JWT_SECRET = 'the secret that signs the tokens of these tests, '.repeat(2);
let app: TestApp;
let org: TestOrganisation;

before(async () => {
  app = await startTestApp({ JWT_SECRET });
  org = await app.organisation();
});
after(() => app?.close());

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
  await revokeApiKey(db, operator(org.id), revoked.id);
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
  const { sessionId, userId } = await openSession(app.app.services.db, org.email, org.password);
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

test('a revoked key is refused within 5 s', async () => {
  const { id, key } = await newKey();
  assert.equal((await report(key)).status, 200);
  await revokeApiKey(app.app.services.db, operator(org.id), id);
  // Its use goes on, so that it is never left to age.
  await until(async () => (await report(key)).status === 401, 5_000);
  assert.equal((await report(org.key)).status, 200);
});

test('in a rotation both keys work until the old one expires, to the moment', async () => {
  const expiresAt = new Date(Date.now() + 1_500);
  const old = await newKey(expiresAt);
  const { key } = await newKey();
  assert.deepEqual([(await report(old.key)).status, (await report(key)).status], [200, 200]);
  await until(() => Date.now() > expiresAt.getTime());
  assert.deepEqual([(await report(old.key)).status, (await report(key)).status], [401, 200]);
});
