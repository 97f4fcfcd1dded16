import type { Schemas } from '../../../api/client.ts';
import { type DateFormat, dateFormatOf } from './dates.ts';
import { plain } from './plain.ts';

export type Run = Schemas['Run'];
export type Column = keyof Run;

/** What a run has: its name on the page, and how files call it (without case, blanks and signs). */
export const COLUMNS: Record<Column, { name: string; known: string }> = {
  answer: { name: 'Answer', known: 'answer response answertext responsetext output text content' },
  platform: { name: 'Platform', known: 'platform engine provider assistant llm chatbot' },
  queryText: { name: 'Prompt', known: 'querytext query prompt prompttext question' },
  executedAt: { name: 'Date', known: 'executedat date time datetime timestamp createdat runat day' },
  brand: { name: 'Brand', known: 'brand brandname company client' },
  citations: { name: 'Sources', known: 'citations sources urls links references citedurls' },
  model: { name: 'Model', known: 'model modelname modelversion' },
  country: { name: 'Country', known: 'country countrycode market geo' },
  sentimentScore: { name: 'Sentiment, 0 to 100', known: 'sentimentscore sentiment' },
  surface: { name: 'Surface', known: 'surface channel interface' },
  searched: { name: 'Web search, yes or no', known: 'searched websearch usedsearch' },
  searchCount: { name: 'Number of searches', known: 'searchcount searches' },
  searchQueries: { name: 'Searches', known: 'searchqueries fanout fanoutqueries websearchqueries' },
  state: { name: 'State: COMPLETED, FAILED or NOT_SHOWN', known: 'state runstate answerstate' },
  failure: { name: 'Why it failed', known: 'failure failurereason error errormessage' },
  platformName: { name: 'Name of another platform', known: 'platformname' },
  brandId: { name: 'Id of the brand', known: 'brandid projectid' },
  externalId: { name: 'Id of the answer', known: 'externalid id runid answerid responseid' },
};
const COLUMN_BY_NAME = new Map(
  Object.entries(COLUMNS).flatMap(([column, { known }]) =>
    known.split(' ').map((name) => [name, column as Column]),
  ),
);
export const NEEDED = ['platform', 'queryText', 'executedAt', 'answer'] as const;

/** The run's field that a column of a file is, by its name; undefined for one that is not known. */
export const columnOf = (name: string): Column | undefined => COLUMN_BY_NAME.get(plain(name));

/** What each column of a CSV is, in its order, and how its days are written; null: that is not known. */
export interface Mapping {
  columns: readonly (Column | null)[];
  dates: DateFormat | null;
}

/** The days' format by the first rows, and the columns by their names, unless they are known. */
export function mappingOf(
  names: readonly string[],
  sample: readonly string[][],
  columns: Mapping['columns'] = names.map((name) => columnOf(name) ?? null),
): Mapping {
  const days = datesIn(columns, sample);
  return { columns, dates: days.length === 0 ? 'ISO' : dateFormatOf(days) };
}

/** The days of some rows as the file writes them. */
export function datesIn(columns: Mapping['columns'], sample: readonly string[][]): string[] {
  const at = columns.indexOf('executedAt');
  return sample.flatMap((row) => row[at]?.trim() || []);
}

/** The columns that a file needs and lacks. */
export function missingColumns(columns: readonly (Column | null | undefined)[]): (typeof NEEDED)[number][] {
  return NEEDED.filter((column) => !columns.includes(column));
}

/** How the columns of files were mapped before in this browser: the latest, by organisation and first line. */
const KEY = 'sightline-columns';
const MOST_KEPT = 30;
type Kept = Mapping & { delimiter: string };

export function keptMapping(key: string): Kept | null {
  return kept().find(([of]) => of === key)?.[1] ?? null;
}

export function keepMapping(key: string, mapping: Kept): void {
  const others = kept().filter(([of]) => of !== key);
  try {
    localStorage.setItem(KEY, JSON.stringify([[key, mapping], ...others].slice(0, MOST_KEPT)));
  } catch {
    // Without storage it is asked again next time.
  }
}

function kept(): [key: string, mapping: Kept][] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? (value.filter(Array.isArray) as [string, Kept][]) : [];
  } catch {
    return [];
  }
}
