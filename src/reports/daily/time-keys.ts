import { DAY_MS, today } from '../../base/definitions.ts';

/** Dimensions that assign each time to exactly one value. */
export type TimeDimension = 'day' | 'week' | 'month';

/** Days that share the same value in every requested dimension. */
export interface Span {
  /** Days since 1970. */
  first: number;
  last: number;
  /** Labels in the answer, by dimension. */
  labels: Partial<Record<TimeDimension, string>>;
}

const TIME: Readonly<
  Record<TimeDimension, { next: (day: number) => number; label: (day: number) => string }>
> = {
  day: { next: (day) => day + 1, label: (day) => today(dateOf(day)) },
  week: { next: (day) => monday(day) + 7, label: weekLabel },
  month: { next: monthAfter, label: (day) => dateOf(day).toISOString().slice(0, 7) },
};

export function isTime(dimension: string): dimension is TimeDimension {
  return dimension in TIME;
}

/**
 * Divides days by dimensions.
 * @param days first and last, both included; no days if the first is after the last
 * @returns null if there are more than `most`
 */
export function spansOf(
  { first, last }: Span,
  dimensions: readonly TimeDimension[],
  most: number,
): Span[] | null {
  const spans: Span[] = [];
  for (let day = first; day <= last; ) {
    const next = Math.min(last + 1, ...dimensions.map((each) => TIME[each].next(day)));
    const labels = Object.fromEntries(dimensions.map((each) => [each, TIME[each].label(day)]));
    spans.push({ first: day, last: next - 1, labels });
    if (spans.length > most) return null;
    day = next;
  }
  return spans;
}

function dateOf(day: number): Date {
  return new Date(day * DAY_MS);
}

/** 1 January 1970 was a Thursday. */
function monday(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7);
}

/** ISO 8601 week: it belongs to the year of its Thursday. */
function weekLabel(day: number): string {
  const thursday = dateOf(monday(day) + 3);
  // Date.UTC is not used, because it reads the year 1 as 1901.
  const year = thursday.toISOString().slice(0, 4);
  const week = Math.floor((thursday.getTime() - Date.parse(`${year}-01-01T00:00:00Z`)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

function monthAfter(day: number): number {
  const date = dateOf(day);
  return date.setUTCMonth(date.getUTCMonth() + 1, 1) / DAY_MS;
}
