import { daysBetween } from '../../../../base/views/range.ts';
import { counted, format, shownChange, wordOf } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import type { Filters } from '../../state/filters.ts';

type Measures = Schemas['QueryGroupRow'];
type Judged = Pick<
  NonNullable<Measures['change']>,
  'points' | 'low' | 'high' | 'verdict' | 'reason' | 'missing' | 'holds_in_list'
>;

/** How a prompt moved, as the list says it. */
export interface Move {
  /** `up` and `down` hold among all prompts of the list. */
  kind: 'up' | 'down' | 'uncertain';
  sign: '▲' | '▼' | '≈' | '?';
  points: number | null;
  /** The verdict in a word or few. */
  word: string;
  /** Made when it is shown: thousands of rows need none. */
  why: () => string;
  /** Losses that hold are lowest, gains that hold highest, and what is uncertain lies between; null: nothing to say. */
  rank: number | null;
}

/** More than any change in points. */
const CALLED = 1_000;
const HOLDS = 2_000;

export type Days = Pick<Filters, 'start' | 'end'>;

/** The change of a row of the report. @param days the range, for what is missing to a verdict */
export function moveOf(row: Measures | null, days: Days): Move | null {
  if (!row?.change) return null;
  // Its numbers stand beside it, so the points are their difference.
  const { common_prompts: common, ...whole } = shownChange(row) as Schemas['Change'];
  // Its prompt is the same in both periods, so only its models differ: the verdict is on the answers all the same.
  const isOtherModel =
    whole.verdict === 'not_comparable' && whole.reason === undefined && common !== undefined;
  const change: Judged = isOtherModel ? common : whole;
  const { points, verdict, holds_in_list: holds } = change;
  const models = isOtherModel ? ' Other models answered than before.' : '';
  const worded = (word: string) => (isOtherModel ? `${word}, other models` : word);
  if (verdict === 'up' || verdict === 'down') {
    const size = (points ?? 0) + (verdict === 'up' ? 1 : -1) * (holds === false ? CALLED : HOLDS);
    const chance = 'Of so many prompts some move by chance: this may be one of them.';
    return {
      kind: holds === false ? 'uncertain' : verdict,
      sign: verdict === 'up' ? '▲' : '▼',
      points,
      word: worded(holds === false ? 'may be chance' : wordOf(verdict)),
      why: () => `${boundsOf(change)} ${holds === false ? chance : 'More than chance explains.'}${models}`,
      rank: size,
    };
  }
  if (verdict === 'within_noise')
    return {
      kind: 'uncertain',
      sign: '≈',
      points,
      word: worded(wordOf(verdict)),
      rank: points,
      why: () => `${boundsOf(change)} A difference of this size happens by chance.${models}`,
    };
  const { word, why } = verdict === 'too_few' ? lackOf(row, change, days) : differenceOf(whole.reason);
  return { kind: 'uncertain', sign: '?', points, word, why: () => why, rank: null };
}

function boundsOf({ low, high }: Judged): string {
  return low === null || high === null
    ? ''
    : `The lasting change lies between ${format(low)} and ${format(high)} points.`;
}

function differenceOf(reason: Judged['reason']): { word: string; why: string } {
  const word = wordOf('not_comparable');
  if (reason === 'surfaces_differ')
    return {
      word,
      why: 'The answers come from other places than before, such as the app instead of the API.',
    };
  if (reason === 'searched_differ')
    return { word, why: 'The platforms searched the web more or less often than before.' };
  return { word, why: 'Names or models changed between the two periods.' };
}

/** What a prompt lacks for a verdict, as days: its answers come at the pace they came so far. */
function lackOf(
  row: Measures,
  { reason, missing }: Judged,
  { start, end }: Days,
): { word: string; why: string } {
  const before = row.previous?.visibility_total ?? 0;
  const now = row.visibility_total;
  if (before === 0 || reason === 'nothing_before')
    return { word: 'no answers before', why: 'There is nothing to compare with.' };
  if (now === 0 || missing === undefined)
    return { word: wordOf('too_few'), why: 'There are too few answers.' };
  const length = daysBetween(start, end);
  const days = Math.max(missing.days, Math.ceil((missing.runs * length) / Math.min(now, before)));
  const counts = `It has ${counted(now, 'answer')}, and ${before} in the period before.`;
  const why =
    reason === 'days_move_together'
      ? `Its answers stay the same for days, so they say less than as many others would. ${counts}`
      : `A verdict needs 10 answers in each period and 6 days that have some. ${counts}`;
  return {
    word: `needs ${counted(Math.max(1, days), 'more day')}`,
    why: `${why} Choose ${counted(length + Math.max(1, days), 'day')}, or have it asked more often.`,
  };
}

/** What a list of prompts says in a sentence. @param isShort for the head of a group: what moved alone, or nothing */
export function sayingOf(prompts: readonly { move: Move | null }[], isShort = false): string {
  const moves = prompts.map(({ move }) => move);
  const count = (is: (move: Move) => boolean) => moves.filter((move) => move !== null && is(move)).length;
  const down = count(({ kind }) => kind === 'down');
  const up = count(({ kind }) => kind === 'up');
  if (isShort) return [down > 0 && `▼ ${down} down`, up > 0 && `▲ ${up} up`].filter(Boolean).join(' ');
  if (down + up === 0)
    return moves.length === 0
      ? ''
      : 'No prompt moved by more than chance explains, among those with enough answers.';
  const all = counted(moves.length, 'prompt');
  const said =
    down > 0 ? `${down} of ${all} lost${up > 0 ? ` and ${up} gained` : ''}` : `${up} of ${all} gained`;
  return `${said} more than chance explains.`;
}
