import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';
import type { OrgId } from '../../src/base/ids.ts';
import { DEFINITIONS, type ReportId, type ReportParameters, sqlValues } from '../../src/reports/reports.ts';
import { wireStruct } from '../../src/reports/wire.ts';
import { bucketOf } from '../../src/snapshots/buckets.ts';
import { readCurrent, servingFile, snapshotsFolder } from '../../src/snapshots/manifest.ts';

/** Runs the reports' SQL by @duckdb/node-api alone, over the file that serves an organisation. */
export class RawEngine {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #orgId: OrgId;
  readonly #prepared = new Map<ReportId, DuckDBPreparedStatement>();

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, orgId: OrgId) {
    this.#instance = instance;
    this.#connection = connection;
    this.#orgId = orgId;
  }

  static async open(dataDir: string, orgId: OrgId): Promise<RawEngine> {
    const folder = snapshotsFolder(dataDir);
    const id = await readCurrent(folder);
    if (id === null) throw new Error(`${dataDir} has no snapshot.`);
    const file = join(folder, id, servingFile(bucketOf(orgId)));
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    await connection.run(`attach '${file}' as snapshot (read_only)`);
    return new RawEngine(instance, connection, orgId);
  }

  /** Another connection to the same file, for one client more; to be disconnected before this one is closed. */
  async again(): Promise<RawEngine> {
    return new RawEngine(this.#instance, await this.#instance.connect(), this.#orgId);
  }

  /** The whole result in memory, whose rows are not read. */
  async run(report: ReportId, values: ReportParameters) {
    const { sql, parameters } = DEFINITIONS[report].sql.duckdb('snapshot', sqlValues(this.#orgId, values));
    const statement = this.#prepared.get(report) ?? (await this.#connection.prepare(sql));
    this.#prepared.set(report, statement);
    statement.bind(parameters);
    return statement.run();
  }

  /** Writes the rows of the whole mentions report to a file as JSON, by COPY. @returns how many */
  async copyMentions(file: string, start: string, end: string): Promise<number> {
    const all = { brand: null, allowed: null, start, end, limit: 1e9, offset: 0 };
    const { sql, columns } = DEFINITIONS.reportMentions;
    const { sql: rows, parameters } = sql.duckdb('snapshot', sqlValues(this.#orgId, all));
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
