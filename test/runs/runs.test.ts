import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../src/base/ids.ts';
import { EXTRACTION_VERSION } from '../../src/extraction/version.ts';
import { noteRunsChanged } from '../../src/snapshots/changes.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withOrganisation } from '../support/callers/organisation.ts';

const { app, org, call } = await withOrganisation({
  brands: [
    { name: 'Lumenfold', competitors: [{ name: 'Gleamwell', website: 'https://gleamwell.example' }] },
    { name: 'Otherlight' },
  ],
});

test('getRun gives the whole evidence of an answer', async () => {
  const answer = '**Gleamwell** is awful. Lumenfold is great, and Otherlight exists.';
  const citations = [
    { url: 'https://gleamwell.example/about', title: 'About' },
    { url: 'https://www.reddit.com/r/lamps' },
  ];
  await app.ingest(org, [
    {
      externalId: 'evidence',
      brand: 'Lumenfold',
      answer,
      citations,
      model: 'gpt-5',
      executedAt: '2026-01-02T03:04:05Z',
    },
  ]);
  const [summary] = (await call('listRuns', { query: { endDate: '2026-01-02' } })).json.data;
  const { json, status } = await call('getRun', { ids: [summary!.id] });
  assert.equal(status, 200);
  const { externalId, extractionVersion, namesVersion, failure, observations, mentionIds, ...rest } = json;
  assert.deepEqual([externalId, extractionVersion, failure], ['evidence', EXTRACTION_VERSION, null]);
  assert.ok(namesVersion! >= 1);
  assert.deepEqual(rest, {
    ...summary,
    answer,
    language: 'en',
    // Nothing was asked by us.
    failureReason: null,
    source: 'INGESTED',
    plannedAt: null,
    citationsFrom: 'SENT',
    missedBefore: null,
    surface: null,
    search: null,
    searched: null,
    searchCount: null,
    searchQueries: null,
    countryApplied: null,
    readSources: [],
    leftOut: [],
    latencyMs: null,
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
    attempts: [],
    previousRunId: null,
    nextRunId: null,
    citations: [
      {
        ...citations[0],
        pageUrl: citations[0]!.url,
        domain: 'gleamwell.example',
        sourceType: 'COMPETITOR_SITE',
        pageType: null,
        sourceName: 'gleamwell.example',
      },
      {
        ...citations[1],
        pageUrl: 'https://reddit.com/r/lamps',
        title: null,
        domain: 'reddit.com',
        sourceType: 'FORUM',
        pageType: null,
        sourceName: 'Reddit',
      },
    ],
  });
  assert.deepEqual([summary!.state, summary!.brandMentioned, summary!.position], ['COMPLETED', true, 2]);
  assert.equal(summary!.executedAt, '2026-01-02T03:04:05.000Z');
  assert.deepEqual(
    observations.map(({ subject, named, position, snippet }) => [
      subject.name,
      subject.kind,
      named,
      position,
      snippet,
    ]),
    [
      ['Lumenfold', 'BRAND', true, 2, 'Lumenfold is great, and Otherlight exists.'],
      ['Gleamwell', 'COMPETITOR', true, 1, 'Gleamwell is awful.'],
      ['Otherlight', 'BRAND', true, null, 'Lumenfold is great, and Otherlight exists.'],
    ],
  );
  assert.ok(observations[0]!.sentimentScore! > 50 && observations[1]!.sentimentScore! < 50);
  const mentions = await call('listMentions', { query: { queryId: summary!.query.id } });
  assert.deepEqual(mentions.json.data.map(({ id }: { id: string }) => id).sort(), mentionIds.toSorted());
});

