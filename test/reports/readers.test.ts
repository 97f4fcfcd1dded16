import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rows } from '../../src/db/rows.ts';
import { emitCompleted } from '../../src/features/runs/events.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import { noteRunsChanged } from '../../src/snapshots/changes.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { downloadExport, makeExport } from '../support/callers/exports.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { checkMessage } from '../support/providers/webhooks.ts';
import { startCommandHost } from '../support/server/programs.ts';

const RANGE = { start_date: '2026-03-01', end_date: '2026-03-31' };
const URL = 'https://reviews.example/lamps';

/**
 * Runs in their order, with the score of the brand and of its competitor and who made each: null is nobody, and of what
 * was kept before readers were the database does not say.
 */
const RUNS: { language: string | null; own?: Read; rival?: Read; sent?: number }[] = [
  { language: 'en', own: [2000, 'LEXICON'], rival: [4000, 'LEXICON'] },
  { language: 'en', own: [8000, 'MODEL'], rival: [9000, 'MODEL'] },
  { language: null, own: [6000, null], sent: 60 },
  { language: 'de', own: [null, null], rival: [null, null] },
  { language: 'en' },
  { language: 'en', own: [5000, null] },
];
type Read = [score: number | null, reader: string | null];

const runIds: string[] = [];

const app = await withApp();
const commands = await forFile(startCommandHost({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir }));
const org = await app.organisation({ brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }] });
const token = await app.login(org);
const call: Caller = callerWith(app, token);
await app.ingest(
  org,
  RUNS.map(({ own, rival, sent }, at) => ({
    externalId: `run ${at}`,
    brand: 'Lumenfold',
    queryText: `Which lamp, number ${at}?`,
    executedAt: `2026-03-0${at + 1}T12:00:00Z`,
    answer: `${own ? 'It is Lumenfold. ' : ''}${rival ? 'It is Gleamwell.' : 'None.'}`,
    citations: [{ url: URL }],
    ...(sent === undefined ? {} : { sentimentScore: sent }),
  })),
);
await app.app.services.db.tenant(org.id, async (tx) => {
  const found = await tx<{ id: string }[]>`select id from runs where org_id = ${org.id} order by executed_at`;
  runIds.push(...found.map(({ id }) => id));
  const read = RUNS.flatMap(({ own, rival }, at) => [
    { id: runIds[at], kind: 'BRAND', score: own?.[0], reader: own?.[1] },
    { id: runIds[at], kind: 'COMPETITOR', score: rival?.[0], reader: rival?.[1] },
  ]);
  await tx`update observations o set sentiment = n.score, sentiment_reader = n.reader
    from ${rows(tx, 'n(id text, kind text, score smallint, reader text)', read)}
    where o.org_id = ${org.id} and o.run_id = n.id and o.kind = n.kind`;
  const languages = RUNS.map(({ language }, at) => ({ id: runIds[at], language }));
  await tx`update runs r set language = n.language from ${rows(tx, 'n(id text, language text)', languages)}
    where r.org_id = ${org.id} and r.id = n.id`;
});
await app.snapshot();

/** The rows of a report, which Postgres gives alike. */
async function rowsOf(report: string, body: object = {}, status = 200) {
  const answer = await app.report(org, report, { ...RANGE, ...body });
  assert.equal(answer.status, status, answer.text);
  return answer.json.data;
}

test('brands: a score that nobody made counts nowhere, and only the readers asked for count', async () => {
  const [plain] = await rowsOf('brands');
  assert.deepEqual(
    [
      plain.visibility_count,
      plain.visibility_total,
      plain.position_count,
      plain.sentiment,
      plain.sentiment_count,
    ],
    [5, 6, 5, 52.5, 4],
  );
  const asked = { sentiment_readers: ['SENT', 'MODEL'], include: ['competitors', 'readers'] };
  const [{ competitors, sentiment_readers, ...row }] = await rowsOf('brands', asked);
  assert.deepEqual(row, { ...plain, sentiment: 70, sentiment_count: 2 });
  assert.deepEqual(sentiment_readers, { LEXICON: 0, MODEL: 1, SENT: 1, PERSON: 0 });
  const [rival] = competitors;
  assert.deepEqual([rival.visibility_count, rival.sentiment, rival.sentiment_count], [3, 90, 1]);
  const [none] = await rowsOf('brands', { sentiment_readers: ['PERSON'] });
  assert.deepEqual(none, { ...plain, sentiment: null, sentiment_count: 0 });
  const [counted] = await rowsOf('brands', { include: ['readers'] });
  assert.deepEqual(counted, { ...plain, sentiment_readers: { LEXICON: 2, MODEL: 1, SENT: 1, PERSON: 0 } });
});

