import { type Schema, theContract } from '../../contract/document/schemas.ts';
import type { components } from '../../contract/generated/types.ts';
import { changeShown, shown, shownValue } from '../answer.ts';
import {
  answerSchema,
  brandSchema,
  COLUMNS,
  change,
  type Draft,
  list,
  type Measure,
  measure,
  object,
  REPORT_FIELDS,
  REPORT_REQUIRED,
  SUM,
  type Tool,
  text,
  whole,
} from '../tool.ts';
import { bodyOf, emptyReason, type ReportInput, reportFields, reportInput } from './reports.ts';
import { changeText, extrasOf, titleOf } from './rows.ts';

type Schemas = components['schemas'];
type Found = Schemas['SourceRow'] | Schemas['SearchRow'];
type By = 'domain' | 'url' | 'search';
type Input = ReportInput & { by?: By };

/** What the answers of a row count besides themselves, by the report's names. */
const COUNTS = {
  citation_count: 'citations',
  search_count: 'searches',
  brand_count: 'naming_brand',
  competitor_count: 'naming_competitor',
  gap_count: 'gap',
  own_site_count: 'citing_own_site',
} as const;

/** The tool for the reports of what is found in answers. */
export function sourcesTool(): Tool {
  const compared = object({ start_date: text('First day'), end_date: text('Last day') });
  return {
    name: 'report_sources',
    title: 'Sources and searches',
    description:
      'Which domains or URLs answers cite, and whom these answers name: `gap` counts those that name a competitor and not the brand. Who beats the brand on Perplexity, citing whom: filters platform in PERPLEXITY and gap in true; for one rival, competitor in its name. With by: search, what the platforms searched for. Each row has its share of all answers, with n. Dates are UTC and inclusive; the last 31 days by default.',
    input: object(sourcesInput()),
    output: answerSchema(object(rowSchema()), { ...REPORT_FIELDS, compared_to: compared }, REPORT_REQUIRED),
    async run({ by = 'domain', ...input }: Input, api): Promise<Draft> {
      const asked = await bodyOf(api, input);
      const isSearch = by === 'search';
      const include = input.include ?? (isSearch ? ['intervals'] : ['intervals', 'competitors']);
      const body = { ...asked.body, include, ...(!isSearch && { by }) };
      const made = await api(isSearch ? 'reportSearches' : 'reportSources', { body: body as never });
      const { data, total, compared_to } = made.body;
      const offset = asked.body.offset ?? 0;
      const { start, end } = asked.range;
      const order = asked.body.order_by?.map(({ field, direction = 'asc' }) => `${field} ${direction}`);
      return {
        fields: {
          ...reportFields(made, asked.range, [COLUMNS.answer_share]),
          ...(compared_to && { compared_to }),
        },
        rows: (data as Found[]).map(foundRow),
        total,
        offset,
        heading: `${isSearch ? 'Searches' : 'Sources'}, ${start} to ${end}: ${data.length} of ${total} rows (snapshot ${made.snapshotId}).`,
        line: foundLine,
        order: order?.join(', ') || 'each dimension, then answers desc',
        rest: (rows) =>
          `Ask again with offset ${offset + rows} and snapshot_id, or narrow it by brand, prompt, filters or having.`,
        ...(data.length === 0 && { emptyReason: await emptyReason(api, asked, made.snapshotId) }),
      };
    },
  };
}

/** The arguments of both reports: what only one of them knows is refused by it. */
function sourcesInput(): Record<string, Schema> {
  const input = reportInput('SourcesReportParameters');
  const searches = reportInput('SearchesReportParameters');
  const fieldsOf = (name: string, from: Record<string, Schema>) =>
    from[name]?.items?.properties?.['field']?.enum;
  const withBoth = (name: string): Schema => {
    const own = input[name] as Schema;
    const items = own.items as Schema;
    const field = items.properties?.['field'] as Schema;
    const all = [...new Set([...(fieldsOf(name, input) ?? []), ...(fieldsOf(name, searches) ?? [])])];
    return {
      ...own,
      items: { ...items, properties: { ...items.properties, field: { ...field, enum: all } } },
    };
  };
  return {
    ...input,
    by: text('What is a row: a domain (default), a URL, or a search', { enum: ['domain', 'url', 'search'] }),
    filters: withBoth('filters'),
    having: withBoth('having'),
    order_by: withBoth('order_by'),
  };
}

