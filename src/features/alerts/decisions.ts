import { fisherLower, meanOf, studentUpper } from '../../reports/uncertainty/statistics.ts';

/**
 * The significance level of one test. A rule tests each day once, and again only if its data changed. For 19 of 20
 * rules to raise no false alarm in 60 days, a test may raise one with a probability of 0.05 / 60, once in 1,200.
 *
 * Share false alarms: how many of 200 series without a change raised one within 60 days at a threshold of 5 points, the
 * most over windows of 1 to 14 days, with 8 weeks of history / with none:
 * - independent runs: 3 / 2
 * - prompts that differ: 2 / 0
 * - prompts that keep their answer for ten days: 5 / 4
 * - few answers: 1 / 0
 * - a weekly rhythm of 20 points: 1 / 0
 * - days that move all prompts together by 10 points: 9 / 11
 *
 * At a level of 0.002 it was 13 for independent runs and 21 for days that move all prompts together. Fisher's test
 * alone raised one in 55 to 118 of the series whose prompts keep their answers. A single prompt whose level wanders for
 * days looks like a change within two weeks: 34 false alarms, and 4 with a history.
 */
export const LEVEL = 0.05 / 60;
/** Days of history used to estimate how much the answers to one prompt vary without a change. */
const HISTORY_DAYS = 56;
/** From this many answers to one prompt a day on, they weigh as much as answers to several prompts. */
const MANY_RUNS = 5;
/** The fewest days, prompts and answers with a sentiment that a test needs. */
const LEAST_DAYS = 3;
const LEAST_PROMPTS = 3;
const LEAST_SCORED = 5;

/** The answers to one prompt on one day (UTC), counted. */
export interface Cell {
  queryId: string;
  /** 1: the last whole day. */
  daysAgo: number;
  /** Completed runs. */
  runs: number;
  /** Completed runs whose answer names the watched brand or competitor. */
  named: number;
}

/** The sentiments of the answers to one prompt on one day (UTC), counted and added up. */
export interface SentimentCell {
  queryId: string;
  /** 1: the last whole day. */
  daysAgo: number;
  /** Answers with a sentiment. */
  scored: number;
  /** The sum of their sentiments, which are 0 to 100 each. */
  sum: number;
}

/** `count` of `total` runs. */
interface Share {
  count: number;
  total: number;
}

export interface Test {
  /** The names of the tests, for people. */
  method: string;
  pValue: number;
}

const TOO_FEW: Test = { method: 'none: too few answers to tell', pValue: 1 };

/** The windows of days that a rule compares. */
export interface Windows {
  /** The length of each. */
  windowDays: number;
  /** Days from the beginning of a window to that of the window before it. */
  step: number;
  /** How many days before today the earliest window begins. */
  historyDays: number;
}

/**
 * The windows of a rule. The current one ends with the last whole day, because a partial day is not comparable. The
 * window before lies whole weeks earlier, on the same weekdays, so that a weekly rhythm is no change.
 */
export function windowsOf(windowDays: number): Windows {
  const step = 7 * Math.ceil(windowDays / 7);
  const blocks = Math.max(2, Math.floor(HISTORY_DAYS / step));
  return { windowDays, step, historyDays: (blocks - 1) * step + windowDays };
}

/** Which window a day is in: 0 the current one, 1 the one before, …; null: between two windows. */
function blockOf(daysAgo: number, { windowDays, step }: Windows): number | null {
  const offset = daysAgo - 1;
  return offset % step < windowDays ? Math.floor(offset / step) : null;
}

/**
 * The probability of a share of answers as low as the current window's, or lower, by chance. Both windows must have
 * answers.
 *
 * The p-value is the greater of two tests with different blind spots. Fisher's exact test takes runs to be independent,
 * and is right about small counts. The other test takes prompts to be independent, not their runs: the answers to one
 * prompt stay alike for days, so ten prompts a week are nearer to ten observations than to seventy. It compares each
 * prompt with itself, so that new prompts do not count as a change of the old ones.
 */
export function testDrop(cells: readonly Cell[], windows: Windows): Test {
  const compared = sameWeekdays(cells, windows);
  const exact = fisherLower(shareIn(compared, 0, windows), shareIn(compared, 1, windows));
  const other = pairedByPrompt(compared, windows) ?? byDay(compared, windows);
  if (other === null) return TOO_FEW;
  return {
    method: `Fisher's exact test and ${other.method}`,
    pValue: Math.max(exact, other.pValue),
  };
}

/** How many runs of a window name the watched brand or competitor, of how many. */
export function shareIn(cells: readonly Cell[], block: number, windows: Windows): Share {
  const within = { count: 0, total: 0 };
  for (const { daysAgo, runs, named } of cells) {
    if (blockOf(daysAgo, windows) !== block) continue;
    within.total += runs;
    within.count += named;
  }
  return within;
}

/** The same cells counting the runs that do not name the watched one: a rise of one share is a drop of the other. */
export function inverted(cells: readonly Cell[]): Cell[] {
  return cells.map((cell) => ({ ...cell, named: cell.runs - cell.named }));
}

