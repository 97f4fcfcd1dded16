import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OrgId } from '../base/ids.ts';
import type { Engine, Statement } from '../engine/engine.ts';
import { mapInSlices } from '../engine/loop-slices.ts';
import { sqlText } from '../engine/sql-text.ts';
import type { Catalog } from '../snapshots/serve/catalog.ts';
import type { Breakdown, BrokenDown } from './breakdown/request.ts';
import { readMentionDays } from './daily/mention-days.ts';
import { type CsvStyle, csvSql, linesSql, PARQUET, PLAIN_CSV, parquetSql } from './flat.ts';
import { flatLines } from './forms/rows-page.ts';
import type { Query, ReportSql } from './report-sql.ts';
import { type Report, reportOf, sqlValues } from './reports.ts';
import { brandName } from './spreadsheet/origin.ts';
import { writeWorkbook } from './spreadsheet/workbook-file.ts';
import { type Columns, type ColumnType, type PageOfRows, wireStruct } from './wire.ts';

/** A statement that returns one page of another's result. */
type Page = (of: ReportSql<object>, limit: number, offset: number) => Statement;
type OnProgress = ReportFileCall['onProgress'];

export type ReportFileFormat = 'CSV' | 'NDJSON' | 'PARQUET' | 'XLSX';

/**
 * Rows of one statement. A single statement for all mentions occupies one of few connections, and its memory grows with
 * the rows (1.5 GB per million). In parts, 1.6 million rows take 8 s and 0.65 GB even with DuckDB's limit at 256 MB,
 * and reports run in between.
 */
const PART_ROWS = 50_000;
/** Rows with bounds, changes or details are built here, where they block other work of the thread. */
const MOST_BUILT_ROWS = 2_000;
const STATEMENT_DEADLINE_MS = 10 * 60_000;

/** Formats that the engine itself writes; a workbook is built from compressed lines. */
type CopyFormat = Exclude<ReportFileFormat, 'XLSX'> | 'NDJSON_GZ';

export interface ReportFileCall {
  report: BrokenDown;
  orgId: OrgId;
  brand: string | null;
  /** First and last day, YYYY-MM-DD, UTC. */
  start: string;
  end: string;
  /** Options in addition to the range; null: none. */
  breakdown?: Breakdown | null;
  /** Undefined: of the current snapshot. */
  snapshotId?: string | undefined;
  format: ReportFileFormat;
  csv?: CsvStyle | undefined;
  /** Path of the new file, in a folder that the engine may write to. */
  path: string;
  signal: AbortSignal;
  onProgress(rowsWritten: number, rowsTotal: number): void;
}

/** Writes whole reports, from the current snapshot, into files. */
export class ReportFiles {
  readonly #engine: Engine;
  readonly #catalog: Catalog;
  readonly #partRows: number;
  readonly #renderedRows: number;

  constructor(engine: Engine, catalog: Catalog, partRows = PART_ROWS) {
    this.#engine = engine;
    this.#catalog = catalog;
    this.#partRows = partRows;
    this.#renderedRows = Math.min(partRows, MOST_BUILT_ROWS);
  }

