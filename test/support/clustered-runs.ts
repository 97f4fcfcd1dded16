import type { PromptSums, SharedSums } from '../../src/reports/uncertainty/intervals.ts';

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

/** The namings of a prompt's runs whose chance of a naming is beta-distributed, once and again with the same chance. */
class PromptOf {
  readonly runs: number;
  readonly namings: (random: Random) => number;
  readonly #share: number;
  readonly #rest: number;
  readonly #after = new Map<number, (random: Random) => number>();

  /** @param share mean chance of a naming @param correlation of two runs, above 0 @param runs how many */
  constructor(share: number, correlation: number, runs: number) {
    this.runs = runs;
    this.#share = (share * (1 - correlation)) / correlation;
    this.#rest = ((1 - share) * (1 - correlation)) / correlation;
    this.namings = drawsOf(betaBinomial(runs, this.#share, this.#rest));
  }

  /** Namings of as many runs of the prompt later on, when the ones before were `before`. */
  later(random: Random, before: number): number {
    let draws = this.#after.get(before);
    if (draws === undefined) {
      draws = drawsOf(betaBinomial(this.runs, this.#share + before, this.#rest + this.runs - before));
      this.#after.set(before, draws);
    }
    return draws(random);
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
type Runs = number | 'unequal';
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

function runsOf({ prompts, runs }: Pick<Cell, 'prompts' | 'runs'>): number[] {
  return Array.from({ length: prompts }, (_, at) =>
    runs === 'unequal' ? UNEQUAL[at % UNEQUAL.length]! : runs,
  );
}

function promptsOf(cell: Cell): PromptOf[] {
  const { share, correlation } = cell;
  const sizes = runsOf(cell);
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

/**
 * Draws of a cell's row in two periods. @param gained the chance that a run which did not name the brand before does
 * after
 */
export function periodsOf(cell: Cell, shared: Shared, random: Random, gained = 0): () => Periods {
  const prompts = promptsOf(cell);
  return () => {
    const periods = noPeriods();
    prompts.forEach((prompt, at) => {
      const isShared = shared === 'same' || (shared === 'half' && at % 2 === 0);
      const y1 = prompt.namings(random);
      let y2 = isShared ? prompt.later(random, y1) : prompt.namings(random);
      if (gained > 0) for (let rest = prompt.runs - y2; rest > 0; rest -= 1) if (random() < gained) y2 += 1;
      addPrompt(periods.before, prompt.runs, y1);
      addPrompt(periods.after, prompt.runs, y2);
      if (isShared) addShared(periods.both, prompt.runs, y1, prompt.runs, y2);
    });
    return periods;
  };
}

/** Values of a score, and how probable each is. */
export interface Scores {
  values: number[];
  probabilities: number[];
}

/** Draws of the scores of a row with as many prompts and runs. */
export function scoreRowsOf(scores: Scores, cell: Omit<Cell, 'share'>, random: Random): () => PromptSums {
  const fresh = freshOf(scores);
  const sizes = runsOf(cell);
  return () => {
    const sums = noSums();
    for (const size of sizes) addPrompt(sums, size, total(size, urn(random, cell.correlation, fresh)));
    return sums;
  };
}

/** Draws of the scores of a row in two periods. @param added to each score of the one after */
export function scorePeriodsOf(
  scores: Scores,
  cell: Omit<Cell, 'share'>,
  shared: 'same' | 'other',
  random: Random,
  added: number,
): () => Periods {
  const fresh = freshOf(scores);
  const sizes = runsOf(cell);
  return () => {
    const periods = noPeriods();
    for (const size of sizes) {
      const first = urn(random, cell.correlation, fresh);
      const y1 = total(size, first);
      const second = shared === 'same' ? first : urn(random, cell.correlation, fresh);
      const y2 = total(size, second) + size * added;
      addPrompt(periods.before, size, y1);
      addPrompt(periods.after, size, y2);
      if (shared === 'same') addShared(periods.both, size, y1, size, y2);
    }
    return periods;
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

const noSums = (): PromptSums => ({ prompts: 0, n: 0, y: 0, nn: 0, ny: 0, yy: 0 });
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

function addPrompt(sums: PromptSums, n: number, y: number): void {
  sums.prompts += 1;
  sums.n += n;
  sums.y += y;
  sums.nn += n * n;
  sums.ny += n * y;
  sums.yy += y * y;
}

function addShared(sums: SharedSums, n1: number, y1: number, n2: number, y2: number): void {
  sums.nn += n1 * n2;
  sums.ny += n1 * y2;
  sums.yn += y1 * n2;
  sums.yy += y1 * y2;
}
