import { copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import { connect, type Sql, type Tx } from '../db/client.ts';
import { BUCKETS } from './buckets.ts';
import {
  describeFile,
  isRefused,
  type Manifest,
  newSnapshotId,
  readCurrent,
  readManifest,
  SCHEMA_VERSION,
  type SnapshotFile,
  servingFile,
  snapshotsFolder,
  syncFolder,
  verifyFile,
  writeChecked,
  writeCurrent,
  writeManifest,
} from './manifest.ts';
import { clearUnfinished, removeOld } from './old-snapshots.ts';
import { type LeftOutRow, PARTED, type Part, PartWriter, partFile, partOfFile, TABLES } from './parts.ts';
import { PublishLock, STALLED_MS } from './publish-lock.ts';

/** Within a transaction that Postgres ends itself, where the exporter's machine is gone or its process stopped. */
const IDLE_TRANSACTION = '10min';
const UNREAD_ROWS = '2min';

export interface PublishedSnapshot {
  id: string;
  /** False when nothing had changed and the current snapshot was confirmed instead. */
  isNew: boolean;
  /** Parts that were read from Postgres. */
  parts: number;
  rows: Record<string, number>;
  bytes: number;
  seconds: number;
}

export interface PublishOptions {
  url: string;
  dataDir: string;
  keepMinutes: number;
  /** DuckDB's; 256 without. */
  memoryMb?: number;
  log: Log;
  /** Wait for another exporter to finish, instead of leaving the work to it. */
  wait?: boolean;
  /** Called as it gets on. */
  onMove?: () => void;
  /** Without progress for this long it fails. */
  stalledMs?: number;
}

/**
 * Brings the current snapshot up to all that is committed now: the parts that changed since are read anew,
 * the others are shared with it. Readers see the old snapshot or the new one, at whatever point this is
 * killed; leftovers are cleared by the next one.
 * @returns null when another exporter is at work.
 * @throws Error when it gets on no more. What it began may still be stuck then: its process should end.
 */
export async function publishSnapshot({
  url,
  dataDir,
  keepMinutes,
  memoryMb,
  log,
  wait = false,
  onMove = () => {},
  stalledMs = STALLED_MS,
}: PublishOptions): Promise<PublishedSnapshot | null> {
  const startedAt = performance.now();
  const folder = snapshotsFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const lock = await PublishLock.take(url, wait, stalledMs, onMove);
  if (!lock) return null;
  // A client of its own: a COPY that is cut off leaves its connection unusable (porsager/postgres#499).
  const sql = connect(url, { role: 'export', max: 1, statementTimeoutMs: 0, isLasting: true });
  try {
    return await lock.during(folder, async () => {
      await sql.unsafe(
        `set idle_in_transaction_session_timeout = '${IDLE_TRANSACTION}'; set tcp_user_timeout = '${UNREAD_ROWS}'`,
      );
      await clearUnfinished(folder);
      const made = await publishChanges(sql, { folder, memoryMb, lock, log });
      if (made.isNew) await confirmSnapshot(sql, made);
      await writeChecked(folder, made.manifest.id, made.asOf);
      await removeOld(folder, made.manifest, keepMinutes, log);
      const { id, files } = made.manifest;
      return {
        id,
        isNew: made.isNew,
        parts: made.parts,
        rows: rowsByTable(files),
        bytes: files.reduce((sum, file) => sum + file.bytes, 0),
        seconds: (performance.now() - startedAt) / 1000,
      };
    });
  } finally {
    await Promise.all([lock.release(), sql.end({ timeout: 1 })]);
  }
}

interface Made {
  manifest: Manifest;
  asOf: string;
  isNew: boolean;
  parts: number;
  /** The dirty log's rows this export saw. */
  seen: number[];
  /** The snapshot that was the last one when it began. */
  lastSnapshotId: string | null;
}

async function publishChanges(
  sql: Sql,
  {
    folder,
    memoryMb,
    lock,
    log,
  }: { folder: string; memoryMb: number | undefined; lock: PublishLock; log: Log },
): Promise<Made> {
  const current = await readableCurrent(folder);
  const writer: { id: string; parts: PartWriter | null } = { id: '', parts: null };
  try {
    const read = await sql.begin('isolation level repeatable read read only', async (begun) => {
      const tx = begun as unknown as Tx;
      const plan = await planSnapshot(tx, folder, current, lock, log);
      if (plan.isConfirmed) return { ...plan, files: plan.base?.files ?? [] };
      writer.id = plan.id;
      lock.allowFor(plan.parts.length);
      const staging = stagingOf(folder, plan.id);
      await mkdir(staging);
      writer.parts = await PartWriter.open(staging, memoryMb);
      return { ...plan, files: await writeParts(tx, writer.parts, staging, plan, lock, log) };
    });
    const { id, asOf, database, base, seen, lastSnapshotId } = read;
    const made = { asOf, seen, lastSnapshotId, parts: read.parts.length };
    if (read.isConfirmed && base) return { ...made, manifest: base, isNew: false };
    const staging = stagingOf(folder, id);
    const files = await serveParts(writer.parts as PartWriter, staging, read, lock);
    await writer.parts?.close();
    writer.parts = null;
    const manifest: Manifest = { id, schemaVersion: SCHEMA_VERSION, database, asOf, files };
    await writeManifest(staging, manifest);
    lock.signal.throwIfAborted();
    await rename(staging, join(folder, id));
    await syncFolder(folder);
    await writeCurrent(folder, id);
    return { ...made, manifest, isNew: true };
  } catch (error) {
    await writer.parts?.close();
    if (writer.id) await rm(stagingOf(folder, writer.id), { recursive: true, force: true });
    throw error;
  }
}

/** What is to be done, by the state of the database and of the current snapshot. */
interface Plan {
  id: string;
  asOf: string;
  database: string;
  lastSnapshotId: string | null;
  /** Nothing has changed since the snapshot `base`, and it is whole. */
  isConfirmed: boolean;
  /** The snapshot to share files with; null: everything is made. */
  base: Manifest | null;
  /** To be read from Postgres. */
  parts: Part[];
  /** Whose serving files are made. */
  buckets: string[];
  seen: number[];
}

async function planSnapshot(
  tx: Tx,
  folder: string,
  current: { manifest: Manifest; isRefused: boolean } | null,
  lock: PublishLock,
  log: Log,
): Promise<Plan> {
  const [state] = await tx<{ identity: string; lastSnapshotId: string | null; now: Date }[]>`
    select identity, last_snapshot_id as "lastSnapshotId", clock_timestamp() as now from snapshot_state`;
  if (!state) throw new Error('snapshot_state is empty: the database is not migrated.');
  const { identity: database, lastSnapshotId } = state;
  const dirty = await tx<(Part & { id: number })[]>`
    select id, part, bucket, to_char(month, 'YYYY-MM-DD') as month from dirty_parts`;
  const seen = dirty.map(({ id }) => id);
  const plan = {
    id: newSnapshotId(state.now),
    asOf: state.now.toISOString(),
    database,
    lastSnapshotId,
    seen,
  };
  // Another last snapshot: the database was restored from a backup, or an export was killed before it was
  // confirmed. The dirty log does not tell what is missing then, so everything is read.
  const isKnown = current?.manifest.database === database && current.manifest.id === lastSnapshotId;
  if (!current || !isKnown) {
    return { ...plan, isConfirmed: false, base: null, parts: await allParts(tx), buckets: [...BUCKETS] };
  }
  const { manifest: base } = current;
  if (!current.isRefused && seen.length === 0)
    return { ...plan, isConfirmed: true, base, parts: [], buckets: [] };
  const damaged = await damagedFiles(folder, base, current.isRefused ? null : dirty, lock.moved);
  if (damaged.length > 0)
    log.error({ snapshot: base.id, files: damaged.slice(0, 20) }, 'ALARM: damaged files are made again');
  const parts = distinct([...dirty, ...damaged.flatMap((name) => partOfFile(name) ?? [])]);
  const served = BUCKETS.filter((bucket) => damaged.includes(servingFile(bucket)));
  const buckets = [...new Set([...parts.map(({ bucket }) => bucket), ...served])];
  return { ...plan, isConfirmed: false, base, parts, buckets };
}

/** The part files of the new snapshot: the changed ones anew, the others shared, and shared serving files too. */
async function writeParts(
  tx: Tx,
  writer: PartWriter,
  staging: string,
  { base, parts, buckets }: Plan,
  lock: PublishLock,
  log: Log,
): Promise<SnapshotFile[]> {
  const replaced = new Set([...parts.flatMap((part) => filesOf(part)), ...buckets.map(servingFile)]);
  const files: SnapshotFile[] = [];
  for (const file of base?.files ?? []) {
    if (replaced.has(file.name)) continue;
    await share(join(staging, '..', base?.id ?? '', file.name), join(staging, file.name));
    files.push(file);
  }
  const leftOut: LeftOutRow[] = [];
  await writer.write(tx, parts, {
    onMove: lock.moved,
    onLeftOut: (row) => leftOut.push(row),
    async onFile(name, rows) {
      lock.signal.throwIfAborted();
      files.push({ ...(await describeFile(staging, name, lock.moved)), rows });
    },
  });
  await logLeftOut(tx, leftOut, log);
  return files;
}

/** Makes the serving files that are missing. @returns all files of the snapshot */
async function serveParts(
  writer: PartWriter,
  staging: string,
  { files, buckets }: Plan & { files: SnapshotFile[] },
  lock: PublishLock,
): Promise<SnapshotFile[]> {
  const partNames = files.map(({ name }) => name).filter((name) => name.endsWith('.parquet'));
  const served: SnapshotFile[] = [];
  for (const bucket of buckets) {
    lock.signal.throwIfAborted();
    const name = servingFile(bucket);
    await writer.serve(bucket, name, partNames);
    served.push(await describeFile(staging, name, lock.moved));
  }
  return [...files, ...served].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Names whose rows were left out, never what is in them. */
async function logLeftOut(tx: Tx, leftOut: LeftOutRow[], log: Log): Promise<void> {
  for (const { table, orgId, id } of leftOut) {
    const [organisation] = await tx<{ name: string }[]>`select name from organisations where id = ${orgId}`;
    log.error(
      { table, orgId, organisation: organisation?.name, id },
      'ALARM: a row was left out of the snapshot',
    );
  }
}

/**
 * The files that are not as they were written, of those that serving files will be built from. No reader would
 * notice: what is built from a damaged part gets a checksum that is right.
 * @param dirty parts that will be made again; null: look at all files, because a reader has found one damaged
 */
async function damagedFiles(
  folder: string,
  { id, files }: Manifest,
  dirty: Part[] | null,
  onRead: () => void,
): Promise<string[]> {
  const buckets = dirty && new Set(dirty.map(({ bucket }) => bucket));
  const damaged: string[] = [];
  for (const file of files) {
    const bucket = partOfFile(file.name)?.bucket ?? file.name[0] ?? '';
    onRead();
    // What is shared as it is must at least be there.
    const isSound =
      buckets && !buckets.has(bucket)
        ? (await stat(join(folder, id, file.name)).catch(() => null))?.size === file.bytes
        : await verifyFile(join(folder, id), file, undefined, onRead).then(
            () => true,
            () => false,
          );
    if (!isSound) damaged.push(file.name);
  }
  return damaged;
}

function stagingOf(folder: string, id: string): string {
  return join(folder, `${id}.tmp`);
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

/**
 * Only now that CURRENT is durable the dirty rows go, exactly those that were seen. Whoever lost the lock meanwhile
 * finds another one's snapshot noted, and changes nothing: what that one saw is not in this.
 */
async function confirmSnapshot(sql: Sql, { manifest, seen, lastSnapshotId }: Made): Promise<void> {
  await sql.begin(async (tx) => {
    const { count } = await tx`update snapshot_state set last_snapshot_id = ${manifest.id}
      where last_snapshot_id is not distinct from ${lastSnapshotId}`;
    if (count === 0) throw new Error('Another exporter has published meanwhile.');
    await tx`delete from dirty_parts where id = any(${seen})`;
  });
}

/** The current snapshot, refused by a reader or not; null when there is none that can be built upon. */
async function readableCurrent(folder: string): Promise<{ manifest: Manifest; isRefused: boolean } | null> {
  const id = await readCurrent(folder);
  if (id === null) return null;
  const manifest = await readManifest(join(folder, id)).catch(() => null);
  if (manifest?.schemaVersion !== SCHEMA_VERSION) return null;
  return { manifest, isRefused: await isRefused(join(folder, id)) };
}
