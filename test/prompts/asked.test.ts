import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { withBrand } from '../support/callers/organisation.ts';

const { call, brandId } = await withBrand();
const make = (body: object) =>
  call('createQuery', {
    body: { brandId, platform: 'CHATGPT', queryText: `Lamp ${randomUUID()}?`, ...body },
  });
const refusal = async (answer: ReturnType<typeof make>) => {
  const { status, json } = await answer;
  assert.equal(status, 400);
  return (json as unknown as { message: string }).message;
};

test('a prompt says how it is asked; what is not sent has defaults, and stays', async () => {
  const { json: plain } = await make({});
  const asked = ({ search, country, countrySent, region, city, topic, runsPerDay }: typeof plain) => ({
    ...{ search, country, countrySent, region, city, topic, runsPerDay },
  });
  const nothing = { country: null, countrySent: false, region: null, city: null };
  assert.deepEqual(asked(plain), { search: 'AUTO', ...nothing, topic: null, runsPerDay: 1 });
  const body = { search: 'ALWAYS', country: 'DE', region: 'Bavaria', city: 'Munich', topic: ' Lamps ' };
  const { json } = await make(body);
  assert.deepEqual(asked(json), { ...body, countrySent: true, topic: 'Lamps', runsPerDay: 1 });
  const change = async (changes: object) =>
    asked((await call('updateQuery', { ids: [json.id], body: changes })).json);
  assert.deepEqual(await change({ tags: ['a'] }), asked(json));
  assert.deepEqual(await change({ city: null, topic: null }), { ...asked(json), city: null, topic: null });
  assert.equal((await make({ platform: 'GEMINI', country: 'DE' })).json.countrySent, false);
});

test('what a platform cannot do is refused when the prompt is saved, and says what it can', async () => {
  assert.equal(
    await refusal(make({ platform: 'GEMINI', search: 'ALWAYS' })),
    'search: GEMINI has no option that makes it search; use AUTO or NEVER.',
  );
  assert.equal(
    await refusal(make({ platform: 'GOOGLE_AI_MODE', search: 'NEVER' })),
    'search: GOOGLE_AI_MODE has no option that keeps it from searching; use AUTO.',
  );
  assert.match(await refusal(make({ city: 'Munich' })), /^city needs country/);
  assert.match(await refusal(make({ region: 'Bavaria' })), /^region needs country/);
  assert.match(await refusal(make({ search: 'SOMETIMES' })), /^search must be one of AUTO, ALWAYS, NEVER/);
  const { json } = await make({ country: 'DE', city: 'Munich', search: 'ALWAYS' });
  for (const [changes, complaint] of [
    [{ country: null }, /^city needs country/],
    [{ platform: 'LLAMA' }, /^search: LLAMA has no option/],
  ] as const) {
    const refused = await call('updateQuery', { ids: [json.id], body: changes });
    assert.equal(refused.status, 400);
    assert.match((refused.json as unknown as { message: string }).message, complaint);
  }
});

test('in bulk, platforms that cannot do it are listed, and the others get their prompts', async () => {
  const body = { brandId, texts: ['Bulk one?', 'Bulk two?'], platforms: ['GEMINI', 'GROK', 'DEEPSEEK'] };
  const { json } = await call('bulkCreateQueries', { body: { ...body, search: 'ALWAYS', topic: 'Bulk' } });
  assert.equal(json.created, 2);
  assert.deepEqual(
    json.refused?.map(({ platform }) => platform),
    ['GEMINI', 'DEEPSEEK'],
  );
  assert.deepEqual(
    json.data.map(({ query }) => [query.queryText, query.platform, query.search, query.topic]),
    [
      ['Bulk one?', 'GROK', 'ALWAYS', 'Bulk'],
      ['Bulk two?', 'GROK', 'ALWAYS', 'Bulk'],
    ],
  );
  assert.equal('refused' in (await call('bulkCreateQueries', { body })).json, false);
});

test('several runs a day are for DAILY alone', async () => {
  const daily = { scheduledAt: '2100-01-01T06:00:00Z', repeatInterval: 'DAILY' };
  const { json } = await make({ ...daily, runsPerDay: 4 });
  assert.equal(json.runsPerDay, 4);
  const change = async (changes: object) =>
    (await call('updateQuery', { ids: [json.id], body: changes })).json.runsPerDay;
  assert.equal(await change({ tags: [] }), 4);
  assert.equal(await change({ repeatInterval: 'WEEKLY' }), 1);
  assert.match(
    await refusal(make({ ...daily, repeatInterval: 'HOURLY', runsPerDay: 2 })),
    /^runsPerDay above 1 needs repeatInterval DAILY/,
  );
  assert.match(await refusal(make({ ...daily, runsPerDay: 25 })), /^runsPerDay must be 24 or less/);
});

test('a change of search is a break of its day; a value that is sent again is none', async () => {
  const { json } = await make({});
  for (const search of ['ALWAYS', 'ALWAYS', 'NEVER'])
    await call('updateQuery', { ids: [json.id], body: { search } });
  const { data } = (await call('listBreaks', { query: { brandId } })).json;
  assert.deepEqual(
    data.filter(({ kind }) => kind === 'asking').map(({ platform, details }) => [platform, details]),
    [[null, { search: ['ALWAYS', 'NEVER'], prompts: 1 }]],
  );
});
