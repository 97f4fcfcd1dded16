import {
  type CountedDay,
  type DaySums,
  productsAround,
  productsOf,
  promptSumsOf,
  type Squares,
  squaresAround,
} from './sums.ts';

/**
 * How much the days move a difference of two ranges. Something may move all prompts of a day together, and the next
 * days with it: a platform's update, the news. Then many prompts do not tell the lasting rate: only many days do.
 *
 * The likeness of days is measured by the products of each day's deviation with those of the three days before it, each
 * around the mean of its own stretch of at most 28 days. It is measured on the 56 days before the earlier range, and on
 * the ranges too where they have as many days. From it the variance of a range's mean follows as if days were alike by
 * 0.8 from one to the next (an autoregressive process of order 1): for less likeness the factor is nearly the same,
 * because the first three products are then smaller in the same proportion. A stretch's own mean takes a part of the
 * likeness away, which is given back.
 */
export interface DayEffect {
  /** The variance that the days' likeness adds to the difference. */
  variance: number;
  /** The variance of the difference by its days, if no day were like the next. */
  independent: number;
  /** All days that were compared with each other, those before the ranges included. */
  days: number;
  /** The number of days that would say as much if days did not move together. */
  effectiveDays: number;
  /** The degrees of freedom of `variance`. */
  freedom: number;
  /** The days whose likeness it is. */
  known: KnownDays;
  /** The variance of the difference, if a day's mean has a variance of 1 and no day is like the next. */
  ofOne: number;
}

/** Days that were compared with each other: their runs and namings. */
export interface KnownDays extends Pick<Squares, 'n' | 'y' | 'nn'> {
  days: number;
  /**
   * The least variance of a day's mean that these days speak for, but for what a day has in common with the day a week
   * before: a rhythm of weeks is no shock.
   */
  apart: number;
}

/** The days of the two ranges, and those before the earlier of them, in stretches. */
export interface Stretches {
  before: DaySums;
  after: DaySums;
  history: readonly DaySums[];
}

/** Likeness of a day to the next that the variance is computed for. */
const LIKENESS = 0.8;
/** Days before each that it is compared with. */
export const LAGS = 3;
/** The days before the earlier of two compared ranges whose movements count, in stretches of `STRETCH_DAYS`. */
export const HISTORY_DAYS = 56;
export const STRETCH_DAYS = 28;
/** Σ LIKENESS^l over the lags. */
const SEEN = LIKENESS + LIKENESS ** 2 + LIKENESS ** 3;
/** The least share of the products that a stretch's own mean leaves; short stretches would leave less. */
const LEAST_LEFT = 0.3;
/**
 * From so many earlier days on, if the ranges have fewer, they alone tell the likeness: a change within a range is no
 * movement of days.
 */
const LEAST_HISTORY = 28;
const ROUNDING = 1e-9;
/**
 * So many standard errors are taken from the variance of days, so that chance alone seldom widens bounds. With none, a
 * rise by 3 points where a day of each week differs by 2 logits was seen in 74 instead of 80 %.
 */
const STANDARD_ERRORS = 0.3;
/** Pooled days for each degree of freedom of a variance by days, because products of near days repeat each other. */
export const DAYS_OF_FREEDOM = 3;

export function dayEffect({ before, after, history }: Stretches): DayEffect {
  const all = pooled([...history, before, after]);
  const past = pooled(history);
  const isKnown = past.days >= LEAST_HISTORY && past.days > before.days + after.days;
  const known = isKnown ? past : all;
  const { products, left, ofDay } = known;
  const likeness = left > 0 ? Math.max(0, products / left) : 0;
  const size = ({ n, nn }: DaySums) => (n > 0 ? nn / n ** 2 : 0);
  const variance =
    likeness *
    ofDay *
    (likenessFactor(before.days) * size(before) + likenessFactor(after.days) * size(after));
  const ofOne = size(before) + size(after);
  const independent = all.ofDay * ofOne;
  const loss = independent > 0 ? independent / (independent + variance) : 1;
  const effectiveDays = all.days * loss;
  return {
    variance,
    independent,
    days: all.days,
    effectiveDays,
    freedom: Math.max(1, effectiveDays / DAYS_OF_FREEDOM),
    known,
    ofOne,
  };
}

/** The sums of stretches of at least two days. */
function pooled(stretches: readonly DaySums[]) {
  const all = { n: 0, y: 0, nn: 0, days: 0 };
  let [products, left, squares, weekly, sizes] = [0, 0, 0, 0, 0];
  for (const stretch of stretches) {
    const { days, n, y, nn, lags, weeks } = stretch;
    if (days < 2) continue;
    all.n += n;
    all.y += y;
    all.nn += nn;
    all.days += days;
    sizes += weeks?.nn ?? 0;
    const centre = y / n;
    const around = squaresAround(stretch, centre);
    // Days that are all alike differ by what rounding leaves.
    if (around <= ROUNDING * stretch.yy) continue;
    const own = (days / (days - 1)) * around;
    squares += own;
    products += productsAround(lags, centre, centre) + (LAGS * own) / days;
    if (weeks) weekly += productsAround(weeks, centre, centre);
    left += own * Math.max(LEAST_LEFT, 1 - (LAGS * likenessFactor(days)) / days);
  }
  // The variance of a day, for each squared run.
  const ofDay = all.nn > 0 ? squares / all.nn : 0;
  const ofWeek = sizes > 0 ? Math.max(0, weekly / sizes) : 0;
  const least = ofDay * (1 - STANDARD_ERRORS * Math.sqrt(2 / Math.max(2, all.days)));
  return { ...all, products, left, ofDay, apart: least - ofWeek };
}

/** The variance of the mean of as many days, divided by the part of it that the seen products are. */
function likenessFactor(days: number): number {
  const rest = LIKENESS / (1 - LIKENESS);
  const ends = (LIKENESS * (1 - LIKENESS ** days)) / (days * (1 - LIKENESS) ** 2);
  return days === 0 ? 0 : (1 + 2 * (rest - ends)) / SEEN;
}

/** The sums of a stretch's days with a run, in their order. */
export function daySumsOf(days: readonly CountedDay[]): DaySums {
  const { prompts, ...squares } = promptSumsOf(days);
  const pairs = days.flatMap((day, at) =>
    days.slice(Math.max(0, at - LAGS), at).map((prior) => [day, prior] as const),
  );
  const byDay = new Map(days.map((each) => [each.day, each]));
  const weeks = days.flatMap((day) => {
    const prior = byDay.get(day.day - 7);
    return prior ? [[day, prior] as const] : [];
  });
  return { days: prompts, ...squares, lags: productsOf(pairs), weeks: productsOf(weeks) };
}