/** If the data begins within the previous window, cuts the current window to the days with a counterpart there. */
function sameWeekdays(cells: readonly Cell[], windows: Windows): readonly Cell[] {
  const { windowDays, step } = windows;
  const first = cells.reduce((most, { daysAgo }) => Math.max(most, daysAgo), 0);
  if (first >= step + windowDays) return cells;
  return cells.filter(({ daysAgo }) => daysAgo > windowDays || daysAgo + step <= first);
}

/**
 * Paired t-test over prompts, of the change from the window before to the current one. Its variance is the largest of
 * three estimates: the variation of a single prompt, from all pairs of successive windows in the history without
 * movements shared by all prompts; the same from the current pair; and the shared variation of all prompts, from the
 * days of each week.
 * @returns null if there are too few prompts
 */
function pairedByPrompt(cells: readonly Cell[], windows: Windows): Test | null {
  const prompts = sharesOfPrompts(cells, windows);
  const current = changeAt(prompts, 0);
  const pairs = Math.floor((windows.historyDays - windows.windowDays) / windows.step);
  const all = Array.from({ length: pairs }, (_, block) => changeAt(prompts, block)).filter(
    ({ df }) => df > 0,
  );
  const dfs = sum(all.map(({ df }) => df));
  // Successive differences share a window, so three of them count as two independent ones.
  const df = Math.max(current.df, (dfs * 2) / 3);
  if (current.df < 1 || df < LEAST_PROMPTS - 1) return null;
  const pooled = sum(all.map((pair) => pair.df * pair.variance)) / dfs;
  const variance = Math.max(pooled, current.variance, varianceOfDays(cells, windows).variance);
  return {
    method: 'paired t-test over prompts',
    pValue: studentUpper(-current.mean / Math.sqrt(variance), df),
  };
}

/** For each prompt, its share in each window; a window without runs has no element. */
function sharesOfPrompts(cells: readonly Cell[], windows: Windows): Share[][] {
  const byPrompt = new Map<string, Share[]>();
  for (const { queryId, daysAgo, runs, named } of cells) {
    const block = blockOf(daysAgo, windows);
    if (block === null) continue;
    const shares = byPrompt.get(queryId) ?? [];
    const known = shares[block] ?? { count: 0, total: 0 };
    shares[block] = { count: known.count + named, total: known.total + runs };
    byPrompt.set(queryId, shares);
  }
  return [...byPrompt.values()];
}

/** The mean change of a prompt from the window before `block` to it, with the variance of that mean. */
function changeAt(
  prompts: readonly Share[][],
  block: number,
): { mean: number; variance: number; df: number } {
  const changes: { weight: number; change: number }[] = [];
  for (const { [block]: now, [block + 1]: before } of prompts) {
    if (!now?.total || !before?.total) continue;
    changes.push({
      weight: (now.total * before.total) / (now.total + before.total),
      change: now.count / now.total - before.count / before.total,
    });
  }
  const weights = sum(changes.map(({ weight }) => weight));
  const mean = sum(changes.map(({ weight, change }) => weight * change)) / weights;
  const squares = sum(changes.map(({ weight, change }) => (weight * (change - mean)) ** 2));
  const df = changes.length - 1;
  return { mean, df, variance: df < 1 ? 0 : (squares * (df + 1)) / df / weights ** 2 };
}

/** t-test over the days of both windows, for few prompts with many runs; null: too few runs. */
function byDay(cells: readonly Cell[], windows: Windows): Test | null {
  const inWindows = cells.filter(({ daysAgo }) => {
    const block = blockOf(daysAgo, windows);
    return block === 0 || block === 1;
  });
  const runs = sum(inWindows.map((cell) => cell.runs));
  if (runs < MANY_RUNS * inWindows.length) return null;
  const days = dailyShares(inWindows);
  const sideOf = (block: number) => {
    const own = [...days].filter(([daysAgo]) => blockOf(daysAgo, windows) === block).map(([, day]) => day);
    const total = sum(own.map((day) => day.total));
    const mean = sum(own.map((day) => day.count)) / total;
    // One success and one failure more, so that a share of 0 or 1 has a variance too.
    const smoothed = (mean * total + 1) / (total + 2);
    const ofDays = own.length < 2 ? 0 : meanOf(own.map((day) => day.count / day.total)).varianceOfMean;
    const variance = Math.max(ofDays, (smoothed * (1 - smoothed)) / total);
    return { mean, variance, df: own.length - 1 };
  };
  const [now, before] = [sideOf(0), sideOf(1)];
  const history = varianceOfDays(cells, windows);
  const df = Math.max(now.df + before.df, history.df);
  if (df < LEAST_DAYS) return { method: 'no other', pValue: 0 };
  const variance = Math.max(now.variance + before.variance, history.variance * history.inflation);
  return {
    method: 't-test over days',
    pValue: studentUpper((before.mean - now.mean) / Math.sqrt(variance), df / history.inflation),
  };
}

