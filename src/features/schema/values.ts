import type { DataType } from './schema-org.ts';

/** The data types: a test of values, their name in messages, and how to fix other values. */
export const DATA_TYPES: Record<DataType, { test(value: unknown): boolean; words: string; fix?: string }> = {
  Text: { test: (value) => typeof value === 'string', words: 'text' },
  URL: {
    test: (value) => typeof value === 'string' && /^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value),
    words: 'an absolute URL',
    fix: 'Write the whole address, such as https://www.example.com/page.',
  },
  Date: {
    test: (value) => typeof value === 'string' && isDate(value),
    words: 'a date (ISO 8601)',
    fix: 'Write a day that exists, such as 2026-11-19.',
  },
  DateTime: {
    test: (value) => typeof value === 'string' && isDateTime(value),
    words: 'a date and time (ISO 8601)',
    fix: 'Write it such as 2026-11-19T09:30:00+01:00.',
  },
  Time: {
    test: (value) => typeof value === 'string' && TIME.test(value),
    words: 'a time of day',
    fix: 'Write it such as 09:30.',
  },
  Number: {
    test: (value) =>
      typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)),
    words: 'a number',
    fix: 'Write digits with a point, such as 19.90, without a currency or unit.',
  },
};

const TIME = /^([01]\d|2[0-4]):[0-5]\d(:[0-5]\d)?$/;
const ZONE = /^(?:[01]\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** Whether a name in a range is a data type's. */
export function isDataType(name: string): name is DataType {
  return Object.hasOwn(DATA_TYPES, name);
}

/** The name of a type with its article, for messages. */
export function article(type: string): string {
  return `${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** Whether a text is a year, a month or a day that exists (ISO 8601). */
function isDate(text: string): boolean {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  if (year === undefined) return false;
  const time = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(`${year}-${month}-${day}`);
}

function isDateTime(text: string): boolean {
  const at = text.indexOf('T');
  return at === 10 && isDate(text.slice(0, at)) && ZONE.test(text.slice(at + 1));
}
