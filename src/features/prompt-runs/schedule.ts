import { dayOf } from '../../base/days.ts';
import { LAST_MS } from '../../base/times.ts';
import type { components } from '../../contract/generated/types.ts';

export type RepeatInterval = NonNullable<components['schemas']['RepeatIntervalOrNull']>;

/** When a query is to run. */
export interface Schedule {
  /** The next occurrence. */
  scheduledAt: Date;
  /** Null: it runs once. */
  repeatInterval: RepeatInterval | null;
  /** Runs of a day, for the interval DAILY; 1 otherwise. */
  runsPerDay: number;
  /** The first occurrence, from which the others are counted. */
  anchor: Date;
  /** When the schedule was set: earlier occurrences do not count as missed. */
  setAt: Date;
}

/** The due occurrence of a schedule whose scheduledAt has come. */
export interface Occurrence {
  /** The latest occurrence up to now; the single queued run stands for it. */
  plannedAt: Date;
  /** The occurrence after that; null: none. */
  next: Date | null;
  /** How many occurrences before plannedAt passed without a run, by day (YYYY-MM-DD, UTC). */
  missed: Map<string, number>;
}

const HOUR_MS = 3_600_000;
const INTERVAL_MS = { HOURLY: HOUR_MS, DAILY: 24 * HOUR_MS, WEEKLY: 168 * HOUR_MS } as const;
/**
 * The longest jitter, as a share of the interval and in milliseconds: enough to keep a day's prompts from all beginning
 * in the same second.
 */
const JITTER_SHARE = 0.05;
const MOST_JITTER_MS = 300_000;

/**
 * The due occurrence at `now`, which is at or after the schedule's scheduledAt. One run stands for all occurrences that
 * have passed.
 */
export function occurrenceAt(
  { scheduledAt, repeatInterval, runsPerDay, anchor, setAt }: Schedule,
  now: Date,
): Occurrence {
  if (repeatInterval === null) return { plannedAt: later(scheduledAt, setAt), next: null, missed: new Map() };
  const grid = { anchor, interval: repeatInterval, runsPerDay };
  const last = lastIndex(grid, now);
  const missed = new Map<string, number>();
  const from = later(scheduledAt, setAt);
  const before = lastIndex(grid, new Date(from.getTime() - 1));
  for (let index = before + 1; index < last; index += 1) {
    const day = dayOf(timeAt(grid, index));
    missed.set(day, (missed.get(day) ?? 0) + 1);
  }
  const next = timeAt(grid, last + 1);
  return {
    plannedAt: later(timeAt(grid, last), setAt),
    next: next.getTime() > LAST_MS ? null : next,
    missed,
  };
}

/**
 * How much later than planned a run begins, in milliseconds; it does not shift later occurrences. A run that does not
 * repeat begins on time.
 */
export function jitterMs(
  { repeatInterval: interval, runsPerDay }: Pick<Schedule, 'repeatInterval' | 'runsPerDay'>,
  random = Math.random,
): number {
  if (interval === null) return 0;
  const length = interval === 'MONTHLY' ? INTERVAL_MS.WEEKLY : INTERVAL_MS[interval] / runsPerDay;
  return Math.floor(random() * Math.min(length * JITTER_SHARE, MOST_JITTER_MS));
}

/** The times of a repeated schedule. */
interface Grid {
  anchor: Date;
  interval: RepeatInterval;
  runsPerDay: number;
}

/** The occurrence with this index; 0 is the anchor. A day missing from a month becomes the month's last day. */
function timeAt({ anchor, interval, runsPerDay }: Grid, index: number): Date {
  if (interval !== 'MONTHLY')
    return new Date(anchor.getTime() + Math.floor((index * INTERVAL_MS[interval]) / runsPerDay));
  const time = new Date(anchor);
  time.setUTCDate(1);
  time.setUTCMonth(time.getUTCMonth() + index);
  const following = new Date(time);
  following.setUTCMonth(following.getUTCMonth() + 1);
  const days = Math.round((following.getTime() - time.getTime()) / INTERVAL_MS.DAILY);
  time.setUTCDate(Math.min(anchor.getUTCDate(), days));
  return time;
}

/** The index of the last occurrence that is not after `time`; negative before the anchor. */
function lastIndex(grid: Grid, time: Date): number {
  const { anchor, interval, runsPerDay } = grid;
  if (interval !== 'MONTHLY') {
    // Times are whole milliseconds, rounded down: this is the last index whose exact time is before the next one.
    const elapsed = time.getTime() - anchor.getTime();
    return Math.ceil(((elapsed + 1) * runsPerDay) / INTERVAL_MS[interval]) - 1;
  }
  const index =
    (time.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + time.getUTCMonth() - anchor.getUTCMonth();
  return timeAt(grid, index) > time ? index - 1 : index;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
