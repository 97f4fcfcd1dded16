import type { Prompt } from '../../../bench/intervals/clustered-runs.ts';
import { studentQuantile } from '../../../src/reports/uncertainty/statistics.ts';

/** What src/reports/uncertainty/ says of sums, from the prompts themselves, as fractions. */

/** The plain way: by each prompt's own deviation, the bounds found by trial. */
export function plainShare(prompts: Prompt[]) {
  const n = total(prompts.map((prompt) => prompt.n));
  const share = total(prompts.map(({ y }) => y)) / n;
  const alike = n / total(prompts.map((prompt) => prompt.n * (prompt.n / n)));
  const between = (alike / (alike - 1)) * total(prompts.map((prompt) => (prompt.y - share * prompt.n) ** 2));
  const [most, variance] = [n / alike, share * (1 - share)];
  const ratio = between / (variance * n);
  const seen = variance > 0 ? Math.min(1, Math.max(0, (ratio / (1 + ratio / n) - 1) / (most - 1))) : 0;
  const weight = 1.5 * (alike - 1) * 16 * variance ** 2;
  const correlation = (1.5 * 0.25 + weight * seen) / (1.5 + weight);
  const effective = n / (1 + (most - 1) * correlation);
  const t = studentQuantile(0.025, Math.max(1, Math.round(alike) - 1));
  // The farthest value on each side that the observed share does not contradict.
  const farthest = (end: number) => {
    let [inside, outside] = [share, end];
    for (let round = 0; round < 60; round += 1) {
      const middle = (inside + outside) / 2;
      const distance = Math.max(0, Math.abs(middle - share) - 0.15 / effective);
      if (distance ** 2 <= (t ** 2 * middle * (1 - middle)) / effective) inside = middle;
      else outside = middle;
    }
    return inside;
  };
  return { n, share, low: farthest(0), high: farthest(1), correlation, effective };
}
const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/** A day's runs and namings; the days of a stretch in their order. Days have numbers, and some may be missing. */
export type Days = readonly (Prompt & { day: number })[];

/** The plain way: by each prompt's own difference and each day's own deviation. */
export function plainDifference(
  before: ReadonlyMap<string, Prompt>,
  after: ReadonlyMap<string, Prompt>,
  days: { before: Days; after: Days; history: readonly Days[] },
  method: 2 | 3,
) {
  const sides = [before, after].map((prompts) => {
    const n = total([...prompts.values()].map((prompt) => prompt.n));
    const y = total([...prompts.values()].map((prompt) => prompt.y));
    const squares = total([...prompts.values()].map((prompt) => prompt.n ** 2));
    return { n, y, share: y / n, alike: n ** 2 / squares, perRun: 1 + 0.25 * (squares / n - 1) };
  });
  const [one, two] = sides as [(typeof sides)[number], (typeof sides)[number]];
  const alike = Math.min(one.alike, two.alike);
  const deviation = (prompt: Prompt | undefined, side: typeof one) =>
    prompt ? (prompt.y - side.share * prompt.n) / side.n : 0;
  const seen = total(
    [...new Set([...before.keys(), ...after.keys()])].map(
      (name) => (deviation(after.get(name), two) - deviation(before.get(name), one)) ** 2,
    ),
  );
  const pooled = (one.y + two.y + 1) / (one.n + two.n + 2);
  const inBoth = total([...before].map(([name, prompt]) => prompt.n * (after.get(name)?.n ?? 0)));
  const prior =
    pooled * (1 - pooled) * (one.perRun / one.n + two.perRun / two.n - (0.25 * inBoth) / one.n / two.n);
  const variance = (0.5 * prior + alike * seen) / (alike - 0.5);
  const ofDays = plainDays(days);
  // Method 3: what days differ by more than their runs do. A run of the same prompt varies less than that of any.
  const sameRun = variance / (1 / one.n + 1 / two.n);
  const asked = ofDays.known.perDay / Math.max(before.size, after.size);
  const anyRun = ofDays.known.share * (1 - ofDays.known.share);
  const byRuns =
    asked <= 0.5 || sameRun > anyRun ? anyRun : anyRun + (sameRun - anyRun) * Math.min(1, 2 * asked - 1);
  const shock = method === 2 ? 0 : ofDays.known.size * (ofDays.known.apart - byRuns / ofDays.known.runs);
  ofDays.variance = Math.max(ofDays.variance, shock);
  const sum = variance + ofDays.variance;
  const freedom = sum ** 2 / (variance ** 2 / (alike - 0.5) + ofDays.variance ** 2 / ofDays.freedom);
  const reach = studentQuantile(0.025, Math.max(1, Math.round(freedom))) * Math.sqrt(sum);
  const points = two.share - one.share;
  return { low: Math.max(-1, points - reach), high: Math.min(1, points + reach), freedom };
}

