import { type CsvRecord, csvHead, csvRecords, type Delimiter } from '../../base/csv/records.ts';
import { decoded, type Encoding, encodingOf } from '../../base/csv/text.ts';
import { AppError, invalidField } from '../../base/errors.ts';
import { isSliceOver, nextSlice } from '../../engine/loop-slices.ts';
import {
  type Column,
  columnOf,
  missingColumns,
  proposedColumns,
  proposedValues,
  type Question,
  type Schemas,
} from './columns.ts';
import { type Cells, type Read, runOf } from './run.ts';

/** How a file is read, with nothing left out. */
export type Reading = Required<Schemas['ImportReading']> & { encoding: Encoding };

/** A record of a file, read. */
export type Entry = { line: number } & Read;

/** The next bytes of a file. */
export interface Piece {
  bytes: Uint8Array;
  isLast: boolean;
  /** The line that it begins with, from 1. */
  line: number;
  /** Whole for a piece that is not the first. */
  reading: Schemas['ImportReading'];
  brandId?: string | undefined;
  /** The most records to read. */
  most: number;
  /** Parses a line of JSON; throws for what is none. */
  parse: (line: string) => unknown;
}

export interface ReadPiece {
  reading: Reading;
  undecided: Question[];
  /** How many bytes were read, and the line that begins behind them. */
  bytes: number;
  nextLine: number;
  entries: Entry[];
  /** The first rows of a CSV as they stand. */
  rows: string[][];
}

/** A piece of a file; a record must fit into one. */
export const MOST_BYTES = 2 << 20;
const SIGNS = { COMMA: ',', SEMICOLON: ';', TAB: '\t', PIPE: '|' } as const;
const NAMES_OF_SIGNS: Record<Delimiter, keyof typeof SIGNS> = {
  ',': 'COMMA',
  ';': 'SEMICOLON',
  '\t': 'TAB',
  '|': 'PIPE',
};
const MOST_COLUMNS = 200;
const LONGEST_NAME = 200;
/** The rows by which dates, scores and columns are known. */
const SAMPLE_ROWS = 500;
/** How many records are read for one that is not empty, at most. */
const MOST_EMPTY = 10;
const TOO_LONG = `It is longer than ${MOST_BYTES >> 20} MB. Write one answer a line.`;
const NO_OBJECT = 'It is not a JSON object. Write one answer a line, such as {"platform": "CHATGPT", …}.';

/**
 * Reads the records at the beginning of a piece of a file.
 * @throws AppError unprocessable for a file that holds no answers
 */
export async function readPiece(piece: Piece): Promise<ReadPiece> {
  const { bytes, line } = piece;
  let encoding = piece.reading.encoding ?? encodingOf(bytes, piece.isLast);
  let whole = decoded(bytes, encoding, piece.isLast);
  if (whole === null && line === 1) {
    encoding = 'WINDOWS_1252';
    whole = decoded(bytes, encoding, piece.isLast);
  }
  if (whole === null) return inOtherEncoding(piece);
  const mark = line === 1 && whole.startsWith('\ufeff') ? 1 : 0;
  const text = whole.slice(mark);
  if (isSliceOver()) await nextSlice();
  const opened = line === 1 ? await beginning(text, { ...piece, encoding }) : continued(piece.reading);
  const result = { reading: opened.reading, undecided: opened.undecided, rows: opened.rows };
  if (opened.undecided.length > 0) return { ...result, bytes: 0, nextLine: line, entries: [] };
  if (isSliceOver()) await nextSlice();
  const at = { start: opened.start, line: line + opened.line - 1 };
  const { entries, end, nextLine } = await entriesOf(text, piece, opened.reading, at);
  const isAll = end === text.length && piece.isLast;
  return {
    ...result,
    bytes: isAll ? bytes.length : end === 0 ? 0 : bytesOf(whole.slice(0, mark + end), encoding),
    nextLine,
    entries,
  };
}

/** Text that was taken for UTF-8 is Windows-1252: nothing is read until the file is read so from its beginning. */
function inOtherEncoding({ reading, line }: Piece): ReadPiece {
  const other = { ...complete(reading), encoding: 'WINDOWS_1252' as const };
  return { reading: other, undecided: [], rows: [], bytes: 0, nextLine: line, entries: [] };
}

const complete = (reading: Schemas['ImportReading']): Reading => ({
  format: 'CSV',
  encoding: 'UTF_8',
  delimiter: 'COMMA',
  names: [],
  columns: [],
  dates: null,
  scores: null,
  ...reading,
});

