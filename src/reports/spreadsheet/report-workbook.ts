import type { Readable } from 'node:stream';
import { type AppError, invalidField } from '../../base/errors.ts';
import { isSliceOver, nextSlice } from '../../engine/loop-slices.ts';
import type { Breakdown } from '../breakdown/request.ts';
import { type FlatColumn, flatColumns, flatRow } from '../flat.ts';
import type { Columns } from '../wire.ts';
import { aboutRows, type Written } from './about.ts';
import { MOST_ROWS, RowWriter, type Style } from './cells.ts';
import { type Definition, definitionsOf } from './definitions.ts';
import { type Origin, REPORT_NAMES } from './origin.ts';
import { workbook } from './workbook.ts';

/** The most rows of a report in a workbook, below the names of the columns. */
export const MOST_SHEET_ROWS = MOST_ROWS - 1;
/** The refusal of a report that no sheet holds. */
export function tooManyRows(rows: number): AppError {
  return invalidField(
    'format',
    `format must be CSV, NDJSON or PARQUET for ${rows} rows: XLSX holds at most ${MOST_SHEET_ROWS}.`,
  );
}

/** Characters of XML that are compressed at a time. */
const PIECE_LENGTH = 64 << 10;
const ABOUT_WIDTHS = [32, 100, 36];

type Row = Record<string, unknown>;

export interface ReportSheet extends Origin {
  breakdown: Breakdown | null;
  columns: Columns;
  /** Rows as the answer shows them, some at a time. */
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** Rows of the whole report, where only a page is written; null: all are. */
  total: number | null;
}

/**
 * A report as an XLSX file: a sheet of its rows, whose columns are those of the CSV, and a sheet About. Rows are
 * rendered as XML in slices of the event loop.
 */
export function reportWorkbook(sheet: ReportSheet): Readable {
  const columns = flatColumns(sheet.columns);
  const definitions = definitionsOf(sheet.report, columns);
  const styles = definitions.map(styleOf);
  const written: Written = { rows: 0, total: sheet.total, cut: 0, replaced: 0 };
  return workbook([
    {
      name: REPORT_NAMES[sheet.report],
      widths: columns.map((column, at) => widthOf(column, styles[at] as Style)),
      rows: () => rowsXml(sheet.rows, columns, styles, written),
      isHeaded: true,
    },
    {
      name: 'About',
      widths: ABOUT_WIDTHS,
      rows: () => [aboutRows(sheet, columns, definitions, written)],
      isHeaded: false,
    },
  ]);
}

async function* rowsXml(
  rows: ReportSheet['rows'],
  columns: readonly FlatColumn[],
  styles: readonly Style[],
  written: Written,
): AsyncGenerator<string> {
  const writer = new RowWriter();
  const names = columns.map(({ name }) => name);
  let piece = writer.row(
    names,
    names.map(() => 'head' as const),
  );
  for await (const some of rows)
    for (const row of some) {
      if (isSliceOver()) await nextSlice();
      piece += writer.row(Object.values(flatRow(columns, row)), styles);
      written.rows += 1;
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
    }
  written.cut = writer.cut;
  written.replaced = writer.replaced;
  yield piece;
}

function styleOf({ format }: Definition): Style {
  return format === 'date-time' ? 'time' : format === 'date' ? 'day' : 'plain';
}

/** The width of a column, in characters. */
function widthOf({ name, type }: FlatColumn, style: Style): number {
  const least = style === 'time' ? 20 : style === 'day' ? 12 : type === 'VARCHAR' ? 28 : 10;
  return Math.max(least, name.length + 2);
}
