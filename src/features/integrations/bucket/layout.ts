import type { PartedTable } from '../../../snapshots/tables.ts';

/**
 * Version of the tables and columns in buckets. Raise it with each addition, and describe it in the guide. Readers
 * depend on what is there: nothing is renamed, removed, or changed in type or meaning.
 */
export const LAYOUT_VERSION = 2;

/** Its name, its type, and its source (by default the column of the same name). */
type Column = readonly [name: string, type: string, from?: string];

/** A table in a bucket. */
export interface BucketTable {
  name: string;
  /** The table of a snapshot that its rows come from. */
  source: PartedTable;
  columns: readonly Column[];
  /** The columns that its rows are sums over; undefined: a row for each of the source. */
  groupBy?: string;
  /** The order of rows in a file. */
  order: string;
}

const ANSWERED: readonly Column[] = [
  ['query_id', 'VARCHAR'],
  ['platform', 'VARCHAR'],
  ['surface', 'VARCHAR'],
  ['model', 'VARCHAR'],
  ['country', 'VARCHAR'],
  ['language', 'VARCHAR'],
  ['searched', 'BOOLEAN'],
  ['query_text', 'VARCHAR'],
];
const SCORED: readonly Column[] = [
  ['sentiment', 'DECIMAL(5,2)', 'sentiment / 100'],
  ['sentiment_reader', 'VARCHAR'],
];
const RUN: readonly Column[] = [
  ['run_id', 'VARCHAR'],
  ['brand_id', 'VARCHAR'],
  ['executed_at', 'TIMESTAMP'],
];

export const BUCKET_TABLES: readonly BucketTable[] = [
  {
    name: 'brands',
    source: 'brands',
    columns: [
      ['brand_id', 'VARCHAR', 'id'],
      ['name', 'VARCHAR'],
      ['archived', 'BOOLEAN'],
    ],
    order: 'brand_id',
  },
  {
    name: 'competitors',
    source: 'competitors',
    columns: [
      ['competitor_id', 'VARCHAR', 'id'],
      ['brand_id', 'VARCHAR'],
      ['name', 'VARCHAR'],
    ],
    order: 'brand_id, competitor_id',
  },
  {
    name: 'queries',
    source: 'queries',
    columns: [
      ['query_id', 'VARCHAR', 'id'],
      ['brand_id', 'VARCHAR'],
      ['topic', 'VARCHAR'],
      ['branded', 'BOOLEAN'],
    ],
    order: 'query_id',
  },
  {
    name: 'query_tags',
    source: 'query_tags',
    columns: [
      ['query_id', 'VARCHAR'],
      ['tag', 'VARCHAR'],
    ],
    order: 'query_id, tag',
  },
  {
    name: 'daily',
    source: 'runs',
    columns: [
      ['brand_id', 'VARCHAR'],
      ['platform', 'VARCHAR'],
      ['day', 'DATE', 'cast(executed_at as date)'],
      ['answers', 'BIGINT', 'count(*)'],
      ['named', 'BIGINT', 'count(case when named then 1 end)'],
      ['sentiment_sum', 'DECIMAL(18,2)', 'coalesce(sum(sentiment), 0) / 100'],
      ['sentiment_count', 'BIGINT', 'count(sentiment)'],
      ['position_sum', 'BIGINT', 'coalesce(sum(position), 0)'],
      ['position_count', 'BIGINT', 'count(position)'],
    ],
    groupBy: 'brand_id, platform, cast(executed_at as date)',
    order: 'brand_id, day, platform',
  },
  {
    name: 'runs',
    source: 'runs',
    columns: [
      ['run_id', 'VARCHAR', 'id'],
      ['brand_id', 'VARCHAR'],
      ['executed_at', 'TIMESTAMP'],
      ...ANSWERED,
      ['named', 'BOOLEAN'],
      ['position', 'INTEGER'],
      ...SCORED,
    ],
    order: 'brand_id, executed_at, run_id',
  },
  {
    name: 'run_competitors',
    source: 'run_competitors',
    columns: [...RUN, ['competitor_id', 'VARCHAR'], ['position', 'INTEGER'], ...SCORED],
    order: 'brand_id, competitor_id, executed_at, run_id',
  },
  {
    name: 'run_searches',
    source: 'run_searches',
    columns: [...RUN, ['ordinal', 'INTEGER'], ['text', 'VARCHAR']],
    order: 'brand_id, executed_at, run_id, ordinal',
  },
  {
    name: 'mentions',
    source: 'mentions',
    columns: [
      ['mention_id', 'VARCHAR', 'id'],
      ['run_id', 'VARCHAR'],
      ['brand_id', 'VARCHAR'],
      ['discovered_at', 'TIMESTAMP'],
      ...ANSWERED,
      ['source_type', 'VARCHAR'],
      ['source_name', 'VARCHAR'],
      ['source_url', 'VARCHAR'],
      ['page_url', 'VARCHAR'],
      ['domain', 'VARCHAR'],
      ['title', 'VARCHAR'],
      ['snippet', 'VARCHAR'],
      ...SCORED,
    ],
    order: 'brand_id, discovered_at, mention_id',
  },
  {
    name: 'citations',
    source: 'citations',
    columns: [
      ...RUN,
      ['url', 'VARCHAR'],
      ['domain', 'VARCHAR'],
      ['title', 'VARCHAR'],
      ['source_type', 'VARCHAR'],
      ['page_type', 'VARCHAR'],
    ],
    order: 'brand_id, executed_at, run_id, url',
  },
];

/** The texts of answers, which come from Postgres: snapshots do not hold them. */
export const ANSWERS: BucketTable = {
  name: 'answers',
  source: 'runs',
  columns: [...RUN, ['text', 'VARCHAR']],
  order: 'brand_id, executed_at, run_id',
};

/** The SELECT list of a table, with the types of its columns. */
export function columnsSql({ columns }: BucketTable): string {
  return columns
    .map(([name, type, from = `"${name}"`]) => `cast(${from} as ${type}) as "${name}"`)
    .join(', ');
}
