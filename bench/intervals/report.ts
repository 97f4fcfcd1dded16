/** How often bounds hold the truth and verdicts are right, by simulated answers whose truth is known. */
import { designEffect, effectivePrompts } from '../../src/reports/uncertainty/levels.ts';
import type { Method } from '../../src/reports/uncertainty/method.ts';
import { methodOf } from '../../src/reports/uncertainty/methods.ts';
import { studentQuantile } from '../../src/reports/uncertainty/statistics.ts';
import type { PromptSums } from '../../src/reports/uncertainty/sums.ts';
import { atLeast, atMost, type Figure } from '../support/scenario.ts';
import { table } from '../support/table.ts';
import { type Cell, cellsOf, randomFrom, rowsOf } from './clustered-runs.ts';
import { type ChangeKind, changesOf } from './days.ts';
import { listsBy } from './lists.ts';
import { againstOthersBy } from './names.ts';
import { platformMovesBy } from './platforms.ts';

/** Row of the README's table. */
const ROW = 27;
/** Kinds of the worst that are drawn again, with more draws: 400 draws of a perfect method show 91 %. */
const AGAIN = 20;
const METHODS = { 'before (method 2)': methodOf(2), now: methodOf(3) } as const;

interface Draws {
  draws: number;
  /** For the worst kinds. */
  again: number;
}

/** @param draws of each kind @returns tables to be printed, Markdown, and figures */
export function reportIntervals(draws: number): { text: string; figures: Figure[] } {
  const of = { draws, again: 25 * draws };
  const levels = Object.values(METHODS).map((method) => levelsOf(method, of));
  const changes = Object.values(METHODS).map((method) => changesBy(method, of));
  const beside = besideBy(METHODS.now, draws);
  const names = Object.keys(METHODS);
  const rows = <Row extends Record<string, number>>(all: Row[]) =>
    Object.keys(all[0] as Row).map((name) => [name, ...all.map((row) => percent(row[name] as number))]);
  const text = [
    '## Bounds of a share',
    table(['', ...names], rows(levels)),
    '## Verdicts on a change of a share',
    table(['', ...names], rows(changes)),
    '## Verdicts in a list, the brand against its competitors, and days on which a platform moved',
    table(['', 'now'], rows([beside])),
  ].join('\n\n');
  const [level, change] = [levels.at(-1), changes.at(-1)] as [Levels, Record<string, number>];
  const figure = (name: string, subject: number, target?: Figure['target']): Figure => ({
    ...{ row: ROW, name, unit: '', subject, reference: 1, ratio: subject, rounds: 1 },
    ...(target && { target }),
  });
  return {
    text,
    figures: [
      figure('bounds of a share that hold it, mean of kinds', level.covered, atLeast(0.945)),
      figure('bounds of a share that hold it, worst kind', level['covered, worst kind'], atLeast(0.91)),
      figure('their width ÷ Wilson, 20 prompts or more', level['width, 20 prompts or more'], atMost(1.3)),
      ...Object.entries(change).map(([name, part]) => figure(name, part, changeTarget(name))),
      ...Object.entries(beside).map(([name, part]) => figure(name, part, targetOf(name))),
    ],
  };
}

/** What reports say beside a verdict. */
export function besideBy(method: Method, draws: number): Record<string, number> {
  return {
    ...listsBy(method, draws),
    ...againstOthersBy(method, draws),
    ...platformMovesBy(Math.ceil(draws / 2)),
  };
}

/** Of what two ranges alone tell, and of movements for months, no method can promise as much. */
function changeTarget(name: string): Figure['target'] {
  if (!name.startsWith('false')) return undefined;
  if (name.includes(FOR_A_DAY)) return atMost(0.06);
  return name.includes(NOTHING_BEFORE) ? undefined : atMost(name.includes('mean') ? 0.05 : 0.085);
}

/** At most one in ten of a list is false, one in twelve of a brand that did not move, one day in a year. */
function targetOf(name: string): Figure['target'] {
  if (name.startsWith('false of those that hold')) return atMost(0.1);
  if (name.startsWith('false moves a year')) return atMost(1);
  return name.startsWith('apart: all names') || name.startsWith('apart: days') ? atMost(0.085) : undefined;
}

type Levels = Record<
  'covered' | 'covered, worst kind' | 'width, 20 prompts or more' | 'width, fewer',
  number
>;

