import type { Squares } from './sums.ts';

/** Below either limit, a row's quality is too_few, but it still has bounds. */
export const GOOD_FROM = { prompts: 8, runs: 40 } as const;
/** Below either limit, there are no bounds. */
const BOUNDS_FROM = { prompts: 2, runs: 5 } as const;

export type Quality = 'good' | 'too_few';
type Counted = Pick<Squares, 'n'> & { prompts: number };

export function hasBounds({ prompts, n }: Counted): boolean {
  return prompts >= BOUNDS_FROM.prompts && n >= BOUNDS_FROM.runs;
}

export function qualityOf({ prompts, n }: Counted): Quality {
  return prompts < GOOD_FROM.prompts || n < GOOD_FROM.runs ? 'too_few' : 'good';
}
