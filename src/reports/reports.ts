import { readFileSync } from 'node:fs';
import type { DuckDBBlobValue } from '@duckdb/node-api';
import type { CompressedBody } from '../base/compressed-body.ts';
import type { OrgId } from '../base/ids.ts';
import type { Db } from '../db/client.ts';
import type { Engine } from '../engine/engine.ts';
import { bucketOf } from '../snapshots/buckets.ts';
import type { Catalog, CurrentSnapshot } from '../snapshots/catalog.ts';
import { brandRows, comparisonRows, type FlatRow, type Sums } from './means.ts';
import { LiveMeasures, type Measures, SnapshotMeasures } from './measures.ts';
import { namedIn, positional } from './parameters.ts';
import { type Caller, RenderedCache } from './rendered-cache.ts';

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
  /** The snapshot to stay on; without it the current one. */
  snapshotId?: string | undefined;
  /** Who waits: work for it ends when its signal, which is asked for only then, is aborted. */
  caller?: Caller;
}

export interface RenderedReport {
  /** {"data": […], "total": n} */
  json: CompressedBody | string;
  snapshotId: string;
  /** RFC 3339. */
  asOf: string;
}

/** What was made and kept since the start, and what waits now. */
export interface ReportLoad {
  cache: { hits: number; misses: number; bytes: number };
  /** Statements that wait for a connection, and those refused because too many did. */
  waiting: number;
  refused: number;
  /** Snapshots that were found damaged. */
  snapshotRefusals: number;
}

/** Makes reports. The SQL is the same on every engine; so are the means made of its sums. */
export interface Reports {
  /** At once where it is kept. */
  render(call: ReportCall): RenderedReport | Promise<RenderedReport>;
  /** What is served now; null before the first snapshot. */
  current(): CurrentSnapshot | null;
  /** What alerts are made from. */
  readonly measures: Measures;
  /** How busy they are; null where Postgres makes them. */
  load(): ReportLoad | null;
}

/** A page of more rows than this takes its turn among large ones. */
const LARGE_ROWS = 1_000;

const sqlTexts = new Map<ReportId, string>();

/** All rows, in order, of the reports whose SQL gives sums. The others' SQL gives the page as it is. */
export const FINISH: Partial<Record<ReportId, (sums: Sums[]) => FlatRow[]>> = {
  reportBrands: brandRows,
  getBrandComparison: comparisonRows,
};

/** A report's SQL: sums, or columns total, ordinal (null: no rows), then the wire's fields, nested by dots. */
export function reportSql(report: ReportId): string {
  const known = sqlTexts.get(report);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`../../sql/reports/${report}.sql`, import.meta.url), 'utf8');
  sqlTexts.set(report, text);
  return text;
}

/** The values of the parameters a report's SQL names. */
export function chosen(
  report: ReportId,
  orgId: OrgId,
  { allowed, offset, ...rest }: ReportParameters,
): Record<string, string | number | bigint | null> {
  const all = { ...rest, org: orgId, allowed: allowed?.join() ?? null, offset: BigInt(offset) };
  return namedIn<string | number | bigint | null>(reportSql(report), all);
}

/** A column of a report's SQL. */
export interface Column {
  name: string;
  isTimestamp: boolean;
}

/** Reports from the snapshot. Pages are rendered to JSON inside DuckDB; only sums of brands become objects here. */
export class SnapshotReports implements Reports {
  readonly measures: Measures;
  readonly #engine: Engine;
  readonly #catalog: Catalog;
  readonly #cache: RenderedCache;
  readonly #templates = new Map<string, Promise<string>>();

  constructor(engine: Engine, catalog: Catalog, cacheBytes = 128 << 20) {
    this.#engine = engine;
    this.#catalog = catalog;
    this.#cache = new RenderedCache(cacheBytes);
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
    // What is kept needs no lease: it is whole, whatever becomes of the file.
    const served = this.#catalog.served(bucketOf(call.orgId));
    if (served && (call.snapshotId === undefined || call.snapshotId === served.id)) {
      const json = this.#cache.kept(cacheKey(served.alias, call));
      if (json) return { json, snapshotId: served.id, asOf: served.asOf };
    }
    return this.#make(call);
  }

  async #make(call: ReportCall): Promise<RenderedReport> {
    const { report, orgId, snapshotId, caller, ...parameters } = call;
    const lease = await this.#catalog.lease(snapshotId);
    try {
      const alias = await lease.alias(bucketOf(orgId));
      const finish = FINISH[report];
      const json = await this.#cache.get(cacheKey(alias, call), caller, async (signal) => {
        const isLarge = !finish && parameters.limit > LARGE_ROWS;
        const template = finish ? reportSql(report) : await this.#template(report, alias, isLarge);
        const rows: unknown = await this.#engine.rows({
          sql: template.replaceAll('snapshot.', `${alias}.`),
          parameters: chosen(report, orgId, parameters),
          class: isLarge ? 'large' : 'small',
          orgId,
          signal,
        });
        return finish ? Buffer.from(page(finish(rows as Sums[]), parameters)) : bodyOf(rows as Piece[]);
      });
      return { json, snapshotId: lease.id, asOf: lease.asOf.toISOString() };
    } finally {
      lease.release();
    }
  }

  #template(report: ReportId, alias: string, isLarge: boolean): Promise<string> {
    const name = `${report} ${isLarge}`;
    const known = this.#templates.get(name);
    if (known) return known;
    const day = '2000-01-01';
    const probe = {
      sql: reportSql(report).replaceAll('snapshot.', `${alias}.`),
      parameters: chosen(report, '' as OrgId, {
        brand: null,
        allowed: null,
        start: day,
        end: day,
        limit: 1,
        offset: 0,
      }),
    };
    const made = this.#engine.columns(probe).then((columns) => {
      const typed = columns.map(({ name, type }) => ({ name, isTimestamp: type === 'TIMESTAMP' }));
      return renderInDuckDb(reportSql(report), typed, isLarge);
    });
    made.catch(() => this.#templates.delete(name));
    this.#templates.set(name, made);
    return made;
  }
}

