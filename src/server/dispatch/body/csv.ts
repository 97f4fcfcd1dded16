import { csvHead, csvRecords } from '../../../base/csv/records.ts';
import { AppError } from '../../../base/errors.ts';

/**
 * The entries of a batch that is sent as CSV, by the names in its first line. An empty cell is a field that is not
 * sent; cells are texts, but for those of boolean fields. One entry more than the limit is read, so that validation
 * finds that there are too many.
 * @param booleans names of boolean fields
 * @throws AppError malformed_request for what is no CSV
 */
export function parseCsv(text: string, booleans: readonly string[], maxItems: number): object[] {
  const { delimiter, ...at } = csvHead(text);
  const rows: { line: number; cells: string[] }[] = [];
  for (const { line, fields, problem } of csvRecords(text, delimiter, at)) {
    if (problem !== undefined) throw malformed(`line ${line}: ${problem}`);
    if (fields.length > 0) rows.push({ line, cells: fields });
    if (rows.length === maxItems + 2) break;
  }
  const [names, ...lines] = rows;
  const columns = (names?.cells ?? []).map((name) => name.trim());
  if (new Set(columns).size < columns.length) throw malformed('a column is there twice');
  return lines.map(({ line, cells }) => {
    if (cells.length > columns.length)
      throw malformed(`line ${line} has ${cells.length} cells, and the first line ${columns.length}`);
    const filled = columns.flatMap((name, column) => {
      const cell = cells[column] ?? '';
      return cell === '' ? [] : [[name, cellValue(cell, booleans.includes(name))] as const];
    });
    return Object.fromEntries(filled);
  });
}

function cellValue(cell: string, isBoolean: boolean): string | boolean {
  const word = cell.trim().toLowerCase();
  return isBoolean && (word === 'true' || word === 'false') ? word === 'true' : cell;
}

function malformed(what: string): AppError {
  return new AppError('malformed_request', `The body is not valid CSV: ${what}.`);
}
