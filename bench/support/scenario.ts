import type { Bench } from './bench.ts';
import type { Comparison } from './compare.ts';

/** One measured figure: always a ratio of two things measured in the same run. */
export interface Figure extends Comparison {
  /** Row of the README's table. */
  row: number;
  name: string;
  unit: string;
  /** Absent where the figure only helps to read another one. */
  target?: Target;
}

export interface Target {
  kind: 'at least' | 'at most';
  value: number;
}

export interface Scenario {
  /** The name for --only. */
  name: string;
  /** How long it takes in a full run at scale 1, for the estimate of the time left. */
  seconds: number;
  /** Whether it is measured only where `--only` or `--again` names it. */
  isOnlyNamed?: true;
  /** Makes the scenario's own data, before any scenario is measured. */
  prepare?(bench: Bench): Promise<unknown>;
  measure(bench: Bench): Promise<Figure[]>;
}

export const atLeast = (value: number): Target => ({ kind: 'at least', value });
export const atMost = (value: number): Target => ({ kind: 'at most', value });

export function isMet({ ratio, target }: Figure): boolean | null {
  if (!target) return null;
  return target.kind === 'at least' ? ratio >= target.value : ratio <= target.value;
}
