import { DAY_MS } from '../../base/days.ts';

/** Dimensions that a time is in exactly one of. */
export type TimeDimension = 'day' | 'week' | 'month';

/** Days that are in the same day, week or month of every dimension asked. */
export interface Span {
  /** Days since 1970. */
  first: number;
  last: number;
  /** As the answer names them, by dimension. */
  labels: Partial<Record<TimeDimension, string>>;
}

const TIME: Readonly<
  Record<TimeDimension, { next: (day: number) => number; label: (day: number) => string }>
> = {
  day: { next: (day) => day + 1, label: (day) => dateOf(day).toISOString().slice(0, 10) },
  week: { next: (day) => monday(day) + 7, label: weekLabel },
  month: { next: monthAfter, label: (day) => dateOf(day).toISOString().slice(0, 7) },
};

export function isTime(dimension: string): dimension is TimeDimension {
  return dimension in TIME;
}

/**
 * Divides days by dimensions.
 * @param days first and last, both included; none where the first is after the last
 * @returns null where there are more than `most`
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

/** A week as ISO 8601 counts: it belongs to the year of its Thursday. */
function weekLabel(day: number): string {
  const thursday = dateOf(monday(day) + 3);
  // Not by Date.UTC, to which the year 1 is 1901.
  const year = thursday.toISOString().slice(0, 4);
  const week = Math.floor((thursday.getTime() - Date.parse(`${year}-01-01T00:00:00Z`)) / (7 * DAY_MS)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

function monthAfter(day: number): number {
  const date = dateOf(day);
  return date.setUTCMonth(date.getUTCMonth() + 1, 1) / DAY_MS;
}
