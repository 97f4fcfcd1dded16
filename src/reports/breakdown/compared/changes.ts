import type { Change, ComparedSums, Lack } from '../../uncertainty/changes.ts';
import { holdTogether } from '../../uncertainty/false-discoveries.ts';
import type { Method } from '../../uncertainty/method.ts';
import { POSITION_SCALE, type ScoreScale, SENTIMENT_SCALE } from '../../uncertainty/scales.ts';
import { productsOf, promptSums, type Sums, stretchesOf } from '../row-sums.ts';
import type { Compared, Summed } from '../sql/moments.ts';
import { kindColumns } from '../sql/rows.ts';

/** The sums that a change is computed from. */
export interface ComparedRow {
  /** Sums over prompts, and models. */
  row: Sums;
  /** Sums over days, one row for each stretch. */
  stretches: readonly Sums[];
  method: Method;
  /** Whether to add why there is no verdict. */
  isExplained: boolean;
}

/** A change with its verdict, as the answer shows it. */
export type ShownChange = Omit<Change, 'verdict'> &
  Partial<Omit<Lack, 'reason'>> & {
    reason?: Lack['reason'] | Otherwise;
    verdict: Change['verdict'] | 'not_comparable';
    holds_in_list?: boolean | null;
    common_prompts?: ShownChange & { prompts: number };
    against_others?: object;
  };

/** Why answers of two ranges cannot be compared: they were given in another way. */
type Otherwise = 'surfaces_differ' | 'searched_differ';

/** A change in a list of changes. */
export interface Judged {
  shown: ShownChange;
  /** The part of it that has the verdict: of all prompts, or of those that both ranges have. */
  verdict: ShownChange;
  /** The probability of such a change by chance; null: the method has none. */
  byChance: number | null;
}

/** The change of a row's measure, with its verdict. */
export function changeOf(measure: Compared, compared: ComparedRow): Judged {
  const { row, stretches, method, isExplained } = compared;
  const scale = SCALES[measure];
  const isJudged = isExplained && method.changeByChance !== null;
  const sums = comparedSums(measure, row, stretches);
  const { sharedPrompts: prompts, before, after } = sums.all;
  const shown = (of: ComparedSums): ShownChange => ({
    ...method.changeOf(of, scale),
    ...(isExplained && method.lackOf(of)),
    ...(isJudged && { holds_in_list: null }),
  });
  const judged = (whole: ShownChange, verdict: ShownChange, of: ComparedSums): Judged => ({
    shown: whole,
    verdict,
    byChance: isJudged && method.changeByChance ? method.changeByChance(of, scale) : null,
  });
  const all = shown(sums.all);
  const reason = all.points === null ? null : requestedDifferently(compared);
  if (reason !== null) {
    const { points, low, high } = all;
    const refused: ShownChange = {
      points,
      low,
      high,
      verdict: 'not_comparable',
      reason,
      ...(isJudged && { holds_in_list: null }),
    };
    return judged(refused, refused, sums.all);
  }
  const isSame = before.prompts === prompts && after.prompts === prompts && !hasOther('model', row);
  if (all.points === null || isSame) return judged(all, all, sums.all);
  const common = { prompts, ...shown(sums.common) };
  const { points, low, high } = all;
  return judged(
    {
      points,
      low,
      high,
      verdict: 'not_comparable',
      ...(isJudged && { holds_in_list: null }),
      common_prompts: common,
    },
    common,
    sums.common,
  );
}

/** The sums of a measure in both ranges: of all prompts, and of those that both have. */
export function comparedSums(
  measure: Summed,
  row: Sums,
  stretches: readonly Sums[],
): Record<'all' | 'common', ComparedSums> {
  const sums = (which: string) => promptSums(row, `${measure}_${which}_`);
  const common = { before: sums('shared_earlier'), after: sums('shared_after') };
  const rest = {
    shared: productsOf(row, `${measure}_cross_`),
    sharedPrompts: common.after.prompts,
    stretches: stretchesOf(measure, stretches),
  };
  return {
    all: { before: sums('earlier'), after: sums('after'), ...rest },
    common: { ...common, ...rest },
  };
}

/** Says of each verdict `up` or `down` of a list whether it holds beside all others. */
export function judgeList(list: readonly Judged[]): void {
  const verdicts = list.filter(({ verdict }) => isCalled(verdict) || verdict.verdict === 'within_noise');
  const called = verdicts.filter(({ verdict, byChance }) => isCalled(verdict) && byChance !== null);
  const holds = holdTogether(
    called.map(({ byChance }) => byChance as number),
    verdicts.length,
  );
  called.forEach(({ verdict }, at) => {
    verdict.holds_in_list = holds[at] as boolean;
  });
}

export function isCalled({ verdict }: Pick<ShownChange, 'verdict'>): boolean {
  return verdict === 'up' || verdict === 'down';
}

/** The scale of each measure that is a mean; null: it is a share. */
const SCALES: Readonly<Record<Compared, ScoreScale | null>> = {
  visibility: null,
  sentiment: SENTIMENT_SCALE,
  position: POSITION_SCALE,
  share_of_voice: null,
  first: null,
  searched: null,
  answer_share: null,
};

/**
 * Why the answers of two ranges cannot be compared, because they were given in another way; null: they can. The change
 * within each kind is a filter away, and a mean over kinds that few runs have in both ranges would hide that.
 */
function requestedDifferently({ row, stretches, method }: ComparedRow): Otherwise | null {
  if (hasOther('surface', row)) return 'surfaces_differ';
  const { all } = comparedSums('searched', row, stretches);
  if (all.before.n === 0 || all.after.n === 0) return null;
  return isCalled(method.changeOf(all, SCALES.searched)) ? 'searched_differ' : null;
}

/** Whether the known models, or surfaces, differ between the two ranges. */
function hasOther(kind: 'model' | 'surface', row: Sums): boolean {
  const [now, before, both] = kindColumns(kind).map((name) => Number(row[name]));
  return now !== 0 && before !== 0 && (now !== both || before !== both);
}
