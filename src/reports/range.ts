import { rangeToToday } from '../base/definitions.ts';
import { invalidField } from '../base/errors.ts';
import { daysBetween, MOST_DAYS } from '../base/views/range.ts';

export interface DateRange {
  /** First and last day, YYYY-MM-DD, UTC. */
  start: string;
  end: string;
}

/**
 * The range of a report, `rangeToToday` by default. The contract already refuses wrong formats and
 * days that do not exist, but not the year 0.
 * @param fields names of the two fields in the request, for messages
 * @throws AppError validation_error naming the field and the fix
 */
export function reportRange(
  start: string | undefined,
  end: string | undefined,
  now: Date,
  [startField, endField]: readonly [string, string] = ['start_date', 'end_date'],
): DateRange {
  refuseYearZero(startField, start);
  refuseYearZero(endField, end);
  const byDefault = rangeToToday(undefined, now);
  const range = { start: start ?? byDefault.start, end: end ?? byDefault.end };
  if (range.start <= range.end) return range;
  const fix =
    start === undefined
      ? `Send ${startField} too: without it the range starts at ${range.start}.`
      : end === undefined
        ? `Send ${endField} too: without it the range ends today, at ${range.end}.`
        : 'Swap them.';
  throw invalidField(startField, `${startField} is after ${endField}. ${fix}`);
}

/**
 * The range of what is compared day by day, at most MOST_DAYS.
 * @param fields as in `reportRange`
 * @throws AppError as `reportRange`, and for more days
 */
export function comparedRange(
  start: string | undefined,
  end: string | undefined,
  fields: readonly [string, string] = ['start_date', 'end_date'],
): DateRange {
  const range = reportRange(start, end, new Date(), fields);
  const days = daysBetween(range.start, range.end);
  if (days <= MOST_DAYS) return range;
  const message = `${fields[0]} to ${fields[1]} are ${days} days; at most ${MOST_DAYS} are allowed.`;
  throw invalidField(fields[0], message);
}

/**
 * The range of a list, open at an end without a day.
 * @param path the prefix of its fields in messages
 * @throws AppError validation_error naming the field and the fix
 */
export function listRange(
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  path = '',
): { start: string | null; end: string | null } {
  refuseYearZero(`${path}startDate`, startDate);
  refuseYearZero(`${path}endDate`, endDate);
  if (startDate !== undefined && endDate !== undefined && startDate > endDate)
    throw invalidField(`${path}startDate`, `${path}startDate is after ${path}endDate. Swap them.`);
  return { start: startDate ?? null, end: endDate ?? null };
}

function refuseYearZero(field: string, day: string | undefined): void {
  if (day?.startsWith('0000-')) throw invalidField(field, `${field} must be from 0001-01-01 to 9999-12-31.`);
}
