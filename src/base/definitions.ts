/**
 * The meaning of numbers on every surface: the server's reports, alerts and tools, and the dashboard in a browser.
 * Nothing here may need Node.
 */

export const DAY_MS = 86_400_000;

/** A report without days goes from so many days before today to today. */
export const DEFAULT_RANGE_DAYS = 30;

/**
 * Bands of a sentiment in hundredths of a 0-100 score (0 to 10000, 5000 neutral): POSITIVE from `positiveFrom`,
 * NEGATIVE up to `negativeTo`, NEUTRAL between. A score is 50 + 50 × the stance, which ranges from -1 to 1. A stance of
 * less than 0.05 to either side is neutral.
 */
export const SENTIMENT_BANDS = { positiveFrom: 5_250, negativeTo: 4_750 } as const;

/** Today in UTC, YYYY-MM-DD: reports count days so. */
export function today(now = new Date()): string {
  return now.toISOString().slice(0, 10);
}

/** The day that lies `days` after a day, YYYY-MM-DD; before it for a negative number. */
export function dayAfter(day: string, days: number): string {
  return today(new Date(Date.parse(day) + days * DAY_MS));
}

/** The Monday of a day's week. */
export function weekOf(day: string): string {
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** From so many days before today to today: one day more, since both ends count. */
export function rangeToToday(days = DEFAULT_RANGE_DAYS, now = new Date()): { start: string; end: string } {
  const end = today(now);
  return { start: dayAfter(end, -days), end };
}

/** Two decimals, half away from zero; adding 0 turns −0 into 0. */
export function rounded(value: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * 100)) / 100 + 0;
}

/**
 * Rounds every mean and share of a report to two decimals, half away from zero; null if the count is 0. It uses only
 * whole numbers, so that the digits are exact.
 * @param hundredths the sum, in hundredths of the unit: 10,000 × the count for a percentage
 */
export function roundedMean(hundredths: number, count: number): number | null {
  return count === 0 ? null : nearest(hundredths, count) / 100;
}

/** The whole number nearest to a quotient of whole numbers (n ≥ 0, d > 0), a half away from zero. */
export function nearest(n: number, d: number): number {
  const doubled = 2 * n + d;
  return (doubled - (doubled % (2 * d))) / (2 * d);
}

/** Signs without width or meaning: soft hyphen, zero-width space, word joiner, byte order mark. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
/** White_Space of Unicode, of which `\s` lacks U+0085. */
const BLANKS = /[\s\u0085]+/g;

/** A text in NFC with one blank where there are blanks of any kind, and nothing invisible. */
export function foldedBlanks(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').replace(BLANKS, ' ');
}

/**
 * The identity of a prompt or a tag: two spellings have the same if a reader cannot distinguish them: `foldedBlanks`
 * without blanks at the ends. An identity is its own identity.
 */
export function textIdentity(text: string): string {
  return foldedBlanks(text).trim();
}

/** Tags by their identity, each once. */
export function tagIdentities(tags: readonly string[]): string[] {
  return [...new Set(tags.map(textIdentity))].filter((tag) => tag !== '');
}