/**
 * All that an answer is made from. The alias stands for one serving file, which never changes. The brand is the
 * one text of the caller's, and last, so that it cannot be taken for another parameter.
 */
function cacheKey(
  alias: string,
  { report, orgId, brand, allowed, start, end, limit, offset }: ReportCall,
): string {
  return `${alias} ${report} ${orgId} ${start} ${end} ${limit} ${offset} ${allowed?.join() ?? 'all'} ${
    brand === null ? 'all' : `=${brand}`
  }`;
}

/** A column as the wire writes it. */
export function wireValue({ name, isTimestamp }: Column): string {
  return isTimestamp ? `strftime("${name}", '%Y-%m-%dT%H:%M:%S.%gZ')` : `"${name}"`;
}

/** A row of a report as the wire's object: a struct, nested by the dots of the names. */
export function wireStruct(columns: Column[]): string {
  const wire = columns.filter(({ name }) => name !== 'total' && name !== 'ordinal');
  const struct = (prefix: string): string => {
    const fields: string[] = [];
    for (const column of wire.filter(({ name }) => name.startsWith(prefix))) {
      const [field = '', ...deeper] = column.name.slice(prefix.length).split('.');
      if (deeper.length === 0) fields.push(`"${field}" := ${wireValue(column)}`);
      else if (!fields.some((known) => known.startsWith(`"${field}" :=`))) {
        fields.push(`"${field}" := ${struct(`${prefix}${field}.`)}`);
      }
    }
    return `struct_pack(${fields.join(', ')})`;
  };
  return struct('');
}

/** Rows of a large page that become one BLOB: taken over in one, 10,000 block the loop longer (bench large-page). */
const PIECE_ROWS = 500;

interface Piece {
  /** JSON objects with commas between; null: none. */
  rows: DuckDBBlobValue | null;
  total: bigint;
}

/**
 * Wraps a report's SQL so that it gives the rows of a page as JSON, in one BLOB or a few: rows as objects and
 * JSON.stringify would block the loop many times longer (bench large-page). Rows are put together in the order of
 * the report's SQL, which one thread keeps; ordering them again would take the planner 1.8 ms of 6.
 */
function renderInDuckDb(sql: string, columns: Column[], isLarge: boolean): string {
  const json = `select total, ordinal,
    case when ordinal is not null then to_json(${wireStruct(columns)})::varchar end as json from (${sql}) report`;
  return `select encode(string_agg(json, ',')) as rows, any_value(total) as total from (${json})
    ${isLarge ? `group by (ordinal - 1) // ${PIECE_ROWS} order by min(ordinal)` : ''}`;
}

/** The body of a page whose rows are JSON already. */
function bodyOf(pieces: Piece[]): Buffer {
  const parts: Uint8Array[] = [HEAD];
  for (const { rows } of pieces) {
    if (rows === null) continue;
    if (parts.length > 1) parts.push(COMMA);
    parts.push(rows.bytes);
  }
  parts.push(Buffer.from(`],"total":${pieces[0]?.total ?? 0}}`));
  return Buffer.concat(parts);
}
const HEAD = Buffer.from('{"data":[');
const COMMA = Buffer.from(',');

/** Reports from Postgres itself, over views of the same names: the live mode and the oracle of the tests. */
export class LiveReports implements Reports {
  readonly measures: Measures;
  readonly #db: Db;
  readonly #statements = new Map<ReportId, { sql: string; names: string[] }>();

  constructor(db: Db) {
    this.#db = db;
    this.measures = new LiveMeasures(db);
    for (const report of REPORTS) this.#statements.set(report, positional(reportSql(report)));
  }

  current() {
    return { id: 'live', asOf: new Date(), isReserve: false };
  }

  load() {
    return null;
  }

  async render({
    report,
    orgId,
    caller: _caller,
    snapshotId: _snapshotId,
    ...parameters
  }: ReportCall): Promise<RenderedReport> {
    const { sql, names } = this.#statements.get(report)!;
    const values: Record<string, string | number | null> = {
      ...parameters,
      org: orgId,
      allowed: parameters.allowed?.join() ?? null,
    };
    const asOf = new Date().toISOString();
    const rows = await this.#db.tenant(orgId, (tx) =>
      tx.unsafe(
        sql,
        names.map((name) => values[name] ?? null),
      ),
    );
    const finish = FINISH[report];
    if (finish)
      return { json: page(finish(rows as unknown as Sums[]), parameters), snapshotId: 'live', asOf };
    const data = rows.filter((row) => row['ordinal'] !== null).map(nested);
    return { json: JSON.stringify({ data, total: rows[0]?.['total'] ?? 0 }), snapshotId: 'live', asOf };
  }
}

/** A page of all rows as a body. */
function page(rows: FlatRow[], { limit, offset }: ReportParameters): string {
  return JSON.stringify({ data: rows.slice(offset, offset + limit).map(nested), total: rows.length });
}

function nested(row: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (name === 'total' || name === 'ordinal') continue;
    const path = name.split('.');
    const last = path.pop() ?? '';
    let target = result;
    for (const part of path) {
      target[part] ??= {};
      target = target[part] as Record<string, unknown>;
    }
    target[last] = value instanceof Date ? value.toISOString() : value;
  }
  return result;
}
