import { type ComparedSums, changeByChance, changeOf, lackOf } from './changes.ts';
import { daySumsOf, HISTORY_DAYS, STRETCH_DAYS } from './day-effect.ts';
import type { ScoreScale } from './scales.ts';
import { type Counted, type CountedDay, productsOf, promptSumsOf } from './sums.ts';

/** The answers of a platform on a day. */
export interface PlatformDay {
  runs: number;
  /** How many of them name each name, always in the same order. */
  named: readonly number[];
}

/** A day from which on all names are named more, or less. */
export interface PlatformMove {
  /** Its index among the days. */
  at: number;
  /** The mean change of the names, in points. */
  points: number;
  /** How many names there are. */
  names: number;
}

/** A day and those after it are compared with the days before it, in whole weeks. */
const DAYS_AFTER = 7;
const DAYS_BEFORE = 28;
/** The days before a day that are looked at, and those from it on. */
const DAYS_OF_MOVE = { before: DAYS_BEFORE + HISTORY_DAYS, after: DAYS_AFTER } as const;
/** A large move shows on days near it too. */
const NEAR_DAYS = DAYS_BEFORE + DAYS_AFTER;
/** Days before a first and after a last day that must be known to find the moves between them. */
export const DAYS_BESIDE = {
  before: NEAR_DAYS + DAYS_OF_MOVE.before,
  after: NEAR_DAYS + DAYS_OF_MOVE.after,
} as const;
/** Fewer names do not tell that all of them moved. */
const LEAST_NAMES = 3;
/** A name counts if this part of the earlier answers names it at least, and leaves it out at least. */
const LEAST_BASELINE = 0.05;
/**
 * The level of the test of one day. In 365 simulated days without a move, 0.2 days are said to be one
 * (`npm run bench`).
 */
const LEVEL = 0.005;

/**
 * The days on which the names of a platform move together, by more than its own days explain. Each day's week is
 * compared with the four before it, by the days themselves as for a single prompt: their likeness is measured on 8 more
 * weeks. A single name may move for reasons of its own, so the others must have moved without it, whichever it is.
 * @param days one for each day, in their order; a day without runs too
 * @returns the likeliest of days near each other
 */
export function platformMoves(days: readonly PlatformDay[]): PlatformMove[] {
  const found: (PlatformMove & { byChance: number })[] = [];
  for (let at = DAYS_OF_MOVE.before; at + DAYS_OF_MOVE.after <= days.length; at += 1) {
    const move = moveAt(days, at);
    if (move !== null) found.push(move);
  }
  const isSame = (a: PlatformMove, b: PlatformMove) => {
    const isToOneSide = a.points > 0 === b.points > 0;
    return Math.abs(a.at - b.at) < (isToOneSide ? NEAR_DAYS : DAYS_AFTER);
  };
  const likeliest = found.filter(
    (move) => !found.some((other) => other.byChance < move.byChance && isSame(move, other)),
  );
  return likeliest.map(({ at, points, names }) => ({ at, points, names }));
}

function moveAt(days: readonly PlatformDay[], at: number): (PlatformMove & { byChance: number }) | null {
  const before = days.slice(at - DAYS_BEFORE, at);
  const runs = sum(before.map((day) => day.runs));
  const isNamed = (_: number, name: number) => {
    const share = sum(before.map(({ named }) => named[name] as number)) / runs;
    return share >= LEAST_BASELINE && share <= 1 - LEAST_BASELINE;
  };
  const all = [...(days[0]?.named.keys() ?? [])].filter(isNamed);
  if (all.length < LEAST_NAMES) return null;
  const together = testChange(days, at, all);
  if (together === null || together.byChance > LEVEL) return null;
  const without = all.map((name) =>
    testChange(
      days,
      at,
      all.filter((each) => each !== name),
    ),
  );
  const isMove = without.every(
    (test) => test && test.byChance <= LEVEL && test.points > 0 === together.points > 0,
  );
  return isMove ? { at, names: all.length, ...together } : null;
}

/** How far these names moved together on a day, and how probable that is by chance. */
function testChange(days: readonly PlatformDay[], at: number, names: readonly number[]) {
  const counted = (first: number, last: number) =>
    days.slice(Math.max(0, first), Math.max(0, last)).flatMap(({ runs, named }, day) => {
      return runs === 0 ? [] : [{ day, n: runs, y: sum(names.map((name) => named[name] as number)) }];
    });
  const [before, after] = [counted(at - DAYS_BEFORE, at), counted(at, at + DAYS_AFTER)];
  const first = at - DAYS_BEFORE;
  const history = [2, 1].map((part) =>
    counted(first - part * STRETCH_DAYS, first - (part - 1) * STRETCH_DAYS),
  );
  const sums = comparedSums(before, after, history);
  const share = (sums.before.y + sums.after.y) / names.length / (sums.before.n + sums.after.n);
  const scale: ScoreScale = {
    least: 0,
    most: names.length,
    unit: names.length / 100,
    deviation: Math.sqrt(names.length * share * (1 - share)),
  };
  const { points } = changeOf(sums, scale);
  if (points === null || lackOf(sums)) return null;
  return { points, byChance: changeByChance(sums, scale) };
}

/** All answers of the platform count as those of one prompt. */
function comparedSums(
  before: readonly CountedDay[],
  after: readonly CountedDay[],
  history: readonly (readonly CountedDay[])[],
): ComparedSums {
  const all = (days: readonly Counted[]): Counted => ({
    n: sum(days.map(({ n }) => n)),
    y: sum(days.map(({ y }) => y)),
  });
  const [one, two] = [all(before), all(after)];
  return {
    before: promptSumsOf([one]),
    after: promptSumsOf([two]),
    shared: productsOf([[one, two]]),
    sharedPrompts: 1,
    stretches: {
      before: daySumsOf(before),
      after: daySumsOf(after),
      history: history.map(daySumsOf),
    },
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
