import {
  type Change,
  type ComparedSums,
  changeOf,
  decreaseByChance,
  detectableChange,
  lackOf,
  lowByChance,
} from '../../reports/uncertainty/changes.ts';
import { daySumsOf, HISTORY_DAYS, STRETCH_DAYS } from '../../reports/uncertainty/day-effect.ts';
import { SENTIMENT_SCALE } from '../../reports/uncertainty/scales.ts';
import {
  type Counted,
  type CountedDay,
  type DaySums,
  productsOf,
  promptSumsOf,
} from '../../reports/uncertainty/sums.ts';

/**
 * The significance level of one test. A rule tests each day once, and again only if its data changed. For 19 of 20
 * rules to raise no false alarm in 60 days, a test may raise one with a probability of 0.05 / 60, once in 1,200.
 */
export const LEVEL = 0.05 / 60;
/** The fewest answers with a sentiment that a test needs. */
const LEAST_SCORED = 5;

/** The answers to one prompt on one day (UTC), counted. */
export interface Cell {
  /** Its text. */
  prompt: string;
  /** 1: the last whole day. */
  daysAgo: number;
  /** Completed runs. */
  runs: number;
  /** Completed runs whose answer names the watched brand or competitor. */
  named: number;
}

/** The sentiments of the answers to one prompt on one day (UTC), counted and added up. */
export interface SentimentCell {
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
  /** The name of the test, for people. */
  method: string;
  pValue: number;
}

const TOO_FEW: Test = { method: 'none: too few answers to tell', pValue: 1 };

/** The windows of days that a rule compares. */
export interface Windows {
  /** The length of each. */
  windowDays: number;
  /** Days from the beginning of the earlier window to that of the current one. */
  step: number;
  /** How many days before today the days begin that tell how much days differ without a change. */
  historyDays: number;
}

/**
 * The windows of a rule. The current one ends with the last whole day, because a partial day is not comparable. The
 * window before lies whole weeks earlier, on the same weekdays, so that a weekly rhythm is no change.
 */
export function windowsOf(windowDays: number): Windows {
  const step = 7 * Math.ceil(windowDays / 7);
  return { windowDays, step, historyDays: step + windowDays + HISTORY_DAYS };
}

/** Whether a day is in a window: 0 the current one, 1 the one before. */
function isIn(window: 0 | 1, daysAgo: number, { windowDays, step }: Windows): boolean {
  const first = 1 + window * step;
  return daysAgo >= first && daysAgo < first + windowDays;
}

/** What a report's change compares, from the cells of both windows and of the days before them. */
export function comparedOf(cells: readonly Cell[], windows: Windows): ComparedSums {
  const { windowDays, step } = windows;
  const [after, before] = ([0, 1] as const).map((window) =>
    cells.filter(({ daysAgo }) => isIn(window, daysAgo, windows)),
  ) as [Cell[], Cell[]];
  const [now, then] = [promptsOf(after), promptsOf(before)];
  const shared = [...then.keys()].filter((prompt) => now.has(prompt));
  const pairs = shared.map((prompt) => [then.get(prompt), now.get(prompt)] as [Counted, Counted]);
  const isSame = shared.length === now.size && shared.length === then.size;
  return {
    before: promptSumsOf(isSame ? [...then.values()] : pairs.map(([one]) => one)),
    after: promptSumsOf(isSame ? [...now.values()] : pairs.map(([, two]) => two)),
    shared: productsOf(pairs),
    sharedPrompts: shared.length,
    stretches: {
      before: daySumsOf(daysOf(before)),
      after: daySumsOf(daysOf(after)),
      history: historyOf(cells, step + windowDays),
    },
  };
}

/** How likely a share as low as the current window's, or lower, is by chance, as reports judge a change. */
export function testDrop(compared: ComparedSums): Test {
  if (lackOf(compared)) return TOO_FEW;
  return { method: 't-test over prompts and days', pValue: decreaseByChance(compared, null) };
}

