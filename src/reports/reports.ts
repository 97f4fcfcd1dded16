import type { OrgId } from '../base/ids.ts';
import type { CurrentSnapshot } from '../snapshots/serve/catalog.ts';
import { BrokenDownReport } from './breakdown/breakdown.ts';
import type { Breakdown } from './breakdown/request.ts';
import type { Pull } from './changes/request.ts';
import { BRAND_COLUMNS, brandRows, SUMS_COLUMNS, type Sums } from './means.ts';
import type { Measures } from './measures.ts';
import type { Caller, RenderedPage } from './rendered-cache.ts';
import { ReportSql, type SqlValues } from './report-sql.ts';
import { type TextForm, type TextPiece, textPageSql } from './text-page.ts';
import { type Columns, type FlatRow, PAGE_COLUMNS, type PageRow } from './wire.ts';

export const REPORTS = ['reportBrands', 'reportQueries', 'reportMentions'] as const;
export type ReportId = (typeof REPORTS)[number];

export interface ReportParameters {
  /** Restricts to one brand, which may be archived; null: all that are not. */
  brand: string | null;
  /** The brands a key is limited to; null: all. */
  allowed: string[] | null;
  /** First and last day, YYYY-MM-DD, UTC. */
  start: string;
  end: string;
  limit: number;
  offset: number;
}

/** The forms of a report's page, by their media types. */
export const MEDIA_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Record<TextForm | 'parquet', string>;
export type Form = keyof typeof MEDIA_TYPES;

export interface ReportCall extends ReportParameters {
  report: ReportId;
  orgId: OrgId;
  /** What is asked beside the range and page; null: nothing. Only of reports that can be broken down. */
  breakdown?: Breakdown | null;
  /** Where it is pulled page by page; null: a plain page. Only of lists, without a breakdown. */
  pull?: Pull | null;
  /** JSON by default. */
  form?: Form;
  /** The snapshot to stay on, or the name or id of a pin; without it the current snapshot. */
  snapshotId?: string | undefined;
  /**
   * The snapshot that the client's connection has shown last, through a proxy: where it moved to a server that is
   * behind, that one is waited for a moment. Without a meaning where `snapshotId` is given.
   */
  shownId?: string | undefined;
}

export interface RenderedReport {
  /** JSON: {"data": […], "total": n} */
  body: RenderedPage;
  snapshotId: string;
  /** RFC 3339. */
  asOf: string;
}

/** Stands for the bytes of an answer. */
export interface ReportVersion {
  etag: string;
  snapshotId: string;
  /** RFC 3339. */
  asOf: string;
}

/** Counters since the start, and how many statements wait now. */
export interface ReportLoad {
  cache: { hits: number; misses: number; bytes: number };
  /** Statements that wait for a connection, and those refused because too many did. */
  waiting: number;
  refused: number;
  /** Snapshots that were found damaged. */
  snapshotRefusals: number;
  /** Serving files that are open. */
  attachedFiles: number;
}

/** Makes reports. The SQL is the same on both engines; so is what is made of its sums. */
export interface Reports {
  /**
   * Returns at once, without a promise, where the answer is in the cache.
   * @param caller the client that waits: the work ends when its signal is aborted, which is read only where work begins
   */
  render(call: ReportCall, caller?: Caller): RenderedReport | Promise<RenderedReport>;
  /** What an answer would be made of, without making it; null where that is not known at once. */
  version(call: ReportCall): ReportVersion | null;
  /** The snapshot that is served now; null before the first one. */
  current(): CurrentSnapshot | null;
  /** Why no newer snapshot can be served, in a sentence; null where nothing is wrong. */
  trouble(): string | null;
  /** Counts behind alerts, from the same data. */
  readonly measures: Measures;
  /** Load of the engine and the cache; null where Postgres makes the reports. */
  load(): ReportLoad | null;
}