/**
 * The expected variance of the difference between two windows, estimated from the days before the current window by how
 * much each differs from the mean of its week.
 * @returns with the degrees of freedom, and the factor by which autocorrelated days inflate it
 */
function varianceOfDays(
  cells: readonly Cell[],
  windows: Windows,
): { variance: number; df: number; inflation: number } {
  const days = dailyShares(cells);
  const inBlock = (block: number) =>
    [...days.keys()].filter((daysAgo) => blockOf(daysAgo, windows) === block).length;
  const weeks = new Map<number, number[]>();
  const earlier = [...days].filter(([daysAgo]) => daysAgo > windows.windowDays);
  for (const [daysAgo, { count, total }] of earlier) {
    const week = Math.floor((daysAgo - windows.windowDays - 1) / 7);
    weeks.set(week, [...(weeks.get(week) ?? []), count / total]);
  }
  const several = [...weeks.values()].filter(({ length }) => length > 1);
  const df = sum(several.map(({ length }) => length - 1));
  if (df < LEAST_DAYS) return { variance: 0, df: 0, inflation: 1 };
  const squares = sum(
    several.map((rates) => meanOf(rates).varianceOfMean * rates.length * (rates.length - 1)),
  );
  return {
    variance: (squares / df) * (1 / inBlock(0) + 1 / inBlock(1)),
    df,
    inflation: inflationOf(new Map(earlier.map(([daysAgo, { count, total }]) => [daysAgo, count / total]))),
  };
}

/** The factor by which autocorrelation between successive days inflates the variance of a mean. */
function inflationOf(rates: ReadonlyMap<number, number>): number {
  const mean = sum([...rates.values()]) / rates.size;
  const squares = sum([...rates.values()].map((rate) => (rate - mean) ** 2));
  if (squares === 0) return 1;
  const products = [...rates].map(
    ([daysAgo, rate]) => (rate - mean) * ((rates.get(daysAgo + 1) ?? mean) - mean),
  );
  const lag = sum(products) / squares;
  // In short series the autocorrelation is estimated too low by about this much (Kendall 1954).
  const likeness = Math.min(0.95, lag + (1 + 3 * lag) / rates.size);
  return Math.max(1, (1 + likeness) / (1 - likeness));
}

/** All runs of each day, by daysAgo; days without runs are left out. */
function dailyShares(cells: readonly Cell[]): Map<number, Share> {
  const days = new Map<number, Share>();
  for (const { daysAgo, runs, named } of cells) {
    if (runs === 0) continue;
    const day = days.get(daysAgo) ?? { count: 0, total: 0 };
    days.set(daysAgo, { count: day.count + named, total: day.total + runs });
  }
  return days;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * The probability of a mean sentiment as low as the current window's if the true one is above the threshold: a t-test
 * over days, or over prompts if there are too few days. Autocorrelated days weigh less.
 * @param threshold 0 to 100
 */
export function testLow(cells: readonly SentimentCell[], windows: Windows, threshold: number): Test {
  const current = cells.filter(({ daysAgo, scored }) => scored > 0 && blockOf(daysAgo, windows) === 0);
  if (sum(current.map(({ scored }) => scored)) < LEAST_SCORED) return TOO_FEW;
  const mean = sum(current.map((cell) => cell.sum)) / sum(current.map(({ scored }) => scored));
  const days = [...meansBy(current, ({ daysAgo }) => daysAgo).values()];
  const isByDay = days.length >= LEAST_DAYS;
  const units = isByDay ? days : [...meansBy(current, ({ queryId }) => queryId).values()];
  if (units.length < LEAST_PROMPTS) return TOO_FEW;
  const history = cells.filter(({ scored }) => scored > 0);
  const inflation = isByDay ? inflationOf(meansBy(history, ({ daysAgo }) => daysAgo)) : 1;
  const { varianceOfMean } = meanOf(units);
  const pValue =
    varianceOfMean === 0
      ? Number(mean > threshold)
      : studentUpper(
          (threshold - mean) / Math.sqrt(varianceOfMean * inflation),
          (units.length - 1) / inflation,
        );
  return { method: `one-sample t-test over ${isByDay ? 'days' : 'prompts'}`, pValue };
}

/** The mean sentiment of a window, 0 to 100; null: no answer has one. */
export function meanSentiment(
  cells: readonly SentimentCell[],
  block: number,
  windows: Windows,
): number | null {
  const within = cells.filter(({ daysAgo }) => blockOf(daysAgo, windows) === block);
  const scored = sum(within.map((cell) => cell.scored));
  return scored === 0 ? null : sum(within.map((cell) => cell.sum)) / scored;
}

/** The mean sentiment of each group of cells. */
function meansBy<Key>(
  cells: readonly SentimentCell[],
  keyOf: (cell: SentimentCell) => Key,
): Map<Key, number> {
  const means = new Map<Key, number>();
  for (const [key, group] of Map.groupBy(cells, keyOf))
    means.set(key, sum(group.map((cell) => cell.sum)) / sum(group.map(({ scored }) => scored)));
  return means;
}
