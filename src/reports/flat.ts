import { sqlText } from '../engine/sql-text.ts';
import { type Columns, type ColumnType, type FlatRow, wireValue } from './wire.ts';

/** A column of a report in its flat forms: CSV, Parquet, a table. */
export interface FlatColumn {
  /** As the header says it: brand_id; dimensions stand without their prefix: platform. */
  name: string;
  /** Where the value is in a row of the answer, with dots: brand.id, dimensions.platform. */
  path: string;
  type: ColumnType;
}

/** The columns of a report's flat forms, in the order of the fields in the answer. @param columns of `rowColumns` */
export function flatColumns(columns: Columns): FlatColumn[] {
  return Object.entries(columns).map(([path, type]) => ({
    name: path.replace(/^dimensions\./, '').replaceAll('.', '_'),
    path,
    type,
  }));
}

/** Ids are joined by a space; other lists are JSON. */
const JOINED = 'evidence.run_ids';

/** A row of the answer as flat values by the names of columns. What the row does not have is null. */
export function flatRow(columns: readonly FlatColumn[], row: Record<string, unknown>): FlatRow {
  return Object.fromEntries(
    columns.map(({ name, path }) => {
      const value = valueAt(row, path);
      if (!Array.isArray(value)) return [name, (value ?? null) as FlatRow[string]];
      return [name, path === JOINED ? value.join(' ') : JSON.stringify(value)];
    }),
  );
}

/** Characters that make a spreadsheet take a cell for a formula; csv-stringify escapes the same ones. */
const FORMULA_START = '^[=+\\-@\\t\\r＝＋－＠]';

/**
 * Expressions of DuckDB for the flat columns, of rows whose columns have the dotted names. In CSV, text that a
 * spreadsheet would run has an apostrophe before it.
 */
export function flatSql(columns: readonly FlatColumn[], form: 'CSV' | 'PARQUET'): string {
  return columns
    .map(({ name, path, type }) => `${form === 'CSV' ? csvCell(path, type) : typed(path, type)} as "${name}"`)
    .join(', ');
}

function csvCell(path: string, type: ColumnType): string {
  if (type !== 'VARCHAR') return wireValue(path, { [path]: type });
  return `case when regexp_matches("${path}", '${FORMULA_START}') then '''' || "${path}" else "${path}" end`;
}

/** The header of CSV, as a line. */
export function csvHeader(columns: readonly FlatColumn[]): string {
  return `${columns.map(({ name }) => name).join(',')}\n`;
}

/** A row as a line of CSV (RFC 4180), as an expression of DuckDB: null is nothing, and a text without letters is "". */
export function csvLineSql(columns: readonly FlatColumn[]): string {
  return columns
    .map(({ path, type }) => {
      const cell = csvCell(path, type);
      if (type === 'VARCHAR')
        return `coalesce(case when regexp_matches(${cell}, '[",\\n\\r]') or ${cell} = '' then '"' || replace(${cell}, '"', '""') || '"' else ${cell} end, '')`;
      // Whole numbers without a fraction, as JSON.stringify writes them.
      if (type === 'DOUBLE') return `coalesce(regexp_replace(cast(${cell} as varchar), '\\.0$', ''), '')`;
      return `coalesce(cast(${cell} as varchar), '')`;
    })
    .join(" || ',' || ");
}

/** A file with an object of JSON a line, as a source in SQL. @param columns names with their types */
export function linesSql(
  path: string,
  columns: readonly (readonly [name: string, type: ColumnType])[],
): string {
  const types = columns.map(([name, type]) => `'${name}': '${type}'`);
  return `read_json(${sqlText(path)}, format = 'newline_delimited', columns = {${types.join(', ')}})`;
}

function typed(path: string, type: ColumnType): string {
  return type === 'TIMESTAMP' ? `"${path}" at time zone 'UTC'` : `"${path}"`;
}

function valueAt(row: Record<string, unknown>, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, field) => (value as Record<string, unknown> | null | undefined)?.[field], row);
}
