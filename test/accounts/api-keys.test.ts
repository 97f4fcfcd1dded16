import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationId } from '../../src/server/dispatch/handler.ts';
import { callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { completeRun, until } from '../support/server/app.ts';

const REPORT = '/api/customer/v1/reports/brands';

const {
  app,
  org,
  call: owner,
} = await withOrganisation({ brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }] });

const create = async (body: object, by = owner) => by('createApiKey', { body: { name: 'Made', ...body } });
const report = (key: string) => app.call('POST', REPORT, { key });
const audited = async (action: string, targetId: string) =>
  (await owner('listAuditLog', { query: { action, targetId } })).json;

test('createApiKey shows the key once; it works at once', async () => {
  const { status, json } = await create({});
  assert.equal(status, 201);
  const { key, ...shown } = json;
  assert.match(key, /^sl_live_[0-9A-Za-z]{36}$/);
  assert.equal(shown.prefix, key.slice(0, 14));
  assert.deepEqual([shown.scopes, shown.brandIds, shown.state], [['reports:read'], null, 'ACTIVE']);
  assert.equal((await report(key)).status, 200);
  const got = await owner('getApiKey', { ids: [json.id] });
  assert.deepEqual(got.json, shown);
  const listed = await owner('listApiKeys', { query: { state: 'ACTIVE', limit: 1 } });
  assert.deepEqual([listed.json.data, listed.json.total], [[shown], 2]);
  const log = await audited('createApiKey', json.id);
  assert.equal(log.total, 1);
  assert.ok(!JSON.stringify([log, got.json, listed.json]).includes(key));
});

test('updateApiKey renames; scopes, brands, plan and organisation cannot be assigned', async () => {
  const { id } = (await create({})).json;
  const renamed = await owner('updateApiKey', { ids: [id], body: { name: 'Monthly' } });
  assert.deepEqual([renamed.status, renamed.json.name], [200, 'Monthly']);
  assert.equal((await audited('updateApiKey', id)).total, 1);
  for (const change of [{ scopes: ['runs:write'] }, { brandIds: null }, { orgId: 'x' }, { isAdmin: true }])
    assert.equal((await owner('updateApiKey', { ids: [id], body: { name: 'X', ...change } })).status, 400);
  for (const change of [{ plan: 'CUSTOM' }, { orgId: 'x' }, { key: 'sl_live_mine' }, { state: 'ACTIVE' }])
    assert.equal((await create(change)).status, 400);
});

test('createApiKey refuses unknown scopes, times that have passed and no brands', async () => {
  for (const change of [
    { scopes: [] },
    { scopes: ['everything'] },
    { brandIds: [] },
    { expiresAt: '2020-01-01T00:00:00Z' },
    { expiresAt: '2027-02-30T00:00:00Z' },
    { expiresAt: 'tomorrow' },
    { name: '' },
  ])
    assert.equal((await create(change)).status, 400, JSON.stringify(change));
  const { json } = await create({ scopes: ['everything'] });
  assert.match(json.message, /scopes\[0\] must be one of reports:read, runs:write/);
});

test('a key that is limited to brands sees and writes no other', async () => {
  const [gleamwell, lumenfold] = (await owner('listBrands')).json.data;
  const { json } = await create({ scopes: ['reports:read', 'runs:write'], brandIds: [lumenfold!.id] });
  assert.deepEqual(json.brandIds, [lumenfold!.id]);
  const runs = [
    completeRun({ brand: 'Lumenfold', answer: 'Lumenfold.' }),
    completeRun({ brand: 'Gleamwell', answer: 'Gleamwell.' }),
    completeRun({ brandId: gleamwell!.id, answer: 'Gleamwell.' }),
    completeRun({ brandId: 'unknown', answer: 'Gleamwell.' }),
  ];
  const { results } = (await app.call('POST', '/api/runs', { key: json.key, body: runs })).json;
  assert.deepEqual(
    results.map(({ status, error }: Record<string, string>) => [status, error]),
    [['created', undefined], ...Array(3).fill(['refused', 'not_found'])],
  );
  assert.equal(results[2].message, results[3].message, 'there are no others for it');
  await app.ingest(org, [{ brand: 'Gleamwell', answer: 'Gleamwell.' }]);
  await app.snapshot();
  assert.equal((await report(org.key)).json.total, 2);
  const limited = (await report(json.key)).json;
  assert.deepEqual([limited.total, limited.data[0].brand.name], [1, 'Lumenfold']);
  const asked = await app.call('POST', REPORT, { key: json.key, body: { brand_id: gleamwell!.id } });
  assert.deepEqual([asked.status, asked.json.total], [200, 0]);

  const theirs = callerWith(app, await app.login(await app.organisation()));
  const foreign = await create({ brandIds: [lumenfold!.id] }, theirs);
  assert.equal(foreign.status, 404);
  assert.equal(foreign.text, (await create({ brandIds: ['unknown'] }, theirs)).text);
});

test('lastUsedAt is written off the request path', async () => {
  const { id, key } = (await create({})).json;
  const lastUsedAt = async () => (await owner('getApiKey', { ids: [id] })).json.lastUsedAt;
  await report(key);
  assert.equal(await lastUsedAt(), null);
  await app.app.services.auth.keyUse.write();
  const first = await lastUsedAt();
  assert.ok(Math.abs(Date.now() - Date.parse(first!)) < 10_000);
  await app.app.services.auth.keyUse.write();
  assert.equal(await lastUsedAt(), first, 'nothing was used since');
});

