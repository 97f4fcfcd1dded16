import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXTRACTION_VERSION } from '../../src/extraction/extract.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DATA = join(ROOT, '.bench-data');
/** Of scale 1. */
export const FULL_RUNS = 3_000_000;
/** All days there are runs of, YYYY-MM-DD, both inclusive. */
export const FIRST_DAY = '2025-01-01';
export const LAST_DAY = '2025-06-30';
export const DAYS = 181;

export interface BenchOrganisation {
  id: string;
  key: string;
  runs: number;
  brands: number;
}

/** Organisations by the part they play. */
export interface Cast {
  largest: BenchOrganisation;
  /** The largest one of at most 10,000 runs (at scale 1). */
  small: BenchOrganisation;
  /** Two of the same brands and days; the second has ten times the runs. */
  tenth: BenchOrganisation;
  tenfold: BenchOrganisation;
}

/** What is kept in data.json, beside the database and the first snapshot. */
export interface Dataset {
  scale: number;
  runs: number;
  mentions: number;
  organisations: number;
  cast: Cast;
}

/** The folder of a scale's data: another one whenever what it is made by changes. */
export function datasetFolder(scale: number): string {
  const sources = globSync(['sql/migrations/*.sql', 'sql/snapshot/*.sql', 'bench/data/*'], { cwd: ROOT });
  const hash = createHash('sha256').update(`${EXTRACTION_VERSION}`);
  for (const file of sources.sort()) hash.update(file).update(readFileSync(join(ROOT, file)));
  const folder = join(DATA, `scale-${scale}-${hash.digest('hex').slice(0, 8)}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Removes the data of older sources, some 15 GB at scale 1; what a running Postgres holds is left alone. */
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
