import type { DuckDBBlobValue } from '@duckdb/node-api';
import { free } from '../base/compressed-body.ts';
import { isSliceOver, nextSlice } from '../engine/loop-slices.ts';
import { type CsvStyle, csvHeader, csvLineSql, flatColumns, PLAIN_CSV } from './flat.ts';
import type { ReportSql } from './report-sql.ts';
import { type Columns, type PageRow, wireStruct } from './wire.ts';

/** Text formats of a report's page, made by DuckDB itself. */
export type TextForm = 'json' | 'ndjson' | 'csv';

/** The text between rows. */
const SEPARATOR: Record<TextForm, string> = { json: ',', ndjson: '\n', csv: '\n' };

/**
 * The SQL of a page, wrapped so that DuckDB returns its rows as text, in one BLOB or a few: rows as objects and
 * JSON.stringify would block the loop many times longer (bench large-page). Rows keep the order of the report's SQL,
 * which a single thread preserves; sorting again would take the planner 1.8 ms of 6.
 * @param more values of a piece's last row, as expressions of the page's columns
 */
export function textPageSql<Piece extends TextPiece = TextPiece>(
  page: ReportSql<PageRow>,
  columns: Columns,
  {
    form = 'json',
    csv = PLAIN_CSV,
    inPieces,
    more = {},
  }: { form?: TextForm; csv?: CsvStyle; inPieces: boolean; more?: Record<string, string> },
): ReportSql<Piece> {
  const names = Object.keys(more);
  const lasts = names.map((name) => `arg_max(${name}, ordinal) as ${name}`);
  const line =
    form === 'csv' ? csvLineSql(flatColumns(columns), csv) : `to_json(${wireStruct(columns)})::varchar`;
  const separator = form === 'json' ? "','" : 'chr(10)';
  return page.wrap<Piece>(
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

/** Rows of a large page per BLOB: converting 10,000 at once blocks the loop longer (bench large-page). */
const PIECE_ROWS = 500;

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

/** The body of an answer from the result of textPageSql. @throws Error if the result is not a page */
export async function pageOfPieces<Piece extends TextPiece>(
  sql: ReportSql<Piece>,
  found: readonly object[],
  columns: Columns,
  form: TextForm = 'json',
  csv = PLAIN_CSV,
): Promise<Page> {
  const total = Number(sql.first(found).total);
  const separator = Buffer.from(SEPARATOR[form]);
  const head =
    form === 'json'
      ? JSON_HEAD
      : form === 'csv'
        ? Buffer.from(csvHeader(flatColumns(columns), csv))
        : NOTHING;
  const parts: Uint8Array[] = [head];
  for (const { rows } of sql.rows(found)) {
    if (rows === null) continue;
    if (parts.length > 1) parts.push(separator);
    parts.push(rows.bytes);
  }
  if (form === 'json') parts.push(Buffer.from(`],"total":${total}}`));
  else if (parts.length > 1) parts.push(separator);
  const body = await joined(parts);
  for (const { rows } of sql.rows(found)) if (rows !== null) free(rows.bytes);
  return { body, total };
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

/** Copying shorter parts takes no noticeable time. */
const LONG_PART = 64 << 10;
const JSON_HEAD = Buffer.from('{"data":[');
const NOTHING = Buffer.alloc(0);
