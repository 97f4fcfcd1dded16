import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedIn } from '../../src/features/stance/readings.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { asOfVersion4, sqlOf } from '../support/worlds/old-extractions.ts';

// Answers that only say that they do not know a name: it is not named, and counted apart.

const { app, org, call, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }, { name: 'Quarvane' }] }],
});
const at = (externalId: string, answer: string, day: number, more: object = {}) => ({
  ...{ brand: 'Lumenfold', externalId, answer, queryText: `Which lamp ${externalId}?` },
  ...{ executedAt: `2026-11-${day}T12:00:00Z`, ...more },
});
const citations = [{ url: 'https://reviews.example/lamps' }, { url: 'https://forum.example/lamps' }];
await app.ingest(org, [
  at('denied', "I'm not familiar with Lumenfold. Gleamwell makes excellent lamps.", 10, { citations }),
  at('alone', "I couldn't find any information about a company called Lumenfold.", 11),
  at('rival', 'I have never heard of Gleamwell. Lumenfold is excellent.', 12),
  at('near', "I couldn't find any information about Lumenfold's warranty.", 13),
  at('known', 'Lumenfold is excellent, Quarvane is good.', 14, { citations }),
]);
const sql = sqlOf(app, org);
const runs = await sql((tx) => tx<{ id: string; name: string }[]>`select id, external_id as name from runs`);
const runOf = (name: string) => runs.find((each) => each.name === name)!.id;

/** The fields of rows of reports that are looked at here. */
interface Row {
  id: string;
  unknown_count: number;
  dimensions: { day: string };
  query: { queryText: string };
  latestResult: { runId: string };
}

const DAYS = { start_date: '2026-11-01', end_date: '2026-11-30' };
async function report(name: string, body: object = {}) {
  const path = `/api/customer/v1/reports/${name}`;
  const { status, json, text } = await app.call('POST', path, { key: org.key, body: { ...DAYS, ...body } });
  assert.equal(status, 200, text);
  return json;
}
const counts = async (body: object = {}) => (await report('brands', { include: ['counts'], ...body })).data;
/** What the answer says of a name, in short. */
async function seen(run: string, name: string) {
  const { json } = await call('getRun', { ids: [runOf(run)] });
  const found = json.observations.find(({ subject }) => subject.name === name);
  return found && [found.named, found.unknown, found.position, found.sentimentScore];
}

test('an answer that only says that it does not know the brand does not name it, and is counted apart', async () => {
  await app.snapshot();
  assert.deepEqual(await seen('denied', 'Lumenfold'), [false, true, null, null]);
  assert.deepEqual((await seen('denied', 'Gleamwell'))!.slice(0, 3), [true, false, 1], 'the rank moves up');
  assert.deepEqual(await seen('alone', 'Lumenfold'), [false, true, null, null]);
  assert.deepEqual((await seen('near', 'Lumenfold'))!.slice(0, 3), [true, false, 1]);
  const [brand] = await counts();
  assert.deepEqual(
    [brand.visibility_count, brand.visibility_total, brand.unknown_count, brand.negative_count],
    [3, 5, 2, 1],
  );
  const byDay = await counts({ dimensions: ['day'] });
  assert.deepEqual(
    byDay.filter((row: Row) => row.unknown_count === 1).map((row: Row) => row.dimensions.day),
    ['2026-11-10', '2026-11-11'],
  );
  const queries = (await report('queries')).data;
  const denied = queries.find(({ latestResult }: Row) => latestResult.runId === runOf('denied')).latestResult;
  assert.deepEqual([denied.brandMentioned, denied.visibilityScore, denied.position], [false, 0, null]);
  const mentions = (await report('mentions')).data.map(({ query }: Row) => query.queryText);
  assert.deepEqual([...new Set(mentions)].sort(), [
    'Which lamp known?',
    'Which lamp near?',
    'Which lamp rival?',
  ]);
  const { json } = await call('getRun', { ids: [runOf('denied')] });
  assert.deepEqual([json.brandMentioned, json.mentionIds], [false, []]);
});

