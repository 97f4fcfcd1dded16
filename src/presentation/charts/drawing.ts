import { formatDay, PERCENT } from '../numbers.ts';
import { type ValueAxis, valueAxis } from './axes.ts';
import type { Drawn } from './line-picture.ts';
import {
  isKnown,
  type Mark,
  onSteps,
  type Point,
  type Range,
  type Series,
  type Step,
  stepsOf,
  thin,
} from './lines.ts';
import { looksOf } from './look.ts';

type Write = (value: number | null) => string;

interface DrawingRequest {
  series: readonly Series[];
  range: Range;
  step: Step;
  marks: readonly Mark[];
  /** Names of the series that are not shown. */
  off: ReadonlySet<string>;
  write: Write;
  /** The highest value there can be. */
  max: number;
}

/** A chart over days: its lines, axis, marks and notes. */
export interface Drawing {
  steps: string[];
  /** All series in their order, those that are not shown too. */
  drawn: Drawn[];
  visible: Drawn[];
  axis: ValueAxis;
  marks: Mark[];
  /** Notes for its readers, as sentences without a full stop. */
  notes: string[];
}

export function drawingOf({ series, range, step, marks, off, write, max }: DrawingRequest): Drawing {
  const steps = stepsOf(range, step);
  const looks = looksOf(series);
  const drawn: Drawn[] = series.map(({ name, kind, points }, at) => ({
    name,
    isOwn: kind === 'own',
    look: looks[at]!,
    points: onSteps(points, steps),
  }));
  const visible = drawn.filter(({ name }) => !off.has(name));
  const axis = valueAxis(visible.flatMap(axisPoints), max);
  const there = marks.filter(({ day }) => day >= range.start && day <= range.end);
  const notes = [
    axis.low > 0 && `The axis begins at ${write(axis.low)}`,
    visible.some(({ isOwn }) => isOwn) && `The band is the range of 95${PERCENT} certainty`,
    there.some(({ isNote }) => !isNote) && '▼ Something changed under the numbers',
    there.some(({ isNote }) => isNote) && '◆ A note',
    visible.some(({ points }) => thin(points).size > 0) && 'Dots alone: fewer than five answers',
  ].filter((note) => note !== false);
  return { steps, drawn, visible, axis, marks: there, notes };
}

/**
 * The values that the axis must fit: points of very few answers would stretch it, and only one's own bounds are drawn.
 */
function axisPoints({ points, isOwn }: Drawn): Point[] {
  const few = thin(points);
  const shown = points.filter((point) => !few.has(point));
  return isOwn ? shown : shown.map(({ day, value }) => ({ day, value }));
}

/** A summary of the lines, for people who do not see them. */
export function summary(series: readonly Drawn[], write: Write): string {
  return series
    .map(({ name, points }) => {
      const few = thin(points);
      const known = points.filter((point) => isKnown(point) && !few.has(point));
      const [first, last] = [known[0], known.at(-1)];
      return first && last
        ? `${name} from ${write(first.value)} on ${formatDay(first.day)} to ${write(last.value)} on ${formatDay(last.day)}`
        : `${name} not known`;
    })
    .join('; ');
}
