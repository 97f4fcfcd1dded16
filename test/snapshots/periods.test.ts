// long: publishes many snapshots
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import postgres from 'postgres';
import { difference } from '../../bench/support/difference.ts';
import {
  type Manifest,
  newSnapshotId,
  readCurrent,
  readManifest,
  snapshotsFolder,
  writeCurrent,
  writeManifest,
} from '../../src/snapshots/manifest.ts';
import { byTime, daysOf, divided, endOf, monthOf, Periods } from '../../src/snapshots/periods.ts';
import { partOfFile } from '../../src/snapshots/tables.ts';
import { withApp } from '../support/callers/organisation.ts';

const MOST = 12;
const BOUNDS = { shared: MOST, alone: MOST };
const MONTHS = ['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02'];

/** Three runs a day on the first ten days of each month, the first of them all at one time. */
const runs = MONTHS.flatMap((month) =>
  Array.from({ length: 30 }, (_, at) => ({
    brand: 'Lumenfold',
    answer: at % 3 ? 'Lumenfold is fine.' : 'None is.',
    queryText: `Which lamp ${at % 7}?`,
    executedAt: `${month}-${String(1 + Math.floor(at / 3)).padStart(2, '0')}T${at % 3 ? '10' : '23'}:59:59.999Z`,
  })),
);

const app = await withApp({});
const org = await app.organisation({ brands: [{ name: 'Lumenfold', competitors: [{ name: 'Norvell' }] }] });
await app.ingest(org, runs);
await app.snapshot();

const folder = () => snapshotsFolder(app.dataDir);
const current = async () => readManifest(join(folder(), (await readCurrent(folder()))!));
const periodsOf = ({ files }: Manifest) =>
  files
    .flatMap(({ name }) => (name.startsWith('runs-') ? (partOfFile(name)?.period ?? []) : []))
    .sort(byTime);
const changedNames = (before: Manifest, { files }: Manifest) => {
  const known = new Map(before.files.map(({ name, sha256 }) => [name, sha256]));
  return files.flatMap(({ name, sha256 }) => (known.get(name) === sha256 ? [] : [name]));
};
const ask = async (report: string, body: object) => {
  const { status, json } = await app.report(org, report, body);
  assert.equal(status, 200, JSON.stringify(json));
  return json;
};
const RANGES = [
  { start_date: '2025-09-01', end_date: '2026-02-28' },
  { start_date: '2025-10-04', end_date: '2025-10-04' },
  { start_date: '2025-12-09', end_date: '2026-01-02' },
  { start_date: '2025-11-12', end_date: '2025-11-30' },
];
const answers = () =>
  Promise.all(
    ['brands', 'queries', 'mentions'].flatMap((report) =>
      RANGES.map((range) => ask(report, { ...range, limit: 1000 })),
    ),
  );
async function isWhole(): Promise<void> {
  const { missed, extra, rows } = await difference({ url: app.databaseUrl, dataDir: app.dataDir });
  assert.ok(rows > runs.length);
  assert.deepEqual([missed, extra], [0, 0]);
}

