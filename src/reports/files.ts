import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OrgId } from '../base/ids.ts';
import type { Engine, Statement } from '../engine/engine.ts';
import { mapInSlices } from '../engine/loop-slices.ts';
import { sqlText } from '../engine/sql-text.ts';
import type { Catalog } from '../snapshots/serve/catalog.ts';
import { BrokenDownReport } from './breakdown/breakdown.ts';
import type { Breakdown, BrokenDown } from './breakdown/request.ts';
import { readMentionDays } from './daily/mention-days.ts';
import { type CsvStyle, flatColumns, flatRow, flatSql, linesSql, PLAIN_CSV } from './flat.ts';
import type { Query, ReportSql } from './report-sql.ts';
import { brokenDownReport, definitionOf, type ReportDefinition, sqlValues } from './reports.ts';
import { brandName } from './spreadsheet/origin.ts';
import { writeWorkbook } from './spreadsheet/workbook-file.ts';
import { type Columns, type ColumnType, wireStruct } from './wire.ts';

/** A statement that returns one page of another's result. */
type Page = (of: ReportSql<object>, limit: number, offset: number) => Statement;
type Json = Record<string, unknown>;

export type ReportFileFormat = 'CSV' | 'NDJSON' | 'PARQUET' | 'XLSX';

/**
 * Rows of one statement. A single statement for all mentions occupies one of few connections, and its memory grows with
 * the rows (1.5 GB per million). In parts, 1.6 million rows take 8 s and 0.65 GB even with DuckDB's limit at 256 MB,
 * and reports run in between.
 */
const PART_ROWS = 50_000;
/** Rows with bounds, changes or details are made here, where they block other work of the thread. */
const MADE_ROWS = 2_000;
const STATEMENT_DEADLINE_MS = 10 * 60_000;

/** What the engine itself writes; a workbook is made of compressed lines. */
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
  readonly #madeRows: number;

  constructor(engine: Engine, catalog: Catalog, partRows = PART_ROWS) {
    this.#engine = engine;
    this.#catalog = catalog;
    this.#partRows = partRows;
    this.#madeRows = Math.min(partRows, MADE_ROWS);
  }

  /**
   * Writes all rows of a report, in its order. After a failure an incomplete file remains.
   * @throws AppError unavailable before the first snapshot
   */
  async write({ format, path, signal, onProgress, ...call }: ReportFileCall): Promise<{
    rows: number;
    snapshotId: string;
    asOf: Date;
  }> {
    const folder = `${path}.parts`;
    const broken = call.breakdown ? brokenDownReport(call, call.breakdown) : null;
    const lease = await this.#catalog.lease();
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
        call.report === 'reportMentions' && !broken
          ? await readMentionDays(this.#engine, { orgId: call.orgId, tables }, call, as)
          : null;
      const page = (of: ReportSql<object>, limit: number, offset: number): Statement => {
        const asked = { ...call, allowed: null, limit, offset };
        const values = { ...sqlValues(call.orgId, asked), ...broken?.values, ...days?.window(asked) };
        const { sql, parameters } = of.duckdb(tables, values);
        return statement(sql, parameters);
      };
      const made = { rows: 0, snapshotId: lease.id, asOf: lease.asOf };
      if (broken && !broken.isPlain && format === 'NDJSON')
        return { ...made, rows: await this.#writeMade(path, broken, page, JSON.stringify, onProgress) };
      const source = await this.#source(folder, broken ?? definitionOf(call.report), page, onProgress);
      const columns: Record<string, ColumnType> = { ...(broken ?? definitionOf(call.report)).columns };
      for (const name of broken && !broken.isPlain ? broken.columnsOfSomeRows : []) {
        if (!(name in columns)) continue;
        const count = `select count("${name}") from ${source}`;
        if ((await this.#engine.number(statement(count))) === 0) delete columns[name];
      }
      const copied = (to: string, as: CopyFormat) =>
        this.#engine.number(statement(copyTo(to, as, source, columns, call.csv)));
      if (format !== 'XLSX') return { ...made, rows: await copied(path, format) };
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
      return { ...made, rows };
    } finally {
      lease.release();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Writes the rows of a report into a folder. @returns an SQL source to read them from, in order */
  async #source(
    folder: string,
    report: ReportDefinition | BrokenDownReport,
    page: Page,
    onProgress: ReportFileCall['onProgress'],
  ): Promise<string> {
    const path = join(folder, 'rows.ndjson');
    const broken = report instanceof BrokenDownReport ? report : null;
    if (broken && !broken.isPlain) {
      const columns = flatColumns(broken.columns).map((column) => ({ ...column, name: column.path }));
      const line = (row: Json) => JSON.stringify(flatRow(columns, row));
      await this.#writeMade(path, broken, page, line, onProgress);
      return linesSql(path, Object.entries(broken.columns));
    }
    if (!(report instanceof BrokenDownReport) && report.kind === 'sums') {
      const found = await this.#engine.rows(page(report.sql, 1, 0));
      const lines = report.rows(found).map((row) => `${JSON.stringify(row)}\n`);
      await writeFile(path, lines.join(''), { mode: 0o600 });
      return linesSql(path, Object.entries(report.columns));
    }
    const sql = report instanceof BrokenDownReport ? report.page.sql : report.sql;
    return this.#writeParts(folder, (limit, offset) => page(sql, limit, offset), onProgress);
  }

  /** Writes the rows of a report that the engine alone cannot make, one per line. @returns the number of rows */
  async #writeMade(
    path: string,
    broken: BrokenDownReport,
    page: Page,
    line: (row: Json) => string,
    onProgress: ReportFileCall['onProgress'],
  ): Promise<number> {
    await writeFile(path, '', { mode: 0o600 });
    for (let offset = 0, all = 1; ; offset += this.#madeRows) {
      if (offset >= all) return all;
      const query: Query = async (sql) =>
        sql.rows(await this.#engine.rows(page(sql, this.#madeRows, offset)));
      const { rows, total } = await broken.rows(query, { mostCompetitors: null });
      await appendFile(path, (await mapInSlices(rows, (row) => `${line(row)}\n`)).join(''));
      all = total;
      onProgress(Math.min(offset + this.#madeRows, total), total);
    }
  }

  /** Writes the rows of a report page by page. @returns as #source */
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

/** The statement that writes rows to a file in a given format. */
function copyTo(path: string, format: CopyFormat, source: string, columns: Columns, csv = PLAIN_CSV): string {
  switch (format) {
    case 'CSV':
      return `copy (select ${flatSql(flatColumns(columns), 'CSV', csv)} from ${source})
        to ${sqlText(path)} (format csv, header, delimiter ${sqlText(csv.delimiter)})`;
    case 'NDJSON':
    case 'NDJSON_GZ':
      return `copy (select unnest(${wireStruct(columns)}) from ${source}) to ${sqlText(path)}
        (format json${format === 'NDJSON' ? '' : ', compression gzip'})`;
    case 'PARQUET':
      return `copy (select ${flatSql(flatColumns(columns), 'PARQUET')} from ${source})
        to ${sqlText(path)} (format parquet, compression zstd)`;
  }
}
