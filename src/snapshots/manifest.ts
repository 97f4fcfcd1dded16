import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedContent, DamagedFile, sha256, withChecksum } from '../base/durable-file.ts';
import { type ContentFile, syncFolder } from '../files/content.ts';
import { PERIOD, type Period } from './periods.ts';

/** Raise it when the tables of a snapshot change: snapshots of another version are not served but published anew. */
export const SCHEMA_VERSION = 11;

const MANIFEST = 'manifest.json';
export const CURRENT = 'CURRENT';
const CHECKED = 'CHECKED';
const VERIFIED = 'VERIFIED';
/** Written into a snapshot's folder by a reader that found damage, so that the publisher makes a new snapshot. */
const REFUSED = 'REFUSED';
/** Refreshed repeatedly by a process that reads a snapshot for long. */
const HELD = 'HELD';
export const HOLD_MS = 10_000;
/** A reader that is silent for longer is gone. */
const HELD_MS = 60_000;
const STORE_REFUSED = 'STORE_REFUSED';
const ID = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export interface SnapshotFile extends ContentFile {
  /** Rows of a part file. */
  rows?: number;
}

/** The list of a snapshot's files. It is written last: a folder without a manifest is not a snapshot. */
export interface Manifest {
  id: string;
  schemaVersion: number;
  /** Identity of the source database. */
  database: string;
  /** When the rows were read, RFC 3339: the snapshot has everything committed before. */
  asOf: string;
  files: SnapshotFile[];
  /** See Buckets. */
  buckets: readonly string[];
  history: History;
  /** When a text of an answer was forgotten last, RFC 3339: snapshots from before may hold it. null: never. */
  forgotAt?: string | null;
}

/** How a snapshot relates to earlier ones. */
export interface History {
  /**
   * Shared by consecutive snapshots, each compared with the one before. Their ids end with a mark of the lineage. An id
   * of another lineage is therefore recognised without a list of a hundred thousand ids.
   */
  lineage: string;
  /** By bucket, the snapshot since which all changes of its rows are known. */
  since: Record<string, string>;
}

/** The snapshot is complete, but was published by another version of the program. */
export class OtherSchemaVersion extends Error {
  constructor(found: number) {
    super(`it is of schema version ${found}, not ${SCHEMA_VERSION}`);
  }
}

export function snapshotsFolder(dataDir: string): string {
  return join(dataDir, 'snapshots');
}

/** Name of a bucket's serving file, within a snapshot's folder. `period` null: everything without a period. */
export function servingFile(bucket: string, period: Period | null = null): string {
  return `${period === null ? `base-${bucket}` : `runs-${bucket}-${period}`}.duckdb`;
}

const SERVING_FILE = new RegExp(`^(base|runs)-([0-9a-f]+)(?:-(${PERIOD}))?\\.duckdb$`);

/** The bucket and period of a serving file; null for any other file. */
export function partOfServingFile(name: string): { bucket: string; period: Period | null } | null {
  const [, kind, bucket, period] = SERVING_FILE.exec(name) ?? [];
  if (bucket === undefined || (kind === 'base') !== (period === undefined)) return null;
  return { bucket, period: period ?? null };
}

/** A new id. Ids sort by time. */
export function newSnapshotId(now: Date, lineage = newLineage()): string {
  const time = now.toISOString().replace(/[-:.]/g, '');
  return `${time}-${markOf(time, lineage)}`;
}

export function newLineage(): string {
  return randomBytes(16).toString('hex');
}

export function isOfLineage(id: string, lineage: string): boolean {
  const [time = '', mark] = id.split('-');
  return mark === markOf(time, lineage);
}

function markOf(time: string, lineage: string): string {
  return sha256(`${lineage} ${time}`).slice(0, 6);
}

export function isSnapshotId(name: string): boolean {
  return ID.test(name);
}

/** The published snapshots, oldest first. */
export async function listSnapshots(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(isSnapshotId).sort();
}