function foundRow(row: Found) {
  const counts = Object.entries(COUNTS).flatMap(([name, shownAs]) => {
    const value = (row as Record<string, unknown>)[name];
    return value === undefined ? [] : [[shownAs, value as number] as const];
  });
  const { answer_share_low: low, answer_share_high: high } = row;
  const share: Measure = {
    value: row.answer_share,
    n: row.answer_total,
    [SUM]: row.answer_count,
    ...(low !== undefined && { low, high: high ?? null }),
  };
  return {
    ...extrasOf(row),
    ...('search' in row
      ? { search: row.search }
      : {
          domain: row.domain,
          ...(row.url !== undefined && { url: row.url, title: row.title }),
          ...(row.source_type !== undefined && { source_type: row.source_type }),
          ...(row.page_type !== undefined && { page_type: row.page_type }),
        }),
    answers: row.answer_count,
    answer_share: share,
    ...Object.fromEntries(counts),
    ...('competitors' in row && {
      competitors: row.competitors?.map(({ name, answer_count }) => ({ name, answers: answer_count })),
    }),
    ...(row.previous !== undefined && {
      previous: row.previous && {
        value: row.previous.answer_share,
        n: row.previous.answer_total,
        [SUM]: row.previous.answer_count,
      },
    }),
  };
}
type FoundRow = ReturnType<typeof foundRow> & Record<string, unknown>;

function foundLine(row: FoundRow): string {
  const what =
    row['search'] === undefined
      ? String(row['url'] ?? row['domain'] ?? 'no address')
      : JSON.stringify(row['search']);
  const counts = Object.values(COUNTS).flatMap((name) =>
    row[name] === undefined ? [] : [`${name.replaceAll('_', ' ')} ${row[name]}`],
  );
  const types = [row['source_type'], row['page_type']].filter(Boolean).join(', ');
  const rivals = row.competitors?.map(({ name, answers }) => `${name} ${answers}`).join(', ');
  return `- ${what}${types ? ` (${types})` : ''}, ${titleOf(row)}: ${[
    `${row.answers} answers, ${shown(row.answer_share, 'answer_share')}`,
    ...counts,
    rivals && `competitors ${rivals}`,
    row.change && changeText(changeShown(row.change, 'answer_share', row.answer_share, row.previous)),
    row.previous && `before ${shownValue(row.previous, 'answer_share') ?? 'unknown'} %`,
  ]
    .filter(Boolean)
    .join('; ')}`;
}

function rowSchema(): Record<string, Schema> {
  const { properties = {} } = theContract().schema('SourceRow');
  const described = ['domain', 'url', 'title', 'source_type', 'page_type'] as const;
  return {
    brand: brandSchema,
    dimensions: { type: 'object', description: 'The value of each dimension asked for; null is unknown' },
    ...Object.fromEntries(described.map((name) => [name, properties[name] as Schema])),
    search: text('What was searched for'),
    answers: whole('Answers that have it'),
    answer_share: measure,
    ...Object.fromEntries(Object.values(COUNTS).map((name) => [name, whole('Of the answers')])),
    competitors: list(
      object({ name: text('Its name'), answers: whole('Answers') }),
      'Named in these answers',
    ),
    coverage: { type: 'object' },
    run_ids: list(text('Id of a run, for get_answer'), 'Runs behind the row'),
    change,
    previous: object({ value: { type: 'number', nullable: true }, n: whole('Answers') }, { nullable: true }),
  };
}
