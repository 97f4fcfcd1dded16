import type { Change, ComparedSums, Lack } from './changes.ts';
import type { Quality } from './quality.ts';
import type { Bounds } from './rounding.ts';
import type { ScoreScale } from './scales.ts';
import type { PromptSums } from './sums.ts';

/** How bounds and verdicts are computed. A pin is answered by the method it was created with. */
export interface Method {
  /** Whether changes need the sums of days; without, `stretches` has none. */
  usesDays: boolean;
  shareInterval(sums: PromptSums): Bounds & { effectiveTotal: number | null; quality: Quality };
  meanInterval(sums: PromptSums, scale: ScoreScale): Bounds;
  /** @param scale of the scores; null: a share */
  changeOf(sums: ComparedSums, scale: ScoreScale | null): Change;
  /** @returns null if the two ranges suffice for a verdict */
  lackOf(sums: ComparedSums): Lack | null;
  /**
   * The probability of a change by chance that is at least as large; null: the method has none, and nothing that
   * derives from it.
   */
  changeByChance: ((sums: ComparedSums, scale: ScoreScale | null) => number) | null;
}
