import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationId } from '../../src/server/dispatch/handler.ts';
import { withBrand } from '../support/callers/organisation.ts';

const { app, org, call, brandId } = await withBrand();
const CITED = ['a', 'b', 'c'].map((name) => ({ url: `https://${name}.example/lamps` }));
const ingested = Array.from({ length: 8 }, (_, at) => ({
  brand: 'Lumenfold',
  externalId: `run ${at}`,
  answer: 'Lumenfold is great.',
  citations: CITED.slice(0, at % 2 ? 3 : 1),
  executedAt: `2026-11-1${at}T12:00:00Z`,
}));
await app.ingest(org, ingested);
const runs = await app.sql(org)<
  { id: string }[]
>`select id from runs where org_id = ${org.id} order by external_id`;
const runIds = runs.map(({ id }) => id);
const RANGE = { start_date: '2026-11-01', end_date: '2026-11-30' };
const mentionsOf = async (at: number, dismissed = false) =>
  (await call('listMentions', { query: { runId: runIds[at]!, dismissed } })).json.data.toSorted((a, b) =>
    a.sourceUrl! < b.sourceUrl! ? -1 : 1,
  );
const change = async (id: string, body: object) => {
  const answer = await call('updateMention', { ids: [id], body });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};
async function figures() {
  await app.snapshot();
  const body = { ...RANGE, dimensions: ['month'], include: ['readers'] };
  const { json } = await app.report(org, 'brands', body);
  const [row] = json.data;
  return { named: row.visibility_count, sentiment: row.sentiment, person: row.sentiment_readers.PERSON };
}

test('without a scope a mention is corrected alone; with the scope answer all reports count it [long]', async () => {
  const before = await figures();
  const [one, two] = await mentionsOf(1);
  assert.equal((await change(one!.id, { sentimentScore: 0 })).answerCorrection, undefined);
  assert.deepEqual(await figures(), before);

  const changed = await change(one!.id, {
    sentimentScore: 10,
    note: 'Irony.',
    sourceType: 'FORUM',
    scope: 'answer',
  });
  assert.deepEqual(
    [changed.sentimentScore, changed.sentimentReader, changed.sourceType, changed.correction!.sentimentScore],
    [10, 'PERSON', 'FORUM', null],
    'what was corrected of the mention alone is taken back, the source type is its own',
  );
  const { note, score, extracted } = changed.answerCorrection!;
  assert.deepEqual([note, score, extracted.sentimentReader], ['Irony.', 10, 'LEXICON']);
  assert.equal((await call('getMention', { ids: [two!.id] })).json.sentimentScore, 10);
  const after = await figures();
  assert.deepEqual([after.person, after.named], [1, before.named]);
  assert.equal(
    (await change(two!.id, { sentimentScore: 90 })).sentimentScore,
    90,
    'alone, a mention keeps its own',
  );
  assert.equal((await change(two!.id, { sentimentScore: null })).sentimentScore, 10);

  const gone = await change(two!.id, { dismissed: true, scope: 'answer' });
  assert.deepEqual([gone.answerCorrection!.named, gone.answerCorrection!.score], [false, null]);
  assert.equal((await figures()).named, before.named - 1);
  assert.deepEqual([(await mentionsOf(1)).length, (await mentionsOf(1, true)).length], [0, 3]);
  const refused = await call('updateMention', {
    ids: [two!.id],
    body: { sentimentScore: 5, scope: 'answer' },
  });
  assert.deepEqual([refused.status, refused.json.details![0]!.field], [400, 'sentimentScore']);
  const nothing = await call('updateMention', { ids: [two!.id], body: { scope: 'answer' } });
  assert.deepEqual([nothing.status, nothing.json.details![0]!.field], [400, 'scope']);

  await change(two!.id, { dismissed: false, note: null, scope: 'answer' });
  await change(one!.id, { sourceType: null });
  assert.deepEqual(await figures(), before);
  assert.equal((await call('getBrandCorrection', { ids: [runIds[1]!, brandId] })).status, 404);
});

