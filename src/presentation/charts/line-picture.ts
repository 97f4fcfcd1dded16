import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { today } from '../../base/definitions.ts';
import { daysBetween } from '../../base/views/range.ts';
import { type Element, element } from '../element.ts';
import { formatDay, formatPercent, formatShortDay } from '../numbers.ts';
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
  /** The day it is looked at: days of other years have their year. */
  day?: string;
}

const TOP = 14;
const BOTTOM = 26;
const RIGHT = 14;
/** Width of a digit on the axis, px. */
const DIGIT = 7.2;

/** The positions of days and values in a picture, in pixels. */
export function layoutOf({
  width,
  height,
  range,
  axis,
  write = formatPercent,
}: Omit<Props, 'series' | 'marks' | 'shown' | 'day'>) {
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

type Layout = ReturnType<typeof layoutOf>;

/**
 * Series over days as a drawing alone: it measures nothing, so that a document has the same.
 */
export function linePicture(props: Props): Element[] {
  const { axis, series, marks, shown } = props;
  const layout = layoutOf(props);
  const { left, bottom, x } = layout;
  return [
    ...valueLines(layout),
    ...(axis.low > 0 ? [axisBreak(left, bottom)] : []),
    ...dayNames(props, layout),
    ...[...Map.groupBy(marks, ({ day }) => day)].map(([day, own]) => drawMark(x(day), own, layout)),
    ...(shown === null ? [] : [upright(x(shown), layout)]),
    // One's own line lies above the others.
    ...series.toReversed().map((one) => drawSeries(one, { axis, layout, shown })),
  ];
}

/** A triangle for what changed, and a diamond for a note: above the triangle, where a day has both. */
function drawMark(at: number, marks: readonly Mark[], layout: Layout): Element {
  const { top } = layout;
  const isChange = marks.some(({ isNote }) => !isNote);
  const position = rounded(at);
  return element(
    'g',
    { class: 'mark' },
    upright(at, layout, '3 3'),
    isChange && element('path', { d: `M${rounded(at - 5)} ${top - 9}h10l-5 8z`, fill: 'var(--line-strong)' }),
    marks.some(({ isNote }) => isNote) &&
      element('path', {
        d: `M${position} ${top - (isChange ? 19 : 10)}l5 5l-5 5l-5 -5z`,
        fill: 'var(--accent)',
      }),
  );
}

const rounded = (position: number) => Number(position.toFixed(1));

function upright(at: number, { top, bottom }: Layout, dashes?: string): Element {
  const position = rounded(at);
  return element('line', {
    x1: position,
    x2: position,
    y1: top,
    y2: bottom,
    stroke: 'var(--line-strong)',
    'stroke-dasharray': dashes,
  });
}

function valueLines({ ticks, left, right, y }: Layout) {
  return ticks.map(({ value, text }) => {
    const stroke = value === 0 ? 'var(--line-strong)' : 'var(--line)';
    const at = rounded(y(value));
    return element(
      'g',
      {},
      element('line', { x1: left, x2: right, y1: at, y2: at, stroke }),
      element('text', { x: left - 8, y: at + 4, 'text-anchor': 'end' }, text),
    );
  });
}

function dayNames({ height, range, day: now = today() }: Props, { left, right, x }: Layout) {
  const written = dayName(range, now);
  return dayTicks(range, right - left).map((day, at, all) => {
    const anchor = at === 0 ? 'start' : at === all.length - 1 ? 'end' : 'middle';
    return element('text', { x: rounded(x(day)), y: height - 6, 'text-anchor': anchor }, written(day));
  });
}

/** The axis does not begin at zero, and shows so. */
function axisBreak(left: number, bottom: number) {
  return element('path', {
    class: 'axis-break',
    d: `M${left} ${bottom - 14}v3l-4 2l8 3l-4 2v4`,
    fill: 'none',
    stroke: 'var(--muted)',
    'stroke-width': '1.4',
  });
}

type Frame = Pick<Props, 'axis' | 'shown'> & { layout: Layout };

function drawSeries({ points, look, isOwn }: Drawn, { axis, layout: { x, y }, shown }: Frame) {
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
  return element(
    'g',
    { 'data-own': String(isOwn), style: `color:${look.color}` },
    isOwn && band(points, alone, { x, y }),
    element('path', {
      class: 'line',
      d: path(points) ?? '',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': look.width,
      'stroke-dasharray': look.dashes,
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
    }),
    [...dots].map((point) =>
      element('path', {
        class: 'dot',
        d: shapeOf(look, point.day === shown ? 64 : 38),
        transform: `translate(${x(point.day).toFixed(1)} ${y(point.value ?? 0).toFixed(1)})`,
        fill: few.has(point) ? 'var(--card)' : 'currentColor',
        stroke: few.has(point) ? 'currentColor' : 'var(--card)',
        'stroke-width': '1.5',
      }),
    ),
  );
}

/** From the lower to the upper bounds; a line where a point stands alone. */
function band(points: readonly Point[], alone: readonly Point[], { x, y }: Pick<Layout, 'x' | 'y'>) {
  const path = area<Point>()
    .defined(hasBounds)
    .x(({ day }) => x(day))
    .y0(({ low }) => y(low ?? 0))
    .y1(({ high }) => y(high ?? 0))
    .digits(1);
  return element(
    'g',
    { class: 'band', opacity: '0.13' },
    element('path', { d: path(points) ?? '', fill: 'currentColor' }),
    alone.filter(hasBounds).map(({ day, low, high }) =>
      element('line', {
        key: day,
        x1: rounded(x(day)),
        x2: rounded(x(day)),
        y1: rounded(y(low ?? 0)),
        y2: rounded(y(high ?? 0)),
        stroke: 'currentColor',
        'stroke-width': '4',
      }),
    ),
  );
}

/** The name of a day on the axis of a range: with its year unless all of it lies in that of `now`. */
function dayName({ start, end }: Range, now: string): (day: string) => string {
  const year = now.slice(0, 4);
  return start.startsWith(year) && end.startsWith(year) ? formatShortDay : formatDay;
}

/** A value of the axis. Where all are whole, none has decimals. */
function tickText(value: number, { ticks }: ValueAxis, write: (value: number) => string): string {
  return ticks.every(Number.isInteger) ? write(value).replace(/\.0(?!\d)/, '') : write(value);
}
