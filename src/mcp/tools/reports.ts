import type { Schema } from '../../contract/document/schemas.ts';
import { type Fields, OBJECT, type Row, rowOf } from '../fields.ts';
import { lineOf } from '../lines.ts';
import {
  bodyInputs,
  brandInput,
  type Column,
  columns,
  limitInput,
  REPORT_FIELDS,
  type Tool,
} from '../tool.ts';
import { type Body, emptyReason, type ReportInput, readBody, reportFields, USUAL_ROWS } from './request.ts';
import { FOUND, GROUP, groupLine, LATEST, latestLine, MENTION, MENTIONS, mentionLine } from './rows.ts';

const MOST_ROWS = 200;
/** One less than the report's limit: `prompt` becomes a filter. */
const MOST_FILTERS = 9;
/** Fields of the reports' bodies that serve copies, or that agents give by name. */
const LEFT_OUT = ['brand_id', 'project_id', 'updated_since', 'after', 'stream'];

type Include = NonNullable<Body['include']>;
type OrderBy = NonNullable<Body['order_by']>;

/** A kind of rows that a report gives. */
interface Kind {
  report: 'reportBrands' | 'reportQueries' | 'reportMentions' | 'reportSources' | 'reportSearches';
  title: string;
  fields: Fields;
  /** The default for `include`. */
  include: string[];
  columns: readonly Column[];
  line: (row: Row) => string;
  /** The measure by which groups are ordered, if the report orders them otherwise. */
  measure?: string;
  /** The report's own order, in words. */
  usual: string;
}

const BRANDS: Kind = {
  report: 'reportBrands',
  title: 'Brands',
  fields: GROUP,
  line: groupLine,
  measure: 'visibility',
  include: ['intervals', 'share_of_voice'],
  columns: columns('visibility', 'sentiment', 'position', 'share_of_voice'),
  usual: 'brand, then by each dimension',
};
const PROMPT_GROUPS: Kind = {
  report: 'reportQueries',
  title: 'Prompts',
  fields: GROUP,
  line: groupLine,
  measure: 'visibility',
  include: ['intervals'],
  columns: columns('visibility', 'sentiment', 'position'),
  usual: 'each dimension',
};
const LATEST_RUNS: Kind = {
  report: 'reportQueries',
  title: 'Prompts',
  fields: LATEST,
  line: latestLine,
  include: [],
  columns: columns('position_of_brand', 'sentiment_score'),
  usual: 'executed_at, the latest first',
};
const MENTION_GROUPS: Kind = {
  report: 'reportMentions',
  title: 'Mentions',
  fields: MENTIONS,
  line: lineOf,
  measure: 'mention_count',
  include: ['intervals'],
  columns: columns('mention_count', 'sentiment'),
  usual: 'each dimension',
};
const MENTION_LIST: Kind = {
  report: 'reportMentions',
  title: 'Mentions',
  fields: MENTION,
  line: mentionLine,
  include: ['evidence'],
  columns: columns('sentiment_score'),
  usual: 'discovered_at, the latest first',
};
const SOURCES: Kind = {
  report: 'reportSources',
  title: 'Sources',
  fields: FOUND,
  include: ['intervals', 'competitors'],
  line: ({ title: _, url, domain, ...row }) => lineOf({ source: url ?? domain, ...row }, ['source']),
  columns: columns('answer_share'),
  usual: 'each dimension, then answers desc',
};
const SEARCHES: Kind = {
  ...SOURCES,
  report: 'reportSearches',
  title: 'Searches',
  include: ['intervals'],
  line: (row) => lineOf(row, ['search']),
};

interface ReportTool {
  name: string;
  title: string;
  description: string;
  schema: string;
  /** Arguments beside those of the schema. */
  input?: Record<string, Schema>;
  kinds: readonly Kind[];
  kindOf: (input: ReportInput & { by?: string }) => Kind;
}

/** The arguments of a report: the contract's body with names instead of ids and fewer rows. */
export function reportInput(schemaName: string): Record<string, Schema> {
  const inputs = bodyInputs(schemaName);
  const shown = Object.entries(inputs).filter(([name]) => !LEFT_OUT.includes(name));
  return {
    brand: brandInput,
    prompt: {
      type: 'string',
      minLength: 1,
      maxLength: 10_000,
      example: 'reading lamp',
      description: 'Only prompts whose text holds this, or the one with this id',
    },
    ...Object.fromEntries(shown),
    filters: { ...inputs['filters'], maxItems: MOST_FILTERS },
    limit: limitInput(MOST_ROWS, USUAL_ROWS),
  };
}

/** The order of a kind's rows. Groups are by their measure, so that the smallest are cut off; days keep their order. */
function orderOf({ measure, usual }: Kind, { dimensions = [], order_by: given }: ReportInput) {
  const isTimed = dimensions.some((name) => name === 'day' || name === 'week' || name === 'month');
  const byMeasure = measure !== undefined && !isTimed;
  const fields = given?.length
    ? given
    : byMeasure
      ? ([{ field: measure, direction: 'desc' }] as OrderBy)
      : [];
  const words = fields.map(({ field, direction = 'asc' }) => `${field} ${direction}`);
  return { fields, words: words.join(', ') || usual };
}

/** The measure's bound for the rows after the last shown one; '' if no measure orders the rows. */
function boundOf([first]: OrderBy, last: object | undefined): string {
  const value = (last as Row | undefined)?.[first?.field ?? ''];
  if (typeof value !== 'number') return '';
  const side = first?.direction === 'desc' ? 'most' : 'least';
  return `The ${first?.field} of those left out, where it is known, is ${value} at ${side}. `;
}

