import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import type { Tx } from '../../db/client.ts';
import { verifyFile } from '../../files/content.ts';
import { Buckets, bucketsFor, periodsFor, type RunsOfMonth } from '../buckets.ts';
import { bucketOfChanges } from '../changes-files.ts';
import {
  isOfLineage,
  isRefused,
  type Manifest,
  newLineage,
  newSnapshotId,
  partOfServingFile,
  readCurrent,
  readManifest,
  SCHEMA_VERSION,
  type SnapshotFile,
  servingFile,
} from '../manifest.ts';
import { lengthOf, type Period, Periods, periodsOfDays } from '../periods.ts';
import { servedPeriods } from '../serving-file-sql.ts';
import { isRollup, keyOfPart, type Part, partOfFile } from '../tables.ts';

/** The key of a note of a change, in changed_parts. */
export interface NoteKey {
  orgId: string;
  id: string;
}

/** A snapshot that a new one is based on. */
export interface BaseSnapshot {
  manifest: Manifest;
  /** Whether some of its files were found damaged. */
  isRefused: boolean;
  /** Whether some of its files must be fetched before it can be used as a base. */
  isPartial?: boolean;
}

/** The base snapshot's files are not all here. */
export class NotComplete extends Error {}

/** The work of a publication, given the database and the current snapshot. */
export type Plan = {
  /** Id of the new snapshot. */
  id: string;
  /** When the database was read, RFC 3339. */
  asOf: string;
  /** Identity of the database. */
  database: string;
  /** The snapshot that the database names as its last one. */
  lastSnapshotId: string | null;
  /** Parts to be read from Postgres. */
  parts: Part[];
  /** The changed days of parts with only a few, by keyOfPart(). */
  changedDays: ReadonlyMap<string, readonly Period[]>;
  /** All buckets of the snapshot. */
  layout: Buckets;
  /** The periods that months are divided into. */
  periods: Periods;
  /** Buckets whose serving files are written anew. */
  buckets: string[];
  /** Names of files that are written again because of damage. */
  damaged: ReadonlySet<string>;
  /** The change notes that this plan covers. */
  seen: readonly NoteKey[];
  lineage: string;
  /** The snapshot that the new one is compared with to record changes; null: there is none. */
  previous: Manifest | null;
} & (
  | {
      /** Nothing has changed since `base`, which is complete: there is nothing to make. */
      isConfirmed: true;
      base: Manifest;
    }
  | {
      isConfirmed: false;
      /** The snapshot to share files with; null: everything is written anew. */
      base: Manifest | null;
    }
);

/**
 * A larger plan is not read in one transaction: one that lasts for hours keeps Postgres from removing dead rows. Parts
 * are read ahead, this many per transaction, and parts that changed meanwhile are read again.
 */
export const PARTS_AT_ONCE = 64;

/**
 * @param options.isAnew whether everything is read, whatever is noted as changed
 * @param options.onRead called as files are checked
 * @throws NotComplete if files of `current` must be fetched first
 */
