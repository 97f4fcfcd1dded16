import type { ComparedSums, Lack } from './changes.ts';
import type { Method } from './method.ts';
import type { Bounds } from './rounding.ts';
import type { ScoreScale } from './scales.ts';

/** Fewer competitors do not tell what moves all names. */
export const LEAST_REFERENCES = 3;

/** How the change of a brand compares with the mean change of its competitors in the same answers. */
export type AgainstOthers = Bounds & {
  /** `apart`: otherwise than they; `against_the_others`: and they moved the other way. */
  verdict: 'with_the_others' | 'against_the_others' | 'apart' | null;
  /** The brand's change minus theirs. */
  points: number | null;
  /** Their own mean change. */
  others_points: number | null;
  /** How many they are. */
  competitors: number;
  reason?: 'no_reference' | Lack['reason'];
};

/**
 * Whether a brand moved, or all names did. A platform's update moves all of them, which no brand caused. Both ranges
 * are compared by each prompt's difference between the brand and the mean of its competitors, so that what moves all
 * names by as much is no change.
 * @param apart sums of the brand's namings times `competitors`, minus theirs, over the prompts of both ranges
 * @param others sums of their namings
 */
export function againstOthers(
  { competitors, apart, others }: { competitors: number; apart: ComparedSums; others: ComparedSums },
  { changeOf, lackOf }: Pick<Method, 'changeOf' | 'lackOf'>,
): AgainstOthers {
  if (competitors < LEAST_REFERENCES) return noReference(competitors);
  const theirNamings = others.before.y + others.after.y;
  const ofOthers = shareOf(theirNamings / competitors, others);
  const ofBrand = shareOf((apart.before.y + apart.after.y + theirNamings) / competitors, others);
  const spread = (variance: number) => competitors * Math.sqrt(variance);
  const unit = competitors / 100;
  const one: ScoreScale = {
    least: -competitors,
    most: competitors,
    unit,
    deviation: spread(ofBrand * (1 - ofBrand) + (ofOthers * (1 - ofOthers)) / competitors),
  };
  const rest: ScoreScale = {
    least: 0,
    most: competitors,
    unit,
    deviation: spread((ofOthers * (1 - ofOthers)) / competitors),
  };
  const { verdict, ...difference } = changeOf(apart, one);
  const theirs = changeOf(others, rest);
  const shown = { ...difference, others_points: theirs.points, competitors };
  const lack = lackOf(apart);
  if (lack) return { verdict: null, ...shown, reason: lack.reason };
  if (verdict === 'within_noise') return { verdict: 'with_the_others', ...shown };
  const own = (difference.points ?? 0) + (theirs.points ?? 0);
  const isAgainst = (own > 0 && theirs.verdict === 'down') || (own < 0 && theirs.verdict === 'up');
  return { verdict: isAgainst ? 'against_the_others' : 'apart', ...shown };
}

export function noReference(competitors: number): AgainstOthers {
  const none = { points: null, low: null, high: null, others_points: null };
  return { verdict: null, ...none, competitors, reason: 'no_reference' };
}

/** The share of both ranges, with one naming more and one run without, so shares of 0 and 100 % have a variance. */
function shareOf(namings: number, { before, after }: ComparedSums): number {
  return (namings + 1) / (before.n + after.n + 2);
}
