import { DAY_MS, dayOf } from '../../base/days.ts';
import { type AppError, invalidField, nearest } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';
import { isPlatform, PLATFORMS } from '../../platforms/names.ts';
import type { DateRange } from '../range.ts';
import { READERS, type Reader } from '../rules.ts';
import { type ItemKey, type ItemReport, isOfItems } from './items.ts';

type Schemas = components['schemas'];
type BrandsBody = Schemas['BrandsReportParameters'];
type QueriesBody = Schemas['QueriesReportParameters'];
type MentionsBody = Schemas['MentionsReportParameters'];
type SourcesBody = Schemas['SourcesReportParameters'];
type SearchesBody = Schemas['SearchesReportParameters'];
export type ReportBody = BrandsBody | QueriesBody | MentionsBody | SourcesBody | SearchesBody;

/** The reports that allow a breakdown. */
export type BrokenDown = 'reportBrands' | 'reportQueries' | 'reportMentions' | ItemReport;

export type Dimension =
  | NonNullable<MentionsBody['dimensions']>[number]
  | NonNullable<SourcesBody['dimensions']>[number];
type FieldOf<Body extends ReportBody> = NonNullable<Body['filters']>[number]['field'];
export type FilterField =
  | FieldOf<BrandsBody>
  | FieldOf<MentionsBody>
  | FieldOf<SourcesBody>
  | FieldOf<SearchesBody>;
type OrderField =
  | NonNullable<BrandsBody['order_by']>[number]['field']
  | NonNullable<QueriesBody['order_by']>[number]['field']
  | NonNullable<MentionsBody['order_by']>[number]['field']
  | NonNullable<SourcesBody['order_by']>[number]['field']
  | NonNullable<SearchesBody['order_by']>[number]['field'];
export type Include = NonNullable<BrandsBody['include']>[number];

export interface Filter {
  field: FilterField;
  operator: 'in' | 'not_in' | 'contains';
  values: readonly (string | boolean | null)[];
}

/** Request options of a report in addition to its range and page. */
export interface Breakdown {
  /** null: none were sent, and rows are those of the report itself; [] adds their sums. */
  dimensions: readonly Dimension[] | null;
  filters: readonly Filter[];
  having: readonly { field: string; operator: 'gte' | 'lte'; value: number }[];
  orderBy: readonly { field: string; direction: 'asc' | 'desc' }[];
  include: readonly Include[];
  compareTo: DateRange | null;
  /** Readers whose scores count as sentiment; null: all. */
  sentimentReaders: readonly Reader[] | null;
  /** The field that identifies a row of sources or searches; null: another report. */
  by: ItemKey | null;
}

/** A longer text is not a mistyped word. */
const LONGEST_WORD = 60;
/** Each row with competitors or runs takes several statements, so a page holds fewer of them. */
const MOST_DETAILED_ROWS = 1_000;
export const MOST_ROWS = 10_000;
/** Fields whose values are true or false. */
export const BOOLEANS: ReadonlySet<FilterField> = new Set([
  'branded',
  'mentioned',
  'searched',
  'gap',
  'own_site',
]);
const TEXTS: ReadonlySet<FilterField> = new Set([
  'brand',
  'query',
  'tag',
  'topic',
  'model',
  'country',
  'language',
  'domain',
  'url',
  'search',
  'competitor',
]);
/** Fields that are unknown, or absent, for some runs. */
const NULLABLE: ReadonlySet<FilterField> = new Set([
  'citations_from',
  'tag',
  'topic',
  'model',
  'country',
  'surface',
  'searched',
  'language',
  'domain',
  'page_type',
  'sentiment',
  'sentiment_reader',
  'branded',
]);
/** The values of the contract's enumerations. The compiler requires new ones here. */
const SENTIMENTS: Record<Schemas['Sentiment'], true> = { POSITIVE: true, NEUTRAL: true, NEGATIVE: true };
const SURFACES: Record<NonNullable<Schemas['SurfaceOrNull']>, true> = {
  API: true,
  API_WEB_SEARCH: true,
  APP: true,
  SEARCH_PAGE: true,
};
const CITATIONS_FROM: Record<NonNullable<Schemas['CitationsFrom']>, true> = {
  PLATFORM: true,
  SENT: true,
  TEXT: true,
};
const SOURCE_TYPES: Record<Schemas['SourceType'], true> = {
  AI_ANSWER: true,
  ARTICLE: true,
  REVIEW: true,
  FORUM: true,
  SOCIAL: true,
  VIDEO: true,
  ENCYCLOPEDIA: true,
  DOCUMENTATION: true,
  STORE: true,
  BRAND_SITE: true,
  COMPETITOR_SITE: true,
  OTHER: true,
};
const PAGE_TYPES: Record<NonNullable<Schemas['PageType']>, true> = {
  LIST: true,
  COMPARISON: true,
  REVIEW: true,
  HOW_TO: true,
  PRODUCT: true,
  FORUM_THREAD: true,
  NEWS: true,
};
const CHOICES: Partial<Record<FilterField, readonly string[]>> = {
  platform: PLATFORMS,
  surface: Object.keys(SURFACES),
  citations_from: Object.keys(CITATIONS_FROM),
  sentiment: Object.keys(SENTIMENTS),
  sentiment_reader: READERS,
  source_type: Object.keys(SOURCE_TYPES),
  page_type: Object.keys(PAGE_TYPES),
};