test('listRuns and listQueryRuns: the latest first, by state, platform, brand, query and range', async () => {
  const at = (day: string) => ({ executedAt: `${day}T12:00:00Z`, queryText: 'Ranged?' });
  await app.ingest(org, [
    { brand: 'Otherlight', answer: 'Otherlight.', ...at('2025-03-01') },
    { brand: 'Otherlight', answer: 'Nobody.', ...at('2025-03-03') },
    { brand: 'Otherlight', answer: 'Nobody.', ...at('2025-03-02'), platform: 'GROK' },
  ]);
  const days = async (query: Record<string, string | number>, id?: string) => {
    const { json } = await (id === undefined
      ? call('listRuns', { query: { endDate: '2025-12-31', ...query } })
      : call('listQueryRuns', { ids: [id], query }));
    return json.data.map((run: { executedAt: string }) => Number(run.executedAt.slice(8, 10)));
  };
  const { data, total } = (await call('listRuns', { query: { endDate: '2025-12-31', limit: 1 } })).json;
  assert.equal(total, 3);
  const [latest] = data;
  assert.deepEqual(await days({}), [3, 2, 1]);
  assert.deepEqual(await days({ limit: 1, offset: 1 }), [2]);
  assert.deepEqual(await days({ startDate: '2025-03-02', endDate: '2025-03-02' }), [2]);
  assert.deepEqual(await days({ platform: 'GROK' }), [2]);
  assert.deepEqual(await days({ brandId: latest!.brand.id, queryId: latest!.query.id }), [3, 1]);
  assert.deepEqual(await days({ state: 'FAILED' }), []);
  assert.deepEqual(await days({}, latest!.query.id), [3, 1]);
  assert.deepEqual(await days({ startDate: '2025-03-02', state: 'COMPLETED' }, latest!.query.id), [3]);
  for (const query of [
    { startDate: '2025-03-02', endDate: '2025-03-01' },
    { startDate: '2025-02-29' },
    { endDate: '0000-01-01' },
    { state: 'DONE' },
  ])
    assert.equal((await call('listRuns', { query })).status, 400, JSON.stringify(query));
  await call('archiveBrand', { ids: [latest!.brand.id] });
  assert.deepEqual(await days({}), []);
  assert.deepEqual(await days({ brandId: latest!.brand.id }), [3, 2, 1]);
});

test('listRuns and listMentions: by what the query is, what its answer names, and the run', async () => {
  const own = await app.organisation({ brands: [{ name: 'Brightora' }] });
  const ask = callerWith(app, await app.login(own));
  const run = (externalId: string, answer: string, more: object = {}) => ({
    externalId,
    brand: 'Brightora',
    answer,
    ...more,
  });
  await app.ingest(own, [
    run('plain', 'Brightora.'),
    run('silent', 'Another.'),
    run('other platform', 'Brightora.', { platform: 'CLAUDE' }),
    run('branded', 'Brightora.', { queryText: 'Is Brightora good?' }),
  ]);
  const [branded, ...others] = (await ask('listQueries')).json.data;
  assert.equal(branded!.queryText, 'Is Brightora good?');
  const tagged = others.find(({ platform }) => platform === 'CLAUDE')!;
  await ask('updateQuery', { ids: [tagged.id], body: { tags: ['lamps'] } });
  const nameOf = new Map<string, string>();
  for (const { id } of (await ask('listRuns')).json.data)
    nameOf.set(id, (await ask('getRun', { ids: [id] })).json.externalId!);
  type Query = Record<string, string | boolean>;
  const runs = async (query: Query) =>
    (await ask('listRuns', { query })).json.data.map(({ id }) => nameOf.get(id)).sort();
  const mentions = async (query: Query) => {
    const { data, total } = (await ask('listMentions', { query })).json;
    assert.equal(total, data.length);
    return data.map(({ runId }) => nameOf.get(runId)).sort();
  };
  const queryText = tagged.queryText;
  assert.deepEqual(await runs({ queryText }), ['other platform', 'plain', 'silent']);
  assert.deepEqual(await runs({ queryText: queryText.toUpperCase() }), []);
  assert.deepEqual(await runs({ queryText, mentioned: true }), ['other platform', 'plain']);
  assert.deepEqual(await runs({ mentioned: false }), ['silent']);
  for (const [query, expected] of [
    [{ tag: 'lamps' }, ['other platform']],
    [{ branded: true }, ['branded']],
    [{ branded: false, platform: 'CHATGPT' }, ['plain']],
  ] as const) {
    assert.deepEqual(await runs({ ...query, mentioned: true }), expected);
    assert.deepEqual(await mentions(query), expected);
  }
  const [plain] = [...nameOf].find(([, name]) => name === 'plain')!;
  assert.deepEqual(await mentions({ runId: plain }), ['plain']);
  const { data } = (await ask('listMentions', { query: { runId: plain } })).json;
  await ask('updateMention', { ids: [data[0]!.id], body: { dismissed: true } });
  assert.deepEqual(await mentions({ runId: plain }), []);
  assert.deepEqual(await mentions({ runId: plain, dismissed: true }), ['plain']);
  assert.deepEqual(await mentions({ runId: 'unknown' }), []);
  assert.equal(
    (await call('listMentions', { query: { runId: plain } })).json.total,
    0,
    'of another organisation',
  );
});