export function levelsOf(method: Method, { draws, again }: Draws): Levels {
  const kinds = cellsOf(
    [0.02, 0.05, 0.1, 0.3, 0.5, 0.8, 0.95],
    [0.05, 0.1, 0.2, 0.3, 0.5],
    [8, 10, 20, 40, 100, 300],
    [1, 3, 5, 10, 30, 'unequal'],
  );
  const seen = kinds.map((kind, at) => ({ kind, at, ...levelOf(method, kind, draws, at) }));
  const good = seen.filter(({ isGood }) => isGood);
  const worst = [...good]
    .sort((a, b) => a.covered - b.covered)
    .slice(0, AGAIN)
    .map(({ kind, at }) => levelOf(method, kind, again, 10_000 + at).covered);
  const width = (of: typeof seen) => mean(of.map((one) => one.width));
  return {
    covered: mean(good.map(({ covered }) => covered)),
    'covered, worst kind': Math.min(...worst),
    'width, 20 prompts or more': width(good.filter(({ kind }) => kind.prompts >= 20)),
    'width, fewer': width(good.filter(({ kind }) => kind.prompts < 20)),
  };
}

/** How many of the bounds hold the share, and their width divided by that of Wilson's with the true likeness. */
function levelOf(method: Method, kind: Cell, draws: number, seed: number) {
  const draw = rowsOf(kind, randomFrom(seed + 1));
  let [held, width, plain] = [0, 0, 0];
  let isGood = true;
  for (let at = 0; at < draws; at += 1) {
    const sums = draw();
    const { low, high, quality } = method.shareInterval(sums);
    isGood = quality === 'good';
    const [from, to] = [Number(low), Number(high)];
    if (from <= 100 * kind.share && 100 * kind.share <= to) held += 1;
    width += to - from;
    plain += wilsonWidth(sums, kind.correlation);
  }
  return { covered: held / draws, width: width / plain, isGood };
}

function wilsonWidth(sums: PromptSums, correlation: number): number {
  const share = sums.y / sums.n;
  const total = sums.n / designEffect(sums, correlation);
  const z = studentQuantile(0.025, Math.max(1, Math.round(effectivePrompts(sums)) - 1));
  const spread = Math.sqrt((share * (1 - share)) / total + (z / (2 * total)) ** 2);
  return (200 * z * spread) / (1 + z ** 2 / total);
}

/** There the days' likeness is known by the two ranges alone. */
const NOTHING_BEFORE = ', nothing before the ranges';
const PLAIN = { days: 28, shared: 'same', shock: 0, rise: 0 } as const;
const SIZES = [
  ...[8, 10, 20, 40, 100].map((prompts) => ({ prompts, runs: 10 })),
  ...[8, 20, 40].map((prompts) => ({ prompts, runs: 30 })),
  ...[10, 20, 40].map((prompts) => ({ prompts, runs: 'unequal' as const })),
];
/** Kinds of rows that users have, unequal runs a prompt included. */
const MIX: ChangeKind[] = SIZES.flatMap((size) =>
  [0.05, 0.3, 0.6].flatMap((share) =>
    [0.1, 0.3].map((correlation) => ({ ...PLAIN, ...size, share, correlation })),
  ),
);
const FOR_A_DAY = ', each for itself';
/** Days that something moves: in the next days too, on that day alone, and for months. */
const SHOCKS: readonly [shock: number, prompts: number, likeness: number][] = [
  ...([0.8, 0] as const).flatMap((likeness): [number, number, number][] => [
    [0.2, 40, likeness],
    [0.4, 40, likeness],
    [0.2, 100, likeness],
    [0.4, 100, likeness],
  ]),
  [0.2, 100, 0.93],
  [0.4, 100, 0.93],
];
/** Rises that are not from the first day on, and days that differ without a shock. */
const COURSES: readonly [name: string, kind: Partial<ChangeKind>][] = [
  ['from the first day on, 20 prompts of 10 runs', {}],
  ['from the middle on, 20 prompts of 10 runs', { course: 'middle' }],
  ['day by day, 20 prompts of 10 runs', { course: 'ramp' }],
  ['from the middle on, 100 prompts of 28 runs', { course: 'middle', prompts: 100, runs: 28 }],
  ['day by day, 100 prompts of 28 runs', { course: 'ramp', prompts: 100, runs: 28 }],
];
const WEEKS: readonly [name: string, kind: Partial<ChangeKind>][] = [
  ['a day of each week lower by 1 logit', { weekly: -1 }],
  ['a day of each week lower by 2 logits', { weekly: -2 }],
  ['each prompt on a day of the week, 5 runs', { turns: 5, runs: 20 }],
];

