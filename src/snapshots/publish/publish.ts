import { mkdir } from 'node:fs/promises';
import { DamagedFile } from '../../base/durable-file.ts';
import type { Log } from '../../base/log.ts';
import { connect, type Sql } from '../../db/client.ts';
import type { StoreMark } from '../../files/store-mark.ts';
import type { Bounds } from '../buckets.ts';
import {
  listSnapshots,
  type Manifest,
  newSnapshotId,
  readCurrent,
  type SnapshotFile,
  snapshotsFolder,
  writeChecked,
  writeCurrent,
} from '../manifest.ts';
import { PublishedMeanwhile } from '../sharing/shared-snapshots.ts';
import type { Sharing } from '../sharing/sharing.ts';
import { TABLES } from '../tables.ts';
import { ChangeRecorder } from './change-recorder.ts';
import { Draft } from './draft.ts';
import { clearUnfinished, removeOld } from './old-snapshots.ts';
import {
  type BaseSnapshot,
  NotComplete,
  type NoteKey,
  PARTS_AT_ONCE,
  planSnapshot,
  readableCurrent,
} from './plan.ts';
import { Publication } from './publication.ts';
import { PublishLock, STALLED_MS } from './publish-lock.ts';
import { PartReader, type Transaction } from './read-parts.ts';
import { serveParts } from './serve-parts.ts';
import { type Large, splitSnapshot, tooLarge } from './split.ts';
import { claimStore } from './store-claim.ts';
import { addressOf, noteTurn, takeTurn } from './turns.ts';

/** Postgres ends the transaction after this, if the publisher's machine is gone or its process was stopped. */
const IDLE_TRANSACTION = '10min';
const UNREAD_ROWS = '2min';
/**
 * A part has some ten thousand runs, whose rows an index finds in 0.1 s. By default, Postgres scans all observations
 * for each part with three processes: 1.1 s of CPU at 0.9 million runs. A scan that cannot be avoided then has a cost
 * at which Postgres would JIT-compile the statement.
 */
const BY_INDEX =
  'set enable_seqscan = off; set random_page_cost = 1.1; set max_parallel_workers_per_gather = 0; set jit = off';

export interface PublishedSnapshot {
  id: string;
  /** False if nothing had changed: the current snapshot was confirmed instead. */
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
  /** DuckDB's limit in MB; 256 by default. */
  memoryMb?: number;
  log: Log;
  /** Maximum number of runs in a period; BOUNDS by default. */
  bounds?: Bounds | undefined;
  /** Whether to wait for another publisher to finish, instead of leaving the work to it. */
  wait?: boolean;
  /** Whether everything is read from Postgres, whatever is noted as changed. */
  isAnew?: boolean;
  /** Called at each step of progress. */
  onProgress?: () => void;
  /** Publishing fails after this long without progress. */
  stalledMs?: number;
  /** The store that shares the snapshot; null: it is in dataDir only. */
  sharing?: Sharing | null;
  /** The mark of dataDir if servers on one disk share it as a store; null: it belongs to one server. */
  storeMark?: StoreMark | null;
  /** Set by continuous publishers: they stand by while a publisher to another address is active. */
  turns?: {
    /** A publisher that was silent for this long is gone. */
    silentMs: number;
    onStandby(): void;
  };
}

/**
 * Publishes a snapshot of everything committed so far. Parts that changed since the current one are read anew, and the
 * others are shared with it. Readers see either the old snapshot or the new one, whenever this is killed; the next
 * publication removes leftovers.
 * @returns null if another publisher is at work, or this one stands by
 * @throws Error if it makes no progress. Its statements may still be stuck then, so the process should end.
 */
