import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import { connect, type Sql, type Tx } from '../../db/client.ts';
import { ChangeRecorder, share } from '../history/change-recorder.ts';
import { bucketOfChanges } from '../history/changes-files.ts';
import {
  describeFile,
  type Manifest,
  partOfServingFile,
  SCHEMA_VERSION,
  type SnapshotFile,
  servingFile,
  snapshotsFolder,
  syncFolder,
  writeChecked,
  writeCurrent,
  writeManifest,
} from '../manifest.ts';
import { servedMonths } from '../serving-files.ts';
import { filesOfPart, partOfFile, TABLES } from '../tables.ts';
import { clearUnfinished, removeOld } from './old-snapshots.ts';
import { type LeftOutRow, PartWriter } from './parts.ts';
import { type Notes, type Plan, planSnapshot, readableCurrent } from './plan.ts';
import { PublishLock, STALLED_MS } from './publish-lock.ts';

/** Postgres itself ends the transaction after this, where the publisher's machine is gone or its process stopped. */
const IDLE_TRANSACTION = '10min';
const UNREAD_ROWS = '2min';

export interface PublishedSnapshot {
  id: string;
  /** False where nothing had changed: the current snapshot was confirmed instead. */
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
  /** DuckDB's limit in MiB; 256 by default. */
  memoryMb?: number;
  log: Log;
  /** Whether to wait for another publisher to finish, instead of leaving the work to it. */
  wait?: boolean;
  /** Called at each step of progress. */
  onProgress?: () => void;
  /** It fails after this long without progress. */
  stalledMs?: number;
}

/**
 * Publishes a snapshot of all that is committed now: the parts that changed since the current one are read anew, the
 * others are shared with it. Readers see the old snapshot or the new one, at whatever point this is killed; the next
 * publication clears what is left.
 * @returns null where another publisher is at work.
 * @throws Error when it makes no progress. Its statements may still be stuck then: the process should end.
 */