interface Opened {
  reading: Reading;
  undecided: Question[];
  rows: string[][];
  /** The beginning of the records in the text, and their line in the piece. */
  start: number;
  line: number;
}

function continued(reading: Schemas['ImportReading']): Opened {
  const needed = [
    'format',
    'encoding',
    ...(reading.format === 'JSON_LINES' ? [] : ['delimiter', 'names', 'columns']),
  ];
  const missing = needed.find((field) => reading[field as keyof Reading] === undefined);
  if (missing !== undefined)
    throw invalidField(
      `reading.${missing}`,
      `reading.${missing} is required after the first piece: send the reading of the answer before.`,
    );
  return { reading: complete(reading), undecided: [], rows: [], start: 0, line: 1 };
}

/** What kind of file it is, and how it is read, by its beginning. */
function beginning(text: string, piece: Piece & { encoding: Encoding }): Promise<Opened> {
  const head = text.slice(0, 100).trimStart();
  if (text.trim() === '') throw unprocessable('The file is empty. Choose one that holds answers.');
  if (head.startsWith('PK') || head.startsWith('\u00d0\u00cf\u0011'))
    throw unprocessable(
      'This is a workbook or an archive. Save the sheet as CSV (UTF-8), then take that file.',
    );
  if (head.startsWith('['))
    throw unprocessable('This is one JSON array. Write one answer a line (JSON Lines), or save it as CSV.');
  const format = piece.reading.format ?? (head.startsWith('{') ? 'JSON_LINES' : 'CSV');
  return format === 'CSV' ? beginningOfCsv(text, piece) : beginningOfLines(text, piece);
}

async function beginningOfCsv(
  text: string,
  { reading: given, encoding, isLast }: Piece & { encoding: Encoding },
): Promise<Opened> {
  const head = csvHead(text, (cell) => columnOf(cell) !== undefined);
  const delimiter = given.delimiter ?? NAMES_OF_SIGNS[head.delimiter];
  const records = csvRecords(text, SIGNS[delimiter], { ...head, isLast });
  const first = records.next().value as CsvRecord | undefined;
  const names = (first?.fields ?? []).map((name) => shortened(name.trim()));
  if (first === undefined || names.length === 0 || names.some((name) => /[\0-\x08\x0e-\x1f]/.test(name)))
    throw unprocessable(
      'This is no table of text. The first line must name the columns, as in the template.',
    );
  if (names.length > MOST_COLUMNS)
    throw unprocessable(
      `The first line names more than ${MOST_COLUMNS} columns. Save those that the template shows.`,
    );
  const rows: string[][] = [];
  let sampled = 0;
  for (const { fields } of records) {
    if (fields.length > 0) rows.push(fields);
    sampled += 1;
    if (sampled === SAMPLE_ROWS) break;
    if (isSliceOver()) await nextSlice();
  }
  const columns = given.columns?.length
    ? names.map((_, at) => given.columns?.[at] ?? null)
    : proposedColumns(names, rows);
  const valuesOf = (column: Column) => rows.flatMap((row) => row[columns.indexOf(column)]?.trim() || []);
  const { dates, scores, undecided } = proposedValues(valuesOf, given);
  const missing = missingColumns(columns);
  if (missing.length > 0)
    undecided.unshift({
      field: 'columns',
      message: `Say which ${missing.length === 1 ? 'column is' : 'columns are'} ${missing.join(', ')}: no name tells.`,
    });
  return {
    reading: { format: 'CSV', encoding, delimiter, names, columns, dates, scores },
    undecided,
    rows: rows.slice(0, 5),
    start: first.end,
    line: first.nextLine,
  };
}

