import { DAY_MS, today } from './definitions.ts';

export { DAY_MS };

/** The number of a day, YYYY-MM-DD, since 1970. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** The lowest and highest of unordered day numbers; for an empty list, first > last. */
export function firstAndLast(days: Int32Array): [first: number, last: number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return [first, last];
}

const MOST_CACHED_DAYS = 1_000;
const days = new Map<number, string>();

/** The UTC day of a time, YYYY-MM-DD. Cached, because reports need the same few days over and over. */
export function dayOf(time: Date): string {
  const number = Math.floor(time.getTime() / DAY_MS);
  let day = days.get(number);
  if (day === undefined) {
    day = today(time);
    if (days.size < MOST_CACHED_DAYS) days.set(number, day);
  }
  return day;
}
