import { dayAfter, weekOf } from '../../base/definitions.ts';
import { daysBetween } from '../../base/views/range.ts';

export interface Point {
  /** The day it is drawn at: YYYY-MM-DD (UTC); of a week, its Monday. */
  day: string;
  /** The day it is of, where it is drawn at another, such as that of the period before. */
  from?: string;
  /** Null where it is unknown. */
  value: number | null;
  low?: number | null;
  high?: number | null;
  /** How many answers are behind it. */
  n?: number;
}

export interface Series {
  name: string;
  /**
   * `own` has the band of its bounds and the strongest line; `before` is the same in the period before, drawn on the
   * days of this one and dotted.
   */
  kind?: 'own' | 'other' | 'before';
  /** In the order of their days. */
  points: readonly Point[];
  /** Hidden until a person turns it on in the legend. */
  isOff?: boolean;
}

/** Something that happened under the numbers on a day, or what a person noted of it. */
export interface Mark {
  day: string;
  text: string;
  isNote?: boolean;
}

/** Both ends are included. */
export interface Range {
  start: string;
  end: string;
}

/** How far a point is from the next one. */
export type Step = 'day' | 'week';

const DAYS = { day: 1, week: 7 } as const;
/** Longer ranges are drawn by week: single days would be a hedge. Then there are 13 points at least. */
const MOST_DAYS = 92;

export function stepOf({ start, end }: Range): Step {
  return daysBetween(start, end) > MOST_DAYS ? 'week' : 'day';
}

/** The days, or the Mondays of the weeks, of a range. The first week may begin before it. */
export function stepsOf({ start, end }: Range, step: Step): string[] {
  const first = step === 'week' ? weekOf(start) : start;
  const count = Math.ceil(daysBetween(first, end) / DAYS[step]);
  return Array.from({ length: count }, (_, at) => dayAfter(first, at * DAYS[step]));
}

/** The days of a step that lie in the range. */
export function daysOfStep(day: string, step: Step, { start, end }: Range): Range {
  const last = dayAfter(day, DAYS[step] - 1);
  return { start: day < start ? start : day, end: last > end ? end : last };
}

/** The step that a day lies in. */
export function stepAt(day: string, step: Step): string {
  return step === 'week' ? weekOf(day) : day;
}

/** A point for each step: what has none is unknown, so that a line ends there. */
export function onSteps(points: readonly Point[], steps: readonly string[]): Point[] {
  const there = new Map(points.map((point) => [point.day, point]));
  return steps.map((day) => there.get(day) ?? { day, value: null });
}

/** Fewer answers than this have no bounds in the reports. */
const FEW = 5;

/**
 * Points of very few answers among others of more, such as those of a day that has just begun. They are shown, but no
 * line leads to them: it would jump to 0 or 100.
 */
export function thin(points: readonly Point[]): Set<Point> {
  const isFew = ({ n }: Point) => n !== undefined && n < FEW;
  const known = points.filter(isKnown);
  const few = known.filter(isFew);
  return new Set(2 * few.length < known.length ? few : []);
}

export const isKnown = ({ value }: Point): boolean => value !== null;
export const hasBounds = ({ low, high }: Point): boolean => low != null && high != null;

/** Points that no line leads to or from: they are seen by their dots alone. */
export function lonely(points: readonly Point[], isJoined: (point: Point) => boolean = isKnown): Point[] {
  const isThere = (at: number) => points[at] !== undefined && isJoined(points[at]);
  return points.filter(
    (point, at) => isKnown(point) && (!isJoined(point) || (!isThere(at - 1) && !isThere(at + 1))),
  );
}

/** The step that a key leads to; null for other keys. @param at the step that is pointed at */
export function nextStep(key: string, at: number | null, last: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, (at ?? last + 1) - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, (at ?? -1) + 1);
  return null;
}
