import { invalidField } from '../../base/errors.ts';
import type { Tx } from '../../db/client.ts';

/** When a report goes out: an hour of a time zone, every day, on a weekday, or on a day of the month. */
export interface Rhythm {
  rhythm: 'DAY' | 'WEEK' | 'MONTH';
  /** The day of a WEEK: 1 is Monday. */
  weekday: number | null;
  /** The day of a MONTH; one that a month lacks is its last. */
  monthDay: number | null;
  hour: number;
  timeZone: string;
}

export interface Occurrence {
  at: Date;
  /** Its day in the time zone: each is one period. */
  period: string;
}

/** More than the days of the two longest months. */
const MOST_DAYS = 63;

/**
 * The first occurrence after a moment. Postgres knows the time zones: an hour that a change of the clock leaves out is the
 * next one, and of an hour that comes twice it takes the second. A day has one occurrence, whatever its clock does.
 */
export async function nextOccurrence(
  tx: Tx,
  { rhythm, weekday, monthDay, hour, timeZone }: Rhythm,
  after: Date,
): Promise<Occurrence> {
  const [next] = await tx<Occurrence[]>`
    with zone as (select date_trunc('day', ${after}::timestamptz at time zone ${timeZone}) as today),
    days as (select generate_series(today - interval '1 day', today + make_interval(days => ${MOST_DAYS}), '1 day') as day
      from zone),
    planned as (
      select day, (day + make_interval(hours => ${hour})) at time zone ${timeZone} as at from days
      where case ${rhythm}
        when 'DAY' then true
        when 'WEEK' then extract(isodow from day) = ${weekday}::integer
        else extract(day from day) = least(${monthDay}::integer,
          extract(day from date_trunc('month', day) + interval '1 month' - interval '1 day')) end)
    select at, to_char(day, 'YYYY-MM-DD') as period from planned where at > ${after}::timestamptz order by at limit 1`;
  if (!next) throw new Error(`A schedule has no next occurrence: ${rhythm} ${hour} ${timeZone}`);
  return next;
}

/** @throws AppError validation_error for a rhythm that says no day, and for a time zone that nobody knows */
export async function checkRhythm(tx: Tx, { rhythm, weekday, monthDay, timeZone }: Rhythm): Promise<void> {
  if (rhythm === 'WEEK' && weekday === null)
    throw invalidField(
      'weekday',
      'weekday is missing: a report of every week needs one, from 1 (Monday) to 7.',
    );
  if (rhythm === 'MONTH' && monthDay === null)
    throw invalidField('monthDay', 'monthDay is missing: a report of every month needs one, from 1 to 31.');
  // Names of zones alone: Postgres takes offsets and abbreviations too, which know no change of the clock.
  const [known] = await tx`select 1 as one from pg_timezone_names where name = ${timeZone}`;
  if (!known)
    throw invalidField(
      'timeZone',
      'timeZone is none of the time zone database, such as Europe/Berlin or UTC.',
    );
}
