import { DEFAULT_RANGE_DAYS } from '../base/definitions.ts';
import { type Schema, theContract } from '../contract/document/schemas.ts';
import type { Api } from './api.ts';

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

/** A tool for agents: reads of the public API behind one name. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: Schema;
  output: Schema;
  /**
   * `input`, whose parts come from the contract, checks the arguments. Calls of the API therefore need no type checks:
   * hence the `as never`.
   */
  // biome-ignore lint/suspicious/noExplicitAny: what was checked by `input`
  run(input: any, api: Api): Promise<Draft>;
}

export const text = (description: string, more: Schema = {}): Schema => ({
  type: 'string',
  description,
  ...more,
});
export const whole = (description: string, more: Schema = {}): Schema => ({
  type: 'integer',
  description,
  ...more,
});
export const numeric = (description: string): Schema => ({ type: 'number', nullable: true, description });
export const list = (items: Schema, description: string, more: Schema = {}): Schema => ({
  type: 'array',
  items,
  description,
  ...more,
});
export const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

/** A schema without descriptions: the resource of the measures describes them once for all tools. */
export function untold(schema: Schema): Schema {
  const { description: _, ...rest } = bare(schema);
  return rest;
}

/** What a report's change says. */
export const change: Schema = object(
  {
    points: { type: 'number', nullable: true },
    low: { type: 'number', nullable: true },
    high: { type: 'number', nullable: true },
    verdict: { type: 'string' },
    reason: { type: 'string' },
    missing: { type: 'object' },
    holds_in_list: {
      type: 'boolean',
      nullable: true,
      description: 'Whether `up` or `down` holds beside the verdicts of all rows; null for other verdicts',
    },
    against_others: {
      type: 'object',
      description: 'Whether the brand moved with its competitors, apart from them, or against them',
    },
    common_prompts: { type: 'object', description: 'The same over the prompts of both ranges' },
  },
  { required: ['points', 'low', 'high', 'verdict'] },
);
/** A measure with its basis. */
export const measure: Schema = { $ref: '#/$defs/measure' };
export const measureOrNull = (description: string): Schema => ({
  anyOf: [measure, { type: 'object', nullable: true, enum: [null] }],
  description,
});

/** A schema with only its own description: the names of its fields explain themselves. */
export function bare(schema: Schema): Schema {
  const inner = (node: Schema): Schema => {
    const { description: _, ...rest } = node;
    return bare(rest);
  };
  return {
    ...schema,
    ...(schema.items && { items: inner(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(inner) }),
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, node]) => [name, inner(node)]),
      ),
    }),
  };
}

/** What the value of a measure is the share or mean of, for texts alone: JSON leaves it out. */
export const SUM = Symbol('sum');

export interface Measure {
  value: number | null;
  n: number;
  [SUM]?: number | undefined;
  low?: number | null;
  high?: number | null;
}

/** A column of measures: its unit, and what its n counts. */
export interface Column {
  name: string;
  unit: string;
  n: string;
}

export const COLUMNS = {
  visibility: { name: 'visibility', unit: '% of runs that name the brand', n: 'runs' },
  sentiment: { name: 'sentiment', unit: 'score 0 to 100, 50 neutral', n: 'runs with a score' },
  position: { name: 'position', unit: 'rank, 1 = named first', n: 'runs that name the brand' },
  share_of_voice: {
    name: 'share_of_voice',
    unit: '% of namings of the brand and its competitors',
    n: 'namings',
  },
  position_of_brand: { name: 'position_of_brand', unit: 'rank, 1 = named first', n: 'one run' },
  sentiment_score: { name: 'sentiment_score', unit: 'score 0 to 100, 50 neutral', n: 'one run' },
  change: { name: 'change', unit: 'points (difference of two percentages)', n: 'runs of both ranges' },
  mention_count: { name: 'mention_count', unit: 'mentions', n: 'mentions' },
  answer_share: { name: 'answer_share', unit: '% of answers', n: 'answers' },
  coverage: { name: 'coverage', unit: '% of the expected runs that were executed', n: 'expected runs' },
} as const satisfies Record<string, Column>;

/** The schema of a tool's answer. @param fields its fields beside the rows */
export function answerSchema(row: Schema, fields: Record<string, Schema> = {}, also: string[] = []): Schema {
  return object(
    {
      ...fields,
      rows: list(row, 'The rows'),
      total: whole('Rows there are in all'),
      left_out: text('What this answer leaves out, and how to get it; null: nothing', { nullable: true }),
      empty_reason: text('Why there are no rows; null where there are some', { nullable: true }),
    },
    { required: [...also, 'rows', 'total', 'left_out', 'empty_reason'] },
  );
}

export const columnsSchema = bare(
  list(
    object({ name: text('The measure'), unit: text('Its unit'), n: text('What its n counts') }),
    'The units of the measures, and what their n counts',
  ),
);

/** The fields of every answer from a report about its days and its snapshot. */
export const REPORT_FIELDS: Record<string, Schema> = {
  snapshot_id: text('The snapshot it was made of: send it as snapshot_id to stay on it', { nullable: true }),
  as_of: text('When the data was last known to be complete (RFC 3339, UTC)', { nullable: true }),
  start_date: text('First day (UTC, inclusive)'),
  end_date: text('Last day (UTC, inclusive)'),
  columns: columnsSchema,
};
export const REPORT_REQUIRED = Object.keys(REPORT_FIELDS);

/** The argument that gives a tool its brand. */
export const brandInput: Schema = text('A brand by its name, an alias or its id; see list_brands', {
  minLength: 1,
  maxLength: 200,
});

export const brandSchema: Schema = object({ id: text('Its id'), name: text('Its name') });

/** What the days of a range mean, in fewer words than the contract's. */
export const RANGE_WORDS = {
  start_date: `First day; ${DEFAULT_RANGE_DAYS} days before today by default`,
  end_date: 'Last day; today by default',
} as const;

/** The days of a range, from the contract. */
export function rangeInputs(): Record<string, Schema> {
  const { properties = {} } = theContract().schema('QueriesReportParameters');
  return Object.fromEntries(
    Object.entries(RANGE_WORDS).map(([name, description]) => [name, { ...properties[name], description }]),
  );
}
