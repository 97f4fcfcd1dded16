import Papa from 'papaparse';
import { AppError } from '../../../base/errors.ts';

const DELIMITERS = [',', ';', '\t'];

/**
 * The entries of a batch that is sent as CSV, by the names in its first line. An empty cell is a field that is not sent;
 * cells are texts, but for those of boolean fields. One entry more than the limit is read, so that validation finds that
 * there are too many.
 * @param booleans names of boolean fields
 * @throws AppError malformed_request for what is no CSV
 */
export function parseCsv(text: string, booleans: readonly string[], maxItems: number): object[] {
  const { data, errors } = Papa.parse<string[]>(text, {
    delimitersToGuess: DELIMITERS,
    skipEmptyLines: true,
    preview: maxItems + 2,
  });
  const wrong = errors.find(({ code }) => code !== 'UndetectableDelimiter');
  if (wrong) throw malformed(`line ${(wrong.row ?? 0) + 1}: ${wrong.message}`);
  const [names = [], ...lines] = data;
  const columns = names.map((name) => name.trim());
  if (new Set(columns).size < columns.length) throw malformed('a column is there twice');
  return lines.map((cells, at) => {
    if (cells.length > columns.length)
      throw malformed(`line ${at + 2} has ${cells.length} cells, and the first line ${columns.length}`);
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
