import type { DuckDBBlobValue } from '@duckdb/node-api';
import { free } from '../../base/compressed-body.ts';
import { isSliceOver, nextSlice } from '../../engine/loop-slices.ts';
import { type CsvStyle, csvHeader, csvLineSql, flatColumns, PLAIN_CSV } from '../flat.ts';
import type { ReportSql } from '../report-sql.ts';
import { type Columns, type PageRow, wireStruct } from '../wire.ts';

/** Text formats of a report's page. */
export type TextForm = 'json' | 'ndjson' | 'csv';

export interface TextPiece {
  /** Rows with separators between; null: none. */
  rows: DuckDBBlobValue | null;
  total: bigint;
}

/** The body of an answer, and the number of rows on all pages. */
export interface Page {
  body: Uint8Array;
  total: number;
  /** Cursor of the next page of a pull; null: there is none. */
  next?: string | null;
  /** A name to save it by; a page that is no file has none. */
  fileName?: string | undefined;
}

interface TextOptions {
  form: TextForm;
  csv?: CsvStyle | undefined;
  /** Whether it may be large: then the text comes in pieces. */
  inPieces: boolean;
  /** Values of a piece's last row, as expressions of the page's columns. */
  more?: Readonly<Record<string, string>>;
}

/** The text between rows. */
const SEPARATOR: Record<TextForm, string> = { json: ',', ndjson: '\n', csv: '\n' };
/** Rows of a large page per BLOB: converting 10,000 at once blocks the loop longer (bench large-page). */
const PIECE_ROWS = 500;
/** Copying shorter parts takes no noticeable time. */
const LONG_PART = 64 << 10;

/**
 * A page as text of the engine. Its rows come in one BLOB or a few: rows as objects and JSON.stringify would block the
 * loop many times longer (bench large-page).
 */
export class TextPage<Piece extends TextPiece = TextPiece> {
  readonly sql: ReportSql<Piece>;
  readonly #form: TextForm;
  readonly #head: Buffer;

  /**
   * Rows keep the order of the report's SQL, which a single thread preserves; sorting again would take the planner
   * 1.8 ms of 6.
   */
  constructor(
    page: ReportSql<PageRow>,
    columns: Columns,
    { form, csv = PLAIN_CSV, inPieces, more = {} }: TextOptions,
  ) {
    this.#form = form;
    this.#head = Buffer.from(
      form === 'json' ? '{"data":[' : form === 'csv' ? csvHeader(flatColumns(columns), csv) : '',
    );
    const names = Object.keys(more);
    const lasts = names.map((name) => `arg_max(${name}, ordinal) as ${name}`);
    const line =
      form === 'csv' ? csvLineSql(flatColumns(columns), csv) : `to_json(${wireStruct(columns)})::varchar`;
    const separator = form === 'json' ? "','" : 'chr(10)';
    this.sql = page.wrap<Piece>(
      (sql) => `
      select ${[`encode(string_agg(line, ${separator})) as rows`, 'any_value(total) as total', ...lasts].join(', ')}
      from (
        select ${['total', 'ordinal', ...names.map((name) => `${more[name]} as ${name}`)].join(', ')},
               case when ordinal is not null then ${line} end as line
        from (${sql}) report
      ) ${inPieces ? `group by (ordinal - 1) // ${PIECE_ROWS} order by min(ordinal)` : ''}`,
      ['rows', 'total', ...names] as (keyof Piece & string)[],
    );
  }

  /** The answer from the result of the statement. @throws Error if the result is not a page */
  async page(found: readonly object[]): Promise<Page> {
    const total = Number(this.sql.first(found).total);
    const separator = Buffer.from(SEPARATOR[this.#form]);
    const parts: Uint8Array[] = [this.#head];
    for (const { rows } of this.sql.rows(found)) {
      if (rows === null) continue;
      if (parts.length > 1) parts.push(separator);
      parts.push(rows.bytes);
    }
    if (this.#form === 'json') parts.push(Buffer.from(`],"total":${total}}`));
    else if (parts.length > 1) parts.push(separator);
    const body = await joined(parts);
    for (const { rows } of this.sql.rows(found)) if (rows !== null) free(rows.bytes);
    return { body, total };
  }
}

/** By statement: that of a report without a breakdown is always the same. */
const PAGES = new WeakMap<ReportSql<PageRow>, Map<string, TextPage>>();

/** A page as text, whose statement is put together once. */
export function textPage(page: ReportSql<PageRow>, columns: Columns, options: TextOptions): TextPage {
  const key = JSON.stringify(options);
  const known = PAGES.get(page)?.get(key);
  if (known) return known;
  const created = new TextPage(page, columns, options);
  PAGES.set(page, (PAGES.get(page) ?? new Map()).set(key, created));
  return created;
}

/** Like Buffer.concat, in slices. */
export async function joined(parts: readonly Uint8Array[]): Promise<Buffer> {
  const body = Buffer.allocUnsafe(parts.reduce((bytes, { byteLength }) => bytes + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.byteLength;
    if (part.byteLength > LONG_PART && isSliceOver()) await nextSlice();
  }
  return body;
}
