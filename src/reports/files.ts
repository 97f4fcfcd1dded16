import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OrgId } from '../base/ids.ts';
import type { Engine, Statement } from '../engine/engine.ts';
import { sqlText } from '../engine/sql-text.ts';
import { bucketOf } from '../snapshots/buckets.ts';
import type { Catalog } from '../snapshots/catalog.ts';
import { flatColumns, flatSql } from './flat.ts';
import { DEFINITIONS, type ReportDefinition, type ReportId, sqlValues } from './reports.ts';
import { type Columns, wireStruct } from './wire.ts';

export type ReportFileFormat = 'CSV' | 'NDJSON' | 'PARQUET';

/**
 * Rows of one statement. A million mentions in one statement take 6 s, 1.5 GB and one of few connections, and fail
 * with 256 MB; in parts 20 s, 0.7 GB, with 256 MB too, and reports run in between.
 */
const PART_ROWS = 50_000;
const STATEMENT_DEADLINE_MS = 10 * 60_000;

export interface ReportFileCall {
  report: ReportId;
  orgId: OrgId;
  brand: string | null;
  /** First and last day, YYYY-MM-DD, UTC. */
  start: string;
  end: string;
  format: ReportFileFormat;
  /** Path of the file to be made, in a folder that the engine may write to. */
  path: string;
  signal: AbortSignal;
  onProgress(rowsWritten: number, rowsTotal: number): void;
}

/** Writes whole reports, from the current snapshot, into files. */
export class ReportFiles {
  readonly #engine: Engine;
  readonly #catalog: Catalog;
  readonly #partRows: number;

  constructor(engine: Engine, catalog: Catalog, partRows = PART_ROWS) {
    this.#engine = engine;
    this.#catalog = catalog;
    this.#partRows = partRows;
  }

  /**
   * Writes all rows of a report, in its order. An unfinished file stays when it fails.
   * @throws AppError unavailable before the first snapshot
   */
  async write({ format, path, signal, onProgress, ...call }: ReportFileCall): Promise<{
    rows: number;
    snapshotId: string;
    asOf: Date;
  }> {
    const folder = `${path}.parts`;
    const definition = DEFINITIONS[call.report];
    const lease = await this.#catalog.lease();
    try {
      await mkdir(folder, { mode: 0o700 });
      const alias = await lease.alias(bucketOf(call.orgId));
      const statement = (sql: string, parameters: Statement['parameters'] = {}): Statement => ({
        sql,
        parameters,
        signal,
        deadlineMs: STATEMENT_DEADLINE_MS,
        class: 'file',
        orgId: call.orgId,
      });
      const page = (limit: number, offset: number): Statement => {
        const values = sqlValues(call.orgId, { ...call, allowed: null, limit, offset });
        const { sql, parameters } = definition.sql.duckdb(alias, values);
        return statement(sql, parameters);
      };
      const source =
        definition.kind === 'sums'
          ? await this.#writeOfSums(join(folder, 'rows.ndjson'), definition, page(1, 0))
          : await this.#writeParts(folder, page, onProgress);
      const rows = await this.#engine.number(statement(copyTo(path, format, source, definition.columns)));
      return { rows, snapshotId: lease.id, asOf: lease.asOf };
    } finally {
      lease.release();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Writes the rows of a report that is made from sums. @returns the source in SQL to read them from, in order */
  async #writeOfSums(
    path: string,
    { columns, rows }: ReportDefinition & { kind: 'sums' },
    sums: Statement,
  ): Promise<string> {
    const lines = rows(await this.#engine.rows(sums)).map((row) => `${JSON.stringify(row)}\n`);
    await writeFile(path, lines.join(''), { mode: 0o600 });
    const types = Object.entries(columns).map(([name, type]) => `'${name}': '${type}'`);
    return `read_json(${sqlText(path)}, format = 'newline_delimited', columns = {${types.join(', ')}})`;
  }

  /** Writes the rows of a report page by page. @returns as #writeOfSums */
  async #writeParts(
    folder: string,
    page: (limit: number, offset: number) => Statement,
    onProgress: ReportFileCall['onProgress'],
  ): Promise<string> {
    const first = page(1, 0);
    const rows = await this.#engine.number({
      ...first,
      sql: `select any_value(total) from (${first.sql}) report`,
    });
    onProgress(0, rows);
    const files: string[] = [];
    for (let offset = 0; offset < rows || files.length === 0; offset += this.#partRows) {
      const file = join(folder, `${files.length}.parquet`);
      files.push(file);
      const part = page(this.#partRows, offset);
      // DuckDB keeps the order of a subquery, and of a list of files.
      await this.#engine.number({
        ...part,
        sql: `copy (select * exclude (total, ordinal) from (${part.sql}) report where ordinal is not null)
          to ${sqlText(file)} (format parquet)`,
      });
      onProgress(Math.min(offset + this.#partRows, rows), rows);
    }
    return `read_parquet([${files.map(sqlText).join(', ')}])`;
  }
}

/** The statement that writes rows to a file in a format. */
function copyTo(path: string, format: ReportFileFormat, source: string, columns: Columns): string {
  switch (format) {
    case 'CSV':
      return `copy (select ${flatSql(flatColumns(columns), 'CSV')} from ${source})
        to ${sqlText(path)} (format csv, header)`;
    case 'NDJSON':
      return `copy (select unnest(${wireStruct(columns)}) from ${source}) to ${sqlText(path)} (format json)`;
    case 'PARQUET':
      return `copy (select ${flatSql(flatColumns(columns), 'PARQUET')} from ${source})
        to ${sqlText(path)} (format parquet, compression zstd)`;
  }
}
