import { stringify } from 'csv-stringify/sync';
import { flatColumns, flatRow } from './flat.ts';
import type { ReportSql } from './report-sql.ts';
import type { ReportDefinition, ReportParameters } from './reports.ts';
import type { TextForm } from './text-page.ts';
import { nested, type PageOfRows } from './wire.ts';

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
export function textOfRows(page: PageOfRows, form: TextForm): string {
  const { rows, total, more } = page;
  switch (form) {
    case 'json':
      return JSON.stringify({ data: rows, total, ...more });
    case 'ndjson':
      return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    case 'csv':
      return csvOfRows(page);
  }
}

/** Rows as CSV with a header, as DuckDB writes it: null is nothing. Cells that a spreadsheet would run are harmless. */
function csvOfRows({ rows, columns }: PageOfRows): string {
  const flat = flatColumns(columns);
  return stringify(
    rows.map((row) => Object.values(flatRow(flat, row))),
    {
      header: true,
      columns: flat.map(({ name }) => name),
      escape_formulas: true,
      quoted_match: /\r/,
      cast: {
        boolean: String,
        string: (text) => (text === '' ? { value: '""', quoted: false, quote: '' } : text),
      },
    },
  );
}