/** The change that a report shows of the two windows. */
export function changeBetween(compared: ComparedSums): Change {
  return changeOf(compared, null);
}

/**
 * The smallest change that is detected, in points, rounded up to tenths; null with too few answers to tell.
 * @param tests of which each is a chance of a false alarm (Bonferroni)
 */
export function detectable(compared: ComparedSums, tests: number): number | null {
  const change = detectableChange(compared, null, LEVEL / tests);
  return change === null ? null : Math.min(100, Math.ceil(1_000 * change) / 10);
}

/** How many runs of a window name the watched brand or competitor, of how many. */
export function shareIn(cells: readonly Omit<Cell, 'prompt'>[], window: 0 | 1, windows: Windows): Share {
  const within = { count: 0, total: 0 };
  for (const { daysAgo, runs, named } of cells) {
    if (!isIn(window, daysAgo, windows)) continue;
    within.total += runs;
    within.count += named;
  }
  return within;
}

/** The same cells counting the runs that do not name the watched one: a rise of one share is a drop of the other. */
export function inverted(cells: readonly Cell[]): Cell[] {
  return cells.map((cell) => ({ ...cell, named: cell.runs - cell.named }));
}

/**
 * The probability of a mean sentiment as low as the current window's if the true one is above the threshold.
 * @param threshold 0 to 100
 */
export function testLow(cells: readonly SentimentCell[], windows: Windows, threshold: number): Test {
  const { unit } = SENTIMENT_SCALE;
  const scores = cells
    .filter(({ scored }) => scored > 0)
    .map(({ daysAgo, scored, sum }) => ({ daysAgo, runs: scored, named: unit * sum }));
  const current = daySumsOf(daysOf(scores.filter(({ daysAgo }) => isIn(0, daysAgo, windows))));
  if (current.n < LEAST_SCORED) return TOO_FEW;
  const history = historyOf(scores, windows.windowDays);
  const pValue = lowByChance({ current, history }, SENTIMENT_SCALE, unit * threshold);
  return pValue === null ? TOO_FEW : { method: 't-test over days', pValue };
}

/** The mean sentiment of a window, 0 to 100; null: no answer has one. */
export function meanSentiment(
  cells: readonly SentimentCell[],
  window: 0 | 1,
  windows: Windows,
): number | null {
  const within = cells.filter(({ daysAgo }) => isIn(window, daysAgo, windows));
  const scored = sum(within.map((cell) => cell.scored));
  return scored === 0 ? null : sum(within.map((cell) => cell.sum)) / scored;
}

type DayCell = Omit<Cell, 'prompt'>;

function promptsOf(cells: readonly Cell[]): Map<string, Counted> {
  return countedBy(cells, ({ prompt }) => prompt);
}

/** The days with a run, in their order. */
function daysOf(cells: readonly DayCell[]): CountedDay[] {
  const days = countedBy(cells, ({ daysAgo }) => -daysAgo);
  return [...days].sort(([a], [b]) => a - b).map(([day, counted]) => ({ day, ...counted }));
}

function countedBy<Key, C extends DayCell>(cells: readonly C[], keyOf: (cell: C) => Key): Map<Key, Counted> {
  const groups = new Map<Key, Counted>();
  for (const cell of cells) {
    if (cell.runs === 0) continue;
    const { n, y } = groups.get(keyOf(cell)) ?? { n: 0, y: 0 };
    groups.set(keyOf(cell), { n: n + cell.runs, y: y + cell.named });
  }
  return groups;
}

/** The days that lie more than `last` days back, in stretches. */
function historyOf(cells: readonly DayCell[], last: number): DaySums[] {
  const past = cells.filter(({ daysAgo }) => daysAgo > last && daysAgo <= last + HISTORY_DAYS);
  const stretches = Map.groupBy(past, ({ daysAgo }) => Math.floor((daysAgo - last - 1) / STRETCH_DAYS));
  return [...stretches].sort(([a], [b]) => a - b).map(([, stretch]) => daySumsOf(daysOf(stretch)));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
