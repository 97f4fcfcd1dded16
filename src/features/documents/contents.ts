import { invalidField, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import type { Urgency } from '../../engine/statement-scheduler.ts';
import { type Mark, stepOf } from '../../presentation/charts/lines.ts';
import { type TrendRows, trendRows } from '../../presentation/charts/series.ts';
import { MOST_ROWS } from '../../reports/breakdown/request.ts';
import { comparedRange, type DateRange } from '../../reports/range.ts';
import type { Caller } from '../../reports/rendered-cache.ts';
import type { Reports } from '../../reports/reports.ts';
import { annotations } from '../annotations/annotations.ts';
import { listBreaks } from '../breaks/breaks.ts';
import { opportunitiesPage } from '../opportunities/report.ts';
import { getOrganisation } from '../organisations/organisations.ts';
import { addEvidence, type Moved } from '../reports/evidence.ts';
import { queryReport, type ReportReader } from '../reports/query-report.ts';
import { answersOf, type ShownAnswer } from './answers.ts';

type Schemas = components['schemas'];
type Body = Schemas['QueriesReportParameters'];

type OpportunityFilter = NonNullable<Schemas['OpportunitiesParameters']['filters']>[number];
type BrandFilter = NonNullable<Schemas['BrandsReportParameters']['filters']>[number];
/** A condition that all reports of a document know. */
export type DocumentFilter = BrandFilter & OpportunityFilter;

/** The contents of a document. */
export interface DocumentMeans {
  db: Db;
  reports: Reports;
  secretBox: SecretBox;
  /** The address of the dashboard, for links; null: there are none. */
  publicUrl: string | null;
  basePath: string;
}

/** Which document. */
export interface DocumentRequest {
  orgId: OrgId;
  /** The brands of a limited key; null: all. */
  allowed: string[] | null;
  brandId: string;
  start?: string | undefined;
  end?: string | undefined;
  filters: readonly DocumentFilter[];
  /** A snapshot, or the name or id of a pin; by default the current snapshot. */
  snapshotId: string | undefined;
  shownId?: string | undefined;
  urgency?: Urgency;
  caller?: Caller | undefined;
  /** Whether texts of answers may be shown; by default not. */
  showsAnswers?: boolean;
}

/** A prompt that moved. */
export interface MovedPrompt extends Moved {
  row: Schemas['QueryGroupRow'];
}

/** All that a document says, from one snapshot; the marks and the decisions about opportunities are those of now. */
export interface Contents {
  organisation: string;
  publicUrl: string | null;
  range: DateRange;
  filters: readonly DocumentFilter[];
  snapshotId: string;
  asOf: string;
  row: Schemas['BrandRow'];
  before: Schemas['ComparedRange'] | null;
  trend: TrendRows;
  marks: Mark[];
  platforms: Schemas['BrandRow'][];
  prompts: { moved: MovedPrompt[]; total: number; few: number; looked: number };
  opportunities: Schemas['OpportunitiesReport'];
  /** Texts of answers; none where they may not be shown. */
  answers: ShownAnswer[];
}

/** The latest ones: each is drawn twice, and mail programs cut a page that is longer than 100 kB. */
const MOST_MARKS = 40;
/** The prompts with most answers: 10,000 rows would be 10 MB, and hold up the thread that reads them. */
const MOST_PROMPTS = 2_000;
const MOVED_SHOWN = 6;
const OPPORTUNITIES_SHOWN = 5;

/**
 * Asks the reports for all that a document says: each number is one of theirs, and nothing is counted here.
 * @throws AppError not_found for a brand that there is none of, validation_error for more than 366 days
 */
export async function contentsOf(means: DocumentMeans, request: DocumentRequest): Promise<Contents> {
  const range = comparedRange(request.start, request.end, ['startDate', 'endDate']);
  const { orgId, urgency, caller } = request;
  return means.reports.turn({ orgId, urgency, signal: caller?.signal }, () =>
    contentsOfRange(means, { ...request, urgency: 'turn' }, range),
  );
}

async function contentsOfRange(
  means: DocumentMeans,
  request: DocumentRequest,
  range: DateRange,
): Promise<Contents> {
  const { db, reports, basePath, publicUrl, secretBox } = means;
  const { orgId, allowed, brandId, filters, urgency } = request;
  const asker: ReportReader = { ...request, reports, secretBox };
  const body = {
    brand_id: brandId,
    start_date: range.start,
    end_date: range.end,
    ...(filters.length === 0 ? {} : { filters: [...filters] }),
  };
  const compared = { ...body, compare_to: 'previous' as const };
  const whole = await queryReport(asker, 'reportBrands', {
    ...compared,
    // Rows have their sums with dimensions.
    dimensions: [],
    include: ['intervals', 'share_of_voice', 'counts', 'changes', 'competitors'],
  });
  const [row] = whole.data;
  if (row === undefined) throw notFound('brand');
  // All further reports are of the first one's snapshot.
  const { snapshotId, asOf } = whole;
  const on: ReportReader = { ...asker, snapshotId, shownId: undefined };
  const trend = await trendRows(range, stepOf(range), async ({ start, end }, dimension, include) => {
    const days = { ...body, start_date: start, end_date: end };
    const parameters = { ...days, dimensions: [dimension], include, limit: MOST_TREND };
    return (await queryReport(on, 'reportBrands', parameters)).data;
  });
  const platforms = await queryReport(on, 'reportBrands', {
    ...compared,
    dimensions: ['platform'],
    include: ['intervals', 'changes'],
    limit: MOST_TREND,
    order_by: [{ field: 'visibility_total', direction: 'desc' }],
  });
  const { body: opportunities } = await opportunitiesPage(
    { db, reports, basePath },
    {
      body: { ...body, states: ['OPEN'], limit: OPPORTUNITIES_SHOWN },
      orgId,
      allowed,
      snapshotId,
      shownId: undefined,
      urgency,
      caller: request.caller ?? FOREVER,
    },
  );
  const prompts = await promptsOf(on, compared);
  return {
    organisation: (await getOrganisation(db, orgId)).name,
    publicUrl,
    range,
    filters,
    snapshotId,
    asOf,
    row,
    trend,
    prompts,
    opportunities,
    before: whole.compared_to ?? null,
    platforms: platforms.data,
    marks: await marksOf(means, request, range),
    answers: request.showsAnswers ? await answersOf(db, orgId, brandId, runsBehind(prompts.moved)) : [],
  };
}

const runsBehind = (moved: readonly Moved[]) => moved.flatMap(({ evidence }) => evidence?.run_ids ?? []);
const MOST_TREND = 1_000;
const FOREVER: Caller = { signal: new AbortController().signal };

/** @throws AppError validation_error for a condition under which visibility or opportunities say nothing */
export function documentFilters(filters: readonly BrandFilter[]): DocumentFilter[] {
  return filters.map((filter, at) => {
    const { field } = filter;
    if (field === 'brand' || field === 'mentioned' || field === 'sentiment' || field === 'sentiment_reader')
      throw invalidField(`filters[${at}].field`, `filters[${at}].field: a document cannot be of ${field}.`);
    return { ...filter, field };
  });
}

/** What changed under the numbers, and notes that may leave the organisation, the latest day first. */
async function marksOf(
  { db, reports }: DocumentMeans,
  parameters: DocumentRequest,
  range: DateRange,
): Promise<Mark[]> {
  const { orgId, brandId, allowed, filters } = parameters;
  const of = { brandId, allowed, ...range, limit: MOST_MARKS, offset: 0 };
  const breaks = await listBreaks({ db, measures: reports.dayCounts }, orgId, of);
  const notes = await db.tenant(orgId, (tx) => annotations.list(tx, orgId, { ...of, isShared: true }));
  const platforms = filters.find(({ field, operator }) => field === 'platform' && operator === 'in')?.values;
  const shown = notes.data.filter(
    ({ platform, queryId }) =>
      queryId === null && (platform === null || platforms === undefined || platforms.includes(platform)),
  );
  const marks: Mark[] = [
    ...breaks.data.map(({ day, description }) => ({ day, text: description })),
    ...shown.map(({ day, text }) => ({ day, text, isNote: true })),
  ];
  return marks.sort((one, other) => (one.day === other.day ? 0 : one.day < other.day ? 1 : -1));
}

/** The prompts that moved by more than chance, those that lost most first, and how many have too few answers. */
async function promptsOf(asker: ReportReader, body: Body): Promise<Contents['prompts']> {
  const grouped = { ...body, dimensions: ['query'] as NonNullable<Body['dimensions']> };
  const { data, total } = await queryReport(asker, 'reportQueries', {
    ...grouped,
    include: ['changes'],
    limit: Math.min(MOST_PROMPTS, MOST_ROWS),
    order_by: [{ field: 'visibility_total', direction: 'desc' }],
  });
  const rows = data.filter((row): row is Schemas['QueryGroupRow'] => 'dimensions' in row);
  const moved = rows
    .flatMap((row) => movedOf(row) ?? [])
    .toSorted((one, other) => sizeOf(other) - sizeOf(one) || nameOf(one).localeCompare(nameOf(other), 'en'))
    .slice(0, MOVED_SHOWN);
  const { compare_to: _, ...behind } = grouped;
  await addEvidence(
    async (parameters) => (await queryReport(asker, 'reportBrands', parameters)).data,
    moved,
    behind,
  );
  const few = rows.filter(({ change }) => change?.verdict === 'too_few').length;
  return { moved, total, few, looked: rows.length };
}

const sizeOf = ({ change }: Moved) => Math.abs(change.points ?? 0);
const nameOf = ({ group }: Moved) => group['prompt'] ?? '';

function movedOf(row: Schemas['QueryGroupRow']): MovedPrompt | null {
  const { change, brand, dimensions } = row;
  if (change?.verdict !== 'up' && change?.verdict !== 'down') return null;
  const group = { prompt: dimensions.query?.queryText ?? '' };
  return { row, brand: brand ?? { id: '' }, group, change, evidence: null };
}
