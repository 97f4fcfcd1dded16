import { dayAfter } from '../../base/definitions.ts';
import { daysBetween } from '../../base/views/range.ts';
import type { components } from '../../contract/generated/types.ts';
import { mondayOf } from '../days.ts';
import type { Point, Range, Series, Step } from './lines.ts';
import { stepAt } from './lines.ts';

type BrandRow = components['schemas']['BrandRow'];
type Counts = Pick<BrandRow, 'visibility_count' | 'visibility_total'>;

/** So many competitors are drawn at first, those that are named most. */
const COMPETITORS_ON = 2;
/** More lines than there are colours cannot be distinguished. */
export const MOST_COMPETITORS = 7;

/** The range of as many days right before, as `"compare_to": "previous"` has it. */
export function rangeBefore({ start, end }: Range): Range {
  return { start: dayAfter(start, -daysBetween(start, end)), end: dayAfter(start, -1) };
}

/** Rows of a brand by day or week in a range, and by the same or by day in the period before. */
export interface TrendRows {
  now: BrandRow[];
  earlier: BrandRow[];
}

/** The calendar has no days before this one. */
const FIRST_DAY = '0001-01-01';

/** The data of a brand's chart. @param query the brands report of some days */
export async function trendRows(
  range: Range,
  step: Step,
  query: (days: Range, dimension: Step, include: ('intervals' | 'competitors')[]) => Promise<BrandRow[]>,
): Promise<TrendRows> {
  const before = rangeBefore(range);
  if (step === 'week') {
    const now = await query(range, 'week', ['intervals', 'competitors']);
    return { now, earlier: await query(before, 'day', []) };
  }
  // By day, one request has both periods.
  const start = before.start < FIRST_DAY ? range.start : before.start;
  const all = await query({ start, end: range.end }, 'day', ['intervals', 'competitors']);
  const isNow = ({ dimensions }: BrandRow) => (dimensions?.day ?? '') >= range.start;
  return { now: all.filter(isNow), earlier: all.filter((row) => !isNow(row)) };
}

/** The day a row of a report by day or week is drawn at. */
function dayOf({ dimensions }: BrandRow): string {
  return dimensions?.week === undefined ? (dimensions?.day ?? '') : mondayOf(dimensions.week);
}

/** A share as it is, so that whoever writes it rounds it once. */
const shareOf = ({ visibility_count: count, visibility_total: total }: Counts): number | null =>
  total === 0 ? null : (100 * count) / total;

export function pointOf(row: BrandRow): Point {
  return {
    day: dayOf(row),
    value: shareOf(row),
    low: row.visibility_low ?? null,
    high: row.visibility_high ?? null,
    n: row.visibility_total,
  };
}

/** The brand's own line, those of its competitors, and its own in the period before. */
export function seriesOf(
  name: string,
  rows: readonly BrandRow[],
  earlier: readonly BrandRow[],
  range: Range,
  step: Step,
): Series[] {
  const before = pointsBefore(earlier, range, step);
  return [
    { name, kind: 'own', points: rows.map(pointOf) },
    ...groupLines(rows),
    ...(before.length === 0 ? [] : [{ name: 'Period before', kind: 'before' as const, points: before }]),
  ];
}

type Competitor = components['schemas']['CompetitorMeasures'];

/** Competitors by how many answers name them: charts, colours and columns have them in this order. */
export function namedMost<One extends Pick<Competitor, 'id' | 'visibility_count'>>(
  all: readonly One[],
): One[] {
  return all.toSorted(
    (one, other) => other.visibility_count - one.visibility_count || one.id.localeCompare(other.id),
  );
}

/** Each competitor of some rows once, with what the rows have of it. */
export function competitorsOf(rows: readonly BrandRow[]) {
  const found = Map.groupBy(
    rows.flatMap((row) => (row.competitors ?? []).map((of) => ({ row, of }))),
    ({ of }) => of.id,
  );
  return namedMost(
    [...found].map(([id, parts]) => ({
      id,
      name: parts[0]?.of.name ?? '',
      visibility_count: parts.reduce((sum, { of }) => sum + of.visibility_count, 0),
      parts,
    })),
  );
}

function groupLines(rows: readonly BrandRow[]): Series[] {
  return competitorsOf(rows)
    .slice(0, MOST_COMPETITORS)
    .map(({ name, parts }, at) => ({
      name,
      points: parts.map(({ row, of }) => ({ day: dayOf(row), value: shareOf(of), n: of.visibility_total })),
      isOff: at >= COMPETITORS_ON,
    }));
}

/**
 * The days of the period before on those of the range, the first on the first. Weeks add days up, since those of the
 * period before begin on other weekdays.
 */
export function pointsBefore(earlier: readonly BrandRow[], range: Range, step: Step): Point[] {
  const shift = daysBetween(range.start, range.end);
  const sums = Map.groupBy(earlier, (row) => stepAt(dayAfter(dayOf(row), shift), step));
  return [...sums].map(([day, rows]) => {
    const count = rows.reduce((sum, row) => sum + row.visibility_count, 0);
    const n = rows.reduce((sum, row) => sum + row.visibility_total, 0);
    const value = shareOf({ visibility_count: count, visibility_total: n });
    return { day, from: dayOf(rows[0] as BrandRow), value, n };
  });
}