test('a competitor that an answer does not know is not named: no voice, no rank, no question to a model', async () => {
  await app.snapshot();
  assert.deepEqual(await seen('rival', 'Gleamwell'), [false, true, null, null]);
  assert.deepEqual((await seen('rival', 'Lumenfold'))!.slice(0, 3), [true, false, 1]);
  const [brand] = await counts({ include: ['counts', 'share_of_voice', 'competitors'] });
  const rival = brand.competitors.find(({ name }: { name: string }) => name === 'Gleamwell');
  assert.equal(rival.visibility_count, 1);
  // Lumenfold three times, Gleamwell and Quarvane once.
  assert.equal(brand.share_of_voice_total, 5);
  const { named } = await sql((tx) => namedIn(tx, org.id, runOf('rival')));
  assert.deepEqual(
    named.map(({ name }) => name),
    ['Lumenfold'],
  );
  const { json } = await call('getRunNamings', { ids: [runOf('rival')] });
  const marked = json.namings.flatMap(({ subjects }) => subjects.map(({ name }) => name));
  assert.deepEqual(marked, ['Lumenfold']);
  const found = await call('listRuns', { query: { brandId, competitorId: await idOf('Gleamwell') } });
  assert.deepEqual(
    found.json.data.map(({ id }) => id),
    [runOf('denied')],
  );
});
async function idOf(name: string): Promise<string> {
  const { json } = await call('listCompetitors', { ids: [brandId] });
  return json.data.find((each) => each.name === name)!.id;
}

test('both engines and all forms of a report have the count', async () => {
  await app.snapshot();
  const query = `start_date=2026-11-01&end_date=2026-11-30&include=counts&api_key=${org.key}`;
  const { text } = await app.call('GET', `/api/customer/v1/reports/brands?${query}&format=csv`);
  const [names, values] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  assert.equal(values![names!.indexOf('unknown_count')], '2');
  const [row] = await counts({
    order_by: [{ field: 'unknown_count' }],
    having: [{ field: 'unknown_count', operator: 'gte', value: 2 }],
    dimensions: ['platform'],
  });
  assert.equal(row.unknown_count, 2);
});

test('a correction wins, and the reading is kept beside it', async () => {
  const ids = [runOf('alone'), brandId];
  await call('putBrandCorrection', { ids, body: { named: true, score: 60 } });
  await app.snapshot();
  assert.deepEqual(await seen('alone', 'Lumenfold'), [true, false, 1, 60]);
  const [brand] = await counts();
  assert.deepEqual([brand.visibility_count, brand.unknown_count], [4, 1]);
  const read = await sql(
    (tx) => tx`select named, unknown from machine_observations where run_id = ${runOf('alone')}`,
  );
  assert.deepEqual([...read], [{ named: false, unknown: true }]);
  // Somebody who says that it is not named leaves it unknown.
  await call('putBrandCorrection', { ids, body: { named: false } });
  assert.deepEqual(await seen('alone', 'Lumenfold'), [false, true, null, null]);
  await call('deleteBrandCorrection', { ids });
  await app.snapshot();
  assert.deepEqual(await seen('alone', 'Lumenfold'), [false, true, null, null]);
  assert.deepEqual((await counts())[0].unknown_count, 2);
});

test('answers that an earlier version read: once read again their mentions leave, a break is on the day, no webhook', async () => {
  await app.snapshot();
  const wanted = [await counts(), (await report('mentions')).data];
  await asOfVersion4(app, org);
  await app.snapshot();
  const since = app.app.services.reports.current()!.id;
  const [before] = await counts();
  assert.deepEqual([before.visibility_count, before.unknown_count, before.negative_count], [5, 0, 3]);
  const old = (await report('mentions')).data.filter(({ query }: Row) =>
    /denied|alone/.test(query.queryText),
  );
  assert.equal(old.length, 3, 'two sources, and one without');
  const hooks = await call('createWebhook', {
    body: { url: 'https://hooks.example/x', events: ['query.completed', 'mention.created'] },
  });
  assert.equal(hooks.status, 201, hooks.text);

  await app.app.services.ingestion.reextract(org.id, { scope: 'OUTDATED' });
  await app.snapshot();
  assert.deepEqual([await counts(), (await report('mentions')).data], wanted);
  const changed = await report('mentions', { updated_since: since });
  assert.deepEqual(changed.removed.toSorted(), old.map(({ id }: Row) => id).toSorted());
  const next = app.app.services.reports.current()!.id;
  assert.deepEqual((await report('mentions', { updated_since: next })).removed, [], 'once');
  const { json } = await call('listBreaks', { query: { brandId } });
  const { details } = json.data.find(({ kind }) => kind === 'extraction')!;
  assert.deepEqual([details.before, details.changed], [4, 3]);
  const [sent] = await sql(
    (tx) => tx<{ count: number }[]>`select count(*)::int as count from webhook_messages`,
  );
  assert.equal(sent!.count, 0);
});
