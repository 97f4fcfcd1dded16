import { DAY_MS, DEFAULT_RANGE_DAYS, dayAfter, today, weekOf } from '../definitions.ts';

/**
 * The days that the address of a screen, and a saved view of it, say. The dashboard and the server read them by this
 * file alone, so that a view has the numbers of its screen. Nothing here may need Node.
 */

/** Lists by the day, such as coverage, take so many days at most; all reports are shown of the same days. */
export const MOST_DAYS = 366;
const FIRST_DAY = '0001-01-01';

/** Ranges of the calendar that go on by themselves; weeks begin on Monday. */
export const CALENDAR_RANGES = ['this-week', 'last-week', 'this-month', 'last-month'] as const;
type CalendarRange = (typeof CALENDAR_RANGES)[number];

interface Days {
  start: string;
  end: string;
}

export interface Range extends Days {
  /** Whether it was of more days than are shown. */
  isCut: boolean;
}

/** Days from the first to the last, both included. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}

/** The days of a range such as `2026-11-01..2026-11-30`; null for what is none. */
export function daysOfRange(range: string | null): Days | null {
  const [, start, end] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(range ?? '') ?? [];
  return isDay(start) && isDay(end) && start <= end ? { start, end } : null;
}

/** Whether a text is a day of the calendar, and one that a report may be of. */
export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text) || text < FIRST_DAY) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** The day that ranges such as '30d' end at: that of the newest answer, today at the latest. */
export function lastDay(answers: { newest: string } | null, now = today()): string {
  return answers && answers.newest < now ? answers.newest : now;
}

/** The days of a range such as '30d', 'last-week' or two days; the default where it means nothing. */
export function daysOf(range: string, answers: { newest: string } | null, now = today()): Range {
  const given = daysOfRange(range) ?? (isCalendarRange(range) ? calendarDays(range, now) : null);
  if (given) return cut(given);
  const days = Number(/^(\d{1,3})d$/.exec(range)?.[1] ?? DEFAULT_RANGE_DAYS);
  return cut(daysUpTo(lastDay(answers, now), days));
}

export function isCalendarRange(range: string): range is CalendarRange {
  return (CALENDAR_RANGES as readonly string[]).includes(range);
}

function calendarDays(range: CalendarRange, now: string): Days {
  const monday = weekOf(now);
  const first = `${now.slice(0, 8)}01`;
  const before = dayAfter(first, -1);
  const days = {
    'this-week': { start: monday, end: now },
    'last-week': { start: dayAfter(monday, -7), end: dayAfter(monday, -1) },
    'this-month': { start: first, end: now },
    'last-month': { start: `${before.slice(0, 8)}01`, end: before },
  };
  return days[range];
}

function cut({ start, end }: Days): Range {
  const isCut = daysBetween(start, end) > MOST_DAYS;
  return { start: isCut ? daysBefore(end, MOST_DAYS - 1) : start, end, isCut };
}

/** So many days, the last of them given: '0d' has one day, as '1d' has. */
export function daysUpTo(end: string, days = DEFAULT_RANGE_DAYS): Days {
  return { start: daysBefore(end, Math.max(days, 1) - 1), end };
}

/** The day so many days before another, at least the first day of all: an address cannot express earlier years. */
export function daysBefore(end: string, days: number): string {
  return daysBetween(FIRST_DAY, end) <= days ? FIRST_DAY : dayAfter(end, -days);
}
