import { SENTIMENT_BANDS } from '../../../base/definitions.ts';
import type { Schemas } from '../api/client.ts';
import { Badge, type BadgeKind } from './card.tsx';

const DASH = '–';
const measure = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const day = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A minus is as wide as a plus and is not read as a hyphen. What rounds to zero has no sign. */
const withMinus = (text: string) => text.replace(/^-(?!0\.0$)/, '−').replace(/^-/, '');

/** After the number of a percent: a narrow space at which no line breaks. */
export const PERCENT = '\u202f%';

/** A measure, always with one decimal, so that numbers below each other compare; a dash for what is unknown. */
export const format = (value: number | null | undefined): string =>
  value === null || value === undefined ? DASH : withMinus(measure.format(value));
export const formatCount = (value: number | null | undefined): string =>
  value === null || value === undefined ? DASH : whole.format(value);
export const formatPercent = (value: number | null | undefined): string =>
  value === null || value === undefined ? DASH : `${format(value)}${PERCENT}`;
/** @param date a day or a moment in ISO 8601; shown in UTC, as all reports count */
export const formatDay = (date: string | null | undefined): string =>
  date ? day.format(new Date(date)) : DASH;
export const formatShortDay = (date: string): string => shortDay.format(new Date(date));
export const formatMoment = (date: string | null | undefined): string =>
  date ? `${moment.format(new Date(date))} UTC` : DASH;

/** A change, with its sign. */
export const signed = (value: number | null | undefined): string =>
  `${Number(value) >= 0.05 ? '+' : ''}${format(value)}`;

/** `one prompt`, `12 prompts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** The 95 % bounds of a measure. @param isShort without words, for the cell of a table */
export function Interval({
  low,
  high,
  unit = '',
  isShort = false,
}: {
  low: number | null | undefined;
  high: number | null | undefined;
  unit?: string;
  isShort?: boolean;
}) {
  if (low === null || low === undefined || high === null || high === undefined) return null;
  return (
    <span class="muted small nowrap" title="The true value lies in this range with 95 % certainty">
      {isShort ? rangeText(low, high) : `between ${format(low)} and ${format(high)}`}
      {unit}
    </span>
  );
}

/** `35.1–44.2`; with words where a minus would stand beside the dash. */
export const rangeText = (low: number, high: number): string =>
  `${format(low)}${low < 0 ? ' to ' : '–'}${format(high)}`;

export type Verdict = Schemas['Verdict'];

/** What each verdict means to a person: its sign and word, never its colour alone. */
const VERDICTS: Record<Verdict, { sign: string; word: string; kind?: BadgeKind; why: string }> = {
  up: { sign: '▲', word: 'up', kind: 'good', why: 'More than chance explains.' },
  down: { sign: '▼', word: 'down', kind: 'bad', why: 'More than chance explains.' },
  within_noise: { sign: '≈', word: 'no clear change', why: 'A difference of this size happens by chance.' },
  too_few: { sign: '?', word: 'too few answers', kind: 'warn', why: 'There are not enough answers to tell.' },
  not_comparable: {
    sign: '≠',
    word: 'not comparable',
    kind: 'warn',
    why: 'Prompts, names or models changed between the two periods.',
  },
};

/** A change and its verdict. @param isOfPlaces whether it is of a position, where less is better */
export function Change({
  points,
  verdict,
  reason,
  missing,
  holds_in_list: holds,
  isOfPlaces = false,
}: Pick<Schemas['Change'], 'points' | 'verdict' | 'reason' | 'missing' | 'holds_in_list'> & {
  isOfPlaces?: boolean;
}) {
  const { sign, word } = VERDICTS[verdict];
  const why = (reason && missing && lackText(reason, missing)) ?? VERDICTS[verdict].why;
  const { kind } = VERDICTS[isOfPlaces ? opposite(verdict) : verdict];
  const unit = isOfPlaces ? 'places' : 'points';
  return (
    <>
      <Badge kind={kind} title={why}>
        <span aria-hidden="true">{sign}</span>
        {points !== null && `${signed(points)} ${unit}, `}
        {word}
      </Badge>
      {holds === false && (
        <>
          <br />
          <span class="small muted">one of many rows: may be chance</span>
        </>
      )}
    </>
  );
}

/** What is missing for a verdict. */
function lackText(
  reason: NonNullable<Schemas['Change']['reason']>,
  { prompts, runs, days }: NonNullable<Schemas['Change']['missing']>,
): string {
  if (reason === 'nothing_before') return 'There is nothing to compare with: no answers before.';
  if (reason === 'nothing_now') return 'There is nothing to compare: no answers in this period.';
  if (reason === 'days_move_together')
    return `Answers of neighbouring days move together: each period needs about ${counted(days, 'more day')} to tell a lasting change.`;
  const parts = [
    days > 0 && counted(days, 'more day'),
    prompts > 0 && counted(prompts, 'more prompt'),
    runs > 0 && counted(runs, 'more answer'),
  ].filter(Boolean);
  return `To tell a change from chance each period needs at least ${parts.join(' and ')}.`;
}

function opposite(verdict: Verdict): Verdict {
  return verdict === 'up' ? 'down' : verdict === 'down' ? 'up' : verdict;
}

/** What a verdict means, in a sentence. */
export function whyOf(verdict: Verdict): string {
  const { sign, word, why } = VERDICTS[verdict];
  return `${sign} ${word}: ${why[0]?.toLowerCase()}${why.slice(1)}`;
}

export const signOf = (verdict: Verdict): string => VERDICTS[verdict].sign;

export function wordOf(verdict: Verdict): string {
  return VERDICTS[verdict].word;
}

/** Sentiment from 0 to 100 in words, with the bounds of the reports. */
export function sentimentWord(score: number | null | undefined): string {
  if (score === null || score === undefined) return 'not known';
  const { positiveFrom, negativeTo } = SENTIMENT_BANDS;
  return 100 * score >= positiveFrom ? 'positive' : 100 * score <= negativeTo ? 'negative' : 'neutral';
}

/** The word for a mean sentiment; empty unless both of its bounds have the same. */
export function certainSentimentWord(
  low: number | null | undefined,
  high: number | null | undefined,
): string {
  if (low == null || high == null) return '';
  const word = sentimentWord(low);
  return word === sentimentWord(high) ? word : '';
}

/** `81.3 positive`; a dash where nobody could tell. */
export function formatSentiment(score: number | null): string {
  return score === null ? DASH : `${format(score)} ${sentimentWord(score)}`;
}
