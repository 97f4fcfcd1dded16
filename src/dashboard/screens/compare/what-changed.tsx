import { Card } from '../../components/card.tsx';
import { Change, counted, format, formatPercent, Interval, wordOf } from '../../components/numbers.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type { BrandRow } from '../overview/tiles.tsx';

interface Measure {
  name: string;
  before: number | null;
  now: number | null;
  unit: string;
  /** What the numbers before and now are made of, such as `12 answers`. */
  of: [string, string];
}

const difference = ({ before, now }: Measure) => (before === null || now === null ? null : now - before);

const bothOf = (before: number, now: number, one: string): Measure['of'] => [
  counted(before, one),
  counted(now, one),
];

const columns: Column<Measure>[] = [
  { name: 'Measure', cell: ({ name }) => name, value: ({ name }) => name },
  {
    name: 'Before',
    isNumber: true,
    cell: ({ before, unit, of }) => (
      <>
        {format(before)}
        {before !== null && unit}
        <div class="small muted">of {of[0]}</div>
      </>
    ),
    value: ({ before }) => before,
  },
  {
    name: 'Now',
    isNumber: true,
    cell: ({ now, unit, of }) => (
      <>
        {format(now)}
        {now !== null && unit}
        <div class="small muted">of {of[1]}</div>
      </>
    ),
    value: ({ now }) => now,
  },
  {
    name: 'Difference',
    isNumber: true,
    cell: (measure) => signed(difference(measure)),
    value: difference,
  },
];

export function signed(value: number | null): string {
  return value === null ? '–' : `${value > 0 ? '+' : ''}${format(value)}`;
}

/** All measures of both periods, and in a sentence whether visibility changed by more than chance. */
export function WhatChanged({ row }: { row: BrandRow }) {
  const { change, previous } = row;
  if (!change || !previous) return null;
  const measures: Measure[] = [
    {
      name: 'Visibility',
      before: previous.visibility,
      now: row.visibility,
      unit: ' %',
      of: bothOf(previous.visibility_total, row.visibility_total, 'answer'),
    },
    {
      name: 'Share of voice',
      before: previous.share_of_voice ?? null,
      now: row.share_of_voice ?? null,
      unit: ' %',
      of: bothOf(previous.share_of_voice_total ?? 0, row.share_of_voice_total ?? 0, 'naming'),
    },
    {
      name: 'Position (1 is first)',
      before: previous.position,
      now: row.position,
      unit: '',
      of: bothOf(previous.position_count, row.position_count, 'answer'),
    },
    {
      name: 'Sentiment (0 to 100)',
      before: previous.sentiment,
      now: row.sentiment,
      unit: '',
      of: bothOf(previous.sentiment_count, row.sentiment_count, 'answer'),
    },
  ];
  const common = change.common_prompts;
  return (
    <Card title="What changed">
      <p>
        Visibility went from {formatPercent(previous.visibility)} to {formatPercent(row.visibility)}.{' '}
        <Change points={change.points} verdict={change.verdict} />{' '}
        <Interval low={change.low} high={change.high} unit=" points" />
      </p>
      <p class="muted">{explanationOf(change.verdict)}</p>
      {common && (
        <p>
          Over the {counted(common.prompts, 'prompt')} that both periods have:{' '}
          <Change points={common.points} verdict={common.verdict} />{' '}
          <Interval low={common.low} high={common.high} unit=" points" />
        </p>
      )}
      <Table
        caption="Both periods"
        columns={columns}
        rows={measures}
        keyOf={({ name }) => name}
        csv="compare"
      />
    </Card>
  );
}

function explanationOf(verdict: NonNullable<BrandRow['change']>['verdict']): string {
  switch (verdict) {
    case 'up':
    case 'down':
      return `Visibility is ${wordOf(verdict)} by more than the chance in AI answers explains. Below is what moved it.`;
    case 'within_noise':
      return 'AI answers vary from day to day, and a difference of this size happens without any cause. Do not act on it yet.';
    case 'too_few':
      return 'There are too few prompts or answers to tell a change from chance: at least 8 prompts and 40 answers are needed in each period.';
    case 'not_comparable':
      return 'The prompts, the names that count or the models that answer are not the same in both periods, so the two numbers measure different things.';
  }
}
