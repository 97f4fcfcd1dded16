import { createHash } from 'node:crypto';
import { CompressedBody } from '../base/compressed-body.ts';
import { AppError } from '../base/errors.ts';
import type { OrgId } from '../base/ids.ts';
import type { Db } from '../db/client.ts';
import type { Engine } from '../engine/engine.ts';
import type { PinLease, PinnedSnapshots } from '../pins/serving.ts';
import { bucketOf } from '../snapshots/buckets.ts';
import type { Catalog, CurrentSnapshot } from '../snapshots/catalog.ts';
import { isSnapshotId } from '../snapshots/manifest.ts';
import { BrokenDownReport } from './breakdown/breakdown.ts';
import type { Breakdown, BrokenDown } from './breakdown/request.ts';
import { pulledBody } from './changes/pull.ts';
import { leaseForPull } from './changes/pull-lease.ts';
import type { Pull, PulledReport } from './changes/request.ts';
import {
  BRAND_COLUMNS,
  brandRows,
  COMPARED_SUMS_COLUMNS,
  COMPARISON_COLUMNS,
  type ComparedSums,
  comparisonRows,
  SUMS_COLUMNS,
  type Sums,
} from './means.ts';
import { LiveMeasures, type Measures, SnapshotMeasures } from './measures.ts';
import { type Caller, RenderedCache } from './rendered-cache.ts';
import { ReportSql, type SqlValues } from './report-sql.ts';
import {
  bodyOfPieces,
  bodyOfRows,
  type Columns,
  type FlatRow,
  type JsonPiece,
  jsonPageSql,
  PAGE_COLUMNS,
  type PageRow,
} from './wire.ts';

export const REPORTS = ['reportBrands', 'reportQueries', 'reportMentions', 'getBrandComparison'] as const;
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

export interface ReportCall extends ReportParameters {
  report: ReportId;
  orgId: OrgId;
  /** What is asked beside the range and page; null: nothing. Only of reports that can be broken down. */
  breakdown?: Breakdown | null;
  /** Where it is pulled page by page; null: a plain page. Only of lists, without a breakdown. */
  pull?: Pull | null;
  /** The snapshot to stay on, or the name or id of a pin; without it the current snapshot. */
  snapshotId?: string | undefined;
  /** The client that waits. The work ends when its signal is aborted; the signal is read only where work begins. */
  caller?: Caller;
}

export interface RenderedReport {
  /** {"data": […], "total": n} */
  json: CompressedBody | string;
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
}

/** Makes reports. The SQL is the same on both engines; so is what is made of its sums. */
export interface Reports {
  /** Returns at once, without a promise, where the answer is in the cache. */
  render(call: ReportCall): RenderedReport | Promise<RenderedReport>;
  /** The snapshot that is served now; null before the first one. */
  current(): CurrentSnapshot | null;
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
  | { kind: 'page'; sql: ReportSql<PageRow>; json: ReportSql<JsonPiece>; largeJson: ReportSql<JsonPiece> }
  | { kind: 'sums'; sql: ReportSql<object>; rows(sums: readonly object[]): FlatRow[] }
);

function page(report: ReportId, columns: Columns): ReportDefinition {
  const names = [...PAGE_COLUMNS, ...Object.keys(columns)];
  const sql = ReportSql.load<PageRow>(`reports/${report}`, names);
  return {
    kind: 'page',
    columns,
    sql,
    json: jsonPageSql(sql, columns, { inPieces: false }),
    largeJson: jsonPageSql(sql, columns, { inPieces: true }),
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
    discoveredAt: 'TIMESTAMP',
    'query.id': 'VARCHAR',
    'query.queryText': 'VARCHAR',
    'query.platform': 'VARCHAR',
  }),
  getBrandComparison: sums<ComparedSums>(
    'getBrandComparison',
    COMPARISON_COLUMNS,
    COMPARED_SUMS_COLUMNS,
    comparisonRows,
  ),
};

/** The values of all parameters that the SQL of a report may name. */
export function sqlValues(
  orgId: OrgId,
  { brand, allowed, start, end, limit, offset }: ReportParameters,
): SqlValues {
  return { org: orgId, brand, allowed: allowed?.join() ?? null, start, end, limit, offset };
}

