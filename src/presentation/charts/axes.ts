import { scaleLinear } from 'd3-scale';
import { dayAfter } from '../../base/definitions.ts';
import { daysBetween } from '../../base/views/range.ts';
import type { Point, Range } from './lines.ts';

/** About so many lines across a chart. */
const TICKS = 5;
/** The axis begins at zero unless all values lie above this share of the highest: a cut makes changes look large. */
const CUT_FROM = 0.6;
/** Room for a day's name below the axis, px. */
const DAY_WIDTH = 96;
const MOST_DAYS = 6;

export interface ValueAxis {
  low: number;
  high: number;
  ticks: number[];
}

/** An axis that fits the values and their bounds. @param max the highest value there can be */
export function valueAxis(points: readonly Point[], max = Number.POSITIVE_INFINITY): ValueAxis {
  const values = points.flatMap(({ value, low, high }) => [value, low, high].filter((one) => one != null));
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0 || highest <= 0) return computeAxis(0, Math.min(max, 1), max);
  const isCut = lowest > CUT_FROM * highest;
  // Equal values have an axis too.
  const room = isCut ? Math.max(highest - lowest, highest / 20) / 4 : 0;
  return computeAxis(isCut ? lowest - room : 0, highest + room, max);
}

function computeAxis(from: number, to: number, max: number): ValueAxis {
  const [low = 0, high = 1] = scaleLinear().domain([from, to]).nice(TICKS).domain();
  const top = Math.min(high, max);
  return { low, high: top, ticks: scaleLinear().domain([low, top]).ticks(TICKS) };
}

/** Days that are written below the axis, evenly spread, the first and the last of the range among them. */
export function dayTicks({ start, end }: Range, width: number): string[] {
  const days = daysBetween(start, end);
  const most = Math.min(Math.max(1, Math.floor(width / DAY_WIDTH)), MOST_DAYS, days - 1);
  if (most < 1) return [start];
  // An even spread is preferred, so that the distances are whole days.
  const even = [most, most - 1, most - 2].find((count) => count > 1 && (days - 1) % count === 0);
  const count = even ?? most;
  return Array.from({ length: count + 1 }, (_, at) => dayAfter(start, Math.round((at / count) * (days - 1))));
}
