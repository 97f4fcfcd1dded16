import { Button } from './button.tsx';

/** A column of a file. */
export interface CsvColumn<Row> {
  name: string;
  /** The plain value; a column without it is not in the file. */
  value?: (row: Row) => string | number | boolean | null;
}

/** Saves what a table shows. */
export function CsvButton<Row>({
  name,
  columns,
  rows,
}: {
  name: string;
  columns: readonly CsvColumn<Row>[];
  rows: readonly Row[];
}) {
  return (
    <Button size="small" onClick={() => save(`${name}.csv`, csvOf(columns, rows))}>
      Save as CSV
    </Button>
  );
}

function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const kept = columns.filter((column) => column.value !== undefined);
  const lines = [
    kept.map(({ name }) => cellOf(name)),
    ...rows.map((row) => kept.map(({ value }) => cellOf(value?.(row) ?? null))),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

/** A cell that a spreadsheet would run as a formula begins with an apostrophe, as in the server's own CSV. */
function cellOf(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lets the browser save a text, or what was fetched, as a file. */
export function save(name: string, content: BlobPart, mediaType = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
