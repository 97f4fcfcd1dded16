import {
  BY_DAYS_PRIOR,
  FEW_PROMPTS_DAYS_OF_FREEDOM,
  joined,
  LEAST_DAYS,
  NO_DAYS,
  type Variance,
} from './changes.ts';
import { type DayEffect, dayEffect } from './day-effect.ts';
import { bessel, effectivePrompts } from './levels.ts';
import { GOOD_FROM } from './quality.ts';
import { studentUpper } from './statistics.ts';
import { type DaySums, type PromptSums, squaresAround } from './sums.ts';

/** A smaller weight is what rounding leaves of none. */
const NO_WEIGHT = 1e-6;

/** Scores of answers whose mean may be higher than a null hypothesis says. */
export interface Scored {
  /** Over prompts: n is the weight of the answers, y the sum of their scores. */
  prompts: PromptSums;
  /** The same over days. */
  days: DaySums;
  /** The variance of the sum of all scores if answers were independent. */
  independent: number;
}

/**
 * The probability of a mean score as high as this one, or higher, if the lasting one is `expected`: Student's t. The
 * variance is that between prompts, and with fewer than 8 prompts that between days, plus what the likeness of days
 * adds (`dayEffect`). It is never below that of independent answers, because a few prompts may agree by chance.
 * @returns null if nothing can be said: too few days, or answers that do not differ in what is compared
 */
export function excessByChance({ prompts, days, independent }: Scored, expected = 0): number | null {
  if (prompts.n < NO_WEIGHT || independent <= 0) return null;
  const effect = dayEffect({ before: NO_DAYS, after: days, history: [] });
  if (effect.effectiveDays < LEAST_DAYS) return null;
  const prior = independent / prompts.n ** 2;
  const own =
    effectivePrompts(prompts) >= GOOD_FROM.prompts ? byPrompts(prompts, prior) : byDays(effect, prior);
  const { deviation, freedom } = joined(own, effect);
  return studentUpper((prompts.y / prompts.n - expected) / deviation, freedom);
}

function byPrompts(prompts: PromptSums, prior: number): Variance {
  const count = effectivePrompts(prompts);
  const seen = (bessel(count) * squaresAround(prompts, prompts.y / prompts.n)) / prompts.n ** 2;
  return { variance: Math.max(prior, seen), freedom: count - 1 };
}

function byDays({ days, independent }: DayEffect, prior: number): Variance {
  const seen = (BY_DAYS_PRIOR * prior + days * independent) / (BY_DAYS_PRIOR + days);
  return {
    variance: Math.max(prior, seen),
    freedom: (BY_DAYS_PRIOR + days) / FEW_PROMPTS_DAYS_OF_FREEDOM,
  };
}
