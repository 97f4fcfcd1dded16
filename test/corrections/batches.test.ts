import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withOrganisation } from '../support/callers/organisation.ts';

const { app, org, call } = await withOrganisation({
  brands: [{ name: 'Subway', competitors: [{ name: 'Gleamwell' }] }, { name: 'Otherlight' }],
});
const brands = (await call('listBrands')).json.data;
const brandId = brands.find(({ name }) => name === 'Subway')!.id;
const [rival] = (await call('listCompetitors', { ids: [brandId] })).json.data;
const FRESH = 'Subway and Gleamwell have fresh bread.';
const TRAIN = 'Gleamwell is near the subway station.';
await call('updateBrand', { ids: [brandId], body: { caseSensitive: [], aliases: ['the subway'] } });
await app.app.services.ingestion.reextract(org.id);
await app.ingest(
  org,
  Array.from({ length: 130 }, (_, at) => ({
    brand: 'Subway',
    externalId: `run ${at}`,
    platform: at % 2 ? ('CLAUDE' as const) : ('CHATGPT' as const),
    queryText: at % 3 ? 'Which bread?' : 'Which lunch?',
    executedAt: `2026-11-${10 + (at % 10)}T12:00:00Z`,
    answer: at < 10 ? FRESH : TRAIN,
  })),
);
const RANGE = { start_date: '2026-11-01', end_date: '2026-11-30' };
async function figures(): Promise<string> {
  await app.snapshot();
  const texts: string[] = [];
  for (const name of ['brands', 'queries', 'mentions']) {
    const body = { ...RANGE, dimensions: ['day', 'platform'], include: ['readers'] };
    texts.push((await app.report(org, name, body)).text);
  }
  return texts.join('\n');
}
const named = async () => {
  await app.snapshot();
  const { json } = await app.report(org, 'brands', RANGE);
  return json.data.find((row: { brand: { id: string } }) => row.brand.id === brandId).visibility_count;
};
const firstOf = async (query: object) =>
  (await call('previewCorrections', { query: { brandId, ...query } })).json.examples[0]!;

test('a filter is previewed, corrected as one batch, and undone as one [long]', async () => {
  const before = await figures();
  const found = await firstOf({});
  const text = found.namedAs!;
  assert.match(text, /subway/, found.snippet ?? '');
  const preview = async (query: object) => {
    const { status, json, text } = await call('previewCorrections', { query: { brandId, ...query } });
    assert.equal(status, 200, text);
    return json;
  };
  const shown = await preview({ namedAs: text });
  assert.deepEqual([shown.answers, shown.isComplete, shown.examples.length], [120, true, 10]);
  assert.equal((await preview({ namedAs: text.toUpperCase() })).answers, 0, 'the letter case counts');
  assert.equal((await preview({ namedAs: text, platform: 'CLAUDE' })).answers, 60);
  assert.equal((await preview({ namedAs: text, startDate: '2026-11-19' })).answers, 12);
  assert.equal((await preview({ queryText: 'Which lunch?' })).answers, 44);
  assert.equal((await preview({ competitorId: rival!.id })).answers, 130);

  const own = shown.examples[3]!.runId;
  await call('putBrandCorrection', { ids: [own, brandId], body: { named: true, score: 1 } });
  const filter = { brandId, namedAs: text, platform: shown.examples[3]!.query.platform };
  const made = await call('createCorrectionBatch', { body: { filter, named: false, note: 'A train.' } });
  assert.equal(made.status, 201, made.text);
  const { id } = made.json;
  assert.deepEqual([made.json.answers, made.json.isComplete, made.json.filter], [59, true, filter]);
  assert.equal(await named(), 130 - 59);
  assert.equal(
    (await call('getBrandCorrection', { ids: [own, brandId] })).json.score,
    1,
    'what was corrected stays',
  );
  assert.equal((await preview({ namedAs: text, platform: filter.platform })).answers, 0);
  const { data } = (await call('listCorrectionBatches')).json;
  assert.deepEqual(
    data.map((each) => [each.id, each.note]),
    [[id, 'A train.']],
  );
  const [one] = (await call('listRuns', { query: { brandId, mentioned: false, limit: 1 } })).json.data;
  const { batchId } = (await call('getBrandCorrection', { ids: [one!.id, brandId] })).json;
  assert.equal(batchId, id);
  // What is corrected anew leaves the batch.
  await call('putBrandCorrection', { ids: [one!.id, brandId], body: { named: true, score: 2 } });
  const breaks = (await call('listBreaks', { query: { brandId } })).json.data;
  assert.deepEqual(breaks.find(({ kind }) => kind === 'corrections')!.details, {
    corrected: 60,
    notNamed: 58,
  });

  assert.equal((await call('deleteCorrectionBatch', { ids: [id] })).status, 204);
  assert.equal((await call('getCorrectionBatch', { ids: [id] })).status, 404);
  assert.equal(await named(), 130);
  assert.equal((await call('getBrandCorrection', { ids: [one!.id, brandId] })).json.score, 2);
  for (const run of [one!.id, own]) await call('deleteBrandCorrection', { ids: [run, brandId] });
  assert.equal(await figures(), before);
  const log = (await call('listAuditLog', { query: { targetId: id } })).json.data.map(({ action }) => action);
  assert.deepEqual(log, ['deleteCorrectionBatch', 'createCorrectionBatch']);
});

