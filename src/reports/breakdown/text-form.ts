import { AppError, type Finding, invalidFields } from '../../base/errors.ts';
import { BOOLEANS, type BrokenDown, type FilterField, invalid } from './request.ts';

/** A breakdown as text: query parameters of a URL, or options of a command. Each is undefined if it was not sent. */
export interface TextParameters {
  /** platform,week */
  dimensions?: string | undefined;
  /** Each `field:operator:a,b`. A backslash escapes a comma or backslash in a value; an empty value is null. */
  filters?: readonly string[] | undefined;
  /** Each `field:gte:10`. */
  having?: readonly string[] | undefined;
  /** -visibility,name; a hyphen means descending. */
  order_by?: string | undefined;
  /** intervals,share_of_voice */
  include?: string | undefined;
  /** previous, or 2026-01-01..2026-01-31 */
  compare_to?: string | undefined;
  /** LEXICON,MODEL */
  sentiment_readers?: string | undefined;
}

/** The fields of a report's body. The contract's schema still has to check words, bounds and days. */
export interface ParsedParameters {
  dimensions?: string[];
  filters?: { field: string; operator: string; values: (string | boolean | null)[] }[];
  having?: { field: string; operator: string; value: number }[];
  order_by?: { field: string; direction: 'asc' | 'desc' }[];
  include?: string[];
  compare_to?: string | { start_date: string; end_date: string };
  sentiment_readers?: string[];
}

/** A measure of each report that has no visibility, for examples. */
const COUNTED: Partial<Record<BrokenDown, string>> = {
  reportMentions: 'mention_count',
  reportSources: 'gap_count',
  reportSearches: 'answer_count',
};
const PARTS = /^([^:]*):([^:]*):(.*)$/s;
const NUMBER = /^-?\d+(\.\d+)?$/;
const RANGE = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;
/** Aliases of order fields: a row of a brand shows its name. */
const ORDER_NAMES: Readonly<Record<string, string>> = { name: 'brand' };

/**
 * The fields of a report's body from a breakdown as text.
 * @param report whose measures appear as examples in messages
 * @throws AppError validation_error naming the parameters with a wrong format
 */
export function parametersOfText(report: BrokenDown, texts: TextParameters): ParsedParameters {
  const { parameters, faults } = readText(report, texts);
  if (faults.length > 0) throw invalidFields(faults);
  return parameters as ParsedParameters;
}

/** Like `parametersOfText`, but returns a list of errors. A part with a wrong format is undefined. */
export function readText(
  report: BrokenDown,
  { dimensions, filters, having, order_by, include, compare_to, sentiment_readers }: TextParameters,
): { parameters: object; faults: Finding[] } {
  const faults: Finding[] = [];
  const read = <Part>(part: () => Part): Part | undefined => {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.push(...(error.body.details ?? []));
      return undefined;
    }
  };
  const parameters = {
    ...(dimensions !== undefined && { dimensions: words(dimensions) }),
    ...(filters && { filters: filters.map((text, at) => read(() => parseFilter(text, `filters[${at}]`))) }),
    ...(having && {
      having: having.map((text, at) => read(() => parseHaving(report, text, `having[${at}]`))),
    }),
    ...(order_by !== undefined && { order_by: words(order_by).map(parseOrder) }),
    ...(include !== undefined && { include: words(include) }),
    ...(compare_to !== undefined && { compare_to: read(() => comparedTo(compare_to)) }),
    ...(sentiment_readers !== undefined && { sentiment_readers: words(sentiment_readers) }),
  };
  return { parameters, faults };
}

/** Names separated by commas; none for an empty text. */
function words(text: string): string[] {
  return text.trim() === '' ? [] : text.split(',').map((word) => word.trim());
}

function parseFilter(text: string, name: string) {
  const [, field, operator, list] = PARTS.exec(text) ?? [];
  if (field === undefined || operator === undefined || list === undefined)
    throw invalid(`${name} must be field:operator:values, such as platform:in:CHATGPT,CLAUDE.`);
  const isTruth = BOOLEANS.has(field as FilterField);
  const values = listed(list, name).map((value) => {
    if (value === '') return null;
    return isTruth && (value === 'true' || value === 'false') ? value === 'true' : value;
  });
  return { field, operator, values };
}

/** Values separated by commas, without the escaping backslashes. */
function listed(text: string, name: string): string[] {
  const values = [''];
  for (const [part] of text.matchAll(/\\?./gsu)) {
    if (part === ',') values.push('');
    else {
      if (part.startsWith('\\') && part !== '\\,' && part !== '\\\\')
        throw invalid(`${name}: a backslash stands before a comma or another backslash alone, as in a\\,b.`);
      values[values.length - 1] += part.replace('\\', '');
    }
  }
  return values;
}

function parseHaving(report: BrokenDown, text: string, name: string) {
  const [, field, operator, value] = PARTS.exec(text) ?? [];
  const example = `${COUNTED[report] ?? 'visibility_total'}:gte:10`;
  if (field === undefined || operator === undefined || value === undefined)
    throw invalid(`${name} must be field:operator:value, such as ${example}.`);
  if (!NUMBER.test(value)) throw invalid(`${name}.value must be a number in digits, such as ${example}.`);
  return { field, operator, value: Number(value) };
}

function parseOrder(word: string) {
  const isDescending = word.startsWith('-');
  const field = isDescending ? word.slice(1) : word;
  return {
    field: ORDER_NAMES[field] ?? field,
    direction: isDescending ? ('desc' as const) : ('asc' as const),
  };
}

function comparedTo(text: string) {
  if (text === 'previous') return text;
  const [, start_date, end_date] = RANGE.exec(text) ?? [];
  if (start_date === undefined || end_date === undefined)
    throw invalid('compare_to must be previous or two days, such as 2026-01-01..2026-01-31.');
  return { start_date, end_date };
}
