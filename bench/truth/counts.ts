/** Counts of right and wrong answers, and the figures that are made of them. */

export const HALVES = ['tuned', 'held'] as const;
/** Whether rules were fitted to a case, or it was put aside before they were written. */
export type Half = (typeof HALVES)[number];

/** Of yes-or-no questions: what was found rightly, wrongly, and missed. */
export interface Counts {
  cases: number;
  right: number;
  wrong: number;
  missed: number;
}

export const NONE: Counts = { cases: 0, right: 0, wrong: 0, missed: 0 };

export function sum(all: Iterable<Counts>): Counts {
  const total = { ...NONE };
  for (const { cases, right, wrong, missed } of all) {
    total.cases += cases;
    total.right += right;
    total.wrong += wrong;
    total.missed += missed;
  }
  return total;
}

/** The part of what was found that is right; 1 where nothing was found. */
export function precision({ right, wrong }: Counts): number {
  return right + wrong === 0 ? 1 : right / (right + wrong);
}

/** The part of what there is that was found; 1 where there is nothing. */
export function recall({ right, missed }: Counts): number {
  return right + missed === 0 ? 1 : right / (right + missed);
}

export function f1(counts: Counts): number {
  const [p, r] = [precision(counts), recall(counts)];
  return p + r === 0 ? 0 : (2 * p * r) / (p + r);
}