test('a batch that is undone while it is made, by several people, leaves nothing behind', async () => {
  const before = await figures();
  const filter = { brandId };
  for (let round = 0; round < 5; round += 1) {
    const making = call('createCorrectionBatch', { body: { filter, named: true, score: 7 } });
    let id: string | undefined;
    while (id === undefined) id = (await call('listCorrectionBatches')).json.data[0]?.id;
    const undone = await Promise.all([0, 1].map(() => call('deleteCorrectionBatch', { ids: [id] })));
    assert.deepEqual(undone.map(({ status }) => status).sort(), [204, 404], 'one of them undid it');
    const { status, text } = await making;
    assert.ok(status === 201 || status === 404, text);
    const { json } = await call('previewCorrections', { query: { brandId } });
    assert.equal(json.answers, 130, 'no answer is corrected by a batch that is gone');
  }
  assert.equal(await figures(), before);
});

test('a competitor is corrected in many answers too; a refusal names the field', async () => {
  const before = await figures();
  const filter = { brandId, competitorId: rival!.id, endDate: '2026-11-12' };
  const made = await call('createCorrectionBatch', { body: { filter, named: true, score: 100 } });
  assert.equal(made.json.answers, 39);
  const { id: runId } = (await call('listRuns', { query: { brandId, endDate: '2026-11-12', limit: 1 } })).json
    .data[0]!;
  const { score, extracted } = (await call('getCompetitorCorrection', { ids: [runId, rival!.id] })).json;
  assert.deepEqual([score, extracted.named], [100, true]);
  await call('deleteCorrectionBatch', { ids: [made.json.id] });
  assert.equal(await figures(), before);
  const refused = async (body: object) => {
    const { status, json } = await call('createCorrectionBatch', { body });
    return [status, json.details?.[0]?.field ?? json.message];
  };
  assert.deepEqual(await refused({ filter: { brandId }, named: false, score: 3 }), [400, 'score']);
  const days = { startDate: '2026-11-12', endDate: '2026-11-11' };
  assert.deepEqual(await refused({ filter: { brandId, ...days }, named: false }), [400, 'filter.startDate']);
  const unknown = { brandId, competitorId: brandId };
  assert.deepEqual(await refused({ filter: unknown, named: false }), [404, 'There is no such competitor.']);
  const stranger = await app.organisation({ brands: [{ name: 'Subway' }] });
  const theirs = callerWith(app, await app.login(stranger));
  assert.equal((await theirs('previewCorrections', { query: { brandId } })).status, 404);
  assert.equal((await theirs('listCorrectionBatches')).json.total, 0);
});

test('an answer says by which names it would not name the brand, each tried out', async () => {
  const { runId } = await firstOf({});
  const { suggestions } = (await call('suggestNames', { ids: [runId] })).json;
  assert.deepEqual(suggestions, [
    { ignoredPhrases: ['the subway station'] },
    { ignoredPhrases: ['near the subway'] },
  ]);
  const preview = await call('previewNames', { ids: [brandId], body: suggestions[0] });
  assert.deepEqual([preview.json.lost > 0, preview.json.gained], [true, 0], preview.text);
  const { data } = (await call('listRuns', { query: { brandId, endDate: '2026-11-10' } })).json;
  const { namings } = (await call('getRunNamings', { ids: [data.at(-1)!.id] })).json;
  assert.ok(namings.length > 0);
  // By its letter case alone the name would be told apart.
  await call('updateBrand', { ids: [brandId], body: { name: 'Loafline', aliases: ['ZenTro'] } });
  await app.ingest(org, [{ brandId, externalId: 'sandwich', answer: 'People like zentro very much.' }]);
  const [late] = (await call('listRuns', { query: { brandId, mentioned: true, limit: 1 } })).json.data;
  const [first] = (await call('suggestNames', { ids: [late!.id] })).json.suggestions;
  assert.deepEqual(first, { caseSensitive: ['ZenTro'] });
  assert.equal((await call('suggestNames', { ids: [runId], query: { subjectId: 'x' } })).status, 404);
});
