import { rounded } from '../../base/definitions.ts';
import { DAYS_OF_FREEDOM, type DayEffect, dayEffect, type Stretches } from './day-effect.ts';
import { bessel, designEffect, effectivePrompts, TAIL } from './levels.ts';
import { GOOD_FROM, hasBounds } from './quality.ts';
import { type Bounds, outward } from './rounding.ts';
import type { ScoreScale } from './scales.ts';
import { studentQuantile, studentUpper } from './statistics.ts';
import { type DaySums, type PromptSums, productsAround, type SharedSums, squaresAround } from './sums.ts';

/**
 * Changes between two ranges of days, with bounds and verdicts. They concern the lasting rate: what many such days
 * would give, not what these days gave. So they allow for prompts that differ and for days that move together.
 */

/** The sums of a measure in two ranges. */
export interface ComparedSums {
  before: PromptSums;
  after: PromptSums;
  /** Sums over the prompts with runs in both. */
  shared: SharedSums;
  /** The number of these prompts. */
  sharedPrompts: number;
  /** Sums over all prompts. */
  stretches: Stretches;
}

export type Change = Bounds & {
  /** Later minus earlier, rounded to two decimals; null if a period has no run. */
  points: number | null;
  verdict: 'up' | 'down' | 'within_noise' | 'too_few';
};

/** Why a change has no verdict, and how much more each range would need at least. */
export interface Lack {
  reason: 'nothing_before' | 'nothing_now' | 'few_prompts' | 'few_runs' | 'few_days' | 'days_move_together';
  missing: { prompts: number; runs: number; days: number };
}

/** Fewer prompts, the same in both ranges, are compared by their days: from so many runs in each range. */
const BY_DAYS_FROM = { prompts: 1, runs: 10 } as const;
/** The prior of their variance, that of independent runs, has the weight of so many days. */
export const BY_DAYS_PRIOR = 2;

/**
 * Their days for each degree of freedom. A prompt keeps its answer for days: of 200 series of 6 prompts that do so,
 * with nothing before them and without a change, 26 raised an alert within 60 days with 3 days, and at most 10 with 9.
 */
export const FEW_PROMPTS_DAYS_OF_FREEDOM = 9;

/** The share of real changes that may be missed. */
const MISSED = 0.2;

/** The fewest effective days for a verdict, those before the ranges included: below, the days' variance is unknown. */
export const LEAST_DAYS = 6;

/**
 * Prior for the variance of a difference of shares: that of runs with this correlation within a prompt, of which
 * `persistence` remains between the ranges. It has the weight of half a prompt. Means have two prompts' weight and a
 * correlation of 0.5, because their scores may all be alike for long.
 */
const SHARE_PRIOR = { weight: 0.5, correlation: 0.25, persistence: 0.5 } as const;
const MEAN_PRIOR = { weight: 2, correlation: 0.5, persistence: 0.5 } as const;

/**
 * The change of a measure: Student's t with the variance of the prompts' own differences, Σ(r2_i − r1_i)² of the
 * deviations r from both means, shrunk towards a prior, plus the variance that days add (`dayEffect`). The degrees of
 * freedom are Satterthwaite's.
 *
 * @param scale of the scores; null: a share
 */
export function changeOf(sums: ComparedSums, scale: ScoreScale | null, error = standardError): Change {
  const { before, after } = sums;
  const unit = scale === null ? 0.01 : scale.unit;
  const difference = after.y / after.n - before.y / before.n;
  const points = before.n > 0 && after.n > 0 ? rounded(difference / unit) : null;
  if (!isBounded(sums)) return { points, low: null, high: null, verdict: 'too_few' };
  const { deviation, freedom } = error(sums, scale);
  const reach = studentQuantile(TAIL, freedom) * deviation;
  const most = scale === null ? 1 : scale.most - scale.least;
  const bounds = outward(
    Math.max(-most, difference - reach) / unit,
    Math.min(most, difference + reach) / unit,
  );
  return { points, ...bounds, verdict: lackOf(sums) ? 'too_few' : verdictOf(bounds) };
}

/**
 * The probability of a difference by chance that is at least as large as this one, to either side; 1 without bounds.
 * @param scale of the scores; null: a share
 */
export function changeByChance(sums: ComparedSums, scale: ScoreScale | null, error = standardError): number {
  const { before, after } = sums;
  if (!isBounded(sums)) return 1;
  const { deviation, freedom } = error(sums, scale);
  const difference = after.y / after.n - before.y / before.n;
  if (deviation === 0) return difference === 0 ? 1 : 0;
  return 2 * studentUpper(Math.abs(difference) / deviation, freedom);
}

