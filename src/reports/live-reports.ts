import { AppError } from '../base/errors.ts';
import type { OrgId } from '../base/ids.ts';
import type { Db } from '../db/client.ts';
import { sqlText } from '../engine/sql-text.ts';
import type { Turn } from '../engine/statement-scheduler.ts';
import type { Pull } from './changes/request.ts';
import { type DayCounts, LiveDayCounts, readLive } from './day-counts.ts';
import { spellAsDuckDb, textOfRows } from './forms/rows-page.ts';
import { RenderedPage } from './rendered-cache.ts';
import type { Query, SqlValues } from './report-sql.ts';
import {
  type Computation,
  type Computed,
  type RenderedReport,
  type ReportCall,
  type Reports,
  reportOf,
  sqlValues,
} from './reports.ts';
import { brandName, fileNameOf, isFile } from './spreadsheet/origin.ts';
import { workbookOfPage } from './spreadsheet/page-workbook.ts';
import { CURRENT_METHOD, methodOf } from './uncertainty/methods.ts';
import type { PageOfRows } from './wire.ts';

/** Reports from Postgres itself, over views of the same names: the live mode and the oracle of the tests. */
export class LiveReports implements Reports {
  readonly keepsAnswers = false;
  readonly dayCounts: DayCounts;
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
    this.dayCounts = new LiveDayCounts(db);
  }

  current() {
    return { id: 'live', asOf: new Date(), isReserve: false, servedAt: null };
  }

  trouble() {
    return null;
  }

  /** Data that may change at any time has no version. */
  version() {
    return null;
  }

  load() {
    return null;
  }

  /** @throws AppError validation_error for Parquet, which only DuckDB writes */
  async render(call: ReportCall): Promise<RenderedReport> {
    const { form = 'json', pull } = call;
    if (pull) throw refusedPull(pull);
    if (form === 'parquet')
      throw new AppError(
        'validation_error',
        'This server makes reports from Postgres, which writes no Parquet.',
      );
    const asOf = new Date().toISOString();
    const { page, brand, isOfDuckDb } = await this.#page(call);
    if (isOfDuckDb && (form === 'json' || form === 'ndjson')) spellAsDuckDb(page);
    const origin = { ...call, brand, snapshotId: 'live' };
    const bytes =
      form === 'xlsx' ? await workbookOfPage(page, origin) : await textOfRows(page, form, call.csv);
    const fileName = fileNameOf(call, origin);
    return { body: new RenderedPage({ body: bytes, total: page.total, fileName }), snapshotId: 'live', asOf };
  }

  /** For psql. */
  async statements(call: ReportCall): Promise<string> {
    const { orgId } = call;
    const report = reportOf(call);
    const values = { ...sqlValues(orgId, call), ...report.values };
    const texts: string[] = [];
    await this.#read(orgId, values, (query) =>
      report.rows((sql) => {
        texts.push(sql.written(null, values));
        return query(sql);
      }, call),
    );
    const organisation = `select set_config('app.org_id', ${sqlText(orgId)}, true);`;
    return `-- For psql\nbegin isolation level repeatable read, read only;\n${organisation}\n\n${texts.join('\n')}\nrollback;\n`;
  }

  async stream({ pull }: ReportCall & { pull: Pull }): Promise<never> {
    throw refusedPull(pull);
  }

  async compute<Value>(computation: Computation<Value>): Promise<Computed<Value>> {
    const { orgId, values, make } = computation;
    const asOf = new Date().toISOString();
    const value = await this.#read(orgId, values, (query) => make(query, methodOf(CURRENT_METHOD)));
    return { value, snapshotId: 'live', asOf };
  }

  /** Statements of Postgres wait for a connection alone. */
  turn<T>(_: Turn, work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** `isOfDuckDb`: from a snapshot, DuckDB itself writes the page. What sums by day are enough for is written here. */
  #page(call: ReportCall): Promise<{ page: PageOfRows; brand: string | null; isOfDuckDb: boolean }> {
    const { orgId } = call;
    const report = reportOf(call);
    return this.#read(orgId, { ...sqlValues(orgId, call), ...report.values }, async (query) => ({
      page: await report.rows(query, call),
      brand: isFile(call) ? await brandName(call, query) : null,
      isOfDuckDb: report.sql !== null && !report.measuresOfDays,
    }));
  }

  #read<T>(orgId: OrgId, values: SqlValues, work: (query: Query) => Promise<T>): Promise<T> {
    return readLive(this.#db, orgId, (tx) =>
      work(async (sql) => {
        const { sql: text, parameters } = sql.postgres(values);
        return sql.rows(await tx.unsafe(text, parameters));
      }),
    );
  }
}

function refusedPull({ since, stream }: Pull): AppError {
  const parameter = stream ? 'stream' : since === null ? 'after' : 'updated_since';
  return new AppError(
    'validation_error',
    `${parameter} needs snapshots, which this server does not make (REPORT_ENGINE=postgres). Pull the whole report by offset.`,
  );
}
