import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OrgId } from '../base/ids.ts';
import type { Engine, Statement } from '../engine/engine.ts';
import { sqlText } from '../engine/sql-text.ts';
import { bucketOf } from '../snapshots/buckets.ts';
import type { Catalog } from '../snapshots/catalog.ts';
import { BRAND_COLUMNS, type FlatRow, type Sums } from './means.ts';
import { type Column, chosen, FINISH, type ReportId, reportSql, wireStruct, wireValue } from './reports.ts';

export type ReportFileFormat = 'CSV' | 'NDJSON' | 'PARQUET';

/**
 * Rows made at once. A million mentions in one statement take 6 s, 1.5 GB and one of few connections, and fail
 * with 256 MB; in parts 20 s, 0.7 GB, with 256 MB too, and reports get their turn in between.
 */
const PART_ROWS = 50_000;
const STATEMENT_DEADLINE_MS = 10 * 60_000;
/** As the CLI's CSV; what a spreadsheet takes for the start of a formula. */
const FORMULA_START = '^[=+\\-@\\t\\r＝＋－＠]';

export interface ReportFileCall {
  report: ReportId;
  orgId: OrgId;
  brand: string | null;
  /** First and last day, YYYY-MM-DD, UTC. */
  start: string;
  end: string;
  format: ReportFileFormat;
  /** Of the file to be made, in the engine's folder for files. */
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
   * Writes a report's rows, all of them and in its order. A file that was begun stays when it fails.
   * @throws AppError unavailable before the first snapshot
   */
  async write({ format, path, signal, onProgress, ...call }: ReportFileCall): Promise<{
    rows: number;
    snapshotId: string;
    asOf: Date;
  }> {
    const parts = `${path}.parts`;
    const lease = await this.#catalog.lease();
    try {
      await mkdir(parts, { mode: 0o700 });
      const sql = reportSql(call.report).replaceAll(
        'snapshot.',
        `${await lease.alias(bucketOf(call.orgId))}.`,
      );
      const statement = (text: string, parameters = {}) => ({
        sql: text,
        parameters,
        signal,
        deadlineMs: STATEMENT_DEADLINE_MS,
        room: 'file' as const,
        orgId: call.orgId,
      });
      const page = (limit: number, offset: number) =>
        chosen(call.report, call.orgId, { ...call, allowed: null, limit, offset });

      const finish = FINISH[call.report];
      const made = finish
        ? await this.#writeFinished(join(parts, 'rows.ndjson'), finish, statement(sql, page(1, 0)))
        : await this.#writeParts(
            parts,
            (select, limit, offset) => statement(`${select} from (${sql}) report`, page(limit, offset)),
            onProgress,
          );
      const columns = await this.#engine.columns(statement(`select * from ${made} limit 0`));
      const written = await this.#engine.number(
        statement(
          copyTo(
            path,
            format,
            made,
            columns.map(({ name, type }) => ({ name, type, isTimestamp: type === 'TIMESTAMP' })),
          ),
        ),
      );
      return { rows: written, snapshotId: lease.id, asOf: lease.asOf };
    } finally {
      lease.release();
      await rm(parts, { recursive: true, force: true });
    }
  }

  /** @returns the source to read the rows from, in their order */
  async #writeFinished(path: string, finish: (sums: Sums[]) => FlatRow[], sums: Statement): Promise<string> {
    const rows = finish((await this.#engine.rows(sums)) as unknown as Sums[]);
    await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 });
    const columns = Object.entries(BRAND_COLUMNS).map(([name, type]) => `'${name}': '${type}'`);
    return `read_json(${sqlText(path)}, format = 'newline_delimited', columns = {${columns.join(', ')}})`;
  }

  /** @param ask a statement of the report's rows, a page of them. @returns as #writeFinished */
  async #writeParts(
    folder: string,
    ask: (select: string, limit: number, offset: number) => Statement,
    onProgress: ReportFileCall['onProgress'],
  ): Promise<string> {
    const rows = await this.#engine.number(ask('select any_value(total)', 1, 0));
    onProgress(0, rows);
    const files: string[] = [];
    for (let offset = 0; offset < rows || files.length === 0; offset += this.#partRows) {
      const file = join(folder, `${files.length}.parquet`);
      files.push(file);
      // DuckDB keeps the order of a subquery, and of a list of files.
      const part = ask('select * exclude (total, ordinal)', this.#partRows, offset);
      await this.#engine.number({
        ...part,
        sql: `copy (${part.sql} where ordinal is not null) to ${sqlText(file)} (format parquet)`,
      });
      onProgress(Math.min(offset + this.#partRows, rows), rows);
    }
    return `read_parquet([${files.map(sqlText).join(', ')}])`;
  }
}

/** The statement that writes rows to a file in a format. */
function copyTo(
  path: string,
  format: ReportFileFormat,
  source: string,
  columns: (Column & { type: string })[],
): string {
  const select = (value: (column: Column & { type: string }) => string) =>
    `select ${columns.map((column) => `${value(column)} as "${column.name}"`).join(', ')} from ${source}`;
  switch (format) {
    case 'CSV':
      return `copy (${select((column) => (column.type === 'VARCHAR' ? defused(column.name) : wireValue(column)))})
        to ${sqlText(path)} (format csv, header)`;
    case 'NDJSON':
      return `copy (select unnest(${wireStruct(columns)}) from ${source}) to ${sqlText(path)} (format json)`;
    case 'PARQUET':
      return `copy (${select(({ name, isTimestamp }) => (isTimestamp ? `"${name}" at time zone 'UTC'` : `"${name}"`))})
        to ${sqlText(path)} (format parquet, compression zstd)`;
  }
}

/** Text in a cell, with an apostrophe before what a spreadsheet would run. */
function defused(name: string): string {
  return `case when regexp_matches("${name}", '${FORMULA_START}') then '''' || "${name}" else "${name}" end`;
}