/** The same of a decrease alone. */
export function decreaseByChance(sums: ComparedSums, scale: ScoreScale | null): number {
  const { before, after } = sums;
  if (!isBounded(sums)) return 1;
  const half = changeByChance(sums, scale) / 2;
  const isDecrease = after.y / after.n < before.y / before.n;
  return isDecrease ? half : 1 - half;
}

/**
 * The change that is detected in four of five cases, if it is real.
 * @param level of the test, one-sided
 * @returns as a fraction or in score units; null with too few answers to tell
 */
export function detectableChange(sums: ComparedSums, scale: ScoreScale | null, level: number): number | null {
  if (lackOf(sums)) return null;
  const { deviation, freedom } = standardError(sums, scale);
  return (studentQuantile(level, freedom) + studentQuantile(MISSED, freedom)) * deviation;
}

/**
 * The probability of a mean as low as that of the current days, or lower, if the lasting one is the threshold:
 * Student's t over the days.
 * @param threshold in score units
 * @returns null with too few days to tell
 */
export function lowByChance(
  { current, history }: { current: DaySums; history: readonly DaySums[] },
  scale: ScoreScale,
  threshold: number,
): number | null {
  const days = dayEffect({ before: NO_DAYS, after: current, history });
  if (days.effectiveDays < LEAST_DAYS) return null;
  const prior = scale.deviation ** 2 / current.n;
  const own = (BY_DAYS_PRIOR * prior + days.days * days.independent) / (BY_DAYS_PRIOR + days.days);
  const error = joined({ variance: own, freedom: (BY_DAYS_PRIOR + days.days) / DAYS_OF_FREEDOM }, days);
  return studentUpper((threshold - current.y / current.n) / error.deviation, error.freedom);
}

export const NO_DAYS: DaySums = {
  days: 0,
  n: 0,
  y: 0,
  nn: 0,
  ny: 0,
  yy: 0,
  lags: { nn: 0, ny: 0, yn: 0, yy: 0 },
};

/** @returns null if the two ranges suffice for a verdict */
export function lackOf(sums: ComparedSums): Lack | null {
  const { before, after, stretches } = sums;
  const days = dayEffect(stretches);
  const least = isByDays(sums) ? BY_DAYS_FROM : GOOD_FROM;
  const missing = {
    prompts: Math.max(0, least.prompts - Math.min(before.prompts, after.prompts)),
    runs: Math.max(0, least.runs - Math.min(before.n, after.n)),
    days: missingDays(days),
  };
  if (before.n === 0) return { reason: 'nothing_before', missing };
  if (after.n === 0) return { reason: 'nothing_now', missing };
  if (missing.prompts > 0) return { reason: 'few_prompts', missing };
  if (missing.runs > 0) return { reason: 'few_runs', missing };
  if (days.effectiveDays >= LEAST_DAYS) return null;
  return { reason: days.days < LEAST_DAYS ? 'few_days' : 'days_move_together', missing };
}

/** Days that each range needs in addition, if more days move together as much. */
function missingDays({ days, effectiveDays }: DayEffect): number {
  const needed = effectiveDays > 0 ? (LEAST_DAYS * days) / effectiveDays : LEAST_DAYS;
  return Math.max(0, Math.ceil((needed - days) / 2));
}

/** An estimate of a variance, with its degrees of freedom. */
export interface Variance {
  variance: number;
  freedom: number;
}

interface StandardError {
  deviation: number;
  freedom: number;
}

/** The standard error of a difference, with the degrees of freedom of its estimate. */
function standardError(sums: ComparedSums, scale: ScoreScale | null): StandardError {
  const days = dayEffect(sums.stretches);
  if (isByDays(sums)) return joined(effectByDays(sums, scale, days), days);
  const prompts = promptEffect(sums, scale);
  return joined(prompts, {
    variance: Math.max(days.variance, shockVariance(sums, scale, { days, prompts })),
    freedom: days.freedom,
  });
}

/** Method 2: nothing is allowed for that moves the prompts of a day together, but not the next days with it. */
export function errorByLikeness(sums: ComparedSums, scale: ScoreScale | null): StandardError {
  const days = dayEffect(sums.stretches);
  return joined(isByDays(sums) ? effectByDays(sums, scale, days) : promptEffect(sums, scale), days);
}

