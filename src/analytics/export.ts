import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Sql, type Tx } from '../db.ts';
import type { Log } from '../log.ts';
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
  type SnapshotFile,
  servingFile,
  snapshotsFolder,
  supersededAt,
  syncFolder,
  verifySnapshot,
  writeChecked,
  writeCurrent,
  writeManifest,
} from './manifest.ts';
import { PARTED, type Part, PartWriter, partFile, TABLES } from './parts.ts';

/** Held by the one exporter that works. */
const EXPORT_LOCK = 7_203_115;

export interface ExportResult {
  id: string;
  /** False when nothing had changed and the current snapshot was confirmed instead. */
  isNew: boolean;
  /** Parts that were read from Postgres. */
  parts: number;
  rows: Record<string, number>;
  bytes: number;
  seconds: number;
}

export interface ExportOptions {
  url: string;
  dataDir: string;
  keepMinutes: number;
  /** DuckDB's; 256 without. */
  memoryMb?: number;
  log: Log;
  /** Wait for another exporter to finish, instead of leaving the work to it. */
  wait?: boolean;
}

/**
 * Brings the current snapshot up to all that is committed now: the parts that changed since are read anew,
 * the others are shared with it. Readers see the old snapshot or the new one, at whatever point this is
 * killed; leftovers are cleared by the next one.
 * @returns null when another exporter is at work.
 */
export async function exportSnapshot({
  url,
  dataDir,
  keepMinutes,
  memoryMb,
  log,
  wait = false,
}: ExportOptions): Promise<ExportResult | null> {
  const startedAt = performance.now();
  const folder = snapshotsFolder(dataDir);
  await mkdir(folder, { recursive: true });
  // A client of its own: a COPY that is cut off leaves its connection unusable (porsager/postgres#499).
  const lock = connect(url, { role: 'export', max: 1, statementTimeoutMs: 0, isLasting: true });
  const sql = connect(url, { role: 'export', max: 1, statementTimeoutMs: 0 });
  try {
    if (!(await takeLock(lock, wait))) return null;
    await clearLeftovers(folder);
    const current = await healthyCurrent(folder);
    const made = await sql.begin('isolation level repeatable read read only', (tx) =>
      exportChanges(tx as unknown as Tx, { folder, current, memoryMb, log }),
    );
    if (made.isNew) await confirmExport(sql, made);
    await writeChecked(folder, made.manifest.id, made.asOf);
    await removeOld(folder, made.manifest.id, keepMinutes, log);
    const { id, files } = made.manifest;
    return {
      id,
      isNew: made.isNew,
      parts: made.parts,
      rows: rowsByTable(files),
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      seconds: (performance.now() - startedAt) / 1000,
    };
  } finally {
    await Promise.all([lock.end({ timeout: 1 }), sql.end({ timeout: 1 })]);
  }
}

interface Made {
  manifest: Manifest;
  asOf: string;
  isNew: boolean;
  parts: number;
  /** The dirty log's rows this export saw. */
  seen: number[];
}

