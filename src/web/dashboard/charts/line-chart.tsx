import { useEffect, useState } from 'preact/hooks';
import { dayAfter } from '../../../base/definitions.ts';
import { drawingOf, summary } from '../../../presentation/charts/drawing.ts';
import { layoutOf, linePicture } from '../../../presentation/charts/line-picture.ts';
import {
  isKnown,
  type Mark,
  nextStep,
  type Range,
  type Series,
  type Step,
  stepAt,
} from '../../../presentation/charts/lines.ts';
import { formatPercent } from '../../../presentation/numbers.ts';
import { hideTip, showTip } from '../components/tip.tsx';
import { Drawn } from './drawn.tsx';
import { ChartFrame } from './frame.tsx';
import { Legend } from './legend.tsx';
import { lineColumns } from './line-table.ts';
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
  const drawing = drawingOf({ series, range, step, marks, off, write, max });
  const { steps, drawn, visible, notes } = drawing;
  const toggle = (name: string) => setOff((before) => before.symmetricDifference(new Set([name])));
  const picture = { height, range, axis: drawing.axis, write, series: visible, marks: drawing.marks };
  return (
    <ChartFrame
      title={title}
      csv={csv}
      height={height}
      columns={lineColumns({ series, step, range, write, marks: drawing.marks })}
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
      note={notes.length > 0 ? notes.join(' · ') : undefined}
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

type Picture = Omit<Parameters<typeof linePicture>[0], 'shown' | 'write'>;

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
  const places = layoutOf({ ...picture, write });
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
        <Drawn of={linePicture({ ...picture, write, shown })} />
      </svg>
    </div>
  );
}
