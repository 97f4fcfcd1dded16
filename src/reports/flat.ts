import { sqlText } from '../engine/sql-text.ts';
import { type Columns, type ColumnType, type FlatRow, wireValue } from './wire.ts';

/** A column of a report in its flat forms: CSV, Parquet, a table. */
export interface FlatColumn {
  /** Name in the header, such as brand_id. Dimensions lose their prefix: platform. */
  name: string;
  /** Dotted path of the value in a row of the answer: brand.id, dimensions.platform. */
  path: string;
  type: ColumnType;
}

/** The columns of a report's flat forms, in the order of the answer's fields. @param columns of `rowColumns` */
export function flatColumns(columns: Columns): FlatColumn[] {
  return Object.entries(columns).map(([path, type]) => ({
    name: path.replace(/^dimensions\./, '').replaceAll('.', '_'),
    path,
    type,
  }));
}

/** A list of ids is joined by spaces; other lists become JSON. */
const JOINED = 'evidence.run_ids';

/** A row of the answer as flat values by column name. Missing values are null. */
export function flatRow(columns: readonly FlatColumn[], row: Record<string, unknown>): FlatRow {
  return Object.fromEntries(
    columns.map(({ name, path }) => {
      const value = valueAt(row, path);
      if (!Array.isArray(value)) return [name, (value ?? null) as FlatRow[string]];
      return [name, path === JOINED ? value.join(' ') : JSON.stringify(value)];
    }),
  );
}

/** A cell that begins with one of these is a formula to a spreadsheet. csv-stringify escapes the same ones. */
const FORMULA_START = '^[=+\\-@\\t\\r＝＋－＠]';

/**
 * DuckDB expressions for the flat columns, given rows whose columns have dotted names. In CSV, text that a spreadsheet
 * would execute gets a leading apostrophe.
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

/** The header line of a CSV file. */
export function csvHeader(columns: readonly FlatColumn[]): string {
  return `${columns.map(({ name }) => name).join(',')}\n`;
}

/** A DuckDB expression for a row as a CSV line (RFC 4180): null is an empty cell, and an empty text is "". */
export function csvLineSql(columns: readonly FlatColumn[]): string {
  return columns
    .map(({ path, type }) => {
      const cell = csvCell(path, type);
      if (type === 'VARCHAR')
        return `coalesce(case when regexp_matches(${cell}, '[",\\n\\r]') or ${cell} = '' then '"' || replace(${cell}, '"', '""') || '"' else ${cell} end, '')`;
      // Whole numbers have no fraction, as in JSON.stringify.
      if (type === 'DOUBLE') return `coalesce(regexp_replace(cast(${cell} as varchar), '\\.0$', ''), '')`;
      return `coalesce(cast(${cell} as varchar), '')`;
    })
    .join(" || ',' || ");
}

/** A file with one JSON object per line, as an SQL source. @param columns names with their types */
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
