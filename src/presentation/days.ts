import { dayAfter, weekOf } from '../base/definitions.ts';
import { formatDay, formatShortDay } from './numbers.ts';

/** The first day of an ISO week such as 2026-W02. */
export function mondayOf(week: string): string {
  const [, year = '1970', number = '1'] = /^(\d{4})-W(\d\d)$/.exec(week) ?? [];
  return dayAfter(weekOf(`${year}-01-04`), (Number(number) - 1) * 7);
}

/** `Oct 27 – Nov 26, 2026`: the year of both is said once, and one day once. */
export function formatDays(start: string, end: string): string {
  if (start === end) return formatDay(end);
  const first = start.slice(0, 4) === end.slice(0, 4) ? formatShortDay(start) : formatDay(start);
  return `${first} – ${formatDay(end)}`;
}