test('a mention of an answer that only a person says names the brand can be dismissed with it', async () => {
  await app.ingest(org, [{ brand: 'Lumenfold', externalId: 'unnamed', answer: 'It is the gentle one.' }]);
  const { data } = (await call('listRuns', { query: { mentioned: false } })).json;
  const id = data[0]!.id;
  await call('putBrandCorrection', { ids: [id, brandId], body: { named: true } });
  const [mention] = (await call('listMentions', { query: { runId: id } })).json.data;
  const dismissed = await change(mention!.id, { dismissed: true, scope: 'answer' });
  assert.equal(dismissed.answerCorrection!.named, false);
  await change(mention!.id, { dismissed: false, scope: 'answer' });
  assert.equal((await call('listMentions', { query: { runId: id } })).json.total, 1);
  await call('deleteBrandCorrection', { ids: [id, brandId] });
  assert.equal((await call('getMention', { ids: [mention!.id] })).status, 404);
});

test('corrections of mentions are adopted by their answers, with a preview', async () => {
  const before = await figures();
  const preview = async () => (await call('previewCorrectionAdoption')).json;
  assert.deepEqual(await preview(), { answers: 0, notNamed: 0, scored: 0, conflicts: 0, examples: [] });
  const [all, some, scores, typed, later] = await Promise.all([1, 3, 5, 7, 2].map((at) => mentionsOf(at)));
  for (const { id } of all!) await change(id, { dismissed: true });
  await change(some![0]!.id, { dismissed: true });
  await change(scores![0]!.id, { sentimentScore: 90 });
  await change(scores![1]!.id, { sentimentScore: 20 });
  await change(scores![2]!.id, { dismissed: true });
  await change(typed![0]!.id, { sourceType: 'FORUM', note: 'A forum.' });
  await change(later![0]!.id, { sentimentScore: 70 });
  await call('putBrandCorrection', { ids: [runIds[2]!, brandId], body: { named: true, score: 30 } });
  const brand = { id: brandId, name: 'Lumenfold' };
  const shown = await preview();
  const expected = [
    { runId: runIds[1]!, brand, named: false, score: null, mentions: 3, conflicts: false },
    { runId: runIds[5]!, brand, named: true, score: 20, mentions: 3, conflicts: true },
  ];
  assert.deepEqual(shown, {
    answers: 2,
    notNamed: 1,
    scored: 1,
    conflicts: 1,
    examples: expected.toSorted((a, b) => (a.runId < b.runId ? -1 : 1)),
  });
  const own = await mentionsOf(5);
  const { batchId, ...adopted } = (await call('adoptMentionCorrections')).json;
  assert.deepEqual(adopted, { answers: 2, notNamed: 1, scored: 1, remaining: 0 });
  assert.equal((await preview()).answers, 0);
  const read = async (at: number, id: OperationId & 'getBrandCorrection' = 'getBrandCorrection') =>
    (await call(id, { ids: [runIds[at]!, brandId] })).json;
  assert.deepEqual([(await read(1)).named, (await read(1)).batchId], [false, batchId]);
  assert.deepEqual([(await read(5)).score, (await read(2)).score], [20, 30]);
  const kept = (await mentionsOf(5)).map(({ sentimentScore, correction }) => [
    sentimentScore,
    correction?.correctedAt,
  ]);
  assert.deepEqual(
    kept,
    own.map(({ sentimentScore, correction }) => [sentimentScore, correction?.correctedAt]),
  );
  assert.deepEqual(await figures(), { ...(await figures()), named: before.named - 1, person: 2 });
  const [entry] = (await call('listAuditLog', { query: { action: 'adoptMentionCorrections' } })).json.data;
  assert.deepEqual([entry!.targetId, entry!.details], [batchId, { answers: 2, notNamed: 1, scored: 1 }]);
  // A mention that is corrected after its answer is offered again.
  await change(later![0]!.id, { sentimentScore: 60 });
  assert.deepEqual(
    (await preview()).examples.map(({ score }) => score),
    [60],
  );
  // Undone as one, they are offered again.
  const batch = (await call('getCorrectionBatch', { ids: [batchId!] })).json;
  assert.deepEqual([batch.origin, batch.answers, batch.isComplete], ['ADOPTION', 2, true]);
  assert.equal((await call('deleteCorrectionBatch', { ids: [batchId!] })).status, 204);
  assert.deepEqual(await figures(), { ...(await figures()), named: before.named, person: 1 });
  assert.equal((await preview()).answers, 3);
});
