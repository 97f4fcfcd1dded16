import { roundedMean } from './rules.ts';
import type { Columns, FlatRow } from './wire.ts';

/** Sums over the days of a brand or competitor, a row of reportBrands.sql; null where there is no run. */
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

/** A row of getBrandComparison.sql. */
export interface ComparedSums extends Sums {
  /** True for the brand itself, false for its competitors. */
  is_brand: boolean;
}

/** DuckDB gives whole numbers as bigint, Postgres as number. */
type Sum = number | bigint | null;

const SUMMED = [
  'runs',
  'named',
  'sentiment_sum',
  'sentiment_count',
  'position_sum',
  'position_count',
] as const;
export const SUMS_COLUMNS = ['id', 'name', ...SUMMED] as const;
export const COMPARED_SUMS_COLUMNS = ['id', 'name', 'is_brand', ...SUMMED] as const;

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
export const COMPARISON_COLUMNS: Columns = {
  id: 'VARCHAR',
  name: 'VARCHAR',
  isBrand: 'BOOLEAN',
  visibility: 'DOUBLE',
  visibilityCount: 'BIGINT',
  visibilityTotal: 'BIGINT',
  sentiment: 'DOUBLE',
  sentimentCount: 'BIGINT',
  position: 'DOUBLE',
  positionCount: 'BIGINT',
  shareOfVoice: 'DOUBLE',
};

/** All rows of the brands report, by visibility (highest first, unknown last), name and id. */
export function brandRows(sums: readonly Sums[]): FlatRow[] {
  const rows = sums.map((sum) => {
    const { runs, named, ...means } = meansOf(sum);
    return {
      'brand.id': sum.id,
      'brand.name': sum.name,
      visibility: roundedMean(10_000 * named, runs),
      visibility_count: named,
      visibility_total: runs,
      sentiment: means.sentiment,
      sentiment_count: means.sentimentCount,
      position: means.position,
      position_count: means.positionCount,
    };
  });
  return rows.sort(
    (a, b) =>
      highestFirst(a.visibility, b.visibility) ||
      byBytes(a['brand.name'], b['brand.name']) ||
      byBytes(a['brand.id'], b['brand.id']),
  );
}

/** All rows of a brand's comparison, by share of voice (highest first, unknown last), name and id. */
export function comparisonRows(sums: readonly ComparedSums[]): FlatRow[] {
  // A brand that is unknown has no row. Competitors have no runs of their own: the brand's are counted.
  const runs = countOf(sums.find(({ is_brand }) => is_brand)?.runs ?? null);
  const voices = sums.reduce((total, { named }) => total + countOf(named), 0);
  const rows = sums.map((sum) => {
    const { named, sentiment, sentimentCount, position, positionCount } = meansOf(sum);
    return {
      id: sum.id,
      name: sum.name,
      isBrand: sum.is_brand,
      visibility: roundedMean(10_000 * named, runs),
      visibilityCount: named,
      visibilityTotal: runs,
      sentiment,
      sentimentCount,
      position,
      positionCount,
      shareOfVoice: roundedMean(10_000 * named, voices),
    };
  });
  return rows.sort(
    (a, b) => highestFirst(a.shareOfVoice, b.shareOfVoice) || byBytes(a.name, b.name) || byBytes(a.id, b.id),
  );
}

function meansOf(sum: Sums) {
  const sentimentCount = countOf(sum.sentiment_count);
  const positionCount = countOf(sum.position_count);
  return {
    runs: countOf(sum.runs),
    named: countOf(sum.named),
    sentiment: roundedMean(countOf(sum.sentiment_sum), sentimentCount),
    sentimentCount,
    position: roundedMean(100 * countOf(sum.position_sum), positionCount),
    positionCount,
  };
}

function countOf(sum: Sum): number {
  return sum === null ? 0 : Number(sum);
}

function highestFirst(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null ? -1 : b - a;
}

/** Orders text by UTF-8 bytes, as Postgres' collation "C" and DuckDB do; JavaScript orders by UTF-16 code units. */
function byBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
