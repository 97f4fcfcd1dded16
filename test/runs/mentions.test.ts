import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from '../../src/base/days.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import { callerWith, tokenAs } from '../support/callers/caller.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';

const REVIEW = 'https://reviews.example/reviews/lamps';

const { app, org, call } = await withOrganisation({ brands: [{ name: 'Lumenfold' }] });
await app.ingest(org, [
  {
    brand: 'Lumenfold',
    answer: 'Lumenfold is great.',
    sentimentScore: 80,
    citations: [{ url: REVIEW }, { url: 'https://www.youtube.com/watch?v=1' }],
  },
  { brand: 'Lumenfold', answer: 'Lumenfold is dim.', sentimentScore: 20, platform: 'GROK' },
]);

interface Row {
  id: string;
  sourceType: string;
  sourceUrl: string | null;
  sentiment: string;
  sentimentScore: number;
}

/** The mentions report from the snapshot, after one from Postgres itself was found to be the same. */
async function reported(): Promise<Row[]> {
  await app.snapshot();
  const { json, text } = await app.report(org, 'mentions');
  const live = await new LiveReports(app.app.services.db).render({
    report: 'reportMentions',
    orgId: org.id,
    brand: null,
    allowed: null,
    start: daysAgo(1),
    end: dayOf(new Date()),
    limit: 1000,
    offset: 0,
  });
  assert.deepEqual(JSON.parse(String(live.body)), json, text);
  return json.data;
}

const list = async (query: Record<string, string | boolean> = {}) =>
  (await call('listMentions', { query })).json.data as Row[];
const idOf = async (type: string) => (await list()).find(({ sourceType }) => sourceType === type)!.id;

test('listMentions shows what the report shows, and filters it', async () => {
  const listed = (await call('listMentions')).json;
  assert.equal(listed.total, 3);
  // biome-ignore lint/suspicious/noExplicitAny: rows of the wire
  const asReported = listed.data.map(({ runId, correction, ...row }: any) => row);
  assert.deepEqual(await reported(), asReported);
  const today = dayOf(new Date());
  const yesterday = daysAgo(1);
  const counts: [Record<string, string | boolean>, number][] = [
    [{ platform: 'GROK' }, 1],
    [{ sentiment: 'NEGATIVE' }, 1],
    [{ sourceType: 'REVIEW' }, 1],
    [
      {
        queryId: listed.data[0]!.query.id,
        brandId: listed.data[0]!.brand.id,
        platform: listed.data[0]!.platform,
      },
      listed.data[0]!.platform === 'GROK' ? 1 : 2,
    ],
    [{ startDate: yesterday, endDate: today }, 3],
    [{ endDate: '2020-01-01' }, 0],
    [{ corrected: true }, 0],
    [{ corrected: false }, 3],
    [{ dismissed: true }, 0],
    [{ brandId: 'unknown' }, 0],
  ];
  for (const [query, count] of counts) assert.equal((await list(query)).length, count, JSON.stringify(query));
});

test('updateMention: reports of both engines show the correction; null takes it back', async () => {
  const id = await idOf('REVIEW');
  const [before] = (await reported()).filter((row) => row.id === id);
  const brands = () => app.report(org, 'brands');
  const figures = (await brands()).text;
  const changes = { sentimentScore: 30.005, sourceType: 'ARTICLE', note: 'It is no review.' };
  const corrected = await call('updateMention', { ids: [id], body: changes });
  assert.equal(corrected.status, 200, corrected.text);
  const { correctedBy, correctedAt, ...correction } = corrected.json.correction!;
  assert.ok(correctedBy && Date.parse(correctedAt));
  assert.deepEqual(correction, {
    sentimentScore: 30.01,
    sourceType: 'ARTICLE',
    note: 'It is no review.',
    dismissed: false,
    extracted: { sentimentScore: 80, sourceType: 'REVIEW' },
  });
  const [after] = (await reported()).filter((row) => row.id === id);
  assert.deepEqual(after, {
    ...before,
    ...{ sourceType: 'ARTICLE', sentimentScore: 30.01, sentiment: 'NEGATIVE', sentimentReader: 'PERSON' },
  });
  assert.equal((await brands()).text, figures, 'the figures of the brand stay');
  assert.deepEqual(
    (await list({ corrected: true, sentiment: 'NEGATIVE', sourceType: 'ARTICLE' })).map((row) => row.id),
    [id],
  );

  const back = { sentimentScore: null, sourceType: null, note: null };
  assert.equal((await call('updateMention', { ids: [id], body: back })).json.correction, null);
  assert.deepEqual(
    (await reported()).filter((row) => row.id === id),
    [before],
  );
});

test('a dismissed mention leaves the reports, though answers are read again, until it is taken back', async () => {
  const { ingestion } = app.app.services;
  const [dismissed, corrected] = [await idOf('REVIEW'), await idOf('VIDEO')];
  const before = await reported();
  await call('updateMention', { ids: [dismissed], body: { dismissed: true } });
  await call('updateMention', { ids: [corrected], body: { sentimentScore: 0 } });
  const shown = await reported();
  assert.equal(shown.length, 2);
  assert.equal(await ingestion.reextract(org.id, { scope: 'ALL' }), 2);
  assert.deepEqual(await reported(), shown);
  assert.equal(shown.find(({ id }) => id === corrected)?.sentimentScore, 0);
  assert.deepEqual(
    (await list({ dismissed: true })).map(({ id }) => id),
    [dismissed],
  );
  assert.equal((await call('getMention', { ids: [dismissed] })).json.correction!.dismissed, true);

  await call('updateMention', { ids: [dismissed], body: { dismissed: false } });
  await call('updateMention', { ids: [corrected], body: { sentimentScore: null } });
  assert.deepEqual(await reported(), before);
});

test('updateMention refuses what a mention cannot be', async () => {
  const plain = await idOf('AI_ANSWER');
  const complaints: [object, RegExp][] = [
    [{ sourceType: 'ARTICLE' }, /^sourceType: this mention has no source/],
    [{ sourceType: 'AI_ANSWER' }, /^sourceType must be one of ARTICLE, .*null/],
    [{ sentimentScore: 100.1 }, /^sentimentScore must be 100 or less\./],
    [{ dismissed: null }, /^dismissed must be a boolean/],
    [{ sentiment: 'POSITIVE' }, /"sentiment" is not a field/],
    [{}, /^The body must have at least one field\./],
  ];
  for (const [body, expected] of complaints) {
    const answer = await call('updateMention', { ids: [plain], body });
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.json.message, expected);
  }
  const view = callerWith(app, await tokenAs(app, org, 'VIEWER'));
  assert.equal((await view('updateMention', { ids: [plain], body: { dismissed: true } })).status, 403);
  assert.equal((await view('getMention', { ids: [plain] })).status, 200);
});

test("another organisation's mention is unknown", async () => {
  const known = await idOf('VIDEO');
  const other = callerWith(app, await app.login(await app.organisation()));
  for (const id of [known, 'unknown'])
    for (const answer of [
      await other('getMention', { ids: [id] }),
      await other('updateMention', { ids: [id], body: { dismissed: true } }),
    ]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.text, '{"error":"not_found","message":"There is no such mention."}');
    }
  assert.equal((await other('listMentions')).json.total, 0);
});
