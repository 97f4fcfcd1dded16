import type { components } from '../contract/generated/types.ts';
import { formatPercent, lackText, shown, shownChange, signed, type Verdict } from './numbers.ts';

type Row = Pick<
  components['schemas']['BrandRow'],
  'visibility' | 'visibility_count' | 'visibility_total' | 'change' | 'competitors' | 'previous'
>;
type Change = Pick<
  components['schemas']['Change'],
  'points' | 'verdict' | 'reason' | 'missing' | 'common_prompts'
>;

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A sentence on a brand, after its name: how it moves, by how much, whether that is chance, and its rank. */
export function headline(row: Row): string {
  if (row.visibility_total === 0) return 'has no answers in these days.';
  const parts = [moveText(row), rankText(rankOf(row))];
  return `${parts.filter(Boolean).join('; ')}.`;
}

function moveText(row: Row): string {
  const value = formatPercent(shown(row, 'visibility'));
  const change = shownChange(row);
  if (!change) return `is at ${value}`;
  const by = change.points === null ? '' : `${pointsText(change.points)}, `;
  switch (change.verdict) {
    case 'up':
      return `is gaining: ${value}, ${by}more than chance`;
    case 'down':
      return `is losing: ${value}, ${by}more than chance`;
    case 'within_noise':
      return `shows no clear change: ${value}, ${by}no more than chance`;
    case 'too_few':
      return `is at ${value}; ${lackText(change)}`;
    case 'not_comparable':
      return `is at ${value}; not comparable with the period before: ${differenceText(change)}`;
  }
}

const pointsText = (points: number) => `${signed(points)} points`;

const DIFFERENCES: Partial<Record<NonNullable<Change['reason']>, string>> = {
  surfaces_differ: 'the answers were given in other places',
  searched_differ: 'another share of the answers searched the web',
};

/** Why two periods are not comparable, and what the prompts of both say. */
function differenceText({ reason, common_prompts: common }: Change): string {
  const why = (reason && DIFFERENCES[reason]) ?? 'prompts, names or models changed';
  if (!common || common.points === null || common.prompts === 0) return why;
  const verdict = { up: 'more than chance', down: 'more than chance', within_noise: 'no more than chance' };
  const word = verdict[common.verdict as keyof typeof verdict] ?? 'too few to tell';
  const prompts = common.prompts === 1 ? 'the one prompt' : `the ${common.prompts} prompts`;
  return `${why}; over ${prompts} of both ${pointsText(common.points)}, ${word}`;
}

/** A piece of a sentence: words of ours, or a name. */
type Piece = string | { name: string };

const OTHERS = {
  with_the_others: 'Your competitors moved alike, so it may be the platforms',
  apart: 'Your competitors as a whole did not move with you',
  against_the_others: 'Your competitors moved the other way',
} as const;
const MOST_EXCEPTIONS = 3;

/**
 * Whether the brand moved, or all names did: then the platforms changed rather than the brand. A competitor whose own
 * change says otherwise is named.
 */
export function othersText({ change, competitors = [] }: Pick<Row, 'change' | 'competitors'>): Piece[] {
  const own = change?.verdict;
  const others = change?.against_others?.verdict;
  if ((own !== 'up' && own !== 'down') || !others) return [];
  const opposite = own === 'up' ? 'down' : 'up';
  const otherwise: readonly Verdict[] = {
    with_the_others: [opposite],
    apart: ['up', 'down'],
    against_the_others: [own],
  }[others] as Verdict[];
  const moved = competitors.filter(({ change: of }) => of && otherwise.includes(of.verdict));
  const exceptions = moved
    .slice(0, MOST_EXCEPTIONS)
    .flatMap(({ name, change: of }, at) => [
      at === 0 ? ', but ' : ', ',
      { name },
      `${of?.verdict === 'up' ? ' rose' : ' fell'}${of?.holds_in_list === false ? ' (may be chance)' : ''}`,
    ]);
  const more = moved.length - MOST_EXCEPTIONS;
  return [OTHERS[others], ...exceptions, more > 0 ? `, and ${more} more moved so.` : '.'];
}

/** The rank of a brand among its competitors, in the same answers. */
export interface Rank {
  position: number;
  of: number;
  /** Whether another name is in as many answers. */
  isTied: boolean;
}

/** The rank of a count of answers among those of others; equal counts share it. */
export function rankAmong(count: number, others: readonly number[]): number {
  return others.filter((other) => other > count).length + 1;
}

/** Null without competitors or answers. */
export function rankOf({
  visibility_count: count,
  visibility_total: total,
  competitors = [],
}: Row): Rank | null {
  if (competitors.length === 0 || total === 0) return null;
  const others = competitors.map((other) => other.visibility_count);
  return { position: rankAmong(count, others), of: others.length + 1, isTied: others.includes(count) };
}

/** `fourth of five`, `tied for second of three`. */
export function rankText(rank: Rank | null): string {
  if (!rank) return '';
  const word = ORDINALS[rank.position - 1] ?? ordinal(rank.position);
  return `${rank.isTied ? 'tied for ' : ''}${word} of ${NUMBERS[rank.of - 1] ?? rank.of}`;
}

function ordinal(position: number): string {
  const isTeen = position % 100 >= 11 && position % 100 <= 13;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][position % 10] ?? 'th');
  return `${position}${ending}`;
}

/** How many brands lose and gain, and of how many nothing is certain: what one sentence says of all of them. */
export function headlineOfAll(verdicts: readonly (Verdict | undefined)[]): string {
  const count = (...those: Verdict[]) => verdicts.filter((one) => one && those.includes(one)).length;
  const parts = [
    [count('down'), 'losing'],
    [count('up'), 'gaining'],
    [count('within_noise'), 'with no clear change'],
    [count('not_comparable'), 'not comparable'],
    [count('too_few'), 'with too few answers'],
  ] as const;
  const said = parts.filter(([many]) => many > 0).map(([many, word]) => `${many} ${word}`);
  return `${verdicts.length === 1 ? 'One brand' : `${verdicts.length} brands`}: ${said.join(', ')}.`;
}
