import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation, until } from '../support/app.ts';

let app: TestApp;
let org: TestOrganisation;
let token: string;

before(async () => {
  app = await startTestApp();
  org = await app.organisation();
  token = await app.login(org);
});
after(() => app?.close());

test('createBrand, getBrand, listBrands, updateBrand, archiveBrand', async () => {
  const created = await app.call('POST', '/api/brands', {
    token,
    body: { name: 'Ring', website: 'https://ring.example' },
  });
  assert.equal(created.status, 201, created.text);
  assert.deepEqual(created.json.caseSensitive, ['Ring'], 'a dictionary word counts in its own case only');
  const { id } = created.json;
  const taken = await app.call('POST', '/api/brands', { token, body: { name: 'Ring' } });
  assert.equal(taken.status, 409);
  const updated = await app.call('PATCH', `/api/brands/${id}`, {
    token,
    body: { aliases: ['Ring Cam'], industry: 'doorbells' },
  });
  assert.equal(updated.status, 200);
  assert.deepEqual(updated.json.aliases, ['Ring Cam']);
  assert.deepEqual((await app.call('GET', `/api/brands/${id}`, { token })).json, updated.json);
  assert.equal((await app.call('DELETE', `/api/brands/${id}`, { token })).status, 204);
  assert.equal((await app.call('GET', '/api/brands', { token })).json.total, 0);
  assert.equal((await app.call('GET', '/api/brands?archived=true&search=rin', { token })).json.total, 1);
  const back = await app.call('PATCH', `/api/brands/${id}`, { token, body: { archived: false } });
  assert.equal(back.json.archived, false);
});

test('getBrandComparison shows the brand beside its competitors, after answers were read again for new names', async () => {
  const brand = await app.call('POST', '/api/brands', { token, body: { name: 'Lumenfold' } });
  const { id } = brand.json;
  await app.ingest(org, [
    { brand: 'Lumenfold', answer: 'Gleamwell first, Lumenfold second.', sentimentScore: 60 },
    { brand: 'Lumenfold', answer: 'Gleamwell is what people buy.' },
    { brand: 'Lumenfold', answer: 'Lumenfold is great.', sentimentScore: 80 },
  ]);
  const competitor = await app.call('POST', `/api/brands/${id}/competitors`, {
    token,
    body: { name: 'Gleamwell' },
  });
  assert.equal(competitor.status, 201, competitor.text);
  await until(async () => {
    await app.snapshot();
    const { json } = await app.call('GET', `/api/brands/${id}/comparison`, { token });
    return json.total === 2 && json.data[0].visibilityCount === 2 && json.data[1].visibilityCount === 2;
  });
  const { json } = await app.call('GET', `/api/brands/${id}/comparison`, { token });
  const measures = json.data.map(({ id: _, ...row }: Record<string, unknown>) => row);
  assert.deepEqual(measures[1], {
    name: 'Lumenfold',
    isBrand: true,
    visibility: 66.67,
    visibilityCount: 2,
    visibilityTotal: 3,
    sentiment: 70,
    sentimentCount: 2,
    position: 1.5,
    positionCount: 2,
    shareOfVoice: 50,
  });
  assert.equal(measures[0].name, 'Gleamwell');
  assert.equal(measures[0].position, 1);
});

test('a quota stops creation with 402 and writes nothing', async () => {
  const free = await app.organisation({ plan: 'FREE' });
  const freeToken = await app.login(free);
  assert.equal(
    (await app.call('POST', '/api/brands', { token: freeToken, body: { name: 'One' } })).status,
    201,
  );
  const refused = await app.call('POST', '/api/brands', { token: freeToken, body: { name: 'Two' } });
  assert.equal(refused.status, 402);
  assert.deepEqual(refused.json, {
    error: 'quota_exceeded',
    message: 'The plan FREE allows 1 brands; 1 are in use.',
    currentUsage: 1,
    limit: 1,
    plan: 'FREE',
  });
  assert.equal((await app.call('GET', '/api/brands', { token: freeToken })).json.total, 1);
});
