import { stringify } from 'csv-stringify/sync';
import { mapInSlices } from '../../engine/loop-slices.ts';
import { type CsvStyle, csvHeader, type FlatColumn, flatColumns, flatRow, PLAIN_CSV } from '../flat.ts';
import type { PageOfRows } from '../wire.ts';
import { joined, type TextForm } from './text-page.ts';

declare global {
  interface JSON {
    /** In Node since 21. */
    rawJSON(text: string): object;
  }
}

/**
 * Writes the doubles of a page as DuckDB's JSON has them: a whole one as 50.0. Measures have two decimals and are below
 * 1e21, so that all others are spelled alike.
 */
export function spellAsDuckDb({ rows, columns }: PageOfRows): void {
  const doubles = Object.keys(columns).filter((name) => columns[name] === 'DOUBLE');
  for (const row of rows)
    for (const path of doubles) {
      const parents = path.split('.');
      const field = parents.pop() as string;
      const parent = parents.reduce((value, name) => value[name] as typeof row, row);
      if (Number.isInteger(parent[field])) parent[field] = JSON.rawJSON(`${parent[field]}.0`);
    }
}

/** Rows converted to text at a time. */
const PIECE_ROWS = 16;
/** Characters converted to bytes at a time. */
const PIECE_LENGTH = 64 << 10;

/** A page as JSON, or in a flat form of text, rendered in slices. */
export async function textOfRows(
  { rows, columns, total, more }: PageOfRows,
  form: TextForm,
  csv = PLAIN_CSV,
): Promise<Buffer> {
  const starts = Array.from({ length: Math.ceil(rows.length / PIECE_ROWS) }, (_, at) => at * PIECE_ROWS);
  const pieces = (textOf: (rows: PageOfRows['rows']) => string, separator = '') =>
    mapInSlices(
      starts,
      (from) => `${from === 0 ? '' : separator}${textOf(rows.slice(from, from + PIECE_ROWS))}`,
    );
  switch (form) {
    case 'json': {
      const found = await pieces((piece) => JSON.stringify(piece).slice(1, -1), ',');
      return bytesOf(['{"data":[', ...found, `],${JSON.stringify({ total, ...more }).slice(1)}`]);
    }
    case 'ndjson':
      return bytesOf(await pieces((piece) => piece.map((row) => `${JSON.stringify(row)}\n`).join('')));
    case 'csv': {
      const flat = flatColumns(columns);
      return bytesOf([csvHeader(flat, csv), ...(await pieces((piece) => csvLines(piece, flat, csv)))]);
    }
  }
}

/** Rows as lines of JSON, flat, for the engine to read: see linesSql. */
export function flatLines({ rows, columns }: Pick<PageOfRows, 'rows' | 'columns'>): Promise<string[]> {
  const paths = flatColumns(columns).map((column) => ({ ...column, name: column.path }));
  return mapInSlices(rows, (row) => `${JSON.stringify(flatRow(paths, row))}\n`);
}

/** Texts as UTF-8, in slices. A buffer for every 16 rows cost a fifth more for a small page. */
export async function bytesOf(texts: readonly string[]): Promise<Buffer> {
  const chunks = [''];
  for (const text of texts) {
    chunks[chunks.length - 1] += text;
    if ((chunks.at(-1) as string).length >= PIECE_LENGTH) chunks.push('');
  }
  if (chunks.length === 1) return Buffer.from(chunks[0] as string);
  return joined(await mapInSlices(chunks, (chunk) => Buffer.from(chunk)));
}

/** Rows as CSV lines, equal to DuckDB's: null is an empty cell. Cells that a spreadsheet would execute are escaped. */
function csvLines(
  rows: PageOfRows['rows'],
  columns: readonly FlatColumn[],
  { delimiter, decimal }: CsvStyle,
): string {
  return stringify(
    rows.map((row) => Object.values(flatRow(columns, row))),
    {
      escape_formulas: true,
      quoted_match: /\r/,
      delimiter,
      cast: {
        boolean: String,
        number: (value) => String(value).replace('.', decimal),
        string: (text) => (text === '' ? { value: '""', quoted: false, quote: '' } : text),
      },
    },
  );
}