export async function planSnapshot(
  tx: Tx,
  folder: string,
  current: BaseSnapshot | null,
  { isAnew, onRead, log }: { isAnew: boolean; onRead: () => void; log: Log },
): Promise<Plan> {
  const [state] = await tx<
    { identity: string; lastSnapshotId: string | null; pendingSnapshotId: string | null; now: Date }[]
  >`
    select identity, last_snapshot_id as "lastSnapshotId", pending_snapshot_id as "pendingSnapshotId",
           clock_timestamp() as now from snapshot_state`;
  if (!state) throw new Error('snapshot_state is empty: the database is not migrated.');
  const { identity: database, lastSnapshotId } = state;
  // If the database names another last snapshot, it was restored from a backup, or servers that do not share snapshots
  // take turns. The notes are incomplete then, so everything is read. A snapshot that was published but not confirmed
  // is pending: its notes still exist and are processed again.
  const isKnown =
    current?.manifest.database === database &&
    [lastSnapshotId, state.pendingSnapshotId].includes(current.manifest.id);
  const follows = succession(state.now, database, lastSnapshotId, current?.manifest ?? null);
  // A base shares its files, so its layout holds even if a new lineage begins: the database's clock may have gone back.
  const laidOut = isKnown ? current.manifest : follows.previous;
  // Without an earlier layout everything is read, so the runs are counted once here.
  const runs = laidOut ? null : await allRuns(tx);
  const layout = laidOut ? new Buckets(laidOut.buckets) : bucketsFor(runs ?? []);
  const periods = laidOut ? periodsOf(laidOut) : periodsFor(runs ?? [], layout);
  const { notes: seen, noted } = await readNotes(tx, layout, periods);
  const dirty = distinct(noted.map(({ part }) => part));
  const plan = {
    ...follows,
    layout,
    periods,
    asOf: state.now.toISOString(),
    database,
    lastSnapshotId,
    damaged: new Set<string>(),
    changedDays: new Map<string, readonly Period[]>(),
    seen,
  };
  if (isKnown && isAnew && current.isPartial) throw new NotComplete();
  if (!isKnown || isAnew) {
    const parts = await allParts(tx, plan, runs ?? (await allRuns(tx)));
    return { ...plan, isConfirmed: false, base: null, parts, buckets: [...layout.names] };
  }
  const { manifest: base } = current;
  if (!current.isRefused && dirty.length === 0)
    return { ...plan, isConfirmed: true, base, parts: [], buckets: [] };
  if (current.isPartial) throw new NotComplete();
  const isWhole = current.isRefused || dirty.length > PARTS_AT_ONCE;
  const changedDays = isWhole ? new Map<string, readonly Period[]>() : findFewDays(noted);
  const damaged = await damagedFiles(folder, base, current.isRefused ? null : { dirty, changedDays }, onRead);
  if (damaged.length > 0)
    log.error({ snapshot: base.id, files: damaged.slice(0, 20) }, 'ALARM: damaged files are made again');
  const parts = distinct([...dirty, ...damaged.flatMap((name) => partOfFile(name) ?? [])]);
  const buckets = [...new Set([...parts.map(({ bucket }) => bucket), ...damaged.map(bucketOfFile)])];
  for (const part of damaged.flatMap((name) => partOfFile(name) ?? [])) changedDays.delete(keyOfPart(part));
  return { ...plan, isConfirmed: false, base, parts, buckets, changedDays, damaged: new Set(damaged) };
}

/** The changed days of parts of which at most half have changed, by keyOfPart(). */
function findFewDays(noted: readonly NotedPart[]): Map<string, readonly Period[]> {
  const few = new Map<string, readonly Period[]>();
  for (const [key, notes] of Map.groupBy(noted, ({ part }) => keyOfPart(part))) {
    const days = new Set(notes.map(({ day }) => day));
    const { period } = (notes[0] as NotedPart).part;
    // Months that JavaScript's dates do not reach have no length, and are read as a whole.
    const isFew = period !== null && 2 * days.size <= lengthOf(period);
    if (!isFew || days.has(null)) continue;
    few.set(key, periodsOfDays([...days] as string[]));
  }
  return few;
}

/**
 * The id of the new snapshot, and the one whose lineage it continues. Changes are found by comparing content, so the
 * new snapshot follows the current one even if everything is read anew. A new lineage begins if clients may have seen a
 * later snapshot that is not an ancestor: one that the database knows, or one from a clock that was ahead.
 */
function succession(
  now: Date,
  database: string,
  lastSnapshotId: string | null,
  current: Manifest | null,
): Pick<Plan, 'id' | 'lineage' | 'previous'> {
  if (current?.database === database) {
    const { lineage } = current.history;
    const id = newSnapshotId(now, lineage);
    const isBehind =
      lastSnapshotId !== null && lastSnapshotId > current.id && isOfLineage(lastSnapshotId, lineage);
    if (id > current.id && !isBehind) return { id, lineage, previous: current };
  }
  const lineage = newLineage();
  return { id: newSnapshotId(now, lineage), lineage, previous: null };
}

/** The bucket of a snapshot's file. @throws Error for any other file name */
export function bucketOfFile(name: string): string {
  const bucket = partOfFile(name)?.bucket ?? bucketOfChanges(name) ?? partOfServingFile(name)?.bucket;
  if (bucket === undefined) throw new Error(`${name} is no file of a snapshot.`);
  return bucket;
}

/**
 * The damaged files among the inputs of new files. Readers could not detect them: a file built from a damaged part gets
 * a valid checksum. Unchanged months are only shared and not checked, so that the cost of a change does not grow with
 * them.
 * @param changes parts that will be written again; null: check all files, because a reader has reported one as damaged
 */
