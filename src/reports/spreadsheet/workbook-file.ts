import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline as piped } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { MOST_SHEET_ROWS, type ReportSheet, reportWorkbook, tooManyRows } from './report-workbook.ts';

/** Bytes that are unpacked at a time. */
const CHUNK_BYTES = 64 << 10;

/** A whole report in a file, compressed (gzip), with one JSON object a line. */
export interface ReportLines extends Omit<ReportSheet, 'rows' | 'total'> {
  lines: string;
  rows: number;
}

/** Writes a whole report as an XLSX file. @throws AppError validation_error for more rows than a sheet has */
export async function writeWorkbook(
  { lines, rows, ...report }: ReportLines,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  if (rows > MOST_SHEET_ROWS) throw tooManyRows(rows);
  const workbook = reportWorkbook({ ...report, rows: rowsOfLines(lines), total: null });
  await pipeline(workbook, createWriteStream(path, { mode: 0o600 }), { signal });
}

/** The rows of a file, some at a time. node:readline would also end a line at U+2028, which JSON leaves as it is. */
async function* rowsOfLines(path: string): AsyncGenerator<Record<string, unknown>[]> {
  // Errors of the file end the stream that is read, so no one else need know of them.
  const text = piped(createReadStream(path), createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
  text.setEncoding('utf8');
  let rest = '';
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() as string;
    if (lines.length > 0) yield lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
  if (rest !== '') yield [JSON.parse(rest) as Record<string, unknown>];
}
