import { type ComparedSums, detectableChange } from '../../reports/uncertainty/changes.ts';
import { HISTORY_DAYS, LAGS, STRETCH_DAYS } from '../../reports/uncertainty/day-effect.ts';
import { TAIL } from '../../reports/uncertainty/levels.ts';
import type { DaySums } from '../../reports/uncertainty/sums.ts';

/** The days of each of the two ranges that are compared. */
export const COMPARED_DAYS = 28;
/** The share of answers that name the brand for which a change is hardest to see. */
const SHARE = 0.5;
const MOST_RUNS_PER_DAY = 24;

/**
 * The sums that are expected of one prompt with so many runs a day, named in half of them, whose runs do not resemble
 * each other: in two ranges of days, and on the days before these that a verdict looks at.
 */
export function expectedSums(runsPerDay: number): ComparedSums {
  const [n, y] = [runsPerDay, runsPerDay * SHARE];
  const variance = runsPerDay * SHARE * (1 - SHARE);
  const stretch = (days: number): DaySums => {
    // Pairs of a day with each of the days before it that it is compared with.
    const pairs = Array.from({ length: LAGS }, (_, lag) => days - lag - 1).reduce(
      (sum, count) => sum + count,
      0,
    );
    return {
      days,
      n: days * n,
      y: days * y,
      nn: days * n * n,
      ny: days * n * y,
      yy: days * (variance + y * y),
      lags: { nn: pairs * n * n, ny: pairs * n * y, yn: pairs * y * n, yy: pairs * y * y },
    };
  };
  const range = stretch(COMPARED_DAYS);
  const [total, named] = [COMPARED_DAYS * n, COMPARED_DAYS * y];
  const prompts = {
    prompts: 1,
    n: total,
    y: named,
    nn: total * total,
    ny: total * named,
    yy: named * named + COMPARED_DAYS * variance,
  };
  const shared = { nn: total * total, ny: total * named, yn: named * total, yy: named * named };
  const history = Array.from({ length: HISTORY_DAYS / STRETCH_DAYS }, () => stretch(STRETCH_DAYS));
  return {
    before: prompts,
    after: prompts,
    shared,
    sharedPrompts: 1,
    stretches: { before: range, after: range, history },
  };
}

/** The points for a schedule; null: it does not run daily. */
export function detectableWith({
  repeatInterval,
  runsPerDay,
}: {
  repeatInterval: string | null;
  runsPerDay: number;
}): number | null {
  const runs = { DAILY: runsPerDay, HOURLY: MOST_RUNS_PER_DAY }[repeatInterval ?? ''];
  return runs === undefined ? null : (DETECTABLE_POINTS[runs - 1] ?? null);
}

/**
 * The change of visibility, in points, that a verdict on one prompt shows in four of five cases, by the runs a day from
 * 1 to 24, rounded up to tenths.
 */
export const DETECTABLE_POINTS: readonly number[] = Array.from({ length: MOST_RUNS_PER_DAY }, (_, index) => {
  const change = detectableChange(expectedSums(index + 1), null, TAIL);
  if (change === null) throw new Error('The ranges are too short for a verdict.');
  return Math.min(100, Math.ceil(1_000 * change) / 10);
});
