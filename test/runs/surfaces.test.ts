import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { withBrand } from '../support/callers/organisation.ts';

const { call, brandId } = await withBrand();
const run = (more: object) => ({
  externalId: `surface-${randomUUID()}`,
  ...{ brandId, platform: 'CHATGPT', queryText: 'Which lamp?', executedAt: '2026-01-02T03:04:05Z' },
  answer: 'Lumenfold.',
  ...more,
});
const ingest = async (more: object) => {
  const { results } = (await call('ingestRuns', { body: [run(more)] })).json;
  return results[0]!;
};
/** What is kept of a run that is sent with these fields. */
const kept = async (more: object) => {
  const { id, message } = await ingest(more);
  assert.ok(id, message);
  const { query, surface, searched, searchCount, searchQueries } = (await call('getRun', { ids: [id] })).json;
  return { platform: query.platform, surface, searched, searchCount, searchQueries };
};

test('surfaces and searches are kept as they are sent, and nothing is guessed', async () => {
  const nothing = { surface: null, searched: null, searchCount: null, searchQueries: null };
  assert.deepEqual(await kept({}), { platform: 'CHATGPT', ...nothing });
  for (const surface of ['API', 'API_WEB_SEARCH', 'APP', 'SEARCH_PAGE', null] as const)
    assert.deepEqual(await kept({ surface }), { platform: 'CHATGPT', ...nothing, surface });
  const searchQueries = ['best lamp', 'lamp review 2026'];
  for (const [fields, expected] of [
    [{ searchQueries }, { searched: true, searchCount: 2, searchQueries }],
    [
      { searchQueries, searchCount: 5 },
      { searched: true, searchCount: 5, searchQueries },
    ],
    [{ searchQueries: [] }, { searched: false, searchCount: 0, searchQueries: [] }],
    [{ searchCount: 3 }, { searched: true, searchCount: 3 }],
    [{ searched: true }, { searched: true }],
    [{ searched: false }, { searched: false, searchCount: 0 }],
  ] as const)
    assert.deepEqual(await kept(fields), { platform: 'CHATGPT', ...nothing, ...expected });
});

test('fields that contradict each other are refused, with the fields', async () => {
  for (const [fields, complaint] of [
    [{ searchCount: 0, searchQueries: ['best lamp'] }, /^searchCount is 0/],
    [{ searched: false, searchCount: 1 }, /^searched is false/],
    [{ searched: true, searchQueries: [] }, /^searched is true/],
    [{ surface: 'PAGE' }, /^surface must be/],
    [{ searchCount: -1 }, /^searchCount must be 0 or more/],
    [{ searchQueries: ['\0'] }, /^searchQueries holds a NUL/],
    [{ searchQueries: Array.from({ length: 51 }, () => 'x') }, /^searchQueries must have 50 entries at most/],
  ] as const) {
    const { status, message } = await ingest(fields);
    assert.equal(status, 'refused', JSON.stringify(fields));
    assert.match(message!, complaint);
  }
});

test('a repeat with another surface or search differs; one with the same does not', async () => {
  const first = run({ surface: 'APP', searchQueries: ['a'] });
  const again = async (more: object) => {
    const { results } = (await call('ingestRuns', { body: [{ ...first, ...more }] })).json;
    return [results[0]!.status, results[0]!.differs ?? false];
  };
  assert.deepEqual(await again({}), ['created', false]);
  assert.deepEqual(await again({}), ['unchanged', false]);
  for (const more of [{ surface: 'API' }, { searchQueries: ['b'] }, { searchCount: 2 }])
    assert.deepEqual(await again(more), ['unchanged', true], JSON.stringify(more));
});

test('lists of runs and of sources take surface, search, country and model', async () => {
  const of = async (more: object) => {
    const { id } = await ingest({
      ...{ queryText: 'Filtered?', country: 'SE', citations: [{ url: 'https://filtered.example/' }] },
      ...more,
    });
    return id;
  };
  const [app, page, unknown] = [
    await of({ surface: 'APP', searched: true, model: 'one' }),
    await of({ surface: 'SEARCH_PAGE', searched: false, model: 'two' }),
    await of({}),
  ];
  for (const [query, expected] of [
    [{}, [app, page, unknown]],
    [{ surface: 'APP' }, [app]],
    [{ surface: 'UNKNOWN' }, [unknown]],
    [{ searched: 'YES' }, [app]],
    [{ searched: 'NO' }, [page]],
    [{ searched: 'UNKNOWN' }, [unknown]],
    [{ model: 'two' }, [page]],
    [{ surface: 'APP', searched: 'NO' }, []],
  ] as const) {
    const filter = { country: 'SE', ...query };
    const { data } = (await call('listRuns', { query: { ...filter, queryText: 'Filtered?' } })).json;
    assert.deepEqual(data.map(({ id }) => id).sort(), [...expected].sort(), JSON.stringify(query));
    const days = { startDate: '2026-01-01', endDate: '2026-01-31' };
    for (const list of ['listCitedDomains', 'listCitedUrls'] as const) {
      const cited = (await call(list, { query: { ...filter, ...days } })).json.data;
      assert.equal(cited[0]?.count ?? 0, expected.length, `${list} ${JSON.stringify(query)}`);
    }
    const overview = await call('getCitationOverview', { query: { ...filter, ...days, brandId } });
    assert.equal(overview.json.answers, expected.length);
  }
});

test('platforms are a list that grows, and others have a name of their own', async () => {
  for (const platform of ['MISTRAL', 'GOOGLE_AI_OVERVIEW', 'GOOGLE_AI_MODE', 'COPILOT', 'META_AI'])
    assert.equal((await kept({ platform })).platform, platform);
  const named = await kept({ platform: 'OTHER', platformName: 'Kagi Assistant' });
  assert.equal(named.platform, 'OTHER:Kagi Assistant');
  assert.equal((await kept({ platform: 'OTHER:Kagi Assistant' })).platform, named.platform);
  const prompts = (await call('listQueries', { query: { platform: 'OTHER:Kagi Assistant' } })).json;
  assert.equal(prompts.total, 1, 'the name is part of the prompt');
  assert.equal((await call('listRuns', { query: { platform: 'OTHER:Kagi Assistant' } })).json.total, 2);
  for (const [fields, complaint] of [
    [{ platform: 'OTHER' }, /^platformName is required/],
    [{ platform: 'OTHER', platformName: ' Kagi' }, /^platformName must have no white space/],
    [{ platform: 'CLAUDE', platformName: 'Kagi' }, /^platformName goes with the platform OTHER/],
    [{ platform: 'KAGI' }, /^platform must be one of CHATGPT, .*OTHER with platformName/],
    [{ platform: 'OTHER:' }, /^platform must be one of/],
    [{ platform: `OTHER:${'x'.repeat(61)}` }, /^platform must/],
  ] as const) {
    const { status, message } = await ingest(fields);
    assert.equal(status, 'refused', JSON.stringify(fields));
    assert.match(message!, complaint);
  }
  const { data } = (
    await call('listBreaks', { query: { brandId, startDate: '2026-01-01', endDate: '2026-01-31' } })
  ).json;
  const first = data.filter(({ kind, details }) => kind === 'platform' && details.models !== undefined);
  assert.ok(first.some(({ platform }) => platform === 'OTHER:Kagi Assistant'));
});
