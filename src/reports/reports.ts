import type { Readable } from 'node:stream';
import type { OrgId } from '../base/ids.ts';
import { mapInSlices } from '../engine/loop-slices.ts';
import type { Turn, Urgency } from '../engine/statement-scheduler.ts';
import type { CurrentSnapshot } from '../snapshots/serve/catalog.ts';
import { BrokenDownReport } from './breakdown/breakdown.ts';
import { isOfItems } from './breakdown/items.ts';
import type { Breakdown, BrokenDown } from './breakdown/request.ts';
import type { RowsOptions } from './breakdown/rows.ts';
import type { Pull, StreamReader } from './changes/request.ts';
import type { DayCounts } from './day-counts.ts';
import type { CsvStyle } from './flat.ts';
import type { TextForm } from './forms/text-page.ts';
import { BRAND_COLUMNS, brandRows, SUMS_COLUMNS, type Sums } from './means.ts';
import type { Caller, RenderedPage } from './rendered-cache.ts';
import { type Query, ReportSql, type SqlValues } from './report-sql.ts';
import { LIST_PARTS } from './rules.ts';
import type { Method } from './uncertainty/method.ts';
import { type Columns, type FlatRow, nested, PAGE_COLUMNS, type PageOfRows, type PageRow } from './wire.ts';

export const REPORTS = ['reportBrands', 'reportQueries', 'reportMentions'] as const;
export type ReportId = (typeof REPORTS)[number];

export interface ReportParameters {
  /** Restricts to one brand, which may be archived; null: all brands that are not archived. */
  brand: string | null;
  /** The brands a key is limited to; null: all. */
  allowed: string[] | null;
  /** First and last day, YYYY-MM-DD, UTC. */
  start: string;
  end: string;
  limit: number;
  offset: number;
}

/** The formats of a report's page, with their media types. */
export const MEDIA_TYPES = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<TextForm | 'parquet' | 'xlsx', string>;
export type Form = keyof typeof MEDIA_TYPES;

export interface ReportCall extends ReportParameters {
  report: BrokenDown;
  orgId: OrgId;
  /** Options in addition to the range and page; null: none. Reports of sources and searches always have some. */
  breakdown?: Breakdown | null;
  /** A pull, page by page; null: a plain page. Only for lists without a breakdown. */
  pull?: Pull | null;
  /** JSON by default. */
  form?: Form;
  /** The requested signs of CSV, which make the answer a file with a name. */
  csv?: CsvStyle | undefined;
  /** The snapshot to stay on, or the name or id of a pin; by default the current snapshot. */
  snapshotId?: string | undefined;
  /** Whether its statements come before others of the organisation. */
  urgency?: Urgency;
  /**
   * The last snapshot shown on the client's connection, through a proxy. If the client moved to a server that is
   * behind, the server waits briefly for that snapshot. Ignored if `snapshotId` is given.
   */
  shownId?: string | undefined;
}

export interface RenderedReport {
  /** JSON: {"data": […], "total": n} */
  body: RenderedPage;
  snapshotId: string;
  /** RFC 3339. */
  asOf: string;
  /** Called for each equal call: whether it gives this report again. undefined: it does not. */
  canRepeat?: () => boolean;
}

/** A report that is sent while it is rendered. */
export interface StreamedReport extends Omit<RenderedReport, 'body' | 'canRepeat'> {
  /** Rows as lines of JSON. Destroy it if it is not read to its end. */
  lines: Readable;
  /** Number of rows of the whole report. */
  total: number;
}

/** Identifies the bytes of an answer. */
export interface ReportVersion {
  etag: string;
  snapshotId: string;
  /** RFC 3339. */
  asOf: string;
  /** Whether an equal call has this version still. */
  canRepeat: () => boolean;
}

/** Counters since the start, and the number of waiting statements. */
export interface ReportLoad {
  cache: { hits: number; misses: number; bytes: number };
  /** Statements that wait for a connection, and those refused because the queue was too long. */
  waiting: number;
  refused: number;
  /** Snapshots that were found damaged. */
  snapshotRefusals: number;
  /** Open serving files. */
  attachedFiles: number;
}

/** A value computed by several statements, from the same data as reports. */
export interface Computation<Value> extends Pick<ReportCall, 'orgId' | 'snapshotId' | 'shownId' | 'urgency'> {
  /** Its name, and what its value depends on beside the data. */
  name: string;
  options: object;
  values: SqlValues;
  /** The value, which is cached as JSON. */
  make(query: Query, method: Method): Promise<Value>;
}

/** A value with the data that it was computed from. */
export interface Computed<Value> {
  value: Value;
  snapshotId: string;
  /** RFC 3339. */
  asOf: string;
}