/** A page of more rows than this waits among the large statements. */
const LARGE_ROWS = 1_000;

/** Reports from the snapshot. Pages are rendered to JSON inside DuckDB; only sums of brands become objects here. */
export class SnapshotReports implements Reports {
  readonly measures: Measures;
  readonly #engine: Engine;
  readonly #catalog: Catalog;
  readonly #cache: RenderedCache;
  readonly #pins: PinnedSnapshots | null;

  constructor(engine: Engine, catalog: Catalog, cacheBytes = 128 << 20, pins: PinnedSnapshots | null = null) {
    this.#engine = engine;
    this.#catalog = catalog;
    this.#cache = new RenderedCache(cacheBytes);
    this.#pins = pins;
    this.measures = new SnapshotMeasures(engine, catalog);
  }

  current() {
    return this.#catalog.current();
  }

  load(): ReportLoad {
    const snapshotRefusals = this.#catalog.refusals();
    return { cache: this.#cache.stats(), ...this.#engine.load(), snapshotRefusals };
  }

  render(call: ReportCall): RenderedReport | Promise<RenderedReport> {
    // A cached answer needs no lease: it is whole, whatever becomes of the file.
    const served = this.#catalog.served(bucketOf(call.orgId));
    if (served && !call.pull && (call.snapshotId === undefined || call.snapshotId === served.id)) {
      const json = this.#cache.kept(cacheKey(served.alias, call));
      if (json) return { json, snapshotId: served.id, asOf: served.asOf };
    }
    return this.#make(call);
  }

  async #make(call: ReportCall): Promise<RenderedReport> {
    const lease = await this.#lease(call);
    try {
      const alias = await lease.alias(bucketOf(call.orgId));
      const json = call.pull
        ? await this.#pulled(call, call.pull, alias, lease.id)
        : await this.#cache.get(cacheKey(alias, call), call.caller, (signal) =>
            this.#body(call, alias, signal),
          );
      return { json, snapshotId: lease.id, asOf: lease.asOf.toISOString() };
    } finally {
      lease.release();
    }
  }

  /** @throws AppError as Catalog.lease: a pin that is unknown is a snapshot that is */
  async #lease({ orgId, snapshotId, pull }: ReportCall): Promise<PinLease> {
    if (pull) return leaseForPull(this.#catalog, orgId, pull, snapshotId);
    if (snapshotId !== undefined && !isSnapshotId(snapshotId)) {
      const pinned = await this.#pins?.lease(orgId, snapshotId);
      if (pinned) return pinned;
    }
    return this.#catalog.lease(snapshotId);
  }

  async #body(call: ReportCall, alias: string, signal: AbortSignal): Promise<Buffer> {
    const { report, orgId, breakdown } = call;
    if (breakdown) return this.#brokenDown(call, breakdown, alias, signal);
    const values = sqlValues(orgId, call);
    const definition = DEFINITIONS[report];
    if (definition.kind === 'sums') {
      const statement = definition.sql.duckdb(alias, values);
      const found = await this.#engine.rows({ ...statement, class: 'small', orgId, signal });
      return Buffer.from(pageOfAll(definition.rows(found), call));
    }
    const isLarge = call.limit > LARGE_ROWS;
    const sql = isLarge ? definition.largeJson : definition.json;
    const statement = sql.duckdb(alias, values);
    const found = await this.#engine.rows({
      ...statement,
      class: isLarge ? 'large' : 'small',
      orgId,
      signal,
    });
    return bodyOfPieces(sql, found);
  }

  /** Not kept: each page is asked for once, and many of them would take the place of all others. */
  async #pulled(call: ReportCall, pull: Pull, alias: string, snapshotId: string): Promise<CompressedBody> {
    const { report, orgId, start, end, limit, caller } = call;
    const signal = caller?.signal ?? new AbortController().signal;
    const inPieces = limit > LARGE_ROWS;
    const page = { start, end, limit, inPieces, snapshotId };
    const { columns } = DEFINITIONS[report];
    const body = await pulledBody(report as PulledReport, pull, columns, page, async (sql, more) => {
      const statement = sql.duckdb(alias, { ...sqlValues(orgId, call), ...more });
      const size = inPieces ? 'large' : 'small';
      return sql.rows(await this.#engine.rows({ ...statement, class: size, orgId, signal }));
    });
    return new CompressedBody(body);
  }

  async #brokenDown(
    call: ReportCall,
    breakdown: Breakdown,
    alias: string,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const { orgId, limit } = call;
    const broken = brokenDownReport(call, breakdown);
    const values = { ...sqlValues(orgId, call), ...broken.values };
    const query = async <Row extends object>(sql: ReportSql<Row>) => {
      const statement = sql.duckdb(alias, values);
      const found = await this.#engine.rows({
        ...statement,
        class: limit > LARGE_ROWS ? 'large' : 'small',
        orgId,
        signal,
      });
      return sql.rows(found);
    };
    if (broken.isPlain) {
      const { sql, columns } = broken.page;
      const pieces = jsonPageSql(sql, columns, { inPieces: limit > LARGE_ROWS });
      return bodyOfPieces(pieces, await query(pieces));
    }
    const { rows, total } = await broken.rows(query);
    return Buffer.from(JSON.stringify({ data: rows, total, ...broken.more }));
  }
}

