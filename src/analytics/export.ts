import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { connect, type Sql, type Tx } from '../db.ts';
import type { Log } from '../log.ts';
import { type SnapshotTable, snapshotSelect } from '../migrate.ts';
import {
  BUCKETS,
  describeFile,
  isRefused,
  listSnapshots,
  type Manifest,
  newSnapshotId,
  readCurrent,
  readManifest,
  SCHEMA_VERSION,
  servingFile,
  snapshotsFolder,
  syncFolder,
  writeChecked,
  writeCurrent,
  writeManifest,
} from './manifest.ts';

/** Held by the one exporter that works. */
const EXPORT_LOCK = 7_203_115;
const MEMORY_MB = 512;
const NULL = '\\N';

/** Columns of the exported tables with their DuckDB types, and the order that queries profit from. */
const EXPORTED: Record<
  Exclude<SnapshotTable, 'daily'>,
  { columns: Record<string, string>; order: string }
> = {
  brands: {
    columns: { org_id: 'VARCHAR', id: 'VARCHAR', name: 'VARCHAR', archived: 'BOOLEAN' },
    order: 'org_id, id',
  },
  competitors: {
    columns: { org_id: 'VARCHAR', id: 'VARCHAR', brand_id: 'VARCHAR', name: 'VARCHAR' },
    order: 'org_id, brand_id, id',
  },
  runs: {
    columns: {
      org_id: 'VARCHAR',
      id: 'VARCHAR',
      brand_id: 'VARCHAR',
      query_id: 'VARCHAR',
      platform: 'VARCHAR',
      query_text: 'VARCHAR',
      executed_at: 'TIMESTAMP',
      named: 'BOOLEAN',
      position: 'INTEGER',
      sentiment: 'SMALLINT',
    },
    order: 'org_id, brand_id, executed_at, id',
  },
  mentions: {
    columns: {
      org_id: 'VARCHAR',
      id: 'VARCHAR',
      brand_id: 'VARCHAR',
      query_id: 'VARCHAR',
      platform: 'VARCHAR',
      query_text: 'VARCHAR',
      discovered_at: 'TIMESTAMP',
      source_type: 'VARCHAR',
      source_name: 'VARCHAR',
      source_url: 'VARCHAR',
      title: 'VARCHAR',
      snippet: 'VARCHAR',
      sentiment: 'SMALLINT',
    },
    order: 'org_id, brand_id, discovered_at, id',
  },
  competitor_daily: {
    columns: {
      org_id: 'VARCHAR',
      brand_id: 'VARCHAR',
      competitor_id: 'VARCHAR',
      day: 'DATE',
      named: 'BIGINT',
      sentiment_sum: 'BIGINT',
      sentiment_count: 'BIGINT',
      position_sum: 'BIGINT',
      position_count: 'BIGINT',
    },
    order: 'org_id, brand_id, competitor_id, day',
  },
};
const TABLES = Object.keys(EXPORTED) as (keyof typeof EXPORTED)[];

export interface ExportResult {
  id: string;
  /** False when nothing had changed and the current snapshot was confirmed instead. */
  isNew: boolean;
  rows: Record<string, number>;
  bytes: number;
  seconds: number;
}

export interface ExportOptions {
  url: string;
  dataDir: string;
  keepMinutes: number;
  log: Log;
  /** Wait for another exporter to finish, instead of leaving the work to it. */
  wait?: boolean;
}

/**
 * Brings the current snapshot up to all that is committed now. Readers see the old snapshot or the new one,
 * at whatever point this is killed; leftovers are cleared by the next one.
 * @returns null when another exporter is at work.
 */
