import { DAY_MS, dayAfter } from '../base/definitions.ts';
import { formatDay, formatShortDay } from './numbers.ts';

/** Days from the first to the last, both included. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}

/** The first day of an ISO week such as 2026-W02. */
export function mondayOf(week: string): string {
  const [, year = '1970', number = '1'] = /^(\d{4})-W(\d\d)$/.exec(week) ?? [];
  const fourth = `${year}-01-04`;
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7;
  return dayAfter(fourth, (Number(number) - 1) * 7 - weekday);
}

/** The days of a range as addresses have it, `2026-11-01..2026-11-30`; null for what is none. */
export function daysOfRange(range: string | null): { start: string; end: string } | null {
  const [, start, end] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(range ?? '') ?? [];
  return isDay(start) && isDay(end) && start <= end ? { start, end } : null;
}

/** Whether a text is a day of the calendar, and one that a report may be of. */
export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001-01-01') return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** `Oct 27 – Nov 26, 2026`: the year of both is said once, and one day once. */
export function formatDays(start: string, end: string): string {
  if (start === end) return formatDay(end);
  const first = start.slice(0, 4) === end.slice(0, 4) ? formatShortDay(start) : formatDay(start);
  return `${first} – ${formatDay(end)}`;
}
