import { DAY_MS } from '../../../../../base/definitions.ts';
import { isDay } from '../../../../../base/views/range.ts';

/** How a file writes its days. */
export type DateFormat = 'ISO' | 'DMY' | 'MDY' | 'EXCEL';

export const DATE_FORMATS: readonly (readonly [DateFormat, example: string])[] = [
  ['ISO', '2026-12-31'],
  ['DMY', '31/12/2026'],
  ['MDY', '12/31/2026'],
  ['EXCEL', '46387 (Excel)'],
];

const ISO =
  /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:[.,]\d+)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/i;
const BY_SIGNS =
  /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d\d)(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap]m)?)?$/i;
/** Days since 30 December 1899, with a part of a day: of the years 1970 to 2173. */
const EXCEL = /^(\d{5})(?:[.,](\d+))?$/;
const EXCEL_UNIX_DAYS = 25_569;

/** A day, or a time with a zone or in UTC, as RFC 3339; null for what is not written in this format. */
export function timeOf(text: string, format: DateFormat): string | null {
  const trimmed = text.trim();
  if (format === 'ISO') return isoTimeOf(trimmed);
  if (format === 'EXCEL') {
    const [, days, part = '0'] = EXCEL.exec(trimmed) ?? [];
    if (days === undefined || Number(days) < EXCEL_UNIX_DAYS) return null;
    const seconds = Math.round((Number(`${days}.${part}`) - EXCEL_UNIX_DAYS) * (DAY_MS / 1000));
    return new Date(seconds * 1000).toISOString();
  }
  const found = BY_SIGNS.exec(trimmed);
  if (!found) return null;
  const [, first = '', second = '', year = '', hour = '0', minute = '00', seconds = '00', half] = found;
  const [day, month] = format === 'DMY' ? [first, second] : [second, first];
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const two = (value: string | number) => String(value).padStart(2, '0');
  const date = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`;
  return existing(date, `${date}T${two(hours)}:${minute}:${seconds}Z`);
}

function isoTimeOf(text: string): string | null {
  const found = ISO.exec(text);
  if (!found) return null;
  const [, year, month, day, minutes = '00:00', seconds = ':00', zone = 'Z'] = found;
  const offset = /^(z|utc)$/i.test(zone)
    ? 'Z'
    : zone.length === 5
      ? `${zone.slice(0, 3)}:${zone.slice(3)}`
      : zone;
  const date = `${year}-${month}-${day}`;
  return existing(date, `${date}T${minutes}${seconds.replace(',', '.')}${offset}`);
}

/** The time, if it exists: `Date` takes 30 February for 2 March. */
function existing(date: string, time: string): string | null {
  return isDay(date) && !Number.isNaN(Date.parse(time)) ? time : null;
}

/**
 * The format that most of these values are written in. Null where none is, or where 03/04/2026 could be both of two:
 * only a person knows which.
 */
export function dateFormatOf(values: readonly string[]): DateFormat | null {
  const fitting = DATE_FORMATS.map(
    ([format]) => [format, values.filter((value) => timeOf(value, format) !== null).length] as const,
  );
  const most = Math.max(...fitting.map(([, count]) => count));
  const best = fitting.filter(([, count]) => count === most).map(([format]) => format);
  return most > 0 && best.length === 1 ? (best[0] ?? null) : null;
}
