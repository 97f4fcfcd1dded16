import { rounded } from '../../base/definitions.ts';
import { hasBounds, type Quality, qualityOf } from './quality.ts';
import { type Bounds, outward } from './rounding.ts';
import type { ScoreScale } from './scales.ts';
import { studentQuantile } from './statistics.ts';
import { type PromptSums, type Squares, squaresAround } from './sums.ts';

/**
 * 95 % bounds of a row's shares and means over the days that were chosen. Runs of one prompt resemble each other, so
 * everything is clustered by prompt. Bounds are rounded outward to two decimals. `npm run bench -- --only intervals`
 * simulates all measured figures.
 */

/** The probability beyond each bound. */
export const TAIL = 0.025;

/** The assumptions about a share beside the observations. */
export interface SharePrior {
  /** The likeness of the runs of a prompt, as a correlation with the weight of so many observed prompts. */
  correlation: number;
  weight: number;
  /** Observed prompts weigh so much more than the prior's, for the same share of 50 %. */
  evidence: number;
  /**
   * Continuity correction: each bound of a share is moved outward by this many effective namings, because counts are
   * whole, and skewed near 0 and 100 %.
   */
  continuity: number;
}

/**
 * With those of method 1, bounds were 1.34 times as wide as Wilson's with the true likeness, over kinds of rows with 20
 * prompts or more, and covered 98 %.
 */
const PRIOR: SharePrior = { correlation: 0.25, weight: 1.5, evidence: 1.5, continuity: 0.15 };
/** The same prior for means, whose scores have a distribution that is not known. */
const MEAN_PRIOR = { weight: 2, correlation: 0.5 } as const;

/**
 * The bounds of the share y ÷ n, in percent.
 *
 * Wilson's score interval at the effective sample n ÷ design effect, with the t quantile of (prompts − 1) degrees of
 * freedom and a continuity correction. The design effect is 1 + (Σn² ÷ Σn − 1)·ρ. The correlation ρ is estimated from
 * Σ(y_i − p·n_i)² and shrunk towards the prior. The estimate has the weight of 1.5·(prompts − 1)·(4p(1 − p))² prompts,
 * because shares near 0 and 100 % say little about ρ. Therefore ρ is the prior's if all or none of the runs name the
 * brand, and never 0. Prompts of unequal sizes count as (Σn)² ÷ Σn² prompts, which is their number if the sizes are
 * equal.
 *
 * @returns effectiveTotal: the effective sample, at most n, to two decimals
 */
export function shareInterval(
  sums: PromptSums,
  prior = PRIOR,
): Bounds & { effectiveTotal: number | null; quality: Quality } {
  const quality = qualityOf(sums);
  if (!hasBounds(sums)) return { low: null, high: null, effectiveTotal: null, quality };
  const { low, high, effective } = shareOf(sums, prior);
  return { ...outward(100 * low, 100 * high), effectiveTotal: rounded(effective), quality };
}

/** A share with its bounds, as fractions, and the sums they are computed from. */
export function shareOf(sums: PromptSums, prior: SharePrior) {
  const share = sums.y / sums.n;
  const prompts = effectivePrompts(sums);
  const weight = prior.evidence * evidence(prompts, share * (1 - share));
  const correlation = shrunk(prior, observedCorrelation(sums), weight);
  const effective = sums.n / designEffect(sums, correlation);
  const farthest = { effective, t: quantile(prompts), continuity: prior.continuity };
  // Symmetric for runs with and without a naming.
  const [low, high] = [scoreLow(share, farthest), 1 - scoreLow(1 - share, farthest)];
  return { share, low, high, correlation, effective };
}

/** How many prompts an observed correlation weighs. @param variance share × (1 − share) */
export function evidence(prompts: number, variance: number): number {
  return (prompts - 1) * (4 * variance) ** 2;
}

/**
 * The bounds of the mean y ÷ n of scores, in the report's unit: Student's t with the cluster-robust variance Σ(y_i −
 * mean·n_i)² of (prompts − 1) degrees of freedom. The variance is shrunk towards a prior (the scale's deviation and a
 * correlation of 0.5) with the weight of 2 prompts, so the interval has a width even if all observed scores agree.
 * Prompts of unequal sizes count as (Σn)² ÷ Σn² prompts.
 */
export function meanInterval(sums: PromptSums, scale: ScoreScale): Bounds {
  if (!hasBounds(sums)) return { low: null, high: null };
  const { least, most, unit } = scale;
  const mean = sums.y / sums.n;
  const prompts = effectivePrompts(sums);
  const prior = (scale.deviation ** 2 * designEffect(sums, MEAN_PRIOR.correlation)) / sums.n;
  const seen = (bessel(prompts) * squaresAround(sums, mean)) / sums.n ** 2;
  const variance = (MEAN_PRIOR.weight * prior + (prompts - 1) * seen) / (MEAN_PRIOR.weight + prompts - 1);
  const reach = quantile(prompts) * Math.sqrt(variance);
  return outward(Math.max(least, mean - reach) / unit, Math.min(most, mean + reach) / unit);
}

/** Wilson's lower bound of a share, with the continuity correction. */
function scoreLow(
  share: number,
  { effective, t, continuity }: { effective: number; t: number; continuity: number },
): number {
  const corrected = share - continuity / effective;
  if (corrected <= 0) return 0;
  const z = (t * t) / effective;
  return (corrected + z / 2 - Math.sqrt(z * corrected * (1 - corrected) + (z * z) / 4)) / (1 + z);
}

/** The correlation of two runs of a prompt, from the variance between prompts, 0 to 1. */
function observedCorrelation(sums: PromptSums): number {
  const share = sums.y / sums.n;
  const binomial = share * (1 - share) * sums.n;
  const excess = sums.nn / sums.n - 1;
  if (binomial <= 0 || excess <= 0) return 0;
  const ratio = (bessel(effectivePrompts(sums)) * squaresAround(sums, share)) / binomial;
  // share × (1 − share) of a sample is biased low by the variance of the share.
  const effect = ratio / (1 + ratio / sums.n);
  return Math.min(1, Math.max(0, (effect - 1) / excess));
}

export function shrunk(
  { weight, correlation }: Pick<SharePrior, 'weight' | 'correlation'>,
  seen: number,
  of: number,
): number {
  return (weight * correlation + of * seen) / (weight + of);
}

/** The equivalent number of prompts of equal size: (Σn)² ÷ Σn². */
export function effectivePrompts({ n, nn }: Squares): number {
  return n ** 2 / nn;
}

/** The factor by which the effective sample is smaller than the number of runs. */
export function designEffect({ n, nn }: Squares, correlation: number): number {
  return 1 + (nn / n - 1) * correlation;
}

/** Corrects squares around a mean of the same sample, which are biased low by one prompt. */
export function bessel(prompts: number): number {
  return prompts / (prompts - 1);
}

function quantile(prompts: number): number {
  return studentQuantile(TAIL, Math.max(1, Math.round(prompts) - 1));
}
