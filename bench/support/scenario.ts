import type { Bench } from './bench.ts';
import type { Comparison } from './compare.ts';

/** One measured figure: always a ratio of two things measured in the same run. */
export interface Figure extends Comparison {
  name: string;
  unit: string;
  /** None where the figure only tells how to read another one. */
  target?: Target;
}

export interface Target {
  kind: 'at least' | 'at most';
  value: number;
}

export interface Scenario {
  /** For --only. */
  name: string;
  measure(bench: Bench): Promise<Figure[]>;
  /** --quick leaves it out. */
  isLong?: true;
}

export const atLeast = (value: number): Target => ({ kind: 'at least', value });
export const atMost = (value: number): Target => ({ kind: 'at most', value });

export function isMet({ ratio, target }: Figure): boolean | null {
  if (!target) return null;
  return target.kind === 'at least' ? ratio >= target.value : ratio <= target.value;
}
