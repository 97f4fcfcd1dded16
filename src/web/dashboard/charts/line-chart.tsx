import { useEffect, useState } from 'preact/hooks';
import { dayAfter } from '../../../base/definitions.ts';
import { formatPercent } from '../components/numbers.ts';
import { hideTip, showTip } from '../components/tip.tsx';
import { valueAxis } from './axes.ts';
import { ChartFrame } from './frame.tsx';
import { Legend } from './legend.tsx';
import { type Drawn, LinePicture, placesOf } from './line-picture.tsx';
import { lineColumns, summary } from './line-table.ts';
import {
  isKnown,
  type Mark,
  nextStep,
  onSteps,
  type Point,
  type Range,
  type Series,
  type Step,
  stepAt,
  stepsOf,
  thin,
} from './lines.ts';
import { looksOf } from './look.ts';
import { PointTip, sayStep, textOf } from './point-tip.tsx';

interface Props {
  /** What is drawn, such as "Visibility by day". */
  title: string;
  series: readonly Series[];
  /** The days below the chart, whether or not something is known of them. */
  range: Range;
  step: Step;
  marks?: readonly Mark[];
  /** A value as text. */
  write?: (value: number | null) => string;
  /** The highest value there can be. */
  max?: number;
  /** Name of the CSV file without its ending. */
  csv: string;
  height?: number;
}

/** Series over the days of a range. */
export function LineChart(props: Props) {
  const {
    title,
    series,
    range,
    step,
    marks = [],
    write = formatPercent,
    max = 100,
    csv,
    height = 260,
  } = props;
  const [off, setOff] = useState(() => new Set(series.filter(({ isOff }) => isOff).map(({ name }) => name)));
  const steps = stepsOf(range, step);
  const looks = looksOf(series);
  const drawn: Drawn[] = series.map(({ name, kind, points }, at) => ({
    ...{ name, isOwn: kind === 'own', look: looks[at]! },
    points: onSteps(points, steps),
  }));
  const visible = drawn.filter(({ name }) => !off.has(name));
  const axis = valueAxis(visible.flatMap(axisPoints), max);
  const there = marks.filter(({ day }) => day >= range.start && day <= range.end);
  const toggle = (name: string) => setOff((before) => before.symmetricDifference(new Set([name])));
  const picture = { height, range, axis, write, series: visible, marks: there };
  const note = [
    axis.low > 0 && `The axis begins at ${write(axis.low)}`,
    visible.some(({ isOwn }) => isOwn) && 'The band is the range of 95\u202f% certainty',
    there.some(({ isNote }) => !isNote) && '▼ Something changed under the numbers',
    there.some(({ isNote }) => isNote) && '◆ A note',
    visible.some(({ points }) => thin(points).size > 0) && 'Dots alone: fewer than five answers',
  ].filter(Boolean);
  return (
    <ChartFrame
      title={title}
      csv={csv}
      height={height}
      columns={lineColumns({ series, step, range, write, marks: there })}
      rows={steps}
      keyOf={(day) => day}
      legend={
        series.length > 1 && (
          <Legend
            entries={drawn.map(({ name, look }) => ({ name, look, isOn: !off.has(name) }))}
            onToggle={toggle}
          />
        )
      }
      note={note.length > 0 ? note.join(' · ') : undefined}
    >
      {(width) => (
        <Pointed
          label={`${title}. ${summary(visible, write)}`}
          steps={steps}
          step={step}
          write={write}
          picture={{ ...picture, width }}
        />
      )}
    </ChartFrame>
  );
}

/** What the axis has to fit: points of very few answers would stretch it, and only one's own bounds are drawn. */
function axisPoints({ points, isOwn }: Drawn): Point[] {
  const few = thin(points);
  const shown = points.filter((point) => !few.has(point));
  return isOwn ? shown : shown.map(({ day, value }) => ({ day, value }));
}

type Picture = Omit<Parameters<typeof LinePicture>[0], 'shown' | 'write'>;

/**
 * The picture with a day that is pointed at, by the pointer or by keys. It is a slider over the steps: screen readers
 * then pass arrow keys on, and say the step that is reached.
 */
function Pointed({
  label,
  steps,
  step,
  write,
  picture,
}: {
  label: string;
  steps: readonly string[];
  step: Step;
  write: (value: number | null) => string;
  picture: Picture;
}) {
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => hideTip, []);
  const { range, series, width, height } = picture;
  const last = steps.length - 1;
  // A range that became shorter has fewer steps.
  const shown = at === null || at > last ? null : (steps[at] ?? null);
  const places = placesOf({ ...picture, write });
  const said = (day: string) => sayStep(day, { ...picture, step }, write);
  /** @param top where the tip is, px in the picture */
  const point = (box: Element, index: number, top: number) => {
    const day = steps[index] ?? range.start;
    setAt(index);
    const anchor = () => {
      const { left, top: above } = box.getBoundingClientRect();
      return new DOMRect(left + places.x(day), above + top, 0, 0);
    };
    showTip({ getBoundingClientRect: anchor }, <PointTip of={said(day)} />);
  };
  const leave = () => {
    setAt(null);
    hideTip();
  };
  const topOf = (index: number) => {
    const known = series.map(({ points }) => points[index]).find((one) => one !== undefined && isKnown(one));
    return known ? places.y(known.value ?? 0) : places.top;
  };
  return (
    <div
      class="pointed"
      role="slider"
      aria-readonly="true"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown === null ? last : (at ?? last)}
      aria-valuetext={textOf(said(shown ?? steps[last] ?? range.end))}
      onPointerMove={(event) => {
        const { left, top } = event.currentTarget.getBoundingClientRect();
        const day = stepAt(dayAfter(range.start, places.dayAt(event.clientX - left)), step);
        point(event.currentTarget, steps.indexOf(day), event.clientY - top);
      }}
      onPointerLeave={leave}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Escape') return leave();
        const next = nextStep(event.key, at, last);
        if (next === null) return;
        event.preventDefault();
        point(event.currentTarget, next, topOf(next));
      }}
    >
      <svg viewBox={`0 0 ${width} ${height}`} height={height} aria-hidden="true">
        <LinePicture {...picture} write={write} shown={shown} />
      </svg>
    </div>
  );
}
