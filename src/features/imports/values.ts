import { DAY_MS } from '../../base/definitions.ts';
import { isDay } from '../../base/views/range.ts';

/** How a file writes its days: 03/04/2026 is 3 April or 4 March. */
export type DayOrder = 'DMY' | 'MDY';
export type Scale = 'HUNDRED' | 'TEN' | 'ONE' | 'MINUS_ONE_TO_ONE';

export const SCALES: Record<Scale, { name: string; least: number; most: number }> = {
  HUNDRED: { name: '0 to 100', least: 0, most: 100 },
  TEN: { name: '0 to 10', least: 0, most: 10 },
  ONE: { name: '0 to 1', least: 0, most: 1 },
  MINUS_ONE_TO_ONE: { name: '-1 to 1', least: -1, most: 1 },
};

const LONGEST_TIME = 100;
const TIME =
  /^(.*?)(?:T|,? +(?:at +|um +)?|, *)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? *([ap])?\.?(?:m\.?)? *(Z|(?:UTC|GMT)?(?:([+-])(\d{1,2})(?::?(\d\d))?)?)(?: *Uhr| *\([^)]*\))?$/i;
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const BY_SIGNS = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)$/;
const DAY_FIRST =
  /^(?:\p{L}{2,10}[.,]{0,2} +)?(\d{1,2})(?:st|nd|rd|th|\.)?[ -]+(\p{L}{3,9})\.?,?[ -]+(\d{4}|\d\d)$/u;
const MONTH_FIRST =
  /^(?:\p{L}{2,10}[.,]{0,2} +)?(\p{L}{3,9})\.?[ -]+(\d{1,2})(?:st|nd|rd|th)?,?[ -]+(\d{4}|\d\d)$/u;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const OTHER_MONTHS = new Map([
  ['mrz', 'mar'],
  ['mai', 'may'],
  ['okt', 'oct'],
  ['dez', 'dec'],
]);
/** Days since 30 December 1899, with a part of a day: of the years 1970 to 2173. */
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/;
const SERIAL_OF_1970 = 25_569;
const UNIX = /^(\d{10})(\d{3})?(?:[.,]\d+)?$/;

/**
 * The UTC time of a date as spreadsheets and programs write it, in UTC where it names no zone; null for none, or one that
 * can be read in two ways where the order is not known.
 */
export function timeOf(text: string, order: DayOrder | null): string | null {
  const whole = plainSpaces(text);
  if (whole.length > LONGEST_TIME) return null;
  const [, days, part = '0'] = SERIAL.exec(whole) ?? [];
  if (days !== undefined) {
    const seconds = Math.round((Number(`${days}.${part}`) - SERIAL_OF_1970) * (DAY_MS / 1000));
    return seconds < 0 ? null : new Date(seconds * 1000).toISOString();
  }
  const [, seconds, ms = '000'] = UNIX.exec(whole) ?? [];
  if (seconds !== undefined) return new Date(Number(seconds + ms)).toISOString();
  const time = TIME.exec(whole);
  const day = dayOf((time?.[1] ?? whole).trim(), order);
  if (day === null || !isDay(day)) return null;
  return time === null ? `${day}T00:00:00.000Z` : momentOf(day, time);
}

function momentOf(day: string, found: RegExpExecArray): string | null {
  const [, , hour, minute, second = '0', fraction = '', half, , sign, zoneHours = '0', zoneMinutes = '0'] =
    found;
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (Number(zoneHours) > 14 || Number(zoneMinutes) > 59) return null;
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const inZone =
    Date.parse(`${day}T00:00:00Z`) + ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  return new Date(inZone + ms - offset * 60_000).toISOString();
}

function dayOf(text: string, order: DayOrder | null): string | null {
  const [, isoYear, isoMonth = '', isoDay = ''] = ISO.exec(text) ?? [];
  if (isoYear !== undefined) return written(isoYear, isoMonth, isoDay);
  const [, first, sign, second = '', year = ''] = BY_SIGNS.exec(text) ?? [];
  if (first !== undefined) {
    const known = sign === '.' ? 'DMY' : (order ?? onlyOrder(first, second));
    if (known === null) return null;
    return known === 'DMY' ? written(year, second, first) : written(year, first, second);
  }
  const [, day, dayMonth = '', dayYear = ''] = DAY_FIRST.exec(text) ?? [];
  if (day !== undefined) return written(dayYear, monthOf(dayMonth), day);
  const [, month, monthDay = '', monthYear = ''] = MONTH_FIRST.exec(text) ?? [];
  return month === undefined ? null : written(monthYear, monthOf(month), monthDay);
}

/** 0 for a word that is no month. */
function monthOf(word: string): string {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').slice(0, 3).toLowerCase();
  return String(MONTHS.indexOf(OTHER_MONTHS.get(plain) ?? plain) + 1);
}

