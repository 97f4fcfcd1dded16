import { DEFAULT_RANGE_DAYS, dayAfter } from '../../../base/definitions.ts';
import { type CALENDAR_RANGES, daysBefore, daysBetween, MOST_DAYS } from '../../../base/views/range.ts';
import { Store } from './store.ts';

/** The ranges that are offered, in days. */
export const RANGE_DAYS = [7, DEFAULT_RANGE_DAYS, 90, 365] as const;
export const DEFAULT_RANGE = `${DEFAULT_RANGE_DAYS}d`;

/** Ranges of the calendar, with the words of the page. */
export const RANGE_NAMES: Record<(typeof CALENDAR_RANGES)[number], string> = {
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
};

/** Days of the organisation's oldest and newest answer; null before it has any. */
export const answerDays = new Store<{ oldest: string; newest: string } | null>(null);

/** A range as the address has it, after one of its ends was chosen: the other one follows within the limit. */
export function rangeAround({ start, end }: { start: string; end: string }, kept: 'start' | 'end'): string {
  if (start > end) return kept === 'start' ? `${start}..${start}` : `${end}..${end}`;
  if (daysBetween(start, end) <= MOST_DAYS) return `${start}..${end}`;
  return kept === 'start'
    ? `${start}..${dayAfter(start, MOST_DAYS - 1)}`
    : `${daysBefore(end, MOST_DAYS - 1)}..${end}`;
}
