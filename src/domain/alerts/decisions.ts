import { fisherLower, meanOf, studentUpper } from '../../reports/statistics.ts';

/**
 * A change counts where chance alone makes one as large in fewer looks than this. A rule looks at each day once
 * (again only where its data is another); for 19 of 20 rules to raise no false alarm in 60 days, a look may fail
 * once in 60 / 0.05 = 1,200.
 *
 * Of 200 series without a change, looked at for 60 days at a threshold of 5 points, so many raised one at most,
 * windows of 1 to 14 days, with 8 weeks of history / with none: independent runs 3 / 2, prompts that differ 2 / 0,
 * prompts that keep their answer for ten days 5 / 4, few answers 1 / 0, a rhythm of the week of 20 points 1 / 0, days
 * that move all prompts together by 10 points 9 / 11. At 0.002 it was 13 for independent runs and 21 for such days.
 * Fisher's test alone raised one in 55 to 118 of those that keep their answers. What nothing tells from a change in
 * two weeks is one prompt, alone, whose level wanders for days: 34, and 4 once there is a history.
 */
export const LEVEL = 0.05 / 60;
/** Days of history that tell how much answers to one prompt vary by themselves. */
const HISTORY_DAYS = 56;
/** So many answers to one prompt a day say as much as answers to several prompts do. */
const MANY_RUNS = 5;
const LEAST_DAYS = 3;
const LEAST_PROMPTS = 3;
const LEAST_SCORED = 5;

/** What was measured of the answers to one prompt on one day (UTC). */
export interface Cell {
  queryId: string;
  /** 1: the last whole day. */
  daysAgo: number;
  /** Completed runs. */
  runs: number;
  /** Those that name who is watched. */
  named: number;
}

/** What was measured of the sentiment of the answers to one prompt on one day (UTC). */
export interface SentimentCell {
  queryId: string;
  daysAgo: number;
  /** Answers with a sentiment. */
  scored: number;
  /** Of their sentiments, 0 to 100. */
  sum: number;
}

interface Measured {
  count: number;
  total: number;
}

export interface Test {
  method: string;
  pValue: number;
}

const TOO_FEW: Test = { method: 'none: too few answers to tell', pValue: 1 };

/** Where the windows of a rule begin, in days before today: each is `windowDays` long. */
export interface Windows {
  windowDays: number;
  /** Days from one window to the one it is compared with. */
  step: number;
  /** How far back the days reach that are looked at. */
  historyDays: number;
}

/**
 * The current window is the last whole days: a part of a day would be compared with whole ones. The one before is
 * whole weeks earlier, so that both hold the same weekdays: a rhythm of the week is no change.
 */
export function windowsOf(windowDays: number): Windows {
  const step = 7 * Math.ceil(windowDays / 7);
  const blocks = Math.max(2, Math.floor(HISTORY_DAYS / step));
  return { windowDays, step, historyDays: (blocks - 1) * step + windowDays };
}

/** Which window a day is in: 0 the current one, 1 the one before, …; null: between two. */
function blockOf(daysAgo: number, { windowDays, step }: Windows): number | null {
  const offset = daysAgo - 1;
  return offset % step < windowDays ? Math.floor(offset / step) : null;
}

/**
 * How unlikely a share of answers as low as the current window's, or lower, is by chance; both windows hold answers.
 *
 * It must pass two tests, each of which sees what the other does not. Fisher's exact one takes runs for
 * independent, and is right about small counts. The other takes prompts for independent, not their runs: the
 * answers to one prompt stay alike for days, so that ten prompts a week are nearer to ten observations than to
 * seventy, and a prompt is compared with itself, so that new prompts are no change of the old ones.
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

/** The runs of a window. */
export function shareIn(cells: readonly Cell[], block: number, windows: Windows): Measured {
  const within = { count: 0, total: 0 };
  for (const { daysAgo, runs, named } of cells) {
    if (blockOf(daysAgo, windows) !== block) continue;
    within.total += runs;
    within.count += named;
  }
  return within;
}

/** The same cells with what is not named counted: a rise of the one is a drop of the other. */
export function inverted(cells: readonly Cell[]): Cell[] {
  return cells.map((cell) => ({ ...cell, named: cell.runs - cell.named }));
}

/** Where the history begins within the window before: of the current one the days that have a day to compare with. */
function sameWeekdays(cells: readonly Cell[], windows: Windows): readonly Cell[] {
  const { windowDays, step } = windows;
  const first = cells.reduce((most, { daysAgo }) => Math.max(most, daysAgo), 0);
  if (first >= step + windowDays) return cells;
  return cells.filter(({ daysAgo }) => daysAgo > windowDays || daysAgo + step <= first);
}

/**
 * Paired t-test over prompts. How much a prompt varies by itself is told by all pairs of successive windows in the
 * history, less what moved all prompts together, and by the current pair; how much all vary together, by the days
 * of each week. The largest counts.
 */