/** Makes reports. Both engines use the same SQL, and their sums are processed alike. */
export interface Reports {
  /**
   * Returns synchronously if the answer is in the cache.
   * @param caller the waiting client: the work ends when its signal is aborted. The signal is read only if work begins
   */
  render(call: ReportCall, caller?: Caller): Promise<RenderedReport>;
  /** The statements that give a report its rows, with their values written in, as a script for a shell. */
  statements(call: ReportCall): Promise<string>;
  /** All rows of a pull in one answer. */
  stream(call: ReportCall & { pull: Pull }, reader: StreamReader): Promise<StreamedReport>;
  /** The value of a computation. @param caller as in `render` */
  compute<Value>(computation: Computation<Value>, caller?: Caller): Promise<Computed<Value>>;
  /** Runs work of several reports after one wait. They are requested with the urgency `turn`. */
  turn<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  /** The version of an answer, without making it; null if it is not known at once. */
  version(call: ReportCall): ReportVersion | null;
  /** The snapshot that is served now; null before the first one. */
  current(): CurrentSnapshot | null;
  /** Why no newer snapshot can be served, one sentence; null if nothing is wrong. */
  trouble(): string | null;
  /** Whether an answer is cached as long as its data stays the same. */
  readonly keepsAnswers: boolean;
  /** Counts behind alerts, from the same data. */
  readonly dayCounts: DayCounts;
  /** Load of the engine and the cache; null if Postgres makes the reports. */
  load(): ReportLoad | null;
}

/** A report without a breakdown. Its statement gives the rows of a page, unless `rowsOf` makes all rows of its sums. */
export interface ReportDefinition {
  columns: Columns;
  sql: ReportSql<PageRow>;
  rowsOf: ((sums: readonly object[]) => FlatRow[]) | null;
}

function page(report: ReportId, columns: Columns): ReportDefinition {
  const sql = ReportSql.load<PageRow>(
    `reports/${report}`,
    [...PAGE_COLUMNS, ...Object.keys(columns)],
    LIST_PARTS,
  );
  return { columns, sql, rowsOf: null };
}

export const DEFINITIONS: Readonly<Record<ReportId, ReportDefinition>> = {
  reportBrands: {
    columns: BRAND_COLUMNS,
    sql: ReportSql.load<PageRow>('reports/reportBrands', SUMS_COLUMNS),
    rowsOf: (sums) => brandRows(sums as Sums[]),
  },
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
    pageUrl: 'VARCHAR',
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

/** The values of all parameters that the SQL of a report may use. */
export function sqlValues(
  orgId: OrgId,
  { brand, allowed, start, end, limit, offset }: ReportParameters,
): SqlValues {
  return { org: orgId, brand, allowed: allowed?.join() ?? null, start, end, limit, offset, total: null };
}

/** Values that decide which of a report's rows are rendered, and how. */
export interface PageOptions extends Partial<RowsOptions>, Pick<ReportParameters, 'limit' | 'offset'> {}

/** How the rows of a report are rendered: as text by the engine, where one statement gives them, or here. */
export interface Report {
  /** All columns of its rows in the order of the answer, with dots in the names of nested ones. */
  readonly columns: Columns;
  /** The columns that are left out if no row has a value in them. */
  readonly columnsOfSomeRows: readonly string[];
  /** The statement of a page that has its rows as the answer shows them; null: rows are built here. */
  readonly sql: ReportSql<PageRow> | null;
  /** Values of the parameters that `sqlValues` lacks. */
  readonly values: SqlValues;
  /** Measures of a row if the sums by day are enough to make it; null otherwise. */
  readonly measuresOfDays: string[] | null;
  /** The rows of a page as objects. @param query runs a statement with the report's values */
  rows(query: Query, options: PageOptions): Promise<PageOfRows>;
}

export function reportOf({
  report,
  breakdown,
  start,
  end,
}: Pick<ReportCall, 'report' | 'breakdown' | 'start' | 'end'>): Report {
  const definition = isOfItems(report) ? null : DEFINITIONS[report];
  if (breakdown) return new BrokenDownReport(report, breakdown, definition?.columns ?? {}, { start, end });
  if (!definition) throw new Error(`${report} has no rows without a breakdown.`);
  const { columns, sql, rowsOf } = definition;
  return {
    columns,
    columnsOfSomeRows: [],
    sql: rowsOf ? null : sql,
    values: {},
    measuresOfDays: null,
    async rows(query, { limit, offset }) {
      const found = await query(sql);
      const all = rowsOf?.(found);
      const rows = all?.slice(offset, offset + limit) ?? found.filter(({ ordinal }) => ordinal !== null);
      return { rows: await mapInSlices(rows, nested), total: all?.length ?? sql.first(found).total, columns };
    },
  };
}
