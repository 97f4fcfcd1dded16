import { useEffect, useRef, useState } from 'preact/hooks';
import { CsvButton } from '../components/csv.tsx';
import { format, formatDay, formatShortDay } from '../components/numbers.tsx';
import { type Column, Table } from '../components/table.tsx';
import { addDays, daysBetween } from '../state/days.ts';

export interface Point {
  /** YYYY-MM-DD (UTC). */
  day: string;
  /** Null where it is unknown: the line is interrupted. */
  value: number | null;
  low?: number | null;
  high?: number | null;
  /** How many runs are behind it. */
  n?: number;
}

export interface Series {
  name: string;
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
  marks?: readonly Mark[];
  unit?: string;
  /** The highest value of the scale; without it, the highest that is drawn. */
  max?: number;
  /** Name of the CSV file without its ending. */
  csv: string;
  height?: number;
}

const LEFT = 40;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 26;
/** Dashes tell series apart without colour. */
const DASHES = ['', '7 4', '2 3', '10 3 2 3', '4 4', '1 4', '12 4', '6 2 2 2'];

/** Series over days, each interval as a band, with the same as a table. */
export function LineChart({ title, series, marks = [], unit = '', max, csv, height = 260 }: Props) {
  const [isTable, setTable] = useState(false);
  const [at, setAt] = useState<string | null>(null);
  const [box, width] = useWidth();
  const days = [...new Set(series.flatMap(({ points }) => points.map(({ day }) => day)))].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const span = Math.max(1, daysBetween(first, last) - 1);
  const values = series.flatMap(({ points }) => points.flatMap((p) => [p.value ?? 0, p.high ?? 0]));
  const top = max ?? niceTop(Math.max(...values, 1));
  const x = (day: string) => LEFT + ((daysBetween(first, day) - 1) / span) * (width - LEFT - RIGHT);
  const y = (value: number) => TOP + (1 - Math.min(value, top) / top) * (height - TOP - BOTTOM);
  const shown = at === null ? null : nearestDay(days, at);
  const shownMarks = marks.filter(({ day }) => day >= first && day <= last);
  const follow = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientX - left - LEFT) / (width - LEFT - RIGHT);
    setAt(addDays(first, Math.round(Math.min(1, Math.max(0, part)) * span)));
  };
  return (
    <div class="chart stack-small" ref={box}>
      {series.length > 1 && <Legend names={series.map(({ name }) => name)} />}
      {isTable ? (
        <ChartTable title={title} series={series} days={days} unit={unit} csv={csv} />
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
              <text key={day} x={x(day)} y={height - 6} text-anchor="middle">
                {formatShortDay(day)}
              </text>
            ))}
            {shownMarks.map((mark) => (
              <g key={mark.day + mark.text}>
                <line class="break" x1={x(mark.day)} x2={x(mark.day)} y1={TOP} y2={height - BOTTOM} />
                <path d={`M${x(mark.day) - 5} ${TOP - 8}h10l-5 8z`} fill="var(--line-strong)" />
              </g>
            ))}
            {series.map(({ name, points }, index) => (
              <g key={name} style={{ color: `var(--series-${(index % 8) + 1})` }}>
                {index === 0 && <path d={bandPath(points, x, y)} fill="currentColor" opacity="0.14" />}
                <path
                  d={linePath(points, x, y)}
                  fill="none"
                  stroke="currentColor"
                  stroke-width="2.2"
                  stroke-dasharray={DASHES[index % 8]}
                  stroke-linejoin="round"
                />
                {points.map(
                  (point) =>
                    point.value !== null &&
                    (points.length <= 35 || point.day === shown) && (
                      <circle
                        key={point.day}
                        cx={x(point.day)}
                        cy={y(point.value)}
                        r={point.day === shown ? 4.5 : 2.6}
                        fill="currentColor"
                      />
                    ),
                )}
              </g>
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
              : tipOf(shown, series, shownMarks, unit)}
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
        {!isTable && <CsvButton name={csv} columns={columnsOf(series, unit)} rows={days} />}
      </div>
    </div>
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

function ChartTable({
  title,
  series,
  days,
  unit,
  csv,
}: Pick<Props, 'title' | 'series' | 'csv'> & { days: readonly string[]; unit: string }) {
  return (
    <Table caption={title} columns={columnsOf(series, unit)} rows={days} keyOf={(day) => day} csv={csv} />
  );
}

function columnsOf(series: readonly Series[], unit: string): Column<string>[] {
  const at = (points: readonly Point[]) => new Map(points.map((point) => [point.day, point]));
  return [
    { name: 'Day', cell: formatDay, value: (day) => day },
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

function tipOf(day: string, series: readonly Series[], marks: readonly Mark[], unit: string): string {
  const parts = series.map(({ name, points }) => {
    const point = points.find((one) => one.day === day);
    const bounds =
      point?.low != null && point.high != null ? ` (${format(point.low)} to ${format(point.high)})` : '';
    const n = point?.n === undefined ? '' : ` of ${point.n} answers`;
    return `${name} ${format(point?.value)}${unit}${bounds}${n}`;
  });
  const there = marks.filter((mark) => mark.day === day).map(({ text }) => text);
  return [formatDay(day), ...parts, ...there].join(' · ');
}

/** A line through the values that are known; a gap of unknown ones interrupts it. */
function linePath(
  points: readonly Point[],
  x: (day: string) => number,
  y: (value: number) => number,
): string {
  let isBroken = true;
  return points
    .map(({ day, value }) => {
      if (value === null) {
        isBroken = true;
        return '';
      }
      const step = `${isBroken ? 'M' : 'L'}${x(day).toFixed(1)} ${y(value).toFixed(1)}`;
      isBroken = false;
      return step;
    })
    .join('');
}

function bandPath(
  points: readonly Point[],
  x: (day: string) => number,
  y: (value: number) => number,
): string {
  const parts: (readonly Point[])[] = [];
  let part: Point[] = [];
  for (const point of points) {
    if (point.low != null && point.high != null) part.push(point);
    else if (part.length > 0) {
      parts.push(part);
      part = [];
    }
  }
  if (part.length > 0) parts.push(part);
  const place = (point: Point, value: number) => `${x(point.day).toFixed(1)} ${y(value).toFixed(1)}`;
  return parts
    .map((run) => {
      const upper = run.map((point) => place(point, point.high ?? 0));
      const lower = run.toReversed().map((point) => place(point, point.low ?? 0));
      return `M${[...upper, ...lower].join('L')}Z`;
    })
    .join('');
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
  return Array.from({ length: count + 1 }, (_, at) => addDays(first, Math.round((at / count) * (days - 1))));
}

function niceTop(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 8, 10].find((step) => step * size >= value) ?? 10;
  return step * size;
}
