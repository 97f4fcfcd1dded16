import { useEffect, useRef, useState } from 'preact/hooks';
import { dayAfter, today } from '../../../base/definitions.ts';
import { CsvButton } from '../components/csv.tsx';
import { format, formatDay, formatShortDay } from '../components/numbers.tsx';
import { type Column, Table } from '../components/table.tsx';
import { daysBetween } from '../state/days.ts';
import { bandPath, linePath, lonelyDays, type Point, type Scale, type Step } from './lines.ts';

export interface Series {
  name: string;
  /** In the order of their days. */
  points: readonly Point[];
}

/** Something that happened under the numbers on a day. */
export interface Mark {
  day: string;
  text: string;
}

interface Props {
  /** What is drawn, such as "Visibility by day". */
  title: string;
  series: readonly Series[];
  /** The days below the chart, whether or not something is known of them. */
  range: { start: string; end: string };
  step: Step;
  marks?: readonly Mark[];
  unit?: string;
  /** The highest value of the scale; without it, the highest that is drawn. */
  max?: number;
  /** Name of the CSV file without its ending. */
  csv: string;
  height?: number;
}

interface LineProps {
  of: Series;
  index: number;
  step: Step;
  scale: Scale;
  /** The day that is pointed at. */
  shown: string | null;
}

const LEFT = 40;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 26;
/** With more points in a series, dots would hide its line. */
const MOST_DOTS = 35;
/** Dashes tell series apart without colour. */
const DASHES = ['', '7 4', '2 3', '10 3 2 3', '4 4', '1 4', '12 4', '6 2 2 2'];