test('keys exist on every plan, up to its quota; a rotation takes none of it', async () => {
  const free = await app.organisation({ plan: 'FREE' });
  const call = callerWith(app, await app.login(free));
  const second = await create({}, call);
  assert.equal(second.status, 201);
  const refused = await create({}, call);
  assert.equal(refused.status, 402);
  const { currentUsage, limit, plan } = refused.json;
  assert.deepEqual([currentUsage, limit, plan], [2, 2, 'FREE']);
  const rotated = await call('rotateApiKey', { ids: [second.json.id], body: {} });
  assert.equal(rotated.status, 201);
  assert.equal((await report(rotated.json.key)).status, 402, 'the reports need CUSTOM');
  await call('revokeApiKey', { ids: [rotated.json.id] });
  assert.equal((await create({}, call)).status, 201);
});

test('who is no ADMIN sees keys and changes none; other organisations see nothing', async () => {
  const { id } = (await create({})).json;
  const member = await joined(app, owner, 'MEMBER');
  assert.equal((await member.call('getApiKey', { ids: [id] })).status, 200);
  for (const answer of [
    await create({}, member.call),
    await member.call('updateApiKey', { ids: [id], body: { name: 'Mine' } }),
    await member.call('rotateApiKey', { ids: [id], body: {} }),
    await member.call('revokeApiKey', { ids: [id] }),
  ]) {
    assert.equal(answer.status, 403);
    assert.match(answer.json.message, /needs the role ADMIN or above; yours is MEMBER/);
  }
  const theirs = callerWith(app, await app.login(await app.organisation()));
  for (const operation of ['getApiKey', 'updateApiKey', 'rotateApiKey', 'revokeApiKey']) {
    const body =
      operation === 'updateApiKey' ? { name: 'Mine' } : operation === 'rotateApiKey' ? {} : undefined;
    const [foreign, unknown] = await Promise.all(
      [id, 'unknown'].map((of) => theirs(operation as OperationId, { ids: [of], ...(body ? { body } : {}) })),
    );
    assert.equal(foreign?.status, 404, operation);
    assert.equal(foreign?.text, unknown?.text);
  }
});

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
  const left = Date.parse(before.expiresAt!) - Date.now();
  assert.ok(left > 50_000 && left <= 60_000, `${left} ms are left`);

  const again = await owner('rotateApiKey', { ids: [old.id], body: {} });
  assert.equal(again.status, 409, 'its successor is rotated instead');
  await app.app.services.db.sql`
    update api_key_index set expires_at = now() + interval '1 second' where key_id = ${old.id}`;
  await until(async () => (await report(old.key)).status === 401, 6_500);
  assert.equal((await report(key)).status, 200);
  assert.equal((await audited('rotateApiKey', old.id)).data[0]!.details.replacedBy, id);
});

test('rotateApiKey without overlap, twice at once, and of a key with an end', async () => {
  const ending = (await create({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })).json;
  const both = await Promise.all(
    [0, 0].map((overlapMinutes) => owner('rotateApiKey', { ids: [ending.id], body: { overlapMinutes } })),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  const { json } = both.find(({ status }) => status === 201)!;
  const lifetime = Date.parse(json.expiresAt!) - Date.parse(json.createdAt);
  assert.ok(Math.abs(lifetime - 3_600_000) < 10_000, 'it lives as long as the old one was made for');
  await until(async () => (await report(ending.key)).status === 401, 5_000);
  assert.equal((await report(json.key)).status, 200);
  const dead = await owner('rotateApiKey', { ids: [ending.id], body: {} });
  assert.equal(dead.status, 409);
  for (const overlapMinutes of [-1, 10_081, 1.5, null])
    assert.equal((await owner('rotateApiKey', { ids: [json.id], body: { overlapMinutes } })).status, 400);
});

test('a rotated key ends with its overlap or at its own end, whichever is first; its successor as is asked', async () => {
  const HOUR = 3_600_000;
  const ends = [null, HOUR, 20 * HOUR, 300 * HOUR];
  const overlaps = [0, 30, 10_080, undefined];
  const inTime = (ms: number | null) => ms && new Date(Date.now() + ms).toISOString();
  const cases = ends.flatMap((end) =>
    overlaps.flatMap((overlap) => [undefined, null, 48 * HOUR].map((next) => ({ end, overlap, next }))),
  );
  for (const { end, overlap, next } of cases) {
    const where = JSON.stringify({ end, overlap, next });
    const { id } = (await create({ expiresAt: inTime(end) })).json;
    const expiresAt = next === undefined ? {} : { expiresAt: inTime(next) };
    const body = { ...(overlap !== undefined && { overlapMinutes: overlap }), ...expiresAt };
    const rotated = await owner('rotateApiKey', { ids: [id], body });
    const now = Date.now();
    const old = (await owner('getApiKey', { ids: [id] })).json;
    const assertEnds = (found: string | null, expected: number | null) => {
      const left = found === null ? Number.POSITIVE_INFINITY : Date.parse(found) - now;
      const wanted = expected ?? Number.POSITIVE_INFINITY;
      const isRight = left === wanted || Math.abs(left - wanted) < 60_000;
      assert.ok(isRight, `${where}: ${left} ms are left instead of ${wanted}`);
    };
    assertEnds(old.expiresAt, Math.min(end ?? Number.POSITIVE_INFINITY, 60_000 * (overlap ?? 1_440)));
    assertEnds(rotated.json.expiresAt, next === undefined ? end : next);
    assert.equal(old.state, overlap === 0 ? 'EXPIRED' : 'ACTIVE', where);
  }
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
