import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';
import { type Caller, callerWith } from '../support/caller.ts';

let app: TestApp;
let org: TestOrganisation;
let call: Caller;
let brandId: string;

before(async () => {
  app = await startTestApp();
  org = await app.organisation({
    brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }, { name: 'Brightly' }] }],
  });
  call = callerWith(app, await app.login(org));
  brandId = (await call('listBrands')).json.data[0].id;
  const cite = (...urls: string[]) => urls.map((url) => ({ url }));
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const desk = { brandId, queryText: 'Which desk lamps are best?' };
  await app.ingest(org, [
    { ...desk, executedAt: at(5), answer: 'Lumenfold.' },
    {
      ...desk,
      executedAt: at(1),
      answer: 'Gleamwell, then Brightly.',
      citations: cite('https://www.g2.com/a'),
    },
    {
      ...desk,
      platform: 'CLAUDE',
      answer: 'Gleamwell.',
      citations: cite('https://www.g2.com/b', 'https://a.example/'),
    },
    { brandId, queryText: 'A lamp for the desk of a student?', answer: 'Lumenfold.' },
    { brandId, queryText: 'Who makes chairs?', answer: 'Nobody.' },
  ]);
});
after(() => app?.close());

test('createBrief holds where the latest answers on a topic lack the brand, and who and what they name', async () => {
  const { status, json, text } = await call('createBrief', {
    body: { brandId, topic: 'The best desk lamp' },
  });
  assert.equal(status, 201, text);
  assert.deepEqual(
    [json.scope, json.queryCount, json.answerCount, json.missingCount],
    ['TOPIC', 3, 3, 2],
    'an older answer that names the brand does not count',
  );
  assert.deepEqual(
    json.gaps.map((gap: Record<string, unknown>) => [gap['platform'], gap['namedInstead']]),
    [
      ['CHATGPT', ['Gleamwell', 'Brightly']],
      ['CLAUDE', ['Gleamwell']],
    ],
  );
  assert.deepEqual(
    json.namedInstead.map(({ name, count }: Record<string, unknown>) => [name, count]),
    [
      ['Gleamwell', 2],
      ['Brightly', 1],
    ],
  );
  assert.deepEqual(json.citedDomains, [
    { domain: 'g2.com', sourceType: 'REVIEW', sourceName: 'G2', count: 2 },
    { domain: 'a.example', sourceType: 'OTHER', sourceName: 'a.example', count: 1 },
  ]);
  assert.deepEqual(json.outline, [
    {
      heading: 'Which desk lamps are best?',
      points: [
        'Answer the question in the first sentences, and name Lumenfold in them.',
        'Compare Lumenfold with Gleamwell, Brightly: named instead by CHATGPT, CLAUDE.',
        'Cover what the cited sources cover: g2.com, a.example.',
      ],
    },
  ]);
  await app.ingest(org, [{ brandId, queryText: 'Which desk lamps are best?', answer: 'Lumenfold.' }]);
  assert.deepEqual((await call('getBrief', { ids: [json.id] })).json, json, 'it is kept as it was made');
});

test('createBrief takes all prompts where none is about the topic; listBriefs, deleteBrief', async () => {
  const { json } = await call('createBrief', { body: { brandId, topic: 'zebras' } });
  assert.deepEqual([json.scope, json.queryCount], ['ALL_PROMPTS', 4]);
  const listed = await call('listBriefs', { query: { brandId, search: 'ZEB' } });
  assert.equal(listed.json.total, 1);
  assert.equal(listed.json.data[0].missingCount, json.missingCount);
  const draft = await call('createDraft', { body: { brandId, briefId: json.id, title: 'Zebras', body: '' } });
  assert.equal((await call('listDrafts', { query: { briefId: json.id } })).json.total, 1);
  assert.equal((await call('deleteBrief', { ids: [json.id] })).status, 204);
  assert.equal((await call('getBrief', { ids: [json.id] })).status, 404);
  assert.equal((await call('getDraft', { ids: [draft.json.id] })).json.briefId, null);
});
