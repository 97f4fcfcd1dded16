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

/** The forms of a report's page that are bytes of text, made by DuckDB itself. */
export type TextForm = 'json' | 'ndjson' | 'csv';

/** What stands between rows, and around all of them; null: nothing. */
const SEPARATOR: Record<TextForm, string> = { json: ',', ndjson: '\n', csv: '\n' };

/**
 * The SQL of a page, made so that DuckDB itself gives its rows as text, in one BLOB or a few: rows as objects and
 * JSON.stringify would block the loop many times longer (bench large-page). Rows are put together in the order of
 * the report's SQL, which one thread keeps; ordering them again would take the planner 1.8 ms of 6.
 */
export function textPageSql(
  page: ReportSql<PageRow>,
  columns: Columns,
  { form = 'json', inPieces }: { form?: TextForm; inPieces: boolean },
): ReportSql<TextPiece> {
  const line = form === 'csv' ? csvLine(columns) : `to_json(${wireStruct(columns)})::varchar`;
  const separator = form === 'json' ? "','" : 'chr(10)';
  return page.wrap<TextPiece>(
    (sql) => `
      select encode(string_agg(line, ${separator})) as rows, any_value(total) as total from (
        select total, ordinal, case when ordinal is not null then ${line} end as line
        from (${sql}) report
      ) ${inPieces ? `group by (ordinal - 1) // ${PIECE_ROWS} order by min(ordinal)` : ''}`,
    ['rows', 'total'],
  );
}

/** Rows of a large page that become one BLOB: taken over in one, 10,000 block the loop longer (bench large-page). */
const PIECE_ROWS = 500;

export interface TextPiece {
  /** Rows with separators between; null: none. */
  rows: DuckDBBlobValue | null;
  total: bigint;
}

/** The body of an answer, and how many rows all pages have. */
export interface Page {
  body: Uint8Array;
  total: number;
}

/** The body of an answer from what the SQL of textPageSql gives. @throws Error where that is not a page */
export function pageOfPieces(
  sql: ReportSql<TextPiece>,
  found: readonly object[],
  columns: Columns,
  form: TextForm = 'json',
): Page {
  const total = Number(sql.first(found).total);
  const separator = Buffer.from(SEPARATOR[form]);
  const head =
    form === 'json' ? JSON_HEAD : form === 'csv' ? Buffer.from(`${csvHeader(columns)}\n`) : NOTHING;
  const parts: Uint8Array[] = [head];
  for (const { rows } of sql.rows(found)) {
    if (rows === null) continue;
    if (parts.length > 1) parts.push(separator);
    parts.push(rows.bytes);
  }
  if (form === 'json') parts.push(Buffer.from(`],"total":${total}}`));
  else if (parts.length > 1) parts.push(separator);
  return { body: Buffer.concat(parts), total };
}
const JSON_HEAD = Buffer.from('{"data":[');
const NOTHING = Buffer.alloc(0);

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

/** The name of a column in a flat form: brand.id is brand_id. */
export function flatName(name: string): string {
  return name.replaceAll('.', '_');
}

export function csvHeader(columns: Columns): string {
  return Object.keys(columns).map(flatName).join(',');
}

/** A row as a line of CSV (RFC 4180), as an expression of DuckDB: null is nothing, and a text without letters `""`. */
function csvLine(columns: Columns): string {
  return Object.keys(columns)
    .map((name) => {
      switch (columns[name]) {
        case 'VARCHAR': {
          const safe = defusedSql(name);
          return `coalesce(case when regexp_matches(${safe}, '[",\\n\\r]') or ${safe} = '' then '"' || replace(${safe}, '"', '""') || '"' else ${safe} end, '')`;
        }
        case 'DOUBLE':
          return `coalesce(regexp_replace(cast("${name}" as varchar), '\\.0$', ''), '')`;
        default:
          return `coalesce(cast(${wireValue(name, columns)} as varchar), '')`;
      }
    })
    .join(" || ',' || ");
}

/** Characters that make a spreadsheet take a cell for a formula; the CLI's CSV has the same ones. */
const FORMULA_START = '^[=+\\-@\\t\\r＝＋－＠]';

/** Text in a cell, with an apostrophe before what a spreadsheet would run, as an expression of DuckDB. */
export function defusedSql(name: string): string {
  return `case when regexp_matches("${name}", '${FORMULA_START}') then '''' || "${name}" else "${name}" end`;
}
