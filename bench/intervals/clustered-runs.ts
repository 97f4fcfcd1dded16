import type { PromptSums, SharedSums } from '../../src/reports/uncertainty/sums.ts';

/** Simulated runs that resemble each other within a prompt, and the sums that a report has of them. */

export type Random = () => number;

/** mulberry32: 0 to below 1. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws of a number from 0 on by its probabilities, in the same time however many they are (Walker's alias method). */
function drawsOf(probabilities: readonly number[]): (random: Random) => number {
  const count = probabilities.length;
  const kept = new Float64Array(count).fill(1);
  const other = new Int32Array(count);
  const left = probabilities.map((probability) => probability * count);
  const [small, large]: [number[], number[]] = [[], []];
  left.forEach((part, at) => void (part < 1 ? small : large).push(at));
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop()!, large.pop()!];
    kept[less] = left[less]!;
    other[less] = more;
    left[more] = left[more]! - (1 - left[less]!);
    (left[more]! < 1 ? small : large).push(more);
  }
  return (random) => {
    const place = random() * count;
    const at = Math.floor(place);
    return place - at < kept[at]! ? at : other[at]!;
  };
}

/** The namings of a prompt's runs whose chance of a naming is beta-distributed. */
class PromptOf {
  readonly runs: number;
  readonly namings: (random: Random) => number;

  /** @param share mean chance of a naming @param correlation of two runs, above 0 @param runs how many */
  constructor(share: number, correlation: number, runs: number) {
    this.runs = runs;
    const scale = (1 - correlation) / correlation;
    this.namings = drawsOf(betaBinomial(runs, share * scale, (1 - share) * scale));
  }
}

function betaBinomial(runs: number, a: number, b: number): number[] {
  let log = 0;
  for (let run = 0; run < runs; run += 1) log += Math.log((b + run) / (a + b + run));
  const probabilities = [Math.exp(log)];
  for (let count = 0; count < runs; count += 1) {
    log += Math.log((((runs - count) / (count + 1)) * (a + count)) / (b + runs - count - 1));
    probabilities.push(Math.exp(log));
  }
  return probabilities;
}

export interface Cell {
  share: number;
  correlation: number;
  prompts: number;
  runs: Runs;
}
/** Of each prompt; unequal: half of all runs are of a tenth of the prompts. */
export type Runs = number | 'unequal';
const UNEQUAL = [1, 2, 30, 1, 3, 5, 10, 1, 2, 10];

export function cellsOf(
  shares: number[],
  correlations: number[],
  promptCounts: number[],
  runCounts: Runs[],
): Cell[] {
  return shares.flatMap((share) =>
    correlations.flatMap((correlation) =>
      promptCounts.flatMap((prompts) => runCounts.map((runs) => ({ share, correlation, prompts, runs }))),
    ),
  );
}

export function sizesOf({ prompts, runs }: Pick<Cell, 'prompts' | 'runs'>): number[] {
  return Array.from({ length: prompts }, (_, at) =>
    runs === 'unequal' ? UNEQUAL[at % UNEQUAL.length]! : runs,
  );
}

function promptsOf(cell: Cell): PromptOf[] {
  const { share, correlation } = cell;
  const sizes = sizesOf(cell);
  const kinds = new Map([...new Set(sizes)].map((size) => [size, new PromptOf(share, correlation, size)]));
  return sizes.map((size) => kinds.get(size)!);
}

/** Draws of a cell's row. */
export function rowsOf(cell: Cell, random: Random): () => PromptSums {
  const prompts = promptsOf(cell);
  return () => {
    const sums = noSums();
    for (const prompt of prompts) addPrompt(sums, prompt.runs, prompt.namings(random));
    return sums;
  };
}

export interface Periods {
  before: PromptSums;
  after: PromptSums;
  both: SharedSums;
}
/** Which prompts the periods share; other: the prompts of the one after are others. */
export type Shared = 'same' | 'half' | 'other';

/** Values of a score, and how probable each is. */
export interface Scores {
  values: number[];
  probabilities: number[];
}

/** Draws of the scores of a row with as many prompts and runs. */
export function scoreRowsOf(scores: Scores, cell: Omit<Cell, 'share'>, random: Random): () => PromptSums {
  const fresh = freshOf(scores);
  const sizes = sizesOf(cell);
  return () => {
    const sums = noSums();
    for (const size of sizes) addPrompt(sums, size, total(size, urn(random, cell.correlation, fresh)));
    return sums;
  };
}

function freshOf({ values, probabilities }: Scores): (random: Random) => number {
  const draws = drawsOf(probabilities);
  return (random) => values[draws(random)]!;
}

/**
 * Scores of a prompt's runs: each is drawn anew, or is that of an earlier run of the prompt (Pólya's urn), so that two
 * runs have this correlation whatever the distribution of a score.
 */
function urn(random: Random, correlation: number, fresh: (random: Random) => number): () => number {
  const seen: number[] = [];
  const alpha = (1 - correlation) / correlation;
  return () => {
    const at = Math.floor(random() * (seen.length + alpha));
    const score = at < seen.length ? seen[at]! : fresh(random);
    seen.push(score);
    return score;
  };
}

function total(count: number, next: () => number): number {
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += next();
  return sum;
}

export const noSums = (): PromptSums => ({ prompts: 0, n: 0, y: 0, nn: 0, ny: 0, yy: 0 });
const noPeriods = (): Periods => ({
  before: noSums(),
  after: noSums(),
  both: { nn: 0, ny: 0, yn: 0, yy: 0 },
});

/** A prompt's runs and its namings (or the sum of its scores). */
export interface Prompt {
  n: number;
  y: number;
}

export function sumsOf(prompts: Iterable<Prompt>): PromptSums {
  const sums = noSums();
  for (const { n, y } of prompts) addPrompt(sums, n, y);
  return sums;
}

/** The sums of both periods of prompts by their name. */
export function periodsFrom(
  before: ReadonlyMap<string, Prompt>,
  after: ReadonlyMap<string, Prompt>,
): Periods {
  const periods = { ...noPeriods(), before: sumsOf(before.values()), after: sumsOf(after.values()) };
  for (const [name, one] of before) {
    const two = after.get(name);
    if (two !== undefined) addShared(periods.both, one.n, one.y, two.n, two.y);
  }
  return periods;
}

export function addPrompt(sums: PromptSums, n: number, y: number): void {
  sums.prompts += 1;
  sums.n += n;
  sums.y += y;
  sums.nn += n * n;
  sums.ny += n * y;
  sums.yy += y * y;
}

export function addShared(sums: SharedSums, n1: number, y1: number, n2: number, y2: number): void {
  sums.nn += n1 * n2;
  sums.ny += n1 * y2;
  sums.yn += y1 * n2;
  sums.yy += y1 * y2;
}
