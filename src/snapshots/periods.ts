/**
 * The days that a part of runs is of: a month, YYYY-MM, or some days of one, YYYY-MM-DD-DD (the first and the last).
 * A month with too many runs is divided, so that a change costs about the same however many an organisation has.
 */
export type Period = string;

/** Days, YYYY-MM-DD, both inclusive. */
export interface Days {
  first: string;
  last: string;
}

/** For regular expressions over names of files. */
export const PERIOD = String.raw`\d+-\d\d(?:-\d\d-\d\d)?`;

/** The month of a day or period, YYYY-MM. Years past 9999 have more digits. */
export function monthOf(day: string): string {
  return /^\d+-\d\d/.exec(day)?.[0] ?? day;
}

/** Its days; of a month up to the 31st, also where it has none. */
export function daysOf(period: Period): Days {
  const [, month, first = '01', last = '31'] = /^(\d+-\d\d)(?:-(\d\d)-(\d\d))?$/.exec(period) ?? [];
  if (month === undefined) throw new Error(`${period} is no period.`);
  return { first: `${month}-${first}`, last: `${month}-${last}` };
}

/** All days of the months that days are of. */
export function wholeMonths({ first, last }: Days): Days {
  const [from, to] = [monthOf(first), monthOf(last)];
  return { first: `${from}-01`, last: `${to}-${twoDigits(lastDayOf(to))}` };
}

/** Orders days, months or periods that do not overlap by time. */
export function byTime(a: string, b: string): number {
  const [yearA, yearB] = [a.indexOf('-'), b.indexOf('-')];
  return yearA - yearB || (a < b ? -1 : a > b ? 1 : 0);
}

/** Whether a period has some of these days. */
export function overlaps(period: Period, days: Days): boolean {
  const { first, last } = daysOf(period);
  return byTime(first, days.last) <= 0 && byTime(last, days.first) >= 0;
}

/**
 * The periods that one with so many runs is divided into, so that each has at most `most` where its days have equally
 * many; itself alone where it is not to be divided.
 */
export function divided(period: Period, runs: number, most: number): Period[] {
  const { first } = daysOf(period);
  // JavaScript's dates, and the text of days as Postgres and DuckDB have it alike, end there.
  if (runs <= most || !/^\d{4}-/.test(period)) return [period];
  const [from, to] = [Number(first.slice(-2)), lastDayOf(period)];
  const all = to - from + 1;
  // At least in two: rows may be of few of its days, as those of a month that has begun. What is too large then is
  // divided again.
  const mostDays = Math.min(Math.ceil(all / 2), Math.max(1, Math.floor((all * most) / runs)));
  const days = Math.ceil(all / Math.ceil(all / mostDays));
  const parts: Period[] = [];
  for (let day = from; day <= to; day += days)
    parts.push(partOfMonth(monthOf(period), day, Math.min(to, day + days - 1)));
  return parts;
}

/** When the day after a period's last begins, for Postgres. Not by Date: Postgres has years beyond its range. */
export function endOf(period: Period): string {
  const [year = 0, month = 0] = monthOf(period).split('-').map(Number);
  const isWhole = period === monthOf(period);
  if (!isWhole && lastDayOf(period) < lastDayOf(monthOf(period)))
    return `${monthOf(period)}-${twoDigits(lastDayOf(period) + 1)} 00:00Z`;
  const next = month === 12 ? [year + 1, 1] : [year, month + 1];
  if (next[0] === YEARS_END) return 'infinity';
  return `${String(next[0]).padStart(4, '0')}-${twoDigits(next[1] as number)}-01 00:00Z`;
}

/** Which periods months are divided into. */
export class Periods {
  /** By bucket and month, in their order. */
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
   * The periods of a bucket's month, or the one with a day of it. Together they have all days, also those without rows.
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

/** The day of the month that a period ends with. */
function lastDayOf(period: Period): number {
  const [year = 0, month = 0] = monthOf(period).split('-').map(Number);
  if (period !== monthOf(period)) return Number(period.slice(-2));
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function partOfMonth(month: string, first: number, last: number): Period {
  return `${month}-${twoDigits(first)}-${twoDigits(last)}`;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