async function beginningOfLines(
  text: string,
  { reading: given, encoding, parse }: Piece & { encoding: Encoding },
): Promise<Opened> {
  const records: object[] = [];
  let sampled = 0;
  for (const { value } of jsonLines(text, parse, { line: 1, isLast: true })) {
    if (value) records.push(value);
    sampled += 1;
    if (sampled === SAMPLE_ROWS) break;
    if (isSliceOver()) await nextSlice();
  }
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  if (names.has('name') && missingColumns([...names].map((name) => columnOf(name) ?? null)).length > 2)
    throw unprocessable(
      'This is a file of brands, not of answers. Make the brands first; a file of answers can make them by name too.',
    );
  const valuesOf = (column: Column) =>
    records.flatMap((record) => {
      const value = cellsOf(record).find(([one]) => one === column)?.[2];
      return value === undefined || typeof value === 'object' ? [] : [String(value)];
    });
  const { dates, scores, undecided } = proposedValues(valuesOf, given);
  const known = [...names].slice(0, MOST_COLUMNS);
  const columns = known.map((name) => columnOf(name) ?? null);
  const reading: Reading = {
    ...complete({ names: known.map(shortened), columns, dates, scores }),
    format: 'JSON_LINES',
    encoding,
  };
  return { reading, undecided, rows: [], start: 0, line: 1 };
}

async function entriesOf(
  text: string,
  { isLast, most, brandId, parse, bytes }: Piece,
  reading: Reading,
  at: { start: number; line: number },
): Promise<{ entries: Entry[]; end: number; nextLine: number }> {
  const options = { dates: reading.dates, scores: reading.scores, brandId };
  const isFull = bytes.length >= MOST_BYTES;
  const records: Iterable<CsvRecord & { value?: unknown }> =
    reading.format === 'CSV'
      ? csvRecords(text, SIGNS[reading.delimiter], { ...at, isLast })
      : jsonLines(text, parse, { line: at.line, isLast });
  const entries: Entry[] = [];
  let end = at.start;
  let nextLine = at.line;
  let left = most * MOST_EMPTY;
  for (const { line, fields, problem, value, ...next } of records) {
    if (problem !== undefined) entries.push({ line, column: null, problem });
    else if (value !== undefined) entries.push({ line, ...runOf(cellsOf(value as object), options) });
    else if (fields.length > 0) entries.push({ line, ...ofRow(fields, reading, options) });
    ({ end, nextLine } = next);
    left -= 1;
    if (entries.length >= most || left === 0) return { entries, end, nextLine };
    if (isSliceOver()) await nextSlice();
  }
  if (end > at.start || isLast || !isFull) return { entries, end, nextLine };
  // A record that is longer than a piece: its first line is left out, so that those behind it are read.
  const newline = text.indexOf('\n', end);
  entries.push({ line: nextLine, column: null, problem: TOO_LONG });
  return newline === -1
    ? { entries, end: text.length, nextLine }
    : { entries, end: newline + 1, nextLine: nextLine + 1 };
}

function ofRow(fields: string[], { names, columns }: Reading, options: Parameters<typeof runOf>[1]): Read {
  if (fields.slice(names.length).some((field) => field.trim() !== ''))
    return {
      column: null,
      problem: `It has ${fields.length} fields, the first line ${names.length}. Put fields that hold the separator in double quotes.`,
    };
  const cells: Cells = columns.flatMap((column, at) =>
    column === null ? [] : [[column, names[at] || column, unescaped(fields[at] ?? '')] as const],
  );
  return runOf(cells, options);
}

/** A cell without the apostrophe that keeps spreadsheets from running it as a formula. */
const unescaped = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '');

const cellsOf = (record: object): Cells =>
  Object.entries(record).flatMap(([name, value]) => {
    const column = columnOf(name);
    return column ? [[column, name, value] as const] : [];
  });

function* jsonLines(
  text: string,
  parse: Piece['parse'],
  { line, isLast }: { line: number; isLast: boolean },
): Generator<CsvRecord & { value?: object }> {
  for (let at = 0; at < text.length; line += 1) {
    const newline = text.indexOf('\n', at);
    if (newline === -1 && !isLast) return;
    const end = newline === -1 ? text.length : newline + 1;
    const content = text.slice(at, end);
    at = end;
    const entry = { line, end, nextLine: line + 1, fields: [] };
    const value = objectOf(content, parse);
    if (value) yield { ...entry, value };
    else yield content.trim() === '' ? entry : { ...entry, problem: NO_OBJECT };
  }
}

function objectOf(line: string, parse: Piece['parse']): object | null {
  try {
    const value = parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const shortened = (text: string): string =>
  text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME - 1)}…`.toWellFormed() : text;

const unprocessable = (message: string): AppError => new AppError('unprocessable', message);

/** How many bytes characters have in an encoding. */
function bytesOf(text: string, encoding: Encoding): number {
  if (encoding === 'UTF_8') return Buffer.byteLength(text);
  return encoding === 'WINDOWS_1252' ? text.length : 2 * text.length;
}
