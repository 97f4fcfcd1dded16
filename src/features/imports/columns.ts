import type { components } from '../../contract/generated/types.ts';
import { numberOf, orderOf, scaleOf, timeOf } from './values.ts';

export type Schemas = components['schemas'];
export type Column = NonNullable<Schemas['ImportColumn']>;
export type Question = Schemas['ImportQuestion'];

/** How files call the fields of a run, without case, blanks and signs; the surest name first. */
const NAMES: Record<Column, string> = {
  answer: 'answer answertext response responsetext output text content',
  platform: 'platform engine provider assistant llm chatbot',
  queryText: 'querytext query prompt prompttext question',
  executedAt: 'executedat date time datetime timestamp createdat runat day',
  brand: 'brand brandname company client',
  citations: 'citations sources urls links references citedurls',
  model: 'model modelname modelversion',
  country: 'country countrycode market geo',
  sentimentScore: 'sentimentscore sentiment',
  surface: 'surface channel interface',
  searched: 'searched websearch usedsearch',
  searchCount: 'searchcount searches',
  searchQueries: 'searchqueries fanout fanoutqueries websearchqueries',
  state: 'state runstate answerstate',
  failure: 'failure failurereason error errormessage',
  platformName: 'platformname',
  brandId: 'brandid projectid',
  externalId: 'externalid id runid answerid responseid',
};
const KNOWN = new Map(
  Object.entries(NAMES).flatMap(([column, names]) =>
    names.split(' ').map((name, rank) => [name, { column: column as Column, rank }] as const),
  ),
);
export const NEEDED = ['platform', 'queryText', 'executedAt', 'answer'] as const;

/** A name without case, blanks and signs, as names of columns and platforms are compared. */
export const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The field of a run that a column is, by its name. */
export const columnOf = (name: string): Column | undefined => KNOWN.get(plain(name))?.column;

/**
 * What each column is, by its name: of several with names of one field the one with the surest. A column of sentiment
 * without any number, such as one of words, is none.
 */
export function proposedColumns(names: readonly string[], rows: readonly string[][]): (Column | null)[] {
  const known = names.map((name) => KNOWN.get(plain(name)));
  const rankOf = (at: number) => known[at]?.rank ?? Number.POSITIVE_INFINITY;
  return known.map((found, at) => {
    if (found === undefined) return null;
    const { column } = found;
    const others = known.flatMap((other, index) => (other?.column === column ? [index] : []));
    const [best] = others.toSorted((a, b) => rankOf(a) - rankOf(b) || a - b);
    if (best !== at) return null;
    const cells = rows.flatMap((row) => row[at]?.trim() || []);
    return column === 'sentimentScore' && cells.length > 0 && !cells.some((cell) => numberOf(cell) !== null)
      ? null
      : column;
  });
}

/** The columns that a file needs and lacks. */
export function missingColumns(columns: readonly (Column | null)[]): Column[] {
  return NEEDED.filter((column) => !columns.includes(column));
}

/** How dates and scores are written, by some values, unless it is known; and what they leave open. */
export function proposedValues(
  valuesOf: (column: Column) => string[],
  { dates, scores }: Pick<Schemas['ImportReading'], 'dates' | 'scores'>,
) {
  const order = orderOf(valuesOf('executedAt'));
  const scale = scaleOf(valuesOf('sentimentScore'));
  const undecided: Question[] = [];
  if (!dates && order.open !== undefined) undecided.push({ field: 'dates', message: openDate(order.open) });
  if (!scores && scale.open !== undefined)
    undecided.push({
      field: 'scores',
      message: `The scores go from ${scale.open}. Say their scale: 0 to 1, 0 to 10 or 0 to 100.`,
    });
  return { dates: dates ?? order.order, scores: scores ?? scale.scale, undecided };
}

/** What is open of a date that is two days, such as 03/04/2026. */
function openDate(text: string): string {
  const [first, second] = (['DMY', 'MDY'] as const).map((order) => timeOf(text, order)?.slice(0, 10));
  return `"${text.slice(0, 40)}" is ${first} (day first) or ${second} (month first): say which.`;
}
