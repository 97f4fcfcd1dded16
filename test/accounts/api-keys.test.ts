import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { completeRun, startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';
import { type Caller, callerWith } from '../support/caller.ts';
import { joined } from '../support/members.ts';

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
  assert.deepEqual(listed.json, { data: [shown], total: 2 });
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
  const { json } = await create({ scopes: ['reports:read', 'runs:write'], brandIds: [lumenfold.id] });
  assert.deepEqual(json.brandIds, [lumenfold.id]);
  const runs = [
    completeRun({ brand: 'Lumenfold', answer: 'Lumenfold.' }),
    completeRun({ brand: 'Gleamwell', answer: 'Gleamwell.' }),
    completeRun({ brandId: gleamwell.id, answer: 'Gleamwell.' }),
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
  const asked = await app.call('POST', REPORT, { key: json.key, body: { brand_id: gleamwell.id } });
  assert.deepEqual([asked.status, asked.json.total], [200, 0]);

  const theirs = callerWith(app, await app.login(await app.organisation()));
  const foreign = await create({ brandIds: [lumenfold.id] }, theirs);
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
  assert.ok(Math.abs(Date.now() - Date.parse(first)) < 10_000);
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
      [id, 'unknown'].map((of) => theirs(operation, { ids: [of], ...(body ? { body } : {}) })),
    );
    assert.equal(foreign?.status, 404, operation);
    assert.equal(foreign?.text, unknown?.text);
  }
});