  /**
   * Writes all rows of a report, in its order. After a failure an incomplete file remains.
   * @throws AppError unavailable before the first snapshot, snapshot_gone for one that is not there any more
   */
  async write({ format, path, signal, onProgress, ...call }: ReportFileCall): Promise<{
    rows: number;
    snapshotId: string;
    asOf: Date;
  }> {
    const folder = `${path}.parts`;
    const report = reportOf(call);
    const lease = await this.#catalog.lease(call.snapshotId);
    try {
      await mkdir(folder, { mode: 0o700 });
      const tables = await lease.tables(call.orgId);
      await lease.hold();
      const as = { class: 'file', deadlineMs: STATEMENT_DEADLINE_MS, signal } as const;
      const statement = (sql: string, parameters: Statement['parameters'] = {}): Statement => ({
        sql,
        parameters,
        ...as,
        orgId: call.orgId,
      });
      const days =
        call.report === 'reportMentions' && !call.breakdown
          ? await readMentionDays(this.#engine, { orgId: call.orgId, tables }, call, as)
          : null;
      const page: Page = (of, limit, offset) => {
        const window = { ...call, allowed: null, limit, offset };
        const values = { ...sqlValues(call.orgId, window), ...report.values, ...days?.window(window) };
        const { sql, parameters } = of.duckdb(tables, values);
        return statement(sql, parameters);
      };
      const snapshot = { snapshotId: lease.id, asOf: lease.asOf };
      if (call.breakdown && !report.sql && format === 'NDJSON')
        return { ...snapshot, rows: await this.#writeRows(path, report, page, ndjsonLines, onProgress) };
      const source = report.sql
        ? await this.#writeParts(folder, report.sql, page, onProgress)
        : await this.#writeLines(folder, report, page, onProgress);
      const columns: Record<string, ColumnType> = { ...report.columns };
      for (const name of report.columnsOfSomeRows) {
        if (!(name in columns)) continue;
        const count = `select count("${name}") from ${source}`;
        if ((await this.#engine.number(statement(count))) === 0) delete columns[name];
      }
      const copied = (to: string, form: CopyFormat) =>
        this.#engine.number(statement(copyTo(to, form, source, columns, call.csv)));
      if (format !== 'XLSX') return { ...snapshot, rows: await copied(path, format) };
      const lines = join(folder, 'lines.ndjson.gz');
      const rows = await copied(lines, 'NDJSON_GZ');
      const query: Query = async (sql) => sql.rows(await this.#engine.rows(page(sql, 1, 0)));
      const brand = await brandName({ ...call, allowed: null }, query);
      const { breakdown = null } = call;
      await writeWorkbook(
        { ...call, brand, breakdown, snapshotId: lease.id, columns, lines, rows },
        path,
        signal,
      );
      return { ...snapshot, rows };
    } finally {
      lease.release();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Writes rows built here into a folder. @returns an SQL source to read them from, in order */
  async #writeLines(folder: string, report: Report, page: Page, onProgress: OnProgress): Promise<string> {
    const path = join(folder, 'rows.ndjson');
    const lines = ({ rows }: PageOfRows) => flatLines({ rows, columns: report.columns });
    await this.#writeRows(path, report, page, lines, onProgress);
    return linesSql(path, report.columns);
  }

  /** Writes rows built here, one per line. @returns the number of rows */
  async #writeRows(
    path: string,
    report: Report,
    page: Page,
    lines: (page: PageOfRows) => Promise<string[]>,
    onProgress: OnProgress,
  ): Promise<number> {
    await writeFile(path, '', { mode: 0o600 });
    const limit = this.#renderedRows;
    for (let offset = 0, all = 1; ; offset += limit) {
      if (offset >= all) return all;
      const query: Query = async (sql) => sql.rows(await this.#engine.rows(page(sql, limit, offset)));
      const found = await report.rows(query, { limit, offset, mostCompetitors: null });
      await appendFile(path, (await lines(found)).join(''));
      all = found.total;
      onProgress(Math.min(offset + limit, all), all);
    }
  }

  /** Has the engine write the rows page by page. @returns as #writeLines */
  async #writeParts(
    folder: string,
    sql: ReportSql<object>,
    page: Page,
    onProgress: OnProgress,
  ): Promise<string> {
    const first = page(sql, 1, 0);
    const rows = await this.#engine.number({
      ...first,
      sql: `select any_value(total) from (${first.sql}) report`,
    });
    onProgress(0, rows);
    const files: string[] = [];
    for (let offset = 0; offset < rows || files.length === 0; offset += this.#partRows) {
      const file = join(folder, `${files.length}.parquet`);
      files.push(file);
      const part = page(sql, this.#partRows, offset);
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

function ndjsonLines({ rows }: PageOfRows): Promise<string[]> {
  return mapInSlices(rows, (row) => `${JSON.stringify(row)}\n`);
}

/** The statement that writes rows to a file in a given format. */
function copyTo(path: string, format: CopyFormat, source: string, columns: Columns, csv = PLAIN_CSV): string {
  switch (format) {
    case 'CSV':
      return `copy (${csvSql(columns, source, csv)})
        to ${sqlText(path)} (format csv, header, delimiter ${sqlText(csv.delimiter)})`;
    case 'NDJSON':
    case 'NDJSON_GZ':
      return `copy (select unnest(${wireStruct(columns)}) from ${source}) to ${sqlText(path)}
        (format json${format === 'NDJSON' ? '' : ', compression gzip'})`;
    case 'PARQUET':
      return `copy (${parquetSql(columns, source)}) to ${sqlText(path)} (${PARQUET})`;
  }
}
