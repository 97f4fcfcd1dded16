// long: 12 s
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/base/ids.ts';
import { OPERATOR } from '../../src/features/administration/server-audit.ts';
import { createServerKey, revokeServerKey } from '../../src/features/administration/server-keys.ts';
import { check, operations } from '../support/callers/contract.ts';
import { withApp } from '../support/callers/organisation.ts';
import { adminKey, newAdminKey } from '../support/callers/server-admin.ts';
import { startTestApp, type TestAnswer, until } from '../support/server/app.ts';

const app = await withApp({});
const key = await adminKey(app);
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
const token = await app.login(org);
const { db } = app.app.services;

const LIST = '/api/server/organisations';
const one = `${LIST}/${org.id}`;
const get = (headers: Record<string, string>, path = LIST) => app.call('GET', path, { headers });
const bearer = (text: string) => ({ Authorization: `Bearer ${text}` });
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.call(method, path, { token: key, body, headers });
const name = async () => (await send('GET', one)).json.name as string;

/** A key whose last character is another one: its checksum is wrong. */
const altered = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
/** What no administrator may do, with the status of each. */
const BAD: [what: string, status: number, ask: () => Promise<TestAnswer>][] = [
  ['no key', 401, () => get({})],
  ['an empty bearer', 401, () => get({ Authorization: 'Bearer ' })],
  [
    'another scheme',
    401,
    () => get({ Authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` }),
  ],
  ['the key without its prefix', 401, () => get(bearer(key.slice('sl_admin_'.length)))],
  ['the key with the prefix of an organisation', 401, () => get(bearer(key.replace('admin', 'live')))],
  ['a changed character', 401, () => get(bearer(altered(key)))],
  ['a well-formed key that nobody made', 401, () => get(bearer(`sl_admin_${'0'.repeat(36)}`))],
  ['the key twice', 401, () => get(bearer(`${key}, ${key}`))],
  ['the key in X-API-Key', 401, () => get({ 'X-API-Key': key })],
  ['the key in the query', 401, () => get({}, `${LIST}?api_key=${key}`)],
  ['the key in a cookie', 401, () => get({ Cookie: `sightline_refresh=${key}` })],
  ["an organisation's key", 401, () => get(bearer(org.key))],
  ["an owner's login", 401, () => get(bearer(token))],
  ['a key that has expired', 401, async () => get(bearer(await adminKey(app, new Date(Date.now() - 1_000))))],
  ['a key that is revoked', 401, revoked],
  ['a key without the scope', 403, withoutScope],
  ['an unknown organisation', 404, () => send('GET', `${LIST}/${newId()}`)],
  ['an id that is none', 404, () => send('GET', `${LIST}/..%2f..%2f`)],
  ['SQL as an id', 404, () => send('DELETE', `${LIST}/${encodeURIComponent("' or '1'='1")}?name=x`)],
  ['a deletion without the name', 400, () => send('DELETE', one)],
  ['a deletion by another name', 400, () => send('DELETE', `${one}?name=Other`)],
  ['a plan that does not exist', 400, () => send('PATCH', one, { plan: 'GOLD' })],
  ['a limit below 0', 400, () => send('PATCH', one, { limits: { brands: -1 } })],
  ['a limit with a fraction', 400, () => send('PATCH', one, { limits: { brands: 1.5 } })],
  ['a limit of something else', 400, () => send('PATCH', one, { limits: { seats: 3 } })],
  ['a limit beyond all measure', 400, () => send('PATCH', one, { limits: { brands: 1e12 } })],
  ['a suspension without a reason', 400, () => send('PATCH', one, { suspension: {} })],
  [
    'a suspension with a long reason',
    400,
    () => send('PATCH', one, { suspension: { reason: 'x'.repeat(501) } }),
  ],
  ['a field that is not one', 400, () => send('PATCH', one, { isDemo: true })],
  ['a change of an older version', 412, () => send('PATCH', one, { plan: 'FREE' }, { 'If-Match': '"x"' })],
  ['no name', 400, () => send('POST', LIST, { plan: 'FREE', ownerEmail: 'a@b.example' })],
  ['an empty name', 400, () => send('POST', LIST, { name: '', plan: 'FREE', ownerEmail: 'a@b.example' })],
  ['a name of signs', 400, () => send('POST', LIST, { name: '—', plan: 'FREE', ownerEmail: 'a@b.example' })],
  [
    'an address with a line break',
    400,
    () => send('POST', LIST, { name: 'A', plan: 'FREE', ownerEmail: 'a@b.example\r\nBcc: c@d.example' }),
  ],
  [
    'an address that is none',
    400,
    () => send('POST', LIST, { name: 'A', plan: 'FREE', ownerEmail: 'nobody' }),
  ],
  ['an owner who is one', 409, () => send('POST', `${one}/invitations`, { email: org.email })],
  [
    'an owner of nothing',
    404,
    () => send('POST', `${LIST}/${newId()}/invitations`, { email: 'a@b.example' }),
  ],
  [
    'an owner of nothing, with an Idempotency-Key',
    404,
    () => send('POST', `${LIST}/x/invitations`, { email: 'a@b.example' }, { 'Idempotency-Key': '1' }),
  ],
  ['a state that does not exist', 400, () => send('GET', `${LIST}?state=GONE`)],
  ['a cursor of another list', 400, foreignCursor],
  ['a range backwards', 400, () => send('GET', `${one}/usage?startDate=2026-02-01&endDate=2026-01-01`)],
  ['a day that does not exist', 400, () => send('GET', `${one}/usage?startDate=2026-02-30`)],
  ['too many days', 400, () => send('GET', `${one}/usage?startDate=2020-01-01&endDate=2026-01-01`)],
  ['a method that is not one', 405, () => send('PUT', one, {})],
];

async function revoked(): Promise<TestAnswer> {
  const made = await newAdminKey(app);
  assert.equal((await get(bearer(made.key))).status, 200);
  assert.ok(await revokeServerKey(db, OPERATOR, made.id));
  return get(bearer(made.key));
}

async function withoutScope(): Promise<TestAnswer> {
  const made = await newAdminKey(app);
  await db.sql`update server_keys set scopes = array['reports:read'] where id = ${made.id}`;
  return get(bearer(made.key));
}

async function foreignCursor(): Promise<TestAnswer> {
  await app.organisation();
  const { next } = (await send('GET', `${LIST}?limit=1`)).json;
  assert.ok(next);
  assert.equal((await send('GET', `${LIST}?limit=1&after=${next}`)).status, 200);
  return send('GET', `/api/server/audit-log?after=${next}`);
}

for (const [what, status, ask] of BAD)
  test(`${what} is ${status}, and changes nothing`, async () => {
    const kept = async () => [
      await db.sql`select id, name, plan, limits, suspended_at, deleted_at from organisations where id = ${org.id}`,
      await db.sql`select count(*) from server_audit_log where target_type = 'organisation'`,
    ];
    const before = await kept();
    const answer = await ask();
    assert.equal(answer.status, status, answer.text);
    assert.ok(!answer.text.includes(key), 'an answer repeats no key');
    assert.deepEqual(await kept(), before);
  });

test('at least 20 bad cases are tried', () => assert.ok(BAD.length >= 20, `${BAD.length}`));

test("a key reads nothing of an organisation's data, by any operation of the contract", async () => {
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'The secret of Lumenfold.' }]);
  await app.snapshot();
  const isOthers = operations.filter(
    ({ path, raw }) => raw.security.length > 0 && !path.startsWith('/api/server/'),
  );
  for (const operation of isOthers) {
    const path = operation.path.replaceAll(/\{\w+\}/g, org.id);
    for (const headers of [bearer(key), { 'X-API-Key': key }]) {
      const answer = await app.call(operation.method, path, { headers, body: operation.body?.example });
      assert.equal(answer.status, 401, `${operation.id}: ${answer.text}`);
      check(operation, answer);
    }
  }
  assert.ok(isOthers.length > 150, `${isOthers.length}`);
  for (const path of ['', '/usage']) {
    const { status, text } = await send('GET', `${one}${path}`);
    assert.equal(status, 200);
    assert.ok(!/secret|Lumenfold/.test(text.replaceAll(await name(), '')), text);
  }
});

test('a key is kept by its hash alone, and no answer or log of it shows more than its beginning', async () => {
  const { key: made, id } = await createServerKey(db, OPERATOR, { name: 'Hashed', expiresAt: null });
  const [row] = await db.sql<
    { row: string }[]
  >`select server_keys::text as row from server_keys where id = ${id}`;
  assert.ok(row && !row.row.includes(made.slice(20)));
  const { text } = await send('GET', '/api/server/audit-log');
  assert.ok(!text.includes(made.slice(20)) && !text.includes(key.slice(20)));
});

test('requests of a key are limited, and those of another and of organisations are not', async () => {
  await using limited = await startTestApp({
    RATE_LIMIT_PER_MINUTE: '6',
    RATE_LIMIT_BURST: '5',
    RATE_LIMIT_PER_DAY: '50',
  });
  const [first, second] = [await adminKey(limited), await adminKey(limited)];
  const ask = (token: string) => limited.call('GET', LIST, { token });
  const statuses: number[] = [];
  for (let at = 0; at < 12; at += 1) statuses.push((await ask(first)).status);
  assert.ok(statuses.includes(429), statuses.join());
  const refused = await ask(first);
  if (refused.status === 429) assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  assert.equal((await ask(second)).status, 200);
  const other = await limited.organisation();
  for (let at = 0; at < 3; at += 1)
    assert.equal((await limited.call('GET', '/api/customer/v1/brands', { key: other.key })).status, 200);
  // Counted by day, for its use.
  // With another key each time, as each is limited.
  const usage = async () =>
    (await limited.call('GET', `${LIST}/${other.id}/usage`, { token: await adminKey(limited) })).json;
  const today = async () => (await usage()).days.at(-1).requests;
  await until(async () => (await today()) === 3, 10_000);
});

test('each change has the version it makes, and one of an older version changes nothing', async () => {
  const made = await send('POST', LIST, {
    name: 'Versioned',
    plan: 'FREE',
    ownerEmail: 'versions@server.example',
  });
  const path = made.headers.get('location') ?? '';
  assert.equal(path, `${LIST}/${made.json.id}`);
  const etagOf = ({ headers }: TestAnswer) => (headers.get('etag') ?? '').replace('W/', '');
  const got = await send('GET', path);
  assert.deepEqual([etagOf(made), got.headers.get('cache-control')], [etagOf(got), 'private, no-cache']);
  assert.equal((await send('GET', path, undefined, { 'If-None-Match': etagOf(got) })).status, 304);
  const match = { 'If-Match': etagOf(got) };
  const answers = await Promise.all(
    ['STARTER', 'GROWTH', 'CUSTOM'].map((plan) => send('PATCH', path, { plan }, match)),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412]);
  const changed = answers.find(({ status }) => status === 200)!;
  assert.equal(etagOf(changed), etagOf(await send('GET', path)));
  assert.equal((await send('DELETE', `${path}?name=Versioned`, undefined, match)).status, 412);
  assert.equal(
    (await send('DELETE', `${path}?name=Versioned`, undefined, { 'If-Match': etagOf(changed) })).status,
    204,
  );
});
