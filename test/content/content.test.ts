import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteOrganisation } from '../../src/features/accounts/organisation.ts';
import { purgeOrganisation } from '../../src/features/housekeeping/purge.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { withBrand } from '../support/callers/organisation.ts';

const { app, org, call, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }, { name: 'Brightly' }] }],
});
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
  assert.equal(listed.json.data[0]!.missingCount, json.missingCount);
  const draft = await call('createDraft', { body: { brandId, briefId: json.id, title: 'Zebras', body: '' } });
  assert.equal((await call('listDrafts', { query: { briefId: json.id } })).json.total, 1);
  assert.equal((await call('deleteBrief', { ids: [json.id] })).status, 204);
  assert.equal((await call('getBrief', { ids: [json.id] })).status, 404);
  assert.equal((await call('getDraft', { ids: [draft.json.id] })).json.briefId, null);
});

test('createDraft, updateDraft keep each version of title and text; a stale version is a conflict', async () => {
  const created = await call('createDraft', { body: { brandId, title: 'Lamps', body: '# Lamps' } });
  assert.equal(created.status, 201, created.text);
  const ids = [created.json.id];
  const update = (body: object) => call('updateDraft', { ids, body });
  const second = await update({ version: 1, body: '# Better lamps', state: 'IN_REVIEW' });
  assert.deepEqual([second.status, second.json.version, second.json.title], [200, 2, 'Lamps']);
  assert.equal((await update({ version: 1, title: 'Stale' })).status, 409);
  assert.equal((await update({ version: 1, state: 'PUBLISHED' })).status, 409);
  const published = await update({ version: 2, state: 'PUBLISHED', title: 'Lamps' });
  assert.deepEqual([published.json.version, published.json.state], [2, 'PUBLISHED'], 'the text is the same');
  assert.deepEqual((await call('getDraft', { ids })).json, published.json);
  assert.equal((await update({ version: 2, state: 'LOST' })).status, 400);
  assert.equal((await update({ state: 'DRAFT' })).status, 400, 'the version is required');

  const versions = await call('listDraftVersions', { ids });
  assert.equal(versions.json.total, 2);
  assert.deepEqual(
    versions.json.data.map(({ version }: { version: number }) => version),
    [2, 1],
  );
  assert.equal((await call('getDraftVersion', { ids: [...ids, '1'] })).json.body, '# Lamps');
  assert.equal((await call('getDraftVersion', { ids: [...ids, '3'] })).status, 404);
  assert.equal((await call('getDraftVersion', { ids: [...ids, 'one'] })).status, 400);
  const found = await call('listDrafts', { query: { brandId, state: 'PUBLISHED', search: 'lamp' } });
  assert.deepEqual(
    found.json.data.map(({ id }: { id: string }) => id),
    ids,
  );

  const race = await Promise.all(['A', 'B', 'C'].map((title) => update({ version: 2, title })));
  assert.deepEqual(race.map(({ status }) => status).sort(), [200, 409, 409]);
});

test('briefs and drafts of a month share a quota, which deleting gives nothing of back', async () => {
  const free = await app.organisation({ plan: 'FREE', brands: [{ name: 'One' }] });
  const freeCall = callerWith(app, await app.login(free));
  const starter = await app.organisation({ plan: 'STARTER', brands: [{ name: 'One' }] });
  const starterCall = callerWith(app, await app.login(starter));
  const brandOf = async (caller: Caller) => (await caller('listBrands')).json.data[0]!.id;
  const brief = { brandId: await brandOf(freeCall), topic: 'One' };
  const refused = await freeCall('createBrief', { body: brief });
  assert.equal(refused.status, 402);
  const { currentUsage, limit, plan } = refused.json;
  assert.deepEqual([currentUsage, limit, plan], [0, 0, 'FREE']);
  assert.equal((await freeCall('listBriefs')).json.total, 0);

  const draft = { brandId: await brandOf(starterCall), title: 'One', body: 'One' };
  const made = await starterCall('createBrief', { body: { brandId: draft.brandId, topic: 'One' } });
  assert.equal((await starterCall('deleteBrief', { ids: [made.json.id] })).status, 204);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => starterCall('createDraft', { body: draft })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 402, 402, 402, 402]);
  assert.equal((await starterCall('listDrafts')).json.total, 2);
  const over = await starterCall('createBrief', { body: { brandId: draft.brandId, topic: 'One' } });
  assert.deepEqual([over.status, over.json.currentUsage, over.json.limit], [402, 3, 3]);
  // What was made in an earlier month does not count.
  await app.sql(
    starter,
  )`update content_months set month = month - interval '1 month' where org_id = ${starter.id}`;
  assert.equal((await starterCall('createDraft', { body: draft })).status, 201);
});

test('content refuses a brief of another brand and unknown members, and goes with its organisation', async () => {
  const brief = (await call('createBrief', { body: { brandId, topic: 'lamps' } })).json;
  await call('createDraft', { body: { brandId, briefId: brief.id, title: 'T', body: 'B' } });
  const second = (await call('createBrand', { body: { name: 'Second' } })).json.id;
  const wrong = await call('createDraft', {
    body: { brandId: second, briefId: brief.id, title: 'T', body: '' },
  });
  assert.match(wrong.json.message, /briefId: the brief is for another brand/);
  assert.equal(
    (await call('createDraft', { body: { brandId, title: 'T', body: '', orgId: 'x' } })).status,
    400,
  );

  await deleteOrganisation(app.app.services.db, org.id);
  await purgeOrganisation(app.app.services.db, org.id);
  const left = await app.sql(org)`select from content_drafts`;
  assert.equal(left.length, 0, 'an organisation takes its content with it');
});
