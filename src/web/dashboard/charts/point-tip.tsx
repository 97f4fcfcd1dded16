import type { Drawn as DrawnSeries } from '../../../presentation/charts/line-picture.ts';
import {
  daysOfStep,
  type Mark,
  type Point,
  type Range,
  type Step,
  stepAt,
} from '../../../presentation/charts/lines.ts';
import { swatch } from '../../../presentation/charts/swatch.ts';
import { formatDays } from '../../../presentation/days.ts';
import { formatCount, formatDay } from '../../../presentation/numbers.ts';
import { Drawn } from './drawn.tsx';

/** What a chart says about one step: for the eye in a tip, for the ear as a text. */
export interface Said {
  /** Day or week. */
  when: string;
  lines: { drawn: DrawnSeries; value: string; more: string }[];
  marks: readonly Mark[];
}

/** @param write a value as text */
export function sayStep(
  day: string,
  {
    step,
    range,
    series,
    marks,
  }: { step: Step; range: Range; series: readonly DrawnSeries[]; marks: readonly Mark[] },
  write: (value: number | null) => string,
): Said {
  const lines = series.map((drawn) => {
    const point = drawn.points.find((one) => one.day === day);
    return { drawn, value: write(point?.value ?? null), more: point ? moreOf(point, write) : '' };
  });
  return {
    when: nameOfStep(day, step, range),
    lines,
    marks: marks.filter((mark) => stepAt(mark.day, step) === day),
  };
}

/** `Nov 3, 2026`, or the days of a week that lie in the range. */
export function nameOfStep(day: string, step: Step, range: Range): string {
  const { start, end } = daysOfStep(day, step, range);
  return formatDays(start, end);
}

function moreOf({ value, low, high, n, from }: Point, write: (value: number | null) => string): string {
  const parts = [
    value !== null && low != null && high != null && `${write(low)} to ${write(high)}`,
    n !== undefined && n > 0 && `of ${formatCount(n)}`,
    from !== undefined && formatDay(from),
  ];
  return parts.filter(Boolean).join(', ');
}

export function textOf({ when, lines, marks }: Said): string {
  const parts = lines.map(
    ({ drawn, value, more }) => `${drawn.name} ${value}${more === '' ? '' : ` (${more})`}`,
  );
  return [when, ...parts, ...marks.map(({ text }) => text)].join('; ');
}

export function PointTip({ of: { when, lines, marks } }: { of: Said }) {
  return (
    <div class="point-tip">
      <strong>{when}</strong>
      <table>
        <tbody>
          {lines.map(({ drawn, value, more }, at) => (
            <tr key={at} data-own={drawn.isOwn ? '' : undefined}>
              <td>
                <Drawn of={[swatch(drawn.look)]} />
              </td>
              <td class="name" dir="auto">
                {drawn.name}
              </td>
              <td class="number">{value}</td>
              <td class="muted nowrap">{more}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {marks.map(({ day, text, isNote }) => (
        <p key={day + text} dir="auto">
          {isNote ? '◆' : '▼'} {text}
        </p>
      ))}
    </div>
  );
}
