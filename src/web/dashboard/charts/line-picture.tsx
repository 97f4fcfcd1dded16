import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { today } from '../../../base/definitions.ts';
import { daysBetween } from '../../../base/views/range.ts';
import { formatDay, formatPercent, formatShortDay } from '../components/numbers.ts';
import { dayTicks, type ValueAxis } from './axes.ts';
import { hasBounds, isKnown, lonely, type Mark, type Point, type Range, thin } from './lines.ts';
import { type Look, shapeOf } from './look.ts';

/** A series with a point for each step. */
export interface Drawn {
  name: string;
  isOwn: boolean;
  look: Look;
  points: readonly Point[];
}

interface Props {
  width: number;
  height: number;
  range: Range;
  axis: ValueAxis;
  write?: (value: number) => string;
  series: readonly Drawn[];
  marks: readonly Mark[];
  /** The step that is pointed at. */
  shown: string | null;
}

const TOP = 14;
const BOTTOM = 26;
const RIGHT = 14;
/** Width of a digit on the axis, px. */
const DIGIT = 7.2;

/** The places of days and values in a picture, in pixels. */
export function placesOf({
  width,
  height,
  range,
  axis,
  write = formatPercent,
}: Omit<Props, 'series' | 'marks' | 'shown'>) {
  const ticks = axis.ticks.map((value) => ({ value, text: tickText(value, axis, write) }));
  const left = 10 + DIGIT * Math.max(...ticks.map(({ text }) => text.length));
  const days = scaleLinear()
    .domain([0, Math.max(1, daysBetween(range.start, range.end) - 1)])
    .range([left, width - RIGHT])
    .clamp(true);
  const values = scaleLinear()
    .domain([axis.low, axis.high])
    .range([height - BOTTOM, TOP])
    .clamp(true);
  return {
    ticks,
    left,
    right: width - RIGHT,
    top: TOP,
    bottom: height - BOTTOM,
    x: (day: string) => days(daysBetween(range.start, day) - 1),
    y: (value: number) => values(value),
    /** The day at a distance from the left, counted from the first one. */
    dayAt: (x: number) => Math.round(days.invert(x)),
  };
}

type Places = ReturnType<typeof placesOf>;

