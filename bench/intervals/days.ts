import type { ComparedSums } from '../../src/reports/uncertainty/changes.ts';
import type { DaySums, PromptSums } from '../../src/reports/uncertainty/sums.ts';
import {
  addPrompt,
  addShared,
  noSums,
  type Random,
  type Runs,
  type Shared,
  sizesOf,
} from './clustered-runs.ts';

/** Simulated answers to prompts on the days of two ranges and of the 56 days before them. */
export interface ChangeKind {
  /** The mean chance of a naming. */
  share: number;
  /** The correlation of two runs of a prompt. */
  correlation: number;
  prompts: number;
  /** Runs of each prompt in each range. */
  runs: Runs;
  /** Days of each range. */
  days: number;
  shared: Shared;
  /** The standard deviation, in logits, of what moves all prompts of a day together. */
  shock: number;
  /** How much a day's shock resembles the next one's, 0 to 1; without it by 0.8. */
  likeness?: number;
  /** By how many points the chance is higher in the later range on average, 0 to 1; below 0 it is lower. */
  rise: number;
  /** How it rises; without it from the later range's first day on. */
  course?: Course;
  /** Logits by which one day of each week differs from the others. */
  weekly?: number;
  /** The prompts take turns: each is asked on one day of the week, so many times. */
  turns?: number;
  /** For a mean: the scores of a run without and with a naming. */
  scores?: readonly [number, number];
}

/** middle: from the middle of the later range on. ramp: by as much from each of its days to the next. */
type Course = 'middle' | 'ramp';

const LIKENESS = 0.8;
const HISTORY_DAYS = 56;
const STRETCH_DAYS = 28;

/** Runs and namings of each prompt on each day of a stretch. */
export interface Stretch {
  days: number;
  n: Float64Array;
  y: Float64Array;
}

/** Draws of what a report knows of a row of this kind. @param hasHistory whether there are answers before the ranges */
export function changesOf(kind: ChangeKind, random: Random, hasHistory = true): () => ComparedSums {
  const lengths = lengthsOf(kind, hasHistory);
  return () => {
    const shocks = shocksOf(total(lengths), kind.shock, random, kind.likeness);
    return comparedSums(kind, sizesOf(kind).length, stretchesOf(kind, lengths, shocks, random));
  };
}

/** The days of the stretches before the ranges, of the earlier range and of the later one. */
export function lengthsOf({ days }: ChangeKind, hasHistory = true): number[] {
  const history = hasHistory ? Array<number>(HISTORY_DAYS / STRETCH_DAYS).fill(STRETCH_DAYS) : [];
  return [...history, days, days];
}