export async function publishSnapshot({
  url,
  dataDir,
  keepMinutes,
  memoryMb,
  log,
  wait = false,
  onProgress = () => {},
  stalledMs = STALLED_MS,
}: PublishOptions): Promise<PublishedSnapshot | null> {
  const startedAt = performance.now();
  const folder = snapshotsFolder(dataDir);
  await mkdir(folder, { recursive: true });
  // Where there is none yet that this version can serve, its turn is waited for: the publisher of a version that is being
  // replaced may be at work without a pause, and servers of this one would never be ready.
  const isFirst = (await readableCurrent(folder)) === null;
  const lock = await PublishLock.take(url, wait || isFirst, stalledMs, onProgress);
  if (!lock) return null;
  // Not the lock's client: a COPY that is cut off leaves its connection unusable (porsager/postgres#499).
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

/** The snapshot that is current now. */
interface Made {
  manifest: Manifest;
  asOf: string;
  isNew: boolean;
  parts: number;
  /** The notes of changes that it takes into account. */
  seen: Notes;
  /** The snapshot that the database named as its last one at the beginning. */
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
  let writer: PartWriter | null = null;
  let staging: string | null = null;
  try {
    const plan = await sql.begin('isolation level repeatable read read only', async (begun) => {
      const tx = begun as unknown as Tx;
      const planned = await planSnapshot(tx, folder, current, lock.progressed, log);
      if (planned.isConfirmed) return planned;
      lock.allowFor(planned.parts.length);
      staging = stagingOf(folder, planned.id);
      await mkdir(staging);
      writer = await PartWriter.open(staging, memoryMb);
      const files = await writeParts(tx, writer, folder, planned, lock, log);
      return { ...planned, files, writer, staging, organisations: await organisations(tx) };
    });
    const { id, asOf, database, seen, lastSnapshotId } = plan;
    const made = { asOf, seen, lastSnapshotId, parts: plan.parts.length };
    if (plan.isConfirmed) return { ...made, manifest: plan.base, isNew: false };
    const folders = { folder, staging: plan.staging };
    const recorder = new ChangeRecorder(plan.writer, folders, plan, plan.organisations, log, lock.progressed);
    const changes = await recorder.record(plan.files);
    const parts = [...plan.files, ...changes.files];
    const files = await serveParts(plan.writer, folders, plan, parts, lock);
    await plan.writer.close();
    writer = null;
    const manifest: Manifest = {
      id,
      schemaVersion: SCHEMA_VERSION,
      database,
      asOf,
      files,
      history: changes.history,
    };
    await writeManifest(plan.staging, manifest);
    lock.signal.throwIfAborted();
    await rename(plan.staging, join(folder, id));
    await syncFolder(folder);
    await writeCurrent(folder, id);
    return { ...made, manifest, isNew: true };
  } catch (error) {
    await (writer as PartWriter | null)?.close();
    if (staging !== null) await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

/** Writes the parts that changed, and links the files that did not. @returns all of them */
async function writeParts(
  tx: Tx,
  writer: PartWriter,
  folder: string,
  { id, base, parts, buckets }: Plan,
  lock: PublishLock,
  log: Log,
): Promise<SnapshotFile[]> {
  const replaced = new Set(parts.flatMap(filesOfPart));
  const staging = stagingOf(folder, id);
  const files: SnapshotFile[] = [];
  if (base) {
    // Which of their serving files stay shows when all parts are there.
    const bucketMadeAnew = (name: string) => bucketOfChanges(name) ?? partOfServingFile(name)?.bucket;
    const isMadeAnew = (name: string) => replaced.has(name) || buckets.includes(bucketMadeAnew(name) ?? '');
    files.push(...base.files.filter(({ name }) => !isMadeAnew(name)));
    for (const { name } of files) await share(join(folder, base.id, name), join(staging, name));
  }
  const leftOut: LeftOutRow[] = [];
  await writer.write(tx, parts, {
    onProgress: lock.progressed,
    onLeftOut: (row) => leftOut.push(row),
    async onFile(name, rows) {
      lock.signal.throwIfAborted();
      files.push({ ...(await describeFile(staging, name, lock.progressed)), rows });
    },
  });
  await logLeftOut(tx, leftOut, log);
  return files;
}

/** Writes the serving files whose parts changed, and links the others. @returns all files of the snapshot */
async function serveParts(
  writer: PartWriter,
  { folder, staging }: { folder: string; staging: string },
  { base, parts, buckets, damaged }: Plan,
  files: readonly SnapshotFile[],
  lock: PublishLock,
): Promise<SnapshotFile[]> {
  const changed = new Set(parts.map(({ bucket, month }) => servingFile(bucket, month)));
  const served: SnapshotFile[] = [];
  for (const bucket of buckets) {
    const names = files.map(({ name }) => name).filter((name) => partOfFile(name)?.bucket === bucket);
    const changes = files.map(({ name }) => name).filter((name) => bucketOfChanges(name) === bucket);
    const months = servedMonths(names.flatMap((name) => partOfFile(name)?.month ?? []));
    for (const month of [null, ...months]) {
      lock.signal.throwIfAborted();
      const name = servingFile(bucket, month);
      const made = base?.files.find((file) => file.name === name);
      if (base && made && month !== null && !changed.has(name) && !damaged.has(name)) {
        await share(join(folder, base.id, name), join(staging, name));
        served.push(made);
      } else {
        await writer.serve(name, month, names, changes);
        served.push(await describeFile(staging, name, lock.progressed));
      }
    }
  }
  return [...files, ...served].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Logs the ids of rows that were left out, never what is in them. */
async function logLeftOut(tx: Tx, leftOut: LeftOutRow[], log: Log): Promise<void> {
  for (const { table, orgId, id } of leftOut) {
    const [organisation] = await tx<{ name: string }[]>`select name from organisations where id = ${orgId}`;
    log.error(
      { table, orgId, organisation: organisation?.name, id },
      'ALARM: a row was left out of the snapshot',
    );
  }
}

function stagingOf(folder: string, id: string): string {
  return join(folder, `${id}.tmp`);
}

/** The ids of all organisations that were not deleted. */
async function organisations(tx: Tx): Promise<ReadonlySet<string>> {
  const found = await tx<{ id: string }[]>`select id from organisations where deleted_at is null`;
  return new Set(found.map(({ id }) => id));
}

function rowsByTable(files: SnapshotFile[]): Record<string, number> {
  const rowsOf = (table: string) =>
    files.filter(({ name }) => name.startsWith(`${table}-`)).reduce((sum, { rows = 0 }) => sum + rows, 0);
  return Object.fromEntries(TABLES.map((table) => [table, rowsOf(table)]));
}

/**
 * Removes the notes of changes that the snapshot takes into account, now that CURRENT is durable. A publisher that
 * lost the lock meanwhile finds another one's snapshot noted and fails: its own snapshot lacks what that one saw.
 */
async function confirmSnapshot(sql: Sql, { manifest, seen, lastSnapshotId }: Made): Promise<void> {
  await sql.begin(async (tx) => {
    const { count } = await tx`update snapshot_state set last_snapshot_id = ${manifest.id}
      where last_snapshot_id is not distinct from ${lastSnapshotId}`;
    if (count === 0) throw new Error('Another publisher has published meanwhile.');
    await tx`delete from changed_parts where (org_id, id) in (
      select * from unnest(${seen.changed.map(({ orgId }) => orgId)}::text[], ${seen.changed.map(({ id }) => id)}::uuid[]))`;
    await tx`delete from dirty_parts where id = any(${seen.dirty})`;
  });
}
