import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { callerWith } from '../support/caller.ts';

let app: TestApp;

before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

test('bulkCreateQueries makes each text on each platform once', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const call = callerWith(app, await app.login(org));
  const brandId = (await call('listBrands')).json.data[0].id;
  const bulk = (texts: string[], platforms: string[]) =>
    call('bulkCreateQueries', { body: { brandId, texts, platforms, tags: ['bulk'] } });
  const first = await bulk(['One?', 'Two?'], ['CLAUDE', 'GEMINI']);
  assert.equal(first.status, 201, first.text);
  assert.deepEqual([first.json.created, first.json.unchanged], [4, 0]);
  const second = await bulk(['Two?', 'Three?'], ['GEMINI']);
  assert.deepEqual(
    second.json.data.map(({ status, query }: { status: string; query: object }) => [
      status,
      'queryText' in query && query.queryText,
    ]),
    [
      ['unchanged', 'Two?'],
      ['created', 'Three?'],
    ],
  );
  const many = Array.from({ length: 251 }, (_, k) => `Prompt ${k}`);
  assert.equal((await bulk(many, ['CLAUDE', 'GEMINI'])).status, 400);
  assert.equal((await bulk(many.slice(1), ['CLAUDE', 'GEMINI'])).json.created, 500);
});

test('over the quota of queries nothing is made; archived ones do not count, ingestion counts alike', async () => {
  const free = await app.organisation({ plan: 'FREE', brands: [{ name: 'Lumenfold' }] });
  const ask = callerWith(app, await app.login(free));
  const brand = (await ask('listBrands')).json.data[0].id;
  const add = (queryText: string) =>
    ask('createQuery', { body: { brandId: brand, platform: 'CLAUDE', queryText } });
  const bulk = (texts: string[]) =>
    ask('bulkCreateQueries', { body: { brandId: brand, texts, platforms: ['CLAUDE'] } });
  const first = await add('One?');
  const refused = await bulk(['One?', 'Two?', 'Three?']);
  assert.equal(refused.status, 402);
  assert.deepEqual([refused.json.currentUsage, refused.json.limit, refused.json.plan], [1, 2, 'FREE']);
  assert.equal((await ask('listQueries')).json.total, 1, 'nothing was written');
  assert.equal((await bulk(['One?', 'Two?'])).json.created, 1);
  assert.equal((await add('Three?')).status, 402);

  const ingest = (queryText: string) =>
    app.ingest(free, [{ brandId: brand, platform: 'CLAUDE', queryText, answer: 'Lumenfold.' }]);
  await assert.rejects(ingest('Three?'), /quota_exceeded/);
  await ask('archiveQuery', { ids: [first.json.id] });
  await ingest('Three?');
  assert.equal((await ask('updateQuery', { ids: [first.json.id], body: { archived: false } })).status, 402);
});
