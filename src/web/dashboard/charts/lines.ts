import { dayAfter } from '../../../base/definitions.ts';

export interface Point {
  /** YYYY-MM-DD (UTC); of a week, its Monday. */
  day: string;
  /** Null where it is unknown. */
  value: number | null;
  low?: number | null;
  high?: number | null;
  /** How many runs are behind it. */
  n?: number;
}

/** How far a point is from the next one. */
export type Step = 'day' | 'week';

/** Where things are drawn, in pixels. */
export interface Scale {
  x: (day: string) => number;
  y: (value: number) => number;
}

const DAYS = { day: 1, week: 7 } as const;
/** Half the width of an interval that stands alone. */
const ALONE = 2;

/**
 * Known points that follow each other without a gap: a day (or week) that has no point, or an unknown one, ends a
 * stretch.
 */
function stretches(points: readonly Point[], step: Step, isKnown: (point: Point) => boolean): Point[][] {
  const found: Point[][] = [];
  for (const point of points) {
    if (!isKnown(point)) continue;
    const stretch = found.at(-1);
    const before = stretch?.at(-1);
    if (stretch && before && dayAfter(before.day, DAYS[step]) === point.day) stretch.push(point);
    else found.push([point]);
  }
  return found;
}

/** A line through each stretch of known values. */
export function linePath(points: readonly Point[], step: Step, { x, y }: Scale): string {
  return stretches(points, step, ({ value }) => value !== null)
    .map((stretch) => `M${stretch.map(({ day, value }) => `${at(x(day))} ${at(y(value ?? 0))}`).join('L')}`)
    .join('');
}

/** An area from the lower to the upper bounds of each stretch that has them. */
export function bandPath(points: readonly Point[], step: Step, { x, y }: Scale): string {
  return stretches(points, step, ({ low, high }) => low != null && high != null)
    .map((stretch) => {
      const upper = stretch.map(({ day, high }) => ({ left: x(day), top: y(high ?? 0) }));
      const lower = stretch.toReversed().map(({ day, low }) => ({ left: x(day), top: y(low ?? 0) }));
      const [top, bottom] =
        stretch.length === 1 ? [widened(upper), widened(lower).reverse()] : [upper, lower];
      const corners = [...top, ...bottom];
      return `M${corners.map(({ left, top }) => `${at(left)} ${at(top)}`).join('L')}Z`;
    })
    .join('');
}

/** Days of points that no line leads to or from: they are seen by their dots alone. */
export function lonelyDays(points: readonly Point[], step: Step): Set<string> {
  const alone = stretches(points, step, ({ value }) => value !== null).filter(({ length }) => length === 1);
  return new Set(alone.flat().map(({ day }) => day));
}

function widened(corners: readonly { left: number; top: number }[]) {
  return corners.flatMap(({ left, top }) => [
    { left: left - ALONE, top },
    { left: left + ALONE, top },
  ]);
}

const at = (pixels: number) => pixels.toFixed(1);