/** Series over the days of a range, each interval as a band, with the same as a table. */
export function LineChart(props: Props) {
  const { title, series, range, step, marks = [], unit = '', max, csv, height = 260 } = props;
  const [isTable, setTable] = useState(false);
  const [at, setAt] = useState<string | null>(null);
  const [box, width] = useWidth();
  const days = [...new Set(series.flatMap(({ points }) => points.map(({ day }) => day)))].sort();
  if (days.length === 0) return null;
  const { start: first, end: last } = range;
  const span = Math.max(1, daysBetween(first, last) - 1);
  const values = series.flatMap(({ points }) => points.flatMap((p) => [p.value ?? 0, p.high ?? 0]));
  const top = max ?? niceTop(Math.max(...values, 1));
  // The first week may begin before the range.
  const passed = (day: string) => Math.max(0, daysBetween(first, day) - 1);
  const x = (day: string) => LEFT + (passed(day) / span) * (width - LEFT - RIGHT);
  const y = (value: number) => TOP + (1 - Math.min(value, top) / top) * (height - TOP - BOTTOM);
  const isThisYear = [first, last].every((day) => day.slice(0, 4) === today().slice(0, 4));
  const shown = at === null ? null : nearestDay(days, at);
  const shownMarks = marks.filter(({ day }) => day >= first && day <= last);
  const follow = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - left - LEFT) / (width - LEFT - RIGHT);
    setAt(dayAfter(first, Math.round(Math.min(1, Math.max(0, part)) * span)));
  };
  return (
    <div class="chart stack-small" ref={box}>
      {series.length > 1 && <Legend names={series.map(({ name }) => name)} />}
      {isTable ? (
        <ChartTable {...props} days={days} />
      ) : (
        <>
          <svg
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={`${title}: ${summary(series, unit)}. The table below the chart has all values.`}
            onPointerMove={follow}
            onPointerLeave={() => setAt(null)}
          >
            {[0, 0.25, 0.5, 0.75, 1].map((part) => (
              <g key={part}>
                <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(part * top)} y2={y(part * top)} />
                <text x={LEFT - 8} y={y(part * top) + 4} text-anchor="end">
                  {format(part * top)}
                </text>
              </g>
            ))}
            {tickDays(first, last, width).map((day) => (
              <text
                key={day}
                x={x(day)}
                y={height - 6}
                text-anchor={day === first ? 'start' : day === last ? 'end' : 'middle'}
              >
                {isThisYear ? formatShortDay(day) : formatDay(day)}
              </text>
            ))}
            {shownMarks.map((mark) => (
              <g key={mark.day + mark.text}>
                <line class="break" x1={x(mark.day)} x2={x(mark.day)} y1={TOP} y2={height - BOTTOM} />
                <path d={`M${x(mark.day) - 5} ${TOP - 8}h10l-5 8z`} fill="var(--line-strong)" />
              </g>
            ))}
            {series.map((one, index) => (
              <Line key={one.name} of={one} index={index} step={step} scale={{ x, y }} shown={shown} />
            ))}
            {shown !== null && (
              <line class="grid" x1={x(shown)} x2={x(shown)} y1={TOP} y2={height - BOTTOM} />
            )}
          </svg>
          <p class="chart-tip" aria-hidden="true">
            {shown === null
              ? series.some(hasBand)
                ? 'The band is the range of 95 % certainty.'
                : ''
              : tipOf(shown, props, shownMarks)}
          </p>
        </>
      )}
      {shownMarks.length > 0 && (
        <details class="small">
          <summary>
            {shownMarks.length === 1 ? 'One thing' : `${shownMarks.length} things`} changed under these
            numbers (▼ in the chart)
          </summary>
          <ul>
            {shownMarks.map((mark) => (
              <li key={mark.day + mark.text}>
                {formatDay(mark.day)}: {mark.text}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div class="actions">
        <button
          type="button"
          class="button"
          data-size="small"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </button>
        {!isTable && <CsvButton name={csv} columns={columnsOf(props)} rows={days} />}
      </div>
    </div>
  );
}

/**
 * One series: its line, the band of the first one, and dots where there is room for them or no line shows the point.
 */
function Line({ of: { points }, index, step, scale, shown }: LineProps) {
  const lonely = lonelyDays(points, step);
  const hasDot = (day: string) => points.length <= MOST_DOTS || lonely.has(day) || day === shown;
  return (
    <g style={{ color: `var(--series-${(index % 8) + 1})` }}>
      {index === 0 && <path d={bandPath(points, step, scale)} fill="currentColor" opacity="0.14" />}
      <path
        class="line"
        d={linePath(points, step, scale)}
        fill="none"
        stroke="currentColor"
        stroke-width="2.2"
        stroke-dasharray={DASHES[index % 8]}
        stroke-linejoin="round"
      />
      {points.map(
        ({ day, value }) =>
          value !== null &&
          hasDot(day) && (
            <circle
              key={day}
              cx={scale.x(day)}
              cy={scale.y(value)}
              r={day === shown ? 4.5 : 2.6}
              fill="currentColor"
            />
          ),
      )}
    </g>
  );
}

function Legend({ names }: { names: readonly string[] }) {
  return (
    <ul class="legend">
      {names.map((name, index) => (
        <li key={name}>
          <svg class="swatch" viewBox="0 0 18 10" aria-hidden="true">
            <line
              x1="0"
              x2="18"
              y1="5"
              y2="5"
              stroke={`var(--series-${(index % 8) + 1})`}
              stroke-width="2.5"
              stroke-dasharray={DASHES[index % 8]}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function ChartTable({ days, ...props }: Props & { days: readonly string[] }) {
  const { title, csv } = props;
  return <Table caption={title} columns={columnsOf(props)} rows={days} keyOf={(day) => day} csv={csv} />;
}

function columnsOf({ series, step, unit = '' }: Props): Column<string>[] {
  const at = (points: readonly Point[]) => new Map(points.map((point) => [point.day, point]));
  return [
    { name: step === 'day' ? 'Day' : 'Week from', cell: formatDay, value: (day) => day },
    ...series.flatMap((one): Column<string>[] => {
      const points = at(one.points);
      const column = (name: string, pick: (point: Point) => number | null | undefined): Column<string> => ({
        name,
        isNumber: true,
        cell: (day) =>
          `${format(points.get(day) && pick(points.get(day)!))}${name === 'Answers' ? '' : unit}`,
        value: (day) => (points.has(day) ? (pick(points.get(day)!) ?? null) : null),
      });
      const isOnly = series.length === 1;
      return [
        column(one.name, ({ value }) => value),
        ...(hasBand(one)
          ? [
              column(isOnly ? 'At least' : `${one.name}, at least`, ({ low }) => low),
              column(isOnly ? 'At most' : `${one.name}, at most`, ({ high }) => high),
            ]
          : []),
        ...(isOnly && one.points.some(({ n }) => n !== undefined) ? [column('Answers', ({ n }) => n)] : []),
      ];
    }),
  ];
}

function hasBand({ points }: Series): boolean {
  return points.some(({ low }) => low !== undefined && low !== null);
}

function summary(series: readonly Series[], unit: string): string {
  return series
    .map(({ name, points }) => {
      const known = points.filter(({ value }) => value !== null);
      const [first, last] = [known[0], known.at(-1)];
      return first && last
        ? `${name} from ${format(first.value)}${unit} on ${formatDay(first.day)} to ${format(last.value)}${unit} on ${formatDay(last.day)}`
        : `${name} not known`;
    })
    .join('; ');
}

function tipOf(day: string, { series, step, unit = '' }: Props, marks: readonly Mark[]): string {
  const parts = series.map(({ name, points }) => {
    const point = points.find((one) => one.day === day);
    const bounds =
      point?.low != null && point.high != null ? ` (${format(point.low)} to ${format(point.high)})` : '';
    const n = point?.n === undefined ? '' : ` of ${point.n} answers`;
    return `${name} ${format(point?.value)}${unit}${bounds}${n}`;
  });
  const there = marks.filter((mark) => mark.day === day).map(({ text }) => text);
  return [`${step === 'week' ? 'Week from ' : ''}${formatDay(day)}`, ...parts, ...there].join(' · ');
}

function nearestDay(days: readonly string[], day: string): string {
  const distance = (other: string) => Math.abs(Date.parse(other) - Date.parse(day));
  return days.reduce((best, other) => (distance(other) < distance(best) ? other : best));
}

/** The width of an element in pixels, so that a chart's letters are as large as the page's on every screen. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(900);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}

/** Up to seven days, evenly spread, to write below the chart. */
function tickDays(first: string, last: string, width: number): string[] {
  const days = daysBetween(first, last);
  const count = Math.min(Math.max(1, Math.floor(width / 110)), 6, days - 1);
  if (count < 1) return [first];
  return Array.from({ length: count + 1 }, (_, at) => dayAfter(first, Math.round((at / count) * (days - 1))));
}

function niceTop(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 8, 10].find((step) => step * size >= value) ?? 10;
  return step * size;
}