function brokenDownReport(call: ReportCall, breakdown: Breakdown): BrokenDownReport {
  return new BrokenDownReport(call.report as BrokenDown, breakdown, DEFINITIONS[call.report].columns, call);
}

/**
 * Everything that decides an answer's bytes. The alias stands for one serving file, which never changes. The brand is
 * the only text that comes from the caller, and stands last, so that it cannot be taken for another parameter.
 */
function cacheKey(
  alias: string,
  { report, orgId, brand, allowed, start, end, limit, offset, breakdown }: ReportCall,
): string {
  return `${alias} ${report} ${orgId} ${start} ${end} ${limit} ${offset} ${allowed?.join() ?? 'all'} ${
    breakdown ? createHash('sha256').update(JSON.stringify(breakdown)).digest('base64') : ''
  } ${brand === null ? 'all' : `=${brand}`}`;
}

/** Reports from Postgres itself, over views of the same names: the live mode and the oracle of the tests. */
export class LiveReports implements Reports {
  readonly measures: Measures;
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
    this.measures = new LiveMeasures(db);
  }

  current() {
    return { id: 'live', asOf: new Date(), isReserve: false };
  }

  load() {
    return null;
  }

  async render(call: ReportCall): Promise<RenderedReport> {
    const { report, orgId, breakdown, pull } = call;
    const asOf = new Date().toISOString();
    if (pull)
      throw new AppError(
        'validation_error',
        `${pull.since === null ? 'after' : 'updated_since'} needs snapshots, which this server does not make (REPORT_ENGINE=postgres). Pull the whole report by offset.`,
      );
    if (breakdown) return { json: await this.#brokenDown(call, breakdown), snapshotId: 'live', asOf };
    const definition = DEFINITIONS[report];
    const { sql, parameters } = definition.sql.postgres(sqlValues(orgId, call));
    const found = await this.#db.tenant(orgId, (tx) => tx.unsafe(sql, parameters));
    const json =
      definition.kind === 'sums' ? pageOfAll(definition.rows(found), call) : pageOf(definition.sql, found);
    return { json, snapshotId: 'live', asOf };
  }

  async #brokenDown(call: ReportCall, breakdown: Breakdown): Promise<string> {
    const { orgId } = call;
    const broken = brokenDownReport(call, breakdown);
    const values = { ...sqlValues(orgId, call), ...broken.values };
    const { rows, total } = await this.#db.tenant(orgId, (tx) =>
      broken.rows(async (sql) => {
        const { sql: text, parameters } = sql.postgres(values);
        return sql.rows(await tx.unsafe(text, parameters));
      }),
    );
    return JSON.stringify({ data: rows, total, ...broken.more });
  }
}

/** The body of an answer: a page of all rows. */
function pageOfAll(rows: FlatRow[], { limit, offset }: ReportParameters): string {
  return bodyOfRows(rows.slice(offset, offset + limit), rows.length);
}

/** The body of an answer: the page that the SQL gives. */
function pageOf(sql: ReportSql<PageRow>, found: readonly object[]): string {
  const { total } = sql.first(found);
  return bodyOfRows(
    sql.rows(found).filter(({ ordinal }) => ordinal !== null),
    total,
  );
}