async function damagedFiles(
  folder: string,
  { id, files }: Manifest,
  changes: (Pick<Plan, 'changedDays'> & { dirty: Part[] }) | null,
  onRead: () => void,
): Promise<string[]> {
  const buckets = changes && new Set(changes.dirty.map(({ bucket }) => bucket));
  const isRead = changes ? isReadOf(files, changes.dirty, changes.changedDays) : () => true;
  const damaged: string[] = [];
  const { shared = [], read = [] } = Object.groupBy(files, ({ name }) =>
    buckets && !(buckets.has(bucketOfFile(name)) && isRead(name)) ? 'shared' : 'read',
  );
  // Files that are only shared must at least exist. One list of the folder: to look at each took 21 µs.
  const present = new Set(await readdir(join(folder, id)));
  for (const { name } of shared) if (!present.has(name)) damaged.push(name);
  for (const file of read) {
    onRead();
    await verifyFile(join(folder, id), file, onRead).catch(() => damaged.push(file.name));
  }
  return damaged;
}

/** A part with changes; day null: they may be of any of its days. */
interface NotedPart {
  id: string;
  part: Part;
  day: string | null;
}

/** The change notes, with the parts that each affects. */
export async function readNotes(
  tx: Tx,
  layout: Buckets,
  periods: Periods,
): Promise<{ notes: NoteKey[]; noted: NotedPart[] }> {
  const notes = await tx<(NoteKey & Pick<Part, 'part'> & { month: string | null; day: string | null })[]>`
    select org_id as "orgId", id, part, to_char(month, 'YYYY-MM') as month, to_char(day, 'YYYY-MM-DD') as day
    from changed_parts`;
  const noted = notes.flatMap(({ orgId, id, part, month, day }) => {
    const bucket = layout.of(orgId);
    const affected = month === null ? [null] : periods.of(bucket, month, day);
    return affected.map((period) => ({ id, part: { part, bucket, period }, day }));
  });
  return { notes: [...notes], noted };
}

/**
 * Returns a predicate: whether a file in a changed bucket is read to build new files. That applies to files without a
 * period, rollups, parts of which some days stay, and periods that a new month displaces from the serving files,
 * because reports read their part files from now on.
 */
function isReadOf(
  files: readonly SnapshotFile[],
  dirty: readonly Part[],
  changedDays: Plan['changedDays'],
): (name: string) => boolean {
  const served = new Set(files.map(({ name }) => name).filter((name) => partOfServingFile(name) !== null));
  const stays = new Set<string>();
  for (const bucket of new Set(dirty.map((part) => part.bucket))) {
    const parts = [...files.flatMap(({ name }) => partOfFile(name) ?? []), ...dirty];
    const periods = parts.flatMap((part) => (part.bucket === bucket ? (part.period ?? []) : []));
    for (const period of servedPeriods(periods)) stays.add(servingFile(bucket, period));
  }
  return (name) => {
    const part = partOfFile(name);
    if (part === null || part.period === null || isRollup(name)) return partOfServingFile(name) === null;
    if (changedDays.has(keyOfPart(part))) return true;
    const serving = servingFile(part.bucket, part.period);
    return served.has(serving) && !stays.has(serving);
  };
}

/** The periods that a snapshot's months are divided into. */
function periodsOf({ files }: Manifest): Periods {
  return new Periods(
    files.flatMap(({ name }) => {
      const { bucket, period } = partOfFile(name) ?? {};
      return bucket !== undefined && period ? [{ bucket, period }] : [];
    }),
  );
}

/** Every part that may have rows. */
async function allParts(
  tx: Tx,
  { layout, periods }: Pick<Plan, 'layout' | 'periods'>,
  runs: readonly RunsOfMonth[],
): Promise<Part[]> {
  const organisations = await tx<{ id: string }[]>`select id from organisations`;
  return distinct([
    ...organisations.map(({ id }) => ({ part: 'brands' as const, bucket: layout.of(id), period: null })),
    ...runs.flatMap(({ orgId, month }) => {
      const bucket = layout.of(orgId);
      return periods.of(bucket, month).map((period) => ({ part: 'runs' as const, bucket, period }));
    }),
  ]);
}

function allRuns(tx: Tx): Promise<RunsOfMonth[]> {
  return tx<RunsOfMonth[]>`
    select org_id as "orgId", to_char(date_trunc('month', executed_at at time zone 'UTC'), 'YYYY-MM') as month,
           count(*) as runs
    from runs group by 1, 2`;
}

function distinct(parts: Part[]): Part[] {
  return [...new Map(parts.map((part) => [keyOfPart(part), part])).values()];
}

/** The current snapshot, and whether a reader has refused it; null if none can serve as a base. */
export async function readableCurrent(folder: string): Promise<BaseSnapshot | null> {
  const id = await readCurrent(folder);
  if (id === null) return null;
  const manifest = await readManifest(join(folder, id)).catch(() => null);
  if (manifest?.schemaVersion !== SCHEMA_VERSION) return null;
  return { manifest, isRefused: await isRefused(join(folder, id)) };
}
