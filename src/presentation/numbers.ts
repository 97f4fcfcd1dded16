import { nearest, roundedMean, SENTIMENT_BANDS } from '../base/definitions.ts';
import type { components } from '../contract/generated/types.ts';
import { capitalised } from './text.ts';

type Schemas = components['schemas'];

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

/** The parts of a row's measure: its sum and count, and how many hundredths of it are the least step of its sum. */
export const SUMS = {
  visibility: ['visibility_count', 'visibility_total', 10_000],
  share_of_voice: ['visibility_count', 'share_of_voice_total', 10_000],
  answer_share: ['answer_count', 'answer_total', 10_000],
  sentiment: ['sentiment_sum', 'sentiment_count', 1],
  position: ['position_sum', 'position_count', 100],
} as const;
export type ShownMeasure = keyof typeof SUMS;

/** A number of a report, which has two decimals, with one, half away from zero. */
export const tenth = (value: number): number =>
  (Math.sign(value) * nearest(Math.abs(Math.round(100 * value)), 10)) / 10 + 0;

/** A share in percent as it is shown, with one decimal, rounded once; null of none. */
export const shownShare = (count: number, total: number): number | null =>
  total === 0 ? null : nearest(1_000 * count, total) / 10;

/**
 * A measure of a report's row as it is shown: with one decimal, rounded once, from its counts. 323 of 730 is 44.2,
 * where the report's 44.25 would give 44.3. Without the sum, it is the one that gives the report's number; only a
 * sentiment without its sum cannot be known better than the report has it.
 */
export function shown(row: object | null | undefined, measure: ShownMeasure): number | null {
  const [sum, count] = SUMS[measure];
  const values = (row ?? {}) as Record<string, number | null | undefined>;
  return shownMean({ value: values[measure] ?? null, sum: values[sum], n: values[count] }, measure);
}

/** The same of a measure that stands by itself. */
export function shownMean(
  { value, sum, n }: { value: number | null; sum?: number | null | undefined; n?: number | null | undefined },
  measure: ShownMeasure,
): number | null {
  if (value === null || !n) return value && tenth(value);
  const step = SUMS[measure][2];
  const hundredths = [(sum ?? Number.NaN) * (step === 1 ? 100 : 1), (100 * value * n) / step]
    .map((steps) => step * Math.round(steps))
    .find((each) => roundedMean(each, n) === value);
  return hundredths === undefined ? tenth(value) : nearest(hundredths, 10 * n) / 10;
}

type Compared = { change?: Schemas['Change'] | undefined; previous?: object | null | undefined };

/** The change of a row's measure as it is shown: beside two shown numbers, their difference. */
export function shownChange<Change extends Pick<Schemas['Change'], 'points'> = Schemas['Change']>(
  row: Compared,
  measure: ShownMeasure = 'visibility',
  change = row.change as Change | undefined,
): Change | undefined {
  const [now, before] = [shown(row, measure), shown(row.previous, measure)];
  return change && now !== null && before !== null ? { ...change, points: difference(now, before) } : change;
}

/** The difference of two shown numbers. */
export const difference = (now: number, before: number): number => tenth(now - before);

/** A change, with its sign. */
export const signed = (value: number | null | undefined): string =>
  `${Number(value) >= 0.05 ? '+' : ''}${format(value)}`;

/** `one prompt`, `12 prompts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** `35.1–44.2`; with words where a minus would stand beside the dash. */
export const rangeText = (low: number, high: number): string =>
  `${format(low)}${low < 0 ? ' to ' : '–'}${format(high)}`;

export type Verdict = Schemas['Verdict'];

/** The presentation of each verdict: its sign and word, never its colour alone. */
const VERDICTS: Record<Verdict, { sign: string; word: string; why: string }> = {
  up: { sign: '▲', word: 'up', why: 'more than chance explains' },
  down: { sign: '▼', word: 'down', why: 'more than chance explains' },
  within_noise: { sign: '≈', word: 'no clear change', why: 'a difference of this size happens by chance' },
  too_few: { sign: '?', word: 'too few answers', why: 'there are not enough answers to tell' },
  not_comparable: {
    sign: '≠',
    word: 'not comparable',
    why: 'prompts, names or models changed between the two periods',
  },
};

/** The meaning of a verdict, in a sentence. */
export function whyOf(verdict: Verdict): string {
  const { sign, word, why } = VERDICTS[verdict];
  return `${sign} ${word}: ${why}.`;
}

/** Why a change has its verdict, in a sentence for beside it. */
export function reasonOf(change: Pick<Schemas['Change'], 'verdict' | 'reason' | 'missing'>): string {
  return `${capitalised(change.missing ? lackText(change) : VERDICTS[change.verdict].why)}.`;
}

export const signOf = (verdict: Verdict): string => VERDICTS[verdict].sign;

export function wordOf(verdict: Verdict): string {
  return VERDICTS[verdict].word;
}

/** The data missing for a verdict, as part of a sentence. */
export function lackText({ reason, missing }: Pick<Schemas['Change'], 'reason' | 'missing'>): string {
  if (reason === 'nothing_before') return 'there are no answers before to compare with';
  if (reason === 'nothing_now') return 'there are no answers now to compare';
  const { prompts = 0, runs = 0, days = 0 } = missing ?? {};
  if (reason === 'days_move_together')
    return `too early to tell a change: about ${counted(days, 'more day')} needed, since neighbouring days move together`;
  const parts = [
    days > 0 && counted(days, 'more day'),
    prompts > 0 && counted(prompts, 'more prompt'),
    runs > 0 && counted(runs, 'more answer'),
  ].filter(Boolean);
  const needed = parts.length === 0 ? '' : `: each period needs ${parts.join(' and ')}`;
  return `too few answers to tell a change${needed}`;
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

/** Longer names are cut in sentences. */
const MOST_LETTERS = 60;

export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : name;
}
