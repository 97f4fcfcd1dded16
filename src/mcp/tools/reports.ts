import { type Schema, theContract } from '../../contract/document/schemas.ts';
import type { components } from '../../contract/generated/types.ts';
import { BOOLEANS } from '../../reports/breakdown/request.ts';
import { reportRange } from '../../reports/range.ts';
import type { Api, ApiAnswer } from '../api.ts';
import { booleanOf } from '../arguments.ts';
import {
  answerSchema,
  brandInput,
  COLUMNS,
  type Column,
  type Draft,
  object,
  RANGE_WORDS,
  REPORT_FIELDS,
  REPORT_REQUIRED,
  type Tool,
  text,
} from '../tool.ts';
import { brandOf } from './brands.ts';
import {
  groupLine,
  groupRow,
  groupSchemas,
  latestLine,
  latestRow,
  latestSchemas,
  mentionLine,
  mentionRow,
  mentionSchemas,
  mentionsLine,
  mentionsRow,
} from './rows.ts';

type Schemas = components['schemas'];
type ReportId = 'reportBrands' | 'reportQueries' | 'reportMentions';
type AnyReport = ReportId | 'reportSources' | 'reportSearches';
type Body = Schemas['QueriesReportParameters'];
/** An agent's arguments: the report's body with names instead of ids. */
export type ReportInput = Omit<Body, 'brand_id' | 'project_id'> & { brand?: string; prompt?: string };
type Input = ReportInput;

const USUAL_ROWS = 25;
const MOST_ROWS = 200;
/** One less than the report's limit: `prompt` becomes a filter. */
const MOST_FILTERS = 9;

/** Fields of the reports' bodies that serve copies, or that agents give by name. */
const LEFT_OUT = ['brand_id', 'project_id', 'updated_since', 'after', 'stream'];

/** What arguments of all reports mean, in fewer words than the contract's. */
const BRIEFLY: Readonly<Record<string, string>> = {
  ...RANGE_WORDS,
  offset: 'Rows to pass over',
  snapshot_id: 'That of an earlier answer, to stay on it',
  filters: 'What counts, in numerator and denominator; all must hold. null in values: unknown',
  having: 'Rows that are shown, by their measures',
  compare_to: '"previous" or days of your own, beside the range',
  sentiment_readers: 'Whose scores count as sentiment; all by default',
};

function briefly(name: string, field: Schema = {}): Schema {
  return name in BRIEFLY ? { ...field, description: BRIEFLY[name] as string } : field;
}

/** The arguments of a report: the contract's body with names instead of ids and fewer rows. */
export function reportInput(schemaName: string): Record<string, Schema> {
  const { properties = {} } = theContract().schema(schemaName);
  const kept = Object.entries(properties).filter(([name]) => !LEFT_OUT.includes(name));
  return {
    brand: brandInput,
    prompt: text('Only prompts whose text holds this, or the one with this id', {
      minLength: 1,
      maxLength: 10_000,
    }),
    ...Object.fromEntries(kept.map(([name, field]) => [name, briefly(name, field)])),
    filters: { ...briefly('filters', properties['filters']), maxItems: MOST_FILTERS },
    order_by: {
      ...properties['order_by'],
      description:
        'Fields (a measure, brand, or a dimension asked for), null last. By default the largest groups first; with day, week or month by their dimensions',
    },
    limit: {
      ...properties['limit'],
      maximum: MOST_ROWS,
      default: USUAL_ROWS,
      description: 'Most rows to return',
    },
  };
}

export interface Asked {
  range: { start: string; end: string };
  body: Body & { limit: number };
}

/** The report body for an agent's arguments. @throws AppError validation_error */
export async function bodyOf(api: Api, { brand, prompt, ...input }: Input): Promise<Asked> {
  const range = reportRange(input.start_date, input.end_date, new Date());
  const named = brand === undefined ? undefined : await brandOf(api, brand);
  const filters = (input.filters ?? []).map(readBooleans);
  if (prompt !== undefined)
    filters.push({ field: 'query', operator: 'contains', values: [await textOf(api, prompt)] });
  return {
    range,
    body: {
      ...input,
      start_date: range.start,
      end_date: range.end,
      ...(named && { brand_id: named.id }),
      ...(filters.length > 0 && { filters }),
      limit: input.limit ?? USUAL_ROWS,
      offset: input.offset ?? 0,
    },
  };
}

