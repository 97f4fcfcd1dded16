import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import {
  hasBounds,
  isKnown,
  lonely,
  onSteps,
  type Point,
  type Range,
  type Step,
  stepsOf,
  thin,
} from '../../../presentation/charts/lines.ts';

const ROOM = 4;

/**
 * A small chart of one series with its band, beside numbers that say the same: it has no axis and no words. The lowest
 * edge is zero, so that several beside each other are alike.
 */
export function Sparkline({
  points: given,
  range,
  step,
  width = 240,
  height = 56,
  max,
}: {
  points: readonly Point[];
  range: Range;
  step: Step;
  width?: number;
  height?: number;
  /** The value of the upper edge. */
  max: number;
}) {
  const points = onSteps(given, stepsOf(range, step));
  const across = scaleLinear()
    .domain([0, Math.max(1, points.length - 1)])
    .range([ROOM, width - ROOM]);
  const up = scaleLinear()
    .domain([0, max])
    .range([height - 1, ROOM])
    .clamp(true);
  const x = (_: Point, at: number) => across(at);
  const few = thin(points);
  const isJoined = (point: Point) => isKnown(point) && !few.has(point);
  const path = line<Point>()
    .defined(isJoined)
    .x(x)
    .y(({ value }) => up(value ?? 0))
    .digits(1);
  const band = area<Point>()
    .defined(hasBounds)
    .x(x)
    .y0(({ low }) => up(low ?? 0))
    .y1(({ high }) => up(high ?? 0))
    .digits(1);
  const last = points.findLast(isJoined);
  const dots = new Set([
    ...lonely(points, isJoined).filter((point) => !few.has(point)),
    ...(last ? [last] : []),
  ]);
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <line x1="0" x2={width} y1={height - 1} y2={height - 1} stroke="var(--line)" />
      <path d={band(points) ?? ''} fill="var(--series-1)" opacity="0.13" />
      <path
        d={path(points) ?? ''}
        fill="none"
        stroke="var(--series-1)"
        stroke-width="1.8"
        stroke-linejoin="round"
        vector-effect="non-scaling-stroke"
      />
      {[...dots].map((point) => (
        <line
          key={point.day}
          x1={across(points.indexOf(point))}
          x2={across(points.indexOf(point))}
          y1={up(point.value ?? 0)}
          y2={up(point.value ?? 0)}
          stroke="var(--series-1)"
          stroke-width="5"
          stroke-linecap="round"
          vector-effect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
