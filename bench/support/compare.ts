import { showRound } from './progress.ts';

/** Measured values by side, one a round. */
export type Samples<Side extends string> = Record<Side, number[]>;

export interface Comparison {
  ratio: number;
  /** Medians of the two sides. */
  subject: number;
  reference: number;
  rounds: number;
}

/**
 * Measures the sides alternately, A B A B …: the machine's other load falls on all of them alike. The first round is a
 * warm-up and does not count.
 */
export async function alternate<Side extends string>(
  rounds: number,
  sides: Record<Side, () => Promise<number>>,
  { warmUp = true } = {},
): Promise<Samples<Side>> {
  const names = Object.keys(sides) as Side[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Samples<Side>;
  for (let round = warmUp ? 0 : 1; round <= rounds; round += 1) {
    showRound(round, rounds);
    for (const name of names) {
      const value = await sides[name]();
      if (round > 0) samples[name].push(value);
    }
  }
  return samples;
}

/** The median of the rounds' own ratios, so that a slow stretch of the machine cancels out. */
export function compare(subject: number[], reference: number[]): Comparison {
  return {
    ratio: median(subject.map((value, round) => value / reference[round]!)),
    subject: median(subject),
    reference: median(reference),
    rounds: subject.length,
  };
}

export function median(values: number[]): number {
  return percentile(values, 50);
}

/** A percentile, by linear interpolation between the two nearest values; NaN of none: a load may have no refusals. */
export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
