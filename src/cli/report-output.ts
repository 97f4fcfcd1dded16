import { stringify } from 'csv-stringify/sync';

type Row = Record<string, unknown>;
interface Report {
  data: Row[];
  total: number;
}

const COLUMN_WIDTH = 60;

/** A report as CSV: a column a field, nested ones by dots. Cells that a spreadsheet would run are defused. */
export function csv({ data }: Report): string {
  return stringify(data.map(flat), { header: true, escape_formulas: true, cast: { boolean: String } });
}

/** A report as aligned text, with the total below. */
export function table({ data, total }: Report): string {
  const rows = data.map(flat);
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const isNumber = columns.map((column) =>
    rows.every((row) => row[column] === null || typeof row[column] === 'number'),
  );
  const lines = cells.map((line) =>
    line
      .map((text, at) => (isNumber[at] ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n${data.length} of ${total}\n`;
}

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '–' : String(value).replace(/\s+/g, ' ');
  return text.length > COLUMN_WIDTH ? `${text.slice(0, COLUMN_WIDTH - 1)}…` : text;
}

function flat(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value !== null && typeof value === 'object'
        ? Object.entries(flat(value as Row)).map(([inner, entry]) => [`${name}.${inner}`, entry])
        : [[name, value]],
    ),
  );
}