test('queries: each row says who read it, and those of other readers stay without a score', async () => {
  const shown = async (body: object) =>
    (await rowsOf('queries', body))
      .map(({ latestResult }: { latestResult: Record<string, unknown> }) => [
        latestResult['sentimentScore'],
        latestResult['sentimentReader'],
      ])
      .reverse();
  const [none, lexicon] = [
    [null, null],
    [50, 'LEXICON'],
  ];
  assert.deepEqual(await shown({}), [[20, 'LEXICON'], [80, 'MODEL'], [60, 'SENT'], none, none, lexicon]);
  assert.deepEqual(await shown({ sentiment_readers: ['LEXICON'] }), [
    [20, 'LEXICON'],
    none,
    none,
    none,
    none,
    lexicon,
  ]);
  const by = async (dimension: string) =>
    (await rowsOf('queries', { dimensions: [dimension], include: ['readers'] })).map(
      (row: { dimensions: Record<string, unknown>; visibility_total: number; sentiment_readers: object }) => [
        row.dimensions[dimension],
        row.visibility_total,
        Object.values(row.sentiment_readers).join(),
      ],
    );
  assert.deepEqual(await by('sentiment_reader'), [
    ['LEXICON', 2, '2,0,0,0'],
    ['MODEL', 1, '0,1,0,0'],
    ['SENT', 1, '0,0,1,0'],
    [null, 2, '0,0,0,0'],
  ]);
  assert.deepEqual(await by('language'), [
    ['de', 1, '0,0,0,0'],
    ['en', 4, '2,1,0,0'],
    [null, 1, '0,0,1,0'],
  ]);
  const filters = [{ field: 'sentiment_reader', operator: 'in', values: ['MODEL', null] }];
  assert.deepEqual(await shown({ filters }), [[80, 'MODEL'], none, none]);
});

test('mentions: without a score there is no sentiment, and a score that a person corrected is that person’s', async () => {
  const [first] = (await rowsOf('mentions'))
    .filter((row: { sentimentReader: string }) => row.sentimentReader === 'LEXICON')
    .slice(-1);
  assert.equal(first.sentimentScore, 20);
  await call('updateMention', { ids: [first.id], body: { sentimentScore: 95 } });
  await app.snapshot();
  const expected = [
    ['POSITIVE', 95, 'PERSON'],
    ['POSITIVE', 80, 'MODEL'],
    ['POSITIVE', 60, 'SENT'],
    [null, null, null],
    ['NEUTRAL', 50, 'LEXICON'],
  ];
  type Row = { sentiment: unknown; sentimentScore: unknown; sentimentReader: unknown };
  const shown = (found: Row[]) =>
    found
      .map(({ sentiment, sentimentScore, sentimentReader }) => [sentiment, sentimentScore, sentimentReader])
      .reverse();
  assert.deepEqual(shown(await rowsOf('mentions')), expected);
  assert.deepEqual(shown((await call('listMentions')).json.data), expected);
  assert.equal((await call('listMentions', { query: { sentiment: 'NEUTRAL' } })).json.total, 1);
  const readers = (await rowsOf('mentions', { sentiment_readers: ['PERSON', 'MODEL'] })) as Row[];
  assert.deepEqual(shown(readers), [...expected.slice(0, 2), ...Array(3).fill([null, null, null])]);

  const [group] = await rowsOf('mentions', { dimensions: ['platform'], include: ['readers'] });
  const { positive_count, neutral_count, negative_count } = group;
  assert.deepEqual([group.mention_count, positive_count, neutral_count, negative_count], [5, 3, 1, 0]);
  assert.deepEqual([group.sentiment_count, group.sentiment], [4, 71.25]);
  assert.deepEqual(group.sentiment_readers, { LEXICON: 1, MODEL: 1, SENT: 1, PERSON: 1 });
  const [one] = await rowsOf('mentions', { dimensions: ['platform'], sentiment_readers: ['LEXICON'] });
  assert.deepEqual(
    [one.mention_count, one.positive_count, one.neutral_count, one.sentiment_count],
    [5, 0, 1, 1],
  );
});

