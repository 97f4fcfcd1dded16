import { DEFAULT_RANGE_DAYS, dayAfter, today } from '../../../base/definitions.ts';
import { daysBetween, daysOfRange } from '../../../presentation/days.ts';
import { Store } from './store.ts';

/** The ranges that are offered, in days before the last one. */
export const RANGE_DAYS = [7, DEFAULT_RANGE_DAYS, 90, 365] as const;
export const DEFAULT_RANGE = `${DEFAULT_RANGE_DAYS}d`;

/** Lists by the day, such as coverage, take so many days at most; the page shows all reports of the same days. */
export const MOST_DAYS = 366;
const FIRST_DAY = '0001-01-01';

/** Days of the organisation's oldest and newest answer; null before it has any. */
export const answerDays = new Store<{ oldest: string; newest: string } | null>(null);

export interface Range {
  start: string;
  end: string;
  /** Whether the address asked for more days than are shown. */
  isCut: boolean;
}

/** The day that ranges such as '30d' end at: that of the newest answer, today at the latest. */
export function lastDay(answers: { newest: string } | null): string {
  const now = today();
  return answers && answers.newest < now ? answers.newest : now;
}

/** The days of a range as the address has it, such as '30d'; the default where it means nothing. */
export function daysOf(range: string, answers: { newest: string } | null): Range {
  const given = daysOfRange(range);
  if (given) return cut(given);
  const days = Number(/^(\d{1,3})d$/.exec(range)?.[1] ?? DEFAULT_RANGE_DAYS);
  const end = lastDay(answers);
  return cut({ start: daysBefore(end, days), end });
}

function cut({ start, end }: { start: string; end: string }): Range {
  const isCut = daysBetween(start, end) > MOST_DAYS;
  return { start: isCut ? daysBefore(end, MOST_DAYS - 1) : start, end, isCut };
}

/** The years before the first one have no place in an address. */
function daysBefore(end: string, days: number): string {
  return daysBetween(FIRST_DAY, end) <= days ? FIRST_DAY : dayAfter(end, -days);
}

/** A range as the address has it, after one of its ends was chosen: the other one follows within the limit. */
export function rangeAround({ start, end }: { start: string; end: string }, kept: 'start' | 'end'): string {
  if (start > end) return kept === 'start' ? `${start}..${start}` : `${end}..${end}`;
  if (daysBetween(start, end) <= MOST_DAYS) return `${start}..${end}`;
  return kept === 'start'
    ? `${start}..${dayAfter(start, MOST_DAYS - 1)}`
    : `${daysBefore(end, MOST_DAYS - 1)}..${end}`;
}