/** The answers of one name. @param shocks of all days, in logits */
export function stretchesOf(
  kind: ChangeKind,
  lengths: readonly number[],
  shocks: Float64Array,
  random: Random,
): Stretch[] {
  const sizes = sizesOf(kind);
  const chances = sizes.map(() => chanceOf(kind, random));
  let first = 0;
  return lengths.map((days, at) => {
    const isAfter = at === lengths.length - 1;
    if (isAfter)
      sizes.forEach((_, prompt) => {
        if (!isShared(kind, prompt)) chances[prompt] = chanceOf(kind, random);
      });
    const drawn = stretchOf(kind, { sizes, chances, days, isAfter, shocks: shocks.subarray(first) }, random);
    first += days;
    return drawn;
  });
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

const isShared = ({ shared }: ChangeKind, prompt: number) =>
  shared === 'same' || (shared === 'half' && prompt % 2 === 0);

function stretchOf(
  kind: ChangeKind,
  of: { sizes: number[]; chances: number[]; days: number; isAfter: boolean; shocks: Float64Array },
  random: Random,
): Stretch {
  const { sizes, chances, days, isAfter, shocks } = of;
  const n = new Float64Array(sizes.length * days);
  const y = new Float64Array(sizes.length * days);
  const [least, most] = kind.scores ?? [0, 1];
  const gains = Array.from({ length: days }, (_, day) => (isAfter ? kind.rise * partOf(kind, day) : 0));
  sizes.forEach((size, prompt) => {
    const runs = Math.max(1, Math.round((size * days) / kind.days));
    for (let run = 0; run < runs; run += 1) {
      const day =
        kind.turns === undefined
          ? (Math.floor((run * days) / runs) + 7 * prompt) % days
          : 7 * Math.floor(run / kind.turns) + (prompt % 7);
      const gain = gains[day] as number;
      const [gained, lost] = [Math.max(0, gain) / (1 - kind.share), Math.max(0, -gain) / kind.share];
      const rhythm = day % 7 === 0 ? (kind.weekly ?? 0) : 0;
      const chance = moved(chances[prompt] as number, (shocks[day] as number) + rhythm);
      const isNamed =
        lost > 0 ? random() < chance * (1 - lost) : random() < chance || (gained > 0 && random() < gained);
      const cell = prompt * days + day;
      n[cell] = (n[cell] as number) + 1;
      y[cell] = (y[cell] as number) + (isNamed ? most : least);
    }
  });
  return { days, n, y };
}

/** How much of the mean rise a day of the later range has. */
function partOf({ course, days }: ChangeKind, day: number): number {
  if (course === 'middle') return day < days / 2 ? 0 : 2;
  return course === 'ramp' ? (2 * (day + 0.5)) / days : 1;
}

export function comparedSums(kind: ChangeKind, prompts: number, stretches: readonly Stretch[]): ComparedSums {
  const [earlier, later] = stretches.slice(-2) as [Stretch, Stretch];
  const shared = { nn: 0, ny: 0, yn: 0, yy: 0 };
  const [before, after] = [noSums(), noSums()];
  for (let prompt = 0; prompt < prompts; prompt += 1) {
    const [one, two] = [ofPrompt(earlier, prompt), ofPrompt(later, prompt)];
    addPrompt(before, one.n, one.y);
    addPrompt(after, two.n, two.y);
    if (isShared(kind, prompt)) addShared(shared, one.n, one.y, two.n, two.y);
  }
  return {
    before,
    after,
    shared,
    sharedPrompts: Array.from({ length: prompts }, (_, at) => at).filter((at) => isShared(kind, at)).length,
    stretches: {
      before: daySums(earlier, prompts),
      after: daySums(later, prompts),
      history: stretches.slice(0, -2).map((stretch) => daySums(stretch, prompts)),
    },
  };
}

function ofPrompt({ days, n, y }: Stretch, prompt: number): { n: number; y: number } {
  const sum = { n: 0, y: 0 };
  for (let day = 0; day < days; day += 1) {
    sum.n += n[prompt * days + day] as number;
    sum.y += y[prompt * days + day] as number;
  }
  return sum;
}

function daySums({ days, n, y }: Stretch, prompts: number): DaySums {
  const seen: { day: number; n: number; y: number }[] = [];
  const sums: PromptSums = noSums();
  const lags = { nn: 0, ny: 0, yn: 0, yy: 0 };
  const weeks = { nn: 0, ny: 0, yn: 0, yy: 0 };
  for (let day = 0; day < days; day += 1) {
    const own = { day, n: 0, y: 0 };
    for (let prompt = 0; prompt < prompts; prompt += 1) {
      own.n += n[prompt * days + day] as number;
      own.y += y[prompt * days + day] as number;
    }
    if (own.n === 0) continue;
    addPrompt(sums, own.n, own.y);
    for (const prior of seen.slice(-3)) addShared(lags, own.n, own.y, prior.n, prior.y);
    const weekAgo = seen.find((prior) => prior.day === day - 7);
    if (weekAgo) addShared(weeks, own.n, own.y, weekAgo.n, weekAgo.y);
    seen.push(own);
  }
  const { prompts: withRuns, ...squares } = sums;
  return { days: withRuns, ...squares, lags, weeks };
}

/** Shocks of successive days, an autoregressive process of order 1. */
export function shocksOf(days: number, deviation: number, random: Random, likeness = LIKENESS): Float64Array {
  const shocks = new Float64Array(days);
  if (deviation === 0) return shocks;
  let shock = deviation * normal(random);
  for (let day = 0; day < days; day += 1) {
    shocks[day] = shock;
    shock = likeness * shock + deviation * Math.sqrt(1 - likeness ** 2) * normal(random);
  }
  return shocks;
}

/** A chance with its logit moved. */
export function moved(chance: number, shock: number): number {
  if (shock === 0) return chance;
  const odds = (chance / (1 - chance)) * Math.exp(shock);
  return Number.isFinite(odds) ? odds / (1 + odds) : chance;
}

/** The chance of a prompt: beta distributed. */
export function chanceOf(
  { share, correlation }: Pick<ChangeKind, 'share' | 'correlation'>,
  random: Random,
): number {
  const scale = (1 - correlation) / correlation;
  const [one, other] = [gamma(share * scale, random), gamma((1 - share) * scale, random)];
  return one / (one + other);
}

/** A gamma variate (Marsaglia and Tsang 2000). */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** A normal variate (Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
