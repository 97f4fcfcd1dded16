import { DEFAULT_RANGE_DAYS } from '../base/definitions.ts';
import { type Schema, theContract } from '../contract/document/schemas.ts';
import type { Api, ReadId } from './api.ts';
import { COUNT, type Fields, fieldSchemas, LIST, orNull, rowSchema, TEXT } from './fields.ts';

/** A tool's result before it is cut to the size of an answer. */
export interface Draft {
  /** The answer's fields beside its rows. */
  fields: Record<string, unknown>;
  rows: object[];
  /** All rows, including skipped rows and rows beyond this page. */
  total: number;
  /** Rows skipped at the beginning. */
  offset?: number;
  /** The first lines of the text. */
  heading: string;
  /** A row of the text. */
  line: (row: never) => string;
  /** The order of the rows, worded to follow "by": the answer has the first of them. */
  order: string;
  /** How to get the omitted rows. @param shown rows in this answer */
  rest: (shown: number) => string;
  /** Why there are no rows; set only if there are none. */
  emptyReason?: string;
}

/** A tool for agents: operations of the public API behind one name, and which of their fields it gives. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  operations: readonly ReadId[];
  /** The arguments, of parts of the contract. */
  input: Record<string, Schema>;
  required?: string[];
  /** All fields that its rows may have. */
  fields: Fields;
  /** The types of the answer's fields beside its rows; those of `optional` may be missing. */
  also: Record<string, Schema>;
  optional?: string[];
  /**
   * The arguments are those that `input` describes. Calls of the API therefore need no type checks: hence the
   * `as never`.
   */
  // biome-ignore lint/suspicious/noExplicitAny: what was checked by `input`
  run(input: any, api: Api): Promise<Draft>;
}

/** The schema of a tool's arguments. */
export function inputSchema({ input, required = [] }: Tool): Schema {
  const object = { type: 'object', properties: input, additionalProperties: false };
  return required.length > 0 ? { ...object, required } : object;
}

/**
 * An answer's fields, and those of its rows, by type alone. Names say what they are and sightline://measures what they
 * mean: described in full, the answers of eight tools took 6,900 of 12,800 tokens of the list.
 */
export function outputSchema({ fields, operations, also, optional = [] }: Tool): Schema {
  const answer = { total: COUNT, left_out: orNull(TEXT), empty_reason: orNull(TEXT) };
  const rows = { type: 'object', properties: fieldSchemas(fields, rowSchema(operations)) };
  return {
    type: 'object',
    properties: { ...also, rows: { type: 'array', items: rows }, ...answer },
    required: [...Object.keys({ ...also, rows, ...answer })].filter((name) => !optional.includes(name)),
  };
}

/** An argument, or several, of the contract. @param change what a tool has otherwise */
export function parameter(id: ReadId, name: string, change: Schema = {}): Schema {
  return { ...theContract().parameter(id, name), ...change };
}

export const limitInput = (maximum: number, usual: number, description = 'Most rows to return'): Schema => ({
  type: 'integer',
  minimum: 1,
  maximum,
  default: usual,
  description,
});

/** A column of measures: its unit, and what its n counts. */
export interface Column {
  name: string;
  unit: string;
  n: string;
}

/** Units of measures, and what their n counts. */
const UNITS = {
  visibility: ['% of runs that name the brand', 'runs'],
  sentiment: ['score 0 to 100, 50 neutral', 'runs with a score'],
  position: ['rank, 1 = named first', 'runs that name the brand'],
  share_of_voice: ['% of namings of the brand and its competitors', 'namings'],
  position_of_brand: ['rank, 1 = named first', 'one run'],
  sentiment_score: ['score 0 to 100, 50 neutral', 'one run'],
  change: ['points (difference of two percentages)', 'runs of both ranges'],
  mention_count: ['mentions', 'mentions'],
  answer_share: ['% of answers', 'answers'],
  coverage: ['% of the expected runs that were executed', 'expected runs'],
} as const;

export const columns = (...names: (keyof typeof UNITS)[]): Column[] =>
  names.map((name) => ({ name, unit: UNITS[name][0], n: UNITS[name][1] }));

/** The types of what every answer of a report says of its days and its snapshot. */
export const RANGE_FIELDS = { start_date: TEXT, end_date: TEXT };
export const REPORT_FIELDS: Record<string, Schema> = {
  snapshot_id: orNull(TEXT),
  as_of: orNull(TEXT),
  ...RANGE_FIELDS,
  columns: LIST,
};

/** The argument that gives a tool its brand. */
export const brandInput: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  example: 'Lumenfold',
  description: 'A brand by its name, an alias or its id; see list_brands',
};

/** Descriptions of arguments of all reports, in fewer words than the contract's. */
const BRIEFLY: Readonly<Record<string, string>> = {
  start_date: `First day; ${DEFAULT_RANGE_DAYS} days before today by default`,
  end_date: 'Last day; today by default',
  offset: 'Rows to pass over',
  snapshot_id: 'That of an earlier answer, to stay on it',
  filters: 'What counts, in numerator and denominator; all must hold. null in values: unknown',
  having: 'Rows that are shown, by their measures',
  order_by:
    'Fields (a measure, brand, or a dimension asked for), null last. By default the largest groups first; with day, week or month by their dimensions',
  compare_to: '"previous" or days of your own, beside the range',
  sentiment_readers: 'Whose scores count as sentiment; all by default',
  kinds: 'Only these kinds',
};

/** Arguments that a schema of the contract has, all or those of these names. */
export function bodyInputs(schemaName: string, names?: readonly string[]): Record<string, Schema> {
  const { properties = {} } = theContract().schema(schemaName);
  return Object.fromEntries(
    (names ?? Object.keys(properties)).map((name) => {
      const { description = '', ...field } = properties[name] ?? {};
      return [name, { ...field, description: BRIEFLY[name] ?? description }];
    }),
  );
}