/** Fields for ordering lists without dimensions, and their measures. */
export const LIST_FIELDS = {
  reportQueries: {
    order: ['executed_at', 'brand', 'platform', 'query', 'visibility_score', 'position', 'sentiment'],
    measures: ['visibility_score', 'position', 'sentiment'],
  },
  reportMentions: {
    order: ['discovered_at', 'brand', 'platform', 'query', 'source_type', 'domain', 'sentiment'],
    measures: ['sentiment'],
  },
} as const;
const LIST_ONLY: ReadonlySet<OrderField> = new Set(['executed_at', 'discovered_at', 'visibility_score']);
/** Fields of order that are shown only where they divide the rows, or make them. */
const DIMENSIONS: ReadonlySet<string> = new Set<Dimension | ItemKey>([
  'brand',
  'day',
  'week',
  'month',
  'platform',
  'query',
  'tag',
  'topic',
  'branded',
  'model',
  'country',
  'surface',
  'searched',
  'language',
  'sentiment_reader',
  'source_type',
  'page_type',
  'domain',
  'url',
  'search',
]);

const COUNTS: ReadonlySet<string> = new Set([
  'positive_count',
  'neutral_count',
  'negative_count',
  'first_count',
  'unknown_count',
]);

/**
 * The breakdown in a request body; null if the body has only a range and a page.
 * @param range the days of the report
 * @throws AppError validation_error naming the field, for options that do not combine
 */
export function breakdownOf(report: BrokenDown, body: ReportBody, range: DateRange): Breakdown | null {
  const { dimensions, filters = [], having = [], order_by = [], include = [], compare_to, limit = 0 } = body;
  const sentiment_readers = 'sentiment_readers' in body ? body.sentiment_readers : undefined;
  const by = itemKeyOf(report, body);
  const hasBreakdown = [dimensions, filters, having, order_by, include].some(
    (list) => list && list.length > 0,
  );
  const isPlain = dimensions === undefined && compare_to === undefined && sentiment_readers === undefined;
  if (!hasBreakdown && isPlain && by === null) return null;
  const breakdown: Breakdown = {
    dimensions: dimensions ?? null,
    filters,
    having,
    orderBy: order_by.map(({ field, direction = 'asc' }) => ({ field, direction })),
    include,
    compareTo: comparedRange(compare_to, range),
    sentimentReaders: sentiment_readers ?? null,
    by,
  };
  filters.forEach(checkFilter);
  if (isListReport(report) && !dimensions?.length) checkList(report, breakdown);
  else checkGroups(report, breakdown);
  const detailed = include.find(isDetail);
  if (detailed && limit > MOST_DETAILED_ROWS)
    throw invalid(`limit must be ${MOST_DETAILED_ROWS} or less with ${detailed} in include.`);
  // The days of each row are compared, whether it has an answer on them or not.
  if (by !== null && compare_to !== undefined && limit > MOST_DETAILED_ROWS)
    throw invalid(`limit must be ${MOST_DETAILED_ROWS} or less with compare_to.`);
  return breakdown;
}

function itemKeyOf(report: BrokenDown, body: ReportBody): ItemKey | null {
  if (report === 'reportSearches') return 'search';
  if (report !== 'reportSources') return null;
  return ('by' in body ? body.by : undefined) ?? 'domain';
}

/** Whether the rows of a report without dimensions are a list: of queries, or of mentions. */
export function isListReport(report: BrokenDown): report is 'reportQueries' | 'reportMentions' {
  return report === 'reportQueries' || report === 'reportMentions';
}

export function mostRows({ include, by, compareTo }: Breakdown): number {
  return include.some(isDetail) || (by !== null && compareTo !== null) ? MOST_DETAILED_ROWS : MOST_ROWS;
}

function isDetail(include: Include): boolean {
  return include === 'competitors' || include === 'evidence';
}

/** Whether each row belongs to one brand. Rows of prompts do, because a prompt belongs to one brand. */
export function hasBrand(report: BrokenDown, dimensions: readonly Dimension[] | null): boolean {
  return (
    report === 'reportBrands' ||
    isOfItems(report) ||
    dimensions?.includes('brand') === true ||
    dimensions?.includes('query') === true
  );
}

