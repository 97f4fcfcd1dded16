import { formatDay, formatShortDay } from './numbers.ts';

/** `Oct 27 – Nov 26, 2026`: the year of both is said once, and one day once. */
export function formatDays(start: string, end: string): string {
  if (start === end) return formatDay(end);
  const first = start.slice(0, 4) === end.slice(0, 4) ? formatShortDay(start) : formatDay(start);
  return `${first} – ${formatDay(end)}`;
}
