import type { Bench } from './bench.ts';
import type { Comparison } from './compare.ts';

/** One measured figure: always a ratio of two things measured in the same run. */
export interface Figure extends Comparison {
  /** Of the README's table. */
  row: number;
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
  /** What a full run at scale 1 takes, for the estimate of the time left. */
  seconds: number;
  /** Makes data of its own, before anything is measured. */
  prepare?(bench: Bench): Promise<unknown>;
  measure(bench: Bench): Promise<Figure[]>;
}

export const atLeast = (value: number): Target => ({ kind: 'at least', value });
export const atMost = (value: number): Target => ({ kind: 'at most', value });

export function isMet({ ratio, target }: Figure): boolean | null {
  if (!target) return null;
  return target.kind === 'at least' ? ratio >= target.value : ratio <= target.value;
}
