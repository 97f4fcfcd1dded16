import { studentQuantile } from '../../src/reports/uncertainty/statistics.ts';
import type { Prompt } from './clustered-runs.ts';

/** What src/reports/uncertainty/intervals.ts says of sums, from the prompts themselves, as fractions. */

/** The plain way: by each prompt's own deviation, the bounds found by trial. */
export function plainShare(prompts: Prompt[]) {
  const n = total(prompts.map((prompt) => prompt.n));
  const share = total(prompts.map(({ y }) => y)) / n;
  const alike = n / total(prompts.map((prompt) => prompt.n * (prompt.n / n)));
  const between = (alike / (alike - 1)) * total(prompts.map((prompt) => (prompt.y - share * prompt.n) ** 2));
  const [most, variance] = [n / alike, share * (1 - share)];
  const ratio = between / (variance * n);
  const seen = variance > 0 ? Math.min(1, Math.max(0, (ratio / (1 + ratio / n) - 1) / (most - 1))) : 0;
  const weight = (alike - 1) * 16 * variance ** 2;
  const correlation = (2 * 0.5 + weight * seen) / (2 + weight);
  const effective = n / (1 + (most - 1) * correlation);
  const t = studentQuantile(0.025, Math.max(1, Math.round(alike) - 1));
  // The farthest value on each side that the observed share does not contradict.
  const farthest = (end: number) => {
    let [inside, outside] = [share, end];
    for (let round = 0; round < 60; round += 1) {
      const middle = (inside + outside) / 2;
      const distance = Math.max(0, Math.abs(middle - share) - 0.3 / effective);
      if (distance ** 2 <= (t ** 2 * middle * (1 - middle)) / effective) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return { n, share, low: farthest(0), high: farthest(1), correlation, effective };
}
const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/** The plain way: by the products of the deviations of the prompts that are in both. */
export function plainDifference(before: Map<string, Prompt>, after: Map<string, Prompt>) {
  const [one, two] = [plainShare([...before.values()]), plainShare([...after.values()])];
  const pairs = [...before].flatMap(([name, prompt]) => {
    const other = after.get(name);
    return other === undefined ? [] : [{ prompt, other }];
  });
  const both = total(pairs.map(({ prompt, other }) => prompt.n * other.n));
  const alike = (one.n * two.n) / both;
  const variance = Math.sqrt(one.share * (1 - one.share) * two.share * (1 - two.share));
  const products = pairs.map(
    ({ prompt, other }) => (prompt.y - one.share * prompt.n) * (other.y - two.share * other.n),
  );
  const seen = variance > 0 ? ((alike / (alike - 1)) * total(products)) / variance / both : 0;
  const weight = (alike - 1) * 16 * variance ** 2;
  const correlation = (2 * 0.25 + weight * seen) / (2 + weight);
  const most = Math.sqrt(one.correlation * two.correlation);
  const covariance = Math.min(most, Math.max(0, correlation)) * (both / one.n / two.n);
  const common = Math.min(1, covariance * Math.sqrt(one.effective * two.effective));
  const joined = (a: number, b: number) => Math.sqrt(a ** 2 + b ** 2 - 2 * common * a * b);
  const points = two.share - one.share;
  return {
    low: points - joined(two.share - two.low, one.high - one.share),
    high: points + joined(two.high - two.share, one.share - one.low),
  };
}
