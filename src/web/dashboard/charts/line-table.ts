import { rounded } from '../../../base/definitions.ts';
import {
  hasBounds,
  type Mark,
  type Point,
  type Range,
  type Series,
  type Step,
  stepAt,
} from '../../../presentation/charts/lines.ts';
import { formatCount } from '../../../presentation/numbers.ts';
import type { Column } from '../components/table/table.tsx';
import { nameOfStep } from './point-tip.tsx';

type Write = (value: number | null) => string;

/** The columns of a chart's table and CSV: a row a step. */
export function lineColumns({
  series,
  step,
  range,
  write,
  marks,
}: {
  series: readonly Series[];
  step: Step;
  range: Range;
  write: Write;
  marks: readonly Mark[];
}): Column<string>[] {
  const happened = (day: string) =>
    marks.filter((mark) => stepAt(mark.day, step) === day).map(({ text }) => text);
  return [
    {
      name: step === 'day' ? 'Day' : 'Week from',
      cell: (day) => nameOfStep(day, step, range),
      value: (day) => (day < range.start ? range.start : day),
    },
    ...series.flatMap(columnsOf(write)),
    ...(marks.length === 0
      ? []
      : [
          {
            name: 'Changes and notes',
            cell: (day: string) => happened(day).join('; '),
            value: (day: string) => happened(day).join('; '),
          },
        ]),
  ];
}

const columnsOf =
  (write: Write) =>
  ({ name, kind, points }: Series): Column<string>[] => {
    const there = new Map(points.map((point) => [point.day, point]));
    const column = (
      head: string,
      pick: (point: Point) => number | null | undefined,
      as: Write,
    ): Column<string> => {
      const value = (day: string) => {
        const point = there.get(day);
        return point === undefined ? null : (pick(point) ?? null);
      };
      const twoDecimals = (day: string) => {
        const found = value(day);
        return found && rounded(found);
      };
      return { name: head, isNumber: true, cell: (day) => as(value(day)), value: twoDecimals };
    };
    return [
      column(name, ({ value }) => value, write),
      ...(points.some(hasBounds)
        ? [
            column(`${name}, at least`, ({ low }) => low, write),
            column(`${name}, at most`, ({ high }) => high, write),
          ]
        : []),
      ...(kind === 'own' ? [column('Answers', ({ n }) => n, formatCount)] : []),
    ];
  };
