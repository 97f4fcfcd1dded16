import { hash } from 'node:crypto';
import type { components } from '../../contract/generated/types.ts';
import { type Column, NEEDED, plain } from './columns.ts';
import { platformOf } from './platforms.ts';
import {
  citationsOf,
  type DayOrder,
  numberOf,
  queriesOf,
  SCALES,
  type Scale,
  scoreOf,
  timeOf,
} from './values.ts';

export type Run = components['schemas']['Run'];

/** A run of a file, or what is wrong with the record, in which column, and how to correct it. */
export type Read = { run: Run } | { column: string | null; problem: string };

/** A record of a file: values with the fields that they are, and the names that the file gives these. */
export type Cells = readonly (readonly [column: Column, name: string, value: unknown])[];

interface Options {
  dates: DayOrder | null;
  scores: Scale | null;
  /** The brand of records that name none. */
  brandId: string | undefined;
}

/** What ids begin with that the file does not give. */
export const COMPUTED_ID = 'file-';
/** The contract's limit of an answer. */
const LONGEST_CELL = 1_000_000;
const LONGEST_LIST = 500_000;
const STATES = ['COMPLETED', 'FAILED', 'NOT_SHOWN'] as const;
const SURFACES = ['API', 'API_WEB_SEARCH', 'APP', 'SEARCH_PAGE'] as const;
const OTHER_SURFACES = new Map<string, (typeof SURFACES)[number]>([
  ['web', 'APP'],
  ['ui', 'APP'],
  ['serp', 'SEARCH_PAGE'],
]);
const YES_OR_NO = new Map([
  ...['yes', 'true', '1', 'y', 'x', 'ja', 'wahr'].map((text) => [text, true] as const),
  ...['no', 'false', '0', 'n', 'nein', 'falsch'].map((text) => [text, false] as const),
]);
const HELP = {
  platform: 'Name the platform that answered, such as ChatGPT.',
  queryText: 'Give the exact prompt.',
  executedAt: 'Write it as 2026-11-19 or 2026-11-19T09:30:00Z.',
  answer: 'Give the text of the answer, or FAILED or NOT_SHOWN in a column state.',
} as const;

/** A value that is wrong: the field, and what is wrong, worded to follow the name of the column. */
class Wrong extends Error {
  readonly column: Column;
  constructor(column: Column, problem: string) {
    super(problem);
    this.column = column;
  }
}

/** The run that a record of a file is. */
export function runOf(cells: Cells, options: Options): Read {
  try {
    return { run: runOfValues(valuesOf(cells), options) };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    // A person looks for the column by the name that the file gives it.
    const name = cells.find(([column]) => column === error.column)?.[1];
    return { column: name ?? null, problem: `${name ?? error.column}: ${error.message}` };
  }
}

type Values = Partial<Record<Column, unknown>>;

/** The first value of each field that is not empty. */
function valuesOf(cells: Cells): Values {
  const values: Values = {};
  for (const [column, , value] of cells) {
    if (value === null || value === undefined || value === '' || values[column] !== undefined) continue;
    const isList = column === 'citations' || column === 'searchQueries';
    if (typeof value === 'object' && !(isList && Array.isArray(value)))
      throw new Wrong(column, 'it is not a text. Write it as one.');
    if (typeof value === 'string') {
      const longest = isList ? LONGEST_LIST : LONGEST_CELL;
      if (value.length > longest)
        throw new Wrong(
          column,
          `it is longer than ${longest.toLocaleString('en')} characters. Is a quote in it not closed?`,
        );
      if (value.includes('\0') || !value.isWellFormed())
        throw new Wrong(column, 'it holds a character that is none (NUL, half a pair). Take it out.');
      if (value.trim() === '') continue;
    }
    values[column] = value;
  }
  return values;
}