function reportTool({ schema, input = {}, kinds, kindOf, ...named }: ReportTool): Tool {
  return {
    ...named,
    operations: kinds.map(({ report }) => report),
    input: { ...reportInput(schema), ...input },
    fields: Object.assign({}, ...kinds.map(({ fields }) => fields)),
    also: { ...REPORT_FIELDS, compared_to: OBJECT },
    optional: ['compared_to'],
    async run({ by, ...input }: ReportInput & { by?: string }, api) {
      const request = await readBody(api, input);
      const kind = kindOf({ ...input, ...(by !== undefined && { by }) });
      const { report, title } = kind;
      const include = input.include ?? (kind.include as Include);
      const order = orderOf(kind, input);
      const body = {
        ...request.body,
        ...(include.length > 0 && { include }),
        ...(order.fields.length > 0 && { order_by: order.fields }),
        // Rows have their sums with dimensions.
        ...(report === 'reportBrands' && { dimensions: input.dimensions ?? [] }),
        ...(report === 'reportSources' && { by: by ?? 'domain' }),
      };
      const answer = await api(report, { body: body as never });
      const data: object[] = answer.body.data;
      const { total, compared_to: compared } = answer.body;
      const { start, end } = request.range;
      const against = compared ? `, compared with ${compared.start_date} to ${compared.end_date}` : '';
      const offset = body.offset ?? 0;
      return {
        fields: reportFields(answer, request.range, kind.columns),
        rows: data.map((row) => rowOf(kind.fields, row)),
        total,
        offset,
        heading: `${title}, ${start} to ${end}${against}: ${data.length} of ${total} rows (snapshot ${answer.snapshotId}).`,
        line: kind.line,
        order: order.words,
        rest: (shown) =>
          `${boundOf(order.fields, data[shown - 1])}Ask again with offset ${offset + shown} and snapshot_id, or narrow it by brand, prompt, filters or having.`,
        ...(data.length === 0 && { emptyReason: await emptyReason(api, request, answer.snapshotId) }),
      };
    },
  };
}

/** The arguments of both reports of what is found: what only one of them knows is refused by it. */
function foundInput(): Record<string, Schema> {
  const [sources, searches] = ['SourcesReportParameters', 'SearchesReportParameters'].map((name) =>
    bodyInputs(name),
  );
  const withBoth = ['filters', 'having', 'order_by'].map((name) => {
    const items = sources?.[name]?.items as Schema;
    const fields = [sources, searches].flatMap(
      (inputs) => inputs?.[name]?.items?.properties?.['field']?.enum ?? [],
    );
    const field = { ...items.properties?.['field'], enum: [...new Set(fields)] };
    return [name, { ...sources?.[name], items: { ...items, properties: { ...items.properties, field } } }];
  });
  return {
    ...Object.fromEntries(withBoth),
    by: {
      type: 'string',
      enum: ['domain', 'url', 'search'],
      description: 'What is a row: a domain (default), a URL, or a search',
    },
  };
}

const ANY = 'Dates are UTC and inclusive; the last 31 days by default.';

export const reportTools = (): Tool[] => [
  reportTool({
    name: 'report_brands',
    title: 'Brands',
    description: `How visible brands are in AI answers: visibility, sentiment, position and share of voice of each brand, each with n and its 95 % interval. dimensions divide rows (platform, week, branded, …); include competitors compares with them; compare_to adds the change and its verdict. ${ANY} For what moved, compare_periods is better.`,
    schema: 'BrandsReportParameters',
    kinds: [BRANDS],
    kindOf: () => BRANDS,
  }),
  reportTool({
    name: 'report_queries',
    title: 'Prompts',
    description: `Results by prompt. Without dimensions: each prompt on each platform with its latest run (named or not, position, sentiment, run id). With dimensions (such as query, platform): visibility, sentiment and position of each group, with n and intervals. order_by visibility asc finds the weakest prompts. ${ANY}`,
    schema: 'QueriesReportParameters',
    kinds: [PROMPT_GROUPS, LATEST_RUNS],
    kindOf: ({ dimensions }) => (dimensions?.length ? PROMPT_GROUPS : LATEST_RUNS),
  }),
  reportTool({
    name: 'report_mentions',
    title: 'Mentions',
    description: `What answers say of brands: each mention with its sentence, sentiment and a source that the answer cites, and its run id. With dimensions (such as domain, source_type, brand): counts and sentiment of each group; domain shows which sites are behind the mentions. ${ANY}`,
    schema: 'MentionsReportParameters',
    kinds: [MENTION_GROUPS, MENTION_LIST],
    kindOf: ({ dimensions }) => (dimensions?.length ? MENTION_GROUPS : MENTION_LIST),
  }),
  reportTool({
    name: 'report_sources',
    title: 'Sources and searches',
    description:
      'Which domains or URLs answers cite, and whom these answers name: `gap` counts those that name a competitor and not the brand. Who beats the brand on Perplexity, citing whom: filters platform in PERPLEXITY and gap in true; for one rival, competitor in its name. With by: search, what the platforms searched for. Each row has its share of all answers, with n. Dates are UTC and inclusive; the last 31 days by default.',
    schema: 'SourcesReportParameters',
    input: foundInput(),
    kinds: [SOURCES, SEARCHES],
    kindOf: ({ by }) => (by === 'search' ? SEARCHES : SOURCES),
  }),
];
