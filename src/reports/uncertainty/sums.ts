/**
 * Sums over a row's runs, from which its bounds and changes are computed: plain sums of whole numbers that SQL returns.
 * A prompt is its text within the brand, over all platforms; a day is in UTC.
 */

/**
 * Sums over the prompts i of a row with a run: n_i is the number of runs, y_i the number of namings. For a mean, only
 * scored runs count, and y_i is the sum of their scores.
 */
export interface PromptSums extends Squares {
  /** Prompts with at least one of the runs. */
  prompts: number;
}

/** Sums over the prompts with runs in both periods: n1, y1 of the earlier one, n2, y2 of the later one. */
export type SharedSums = Products;

/** Sums over the days d of a stretch of days: n_d is the number of runs, y_d the number of namings or sum of scores. */
export interface DaySums extends Squares {
  /** Days with at least one of the runs. */
  days: number;
  /** Products of each day (1) with each of the last three days of the stretch before it (2). */
  lags: Products;
  /** Products of each day (1) with the day of the stretch a week before it (2); needed where prompts are compared. */
  weeks?: Products;
}

/** Sums over units, which are prompts or days. */
export interface Squares {
  /** Σ n */
  n: number;
  /** Σ y */
  y: number;
  /** Σ n² */
  nn: number;
  /** Σ n·y */
  ny: number;
  /** Σ y² */
  yy: number;
}

/** Sums over pairs of units. */
export interface Products {
  /** Σ n1·n2; 0 without pairs. */
  nn: number;
  /** Σ n1·y2 */
  ny: number;
  /** Σ y1·n2 */
  yn: number;
  /** Σ y1·y2 */
  yy: number;
}

/** Σ (y_i − centre·n_i)² */
export function squaresAround({ nn, ny, yy }: Squares, centre: number): number {
  return Math.max(0, yy - 2 * centre * ny + centre * centre * nn);
}

/** Σ (y1 − centre1·n1)(y2 − centre2·n2) */
export function productsAround({ nn, ny, yn, yy }: Products, centre1: number, centre2: number): number {
  return yy - centre2 * yn - centre1 * ny + centre1 * centre2 * nn;
}

/** Runs of a prompt or a day, and their namings or the sum of their scores. */
export interface Counted {
  n: number;
  y: number;
}

/** The same of a day. */
export interface CountedDay extends Counted {
  /** Its number, one more than that of the day before. */
  day: number;
}

/** The sums of prompts that each have a run. */
export function promptSumsOf(prompts: readonly Counted[]): PromptSums {
  const sums: PromptSums = { prompts: prompts.length, n: 0, y: 0, nn: 0, ny: 0, yy: 0 };
  for (const { n, y } of prompts) {
    sums.n += n;
    sums.y += y;
    sums.nn += n * n;
    sums.ny += n * y;
    sums.yy += y * y;
  }
  return sums;
}

export function productsOf(pairs: readonly (readonly [Counted, Counted])[]): Products {
  const sums: Products = { nn: 0, ny: 0, yn: 0, yy: 0 };
  for (const [one, two] of pairs) {
    sums.nn += one.n * two.n;
    sums.ny += one.n * two.y;
    sums.yn += one.y * two.n;
    sums.yy += one.y * two.y;
  }
  return sums;
}
