import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import postgres from 'postgres';
import { difference } from '../../bench/support/difference.ts';
import { openSnapshot } from '../../bench/support/open-snapshot.ts';
import { type Bounds, Buckets, bucketsFor, splitBucket } from '../../src/snapshots/buckets.ts';
import { readCurrent, readManifest, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { withApp } from '../support/callers/organisation.ts';
import { type TestOrganisation, until } from '../support/server/app.ts';

const RUNS_A_MONTH = 6;
const organisations: TestOrganisation[] = [];

const runs = (seed: number, months: number, firstYear = 2026) =>
  Array.from({ length: months * RUNS_A_MONTH }, (_, at) => {
    const month = Math.floor(at / RUNS_A_MONTH);
    const date = new Date(Date.UTC(firstYear, month, 1 + (at % 28), seed % 24));
    return { brand: 'Lumenfold', answer: at % 2 ? 'Lumenfold.' : 'None.', executedAt: date.toISOString() };
  });
const folder = () => snapshotsFolder(app.dataDir);
const app = await withApp({});
// Two in one bucket, so that it can be split.
const areTogether = () =>
  new Set(organisations.map(({ id }) => new Buckets().of(id))).size < organisations.length;
while (!areTogether()) organisations.push(await app.organisation({ brands: [{ name: 'Lumenfold' }] }));
for (const [at, org] of organisations.entries()) await app.ingest(org, runs(at + 1, 3));
await app.snapshot();
const current = async () => readManifest(join(folder(), (await readCurrent(folder()))!));
const queries = async (org: TestOrganisation, body: object = {}) =>
  (
    await app.report(org, 'queries', {
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      limit: 1000,
      ...body,
    })
  ).json;
async function isWhole(): Promise<void> {
  const { missed, extra, rows } = await difference({ url: app.databaseUrl, dataDir: app.dataDir });
  assert.ok(rows > 20);
  assert.deepEqual([missed, extra], [0, 0]);
}

/** The same bound for buckets of one and of several organisations. */
const atMost = (runs: number): Bounds => ({ shared: runs, alone: runs });

const anId = fc
  .array(fc.constantFrom(...'01234567ef'), { minLength: 12, maxLength: 12 })
  .map((end) => `01a2047d-6337-7cf1-b8ef-${end.join('')}`);

test('each organisation has one bucket, also of the layout that its data asks for', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anId, fc.nat(60), fc.constantFrom('2026-01', '2026-02')), { maxLength: 30 }),
      (found) => {
        const counts = found.map(([orgId, number, month]) => ({ orgId, month, runs: number }));
        const layout = bucketsFor(counts, atMost(50));
        for (const { orgId } of counts)
          assert.equal(layout.names.filter((name) => orgId.endsWith(name)).join(), layout.of(orgId));
        for (const name of layout.names) {
          const within = counts.filter(({ orgId }) => orgId.endsWith(name));
          const january = within.filter(({ month }) => month === '2026-01');
          const total = january.reduce((sum, each) => sum + each.runs, 0);
          assert.ok(total <= 50 || new Set(within.map(({ orgId }) => orgId)).size === 1);
        }
        // Whatever it was split into, all of it is found again.
        assert.equal(
          layout.within('f').every((name) => name.endsWith('f')),
          true,
        );
        assert.deepEqual(new Buckets(splitBucket('f')).within('f').length, 16);
      },
    ),
    { numRuns: 30 },
  );
});

test('a bucket with too many runs is split, one a publication; rows, changes and later exports stay right [long]', async () => {
  const shared = organisations.filter(
    ({ id }) => new Buckets().of(id) === new Buckets().of(organisations.at(-1)!.id),
  );
  const bucket = new Buckets().of(shared[0]!.id);
  const before = await current();
  const wanted = await Promise.all(organisations.map((org) => queries(org)));
  const { headers } = await app.report({ key: shared[0]!.key }, 'queries');
  const since = headers.get('x-snapshot-id')!;

  await app.publish(atMost(RUNS_A_MONTH)); // both of them together have more
  const after = await current();
  assert.equal(after.buckets.length, before.buckets.length + 15);
  assert.ok(!after.buckets.includes(bucket) && after.buckets.includes(`0${bucket}`));
  assert.ok(new Buckets(after.buckets).of(shared[0]!.id).length === 2);
  await isWhole();
  await until(() => app.app.services.reports.current()?.id === after.id);
  assert.deepEqual(await Promise.all(organisations.map((org) => queries(org))), wanted);

  await app.ingest(shared[0]!, [
    { brand: 'Lumenfold', answer: 'Lumenfold!', executedAt: '2026-06-27T10:00:00Z' },
  ]);
  const made = await app.publish();
  assert.ok(made!.parts <= 2);
  await isWhole();
  const now = await current();
  await until(() => app.app.services.reports.current()?.id === now.id);
  // What changed since a snapshot before it was split is still known.
  const { json, status } = await app.report({ key: shared[0]!.key }, 'queries', {
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    updated_since: since,
  });
  assert.equal(status, 200, JSON.stringify(json));
  assert.equal(json.data.length, 1);

  // Again and again, until each is alone; then there is nothing to split.
  let last = '';
  for (let tries = 0; tries < 60 && last !== (await current()).id; tries += 1) {
    last = (await current()).id;
    await app.publish(atMost(RUNS_A_MONTH - 1));
  }
  const { buckets } = await current();
  const alone = organisations.map(({ id }) => new Buckets(buckets).of(id));
  assert.equal(new Set(alone).size, organisations.length);
  const { id } = await current();
  await app.publish(atMost(RUNS_A_MONTH - 1));
  assert.equal((await current()).id, id);
  // What one organisation has is divided by a bound of its own alone.
  await app.publish({ shared: 1, alone: RUNS_A_MONTH });
  assert.equal((await current()).id, id);
  await app.publish(atMost(1));
  assert.notEqual((await current()).id, id);
  await isWhole();
});

test('a full export in many short transactions is of one state, whatever is written meanwhile [long]', async () => {
  const [org] = organisations as [TestOrganisation];
  await app.ingest(org, runs(1, 70, 2020));
  const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} });
  await sql`update snapshot_state set last_snapshot_id = null`; // as after a restore
  await sql.end();
  let isOver = false;
  let pairs = 0;
  // Each ingest writes a run in an early month and one in a late month, in one transaction.
  const writing = (async () => {
    for (; !isOver; pairs += 1) {
      const pair = ['2020-02-20', '2025-08-20'].map((day) => ({
        brand: 'Lumenfold',
        answer: `pair ${pairs}`,
        queryText: `pair ${pairs} of ${day}`,
        executedAt: `${day}T12:00:00Z`,
      }));
      await app.ingest(org, pair);
    }
  })();
  const made = await app.publish();
  isOver = true;
  await writing;
  assert.ok(made!.parts > 64 && pairs > 0, `${made!.parts} parts, ${pairs} pairs`);
  const { connection, tables, close } = await openSnapshot(app.dataDir);
  const source = (await tables(org.id)).from('runs', null);
  const found = await connection.runAndReadAll(`
    select count(*) filter (executed_at < date '2021-01-01'), count(*) filter (executed_at > date '2025-01-01')
    from ${source} r where query_text like 'pair %'`);
  close();
  const [[early, late] = []] = found.getRows();
  assert.equal(early, late);
  await app.publish();
  await isWhole();
});