/**
 * How a report is made. The SQL of kind `page` gives the rows of one page; DuckDB gives them as JSON by `json`, or by
 * `largeJson` in several pieces. The SQL of kind `sums` gives sums for few rows, from which `rows` makes the whole
 * report in its order.
 */
export type ReportDefinition = { columns: Columns } & (
  | { kind: 'page'; sql: ReportSql<PageRow>; json: ReportSql<TextPiece>; largeJson: ReportSql<TextPiece> }
  | { kind: 'sums'; sql: ReportSql<object>; rows(sums: readonly object[]): FlatRow[] }
);

function page(report: ReportId, columns: Columns): ReportDefinition {
  const names = [...PAGE_COLUMNS, ...Object.keys(columns)];
  const sql = ReportSql.load<PageRow>(`reports/${report}`, names);
  return {
    kind: 'page',
    columns,
    sql,
    json: textPageSql(sql, columns, { inPieces: false }),
    largeJson: textPageSql(sql, columns, { inPieces: true }),
  };
}

function sums<Row extends object>(
  report: ReportId,
  columns: Columns,
  sumsColumns: readonly (keyof Row & string)[],
  rows: (sums: readonly Row[]) => FlatRow[],
): ReportDefinition {
  const sql = ReportSql.load<Row>(`reports/${report}`, sumsColumns);
  return { kind: 'sums', columns, sql, rows: (found) => rows(sql.rows(found)) };
}

export const DEFINITIONS: Readonly<Record<ReportId, ReportDefinition>> = {
  reportBrands: sums<Sums>('reportBrands', BRAND_COLUMNS, SUMS_COLUMNS, brandRows),
  reportQueries: page('reportQueries', {
    'query.id': 'VARCHAR',
    'query.queryText': 'VARCHAR',
    'query.platform': 'VARCHAR',
    'brand.id': 'VARCHAR',
    'brand.name': 'VARCHAR',
    executedAt: 'TIMESTAMP',
    'latestResult.runId': 'VARCHAR',
    'latestResult.brandMentioned': 'BOOLEAN',
    'latestResult.visibilityScore': 'INTEGER',
    'latestResult.position': 'INTEGER',
    'latestResult.sentimentScore': 'DOUBLE',
    'latestResult.sentimentReader': 'VARCHAR',
  }),
  reportMentions: page('reportMentions', {
    id: 'VARCHAR',
    'brand.id': 'VARCHAR',
    'brand.name': 'VARCHAR',
    sourceType: 'VARCHAR',
    sourceName: 'VARCHAR',
    sourceUrl: 'VARCHAR',
    title: 'VARCHAR',
    snippet: 'VARCHAR',
    platform: 'VARCHAR',
    sentiment: 'VARCHAR',
    sentimentScore: 'DOUBLE',
    sentimentReader: 'VARCHAR',
    discoveredAt: 'TIMESTAMP',
    'query.id': 'VARCHAR',
    'query.queryText': 'VARCHAR',
    'query.platform': 'VARCHAR',
  }),
};

/** The values of all parameters that the SQL of a report may name. */
export function sqlValues(
  orgId: OrgId,
  { brand, allowed, start, end, limit, offset }: ReportParameters,
): SqlValues {
  return { org: orgId, brand, allowed: allowed?.join() ?? null, start, end, limit, offset, total: null };
}

/** A report that is broken down. */
export function brokenDownReport(
  { report, start, end }: Pick<ReportCall, 'report' | 'start' | 'end'>,
  breakdown: Breakdown,
): BrokenDownReport {
  return new BrokenDownReport(report, breakdown, DEFINITIONS[report].columns, { start, end });
}

/** All columns of a report's rows, with dots in the names of nested ones, in the order of the answer. */
export function rowColumns(
  call: Pick<ReportCall, 'report' | 'start' | 'end'>,
  breakdown: Breakdown | null,
): Columns {
  return breakdown ? brokenDownReport(call, breakdown).columns : DEFINITIONS[call.report].columns;
}
