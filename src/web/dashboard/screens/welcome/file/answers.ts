import { platformOf, searchOf } from './asked.ts';
import { type Column, NEEDED, type Run } from './columns.ts';
import { DATE_FORMATS, type DateFormat, timeOf } from './dates.ts';
import { plain } from './plain.ts';

/** An answer of a file, or what is wrong with it and how to correct it. */
export type Read = { run: Run } | { problem: string };

/** A record of a file: values with the columns that they are, and the names that the file gives these. */
export type Cells = readonly (readonly [column: Column, name: string, value: unknown])[];

/**
 * The run that a record of a file is.
 * @param brandId the brand of records that name none; null: there is none
 */
export function runOf(cells: Cells, { brandId, dates }: { brandId: string | null; dates: DateFormat }): Read {
  const values: Partial<Record<Column, unknown>> = {};
  for (const [column, , value] of cells) {
    if (value === null || value === undefined || value === '') continue;
    if (typeof value === 'object' && column !== 'citations' && column !== 'searchQueries')
      return { problem: `${column}: it is not a text. Write it as one.` };
    if (!isStorable(value))
      return { problem: `${column}: it holds a character that is none (NUL, half a pair). Take it out.` };
    values[column] ??= value;
  }
  // A person looks for the column by the name that the file gives it.
  const called = (column: Column) => cells.find(([one]) => one === column)?.[1] ?? column;
  const state = STATES.find((one) => plain(one) === plain(String(values.state ?? 'COMPLETED')));
  if (state === undefined)
    return {
      problem: `${called('state')}: "${short(values.state)}" is none of ${STATES.join(', ')}. Correct it or leave it empty.`,
    };
  for (const column of NEEDED.filter((one) => one !== 'answer' || state === 'COMPLETED'))
    if (values[column] === undefined) return { problem: `${called(column)}: it is missing. ${HELP[column]}` };
  const platform = platformOf(values);
  if ('problem' in platform)
    return { problem: `${called('platform')}: "${short(values.platform)}" ${platform.problem}.` };
  const search = searchOf(values);
  if ('problem' in search)
    return {
      problem: `${called(search.column)}: "${short(values[search.column])}" ${search.problem}.`,
    };
  const executedAt = timeOf(String(values.executedAt), dates);
  if (executedAt === null)
    return {
      problem: `${called('executedAt')}: "${short(values.executedAt)}" is not a time written like ${DATE_FORMATS.find(([format]) => format === dates)?.[1]}.`,
    };
  const sentimentScore = numberOf(values.sentimentScore);
  if (sentimentScore !== null && !(sentimentScore >= 0 && sentimentScore <= 100))
    return {
      problem: `${called('sentimentScore')}: "${short(values.sentimentScore)}" is not a number from 0 to 100. Correct it or leave it empty.`,
    };
  const citations = values.citations === undefined ? undefined : citationsOf(values.citations);
  const ofBrand = brandOf(values, brandId);
  if (ofBrand === null)
    return {
      problem: 'brand: it is missing. Name the brand in a column brand, or choose one for the whole file.',
    };
  const run: Omit<Run, 'externalId'> = {
    ...ofBrand,
    ...platform,
    queryText: String(values.queryText),
    executedAt,
    ...(values.answer === undefined ? {} : { answer: String(values.answer) }),
    ...(citations?.length ? { citations } : {}),
    ...(sentimentScore === null ? {} : { sentimentScore }),
    ...(values.model === undefined ? {} : { model: String(values.model) }),
    ...(values.country === undefined ? {} : { country: String(values.country).trim().toUpperCase() }),
    ...search,
    ...(state === 'COMPLETED' ? {} : { state }),
    ...(values.failure === undefined ? {} : { failure: String(values.failure) }),
  };
  const externalId =
    values.externalId === undefined ? `file-${hashOf(JSON.stringify(run))}` : String(values.externalId);
  // An empty list says that nothing is cited; without one the links of the text count.
  return { run: { externalId, ...run, ...(citations?.length === 0 ? { citations } : {}) } };
}

const STATES = ['COMPLETED', 'FAILED', 'NOT_SHOWN'] as const;

/** Whether a text is one that the API takes. */
function isStorable(value: unknown): boolean {
  return typeof value !== 'string' || (!value.includes('\0') && !/\p{Cs}/u.test(value));
}

const HELP = {
  platform: 'Name the platform that answered, such as ChatGPT.',
  queryText: 'Give the exact prompt.',
  executedAt: 'Write it as 2026-11-19 or 2026-11-19T09:30:00Z.',
  answer: 'Give the text of the answer, or FAILED or NOT_SHOWN in a column state.',
} as const;

const short = (value: unknown): string => {
  const text = String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
};

function brandOf(values: Partial<Record<Column, unknown>>, brandId: string | null) {
  if (values.brandId !== undefined) return { brandId: String(values.brandId) };
  if (values.brand !== undefined) return { brand: String(values.brand).trim() };
  return brandId === null ? null : { brandId };
}

/** null for none; NaN for what is no number. */
function numberOf(value: unknown): number | null {
  if (value === undefined) return null;
  return Number(String(value).trim().replace(',', '.'));
}

/** Addresses as an array, JSON or a text. The API leaves out those that are none, and says so. */
function citationsOf(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.map((one) => {
      if (typeof one === 'string') return { url: one };
      return typeof one?.title === 'string' ? { url: one.url, title: one.title } : one;
    });
  const text = String(value).trim();
  if (text.startsWith('[')) {
    try {
      return citationsOf(JSON.parse(text));
    } catch {
      // A text that begins with a bracket.
    }
  }
  return text.split(/[,;]?[\s|]+/).flatMap((url) => (url === '' ? [] : [{ url }]));
}

/** 106 bits of a text (cyrb53 with two seeds): equal for the same content, on pages without crypto.subtle too. */
export function hashOf(text: string): string {
  return [1, 2].map((seed) => cyrb53(text, seed).toString(36).padStart(11, '0')).join('');
}

function cyrb53(text: string, seed: number): number {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
}