/**
 * The variance of the difference by what moves all prompts of a day together: by how much the days' means vary more
 * than runs make them. Runs vary as much as if prompts were drawn anew each day, less where each is asked on most days.
 * 0 or less: days do not move together.
 */
function shockVariance(
  { before, after }: ComparedSums,
  scale: ScoreScale | null,
  { days: { known, ofOne }, prompts }: { days: DayEffect; prompts: Variance },
): number {
  if (known.nn === 0) return 0;
  const share = (known.y + 1) / (known.n + 2);
  const ofSameRun = prompts.variance / (1 / before.n + 1 / after.n);
  // The deviation of scores is not known: a prior alone may be less than they have.
  const ofRun = scale === null ? share * (1 - share) : Math.max(scale.deviation ** 2, ofSameRun);
  const runsPerPrompt = known.n / (known.days * Math.max(before.prompts, after.prompts));
  const isSame = Math.min(1, Math.max(0, 2 * runsPerPrompt - 1));
  const byRuns = ofRun - isSame * Math.max(0, ofRun - ofSameRun);
  return (known.apart - (byRuns * known.n) / known.nn) * ofOne;
}

/** The standard error by the sum of two variances, with Satterthwaite's degrees of freedom. */
export function joined(one: Variance, two: Variance): StandardError {
  const total = one.variance + two.variance;
  const freedom =
    total > 0 ? total ** 2 / (one.variance ** 2 / one.freedom + two.variance ** 2 / two.freedom) : 1;
  return { deviation: Math.sqrt(total), freedom: Math.max(1, Math.round(freedom)) };
}

function isBounded(sums: ComparedSums): boolean {
  const { before, after } = sums;
  if (!isByDays(sums)) return hasBounds(before) && hasBounds(after);
  return Math.min(before.n, after.n) >= BY_DAYS_FROM.runs;
}

/**
 * Whether days are compared instead of prompts: prompts are too few for it, they are the same in both ranges, and their
 * days are known. The verdict is then on these prompts.
 */
function isByDays({ before, after, sharedPrompts, stretches }: ComparedSums): boolean {
  if (sharedPrompts === 0 || sharedPrompts >= GOOD_FROM.prompts) return false;
  const isSame = before.prompts === sharedPrompts && after.prompts === sharedPrompts;
  return isSame && stretches.before.n === before.n && stretches.after.n === after.n;
}

/** The variance of the difference of the same few prompts, by their days. */
function effectByDays(
  sums: ComparedSums,
  scale: ScoreScale | null,
  { independent, days }: DayEffect,
): Variance {
  const { before, after } = sums;
  const prior = varianceOfRun(sums, scale) * (1 / before.n + 1 / after.n);
  const weight = BY_DAYS_PRIOR;
  return {
    variance: (weight * prior + days * independent) / (weight + days),
    freedom: (weight + days) / FEW_PROMPTS_DAYS_OF_FREEDOM,
  };
}

/** The prior variance of a naming, or a score. */
function varianceOfRun({ before, after }: ComparedSums, scale: ScoreScale | null): number {
  if (scale !== null) return scale.deviation ** 2;
  // One naming more and one run without, so that shares of 0 and 100 % have a variance.
  const share = (before.y + after.y + 1) / (before.n + after.n + 2);
  return share * (1 - share);
}

/** The variance of a difference by the prompts' own differences. */
export function promptEffect(sums: ComparedSums, scale: ScoreScale | null): Variance {
  const { before, after, shared } = sums;
  const { weight, correlation, persistence } = scale === null ? SHARE_PRIOR : MEAN_PRIOR;
  const [mean1, mean2] = [before.y / before.n, after.y / after.n];
  const prompts = Math.min(effectivePrompts(before), effectivePrompts(after));
  const both = before.n * after.n;
  const seen =
    squaresAround(before, mean1) / before.n ** 2 +
    squaresAround(after, mean2) / after.n ** 2 -
    (2 * productsAround(shared, mean1, mean2)) / both;
  const prior =
    varianceOfRun(sums, scale) *
    (designEffect(before, correlation) / before.n +
      designEffect(after, correlation) / after.n -
      (2 * persistence * correlation * shared.nn) / both);
  const variance =
    (weight * Math.max(0, prior) + (prompts - 1) * Math.max(0, bessel(prompts) * seen)) /
    (weight + prompts - 1);
  return { variance, freedom: prompts - 1 + weight };
}

function verdictOf({ low, high }: { low: number; high: number }): 'up' | 'down' | 'within_noise' {
  if (low > 0) return 'up';
  return high < 0 ? 'down' : 'within_noise';
}
