// long: 52 s
// PIN_ROUNDS says how many snapshots with changes follow a pin (5; the full test is 200).
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { finishedPin, madePin } from '../support/callers/pins.ts';
import { type TestAnswer, until } from '../support/server/app.ts';

const ROUNDS = Number(process.env['PIN_ROUNDS'] ?? 3);
const { app, org, call } = await withOrganisation(
  {
    brands: [
      { name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] },
      { name: 'Otherlight', aliases: ['Other Light'] },
    ],
  },
  { SNAPSHOT_KEEP_MINUTES: '0' },
);
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];
const RANGE = { start_date: '2026-01-01', end_date: '2026-12-31', limit: 10_000 };
/** Answers enough for a file a month that is larger than what surrounds the rows. */
const PER_MONTH = 120;
await app.ingest(
  org,
  MONTHS.flatMap((month, at) =>
    Array.from({ length: PER_MONTH }, (_, run) => ({
      brand: run % 3 === 0 ? 'Otherlight' : 'Lumenfold',
      queryText: `Which lamp ${run % 7}?`,
      executedAt: `${month}-${String(1 + (run % 28)).padStart(2, '0')}T10:00:00Z`,
      answer: `Brightora ${run * 7919 + at} is fine. ${run % 2 ? 'Lumenfold is great. ' : ''}Gleamwell and Other Light exist.`,
      citations: [{ url: `https://site${run % 11}.example/${at}-${run}`, title: `Page ${run}` }],
    })),
  ),
);
await app.snapshot();

const REPORTS = ['brands', 'queries', 'mentions'];
const ask = (name: string, snapshot?: string): Promise<TestAnswer> => app.report(org, name, RANGE, snapshot);
async function reports(snapshot?: string): Promise<string[]> {
  const texts: string[] = [];
  for (const name of REPORTS) {
    const answer = await ask(name, snapshot);
    assert.equal(answer.status, 200, answer.text);
    texts.push(answer.text);
  }
  return texts;
}
const folder = join(app.dataDir, 'pins', org.id);
/** The pins' own files, by name. */
const stored = () =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.parquet'))
      .map((name) => [name, statSync(join(folder, name)).size]),
  );
const bytes = (files: Map<string, number>) => [...files.values()].reduce((sum, each) => sum + each, 0);

test(`a pinned report stays the same, byte for byte, over ${ROUNDS} snapshots, a renaming and a restart`, {
  timeout: 120_000 + ROUNDS * 2_000,
}, async () => {
  const before = await reports();
  const snapshotId = app.app.services.reports.current()!.id;
  const pin = await madePin(call, { name: 'record', snapshot: snapshotId, keepDays: 400 });
  assert.deepEqual([pin.state, pin.snapshotId, pin.touchedAt], ['READY', snapshotId, null]);
  assert.equal(pin.bytes, bytes(stored()));
  // What it was made in is removed after it is READY.
  await until(() => readdirSync(folder).every((name) => !name.endsWith('.tmp')));
  assert.deepEqual(await reports('record'), before);
  assert.deepEqual(await reports(pin.id), before);
  const { headers } = await ask('brands', 'record');
  assert.equal(headers.get('x-snapshot-id'), pin.id, 'what stays on the pin');
  assert.equal(headers.get('x-data-as-of'), pin.dataAsOf);

  for (let round = 0; round < ROUNDS; round += 1) {
    await app.ingest(org, [
      { brand: 'Lumenfold', answer: `Lumenfold ${round}.`, executedAt: `${MONTHS[round % 4]}-15T11:00:00Z` },
    ]);
    await app.snapshot();
    assert.deepEqual(await reports('record'), before);
  }
  const brands = (await call('listBrands')).json.data;
  const lumenfold = brands.find(({ name }) => name === 'Lumenfold')!;
  await call('updateBrand', { ids: [lumenfold.id], body: { name: 'Brightora', aliases: [] } });
  await app.app.services.ingestion.reextract(org.id);
  await app.snapshot();
  const now = await reports();
  assert.ok(now.every((text, at) => text !== before[at]));
  assert.match(now[0]!, /Brightora/);
  assert.deepEqual(await reports('record'), before);
  await app.restart();
  assert.deepEqual(await reports('record'), before);

  assert.equal((await call('deletePin', { ids: [pin.id] })).status, 204);
  const gone = await ask('brands', 'record');
  assert.deepEqual([gone.status, gone.json.error], [410, 'snapshot_gone']);
  assert.deepEqual(readdirSync(folder), []);
});

test('a second pin costs on disk only what changed, and what it shares stays when the first goes', async () => {
  const first = await madePin(call, { name: 'first' });
  const files = stored();
  const same = await madePin(call, { name: 'same' });
  assert.deepEqual(stored(), files);
  assert.equal(same.bytes, first.bytes);
  // One month changes: its three tables, and the brands do not.
  await app.ingest(org, [{ brand: 'Otherlight', answer: 'Otherlight.', executedAt: '2026-02-02T00:00:00Z' }]);
  await app.snapshot();
  const atFirst = await reports('first');
  const second = await madePin(call, { name: 'second' });
  const added = new Map([...stored()].filter(([name]) => !files.has(name)));
  assert.ok(added.size >= 1 && added.size <= 3, `${added.size} files`);
  assert.ok(bytes(added) < second.bytes! / 3, `${bytes(added)} of ${second.bytes}`);
  const atSecond = await reports('second');
  assert.notDeepEqual(atSecond, atFirst);
  for (const { id } of [first, same]) await call('deletePin', { ids: [id] });
  assert.deepEqual(await reports('second'), atSecond);
  assert.equal(bytes(stored()), second.bytes);
  await call('deletePin', { ids: [second.id] });
});