test('a run without an answer is listed and is in no report', async () => {
  const [run] = (await call('listRuns', { query: { limit: 1 } })).json.data;
  const id = newId();
  await app.sql(
    org,
  )`insert into runs (org_id, id, query_id, brand_id, platform, state, query_text, executed_at, failure)
      values (${org.id}, ${id}, ${run!.query.id}, ${run!.brand.id}, 'CHATGPT', 'FAILED', 'Ranged?', now(), 'No answer.')`;
  const { json } = await call('getRun', { ids: [id] });
  assert.deepEqual(
    [json.state, json.failure, json.answer, json.brandMentioned, json.observations],
    ['FAILED', 'No answer.', '', null, []],
  );
  assert.equal((await call('listRuns', { query: { state: 'FAILED' } })).json.total, 1);
  await app.snapshot();
  const report = await app.report(org, 'queries', { start_date: '2025-01-01' });
  assert.ok(
    report.json.data.every(
      ({ latestResult }: { latestResult: { runId: string } }) => latestResult.runId !== id,
    ),
  );
});

test("another organisation's run is unknown", async () => {
  const [run] = (await call('listRuns', { query: { limit: 1 } })).json.data;
  const other = callerWith(app, await app.login(await app.organisation()));
  for (const id of [run!.id, 'unknown']) {
    const answer = await other('getRun', { ids: [id] });
    assert.equal(answer.status, 404);
    assert.equal(answer.text, '{"error":"not_found","message":"There is no such run."}');
  }
  assert.equal((await other('listRuns', { query: { queryId: run!.query.id } })).json.total, 0);
});

test('times of any year that versions before took read back as they were sent, in lists and reports', async () => {
  const old = await app.organisation({ brands: [{ name: 'Ancient' }] });
  const times = ['0001-01-01T00:00:00.000Z', '0049-07-01T12:00:00.000Z', '0050-01-01T00:00:00.001Z'];
  times.push('0099-12-31T23:59:59.999Z', '0100-01-01T00:00:00.000Z', '1883-11-18T12:03:58.000Z');
  times.push('1969-12-31T23:59:59.999Z');
  await app.ingest(
    old,
    times.map((executedAt) => ({ brand: 'Ancient', answer: 'Ancient.', queryText: executedAt })),
  );
  await app.app.services.db.tenant(old.id, async (tx) => {
    await tx`update runs set executed_at = query_text::timestamptz`;
    const days = times.map((time) => time.slice(0, 10));
    await noteRunsChanged(tx, old.id, days);
  });
  const token = await app.login(old);
  const listed = await app.call('GET', '/api/runs?startDate=0001-01-01&endDate=2000-01-01', { token });
  const sorted = times.toSorted().toReversed();
  assert.deepEqual(
    listed.json.data.map(({ executedAt }: { executedAt: string }) => executedAt),
    sorted,
  );
  await app.snapshot();
  const body = { start_date: '0001-01-01', end_date: '2000-01-01' };
  const report = await app.report(old, 'queries', body);
  assert.deepEqual(
    report.json.data.map(({ executedAt }: { executedAt: string }) => executedAt),
    sorted,
  );
  for (const executedAt of ['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+14:00', '1990-12-31T23:59:60Z']) {
    const run = {
      brand: 'Ancient',
      answer: 'Ancient.',
      platform: 'CLAUDE',
      queryText: 'Q',
      externalId: executedAt,
    };
    const { json } = await app.call('POST', '/api/runs', { key: old.key, body: [{ ...run, executedAt }] });
    assert.match(json.results[0].message, /^executedAt must be a date and time that exists/);
  }
});