test('readers are asked for by body, URL, command and export alike', async () => {
  const body = { sentiment_readers: ['MODEL', 'SENT'], dimensions: ['language'], include: ['readers'] };
  const expected = await rowsOf('queries', body);
  const url = new URLSearchParams({
    ...RANGE,
    sentiment_readers: 'MODEL,SENT',
    dimensions: 'language',
    include: 'readers',
  });
  const byUrl = await app.call('GET', `/api/customer/v1/reports/queries?${url}`, { key: org.key });
  assert.deepEqual(byUrl.json.data, expected);
  const { code, stdout, stderr } = await commands.run(
    [
      ...['report', 'queries', '--org', org.id, '--start', RANGE.start_date, '--end', RANGE.end_date],
      ...['--sentiment-readers', 'MODEL,SENT', '--dimensions', 'language', '--include', 'readers'],
      ...['--format', 'json'],
    ],
    '',
  );
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout).data, expected);
  const parameters = { ...RANGE, ...body };
  const [lines, csv] = await Promise.all(
    ['NDJSON', 'CSV'].map(async (format) => {
      const { id, state, reason } = await makeExport(call, { report: 'QUERIES', format, parameters });
      assert.equal(state, 'COMPLETED', String(reason));
      return (await downloadExport(app, token, id)).text();
    }),
  );
  assert.deepEqual(
    lines!
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    expected,
  );
  assert.match(csv!, /^language,.*,sentiment_readers_LEXICON,sentiment_readers_MODEL,/);
});

test('readers that have no meaning are refused with the field', async () => {
  for (const [report, body, message] of [
    ['brands', { sentiment_readers: [] }, 'sentiment_readers must have at least one entry'],
    [
      'brands',
      { sentiment_readers: ['HUMAN'] },
      'sentiment_readers[0] must be one of LEXICON, MODEL, SENT, PERSON',
    ],
    ['mentions', { after: 'start', sentiment_readers: ['MODEL'] }, 'sentiment_readers cannot be with after'],
    ['queries', { include: ['readers'] }, 'include[0]: readers needs dimensions'],
    [
      'brands',
      { filters: [{ field: 'sentiment_reader', operator: 'in', values: ['MODELS'] }] },
      'Did you mean "MODEL"?',
    ],
  ] as const) {
    const { status, json } = await app.report(org, report, body);
    assert.equal(status, 400);
    assert.ok(json.message.includes(message), json.message);
  }
});

test('a score read again by another reader is a change, though it is the same score', async () => {
  const since = await app.snapshot();
  const { db } = app.app.services;
  await db.tenant(org.id, async (tx) => {
    await tx`update observations set sentiment_reader = 'SENT' where org_id = ${org.id} and run_id = ${runIds[1]!} and kind = 'BRAND'`;
    await noteRunsChanged(tx, org.id, ['2026-03-02']);
  });
  await app.snapshot();
  const changed = await rowsOf('queries', { updated_since: since });
  assert.deepEqual(
    changed.map(
      ({ latestResult }: { latestResult: Record<string, unknown> }) => latestResult['sentimentReader'],
    ),
    ['SENT'],
  );
});

test('runs and events name the reader; an event of an answer nobody read has no sentiment', async () => {
  const { json: listed } = await call('listRuns', { query: { limit: 10 } });
  const readers = listed.data.map(({ sentimentReader }) => sentimentReader);
  assert.deepEqual(readers.reverse(), ['LEXICON', 'SENT', 'SENT', null, null, 'LEXICON']);
  const { json: evidence } = await call('getRun', { ids: [runIds[2]!] });
  assert.deepEqual([evidence.sentimentReader, evidence.observations[0]!.sentimentReader], ['SENT', 'SENT']);
  const events = ['query.completed', 'mention.created'];
  const { id } = (await call('createWebhook', { body: { url: 'https://hooks.example.com/x', events } })).json;
  await app.app.services.db.tenant(org.id, (tx) => emitCompleted(tx, org.id, [runIds[3]!]));
  const { data } = (await call('listWebhookDeliveries', { ids: [id] })).json;
  assert.equal(data.length, 2);
  for (const delivery of data) {
    const { json } = await call('getWebhookDelivery', { ids: [id, delivery.id] });
    const sent = checkMessage(json.body).data as Record<string, unknown>;
    assert.deepEqual([sent['sentimentScore'], sent['sentimentReader']], [null, null]);
    if (delivery.event === 'mention.created') assert.equal(sent['sentiment'], null);
  }
});

test('Postgres gives the same rows', async () => {
  const live = new LiveReports(app.app.services.db);
  for (const [report, name] of [
    ['reportQueries', 'queries'],
    ['reportMentions', 'mentions'],
  ] as const) {
    const call = { report, orgId: org.id, brand: null, allowed: null, limit: 100, offset: 0 };
    const days = { start: RANGE.start_date, end: RANGE.end_date };
    const { body } = await live.render({ ...call, ...days });
    assert.deepEqual(JSON.parse(String(body)).data, await rowsOf(name));
  }
});
