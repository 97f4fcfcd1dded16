import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation, until } from '../support/app.ts';
import { type Caller, callerWith } from '../support/caller.ts';

const REPORT = '/api/customer/v1/reports/brands';
let app: TestApp;
let org: TestOrganisation;
let owner: Caller;

before(async () => {
  app = await startTestApp();
  org = await app.organisation({ brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }] });
  owner = callerWith(app, await app.login(org));
});
after(() => app?.close());

const create = async (body: object, by = owner) => by('createApiKey', { body: { name: 'Made', ...body } });
const report = (key: string) => app.call('POST', REPORT, { key });
const audited = async (action: string, targetId: string) =>
  (await owner('listAuditLog', { query: { action, targetId } })).json;

test('a key ends when it expires', async () => {
  const expiresAt = new Date(Date.now() + 1_500).toISOString();
  const { json } = await create({ expiresAt });
  assert.equal(json.expiresAt, expiresAt);
  assert.equal((await report(json.key)).status, 200);
  await until(async () => (await report(json.key)).status === 401, 3_000);
  await until(async () => (await owner('getApiKey', { ids: [json.id] })).json.state === 'EXPIRED');
});

test('after rotateApiKey both keys work in the overlap, the old one is 401 after', async () => {
  const old = (await create({ scopes: ['reports:read', 'runs:write'] })).json;
  const rotated = await owner('rotateApiKey', { ids: [old.id], body: { overlapMinutes: 1 } });
  assert.equal(rotated.status, 201);
  const { key, id, name, scopes, expiresAt } = rotated.json;
  assert.deepEqual([name, scopes, expiresAt], [old.name, old.scopes, null]);
  assert.deepEqual([(await report(old.key)).status, (await report(key)).status], [200, 200]);
  const before = (await owner('getApiKey', { ids: [old.id] })).json;
  assert.equal(before.replacedBy, id);
  const left = Date.parse(before.expiresAt) - Date.now();
  assert.ok(left > 50_000 && left <= 60_000, `${left} ms are left`);

  const again = await owner('rotateApiKey', { ids: [old.id], body: {} });
  assert.equal(again.status, 409, 'its successor is rotated instead');
  await app.app.services.db.sql`
    update api_key_index set expires_at = now() + interval '1 second' where key_id = ${old.id}`;
  await until(async () => (await report(old.key)).status === 401, 6_500);
  assert.equal((await report(key)).status, 200);
  assert.equal((await audited('rotateApiKey', old.id)).data[0].details.replacedBy, id);
});

test('rotateApiKey without overlap, twice at once, and of a key with an end', async () => {
  const ending = (await create({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })).json;
  const both = await Promise.all(
    [0, 0].map((overlapMinutes) => owner('rotateApiKey', { ids: [ending.id], body: { overlapMinutes } })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  const { json } = both.find(({ status }) => status === 201)!;
  const lifetime = Date.parse(json.expiresAt) - Date.parse(json.createdAt);
  assert.ok(Math.abs(lifetime - 3_600_000) < 10_000, 'it lives as long as the old one was made for');
  await until(async () => (await report(ending.key)).status === 401, 5_000);
  assert.equal((await report(json.key)).status, 200);
  const dead = await owner('rotateApiKey', { ids: [ending.id], body: {} });
  assert.equal(dead.status, 409);
  for (const overlapMinutes of [-1, 10_081, 1.5, null])
    assert.equal((await owner('rotateApiKey', { ids: [json.id], body: { overlapMinutes } })).status, 400);
});

test('after revokeApiKey the key is 401 within 5 s', async () => {
  const { id, key } = (await create({})).json;
  assert.equal((await report(key)).status, 200);
  assert.equal((await owner('revokeApiKey', { ids: [id] })).status, 204);
  await until(async () => (await report(key)).status === 401, 5_000);
  assert.equal((await owner('revokeApiKey', { ids: [id] })).status, 204, 'once more');
  assert.equal((await audited('revokeApiKey', id)).total, 1);
  assert.equal((await owner('getApiKey', { ids: [id] })).json.state, 'REVOKED');
});
