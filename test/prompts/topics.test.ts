import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withBrand } from '../support/callers/organisation.ts';

const { app, call, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }],
});
const TEXTS = [
  'Which reading lamp is easiest on the eyes?',
  'What are the best reading lamps for bed?',
  'Is a reading lamp with batteries any good?',
  'Who makes a cheap desk?',
  'Which desk is best for two screens?',
  'How high should a desk be?',
  'Is Gleamwell cheaper than others?',
  'Does Gleamwell ship to Norway?',
  'Is Gleamwell a German company?',
];
await call('bulkCreateQueries', { body: { brandId, texts: TEXTS, platforms: ['CHATGPT', 'CLAUDE'] } });
const proposals = async () => (await call('proposeTopics', { ids: [brandId] })).json;
const assign = async (prompts: { queryText: string; topic: string | null }[]) =>
  (await call('assignTopics', { body: { brandId, prompts } })).json;
const topics = async () =>
  new Map(
    (await call('listQueries', { query: { brandId, limit: 100 } })).json.data.map(
      ({ platform, queryText, topic }) => [`${platform} ${queryText}`, topic],
    ),
  );

test('prompts are grouped by words that they share; frequent words and names make no topic', async () => {
  assert.deepEqual(await proposals(), {
    data: [
      { topic: 'Reading lamp', queryTexts: TEXTS.slice(0, 3).sort() },
      { topic: 'Desk', queryTexts: TEXTS.slice(3, 6).sort() },
    ],
    total: 2,
    withoutTopic: 9,
  });
});

test('topics are set by text on all platforms, taken back, and told when a text is unknown', async () => {
  const [reading] = TEXTS;
  assert.deepEqual(await assign([{ queryText: reading!, topic: ' Lamps ' }]), { changed: 2, unknown: [] });
  const found = await topics();
  assert.equal(found.get(`CHATGPT ${reading}`), 'Lamps');
  assert.equal(found.get(`CLAUDE ${reading}`), 'Lamps');
  assert.equal(found.get(`CLAUDE ${TEXTS[1]}`), null);
  assert.deepEqual(await assign([{ queryText: reading!, topic: 'Lamps' }]), { changed: 0, unknown: [] });
  assert.deepEqual(
    await assign([
      { queryText: reading!, topic: null },
      { queryText: 'Nobody asks this', topic: 'Lamps' },
    ]),
    { changed: 2, unknown: ['Nobody asks this'] },
  );
  assert.equal((await topics()).get(`CHATGPT ${reading}`), null);
  const { data } = (await call('listAuditLog', { query: { action: 'assignTopics' } })).json;
  assert.deepEqual(data[0]!.details, { changed: 2, topics: [null] });
});

test('a proposal is applied as it is given, and its prompts are proposed no more', async () => {
  const { data, withoutTopic } = await proposals();
  const prompts = data.flatMap(({ topic, queryTexts }) =>
    queryTexts.map((queryText) => ({ queryText, topic })),
  );
  assert.equal((await assign(prompts)).changed, 12);
  assert.deepEqual(await proposals(), { data: [], total: 0, withoutTopic: withoutTopic - 6 });
});

test("another organisation's brand is unknown, and bounds are said", async () => {
  const other = callerWith(app, await app.login(await app.organisation()));
  assert.equal((await other('proposeTopics', { ids: [brandId] })).status, 404);
  const prompts = [{ queryText: TEXTS[0]!, topic: 'Taken over' }];
  assert.equal((await other('assignTopics', { body: { brandId, prompts } })).status, 404);
  for (const [body, complaint] of [
    [{ brandId, prompts: [] }, /^prompts/],
    [{ brandId, prompts: [{ queryText: 'x' }] }, /topic is required/],
    [{ brandId, prompts: [{ queryText: 'x', topic: 'y'.repeat(101) }] }, /topic must/],
  ] as const) {
    const { status, json } = await call('assignTopics', { body });
    assert.equal(status, 400);
    assert.match((json as unknown as { message: string }).message, complaint);
  }
});
