import { type BucketTable, LAYOUT_VERSION } from './layout.ts';

export const MANIFEST = 'manifest.json';
/** Begins the keys of all Parquet files. */
export const DATA = 'data/';
/** A reader that has read a manifest has this long to read its files. Then those that no manifest names are deleted. */
export const GRACE_HOURS = 24;

/** A Parquet file in a bucket. Its content never changes. */
export interface BucketFile {
  table: string;
  /** YYYY-MM of its rows; null: all rows of the table. */
  month: string | null;
  /** Its key, after the prefix. */
  path: string;
  bytes: number;
  rows: number;
  sha256: string;
  /** Hash of its source: while that stays, the file is not written again. */
  source: string;
}

/** A partition without rows, which has no file. */
export type EmptyPartition = Pick<BucketFile, 'table' | 'month' | 'source'>;

/** A file that the manifest named before. */
export interface RetiredFile {
  path: string;
  retiredAt: string;
}

/** The files that belong together. It is one object, written last, so a reader never sees half of a change. */
export interface BucketManifest {
  format: 'sightline';
  schemaVersion: number;
  /** The organisation whose rows these are. */
  organisation: string;
  snapshot: string;
  /** RFC 3339: the rows have everything committed before. */
  asOf: string;
  writtenAt: string;
  graceHours: number;
  tables: { name: string; columns: { name: string; type: string }[] }[];
  files: BucketFile[];
  /** So that they are not looked for again until their source changes. */
  empty: EmptyPartition[];
  retired: RetiredFile[];
}

/** What a later write needs of a manifest. */
export type KnownManifest = Pick<
  BucketManifest,
  'organisation' | 'schemaVersion' | 'files' | 'empty' | 'retired'
>;

const DATA_FILE = /^data\/[a-z_]+\/(?:month=\d+-\d\d\/)?[0-9a-f]{64}\.parquet$/;
const SHA256 = /^[0-9a-f]{64}$/;

export function dataPath({ table, month, sha256 }: Pick<BucketFile, 'table' | 'month' | 'sha256'>): string {
  return `${DATA}${table}/${month === null ? '' : `month=${month}/`}${sha256}.parquet`;
}

/** Whether a key is that of a file that we write: nothing else in the bucket is touched. */
export function isDataFile(path: string): boolean {
  return DATA_FILE.test(path);
}

/** On one line, as some warehouses read JSON by lines. */
export function manifestText(
  head: Pick<BucketManifest, 'organisation' | 'snapshot' | 'asOf' | 'files' | 'empty' | 'retired'>,
  tables: readonly BucketTable[],
): string {
  const { organisation, snapshot, asOf, files, empty, retired } = head;
  const manifest: BucketManifest = {
    format: 'sightline',
    schemaVersion: LAYOUT_VERSION,
    organisation,
    snapshot,
    asOf,
    writtenAt: new Date().toISOString(),
    graceHours: GRACE_HOURS,
    tables: tables.map(({ name, columns }) => ({
      name,
      columns: columns.map(([column, type]) => ({ name: column, type })),
    })),
    files,
    empty,
    retired,
  };
  return `${JSON.stringify(manifest)}\n`;
}

/**
 * What a later write needs of a manifest's text. Its bucket belongs to a customer, so nothing of it is trusted: entries
 * that we would not write are left out, and their files are written again.
 * @returns null for anything else than a manifest of ours
 */
export function parseManifest(text: string): KnownManifest | null {
  const found = parsed(text);
  if (found === null || found.format !== 'sightline' || typeof found.organisation !== 'string') return null;
  const { organisation, schemaVersion } = found;
  if (!Number.isInteger(schemaVersion)) return null;
  return {
    organisation,
    schemaVersion: schemaVersion as number,
    files: listOf<BucketFile>(found.files).filter(isSound),
    empty: listOf<EmptyPartition>(found.empty).filter((one) => SHA256.test(String(one?.source))),
    retired: listOf<RetiredFile>(found.retired).filter(
      (file) => isDataFile(String(file?.path)) && !Number.isNaN(Date.parse(String(file.retiredAt))),
    ),
  };
}

function isSound(file: BucketFile | null): boolean {
  return (
    SHA256.test(String(file?.sha256)) &&
    SHA256.test(String(file?.source)) &&
    Number.isSafeInteger(file?.bytes) &&
    Number.isSafeInteger(file?.rows) &&
    file?.path === dataPath(file as BucketFile) &&
    isDataFile(file.path)
  );
}

function parsed(text: string): Partial<BucketManifest> | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? value : [];
}