const written = (year: string, month: string, day: string): string =>
  `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** The only order in which a date exists; null for none or two. */
function onlyOrder(first: string, second: string): DayOrder | null {
  if (Number(first) > 12 || first === second) return 'DMY';
  return Number(second) > 12 ? 'MDY' : null;
}

/** The order in which dates are written, and one that could be two days where nothing tells. */
export function orderOf(values: readonly string[]): { order: DayOrder | null; open?: string } {
  const orders = new Set<DayOrder>();
  let open: string | undefined;
  for (const value of values) {
    const day = plainSpaces(value).split(/[ ,T]/, 1)[0] ?? '';
    const [, first, sign, second = ''] = BY_SIGNS.exec(day) ?? [];
    if (first === undefined || sign === '.' || first === second) continue;
    const order = onlyOrder(first, second);
    if (order === null) open ??= value;
    else orders.add(order);
  }
  const [order = null, other] = orders;
  if (order !== null && other === undefined) return { order };
  return open === undefined ? { order: null } : { order: null, open };
}

/** A number with a point or a comma before its decimals, with signs between thousands, or in percent. */
export function numberOf(text: string): { value: number; isPercent: boolean } | null {
  const [, sign = '', digits, percent] =
    /^([-+−]?)(\d[\d.,]*|[.,]\d+)(%?)$/.exec(text.replace(/[\s'’_]/g, '')) ?? [];
  if (digits === undefined) return null;
  const decimal = decimalSignOf(digits);
  const [whole = '', ...parts] = decimal === null ? [digits] : digits.split(decimal);
  const value = Number(`${whole.replace(/[.,]/g, '') || '0'}.${parts.join('') || '0'}`);
  return { value: /[-−]/.test(sign) ? -value : value, isPercent: percent === '%' };
}

/** The later of two signs, or one that is there once. */
function decimalSignOf(digits: string): string | null {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (point === -1 && comma === -1) return null;
  const sign = point > comma ? '.' : ',';
  return digits.indexOf(sign) === digits.lastIndexOf(sign) ? sign : null;
}

/** A score of 0 to 100; null for none. */
export function scoreOf(value: unknown, scale: Scale | null): number | null {
  const number = typeof value === 'number' ? { value, isPercent: false } : numberOf(String(value));
  if (number === null) return null;
  const { least, most } = SCALES[number.isPercent ? 'HUNDRED' : (scale ?? 'HUNDRED')];
  const share = (number.value - least) / (most - least);
  return share >= 0 && share <= 1 ? Number((share * 100).toFixed(4)) : null;
}

/** The scale that scores are written in: `open` where several fit. null: there are none. */
export function scaleOf(values: readonly string[]): { scale: Scale | null; open?: string } {
  const numbers = values.flatMap((text) => numberOf(text) ?? []);
  if (numbers.length === 0) return { scale: null };
  const written = numbers.filter(({ isPercent }) => !isPercent).map(({ value }) => value);
  if (written.length === 0) return { scale: 'HUNDRED' };
  const [least, most] = [Math.min(...written), Math.max(...written)];
  if (least < 0 && least >= -1 && most <= 1) return { scale: 'MINUS_ONE_TO_ONE' };
  return most > SCALES.TEN.most ? { scale: 'HUNDRED' } : { scale: null, open: `${least} to ${most}` };
}

/**
 * Addresses of a cell or an array. The API leaves out those that are none, and says so.
 * @param value a text, or an array
 */
export function citationsOf(value: unknown): unknown[] {
  const list = listOf(value);
  if (list !== null)
    return list.map((one) => {
      if (typeof one !== 'object' || one === null) return one;
      const { url, title } = one as { url?: unknown; title?: unknown };
      return { url: typeof url === 'string' ? url : null, ...(typeof title === 'string' && { title }) };
    });
  const words = String(value)
    .split(/[\s|]+|[;,](?=(?:https?:\/\/|www\.)|$)/i)
    .map(withoutSigns);
  const hasAddresses = words.some((word) => /^https?:\/\//i.test(word));
  return words.flatMap((url) =>
    url === '' || (hasAddresses && /^(?:\d+[\].):]*|[-*•])$/.test(url)) ? [] : [{ url }],
  );
}

/** A word without brackets, quotes and separators around it; a pattern for those at its end would not be linear. */
function withoutSigns(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && '[<\'",;'.includes(word[start]!)) start += 1;
  while (end > start && ']>\'",;'.includes(word[end - 1]!)) end -= 1;
  return word.slice(start, end);
}

/**
 * Searches as an array, JSON, or a text that separates them by |, ; or line ends.
 * @param value a text, or an array
 * @returns null: an entry is no text
 */
export function queriesOf(value: unknown): string[] | null {
  const texts = listOf(value) ?? String(value).split(/[|;\n]/);
  if (texts.some((query) => typeof query === 'object')) return null;
  return texts.map((query) => String(query).trim()).filter((query) => query !== '');
}

function listOf(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return null;
  try {
    return JSON.parse(value) as unknown[];
  } catch {
    return null; // A text may begin with a bracket.
  }
}

const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ').trim();