const aMonth = fc
  .tuple(fc.integer({ min: 1999, max: 2032 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`);

test('the periods of a month have each of its days once, however often it was divided and whichever have no rows', () => {
  fc.assert(
    fc.property(
      aMonth,
      fc.array(fc.tuple(fc.nat(30), fc.nat(500))),
      fc.array(fc.nat(30)),
      (month, cuts, empty) => {
        const periods = [month];
        for (const [at, rows] of cuts) {
          const index = at % periods.length;
          const into = divided(periods[index]!, rows, 40);
          if (rows <= 40) assert.deepEqual(into, [periods[index]]);
          periods.splice(index, 1, ...into);
        }
        assert.deepEqual(periods.toSorted(byTime), periods);
        for (const at of empty) if (periods.length > 1) periods.splice(at % periods.length, 1);
        const known = new Periods(periods.map((period) => ({ bucket: '3', period })));
        const all = known.of('3', month);
        const [year, number] = month.split('-').map(Number) as [number, number];
        const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
        const day = (at: number) => `${month}-${String(at).padStart(2, '0')}`;
        for (let at = 1; at <= days; at += 1) {
          const [found, ...more] = known.of('3', month, day(at));
          assert.ok(found && more.length === 0, `${day(at)} in ${all}`);
          const { first, last } = daysOf(found);
          assert.ok(first <= day(at) && day(at) <= last);
        }
        // Each ends where the next one begins.
        for (const [at, period] of all.entries()) {
          const next = all[at + 1];
          if (next) assert.equal(endOf(period), `${daysOf(next).first} 00:00Z`);
        }
        assert.equal(endOf(all.at(-1)!), endOf(month));
      },
    ),
  );
  assert.equal(endOf('9999-12'), '10000-01-01 00:00Z');
  assert.equal(endOf('294276-12'), 'infinity');
  assert.deepEqual(divided('10000-01', 1_000, 1), ['10000-01']);
});

test('months with too many runs are divided; rows, answers and what is known of changes stay the same', async () => {
  const wanted = await answers();
  const first = await current();
  assert.deepEqual(periodsOf(first), MONTHS);
  // The days of some periods are still too many at first: what is left is divided by the publications that follow.
  for (let at = 0; at < 5; at += 1) await app.publish(BOUNDS);
  const made = await current();
  const periods = periodsOf(made);
  assert.deepEqual([...new Set(periods.map(monthOf))], MONTHS);
  assert.ok(
    periods.length > MONTHS.length && !MONTHS.some((month) => periods.includes(month)),
    String(periods),
  );
  for (const { name, rows = 0 } of made.files)
    if (name.startsWith('runs-') && rows > 0) assert.ok(rows <= MOST, `${name} ${rows}`);
  await isWhole();
  assert.deepEqual(await answers(), wanted);
  const none = await ask('queries', { ...RANGES[0], updated_since: first.id });
  assert.deepEqual([none.data, none.removed], [[], []]);
  // Nothing is left to divide.
  await app.publish(BOUNDS);
  assert.equal((await current()).id, made.id);
});

test('a change has its days read and written, and no other; days without rows have a place too', async () => {
  const before = await current();
  await app.ingest(org, [
    {
      brand: 'Lumenfold',
      answer: 'Lumenfold!',
      queryText: 'Which lamp 1?',
      executedAt: '2025-10-04T00:00:00Z',
    },
  ]);
  assert.equal((await app.publish()).parts, 1);
  const changed = changedNames(before, await current());
  const [period] = changed.flatMap((name) =>
    name.startsWith('runs-') ? (partOfFile(name)?.period ?? []) : [],
  );
  assert.ok(
    period && daysOf(period).first <= '2025-10-04' && daysOf(period).last >= '2025-10-04',
    String(changed),
  );
  assert.deepEqual(
    changed.filter((name) => !name.includes(`-${period}.`) && !/^(base|changes)-/.test(name)),
    [],
  );
  const { data } = await ask('mentions', { ...RANGES[0], updated_since: before.id });
  assert.equal(data.length, 1);
  for (const day of ['2025-10-31', '2026-02-28', '2026-03-31', '2025-09-11'])
    await app.ingest(org, [
      { brand: 'Lumenfold', answer: 'Lumenfold.', queryText: day, executedAt: `${day}T23:59:59.999Z` },
    ]);
  await app.publish();
  await isWhole();
});

test('a note of a whole month has all its periods read; so has a full export', async () => {
  const wanted = await answers();
  const before = await current();
  const inMonth = periodsOf(before).filter((period) => monthOf(period) === '2025-12');
  const sql = postgres(app.databaseUrl, { max: 1 });
  await app.sql(
    org,
  )`insert into changed_parts (org_id, part, month) values (${org.id}, 'runs', '2025-12-01')`;
  assert.ok((await app.publish()).parts >= inMonth.length);
  await sql`update snapshot_state set last_snapshot_id = null`; // as after a restore
  await sql.end();
  await app.publish();
  assert.deepEqual(periodsOf(await current()), periodsOf(before));
  await isWhole();
  assert.deepEqual(await answers(), wanted);
  const none = await ask('queries', { ...RANGES[0], updated_since: before.id });
  assert.deepEqual([none.data, none.removed], [[], []]);
});

test('where the clock of the database has gone back, the periods stay, and no row is there twice', async () => {
  const made = await current();
  // As if it was published when that clock was an hour ahead.
  const id = newSnapshotId(new Date(Date.now() + 3_600_000), made.history.lineage);
  cpSync(join(folder(), made.id), join(folder(), id), { recursive: true });
  await writeManifest(join(folder(), id), { ...made, id });
  await writeCurrent(folder(), id);
  const sql = postgres(app.databaseUrl, { max: 1 });
  await sql`update snapshot_state set last_snapshot_id = ${id}`;
  await sql.end();
  await app.ingest(org, [
    { brand: 'Lumenfold', queryText: 'Back?', answer: 'Lumenfold.', executedAt: '2025-10-04T01:00:00Z' },
  ]);
  await app.publish();
  assert.deepEqual(periodsOf(await current()), periodsOf(made));
  await isWhole();
});
