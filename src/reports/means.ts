import { roundedMean } from '../base/definitions.ts';
import type { Columns, FlatRow } from './wire.ts';

/** Sums over the days of a brand, a row of reportBrands.sql; null without runs. */
export interface Sums {
  id: string;
  name: string;
  runs: Sum;
  named: Sum;
  /** Hundredths. */
  sentiment_sum: Sum;
  sentiment_count: Sum;
  position_sum: Sum;
  position_count: Sum;
}

/** DuckDB returns whole numbers as bigint, Postgres as number. */
type Sum = number | bigint | null;

/** Names of the sums over runs. */
export const RUN_SUMS = [
  'runs',
  'named',
  'sentiment_sum',
  'sentiment_count',
  'position_sum',
  'position_count',
] as const;
export const SUMS_COLUMNS = ['id', 'name', ...RUN_SUMS] as const;

export const BRAND_COLUMNS: Columns = {
  'brand.id': 'VARCHAR',
  'brand.name': 'VARCHAR',
  visibility: 'DOUBLE',
  visibility_count: 'BIGINT',
  visibility_total: 'BIGINT',
  sentiment: 'DOUBLE',
  sentiment_count: 'BIGINT',
  position: 'DOUBLE',
  position_count: 'BIGINT',
};

/** All rows of the brands report, by visibility (highest first, unknown last), name and id. */
export function brandRows(sums: readonly Sums[]): FlatRow[] {
  const rows = sums.map((sum) => {
    const [runs, named, sentiments, positions] = [
      sum.runs,
      sum.named,
      sum.sentiment_count,
      sum.position_count,
    ].map(countOf) as [number, number, number, number];
    return {
      'brand.id': sum.id,
      'brand.name': sum.name,
      visibility: roundedMean(10_000 * named, runs),
      visibility_count: named,
      visibility_total: runs,
      sentiment: roundedMean(countOf(sum.sentiment_sum), sentiments),
      sentiment_count: sentiments,
      position: roundedMean(100 * countOf(sum.position_sum), positions),
      position_count: positions,
    };
  });
  return rows.sort(
    (a, b) =>
      highestFirst(a.visibility, b.visibility) ||
      byBytes(a['brand.name'], b['brand.name']) ||
      byBytes(a['brand.id'], b['brand.id']),
  );
}

function countOf(sum: Sum): number {
  return sum === null ? 0 : Number(sum);
}

export function highestFirst(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null ? -1 : b - a;
}

/** Orders text by UTF-8 bytes, as Postgres' collation "C" and DuckDB do; JavaScript orders by UTF-16 code units. */
export function byBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
