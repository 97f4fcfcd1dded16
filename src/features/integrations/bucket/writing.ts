import type { OrgId } from '../../../base/ids.ts';
import type { StoredObject } from '../../../files/object-store.ts';
import { StoreRefused } from '../../../files/object-store.ts';
import type { S3Store } from '../../../files/s3.ts';
import {
  type BucketFile,
  DATA,
  dataPath,
  type EmptyPartition,
  GRACE_HOURS,
  isDataFile,
  type KnownManifest,
  MANIFEST,
  manifestText,
  type RetiredFile,
} from './manifest.ts';
import type { OpenRows, Partition } from './rows.ts';
import type { Written } from './state.ts';
import { readManifest } from './store.ts';

/** More objects below a prefix are not ours: we write some hundred. */
const MOST_OBJECTS = 50_000;

/**
 * Brings a bucket to the state of a snapshot: files whose rows have changed are added, then the manifest takes their
 * place, and files that it named before are deleted once their readers had time. Killed at any moment, it leaves the
 * former state or the new one.
 * @param signal ends it; it is checked before each change
 * @throws StoreRefused, StoreUnavailable with what to do
 */
export async function writeSnapshot(
  store: S3Store,
  orgId: OrgId,
  rows: OpenRows,
  signal: AbortSignal,
): Promise<Written> {
  const before = await readManifest(store, orgId);
  const stored = await storedFiles(store);
  const known = new Map(before?.files.map((file) => [keyOf(file), file]));
  const knownEmpty = new Map(before?.empty.map((partition) => [keyOf(partition), partition.source]));
  const files: BucketFile[] = [];
  const empty: EmptyPartition[] = [];
  let filesWritten = 0;
  for (const partition of rows.partitions) {
    signal.throwIfAborted();
    const { month, source } = partition;
    const partitionKey = { table: partition.table.name, month };
    if (knownEmpty.get(keyOf(partitionKey)) === source) {
      empty.push({ ...partitionKey, source });
      continue;
    }
    const earlier = known.get(keyOf(partitionKey));
    // A file that somebody deleted from the bucket is written again.
    if (earlier && earlier.source === source && stored.get(earlier.path)?.bytes === earlier.bytes) {
      files.push(earlier);
      continue;
    }
    const file = await writePartition(store, rows, partition, stored);
    if (file === null) {
      empty.push({ ...partitionKey, source });
      continue;
    }
    files.push(file);
    if (file.sha256 !== earlier?.sha256) filesWritten += 1;
  }
  signal.throwIfAborted();
  const now = new Date();
  const { expired, retired } = unnamed(files, before, stored, now);
  const { snapshotId, asOf } = rows;
  const head = { organisation: orgId, snapshot: snapshotId, asOf: asOf.toISOString(), files, empty, retired };
  await store.put(MANIFEST, manifestText(head, rows.tables));
  for (const path of expired) {
    signal.throwIfAborted();
    await store.remove(path);
  }
  return {
    snapshotId,
    asOf,
    files: files.length,
    rows: sum(files, 'rows'),
    bytes: sum(files, 'bytes'),
    filesWritten,
  };
}

/** Puts a partition's file into the bucket, unless it is there already. @returns null: the partition has no rows */
function writePartition(
  store: S3Store,
  rows: OpenRows,
  partition: Partition,
  stored: ReadonlyMap<string, StoredObject>,
): Promise<BucketFile | null> {
  const { table, month, source } = partition;
  return rows.make(partition, async (writtenFile) => {
    if (writtenFile === null) return null;
    const { bytes, sha256 } = writtenFile;
    const file = { table: table.name, month, bytes, rows: writtenFile.rows, sha256, source };
    const path = dataPath(file);
    if (stored.get(path)?.bytes !== bytes) await store.upload(path, writtenFile.path, sha256);
    return { ...file, path };
  });
}

/** The Parquet files in a bucket, by key. @throws StoreRefused if there are far too many objects */
async function storedFiles(store: S3Store): Promise<Map<string, StoredObject>> {
  const found = new Map<string, StoredObject>();
  let count = 0;
  for await (const object of store.list(DATA)) {
    count += 1;
    if (count > MOST_OBJECTS)
      throw new StoreRefused(
        `config.prefix: there are more than ${MOST_OBJECTS} objects below ${DATA}. Choose another prefix.`,
      );
    if (isDataFile(object.key)) found.set(object.key, object);
  }
  return found;
}

/**
 * What becomes of files that the new manifest does not name: those that were named until now stay for the readers of
 * that manifest, and so do those that were never named, as a write that was killed left them, for the same time.
 */
function unnamed(
  files: readonly BucketFile[],
  before: KnownManifest | null,
  stored: ReadonlyMap<string, StoredObject>,
  now: Date,
): { expired: string[]; retired: RetiredFile[] } {
  const named = new Set(files.map(({ path }) => path));
  const retiredAt = new Map(before?.retired.map((file) => [file.path, file.retiredAt]));
  for (const { path } of before?.files ?? []) retiredAt.set(path, now.toISOString());
  const graceStart = now.getTime() - GRACE_HOURS * 3_600_000;
  const expired: string[] = [];
  const retired: RetiredFile[] = [];
  for (const [path, { modifiedAt }] of stored) {
    if (named.has(path)) continue;
    const since = retiredAt.get(path);
    if ((since === undefined ? modifiedAt.getTime() : Date.parse(since)) < graceStart) expired.push(path);
    else if (since !== undefined) retired.push({ path, retiredAt: since });
  }
  return { expired, retired };
}

function keyOf({ table, month }: Pick<EmptyPartition, 'table' | 'month'>): string {
  return `${table} ${month}`;
}

function sum(files: readonly BucketFile[], field: 'rows' | 'bytes'): number {
  return files.reduce((total, file) => total + file[field], 0);
}