export function changesBy(method: Method, { draws, again }: Draws): Record<string, number> {
  const partOf = (
    kind: ChangeKind,
    is: (verdict: string) => boolean,
    count: number,
    seed: number,
    past = true,
  ) => {
    const draw = changesOf(kind, randomFrom(seed + 1), past);
    let found = 0;
    for (let at = 0; at < count; at += 1) if (is(method.changeOf(draw(), null).verdict)) found += 1;
    return found / count;
  };
  const isCalled = (verdict: string) => verdict === 'up' || verdict === 'down';
  const isFew = (verdict: string) => verdict === 'too_few';
  const parts = (kinds: ChangeKind[], is: (verdict: string) => boolean, past = true) =>
    kinds.map((kind, at) => partOf(kind, is, draws, at, past));
  const still = (['same', 'half', 'other'] as const).flatMap((shared) =>
    MIX.map((kind) => ({ ...kind, shared })),
  );
  const wrong = parts(still, isCalled);
  const worst = [...wrong.entries()]
    .sort(([, a], [, b]) => b - a)
    .slice(0, AGAIN)
    .map(([at]) => partOf(still[at] as ChangeKind, isCalled, again, 10_000 + at));
  const rising = (kind: Partial<ChangeKind>): ChangeKind[] =>
    MIX.map((each) => ({ ...each, ...kind, rise: 0.1 }));
  const named = (prompts: number, runs: number) =>
    mean(
      parts(
        rising({}).filter((kind) => kind.prompts === prompts && kind.runs === runs),
        (v) => v === 'up',
      ),
    );
  const isUp = (verdict: string) => verdict === 'up';
  const usual = { ...PLAIN, share: 0.4, correlation: 0.25, prompts: 20, runs: 10 };
  const courses = COURSES.flatMap(([name, course]) =>
    [true, false].map((past): [string, number] => [
      `seen: 10 points more on average ${name}${past ? '' : NOTHING_BEFORE}`,
      partOf({ ...usual, ...course, rise: 0.1 }, isUp, 5 * draws, 1, past),
    ]),
  );
  const weeks = WEEKS.map(([name, week]): [string, number] => [
    `seen: 3 points more, 100 prompts, ${name}`,
    partOf({ ...usual, prompts: 100, runs: 28, ...week, rise: 0.03 }, isUp, 5 * draws, 1),
  ]);
  const shocked = SHOCKS.flatMap(([shock, prompts, likeness]) =>
    [true, false].flatMap((past): [string, number][] => {
      const kind = { ...usual, prompts, runs: 28, shock, likeness };
      const [called, few] = [isCalled, isFew].map((is) => partOf(kind, is, 5 * draws, 1, past)) as [
        number,
        number,
      ];
      const how = likeness === 0 ? FOR_A_DAY : '';
      const what = `days of ${shock} logits${how}, ${prompts} prompts${past ? '' : NOTHING_BEFORE}`;
      const of = likeness === 0.93 ? 'for months, ' : '';
      return [
        [`${of}false of those given: ${what}`, called / (1 - few)],
        [`${of}too few: ${what}`, few],
      ];
    }),
  );
  return {
    'false, mean of kinds': mean(wrong),
    'false, worst kind': Math.max(...worst),
    'seen: 10 points more, mean of kinds': mean(parts(rising({}), (verdict) => verdict === 'up')),
    'seen: 10 points more, 8 prompts of 30 runs': named(8, 30),
    'seen: 10 points more, 20 prompts of 10 runs': named(20, 10),
    'seen: 10 points more, 20 prompts of 30 runs': named(20, 30),
    'seen: 10 points more, ranges of 7 days': mean(parts(rising({ days: 7 }), (verdict) => verdict === 'up')),
    'too few, ranges of 28 days': mean(parts(MIX, isFew)),
    'too few, ranges of 14 days': mean(
      parts(
        MIX.map((kind) => ({ ...kind, days: 14 })),
        isFew,
      ),
    ),
    'too few, ranges of 7 days': mean(
      parts(
        MIX.map((kind) => ({ ...kind, days: 7 })),
        isFew,
      ),
    ),
    ...Object.fromEntries([...courses, ...weeks, ...shocked]),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const percent = (part: number) => part.toFixed(3);
