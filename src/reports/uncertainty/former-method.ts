import { rounded } from '../../base/definitions.ts';
import { type Change, type ComparedSums, type Lack, promptEffect } from './changes.ts';
import {
  bessel,
  effectivePrompts,
  evidence,
  meanInterval,
  type SharePrior,
  shareInterval,
  shareOf,
  shrunk,
  TAIL,
} from './levels.ts';
import type { Method } from './method.ts';
import { GOOD_FROM, hasBounds, qualityOf } from './quality.ts';
import { outward } from './rounding.ts';
import type { ScoreScale } from './scales.ts';
import { studentQuantile } from './statistics.ts';
import { productsAround } from './sums.ts';

/**
 * Method 1 of bounds and verdicts, by which pins created with it are answered. It clusters by prompts alone: days that
 * move together are not allowed for. This file goes when the last of these pins has ended (400 days after 2026-11-24).
 */

const PRIOR: SharePrior = { correlation: 0.5, weight: 2, evidence: 1, continuity: 0.3 };
/** The share of the correlation of a prompt's runs that remains between two periods, with the prior's weight. */
const COMMON = { correlation: 0.25, weight: 2 } as const;

/** @returns null if the two ranges suffice for a verdict */
function lackOf({ before, after }: ComparedSums): Lack | null {
  if (qualityOf(before) === 'good' && qualityOf(after) === 'good') return null;
  const missing = {
    prompts: Math.max(0, GOOD_FROM.prompts - Math.min(before.prompts, after.prompts)),
    runs: Math.max(0, GOOD_FROM.runs - Math.min(before.n, after.n)),
    days: 0,
  };
  if (before.n === 0) return { reason: 'nothing_before', missing };
  if (after.n === 0) return { reason: 'nothing_now', missing };
  return { reason: missing.prompts > 0 ? 'few_prompts' : 'few_runs', missing };
}

/** The change of a share, in points, or of a mean, in the report's unit. */
function changeOf(sums: ComparedSums, scale: ScoreScale | null): Change {
  const { before, after } = sums;
  const unit = scale === null ? 0.01 : scale.unit;
  const difference = after.y / after.n - before.y / before.n;
  const points =
    before.n > 0 && after.n > 0 ? rounded(scale === null ? 100 * difference : difference / unit) : null;
  if (!hasBounds(before) || !hasBounds(after)) return { points, low: null, high: null, verdict: 'too_few' };
  const { below, above } = scale === null ? shareReach(sums) : meanReach(sums, scale);
  const bounds =
    scale === null
      ? outward(100 * (difference - below), 100 * (difference + above))
      : outward((difference - below) / unit, (difference + above) / unit);
  const verdict = bounds.low > 0 ? 'up' : bounds.high < 0 ? 'down' : 'within_noise';
  return { points, ...bounds, verdict: lackOf(sums) ? 'too_few' : verdict };
}

/** Student's t with the variance of the prompts' own differences. */
function meanReach(sums: ComparedSums, scale: ScoreScale) {
  const prompts = Math.min(effectivePrompts(sums.before), effectivePrompts(sums.after));
  const { variance } = promptEffect(sums, scale);
  const reach = studentQuantile(TAIL, Math.max(1, Math.round(prompts) - 1)) * Math.sqrt(variance);
  return { below: reach, above: reach };
}

/**
 * The bounds of both shares, joined by Newcombe's hybrid score interval: the distances from the estimates to the bounds
 * replace standard errors. What the two periods have in common is subtracted.
 */
function shareReach(sums: ComparedSums) {
  const [one, two] = [shareOf(sums.before, PRIOR), shareOf(sums.after, PRIOR)];
  const common = commonPart(sums, one, two);
  const joined = (a: number, b: number) => Math.sqrt(Math.max(0, a * a + b * b - 2 * common * a * b));
  return {
    below: joined(two.share - two.low, one.high - one.share),
    above: joined(two.high - two.share, one.share - one.low),
  };
}

type Share = ReturnType<typeof shareOf>;

/**
 * The part of the two shares' standard errors that the periods have in common, 0 to 1: by the correlation of an earlier
 * run with a later one of the same prompt.
 */
function commonPart({ before, after, shared }: ComparedSums, one: Share, two: Share): number {
  if (shared.nn <= 0) return 0;
  const prompts = (before.n * after.n) / shared.nn;
  const variance = Math.sqrt(one.share * (1 - one.share) * two.share * (1 - two.share));
  const seen =
    variance > 0 && prompts > 1
      ? (bessel(prompts) * productsAround(shared, one.share, two.share)) / (variance * shared.nn)
      : 0;
  const correlation = shrunk(COMMON, seen, evidence(Math.max(1, prompts), variance));
  // Runs of two periods are correlated at most as much as runs of one period. The latter is unknown if each prompt has
  // only one run.
  const isKnown = before.nn > before.n && after.nn > after.n;
  const most = isKnown ? Math.sqrt(one.correlation * two.correlation) : 1;
  const errors = Math.sqrt((before.n / one.effective) * before.n * (after.n / two.effective) * after.n);
  return Math.min(1, (Math.min(most, Math.max(0, correlation)) * shared.nn) / errors);
}

export const FORMER_METHOD: Method = {
  usesDays: false,
  shareInterval: (sums) => shareInterval(sums, PRIOR),
  meanInterval,
  changeOf,
  lackOf,
  changeByChance: null,
};
