import type { SnapshotTable } from '../db/migrate.ts';
import { PERIOD, type Period } from './periods.ts';

/** Tables aggregated from the runs of a part, with their sort order. */
export const ROLLUPS = {
  daily: 'org_id, brand_id, day, platform',
};
export const ROLLUP_TABLES = Object.keys(ROLLUPS) as (keyof typeof ROLLUPS)[];
export type PartedTable = Exclude<SnapshotTable, keyof typeof ROLLUPS>;

interface TableParts {
  /** Tables that change together: one change note rewrites the parts of all of them. */
  part: 'brands' | 'runs';
  /**
   * Columns with their DuckDB types. The first two are the ids of the organisation and of the row (for a tag, its
   * query).
   */
  columns: Record<string, string>;
  /** Sort order of rows within a part, which lets queries read less. */
  order: string;
  /** The day that determines a row's part, as an SQL expression; null: one part per bucket. */
  day: string | null;
}

/** The tables whose rows come from Postgres, part by part. */
export const PARTED: Record<PartedTable, TableParts> = {
  brands: {
    part: 'brands',
    columns: { org_id: 'VARCHAR', id: 'VARCHAR', name: 'VARCHAR', archived: 'BOOLEAN' },
    order: 'org_id, id',
    day: null,
  },
  competitors: {
    part: 'brands',
    columns: { org_id: 'VARCHAR', id: 'VARCHAR', brand_id: 'VARCHAR', name: 'VARCHAR' },
    order: 'org_id, brand_id, id',
    day: null,
  },
  queries: {
    part: 'brands',
    columns: { org_id: 'VARCHAR', id: 'VARCHAR', brand_id: 'VARCHAR', branded: 'BOOLEAN', topic: 'VARCHAR' },
    order: 'org_id, id',
    day: null,
  },
  query_tags: {
    part: 'brands',
    columns: { org_id: 'VARCHAR', query_id: 'VARCHAR', tag: 'VARCHAR' },
    order: 'org_id, query_id, tag',
    day: null,
  },
  runs: {
    part: 'runs',
    columns: {
      org_id: 'VARCHAR',
      id: 'VARCHAR',
      brand_id: 'VARCHAR',
      query_id: 'VARCHAR',
      platform: 'VARCHAR',
      query_text: 'VARCHAR',
      executed_at: 'TIMESTAMP',
      named: 'BOOLEAN',
      position: 'INTEGER',
      sentiment: 'SMALLINT',
      model: 'VARCHAR',
      country: 'VARCHAR',
      sentiment_reader: 'VARCHAR',
      language: 'VARCHAR',
      surface: 'VARCHAR',
      searched: 'BOOLEAN',
      identity: 'VARCHAR',
      prompt: 'VARCHAR',
      unknown: 'BOOLEAN',
      citations_from: 'VARCHAR',
    },
    order: 'org_id, brand_id, executed_at, id',
    day: 'cast(executed_at as date)',
  },
  mentions: {
    part: 'runs',
    columns: {
      org_id: 'VARCHAR',
      id: 'VARCHAR',
      brand_id: 'VARCHAR',
      query_id: 'VARCHAR',
      platform: 'VARCHAR',
      query_text: 'VARCHAR',
      discovered_at: 'TIMESTAMP',
      source_type: 'VARCHAR',
      source_name: 'VARCHAR',
      source_url: 'VARCHAR',
      page_url: 'VARCHAR',
      title: 'VARCHAR',
      snippet: 'VARCHAR',
      sentiment: 'SMALLINT',
      run_id: 'VARCHAR',
      model: 'VARCHAR',
      country: 'VARCHAR',
      domain: 'VARCHAR',
      sentiment_reader: 'VARCHAR',
      language: 'VARCHAR',
      surface: 'VARCHAR',
      searched: 'BOOLEAN',
      identity: 'VARCHAR',
      prompt: 'VARCHAR',
      citations_from: 'VARCHAR',
    },
    order: 'org_id, brand_id, discovered_at, id',
    day: 'cast(discovered_at as date)',
  },
  run_competitors: {
    part: 'runs',
    columns: {
      org_id: 'VARCHAR',
      run_id: 'VARCHAR',
      brand_id: 'VARCHAR',
      competitor_id: 'VARCHAR',
      executed_at: 'TIMESTAMP',
      position: 'INTEGER',
      sentiment: 'SMALLINT',
      sentiment_reader: 'VARCHAR',
    },
    order: 'org_id, brand_id, competitor_id, executed_at, run_id',
    day: 'cast(executed_at as date)',
  },
  run_searches: {
    part: 'runs',
    columns: {
      org_id: 'VARCHAR',
      run_id: 'VARCHAR',
      brand_id: 'VARCHAR',
      executed_at: 'TIMESTAMP',
      ordinal: 'INTEGER',
      text: 'VARCHAR',
    },
    order: 'org_id, brand_id, executed_at, run_id, ordinal',
    day: 'cast(executed_at as date)',
  },
  citations: {
    part: 'runs',
    columns: {
      org_id: 'VARCHAR',
      run_id: 'VARCHAR',
      brand_id: 'VARCHAR',
      executed_at: 'TIMESTAMP',
      url: 'VARCHAR',
      domain: 'VARCHAR',
      title: 'VARCHAR',
      source_type: 'VARCHAR',
      page_type: 'VARCHAR',
    },
    order: 'org_id, brand_id, executed_at, run_id, url',
    day: 'cast(executed_at as date)',
  },
};

/** The columns with texts of answers, which an organisation may have forgotten. All others are counted, or names. */
export const TEXTS: Partial<Record<PartedTable, string>> = { mentions: 'snippet' };

export const TABLES = Object.keys(PARTED) as PartedTable[];
/** The tables with one part per period. */
export const DATED = TABLES.filter((table) => PARTED[table].day !== null);

/** A slice of the data that is written as a whole. */
export interface Part {
  part: 'brands' | 'runs';
  bucket: string;
  /** Null for brands. */
  period: Period | null;
}

/** Identifies a part. */
export function keyOfPart({ part, bucket, period }: Part): string {
  return `${part} ${bucket} ${period}`;
}

/** The Parquet file of a table's part, e.g. runs-3-2026-11.parquet. */
export function partFile(table: SnapshotTable, { bucket, period }: Part): string {
  return `${[table, bucket, ...(period === null ? [] : [period])].join('-')}.parquet`;
}

/** The files of a part: its tables and their rollups. Empty ones are not written. */
export function filesOfPart(part: Part): string[] {
  const rollups = part.part === 'runs' ? ROLLUP_TABLES : [];
  return [...TABLES.filter((table) => PARTED[table].part === part.part), ...rollups].map((table) =>
    partFile(table, part),
  );
}

/** Whether a file is a rollup, aggregated from the runs of a part. */
export function isRollup(name: string): boolean {
  return ROLLUP_TABLES.some((table) => name.startsWith(`${table}-`));
}

const PART_FILE = new RegExp(`^([a-z_]+)-([0-9a-f]+)(?:-(${PERIOD}))?\\.parquet$`);

/** The part that a file belongs to; null for any other file. */
export function partOfFile(name: string): Part | null {
  const [, table, bucket, period] = PART_FILE.exec(name) ?? [];
  if (table === undefined || bucket === undefined) return null;
  const part = table in ROLLUPS ? 'runs' : PARTED[table as PartedTable]?.part;
  return part === undefined ? null : { part, bucket, period: period ?? null };
}
