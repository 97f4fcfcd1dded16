import { dayAfter } from '../../../../base/definitions.ts';
import type { Point, Range, Series, Step } from '../../charts/lines.ts';
import { stepAt } from '../../charts/lines.ts';
import { daysBetween, mondayOf } from '../../state/days.ts';
import type { BrandRow } from './tiles.tsx';

/** So many competitors are drawn at first, those that are named most. */
const COMPETITORS_ON = 2;
/** More lines than there are colours cannot be told apart. */
const MOST_COMPETITORS = 7;

/** The range of as many days right before, as `"compare_to": "previous"` has it. */
export function rangeBefore({ start, end }: Range): Range {
  return { start: dayAfter(start, -daysBetween(start, end)), end: dayAfter(start, -1) };
}

/** Where a row of a report by day or week is drawn. */
function dayOf({ dimensions }: BrandRow): string {
  return dimensions?.week === undefined ? (dimensions?.day ?? '') : mondayOf(dimensions.week);
}

export function pointOf(row: BrandRow): Point {
  return {
    day: dayOf(row),
    value: row.visibility,
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
    ...competitorsOf(rows),
    ...(before.length === 0 ? [] : [{ name: 'Period before', kind: 'before' as const, points: before }]),
  ];
}

function competitorsOf(rows: readonly BrandRow[]): Series[] {
  const found = new Map<string, { name: string; named: number; points: Point[] }>();
  for (const row of rows)
    for (const { id, name, visibility, visibility_count: count, visibility_total: n } of row.competitors ??
      []) {
      const one = found.get(id) ?? { name, named: 0, points: [] };
      one.named += count;
      one.points.push({ day: dayOf(row), value: visibility, n });
      found.set(id, one);
    }
  return [...found.values()]
    .toSorted((one, other) => other.named - one.named)
    .slice(0, MOST_COMPETITORS)
    .map(({ name, points }, at) => ({ name, points, isOff: at >= COMPETITORS_ON }));
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
    return { day, from: dayOf(rows[0] as BrandRow), value: n === 0 ? null : (100 * count) / n, n };
  });
}
