import { invalidField } from './errors.ts';

/** The range of times that Postgres, DuckDB and RFC 3339 can all write, ms since 1970. */
export const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
export const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses a date-time. It repeats the contract's check of the format for date-times of the command line.
 * @param field the name to use in the error
 * @throws AppError validation_error naming the field
 */
export function timeOf(text: string, field: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw invalidField(field, `${field} is not a time that exists.`);
  if (time.getTime() < FIRST_MS || time.getTime() > LAST_MS)
    throw invalidField(field, `${field} must be in the years 0001 to 9999.`);
  return time;
}

/**
 * The times `from` (inclusive) to `to` (exclusive) of a request; null: open at that end.
 * @throws AppError validation_error for an impossible time or an empty range
 */
export function timeRange({
  from,
  to,
}: {
  from?: string | null | undefined;
  to?: string | null | undefined;
}): {
  from: Date | null;
  to: Date | null;
} {
  const range = { from: from ? timeOf(from, 'from') : null, to: to ? timeOf(to, 'to') : null };
  if (range.from !== null && range.to !== null && range.from >= range.to)
    throw invalidField('from', 'from must be before to.');
  return range;
}