async function exportChanges(
  tx: Tx,
  {
    folder,
    current,
    memoryMb,
    log,
  }: { folder: string; current: Manifest | null; memoryMb: number | undefined; log: Log },
): Promise<Made> {
  const [state] = await tx<{ identity: string; lastSnapshotId: string | null; now: Date }[]>`
    select identity, last_snapshot_id as "lastSnapshotId", clock_timestamp() as now from snapshot_state`;
  if (!state) throw new Error('snapshot_state is empty: the database is not migrated.');
  const dirty = await tx<(Part & { id: number })[]>`
    select id, part, bucket, to_char(month, 'YYYY-MM-DD') as month from dirty_parts`;
  const seen = dirty.map(({ id }) => id);
  const asOf = state.now.toISOString();
  // Another last snapshot: the database was restored from a backup, or an export was killed before it was
  // confirmed. The dirty log does not tell what is missing then, so everything is read.
  const known = current?.database === state.identity && current.id === state.lastSnapshotId ? current : null;
  if (known && seen.length === 0) return { manifest: known, asOf, isNew: false, parts: 0, seen };
  const base = known && (await isSound(folder, known, dirty)) ? known : null;
  if (known && !base) log.error({ snapshot: known.id }, 'ALARM: a part was damaged; exporting everything');

  const id = newSnapshotId(state.now);
  const staging = join(folder, `${id}.tmp`);
  await mkdir(staging);
  try {
    const parts = base ? distinct(dirty) : await allParts(tx);
    const files = await writeFiles(
      tx,
      staging,
      parts,
      base && { ...base, folder: join(folder, base.id) },
      memoryMb,
    );
    const manifest: Manifest = { id, schemaVersion: SCHEMA_VERSION, database: state.identity, asOf, files };
    await writeManifest(staging, manifest);
    await rename(staging, join(folder, id));
    await syncFolder(folder);
    await writeCurrent(folder, id);
    return { manifest, asOf, isNew: true, parts: parts.length, seen };
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

/** Every file of the new snapshot: the changed parts anew, and their buckets' serving files; the rest shared. */
async function writeFiles(
  tx: Tx,
  staging: string,
  parts: Part[],
  base: (Manifest & { folder: string }) | null,
  memoryMb: number | undefined,
): Promise<SnapshotFile[]> {
  const replaced = new Set(parts.flatMap((part) => filesOf(part)));
  const changedBuckets = base ? [...new Set(parts.map(({ bucket }) => bucket))] : [...BUCKETS];
  for (const bucket of changedBuckets) replaced.add(servingFile(bucket));
  const files: SnapshotFile[] = [];
  for (const file of base?.files ?? []) {
    if (replaced.has(file.name)) continue;
    await share(join(base?.folder ?? '', file.name), join(staging, file.name));
    files.push(file);
  }
  const writer = await PartWriter.open(staging, memoryMb);
  try {
    await writer.write(tx, parts, async (name, rows) => {
      files.push({ ...(await describeFile(staging, name)), rows });
    });
    const partNames = files.map(({ name }) => name).filter((name) => name.endsWith('.parquet'));
    for (const bucket of changedBuckets) {
      const name = servingFile(bucket);
      await writer.serve(bucket, name, partNames);
      files.push(await describeFile(staging, name));
    }
  } finally {
    await writer.close();
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Whether the parts that serving files will be built from are as they were written. No reader would notice:
 * what is built from a damaged part gets a checksum that is right.
 */
async function isSound(folder: string, { id, ...manifest }: Manifest, dirty: Part[]): Promise<boolean> {
  const buckets = new Set(dirty.map(({ bucket }) => bucket));
  // What is shared as it is must at least be there.
  for (const { name, bytes } of manifest.files) {
    const found = await stat(join(folder, id, name)).catch(() => null);
    if (found?.size !== bytes) return false;
  }
  const files = manifest.files.filter(({ name }) => buckets.has(/-([0-9a-f])[-.]/.exec(name)?.[1] ?? ''));
  return verifySnapshot(join(folder, id), { id, ...manifest, files }, new Set()).then(
    () => true,
    () => false,
  );
}

function filesOf(part: Part): string[] {
  return TABLES.filter((table) => PARTED[table].part === part.part).map((table) => partFile(table, part));
}

async function allParts(tx: Tx): Promise<Part[]> {
  return tx<Part[]>`
    select distinct 'brands' as part, right(id, 1) as bucket, null as month from organisations
    union all
    select distinct 'runs', right(org_id, 1),
           to_char(date_trunc('month', cast(executed_at at time zone 'UTC' as date)), 'YYYY-MM-DD')
    from runs`;
}

function distinct(parts: Part[]): Part[] {
  return [
    ...new Map(
      parts.map(({ part, bucket, month }) => [`${part} ${bucket} ${month}`, { part, bucket, month }]),
    ).values(),
  ];
}

/** One file in two snapshots: it never changes, so a link will do. */
async function share(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

function rowsByTable(files: SnapshotFile[]): Record<string, number> {
  const rows: Record<string, number> = Object.fromEntries(TABLES.map((table) => [table, 0]));
  for (const { name, rows: count = 0 } of files) {
    const table = TABLES.find((known) => name.startsWith(`${known}-`));
    if (table) rows[table] = (rows[table] ?? 0) + count;
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
 * Removes snapshots that were superseded longer ago than they are kept. The newest whole one before the
 * current stays in any case: it is what serves on when the current one is found damaged.
 */
async function removeOld(folder: string, currentId: string, keepMinutes: number, log: Log): Promise<void> {
  const older = (await listSnapshots(folder)).filter((id) => id < currentId);
  let reserve: string | undefined;
  for (const id of older) if (!(await isRefused(join(folder, id)))) reserve = id;
  for (const id of older) {
    const since = (await supersededAt(folder, id)) ?? Date.now();
    if (id === reserve || Date.now() - since < keepMinutes * 60_000) continue;
    await rm(join(folder, id), { recursive: true, force: true });
    log.debug({ snapshot: id }, 'removed an old snapshot');
  }
}