/** When the next snapshot followed this one (ms since the epoch); null for the newest. */
export async function supersededAt(folder: string, id: string): Promise<number | null> {
  const successor = (await listSnapshots(folder)).find((other) => other > id);
  if (successor === undefined) return null;
  return stat(join(folder, successor, MANIFEST)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/** The id of the current snapshot; null before the first one. */
export async function readCurrent(folder: string): Promise<string | null> {
  return (await readSwitch(folder))?.id ?? null;
}

/**
 * The current snapshot, and when servers switch to it (ms since the epoch; 0: at once). null before the first one, or
 * if the file is damaged.
 */
export async function readSwitch(folder: string): Promise<{ id: string; activeAt: number } | null> {
  const [id = '', activeAt = ''] = (await readState(folder, CURRENT)).split('\n');
  return isSnapshotId(id) ? { id, activeAt: Date.parse(activeAt) || 0 } : null;
}

/** Atomically and durably points readers to a published snapshot. @param activeAt when they switch to it, RFC 3339 */
export function writeCurrent(folder: string, id: string, activeAt = ''): Promise<void> {
  return replaceFile(folder, CURRENT, withChecksum(`${id}\n${activeAt}`));
}

/**
 * When the snapshot was last verified as complete: when it was published, or by a later check that found no change.
 * null if unknown, or if the file is damaged.
 */
export async function readChecked(folder: string): Promise<{ id: string; asOf: string } | null> {
  const [id = '', asOf = ''] = (await readState(folder, CHECKED)).split(' ');
  return isSnapshotId(id) && TIME.test(asOf) && !Number.isNaN(Date.parse(asOf)) ? { id, asOf } : null;
}

export function writeChecked(folder: string, id: string, asOf: string): Promise<void> {
  return replaceFile(folder, CHECKED, withChecksum(`${id} ${asOf}`));
}

/** A small file of the folder with a checksum; '' if it is missing or damaged. */
async function readState(folder: string, name: string): Promise<string> {
  try {
    return checkedContent(await readFile(join(folder, name), 'utf8'));
  } catch {
    return '';
  }
}

/**
 * Files that a server has found good, in the format of verifyFiles: device, inode, time of change and content. A file
 * that changed since does not match.
 */
export async function readVerified(folder: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(folder, VERIFIED), 'utf8').catch(() => '');
  return new Set(text.split('\n').filter(Boolean));
}

export function writeVerified(folder: string, verified: ReadonlySet<string>): Promise<void> {
  return replaceFile(folder, VERIFIED, [...verified].join('\n'));
}

/** Writes the manifest with the checksum of its own content. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await replaceFile(folder, MANIFEST, manifestText(manifest));
}

export function manifestText(manifest: Manifest): string {
  return withChecksum(JSON.stringify(manifest));
}

/**
 * Reads a manifest and checks it against its own checksum.
 * @throws DamagedFile
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error) => {
    throw new DamagedFile(`the manifest cannot be read: ${error.message}`);
  });
  return parseManifest(text);
}

/** Parses a text written by manifestText(). @throws DamagedFile */
export function parseManifest(text: string): Manifest {
  try {
    return JSON.parse(checkedContent(text)) as Manifest;
  } catch (error) {
    throw new DamagedFile(`the manifest cannot be used: ${(error as Error).message}`);
  }
}

/** Records when a snapshot was published, and so when its predecessor was superseded. */
export function dateManifest(folder: string, at: Date): Promise<void> {
  return utimes(join(folder, MANIFEST), at, at);
}

/** Takes a refusal back, after the snapshot's files were repaired. */
export function unmarkRefused(folder: string): Promise<void> {
  return rm(join(folder, REFUSED), { force: true });
}

/** Marks a snapshot as damaged, so that another follows. It has no effect if the disk is full: call it again then. */
export function markRefused(folder: string): Promise<void> {
  return replaceFile(folder, REFUSED, '').catch(() => {});
}

export async function isRefused(folder: string): Promise<boolean> {
  return stat(join(folder, REFUSED)).then(
    () => true,
    () => false,
  );
}

/** Marks the files of a snapshot as being read. Repeat it every HOLD_MS. */
export async function holdSnapshot(folder: string): Promise<void> {
  await writeFile(join(folder, HELD), '');
}

/** Whether a process still reads the files of a snapshot, though its keeping time is over. */
export async function isHeld(folder: string): Promise<boolean> {
  const found = await stat(join(folder, HELD)).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < HELD_MS;
}

/**
 * Records why the store that this folder copies must not be used, for the servers that read the folder; null: it may.
 */
export async function noteStoreRefusal(folder: string, reason: string | null): Promise<void> {
  if (reason === (await notedStoreRefusal(folder))) return;
  if (reason === null) await rm(join(folder, STORE_REFUSED), { force: true });
  else await replaceFile(folder, STORE_REFUSED, withChecksum(reason));
}

/** The recorded refusal of the store; null if there is none, or it cannot be read. */
export async function notedStoreRefusal(folder: string): Promise<string | null> {
  return (await readState(folder, STORE_REFUSED)) || null;
}

/** The current snapshot's id if a reader has found it damaged; null otherwise. */
export async function refusedCurrent(folder: string): Promise<string | null> {
  const id = await readCurrent(folder);
  return id !== null && (await isRefused(join(folder, id))) ? id : null;
}

async function replaceFile(folder: string, name: string, content: string): Promise<void> {
  const temporary = join(folder, `.${name}.${process.pid}`);
  try {
    await using file = await open(temporary, 'w');
    await file.writeFile(content);
    await file.sync();
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Whether a file is a temporary one of replaceFile(), left by a killed process. */
export function isTemporary(name: string): boolean {
  return /^\.[A-Z]+\.\d+$/.test(name);
}
