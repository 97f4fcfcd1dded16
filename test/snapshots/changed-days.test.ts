// long: publishes many snapshots
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { difference } from '../../bench/support/difference.ts';
import { verifyFiles } from '../../src/files/content.ts';
import { noteRunsChanged } from '../../src/snapshots/changes.ts';
import { readCurrent, readManifest, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { daysOf, lengthOf, overlaps, periodsOfDays } from '../../src/snapshots/periods.ts';
import { withApp } from '../support/callers/organisation.ts';
import { flipBit } from '../support/server/damage.ts';
import { startProgram } from '../support/server/programs.ts';

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}`;
const run = (number: number) => ({
  brand: 'Lumenfold',
  answer: number % 3 ? 'Lumenfold is fine, Norvell is bad: https://lamps.example/a.' : 'Lumenfold is fine.',
  queryText: 'Which lamp?',
  executedAt: `${day(number)}T10:00:00Z`,
});

const app = await withApp({});
const org = await app.organisation({ brands: [{ name: 'Lumenfold', competitors: [{ name: 'Norvell' }] }] });
await app.ingest(
  org,
  Array.from({ length: 31 }, (_, at) => run(at + 1)),
);
await app.snapshot();

async function brandOn(number: number): Promise<{ sentiment: number; visibility_total: number }> {
  const body = { start_date: day(number), end_date: day(number) };
  const { status, json } = await app.report(org, 'brands', body);
  assert.equal(status, 200);
  return json.data[0];
}
/** Changes the sentiment of a day without a note of the change. The program never does. */
const changeInSilence = (number: number, hundredths: number) =>
  app.sql(org)`update observations o set sentiment = ${hundredths} from runs r
      where o.org_id = ${org.id} and r.org_id = o.org_id and r.id = o.run_id and o.kind = 'BRAND'
        and cast(r.executed_at at time zone 'UTC' as date) = ${day(number)}::date`;
async function isWhole(): Promise<void> {
  const { missed, extra } = await difference({ url: app.databaseUrl, dataDir: app.dataDir });
  assert.deepEqual([missed, extra], [0, 0]);
}

test('days become the fewest periods, which have them and no others', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 31 }), { minLength: 1 }), (numbers) => {
      const periods = periodsOfDays(numbers.map(day));
      for (let number = 1; number <= 31; number += 1) {
        const days = { first: day(number), last: day(number) };
        const within = periods.filter((period) => overlaps(period, days)).length;
        assert.equal(within, numbers.includes(number) ? 1 : 0);
      }
      const distinct = new Set(numbers);
      assert.equal(
        periods.reduce((sum, period) => sum + lengthOf(period), 0),
        distinct.size,
      );
      const gaps = [...distinct].filter((number) => !distinct.has(number - 1)).length;
      assert.equal(periods.length, gaps);
      assert.deepEqual(
        periods.map((period) => daysOf(period).first),
        periods.map((period) => daysOf(period).first).toSorted(),
      );
    }),
  );
});

test('of a month only the days that changed are read; the others stay as they were', async () => {
  const { sentiment } = await brandOn(5);
  await changeInSilence(5, 1_234);
  for (const number of [9, 10, 20]) await app.ingest(org, [run(number)]);
  await app.snapshot();
  assert.deepEqual(
    [(await brandOn(5)).sentiment, (await brandOn(9)).visibility_total, (await brandOn(20)).visibility_total],
    [sentiment, 2, 2],
  );
  await app.ingest(org, [run(5)]);
  await app.snapshot();
  const { visibility_total: total, sentiment: seen } = await brandOn(5);
  assert.equal(total, 2);
  assert.notEqual(seen, sentiment);
  await isWhole();
});

test('a month of which most days changed is read as a whole', async () => {
  await changeInSilence(5, 2_345);
  await app.ingest(
    org,
    Array.from({ length: 16 }, (_, at) => run(at + 10)),
  );
  await app.snapshot();
  await isWhole();
});

test('a month whose files are damaged is read as a whole', async () => {
  await changeInSilence(5, 3_456);
  const folder = snapshotsFolder(app.dataDir);
  const path = join(folder, (await readCurrent(folder))!);
  const { files } = await readManifest(path);
  const { name } = files.find((file) => /^mentions-.*2026-01/.test(file.name))!;
  flipBit(join(path, name));
  await app.ingest(org, [run(9)]);
  await app.snapshot();
  await isWhole();
  const made = join(folder, (await readCurrent(folder))!);
  await verifyFiles(made, (await readManifest(made)).files, new Set());
});

test('everything is read where somebody asks for it, though nothing is noted as changed', async () => {
  await changeInSilence(5, 4_567);
  const snapshot = async (...args: string[]) => {
    const { code, stderr } = await startProgram('src/cli.ts', ['snapshot', ...args], {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.dataDir,
    }).ended;
    assert.equal(code, 0, stderr);
    return stderr;
  };
  assert.match(await snapshot(), /Nothing has changed/);
  assert.notEqual((await brandOn(5)).sentiment, 45.67);
  assert.doesNotMatch(await snapshot('--anew'), /Nothing has changed/);
  await isWhole();
});

test('a month keeps no file of a table whose rows are gone', async () => {
  const searches = async () => {
    const folder = snapshotsFolder(app.dataDir);
    const { files } = await readManifest(join(folder, (await readCurrent(folder))!));
    return files.flatMap(({ name }) => (name.startsWith('run_searches-') ? [name] : []));
  };
  const searched = { ...run(7), searchQueries: ['lamp'] };
  await app.ingest(org, [searched]);
  await app.snapshot();
  assert.equal((await searches()).length, 1);
  await app.app.services.db.tenant(org.id, async (tx) => {
    await tx`update runs set search_queries = null where org_id = ${org.id}`;
    await noteRunsChanged(tx, org.id, [day(7)]);
  });
  await app.snapshot();
  assert.deepEqual(await searches(), []);
  await isWhole();
});