/** Series over days as a drawing alone: it measures nothing, so it can also be drawn for a document. */
export function LinePicture(props: Props) {
  const { height, range, axis, series, marks, shown } = props;
  const places = placesOf(props);
  const { ticks, left, right, top, bottom, x, y } = places;
  const written = dayName(range);
  return (
    <>
      {ticks.map(({ value, text }) => (
        <g key={value}>
          <line
            x1={left}
            x2={right}
            y1={y(value)}
            y2={y(value)}
            stroke={value === 0 ? 'var(--line-strong)' : 'var(--line)'}
          />
          <text x={left - 8} y={y(value) + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {axis.low > 0 && <AxisBreak left={left} bottom={bottom} />}
      {dayTicks(range, right - left).map((day, at, all) => (
        <text
          key={day}
          x={x(day)}
          y={height - 6}
          text-anchor={at === 0 ? 'start' : at === all.length - 1 ? 'end' : 'middle'}
        >
          {written(day)}
        </text>
      ))}
      {[...Map.groupBy(marks, ({ day }) => day)].map(([day, own]) => (
        <g key={day} class="mark">
          <line
            x1={x(day)}
            x2={x(day)}
            y1={top}
            y2={bottom}
            stroke="var(--line-strong)"
            stroke-dasharray="3 3"
          />
          {own.some(({ isNote }) => !isNote) && (
            <path d={`M${x(day) - 5} ${top - 9}h10l-5 8z`} fill="var(--line-strong)" />
          )}
          {/* Above the triangle, where a day has both. */}
          {own.some(({ isNote }) => isNote) && (
            <path
              d={`M${x(day)} ${top - (own.every(({ isNote }) => isNote) ? 10 : 19)}l5 5l-5 5l-5 -5z`}
              fill="var(--accent)"
            />
          )}
        </g>
      ))}
      {shown !== null && (
        <line x1={x(shown)} x2={x(shown)} y1={top} y2={bottom} stroke="var(--line-strong)" />
      )}
      {/* One's own line lies above the others. */}
      {series.toReversed().map((one, at) => (
        <Line key={series.length - at} of={one} axis={axis} places={places} shown={shown} />
      ))}
    </>
  );
}

/** The axis does not begin at zero, and shows so. */
function AxisBreak({ left, bottom }: { left: number; bottom: number }) {
  return (
    <path
      class="axis-break"
      d={`M${left} ${bottom - 14}v3l-4 2l8 3l-4 2v4`}
      fill="none"
      stroke="var(--muted)"
      stroke-width="1.4"
    />
  );
}

function Line({
  of: { points, look, isOwn },
  axis,
  places: { x, y },
  shown,
}: {
  of: Drawn;
  axis: ValueAxis;
  places: Places;
  shown: string | null;
}) {
  const few = thin(points);
  // The axis does not fit those of few answers.
  const isInside = ({ value }: Point) => value !== null && value >= axis.low && value <= axis.high;
  const isJoined = (point: Point) => isKnown(point) && !few.has(point);
  const path = line<Point>()
    .defined(isJoined)
    .x(({ day }) => x(day))
    .y(({ value }) => y(value ?? 0))
    .digits(1);
  const alone = lonely(points, isJoined).filter(isInside);
  const last = points.findLast(isJoined);
  const dots = new Set([...alone, ...points.filter((point) => point.day === shown && isInside(point))]);
  if (last) dots.add(last);
  return (
    <g data-own={isOwn} style={{ color: look.color }}>
      {isOwn && <Band points={points} alone={alone} x={x} y={y} />}
      <path
        class="line"
        d={path(points) ?? ''}
        fill="none"
        stroke="currentColor"
        stroke-width={look.width}
        stroke-dasharray={look.dashes}
        stroke-linejoin="round"
        stroke-linecap="round"
      />
      {[...dots].map((point) => (
        <path
          key={point.day}
          class="dot"
          d={shapeOf(look, point.day === shown ? 64 : 38)}
          transform={`translate(${x(point.day).toFixed(1)} ${y(point.value ?? 0).toFixed(1)})`}
          fill={few.has(point) ? 'var(--card)' : 'currentColor'}
          stroke={few.has(point) ? 'currentColor' : 'var(--card)'}
          stroke-width="1.5"
        />
      ))}
    </g>
  );
}

/** From the lower to the upper bounds; a line where a point stands alone. */
function Band({
  points,
  alone,
  x,
  y,
}: Pick<Places, 'x' | 'y'> & { points: readonly Point[]; alone: readonly Point[] }) {
  const path = area<Point>()
    .defined(hasBounds)
    .x(({ day }) => x(day))
    .y0(({ low }) => y(low ?? 0))
    .y1(({ high }) => y(high ?? 0))
    .digits(1);
  return (
    <g class="band" opacity="0.13">
      <path d={path(points) ?? ''} fill="currentColor" />
      {alone.filter(hasBounds).map(({ day, low, high }) => (
        <line
          key={day}
          x1={x(day)}
          x2={x(day)}
          y1={y(low ?? 0)}
          y2={y(high ?? 0)}
          stroke="currentColor"
          stroke-width="4"
        />
      ))}
    </g>
  );
}

/** The name of a day on the axis of a range: with its year unless all of it lies in this one. */
function dayName({ start, end }: Range): (day: string) => string {
  const year = today().slice(0, 4);
  return start.startsWith(year) && end.startsWith(year) ? formatShortDay : formatDay;
}

/** A value of the axis. Where all are whole, none has decimals. */
function tickText(value: number, { ticks }: ValueAxis, write: (value: number) => string): string {
  return ticks.every(Number.isInteger) ? write(value).replace(/\.0(?!\d)/, '') : write(value);
}