function runOfValues(values: Values, { dates, scores, brandId }: Options): Run {
  const state = oneOf(values, 'state', STATES) ?? 'COMPLETED';
  for (const column of NEEDED.filter((one) => one !== 'answer' || state === 'COMPLETED'))
    if (values[column] === undefined) throw new Wrong(column, `it is missing. ${HELP[column]}`);
  const platform = platformOf(values.platform, values.platformName);
  if ('problem' in platform) throw new Wrong('platform', `${quoted(values.platform)} ${platform.problem}.`);
  const executedAt = timeOf(String(values.executedAt), dates);
  if (executedAt === null) throw new Wrong('executedAt', wrongTime(values.executedAt, dates));
  const citations = values.citations === undefined ? undefined : citationsOf(values.citations);
  const run: Omit<Run, 'externalId'> = {
    ...brandOf(values, brandId),
    ...platform,
    queryText: String(values.queryText),
    executedAt,
    ...(values.answer !== undefined && { answer: String(values.answer) }),
    ...(citations?.length && { citations }),
    ...(values.sentimentScore !== undefined && {
      sentimentScore: sentimentOf(values.sentimentScore, scores),
    }),
    ...(values.model !== undefined && { model: String(values.model).trim() }),
    ...(values.country !== undefined && { country: String(values.country).trim().toUpperCase() }),
    ...searchOf(values),
    ...(state !== 'COMPLETED' && { state }),
    ...(values.failure !== undefined && { failure: String(values.failure) }),
  };
  const externalId =
    values.externalId === undefined
      ? `${COMPUTED_ID}${hash('sha256', JSON.stringify(run), 'base64url').slice(0, 22)}`
      : String(values.externalId).trim();
  // An empty list says that nothing is cited; without one the links of the text count.
  return { externalId, ...run, ...(citations?.length === 0 && { citations }) };
}

function wrongTime(value: unknown, dates: DayOrder | null): string {
  const other = dates === null ? null : timeOf(String(value), dates === 'DMY' ? 'MDY' : 'DMY');
  if (other !== null)
    return `${quoted(value)} is no date with the ${dates === 'DMY' ? 'day' : 'month'} first, as the others. Write it as 2026-11-19.`;
  const isOpen = dates === null && timeOf(String(value), 'DMY') !== null;
  return `${quoted(value)} ${isOpen ? 'is two days: say how dates are written' : 'is no date'}. Write it as 2026-11-19 or 2026-11-19T09:30:00Z.`;
}

function sentimentOf(value: unknown, scale: Scale | null): number {
  const score = scoreOf(value, scale);
  if (score === null)
    throw new Wrong(
      'sentimentScore',
      `${quoted(value)} is not a number from ${SCALES[scale ?? 'HUNDRED'].name}. Correct it or leave it empty.`,
    );
  return score;
}

/** What a record says of the surface and of the search. */
function searchOf(values: Values): Pick<Run, 'surface' | 'searched' | 'searchCount' | 'searchQueries'> {
  const { surface, searched, searchCount, searchQueries } = values;
  const known = OTHER_SURFACES.get(plain(String(surface))) ?? oneOf(values, 'surface', SURFACES);
  const did = searched === undefined ? undefined : YES_OR_NO.get(plain(String(searched)));
  if (searched !== undefined && did === undefined)
    throw new Wrong(
      'searched',
      `${quoted(searched)} is neither yes nor no. Leave it empty if it is not known.`,
    );
  const count = searchCount === undefined ? undefined : numberOf(String(searchCount))?.value;
  if (searchCount !== undefined && !(Number.isInteger(count) && Number(count) >= 0))
    throw new Wrong(
      'searchCount',
      `${quoted(searchCount)} is no count of searches. Use a whole number or leave it empty.`,
    );
  const queries = searchQueries === undefined ? undefined : queriesOf(searchQueries);
  if (queries === null) throw new Wrong('searchQueries', 'an entry of it is no text. Write them as texts.');
  return {
    ...(known !== undefined && { surface: known }),
    ...(did !== undefined && { searched: did }),
    ...(count !== undefined && { searchCount: count }),
    ...(queries !== undefined && { searchQueries: queries }),
  };
}

function oneOf<Word extends string>(
  values: Values,
  column: Column,
  words: readonly Word[],
): Word | undefined {
  const value = values[column];
  if (value === undefined) return undefined;
  const found = words.find((word) => plain(word) === plain(String(value)));
  if (found !== undefined) return found;
  throw new Wrong(column, `${quoted(value)} is none of ${words.join(', ')}. Correct it or leave it empty.`);
}

function brandOf({ brand, brandId }: Values, chosen: string | undefined): Pick<Run, 'brand' | 'brandId'> {
  if (brandId !== undefined) return { brandId: String(brandId).trim() };
  if (brand !== undefined) return { brand: String(brand).trim() };
  return chosen === undefined ? {} : { brandId: chosen };
}

const quoted = (value: unknown): string => {
  const text = String(value);
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
};
