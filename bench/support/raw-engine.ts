import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { OrgId } from '../../src/base/ids.ts';
import type { Breakdown } from '../../src/reports/breakdown/request.ts';
import type { ReportSql } from '../../src/reports/report-sql.ts';
import {
  DEFINITIONS,
  type ReportId,
  type ReportParameters,
  reportOf,
  sqlValues,
} from '../../src/reports/reports.ts';
import { wireStruct } from '../../src/reports/wire.ts';
import type { SnapshotTables } from '../../src/snapshots/serve/snapshot-tables.ts';
import { type OpenSnapshot, openSnapshot } from './open-snapshot.ts';

/** Runs the reports' SQL by @duckdb/node-api alone, over the files that serve an organisation. */
export class RawEngine {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #tables: SnapshotTables;
  readonly #orgId: OrgId;
  readonly #prepared = new Map<string, DuckDBPreparedStatement>();

  private constructor(
    { instance, connection }: Pick<OpenSnapshot, 'instance' | 'connection'>,
    tables: SnapshotTables,
    orgId: OrgId,
  ) {
    this.#instance = instance;
    this.#connection = connection;
    this.#tables = tables;
    this.#orgId = orgId;
  }

  static async open(dataDir: string, orgId: OrgId): Promise<RawEngine> {
    const snapshot = await openSnapshot(dataDir, { threads: '1' });
    return new RawEngine(snapshot, await snapshot.tables(orgId), orgId);
  }

  /** Another connection to the same file, for one client more; to be disconnected before this one is closed. */
  async again(): Promise<RawEngine> {
    const [instance, connection] = [this.#instance, await this.#instance.connect()];
    return new RawEngine({ instance, connection }, this.#tables, this.#orgId);
  }

  /** The whole result in memory, whose rows are not read. */
  run(report: ReportId, values: ReportParameters) {
    return this.#run(DEFINITIONS[report].sql.duckdb(this.#tables, sqlValues(this.#orgId, values)));
  }

  /** As `run`, of the brands report divided by dimensions. */
  runGroups(dimensions: NonNullable<Breakdown['dimensions']>, values: ReportParameters) {
    const breakdown: Breakdown = {
      dimensions,
      filters: [],
      having: [],
      orderBy: [],
      include: [],
      compareTo: null,
      sentimentReaders: null,
      by: null,
    };
    const groups = reportOf({ report: 'reportBrands', ...values, breakdown });
    if (!groups.sql) throw new Error('The engine alone makes these rows.');
    return this.#run(
      groups.sql.duckdb(this.#tables, { ...sqlValues(this.#orgId, values), ...groups.values }),
    );
  }

  async #run({ sql, parameters }: ReturnType<ReportSql<object>['duckdb']>) {
    const statement = this.#prepared.get(sql) ?? (await this.#connection.prepare(sql));
    this.#prepared.set(sql, statement);
    statement.bind(parameters);
    return statement.run();
  }

  /** Writes the rows of the whole mentions report to a file as JSON, by COPY. @returns how many */
  async copyMentions(file: string, start: string, end: string): Promise<number> {
    const all = { brand: null, allowed: null, start, end, limit: 1e9, offset: 0 };
    const { sql, columns } = DEFINITIONS.reportMentions;
    const { sql: rows, parameters } = sql.duckdb(this.#tables, sqlValues(this.#orgId, all));
    const result = await this.#connection.run(
      `copy (select unnest(${wireStruct(columns)}) from (${rows}) report where ordinal is not null) to '${file}' (format json)`,
      parameters,
    );
    const [[count] = []] = await result.getRows();
    return Number(count);
  }

  disconnect(): void {
    this.#connection.closeSync();
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}