/** @throws AppError validation_error for a value that the field cannot have */
export function checkFilter({ field, operator, values }: Filter, at: number): void {
  const name = `filters[${at}]`;
  if (operator === 'contains' && !TEXTS.has(field))
    throw invalid(`${name}.operator must be in or not_in, because ${field} is no text.`);
  values.forEach((value, index) => {
    const each = `${name}.values[${index}]`;
    if (value === null) {
      if (operator === 'contains') throw invalid(`${each} must be a text.`);
      if (!NULLABLE.has(field)) throw invalid(`${each} must not be null: ${field} is always known.`);
    } else if (BOOLEANS.has(field)) {
      if (typeof value !== 'boolean') throw invalid(`${each} must be true or false.`);
    } else {
      if (typeof value !== 'string') throw invalid(`${each} must be a text.`);
      const choices = CHOICES[field];
      const isOther = field === 'platform' && isPlatform(value);
      if (choices && !choices.includes(value) && !isOther) {
        const meant = value.length > LONGEST_WORD ? undefined : nearest(value, choices);
        const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
        const more = field === 'platform' ? ', or OTHER: and a name' : '';
        throw invalid(`${each} must be one of ${choices.join(', ')}${more}.${hint}`);
      }
      if (value.includes('\0')) throw invalid(`${each} must not hold the character U+0000.`);
    }
  });
}

function checkList(
  report: 'reportQueries' | 'reportMentions',
  { having, orderBy, include, compareTo }: Breakdown,
): void {
  const { order, measures } = LIST_FIELDS[report];
  const needs = 'needs dimensions in this report, for example ["platform"]';
  having.forEach(({ field }, at) => {
    if (!(measures as readonly string[]).includes(field))
      throw invalid(
        `having[${at}].field: ${field} ${needs}. Without them it is one of ${measures.join(', ')}.`,
      );
  });
  orderBy.forEach(({ field }, at) => {
    if (!(order as readonly string[]).includes(field))
      throw invalid(
        `order_by[${at}].field: ${field} ${needs}. Without them it is one of ${order.join(', ')}.`,
      );
  });
  include.forEach((each, at) => {
    if (each !== 'evidence') throw invalid(`include[${at}]: ${each} ${needs}.`);
  });
  if (compareTo) throw invalid(`compare_to ${needs}.`);
}

function checkGroups(
  report: BrokenDown,
  { dimensions, having, orderBy, include, compareTo, by }: Breakdown,
): void {
  const lasting = dimensions?.find((each) => each === 'week' || each === 'month');
  if (compareTo && lasting)
    throw invalid(
      `compare_to cannot be with the dimension ${lasting}: the two ranges' ${lasting}s are not the same days. Use day, or ask for each range alone.`,
    );
  if (include.includes('changes') && !compareTo)
    throw invalid(`include[${include.indexOf('changes')}]: changes needs compare_to, such as "previous".`);
  const check = (name: string, field: string) => {
    if (LIST_ONLY.has(field as OrderField))
      throw invalid(`${name}: ${field} needs a report without dimensions.`);
    if (field === 'share_of_voice' && !include.includes('share_of_voice'))
      throw invalid(`${name}: share_of_voice must be in include too.`);
    if (report !== 'reportMentions' && COUNTS.has(field) && !include.includes('counts'))
      throw invalid(`${name}: ${field} needs counts in include too.`);
    const isShown =
      !DIMENSIONS.has(field) ||
      (field === 'brand' ? hasBrand(report, dimensions) : dimensions?.includes(field as Dimension)) ||
      field === by;
    if (!isShown && by !== null && (field === 'domain' || field === 'url'))
      throw invalid(`${name}: ${field} needs by: ${field}.`);
    if (!isShown) throw invalid(`${name}: ${field} must be among the dimensions.`);
  };
  for (const [at, { field }] of having.entries()) check(`having[${at}].field`, field);
  for (const [at, { field }] of orderBy.entries()) check(`order_by[${at}].field`, field);
}

/** @throws AppError validation_error if the ranges overlap or the days are before the year 1 */
function comparedRange(compareTo: ReportBody['compare_to'], range: DateRange): DateRange | null {
  if (compareTo === undefined) return null;
  if (compareTo === 'previous') return previousRange(range);
  const { start, end } = range;
  const { start_date, end_date } = compareTo;
  if (start_date.startsWith('0000-') || end_date.startsWith('0000-'))
    throw invalid('compare_to: days must be from 0001-01-01 to 9999-12-31.');
  if (start_date > end_date) throw invalid('compare_to.start_date is after compare_to.end_date. Swap them.');
  if (start_date <= end && end_date >= start)
    throw invalid(`compare_to must not overlap the range, ${start} to ${end}.`);
  return { start: start_date, end: end_date };
}

/** The range of as many days right before another. @throws AppError validation_error if the year 1 begins later */
export function previousRange({ start, end }: DateRange): DateRange {
  const days = (timeOfDay(end) - timeOfDay(start)) / DAY_MS + 1;
  const first = timeOfDay(start) - days * DAY_MS;
  if (first < timeOfDay('0001-01-01'))
    throw invalid('compare_to: there are not as many days before start_date. Send a shorter range.');
  return { start: dayOf(new Date(first)), end: dayOf(new Date(timeOfDay(start) - DAY_MS)) };
}

function timeOfDay(day: string): number {
  return new Date(`${day}T00:00:00Z`).getTime();
}

/** The error for a message that begins with the name of its field. */
export function invalid(message: string): AppError {
  const [field = ''] = /^[\w.[\]]+/.exec(message) ?? [];
  return invalidField(field, message);
}
