import type { Stance } from './stance/reader.ts';

/**
 * Sentiment in integer hundredths of a 0-100 score, 5000 neutral: 50 + 50 × the mean of the stances of its sentences,
 * 5000 if no sentence takes one; null if none could be read.
 */
export function sentimentOf(stances: readonly (Stance | null)[]): number | null {
  let sum = 0;
  let count = 0;
  let read = 0;
  for (const stance of stances) {
    if (stance === null) continue;
    read += 1;
    if (stance.value === null) continue;
    sum += stance.value;
    count += 1;
  }
  if (read === 0) return null;
  return toHundredths(count === 0 ? 50 : 50 + (50 * sum) / count);
}

/** A score of 0-100 in integer hundredths, half away from zero in its decimal notation. */
export function toHundredths(score: number): number {
  // 1.005 × 100 is 100.49999999999999. Twelve digits are more than a score has, and hide this error.
  const hundredths = Math.round(Number((score * 100).toPrecision(12)));
  return Math.min(10_000, Math.max(0, hundredths));
}
