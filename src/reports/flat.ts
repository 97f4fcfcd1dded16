import { invalidField } from '../base/errors.ts';
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

/** The signs of CSV, which spreadsheets of other languages expect to be others. */
export interface CsvStyle {
  /** Whether a byte order mark comes first, by which Excel knows UTF-8. */
  bom: boolean;
  delimiter: ',' | ';' | '\t';
  decimal: '.' | ',';
}

export const PLAIN_CSV: CsvStyle = { bom: false, delimiter: ',', decimal: '.' };
const BOM = '\uFEFF';

/** The same as a request has it. */
export interface CsvRequest {
  bom?: boolean | undefined;
  delimiter?: keyof typeof DELIMITERS | undefined;
  decimal?: keyof typeof DECIMALS | undefined;
}
const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;
const DECIMALS = { point: '.', comma: ',' } as const;

/**
 * The signs that a request names; undefined: it names none.
 * @param path of the fields in the request, before their names
 * @throws AppError validation_error for another format than CSV, and where one sign would mean two things
 */
export function csvStyleOf(
  { bom, delimiter, decimal }: CsvRequest,
  { isCsv, path = '' }: { isCsv: boolean; path?: string },
): CsvStyle | undefined {
  const [first] = Object.entries({ bom, delimiter, decimal }).filter(([, value]) => value !== undefined);
  if (first === undefined) return undefined;
  if (!isCsv) throw invalidField(`${path}${first[0]}`, `${path}${first[0]} is for CSV alone.`);
  if (decimal === 'comma' && (delimiter ?? 'comma') === 'comma')
    throw invalidField(
      `${path}decimal`,
      `${path}decimal can be comma only where delimiter is semicolon or tab.`,
    );
  return {
    bom: bom ?? PLAIN_CSV.bom,
    delimiter: DELIMITERS[delimiter ?? 'comma'],
    decimal: DECIMALS[decimal ?? 'point'],
  };
}

/** The columns of a report's flat forms, in the order of the answer's fields. */
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
 * Rows of an SQL source as CSV has them, given columns with dotted names. Text that a spreadsheet would execute gets a
 * leading apostrophe.
 */
export function csvSql(columns: Columns, source: string, csv: CsvStyle): string {
  // A byte order mark is the first character of the file: of the first column's name.
  const selected = flatColumns(columns).map(
    ({ name, path, type }, at) => `${csvCell(path, type, csv)} as "${at === 0 && csv.bom ? BOM : ''}${name}"`,
  );
  return `select ${selected.join(', ')} from ${source}`;
}

function csvCell(path: string, type: ColumnType, { decimal }: CsvStyle): string {
  if (type === 'DOUBLE' && decimal !== '.') return `replace(cast("${path}" as varchar), '.', '${decimal}')`;
  if (type !== 'VARCHAR') return wireValue(path, { [path]: type });
  return `case when regexp_matches("${path}", '${FORMULA_START}') then '''' || "${path}" else "${path}" end`;
}

/** The header line of a CSV file. */
export function csvHeader(columns: readonly FlatColumn[], { bom, delimiter }: CsvStyle): string {
  return `${bom ? BOM : ''}${columns.map(({ name }) => name).join(delimiter)}\n`;
}

/** A DuckDB expression for a row as a CSV line (RFC 4180): null is an empty cell, and an empty text is "". */
export function csvLineSql(columns: readonly FlatColumn[], csv: CsvStyle): string {
  return columns
    .map(({ path, type }) => {
      const cell = csvCell(path, type, csv);
      if (type === 'VARCHAR')
        return `coalesce(case when regexp_matches(${cell}, '["${csv.delimiter}\\n\\r]') or ${cell} = '' then '"' || replace(${cell}, '"', '""') || '"' else ${cell} end, '')`;
      // Whole numbers have no fraction, as in JSON.stringify.
      if (type === 'DOUBLE') return `coalesce(regexp_replace(cast(${cell} as varchar), '[.,]0$', ''), '')`;
      return `coalesce(cast(${cell} as varchar), '')`;
    })
    .join(` || '${csv.delimiter}' || `);
}

/** A file of lines of `flatLines`, as an SQL source. */
export function linesSql(path: string, columns: Columns): string {
  const types = Object.entries(columns).map(([name, type]) => `'${name}': '${type}'`);
  return `read_json(${sqlText(path)}, format = 'newline_delimited', columns = {${types.join(', ')}})`;
}

/** Options of COPY for Parquet. */
export const PARQUET = 'format parquet, compression zstd';

/** Rows of an SQL source as Parquet has them. */
export function parquetSql(columns: Columns, source: string): string {
  const selected = flatColumns(columns).map(({ name, path, type }) => `${typed(path, type)} as "${name}"`);
  return `select ${selected.join(', ')} from ${source}`;
}

function typed(path: string, type: ColumnType): string {
  return type === 'TIMESTAMP' ? `"${path}" at time zone 'UTC'` : `"${path}"`;
}

function valueAt(row: Record<string, unknown>, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, field) => (value as Record<string, unknown> | null | undefined)?.[field], row);
}