export async function exportSnapshot({
  url,
  dataDir,
  keepMinutes,
  log,
  wait = false,
}: ExportOptions): Promise<ExportResult | null> {
  const startedAt = performance.now();
  const folder = snapshotsFolder(dataDir);
  await mkdir(folder, { recursive: true });
  // A client of its own: a COPY that is cut off leaves its connection unusable (porsager/postgres#499).
  const lock = connect(url, { role: 'export', max: 1, statementTimeoutMs: 0 });
  const sql = connect(url, { role: 'export', max: 1, statementTimeoutMs: 0 });
  try {
    if (!(await takeLock(lock, wait))) return null;
    await clearLeftovers(folder);
    const current = await healthyCurrent(folder);
    const made = await sql.begin('isolation level repeatable read read only', (tx) =>
      exportChanges(tx as unknown as Tx, folder, current),
    );
    if (made.isNew) await confirmExport(sql, made);
    await writeChecked(folder, made.manifest.id, made.asOf);
    await removeOld(folder, made.manifest.id, keepMinutes, log);
    const { id, rows, files } = made.manifest;
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { id, isNew: made.isNew, rows, bytes, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    await Promise.all([lock.end({ timeout: 1 }), sql.end({ timeout: 1 })]);
  }
}

interface Made {
  manifest: Manifest;
  asOf: string;
  isNew: boolean;
  /** The dirty log's rows this export saw. */
  seen: number[];
}

async function exportChanges(tx: Tx, folder: string, current: Manifest | null): Promise<Made> {
  const [state] = await tx<{ identity: string; lastSnapshotId: string | null; now: Date }[]>`
    select identity, last_snapshot_id as "lastSnapshotId", clock_timestamp() as now from snapshot_state`;
  if (!state) throw new Error('snapshot_state is empty: the database is not migrated.');
  const seen = (await tx<{ id: number }[]>`select id from dirty_parts`).map(({ id }) => id);
  const asOf = state.now.toISOString();
  // Another last snapshot: the database was restored from a backup, or an export was killed before it was
  // confirmed. The dirty log does not tell what is missing then.
  const isCurrent = current?.database === state.identity && current.id === state.lastSnapshotId;
  if (current && isCurrent && seen.length === 0) return { manifest: current, asOf, isNew: false, seen };

  const id = newSnapshotId(state.now);
  const staging = join(folder, `${id}.tmp`);
  await mkdir(staging);
  try {
    for (const table of TABLES) await copyOut(tx, table, join(staging, `${table}.csv`));
    const rows = await build(staging);
    for (const table of TABLES) await rm(join(staging, `${table}.csv`));
    const names = (await readdir(staging)).sort();
    const files = [];
    for (const name of names) files.push(await describeFile(staging, name));
    const manifest: Manifest = {
      id,
      schemaVersion: SCHEMA_VERSION,
      database: state.identity,
      asOf,
      rows,
      files,
    };
    await writeManifest(staging, manifest);
    await rename(staging, join(folder, id));
    await syncFolder(folder);
    await writeCurrent(folder, id);
    return { manifest, asOf, isNew: true, seen };
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

async function copyOut(tx: Tx, table: SnapshotTable, path: string): Promise<void> {
  const query = `copy (select right(org_id, 1) as bucket, * from (${snapshotSelect(table)}) exported)
    to stdout (format csv, null '${NULL}')`;
  await pipeline(await tx.unsafe(query).readable(), createWriteStream(path, { highWaterMark: 1 << 20 }));
}

/** CSV files → sorted Parquet parts and native serving files, one a bucket. @returns rows by table */
async function build(folder: string): Promise<Record<string, number>> {
  const work = join(folder, 'work.duckdb');
  const instance = await DuckDBInstance.create(work, {
    memory_limit: `${MEMORY_MB}MB`,
    temp_directory: join(folder, 'spill'),
    threads: '2',
    allocator_background_threads: 'true',
  });
  const duckdb = await instance.connect();
  const rows: Record<string, number> = {};
  try {
    for (const table of TABLES) {
      const { columns, order } = EXPORTED[table];
      const types = Object.entries({ bucket: 'VARCHAR', ...columns }).map(
        ([name, type]) => `'${name}': '${type}'`,
      );
      // Sorted once over all buckets; parts and serving files keep this order.
      await duckdb.run(`create table ${table} as
        select * from read_csv('${join(folder, `${table}.csv`)}', header = false, auto_detect = false, delim = ',',
          quote = '"', escape = '"', nullstr = '${NULL}', allow_quoted_nulls = false, columns = {${types.join(', ')}})
        order by bucket, ${order}`);
      const counted = await duckdb.runAndReadAll(`select count(*)::integer from ${table}`);
      rows[table] = Number(counted.getRows()[0]?.[0] ?? 0);
    }
    for (const bucket of BUCKETS) {
      await duckdb.run(`attach '${join(folder, servingFile(bucket))}' as snapshot`);
      for (const table of TABLES) {
        const part = `select * exclude bucket from work.${table} where bucket = '${bucket}'`;
        await duckdb.run(
          `copy (${part}) to '${join(folder, `${table}-${bucket}.parquet`)}' (format parquet, compression zstd)`,
        );
        await duckdb.run(`create table snapshot.${table} as ${part}`);
      }
      await duckdb.run(
        `create table snapshot.daily as ${snapshotSelect('daily')} order by org_id, brand_id, day`,
      );
      await duckdb.run('detach snapshot'); // writes it out and closes it
    }
  } finally {
    duckdb.closeSync();
    instance.closeSync();
  }
  for (const name of ['work.duckdb', 'work.duckdb.wal', 'spill']) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
  return rows;
}

/** Only now that CURRENT is durable the dirty rows go, exactly those that were seen. */
async function confirmExport(sql: Sql, { manifest, seen }: Made): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update snapshot_state set last_snapshot_id = ${manifest.id}`;
    await tx`delete from dirty_parts where id = any(${seen})`;
  });
}

async function takeLock(lock: Sql, wait: boolean): Promise<boolean> {
  if (wait) {
    await lock`select pg_advisory_lock(${EXPORT_LOCK})`;
    return true;
  }
  const [row] = await lock<{ taken: boolean }[]>`select pg_try_advisory_lock(${EXPORT_LOCK}) as taken`;
  return row?.taken ?? false;
}

/** The current snapshot's manifest; null when there is none, or it cannot be served. */
async function healthyCurrent(folder: string): Promise<Manifest | null> {
  const id = await readCurrent(folder);
  if (id === null || (await isRefused(join(folder, id)))) return null;
  const manifest = await readManifest(join(folder, id)).catch(() => null);
  return manifest?.schemaVersion === SCHEMA_VERSION ? manifest : null;
}

/** What a killed exporter left: we hold its lock, so nobody works on it. */
async function clearLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith('.tmp')) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Removes snapshots that were superseded longer ago than they are kept. The one before the current stays in
 * any case: it is what serves on when the current one is found damaged.
 */
async function removeOld(folder: string, currentId: string, keepMinutes: number, log: Log): Promise<void> {
  const older = (await listSnapshots(folder)).filter((id) => id < currentId);
  for (const [at, id] of older.slice(0, -1).entries()) {
    const successor = older[at + 1] ?? currentId;
    const supersededAt = await stat(join(folder, successor, 'manifest.json')).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (Date.now() - supersededAt < keepMinutes * 60_000) continue;
    await rm(join(folder, id), { recursive: true, force: true });
    log.debug({ snapshot: id }, 'removed an old snapshot');
  }
}