export async function publishSnapshot({
  url,
  dataDir,
  keepMinutes,
  memoryMb,
  bounds,
  log,
  wait = false,
  isAnew = false,
  onProgress = () => {},
  stalledMs = STALLED_MS,
  sharing = null,
  storeMark = null,
  turns,
}: PublishOptions): Promise<PublishedSnapshot | null> {
  const startedAt = performance.now();
  const folder = snapshotsFolder(dataDir);
  // Without a snapshot that this version can serve, wait for the lock. The publisher of a version being replaced may
  // work without a pause, and servers of this version would never be ready.
  const isFirst = (await readableCurrent(folder)) === null;
  const lock = await PublishLock.take(url, wait || isFirst, stalledMs, onProgress);
  if (!lock) return null;
  // A separate client from the lock's: an interrupted COPY leaves its connection unusable (porsager/postgres#499).
  const sql = connect(url, { role: 'export', max: 1, statementTimeoutMs: 0, isLasting: true });
  try {
    return await lock.during(folder, async () => {
      await sql.unsafe(
        `set idle_in_transaction_session_timeout = '${IDLE_TRANSACTION}'; set tcp_user_timeout = '${UNREAD_ROWS}'; ${BY_INDEX}`,
      );
      const mark = sharing?.mark ?? storeMark;
      if (mark) await claimStore(sql, mark, () => currentDatabase(folder, sharing), log);
      await mkdir(folder, { recursive: true });
      await clearUnfinished(folder);
      await restoreCurrent(sql, folder, log);
      const address = sharing?.address ?? (await addressOf(folder));
      if (turns && !(await takeTurn(sql, address, await readCurrent(folder), turns.silentMs))) {
        turns.onStandby();
        return null;
      }
      const begin = async () => sharing && Publication.begin(sharing.snapshots, folder, log, lock);
      const shared = await begin();
      const base = shared ? shared.base : await readableCurrent(folder);
      const options = { folder, memoryMb, isAnew, lock, log };
      const changed = await publishChanges(sql, base, { ...options, shared }).catch(async (error) => {
        if (!shared || !(error instanceof NotComplete)) throw error;
        return publishChanges(sql, await shared.complete(), { ...options, shared });
      });
      if (!changed.isNew) await shared?.confirm(changed.manifest, changed.asOf);
      if (changed.manifest.id !== changed.lastSnapshotId) await confirmSnapshot(sql, changed);
      const large = await tooLarge(sql, changed.manifest, bounds);
      const result =
        large === null
          ? changed
          : await publishSplit(sql, changed, large, { ...options, shared: await begin() });
      if (turns) await noteTurn(sql, address);
      await writeChecked(folder, result.manifest.id, result.asOf);
      await removeOld(folder, result.manifest, keepMinutes, log);
      const { signal, progressed } = lock;
      await sharing?.collection.collect(keepMinutes, { signal, onProgress: progressed, log });
      const { id, files } = result.manifest;
      return {
        id,
        isNew: result.isNew,
        parts: result.parts,
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
interface Published {
  manifest: Manifest;
  asOf: string;
  isNew: boolean;
  parts: number;
  /** The change notes that it covers. */
  seen: readonly NoteKey[];
  /** The database's last snapshot when publishing began. */
  lastSnapshotId: string | null;
}

interface MakingOptions {
  folder: string;
  memoryMb: number | undefined;
  isAnew: boolean;
  lock: PublishLock;
  log: Log;
  shared: Publication | null;
}

async function publishChanges(
  sql: Sql,
  current: BaseSnapshot | null,
  { folder, memoryMb, isAnew, lock, log, shared }: MakingOptions,
): Promise<Published> {
  let draft: Draft | null = null;
  const transaction: Transaction = (work) => sql.begin('isolation level repeatable read read only', work);
  try {
    const begun = await transaction(async (tx) => {
      const plan = await planSnapshot(tx, folder, current, { isAnew, onRead: lock.progressed, log });
      if (plan.isConfirmed) return { plan, result: null };
      lock.allowFor(plan.parts.length);
      draft = await Draft.open(plan.id, folder, memoryMb);
      const reader = new PartReader(draft, lock, log);
      await reader.share(plan);
      if (plan.parts.length > PARTS_AT_ONCE) return { plan, result: { draft, reader, read: null } };
      const read = await reader.read(tx, plan, plan.parts, reader.rests(plan));
      return { plan, result: { draft, reader, read } };
    });
    if (begun.result === null) {
      const { asOf, seen, lastSnapshotId, base } = begun.plan;
      return { asOf, seen, lastSnapshotId, parts: 0, manifest: base, isNew: false };
    }
    const { reader } = begun.result;
    const read = begun.result.read
      ? { plan: begun.plan, ...begun.result.read }
      : await reader.readAhead(transaction, begun.plan);
    const { plan } = read;
    const { asOf, database, seen, lastSnapshotId, layout } = plan;
    const recorder = new ChangeRecorder(begun.result.draft, plan, read.organisations, log, lock.progressed);
    const changes = await recorder.record(read.files);
    const files = await serveParts(
      begun.result.draft,
      plan,
      [...read.files, ...changes.files],
      lock,
      read.served,
    );
    const { forgotAt } = read;
    const result = { database, asOf, files, buckets: layout.names, history: changes.history, forgotAt };
    const expect = () => expectSnapshot(sql, plan.id, lastSnapshotId);
    const manifest = await begun.result.draft.publish(result, { lock, shared, expect });
    return { asOf, seen, lastSnapshotId, parts: plan.parts.length, manifest, isNew: true };
  } catch (error) {
    await (draft as Draft | null)?.abandon();
    throw error;
  }
}

/**
 * Splits what is too large: publishes a snapshot with the same rows in other files. One per publication; the rest is
 * left for the next ones.
 */
async function publishSplit(
  sql: Sql,
  published: Published,
  large: Large,
  { folder, memoryMb, lock, log, shared }: MakingOptions,
): Promise<Published> {
  const { manifest: base, asOf } = published;
  const [state] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const id = newSnapshotId(state?.now ?? new Date(), base.history.lineage);
  const draft = await Draft.open(id, folder, memoryMb);
  try {
    await shared?.complete();
    const { layout, ...files } = await splitSnapshot(base, large, draft, lock);
    const { database, forgotAt = null } = base;
    const expect = () => expectSnapshot(sql, id, base.id);
    const result = { database, asOf, buckets: layout.names, forgotAt, ...files };
    const manifest = await draft.publish(result, { lock, shared, expect });
    const { bucket, periods } = large;
    log.info(
      { snapshot: id, bucket, periods: periods && [...periods.keys()], buckets: layout.names.length },
      periods ? 'months of a bucket were divided' : 'a bucket was split',
    );
    const split = { ...published, manifest, seen: [], isNew: true };
    await confirmSnapshot(sql, { ...split, lastSnapshotId: base.id });
    return split;
  } catch (error) {
    await draft.abandon();
    if (!(error instanceof DamagedFile)) throw error;
    log.warn({ bucket: large.bucket, reason: error.message }, 'a bucket cannot be split');
    return published;
  }
}

/** Identity of the source database of the store's current snapshot; null if there is none. */
async function currentDatabase(folder: string, sharing: Sharing | null): Promise<string | null> {
  if (!sharing) return (await readableCurrent(folder))?.manifest.database ?? null;
  const found = await sharing.snapshots.current();
  if (found === null || found === 'unchanged') return null;
  return (await sharing.snapshots.manifest(found.current.id))?.manifest.database ?? null;
}

/** Restores the pointer to the database's last snapshot, if that is here and the pointer is missing or damaged. */
async function restoreCurrent(sql: Sql, folder: string, log: Log): Promise<void> {
  if ((await readCurrent(folder)) !== null) return;
  const [{ id } = { id: null }] = await sql<{ id: string | null }[]>`
    select last_snapshot_id as id from snapshot_state`;
  if (id === null || !(await listSnapshots(folder)).includes(id)) return;
  await writeCurrent(folder, id);
  log.warn({ snapshot: id }, 'CURRENT was missing or damaged; it names the last snapshot again');
}

function rowsByTable(files: SnapshotFile[]): Record<string, number> {
  const rowsOf = (table: string) =>
    files.filter(({ name }) => name.startsWith(`${table}-`)).reduce((sum, { rows = 0 }) => sum + rows, 0);
  return Object.fromEntries(TABLES.map((table) => [table, rowsOf(table)]));
}

/**
 * Records which snapshot is about to become current. If a publisher is killed before the confirmation, the database
 * still knows the snapshot. A publisher that has lost the lock fails here if another has published.
 */
async function expectSnapshot(sql: Sql, id: string, lastSnapshotId: string | null): Promise<void> {
  const { count } = await sql`update snapshot_state set pending_snapshot_id = ${id}
    where last_snapshot_id is not distinct from ${lastSnapshotId}`;
  if (count === 0) throw new PublishedMeanwhile();
}

/**
 * Removes the change notes that the snapshot covers, now that CURRENT is durable. A publisher that lost the lock fails
 * here if another snapshot is recorded, because its own snapshot lacks the changes in that one.
 */
async function confirmSnapshot(sql: Sql, { manifest, seen, lastSnapshotId }: Published): Promise<void> {
  await sql.begin(async (tx) => {
    const { count } = await tx`
      update snapshot_state set last_snapshot_id = ${manifest.id}, pending_snapshot_id = null
      where last_snapshot_id is not distinct from ${lastSnapshotId}`;
    if (count === 0) throw new PublishedMeanwhile();
    await tx`delete from changed_parts where (org_id, id) in (
      select * from unnest(${seen.map(({ orgId }) => orgId)}::text[], ${seen.map(({ id }) => id)}::uuid[]))`;
  });
}
