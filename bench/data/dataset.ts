import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OrgId } from '../../src/base/ids.ts';
import { SCHEMA_VERSION } from '../../src/snapshots/manifest.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const DATA = process.env['BENCH_DATA'] ?? join(ROOT, '.bench-data');
/** Runs at scale 1. */
export const FULL_RUNS = 3_000_000;
/** First and last day that have runs, YYYY-MM-DD, and how many days that are. */
export const FIRST_DAY = '2025-01-01';
export const LAST_DAY = '2025-06-30';
export const DAYS = 181;

export interface BenchOrganisation {
  id: OrgId;
  key: string;
  runs: number;
  brands: number;
}

/** The organisations that scenarios ask for. */
export interface Fixtures {
  largest: BenchOrganisation;
  /** The largest one of at most 10,000 runs (at scale 1). */
  small: BenchOrganisation;
  /** Two of the same brands and days; the second has ten times the runs. */
  tenth: BenchOrganisation;
  tenfold: BenchOrganisation;
}

/** The content of data.json, which lies beside the database and the first snapshot. */
export interface Dataset {
  scale: number;
  runs: number;
  mentions: number;
  organisations: number;
  fixtures: Fixtures;
  /** snapshotKey() when its first snapshot was made. */
  snapshotKey: string;
}

/** The folder of a scale's data. Its name changes whenever the generator does, and only then. */
export function datasetFolder(scale: number): string {
  const folder = join(DATA, `scale-${scale}-${hashOf(['bench/data/*.sql', 'bench/data/generate.ts'])}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A key of the form of snapshots' files: where it has changed, the snapshot is made again from the kept database. */
export function snapshotKey(): string {
  return `${SCHEMA_VERSION}-${hashOf(['sql/snapshot/*.sql', 'src/snapshots/publish/parts.ts', 'src/snapshots/serving-file-sql.ts', 'src/snapshots/buckets.ts', 'src/snapshots/periods.ts', 'src/snapshots/tables.ts'])}`;
}

/** This version's migrations with their checksums, as src/db/migrate.ts keeps those it applied. */
export function migrations(): Record<string, string> {
  const files = globSync('sql/migrations/*.sql', { cwd: ROOT }).sort();
  const sum = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(ROOT, file)))
      .digest('hex');
  return Object.fromEntries(files.map((file) => [basename(file, '.sql'), sum(file)]));
}

/**
 * Compares the migrations of a database with those of this version: the same; older, so that it can be migrated; or
 * another one, with a migration that this version lacks or has with other content.
 */
export function ageOf(
  applied: Record<string, string>,
  known: Record<string, string>,
): 'same' | 'older' | 'another' {
  const names = Object.keys(applied);
  if (names.some((name) => applied[name] !== known[name])) return 'another';
  return names.length === Object.keys(known).length ? 'same' : 'older';
}

function hashOf(patterns: string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: ROOT }).sort())
    hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 8);
}

/** Removes data of an earlier generator, some 15 GB at scale 1, but not where a Postgres runs over it. */
export function removeStale(scale: number, current: string): void {
  for (const name of readdirSync(DATA).filter((name) => name.startsWith(`scale-${scale}-`))) {
    const folder = join(DATA, name);
    if (folder === current || existsSync(join(folder, 'postgres', 'postmaster.pid'))) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

export function readDataset(folder: string): Dataset | null {
  const file = join(folder, 'data.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Dataset) : null;
}
