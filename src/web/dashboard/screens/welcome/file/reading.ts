import { columnOf, missingColumns, type Read, type Run, runOf } from './answers.ts';
import { CsvReader, delimiterOf, LONGEST_RECORD } from './csv.ts';

/** One record of a file, read. */
export type Entry = { line: number; bytes: number } & Read;

export interface Opened {
  kind: 'CSV' | 'JSONL';
  encoding: string;
  /** The file's names of columns that no run has; of a CSV. */
  unused: string[];
  delimiter: string;
}

/** A file that cannot be taken at all. */
export class FileProblem extends Error {}

const HEAD_BYTES = 65_536;
/** How long the page may be busy with a file at a time. */
const TURN_MS = 30;
const MOST_COLUMNS = 1000;

/** What kind of file it is, by its beginning. @throws FileProblem for one that holds no answers */
export async function open(file: File): Promise<Opened> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const encoding = encodingOf(bytes);
  const head = new TextDecoder(encoding).decode(bytes, { stream: true });
  const start = head.trimStart();
  if (start === '') throw new FileProblem('The file is empty.');
  if (start.startsWith('PK'))
    throw new FileProblem(
      'This is a workbook or an archive. Save the sheet as CSV (UTF-8), then drop that file.',
    );
  if (start.startsWith('['))
    throw new FileProblem('This is one JSON array. Write one answer a line (JSON Lines), or save it as CSV.');
  if (start.startsWith('{')) {
    const first = parsed(start.split('\n', 1)[0] ?? '');
    if (first && 'name' in first && missingColumns(Object.keys(first)).length > 2)
      throw new FileProblem(
        'This is a file of brands, not of answers. Make the brands first; a file of answers can make them by name too.',
      );
    return { kind: 'JSONL', encoding, unused: [], delimiter: '' };
  }
  const delimiter = delimiterOf(start);
  const names = [...new CsvReader(delimiter).read(start, true)][0]?.fields ?? [];
  if (names.length > MOST_COLUMNS)
    throw new FileProblem(
      `The first line names more than ${MOST_COLUMNS} columns. Save those that the template shows.`,
    );
  const missing = missingColumns(names);
  if (missing.length > 0)
    throw new FileProblem(
      `The first line must name the columns. ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing; the template shows them all.`,
    );
  return {
    kind: 'CSV',
    encoding,
    unused: names.filter((name) => name.trim() !== '' && !columnOf(name)),
    delimiter,
  };
}

/** UTF-8 and UTF-16 as spreadsheets write them, else the older encoding of Western Windows. */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * The records of a file, one after the other, as they come from the disk: a file of any size needs little memory, and
 * the page stays awake.
 * @param brandId the brand of answers that name none
 */
export async function* entriesOf(file: File, opened: Opened, brandId: string | null): AsyncGenerator<Entry> {
  const parts = textOf(file, opened.encoding);
  const entries =
    opened.kind === 'JSONL' ? linesOf(parts, brandId) : recordsOf(parts, opened.delimiter, brandId);
  let since = performance.now();
  for await (const entry of entries) {
    // A file comes as fast as it is read, without a turn for clicks and drawing between.
    if (performance.now() - since > TURN_MS) {
      await new Promise((done) => setTimeout(done));
      since = performance.now();
    }
    yield entry;
  }
}

type Part = { text: string; bytes: number; isLast: boolean };

async function* textOf(file: File, encoding: string): AsyncGenerator<Part> {
  // It takes off the mark of byte order.
  const decoder = new TextDecoder(encoding);
  const reader = file.stream().getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      bytes += value?.byteLength ?? 0;
      yield { text: decoder.decode(value, { stream: !done }), bytes, isLast: done };
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

async function* linesOf(parts: AsyncGenerator<Part>, brandId: string | null): AsyncGenerator<Entry> {
  let line = 0;
  for await (const { lines, bytes } of wholeLines(parts))
    for (const one of lines) {
      line += 1;
      if (one === null) yield { line, bytes, problem: TOO_LONG };
      else if (one.trim() !== '') {
        const record = parsed(one);
        yield { line, bytes, ...(record ? runOf(record, brandId) : { problem: NO_OBJECT }) };
      }
    }
}

const TOO_LONG = `It is longer than ${LONGEST_RECORD / 1_000_000} million characters. Write one answer a line.`;
const NO_OBJECT = 'It is not a JSON object. Write one answer a line, such as {"platform": "CHATGPT", …}.';

/** The lines that end in each part; null for one that is too long, of which nothing is kept. */
async function* wholeLines(
  parts: AsyncGenerator<Part>,
): AsyncGenerator<{ lines: (string | null)[]; bytes: number }> {
  // The beginnings of a line, joined once: a long one comes in thousands of parts.
  let begun: string[] = [];
  let length = 0;
  for await (const { text, bytes, isLast } of parts) {
    const pieces = text.split('\n');
    const last = isLast ? '' : (pieces.pop() ?? '');
    const lines: (string | null)[] = [];
    for (const piece of pieces) {
      const whole = length + piece.length > LONGEST_RECORD ? null : begun.join('') + piece;
      lines.push(whole);
      begun = [];
      length = 0;
    }
    length += last.length;
    if (length > LONGEST_RECORD) begun = [];
    else begun.push(last);
    yield { lines, bytes };
  }
}

async function* recordsOf(
  parts: AsyncGenerator<Part>,
  delimiter: string,
  brandId: string | null,
): AsyncGenerator<Entry> {
  const reader = new CsvReader(delimiter);
  let names: string[] | null = null;
  /** Those that are used, with their places. */
  let used: (readonly [name: string, at: number])[] = [];
  for await (const { text, bytes, isLast } of parts)
    for (const { line, fields, problem } of reader.read(text, isLast)) {
      if (problem !== undefined) yield { line, bytes, problem };
      else if (names === null) {
        names = fields;
        used = names.flatMap((name, at) => (columnOf(name) ? [[name, at] as const] : []));
      } else if (
        fields.length > names.length &&
        fields.slice(names.length).some((field) => field.trim() !== '')
      )
        yield {
          line,
          bytes,
          problem: `It has ${fields.length} fields, the first line ${names.length}. Put fields that hold the separator in double quotes.`,
        };
      else
        yield {
          line,
          bytes,
          ...runOf(Object.fromEntries(used.map(([name, at]) => [name, fields[at]])), brandId),
        };
    }
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** A file to begin with: the columns and two invented answers. */
export const TEMPLATE = `externalId,brand,platform,queryText,executedAt,answer,citations,sentimentScore,model,country\r
answer-1,Lumenfold,ChatGPT,Which reading lamp is easiest on the eyes?,2026-11-19T09:30:00Z,"Lumenfold is the gentlest lamp we found, says a test.",https://reviews.example/lamps https://lumenfold.example,,,US\r
answer-2,Lumenfold,Perplexity,Which reading lamp is easiest on the eyes?,2026-11-20,"Many readers like Brightarc.\nA ""warm"" light matters most.",https://forum.example/lamps,,,\r
`;

export type { Run };
