import type { Engine, HeldSession, Statement } from '../engine/engine.ts';
import { mapInSlices } from '../engine/loop-slices.ts';
import { sqlText } from '../engine/sql-text.ts';
import type { Ticket } from '../engine/statement-scheduler.ts';
import type { SnapshotTables } from '../snapshots/serve/snapshot-tables.ts';
import { linesSql, PARQUET, parquetSql } from './flat.ts';
import { flatLines, textOfRows } from './forms/rows-page.ts';
import { type Page, textPage } from './forms/text-page.ts';
import type { Query, ReportSql, SqlValues } from './report-sql.ts';
import type { Report, ReportCall } from './reports.ts';
import { brandName, fileNameOf, isFile } from './spreadsheet/origin.ts';
import { workbookOfPage } from './spreadsheet/page-workbook.ts';
import { methodOf } from './uncertainty/methods.ts';
import type { PageOfRows, PageRow } from './wire.ts';

/** A page with more rows than this belongs to the large statements. */
export const LARGE_ROWS = 1_000;

/** The serving files that the engine has open. */
const FILES =
  'select database_name as alias, path from duckdb_databases() where not internal order by database_oid';

/** The data that a page is rendered from. */
export interface PageSource {
  tables: SnapshotTables;
  snapshotId: string;
  /** The version of the method of its bounds and verdicts. */
  method: number;
  values: SqlValues;
}

/** Runs statements with the values of a page, in its session. */
interface Session {
  statement(sql: ReportSql<object>): Statement;
  query: Query;
  held: HeldSession;
  signal: AbortSignal;
}

/**
 * Renders pages of reports in two ways: as text by the engine, where one statement gives the rows, and otherwise from
 * rows built here. JSON, NDJSON and CSV are the text of either; Parquet and workbooks are built from the rows of
 * either.
 */
export class PageMaker {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async page(call: ReportCall, report: Report, source: PageSource, signal: AbortSignal): Promise<Page> {
    const { orgId, urgency } = call;
    const { page, origin } = await this.#engine.hold(
      { ...ticketOf(call, report), orgId, urgency, signal },
      async (held) => {
        const statement: Session['statement'] = (sql) => ({
          ...sql.duckdb(source.tables, source.values),
          held,
          signal,
        });
        const query: Query = async (sql) => sql.rows(await this.#engine.rows(statement(sql)));
        const session = { statement, query, held, signal };
        const brand = isFile(call) ? await brandName(call, query) : null;
        const page = report.sql
          ? await this.#byEngine(call, report, report.sql, session)
          : await this.#ofRows(
              await report.rows(query, { ...call, method: methodOf(source.method) }),
              call,
              session,
            );
        return { page, origin: { ...call, brand, snapshotId: source.snapshotId } };
      },
    );
    const fileName = fileNameOf(call, origin);
    if ('body' in page) return { ...page, fileName };
    // The session is free for others while the file is written.
    return { body: await workbookOfPage(page, origin, signal), total: page.total, fileName };
  }

  /** The statements of a page's rows with their values, as a script for DuckDB that attaches the files it reads. */
  async statements(
    call: ReportCall,
    report: Report,
    { tables, snapshotId, method, values }: PageSource,
  ): Promise<string> {
    const texts: string[] = [];
    const query: Query = async (sql) => {
      texts.push(sql.written(tables, values));
      const statement = sql.duckdb(tables, values);
      return sql.rows(await this.#engine.rows({ ...statement, class: 'large', orgId: call.orgId }));
    };
    await report.rows(query, { ...call, method: methodOf(method) });
    const script = texts.join('\n');
    const files = await this.#engine.rows({ sql: FILES, parameters: {} });
    const attach = files
      .filter(({ alias }) => new RegExp(`\\b${alias}\\.`).test(script))
      .map(({ alias, path }) => `attach ${sqlText(`${path}`)} as ${alias} (read_only);\n`);
    return `-- Snapshot ${snapshotId}, for DuckDB\n${attach.join('')}\n${script}`;
  }

  /** A page by the engine; for a workbook its rows. */
  async #byEngine(
    { form = 'json', csv, limit }: ReportCall,
    { columns }: Report,
    sql: ReportSql<PageRow>,
    { statement, query }: Session,
  ): Promise<Page | PageOfRows> {
    if (form === 'parquet') {
      const select = sql.wrap<object>(
        (text) => parquetSql(columns, `(${text}) report where ordinal is not null order by ordinal`),
        [],
      );
      const count = sql.wrap<{ total: bigint }>(
        (text) => `select any_value(total) as total from (${text}) report`,
        ['total'],
      );
      const [{ total } = { total: 0 }] = await query(count);
      return { body: await this.#engine.file(statement(select), PARQUET), total: Number(total) };
    }
    if (form !== 'xlsx') {
      const text = textPage(sql, columns, { form, csv, inPieces: limit > LARGE_ROWS });
      return text.page(await query(text.sql));
    }
    const text = textPage(sql, columns, { form: 'json', inPieces: true });
    const found = await query(text.sql);
    const rows = await mapInSlices(found, ({ rows: piece }) =>
      piece === null ? [] : (JSON.parse(`[${new TextDecoder().decode(piece.bytes)}]`) as PageOfRows['rows']),
    );
    return { rows: rows.flat(), total: Number(text.sql.first(found).total), columns };
  }

  /** A page of rows built here; for a workbook the rows. */
  async #ofRows(
    page: PageOfRows,
    { form = 'json', csv }: ReportCall,
    { held, signal }: Session,
  ): Promise<Page | PageOfRows> {
    if (form === 'xlsx') return page;
    const { columns, total } = page;
    if (form !== 'parquet') return { body: await textOfRows(page, form, csv), total };
    const lines = await flatLines(page);
    const body = await this.#engine.withFile(lines.join(''), (path) => {
      const sql = parquetSql(columns, linesSql(path, columns));
      return this.#engine.file({ sql, parameters: {}, held, signal }, PARQUET);
    });
    return { body, total };
  }
}

/**
 * The engine queue of a page. For a breakdown, earlier times of such reports of the organisation decide. Until they are
 * known, a breakdown that needs more than one statement is large.
 */
function ticketOf(
  { report: name, breakdown, limit }: ReportCall,
  { sql }: Report,
): Pick<Ticket, 'class' | 'kind'> {
  if (limit > LARGE_ROWS) return { class: 'large' };
  if (!breakdown) return { class: 'small' };
  return { class: sql ? 'small' : 'large', kind: `${name} ${sql !== null}` };
}
