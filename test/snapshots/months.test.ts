import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { difference } from '../../bench/support/difference.ts';
import { connect } from '../../src/db/client.ts';
import { Buckets } from '../../src/snapshots/buckets.ts';
import {
  type Manifest,
  partOfServingFile,
  readManifest,
  servingFile,
  snapshotsFolder,
} from '../../src/snapshots/manifest.ts';
import { withApp } from '../support/callers/organisation.ts';
import { until } from '../support/server/app.ts';
import { onCluster } from '../support/server/cluster.ts';
import { flipBit } from '../support/server/damage.ts';

const MONTHS = ['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02'];
/** Each Postgres counts which of its own tables are read. */
const skip = onCluster('tables are read on the workers');

const runsOf = (months: readonly string[]) =>
  months.flatMap((month) =>
    ['Lumenfold is fine.', 'Nothing.'].map((answer, at) => ({
      brand: 'Lumenfold',
      answer,
      executedAt: `${month}-0${at + 1}T10:00:00Z`,
    })),
  );

const app = await withApp({});
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
const bucket = new Buckets().of(org.id);
await app.ingest(org, runsOf(MONTHS));
await app.snapshot();

const folder = () => join(snapshotsFolder(app.dataDir), app.app.services.reports.current()!.id);
const manifest = (): Promise<Manifest> => readManifest(folder());
const served = async () =>
  (await manifest()).files.flatMap(({ name }) => {
    const file = partOfServingFile(name);
    return file?.bucket === bucket ? (file.period ?? []) : [];
  });
/** Files of the bucket that are others than in a snapshot before. */
async function changedSince({ files }: Manifest): Promise<string[]> {
  const before = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  const now = (await manifest()).files;
  return now.flatMap(({ name, sha256 }) => (before.get(name) === sha256 ? [] : [name]));
}
async function visibility(start: string, end: string): Promise<number> {
  const { json } = await app.report(org, 'queries', { start_date: start, end_date: end, limit: 1000 });
  return json.total;
}

test('the newest four months have a serving file, and older ones are read from their parts', async () => {
  assert.deepEqual(await served(), MONTHS.slice(-4));
  const { url, dataDir } = { url: app.databaseUrl, dataDir: app.dataDir };
  const { rows, missed, extra } = await difference({ url, dataDir });
  assert.ok(rows >= 2 * MONTHS.length);
  assert.deepEqual([missed, extra], [0, 0]);
  assert.equal(await visibility('2025-09-01', '2025-10-31'), 1);
  assert.equal(await visibility('2025-08-01', '2025-08-31'), 0);
  assert.equal(await visibility('2025-09-30', '2026-02-28'), 1);
});

test('buckets without rows share one file', async () => {
  const others = (await manifest()).files.filter(({ name }) => {
    const file = partOfServingFile(name);
    return file !== null && file.bucket !== bucket;
  });
  assert.equal(others.length, new Buckets().names.length - 1);
  assert.equal(new Set(others.map(({ sha256 }) => sha256)).size, 1);
  assert.equal(new Set(others.map(({ name }) => statSync(join(folder(), name)).ino)).size, 1);
});

test('a change has its month written, and no other', async () => {
  const before = await manifest();
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.', executedAt: '2025-10-20T10:00:00Z' }]);
  await app.snapshot();
  const changed = await changedSince(before);
  const others = changed.filter((name) => !/-2025-10\./.test(name) && name !== servingFile(bucket));
  assert.deepEqual(
    others.filter((name) => !name.startsWith('changes-')),
    [],
  );
  assert.ok(changed.includes(`runs-${bucket}-2025-10.parquet`), String(changed));
  assert.deepEqual(await served(), MONTHS.slice(-4));
});

test('publishing reads no table of many rows whole', { skip }, async () => {
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.', executedAt: '2025-10-21T10:00:00Z' }]);
  const owner = connect(app.databaseUrl, { role: 'owner', max: 1 });
  // Nobody but the publisher reads all of these.
  const tables = ['observations', 'mentions', 'citations'];
  // Of a small table that Postgres knows well it would rather read all than look into an index.
  for (const table of tables) await owner.unsafe(`analyze ${table}`);
  const scans = async (): Promise<Record<'whole' | 'index', number>> => {
    const [row] = await owner<{ whole: number; index: number }[]>`
      select sum(seq_scan)::int as whole, sum(idx_scan)::int as index
      from pg_stat_user_tables where relname = any(${tables})`;
    return row ?? { whole: 0, index: 0 };
  };
  // Sessions tell their counts late, but at their end: those of the server are ended, which makes new ones.
  await owner`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  const before = await scans();
  await app.publish();
  await until(async () => (await scans()).index > before.index);
  assert.equal((await scans()).whole, before.whole);
  await owner.end();
});

test('a new month takes the place of the oldest served one, whose part is read from then on, and made again where it is damaged', async () => {
  // In place: snapshots share it.
  flipBit(join(folder(), `runs-${bucket}-2025-11.parquet`));
  await app.ingest(org, runsOf(['2026-03']));
  await app.snapshot();
  assert.deepEqual(await served(), [...MONTHS.slice(-3), '2026-03']);
  const { missed, extra } = await difference({ url: app.databaseUrl, dataDir: app.dataDir });
  assert.deepEqual([missed, extra], [0, 0]);
  assert.equal(await visibility('2025-11-01', '2025-11-30'), 1);
});
