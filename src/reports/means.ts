/** What is summed of a brand or competitor over days: a row of reportBrands.sql; null without a run. */
export interface Sums {
  id: string;
  name: string;
  /** Of the comparison alone. */
  is_brand?: boolean;
  runs: number | bigint | null;
  named: number | bigint | null;
  /** Hundredths. */
  sentiment_sum: number | bigint | null;
  sentiment_count: number | bigint | null;
  position_sum: number | bigint | null;
  position_count: number | bigint | null;
}

/** A row of a report by the wire's names, nested by dots. */
export type FlatRow = Record<string, string | number | boolean | null>;

/** Types of the brands report's columns, as DuckDB and SQL call them. */
export const BRAND_COLUMNS: Record<string, string> = {
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
    const { runs, named, ...means } = meansOf(sum);
    return {
      'brand.id': sum.id,
      'brand.name': sum.name,
      visibility: mean(10_000 * named, runs),
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
export function comparisonRows(sums: readonly Sums[]): FlatRow[] {
  const runs = Number(sums.find(({ is_brand }) => is_brand)?.runs ?? 0);
  const voices = sums.reduce((total, { named }) => total + Number(named ?? 0), 0);
  const rows = sums.map((sum) => {
    const { named, sentiment, sentimentCount, position, positionCount } = meansOf(sum);
    return {
      id: sum.id,
      name: sum.name,
      isBrand: sum.is_brand === true,
      visibility: mean(10_000 * named, runs),
      visibilityCount: named,
      visibilityTotal: runs,
      sentiment,
      sentimentCount,
      position,
      positionCount,
      shareOfVoice: mean(10_000 * named, voices),
    };
  });
  return rows.sort(
    (a, b) => highestFirst(a.shareOfVoice, b.shareOfVoice) || byBytes(a.name, b.name) || byBytes(a.id, b.id),
  );
}

function meansOf(sum: Sums) {
  const sentimentCount = Number(sum.sentiment_count ?? 0);
  const positionCount = Number(sum.position_count ?? 0);
  return {
    runs: Number(sum.runs ?? 0),
    named: Number(sum.named ?? 0),
    sentiment: mean(Number(sum.sentiment_sum ?? 0), sentimentCount),
    sentimentCount,
    position: mean(100 * Number(sum.position_sum ?? 0), positionCount),
    positionCount,
  };
}

/**
 * A mean to two decimals, half away from zero; null of nothing. In whole numbers, so that the digits are exact:
 * the nearest whole number to n ÷ d (n ≥ 0, d > 0) is (2n + d − (2n + d) mod 2d) ÷ 2d.
 * @param hundredths the sum, in hundredths
 */
function mean(hundredths: number, count: number): number | null {
  if (count === 0) return null;
  const doubled = 2 * hundredths + count;
  return (doubled - (doubled % (2 * count))) / (2 * count) / 100;
}

function highestFirst(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null ? -1 : b - a;
}

/** By UTF-8 bytes, as Postgres' collation "C" and DuckDB order text; JavaScript's own order is of UTF-16 units. */
function byBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
