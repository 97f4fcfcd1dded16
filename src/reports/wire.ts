import type { DuckDBBlobValue } from '@duckdb/node-api';
import type { ReportSql } from './report-sql.ts';

/** A type of a report's column, by DuckDB's name. */
export type ColumnType = 'VARCHAR' | 'BOOLEAN' | 'INTEGER' | 'BIGINT' | 'DOUBLE' | 'TIMESTAMP';

/**
 * A report's columns, in the order of the fields in the answer. A dot in a name makes an object: `brand.id` and
 * `brand.name` are {"brand": {"id": …, "name": …}}.
 */
export type Columns = Readonly<Record<string, ColumnType>>;

/** A row of a report by the names of its columns. */
export type FlatRow = Record<string, string | number | boolean | null>;

/** A row of a report whose SQL gives pages: the columns, and beside them two that describe the page. */
export interface PageRow extends Record<string, unknown> {
  /** Rows of all pages; the same in each row. */
  total: number;
  /** Place in the report's order, from 1; null in the one row of a page that is empty. */
  ordinal: number | null;
}

/** Columns of a page's SQL that are no fields of the answer. */
export const PAGE_COLUMNS = ['total', 'ordinal'];

/**
 * The SQL of a page, made so that DuckDB itself gives its rows as JSON, in one BLOB or a few: rows as objects and
 * JSON.stringify would block the loop many times longer (bench large-page). Rows are put together in the order of
 * the report's SQL, which one thread keeps; ordering them again would take the planner 1.8 ms of 6.
 * @param more values of a piece's last row, as expressions of the page's columns
 */
export function jsonPageSql<Piece extends JsonPiece = JsonPiece>(
  page: ReportSql<PageRow>,
  columns: Columns,
  { inPieces, more = {} }: { inPieces: boolean; more?: Record<string, string> },
): ReportSql<Piece> {
  const names = Object.keys(more);
  return page.wrap<Piece>(
    (sql) => `
      select ${[`encode(string_agg(json, ',')) as rows`, 'any_value(total) as total', ...names.map((name) => `arg_max(${name}, ordinal) as ${name}`)].join(', ')} from (
        select ${['total', 'ordinal', ...names.map((name) => `${more[name]} as ${name}`)].join(', ')}, case when ordinal is not null then to_json(${wireStruct(columns)})::varchar end as json
        from (${sql}) report
      ) ${inPieces ? `group by (ordinal - 1) // ${PIECE_ROWS} order by min(ordinal)` : ''}`,
    ['rows', 'total', ...names] as (keyof Piece & string)[],
  );
}

/** Rows of a large page that become one BLOB: taken over in one, 10,000 block the loop longer (bench large-page). */
const PIECE_ROWS = 500;

export interface JsonPiece {
  /** JSON objects with commas between; null: none. */
  rows: DuckDBBlobValue | null;
  total: bigint;
}

/** The body of an answer from what the SQL of jsonPageSql gives. @throws Error where that is not a page */
export function bodyOfPieces<Piece extends JsonPiece>(
  sql: ReportSql<Piece>,
  found: readonly object[],
): Buffer {
  const { total } = sql.first(found);
  const parts: Uint8Array[] = [HEAD];
  for (const { rows } of sql.rows(found)) {
    if (rows === null) continue;
    if (parts.length > 1) parts.push(COMMA);
    parts.push(rows.bytes);
  }
  parts.push(Buffer.from(`],"total":${total}}`));
  return Buffer.concat(parts);
}
const HEAD = Buffer.from('{"data":[');
const COMMA = Buffer.from(',');

/** The body of an answer from rows of a page. @param total rows of all pages */
export function bodyOfRows(rows: readonly Record<string, unknown>[], total: number): string {
  return JSON.stringify({ data: rows.map(nested), total });
}

/** A row as the object in the answer. */
export function nested(row: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (PAGE_COLUMNS.includes(name)) continue;
    const path = name.split('.');
    const field = path.pop() as string;
    let target = result;
    for (const part of path) {
      target[part] ??= {};
      target = target[part] as Record<string, unknown>;
    }
    target[field] = value instanceof Date ? value.toISOString() : value;
  }
  return result;
}

/** A row as the object in the answer, as an expression of DuckDB: a struct. */
export function wireStruct(columns: Columns): string {
  const names = Object.keys(columns);
  const struct = (prefix: string): string => {
    const fields = new Map<string, string>();
    for (const name of names.filter((each) => each.startsWith(prefix))) {
      const [field = '', ...deeper] = name.slice(prefix.length).split('.');
      if (fields.has(field)) continue;
      fields.set(field, deeper.length === 0 ? wireValue(name, columns) : struct(`${prefix}${field}.`));
    }
    return `struct_pack(${[...fields].map(([field, value]) => `"${field}" := ${value}`).join(', ')})`;
  };
  return struct('');
}

/** A column's value as the answer writes it, as an expression of DuckDB. */
export function wireValue(name: string, columns: Columns): string {
  return columns[name] === 'TIMESTAMP' ? `strftime("${name}", '%Y-%m-%dT%H:%M:%S.%gZ')` : `"${name}"`;
}
