import { stringify } from 'csv-stringify/sync';
import type { ReportSql } from './report-sql.ts';
import type { ReportDefinition, ReportParameters } from './reports.ts';
import { type Columns, type FlatRow, flatName, nested, type TextForm } from './wire.ts';

type Json = Record<string, unknown>;

/**
 * A row of an answer by the names of its flat columns: what is missing or within null is null, lists of texts are
 * joined by spaces, and other lists are JSON.
 */
export function flatRow(row: Json, columns: Columns): FlatRow {
  return Object.fromEntries(
    Object.keys(columns).map((name) => {
      const value = name
        .split('.')
        .reduce<unknown>((within, part) => (within as Json | null | undefined)?.[part] ?? null, row);
      return [name, flatValue(value)];
    }),
  );
}

function flatValue(value: unknown): FlatRow[string] {
  if (!Array.isArray(value)) return value as FlatRow[string];
  return value.every((each) => typeof each === 'string') ? value.join(' ') : JSON.stringify(value);
}

/** Flat rows as CSV with a header, as DuckDB writes it: null is nothing. Cells that a spreadsheet would run are harmless. */
export function csvOfRows(rows: readonly FlatRow[], columns: Columns): string {
  const names = Object.keys(columns);
  return stringify(
    rows.map((row) => names.map((name) => row[name])),
    {
      header: true,
      columns: names.map(flatName),
      escape_formulas: true,
      quoted_match: /\r/,
      cast: {
        boolean: String,
        string: (text) => (text === '' ? { value: '""', quoted: false, quote: '' } : text),
      },
    },
  );
}

/** A page of rows as the answer shows them. */
export interface PageOfRows {
  rows: Json[];
  total: number;
  /** Of the flat forms. */
  columns: Columns;
  /** Fields of the JSON beside `data` and `total`. */
  more?: Json;
}

/** A page of a report without a breakdown, made here. @param query runs a statement with the report's values */
export async function pageOf(
  { columns, ...definition }: ReportDefinition,
  { limit, offset }: ReportParameters,
  query: <Row extends object>(sql: ReportSql<Row>) => Promise<Row[]>,
): Promise<PageOfRows> {
  if (definition.kind === 'sums') {
    const rows = definition.rows(await query(definition.sql));
    return { rows: rows.slice(offset, offset + limit).map(nested), total: rows.length, columns };
  }
  const { sql } = definition;
  const found = await query(sql);
  const { total } = sql.first(found);
  return { rows: found.filter(({ ordinal }) => ordinal !== null).map(nested), total, columns };
}

/** A page as JSON, or in a flat form of text. */
export function textOfRows({ rows, total, columns, more }: PageOfRows, form: TextForm): string {
  switch (form) {
    case 'json':
      return JSON.stringify({ data: rows, total, ...more });
    case 'ndjson':
      return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    case 'csv':
      return csvOfRows(
        rows.map((row) => flatRow(row, columns)),
        columns,
      );
  }
}