/** What days add to the variance of a difference, by the deviations of the days themselves. */
function plainDays({ before, after, history }: { before: Days; after: Days; history: readonly Days[] }) {
  const LIKENESS = 0.8;
  const likenessOf = (lag: number) => LIKENESS ** lag;
  const firstThree = total([1, 2, 3].map(likenessOf));
  /** The variance of a mean of days, where the products of the first three lags are 1. */
  const factor = (count: number) =>
    total(
      Array.from({ length: count }, (_, a) =>
        total(Array.from({ length: count }, (__, b) => likenessOf(Math.abs(a - b)))),
      ),
    ) /
    count /
    firstThree;
  const summed = (stretches: readonly Days[]) => {
    let [products, left, squares, sizes, count] = [0, 0, 0, 0, 0];
    for (const stretch of stretches.filter(({ length }) => length > 1)) {
      const centre = total(stretch.map(({ y }) => y)) / total(stretch.map(({ n }) => n));
      const deviations = stretch.map(({ n, y }) => y - centre * n);
      const own = (stretch.length / (stretch.length - 1)) * total(deviations.map((each) => each ** 2));
      const near = deviations.flatMap((each, at) =>
        [1, 2, 3].map((lag) => each * (deviations[at - lag] ?? 0)),
      );
      products += total(near) + (3 * own) / stretch.length;
      left += own * Math.max(0.3, 1 - (3 * factor(stretch.length)) / stretch.length);
      squares += own;
      sizes += total(stretch.map(({ n }) => n ** 2));
      count += stretch.length;
    }
    return { products, left, ofDay: sizes > 0 ? squares / sizes : 0, count };
  };
  const all = summed([before, after, ...history]);
  const past = summed(history);
  const isPast = past.count >= 28 && past.count > before.length + after.length;
  const { products, left, ofDay } = isPast ? past : all;
  const likeness = left > 0 ? Math.max(0, products / left) : 0;
  const size = (days: Days) => total(days.map(({ n }) => n ** 2)) / total(days.map(({ n }) => n)) ** 2;
  const independent = all.ofDay * (size(before) + size(after));
  const variance =
    likeness * ofDay * (factor(before.length) * size(before) + factor(after.length) * size(after));
  const loss = independent > 0 ? independent / (independent + variance) : 1;
  const known = {
    ...apartOf(isPast ? history : [before, after, ...history]),
    size: size(before) + size(after),
  };
  return { variance, freedom: Math.max(1, (all.count * loss) / 3), known };
}

/** How much the days of stretches differ, but for what each has in common with the day a week before. */
function apartOf(stretches: readonly Days[]) {
  const known = stretches.filter(({ length }) => length > 1);
  const off = known.flatMap((stretch) => {
    const share = total(stretch.map(({ y }) => y)) / total(stretch.map(({ n }) => n));
    const lost = stretch.length / (stretch.length - 1);
    return stretch.map((day) => {
      const prior = stretch.find((other) => other.day + 7 === day.day);
      const offBy = (one: Prompt) => one.y - share * one.n;
      return {
        ...day,
        squared: lost * offBy(day) ** 2,
        again: prior ? { n: prior.n * day.n, squared: offBy(prior) * offBy(day) } : { n: 0, squared: 0 },
      };
    });
  });
  const [n, squares] = [total(off.map((day) => day.n)), total(off.map((day) => day.n ** 2))];
  const again = total(off.map((day) => day.again.n));
  const weekly = again > 0 ? Math.max(0, total(off.map((day) => day.again.squared)) / again) : 0;
  const mean = total(off.map((day) => day.squared)) / squares;
  return {
    apart: off.length > 0 ? mean - 0.3 * mean * Math.sqrt(2 / off.length) - weekly : 0,
    perDay: n / off.length,
    runs: squares / n,
    share: (total(off.map((day) => day.y)) + 1) / (n + 2),
  };
}
