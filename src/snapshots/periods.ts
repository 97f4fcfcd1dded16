/**
 * The days of a part of runs: a month, YYYY-MM, or some days of one, YYYY-MM-DD-DD (first and last). A month with too
 * many runs is divided, so that a change costs about the same however many runs an organisation has.
 */
export type Period = string;

/** A range of days, YYYY-MM-DD, both inclusive. */
export interface Days {
  first: string;
  last: string;
}

/** A pattern for regular expressions over file names. */
export const PERIOD = String.raw`\d+-\d\d(?:-\d\d-\d\d)?`;

/** The month of a day or period, YYYY-MM. Years past 9999 have more digits. */
export function monthOf(day: string): string {
  return /^\d+-\d\d/.exec(day)?.[0] ?? day;
}

/** The days of a period. A month always ends on the 31st here, even if it is shorter. */
export function daysOf(period: Period): Days {
  const [, month, first = '01', last = '31'] = /^(\d+-\d\d)(?:-(\d\d)-(\d\d))?$/.exec(period) ?? [];
  if (month === undefined) throw new Error(`${period} is no period.`);
  return { first: `${month}-${first}`, last: `${month}-${last}` };
}

/** The range extended to whole months. */
export function wholeMonths({ first, last }: Days): Days {
  const [from, to] = [monthOf(first), monthOf(last)];
  return { first: `${from}-01`, last: `${to}-${twoDigits(lastDayOf(to))}` };
}

/** Compares days, months or non-overlapping periods by time. */
export function byTime(a: string, b: string): number {
  const [yearA, yearB] = [a.indexOf('-'), b.indexOf('-')];
  return yearA - yearB || (a < b ? -1 : a > b ? 1 : 0);
}

/** Days of one month as the fewest periods, in chronological order. @param days YYYY-MM-DD, in any order */
export function periodsOfDays(days: readonly string[]): Period[] {
  const runs: { first: number; last: number }[] = [];
  for (const day of [...new Set(days.map((day) => Number(day.slice(-2))))].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.last === day - 1) run.last = day;
    else runs.push({ first: day, last: day });
  }
  return runs.map(({ first, last }) => partOfMonth(monthOf(days[0] as string), first, last));
}

/** How many days a period has. */
export function lengthOf(period: Period): number {
  return lastDayOf(period) - Number(daysOf(period).first.slice(-2)) + 1;
}

/** Whether a period has at least one of these days. */
export function overlaps(period: Period, days: Days): boolean {
  const { first, last } = daysOf(period);
  return byTime(first, days.last) <= 0 && byTime(last, days.first) >= 0;
}

/**
 * Divides a period so that each piece has at most `most` runs if they are spread evenly over its days. A period that
 * needs no division, or allows none, is returned alone.
 */
export function divided(period: Period, runs: number, most: number): Period[] {
  const { first } = daysOf(period);
  // JavaScript dates end with year 9999, and so does the common text format of days in Postgres and DuckDB.
  if (runs <= most || !/^\d{4}-/.test(period)) return [period];
  const [from, to] = [Number(first.slice(-2)), lastDayOf(period)];
  const all = to - from + 1;
  // At least two pieces: the runs may fall on only a few days, as in a month that has just begun. Pieces that are still
  // too large are divided again.
  const mostDays = Math.min(Math.ceil(all / 2), Math.max(1, Math.floor((all * most) / runs)));
  const days = Math.ceil(all / Math.ceil(all / mostDays));
  const parts: Period[] = [];
  for (let day = from; day <= to; day += days)
    parts.push(partOfMonth(monthOf(period), day, Math.min(to, day + days - 1)));
  return parts;
}

/**
 * Start of the day after a period's last day, for Postgres. Date is not used, because Postgres has years beyond its
 * range.
 */
export function endOf(period: Period): string {
  const [year = 0, month = 0] = monthOf(period).split('-').map(Number);
  const isWhole = period === monthOf(period);
  if (!isWhole && lastDayOf(period) < lastDayOf(monthOf(period)))
    return `${monthOf(period)}-${twoDigits(lastDayOf(period) + 1)} 00:00Z`;
  const next = month === 12 ? [year + 1, 1] : [year, month + 1];
  if (next[0] === YEARS_END) return 'infinity';
  return `${String(next[0]).padStart(4, '0')}-${twoDigits(next[1] as number)}-01 00:00Z`;
}

/** How months are divided into periods. */
export class Periods {
  /** By bucket and month, in chronological order. */
  readonly #known: ReadonlyMap<string, Period[]>;

  constructor(known: Iterable<{ bucket: string; period: Period }> = []) {
    const byMonth = new Map<string, Set<Period>>();
    for (const { bucket, period } of known) {
      const key = `${bucket} ${monthOf(period)}`;
      byMonth.set(key, (byMonth.get(key) ?? new Set()).add(period));
    }
    this.#known = new Map([...byMonth].map(([key, periods]) => [key, [...periods].sort(byTime)]));
  }

  /**
   * The periods of a bucket's month, or the one with a given day. Together they cover all days, including those without
   * rows.
   */
  of(bucket: string, month: string, day: string | null = null): Period[] {
    const all = withGaps(month, this.#known.get(`${bucket} ${month}`) ?? []);
    return day === null ? all : all.filter((period) => overlaps(period, { first: day, last: day }));
  }
}

/** Postgres has no time from this year on. */
const YEARS_END = 294_277;

function withGaps(month: string, known: readonly Period[]): Period[] {
  if (known.length === 0) return [month];
  if (known.includes(month)) return [...known];
  const all: Period[] = [];
  let day = 1;
  for (const period of known) {
    const first = Number(daysOf(period).first.slice(-2));
    if (first > day) all.push(partOfMonth(month, day, first - 1));
    all.push(period);
    day = lastDayOf(period) + 1;
  }
  const last = lastDayOf(month);
  if (day <= last) all.push(partOfMonth(month, day, last));
  return all;
}

/** The day of the month on which a period ends. */
function lastDayOf(period: Period): number {
  const [year = 0, month = 0] = monthOf(period).split('-').map(Number);
  if (period !== monthOf(period)) return Number(period.slice(-2));
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function partOfMonth(month: string, first: number, last: number): Period {
  return `${month}-${twoDigits(first)}-${twoDigits(last)}`;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
