import type { ComponentChildren } from 'preact';
import {
  counted,
  difference,
  format,
  formatCount,
  formatPercent,
  PERCENT,
  shown,
  shownChange,
  signed,
  wordOf,
} from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { Card } from '../../components/card.tsx';
import { Change, Interval } from '../../components/change.tsx';
import { type Column, Table } from '../../components/table/table.tsx';
import type { BrandRow } from '../overview/tiles.tsx';

interface Measure {
  name: string;
  /** As they are shown. */
  before: number | null;
  now: number | null;
  unit: string;
  n: [number, number];
  change: Schemas['Change'] | undefined;
  isOfPlaces: boolean;
}

const differenceOf = ({ before, now }: Measure) =>
  before === null || now === null ? null : difference(now, before);

const columns: Column<Measure>[] = [
  { name: 'Measure', value: ({ name }) => name },
  {
    name: 'Difference',
    isNumber: true,
    cell: (measure) =>
      measure.change ? (
        <Change {...measure.change} isOfPlaces={measure.isOfPlaces} />
      ) : (
        signed(differenceOf(measure))
      ),
    value: differenceOf,
  },
  {
    name: 'Before',
    isNumber: true,
    cell: ({ before, unit, n }) => (
      <>
        {format(before)}
        {before !== null && unit}
        <div class="small muted">of {formatCount(n[0])}</div>
      </>
    ),
    value: ({ before }) => before,
  },
  {
    name: 'Now',
    isNumber: true,
    cell: ({ now, unit, n }) => (
      <>
        {format(now)}
        {now !== null && unit}
        <div class="small muted">of {formatCount(n[1])}</div>
      </>
    ),
    value: ({ now }) => now,
  },
];

/** How visibility changed and whether that is more than chance. */
export function Headline({ row, children }: { row: BrandRow; children: ComponentChildren }) {
  const { previous, brand } = row;
  const change = shownChange(row);
  if (!change || !previous) return null;
  const points = change.points ?? 0;
  return (
    <div class="stack-small">
      <p class="lead compare-lead" aria-live="polite">
        The visibility of <bdi>{brand.name}</bdi> {points > 0 ? 'rose' : points < 0 ? 'fell' : 'went'} from{' '}
        {formatPercent(shown(previous, 'visibility'))} to {formatPercent(shown(row, 'visibility'))}:{' '}
        {signed(change.points)} points ({wordOf(change.verdict)}).
        {children}
      </p>
      <p class="muted">{explanationOf(change.verdict)}</p>
    </div>
  );
}

type Counted = Pick<
  BrandRow,
  'visibility_total' | 'share_of_voice_total' | 'position_count' | 'sentiment_count'
>;

/** Names, units, and of how many answers or namings each is. */
const MEASURES = [
  ['Visibility', 'visibility', PERCENT, (row: Counted) => row.visibility_total],
  ['Share of voice', 'share_of_voice', PERCENT, (row: Counted) => row.share_of_voice_total ?? 0],
  ['Position (1 is first)', 'position', '', (row: Counted) => row.position_count],
  ['Sentiment (0 to 100)', 'sentiment', '', (row: Counted) => row.sentiment_count],
] as const;

/** All measures of both periods, and whether the competitors moved alike. */
export function WhatChanged({ row }: { row: BrandRow }) {
  const { change, changes, previous } = row;
  if (!change || !previous) return null;
  const measures = MEASURES.map(
    ([name, measure, unit, count]): Measure => ({
      name,
      unit,
      n: [count(previous), count(row)],
      isOfPlaces: measure === 'position',
      before: shown(previous, measure),
      now: shown(row, measure),
      change: measure === 'visibility' ? shownChange(row) : shownChange(row, measure, changes?.[measure]),
    }),
  );
  const common = change.common_prompts;
  return (
    <Card
      title="All measures"
      about="Small: of how many answers, for share of voice of how many namings of you and your competitors."
    >
      {change.against_others && <WithOthers {...change.against_others} />}
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

/** Whether the competitors in the same answers moved too: then it was not the brand that moved. */
function WithOthers({ verdict, competitors, others_points }: Schemas['AgainstOthers']) {
  if (verdict === null) return null;
  const rest = `On average your ${competitors} competitors moved by ${signed(others_points)} points in answers to the same prompts`;
  switch (verdict) {
    case 'with_the_others':
      return <p>{rest}: you moved no other way than they did.</p>;
    case 'apart':
      return <p>{rest}: you moved apart from them.</p>;
    case 'against_the_others':
      return (
        <p>{rest}: you moved against them. An answer that names one in place of another counts twice.</p>
      );
  }
}

function explanationOf(verdict: NonNullable<BrandRow['change']>['verdict']): string {
  switch (verdict) {
    case 'up':
    case 'down':
      return 'This is more than chance explains. Below: who moved where, and which prompts did it.';
    case 'within_noise':
      return 'AI answers vary from day to day, and a difference of this size happens without any cause. Do not act on it yet.';
    case 'too_few':
      return 'There are too few prompts, answers or days to tell a change from chance. The mark beside the change says what is missing.';
    case 'not_comparable':
      return 'The prompts, the names that count or the models that answer are not the same in both periods, so the two numbers measure different things.';
  }
}
