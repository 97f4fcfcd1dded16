import { stringify } from 'csv-stringify/sync';

type Row = Record<string, unknown>;
interface Report {
  data: Row[];
  total: number;
}

const COLUMN_WIDTH = 60;

/** A report as CSV: one column for each field, with dots in the names of nested ones. Formulas are escaped. */
export function csv({ data }: Report): string {
  return stringify(data.map(flat), { header: true, escape_formulas: true, cast: { boolean: String } });
}

/** A report as aligned text, with the total below. */
export function table({ data, total }: Report): string {
  const rows = data.map(flat);
  const columns = Object.keys(rows[0] ?? {}).map((name) => {
    const cells = [name, ...rows.map((row) => cell(row[name]))];
    const width = Math.max(...cells.map((text) => text.length));
    const isNumber = rows.every((row) => row[name] === null || typeof row[name] === 'number');
    return cells.map((text) => (isNumber ? text.padStart(width) : text.padEnd(width)));
  });
  const lines = Array.from({ length: 1 + rows.length }, (_, at) =>
    columns
      .map((cells) => cells[at])
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
