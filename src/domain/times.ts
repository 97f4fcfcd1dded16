import { AppError } from '../errors.ts';

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
/** The last time that four digits of a year can tell. */
export const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A date-time of the contract as a time. Leap seconds and years beyond four digits pass its format.
 * @throws AppError validation_error naming the field.
 */
export function timeOf(text: string, field: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new AppError('validation_error', `${field} is not a time that exists.`);
  if (time.getTime() < FIRST_MS || time.getTime() > LAST_MS)
    throw new AppError('validation_error', `${field} must be in the years 0001 to 9999.`);
  return time;
}