test('a pin is of its organisation alone: its name is unknown to others, whose rows are not in its files', async () => {
  const pin = await madePin(call, { name: 'ours' });
  const other = await app.organisation({ brands: [{ name: 'Elsewhere' }] });
  const asked = (snapshot: string) => app.report(other, 'brands', {}, snapshot);
  const unknown = await asked('unknown');
  assert.equal(unknown.status, 410);
  for (const name of ['ours', pin.id]) assert.equal((await asked(name)).text, unknown.text);
  await call('deletePin', { ids: [pin.id] });
});

test('names are unique and can be no ids; what is wrong is refused by name', async () => {
  const create = (body: object) => call('createPin', { body });
  const pin = await madePin(call, { name: 'taken' });
  assert.equal((await create({ name: 'taken' })).status, 409);
  for (const body of [
    { name: '20261120T081500123Z-4f2a91' },
    { name: '019aa0c4-7f00-7000-8000-000000000041' },
    { name: '' },
    { name: 'with space' },
    { name: 'x'.repeat(65) },
    { name: 'long', keepDays: 401 },
    { name: 'short', keepDays: 0 },
    { keepDays: 5 },
  ])
    assert.equal((await create(body)).status, 400, JSON.stringify(body));
  const gone = await create({ name: 'past', snapshot: '20200101T000000000Z-abcdef' });
  assert.deepEqual([gone.status, gone.json.error], [410, 'snapshot_gone']);
  const { data, total } = (await call('listPins')).json;
  assert.deepEqual([total, data], [1, [pin]]);
  assert.deepEqual((await call('getPin', { ids: [pin.id] })).json, pin);
  await call('deletePin', { ids: [pin.id] });
  assert.equal((await call('getPin', { ids: [pin.id] })).status, 404);
  const again = await madePin(call, { name: 'taken' });
  assert.equal((await finishedPin(call, again.id)).state, 'READY');
  await call('deletePin', { ids: [again.id] });
});

test('an organisation without a row can be pinned', async () => {
  const empty = await app.organisation();
  const pin = await madePin(callerWith(app, await app.login(empty)), { name: 'nothing' });
  assert.equal(pin.bytes, 0);
  const { status, text } = await app.call('POST', '/api/customer/v1/reports/brands', {
    key: empty.key,
    body: {},
    headers: { 'X-Snapshot-Id': 'nothing' },
  });
  assert.deepEqual([status, text], [200, '{"data":[],"total":0}']);
});

test('bounds and verdicts of a pin are made by the method that it was made with', async () => {
  // On some days, that have nothing to do with those before them, nearly all answers name the brand.
  const days = Array.from({ length: 56 }, (_, day) => new Date(Date.UTC(2026, 0, 4 + day)).toISOString());
  await app.ingest(
    org,
    days.flatMap((day, at) =>
      Array.from({ length: 10 }, (_, prompt) => ({
        brand: 'Otherlight',
        queryText: `Which lantern ${prompt}?`,
        executedAt: day,
        answer: (at * at * 7919 + 3) % 13 < 5 || prompt === at % 10 ? 'Otherlight.' : 'Another one.',
      })),
    ),
  );
  await app.snapshot();
  const { id, method } = await madePin(call, { name: 'method' });
  assert.equal(method, 3);
  const body = {
    ...RANGE,
    start_date: '2026-02-01',
    end_date: '2026-02-28',
    filters: [{ field: 'query', operator: 'contains', values: ['lantern'] }],
    include: ['intervals'],
    compare_to: 'previous',
  };
  const pinnedBy = async (version: number) => {
    await app.sql(org)`update pins set method = ${version} where id = ${id}`;
    const { status, text, json } = await app.report(org, 'brands', body, id);
    assert.equal(status, 200, text);
    const [row] = json.data.filter((each: { visibility_total: number }) => each.visibility_total > 0);
    return { text, row, width: row.change.high - row.change.low };
  };
  const [first, second, now] = [await pinnedBy(1), await pinnedBy(2), await pinnedBy(3)];
  for (const { row } of [first, second]) {
    assert.deepEqual([row.visibility, row.change.points], [now.row.visibility, now.row.change.points]);
    assert.notDeepEqual(row.change, now.row.change);
  }
  assert.notEqual(first.row.visibility_low, now.row.visibility_low);
  assert.equal(second.row.visibility_low, now.row.visibility_low, 'a share has the same bounds');
  assert.ok(second.width < now.width, 'days that differ count since method 3');
  assert.equal((await pinnedBy(2)).text, second.text);
  await call('deletePin', { ids: [id] });
});