function pairedByPrompt(cells: readonly Cell[], windows: Windows): Test | null {
  const byPrompt = new Map<string, Measured[]>();
  for (const { queryId, daysAgo, runs, named } of cells) {
    const block = blockOf(daysAgo, windows);
    if (block === null) continue;
    const blocks = byPrompt.get(queryId) ?? [];
    const known = blocks[block] ?? { count: 0, total: 0 };
    blocks[block] = { count: known.count + named, total: known.total + runs };
    byPrompt.set(queryId, blocks);
  }
  const prompts = [...byPrompt.values()];
  const current = changeAt(prompts, 0);
  const pairs = Math.floor((windows.historyDays - windows.windowDays) / windows.step);
  const all = Array.from({ length: pairs }, (_, block) => changeAt(prompts, block)).filter(
    ({ df }) => df > 0,
  );
  const dfs = sum(all.map(({ df }) => df));
  // Successive differences share a window, so that three of them tell as much as two that do not.
  const df = Math.max(current.df, (dfs * 2) / 3);
  if (current.df < 1 || df < LEAST_PROMPTS - 1) return null;
  const pooled = sum(all.map((pair) => pair.df * pair.variance)) / dfs;
  const variance = Math.max(pooled, current.variance, varianceOfDays(cells, windows).variance);
  return {
    method: 'paired t-test over prompts',
    pValue: studentUpper(-current.mean / Math.sqrt(variance), df),
  };
}

/** The mean change of a prompt from the window before `block` to it, with the variance of that mean. */
function changeAt(
  prompts: readonly Measured[][],
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

/** t-test over the days of both windows, for few prompts that are run often. */
function byDay(cells: readonly Cell[], windows: Windows): Test | null {
  const inWindows = cells.filter(({ daysAgo }) => (blockOf(daysAgo, windows) ?? 2) < 2);
  const runs = sum(inWindows.map((cell) => cell.runs));
  if (runs < MANY_RUNS * inWindows.length) return null;
  const days = dailyShares(inWindows);
  const [now, before] = [0, 1].map((block) => {
    const some = [...days].filter(([daysAgo]) => blockOf(daysAgo, windows) === block).map(([, day]) => day);
    const all = sum(some.map(({ total }) => total));
    const mean = sum(some.map(({ count }) => count)) / all;
    const smoothed = (mean * all + 1) / (all + 2);
    const own = some.length < 2 ? 0 : meanOf(some.map(({ count, total }) => count / total)).varianceOfMean;
    return { mean, variance: Math.max(own, (smoothed * (1 - smoothed)) / all), df: some.length - 1 };
  }) as [Side, Side];
  const history = varianceOfDays(cells, windows);
  const df = Math.max(now.df + before.df, history.df);
  if (df < LEAST_DAYS) return { method: 'no other', pValue: 0 };
  const variance = Math.max(now.variance + before.variance, history.variance * history.inflation);
  return {
    method: 't-test over days',
    pValue: studentUpper((before.mean - now.mean) / Math.sqrt(variance), df / history.inflation),
  };
}

interface Side {
  mean: number;
  variance: number;
  df: number;
}

/**
 * The variance of a difference of two windows that the days before the current one let expect, from how each
 * differs from the mean of its week.
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

/** By what factor days that resemble the day before them inflate the variance of a mean. */
function inflationOf(rates: ReadonlyMap<number, number>): number {
  const mean = sum([...rates.values()]) / rates.size;
  const squares = sum([...rates.values()].map((rate) => (rate - mean) ** 2));
  if (squares === 0) return 1;
  const products = [...rates].map(
    ([daysAgo, rate]) => (rate - mean) * ((rates.get(daysAgo + 1) ?? mean) - mean),
  );
  const lag = sum(products) / squares;
  // In short series it comes out too low by about this much (Kendall 1954).
  const likeness = Math.min(0.95, lag + (1 + 3 * lag) / rates.size);
  return Math.max(1, (1 + likeness) / (1 - likeness));
}

function dailyShares(cells: readonly Cell[]): Map<number, Measured> {
  const days = new Map<number, Measured>();
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
 * How unlikely a mean sentiment as low as the current window's is where the true one is above the threshold: a
 * t-test over days, or over prompts where there are too few days. Days that resemble the day before them count less.
 */
export function testLow(cells: readonly SentimentCell[], windows: Windows, threshold: number): Test {
  const current = cells.filter(({ daysAgo, scored }) => scored > 0 && blockOf(daysAgo, windows) === 0);
  if (sum(current.map(({ scored }) => scored)) < LEAST_SCORED) return TOO_FEW;
  const mean = meanSentiment(cells, 0, windows) ?? threshold;
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

/** Mean sentiment of a window; null where no answer has one. */
export function meanSentiment(
  cells: readonly SentimentCell[],
  block: number,
  windows: Windows,
): number | null {
  const within = cells.filter(({ daysAgo }) => blockOf(daysAgo, windows) === block);
  const scored = sum(within.map((cell) => cell.scored));
  return scored === 0 ? null : sum(within.map((cell) => cell.sum)) / scored;
}

function meansBy<Key>(
  cells: readonly SentimentCell[],
  keyOf: (cell: SentimentCell) => Key,
): Map<Key, number> {
  const means = new Map<Key, number>();
  for (const [key, group] of Map.groupBy(cells, keyOf))
    means.set(key, sum(group.map((cell) => cell.sum)) / sum(group.map(({ scored }) => scored)));
  return means;
}