/** A filter whose field is true or false, where a client sent the values as texts. */
function readBooleans(filter: NonNullable<Body['filters']>[number]) {
  if (!BOOLEANS.has(filter.field)) return filter;
  const values = filter.values.map((value) =>
    typeof value === 'string' ? (booleanOf(value) ?? value) : value,
  );
  return { ...filter, values };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The text of a prompt given by its id; any other text is returned as it is. */
async function textOf(api: Api, prompt: string): Promise<string> {
  if (!ID.test(prompt)) return prompt;
  const { body } = await api('listReportPrompts', { query: { queryId: prompt, limit: 1 } });
  return body.data[0]?.queryText ?? prompt;
}

/** The fields of reports' answers beside their rows. */
export function reportFields(
  { snapshotId, asOf }: Pick<ApiAnswer<AnyReport>, 'snapshotId' | 'asOf'>,
  { start, end }: Asked['range'],
  columns: readonly Column[],
) {
  return { snapshot_id: snapshotId, as_of: asOf, start_date: start, end_date: end, columns };
}

/** Why a report has no rows: there are no runs in its days, or none that match. */
export async function emptyReason(api: Api, { body, range }: Asked, snapshotId: string | null) {
  const { body: all } = await api('reportBrands', {
    body: {
      ...(body.brand_id !== undefined && { brand_id: body.brand_id }),
      start_date: range.start,
      end_date: range.end,
      limit: 1000,
    },
    snapshotId: snapshotId ?? undefined,
  });
  const runs = all.data.reduce((sum, row) => sum + row.visibility_total, 0);
  const days = `from ${range.start} to ${range.end}`;
  if (all.data.length === 0) return 'There is no brand that this key may read.';
  if (runs === 0)
    return `No prompt has a completed run ${days}. get_coverage says on which days there are runs.`;
  if (body.offset) return `offset ${body.offset} passes over all rows.`;
  const conditions = [...(body.filters ?? []), ...(body.having ?? [])];
  if (conditions.length === 0) return `There are ${runs} runs ${days}, and none has such a row.`;
  return `There are ${runs} runs ${days}, and none meets what was asked: ${JSON.stringify(conditions)}. Leave one out.`;
}

/** The columns of rows of runs. */
export const GROUP_COLUMNS = [
  COLUMNS.visibility,
  COLUMNS.sentiment,
  COLUMNS.position,
  COLUMNS.share_of_voice,
];

type OrderBy = NonNullable<Body['order_by']>;

/** The measure that orders each report's groups, and the order of rows that are not groups. */
const ORDERS = {
  reportBrands: { measure: 'visibility', usual: 'brand, then by each dimension', list: 'visibility desc' },
  reportQueries: { measure: 'visibility', usual: 'each dimension', list: 'executed_at, the latest first' },
  reportMentions: {
    measure: 'mention_count',
    usual: 'each dimension',
    list: 'discovered_at, the latest first',
  },
} as const;

/** Groups are ordered by their measure, so that the smallest are cut off; days keep their order. */
function orderOf(report: ReportId, { dimensions = [], order_by: given }: Input) {
  const { measure, usual, list } = ORDERS[report];
  const isTimed = dimensions.some((name) => name === 'day' || name === 'week' || name === 'month');
  const isList = dimensions.length === 0;
  const byMeasure = [{ field: measure, direction: 'desc' }] as OrderBy;
  const fields = given?.length ? given : isTimed || isList ? [] : byMeasure;
  const words = fields.map(({ field, direction = 'asc' }) => `${field} ${direction}`);
  return { fields, words: words.join(', ') || (isList ? list : usual) };
}

/** The measure's bound for the rows after the last shown one; '' if no measure orders the rows. */
function boundOf([first]: OrderBy, last: object | undefined): string {
  const value = (last as Record<string, unknown> | undefined)?.[first?.field ?? ''];
  if (typeof value !== 'number') return '';
  const side = first?.direction === 'desc' ? 'most' : 'least';
  return `The ${first?.field} of those left out, where it is known, is ${value} at ${side}. `;
}

interface ReportTool {
  report: ReportId;
  name: string;
  title: string;
  description: string;
  schema: keyof Schemas;
  row: () => Record<string, Schema>;
  /** The default for `include`. @param isGrouped whether there are dimensions */
  usual: (isGrouped: boolean) => NonNullable<Body['include']>;
  columns: (isGrouped: boolean) => readonly Column[];
  rowsOf: (data: never[], isGrouped: boolean) => object[];
  line: (isGrouped: boolean) => (row: never) => string;
}

function reportTool({ report, name, title, description, schema, ...how }: ReportTool): Tool {
  const compared = object({ start_date: text('First day'), end_date: text('Last day') });
  return {
    name,
    title,
    description,
    input: object(reportInput(schema)),
    output: answerSchema(object(how.row()), { ...REPORT_FIELDS, compared_to: compared }, REPORT_REQUIRED),
    async run(input: Input, api): Promise<Draft> {
      const asked = await bodyOf(api, input);
      const isGrouped = (input.dimensions?.length ?? 0) > 0 || report === 'reportBrands';
      const include = input.include ?? how.usual(isGrouped);
      const order = orderOf(report, input);
      const body = {
        ...asked.body,
        ...(include.length > 0 && { include }),
        ...(order.fields.length > 0 && { order_by: order.fields }),
        // Rows have their sums with dimensions.
        ...(report === 'reportBrands' && { dimensions: input.dimensions ?? [] }),
      };
      const made = await api(report, { body: body as never });
      const { data, total, compared_to } = made.body;
      const { start, end } = asked.range;
      const against = compared_to
        ? `, compared with ${compared_to.start_date} to ${compared_to.end_date}`
        : '';
      const offset = body.offset ?? 0;
      return {
        fields: {
          ...reportFields(made, asked.range, how.columns(isGrouped)),
          ...(compared_to && { compared_to }),
        },
        rows: how.rowsOf(data as never[], isGrouped),
        total,
        offset,
        heading: `${title}, ${start} to ${end}${against}: ${data.length} of ${total} rows (snapshot ${made.snapshotId}).`,
        line: how.line(isGrouped),
        order: order.words,
        rest: (shown) =>
          `${boundOf(order.fields, (data as object[])[shown - 1])}Ask again with offset ${offset + shown} and snapshot_id, or narrow it by brand, prompt, filters or having.`,
        ...(data.length === 0 && { emptyReason: await emptyReason(api, asked, made.snapshotId) }),
      };
    },
  };
}

const ANY = 'Dates are UTC and inclusive; the last 31 days by default.';

export const reportTools = (): Tool[] => [
  reportTool({
    report: 'reportBrands',
    name: 'report_brands',
    title: 'Brands',
    description: `How visible brands are in AI answers: visibility, sentiment, position and share of voice of each brand, each with n and its 95 % interval. dimensions divide rows (platform, week, branded, …); include competitors compares with them; compare_to adds the change and its verdict. ${ANY} For what moved, compare_periods is better.`,
    schema: 'BrandsReportParameters',
    row: groupSchemas,
    usual: () => ['intervals', 'share_of_voice'],
    columns: () => GROUP_COLUMNS,
    rowsOf: (data: Schemas['BrandRow'][]) => data.map(groupRow),
    line: () => groupLine,
  }),
  reportTool({
    report: 'reportQueries',
    name: 'report_queries',
    title: 'Prompts',
    description: `Results by prompt. Without dimensions: each prompt on each platform with its latest run (named or not, position, sentiment, run id). With dimensions (such as query, platform): visibility, sentiment and position of each group, with n and intervals. order_by visibility asc finds the weakest prompts. ${ANY}`,
    schema: 'QueriesReportParameters',
    row: () => ({ ...groupSchemas(), ...latestSchemas() }),
    usual: (isGrouped) => (isGrouped ? ['intervals'] : []),
    columns: (isGrouped) =>
      isGrouped ? GROUP_COLUMNS.slice(0, 3) : [COLUMNS.position_of_brand, COLUMNS.sentiment_score],
    rowsOf: (data: never[], isGrouped) => (isGrouped ? data.map(groupRow) : data.map(latestRow)),
    line: (isGrouped) => (isGrouped ? groupLine : latestLine),
  }),
  reportTool({
    report: 'reportMentions',
    name: 'report_mentions',
    title: 'Mentions',
    description: `What answers say of brands: each mention with its sentence, sentiment and a source that the answer cites, and its run id. With dimensions (such as domain, source_type, brand): counts and sentiment of each group; domain shows which sites are behind the mentions. ${ANY}`,
    schema: 'MentionsReportParameters',
    row: mentionSchemas,
    usual: (isGrouped) => (isGrouped ? ['intervals'] : ['evidence']),
    columns: (isGrouped) =>
      isGrouped ? [COLUMNS.mention_count, COLUMNS.sentiment] : [COLUMNS.sentiment_score],
    rowsOf: (data: never[], isGrouped) => (isGrouped ? data.map(mentionsRow) : data.map(mentionRow)),
    line: (isGrouped) => (isGrouped ? mentionsLine : mentionLine),
  }),
];
