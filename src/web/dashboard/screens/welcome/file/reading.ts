import { type Cells, type Read, runOf } from './answers.ts';
import { columnOf, type Mapping, missingColumns } from './columns.ts';
import { CsvReader, delimiterOf, LONGEST_RECORD } from './csv.ts';
import type { DateFormat } from './dates.ts';

/** One record of a file, read. */
export type Entry = { line: number; bytes: number } & Read;

/** The beginning of a file, decoded. */
interface Head {
  encoding: string;
  head: string;
  /** Whether that is all of it. */
  isWhole: boolean;
}

export type OpenedCsv = Head & {
  kind: 'CSV';
  delimiter: string;
  /** The first line, and the next ones that are whole. */
  names: string[];
  sample: string[][];
};
export type Opened = OpenedCsv | (Head & { kind: 'JSONL' });

/** How the records of a file are read. */
export interface Reading {
  /** Mapping of a CSV; null for JSON Lines, whose names say it. */
  columns: Mapping['columns'] | null;
  dates: DateFormat;
  /** The brand of answers that name none. */
  brandId: string | null;
}

/** A file that cannot be taken at all. */
export class FileProblem extends Error {}

const HEAD_BYTES = 65_536;
/** How long the page may be busy with a file at a time. */
const TURN_MS = 30;
const MOST_COLUMNS = 200;
/** The rows that formats of days are told by. */
const SAMPLE_ROWS = 200;

/** What kind of file it is, by its beginning. @throws FileProblem for one that holds no answers */
export async function open(file: File): Promise<Opened> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const encoding = encodingOf(bytes);
  const head = new TextDecoder(encoding).decode(bytes, { stream: true }).trimStart();
  if (head === '') throw new FileProblem('The file is empty.');
  if (head.startsWith('PK'))
    throw new FileProblem(
      'This is a workbook or an archive. Save the sheet as CSV (UTF-8), then drop that file.',
    );
  if (head.startsWith('['))
    throw new FileProblem('This is one JSON array. Write one answer a line (JSON Lines), or save it as CSV.');
  const begun = { encoding, head, isWhole: file.size <= HEAD_BYTES };
  if (!head.startsWith('{')) return separated(begun, delimiterOf(head));
  const names = Object.keys(parsed(head.split('\n', 1)[0] ?? '') ?? {});
  if (names.includes('name') && missingColumns(names.map(columnOf)).length > 2)
    throw new FileProblem(
      'This is a file of brands, not of answers. Make the brands first; a file of answers can make them by name too.',
    );
  return { kind: 'JSONL', ...begun };
}

/** The beginning of a CSV by its delimiter. @throws FileProblem for one without names of columns */
export function separated({ encoding, head, isWhole }: Head, delimiter: string): OpenedCsv {
  const rows = [...new CsvReader(delimiter).read(head, isWhole)].flatMap(({ fields, problem }) =>
    problem === undefined ? [fields] : [],
  );
  const [names, ...sample] = rows.length > 0 ? rows : [head.split(/[\r\n]/, 1)[0]?.split(delimiter) ?? []];
  if (names === undefined || names.some((name) => /[\0-\x08\x0e-\x1f]/.test(name)))
    throw new FileProblem('This is no text. The first line must name the columns, as in the template.');
  if (names.length > MOST_COLUMNS)
    throw new FileProblem(
      `The first line names more than ${MOST_COLUMNS} columns. Save those that the template shows.`,
    );
  return { kind: 'CSV', encoding, head, isWhole, delimiter, names, sample: sample.slice(0, SAMPLE_ROWS) };
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
 */
export async function* entriesOf(file: File, opened: Opened, reading: Reading): AsyncGenerator<Entry> {
  const parts = textOf(file, opened.encoding);
  const entries = opened.kind === 'JSONL' ? linesOf(parts, reading) : recordsOf(parts, opened, reading);
  const rest = rests();
  for await (const entry of entries) {
    await rest();
    yield entry;
  }
}

/** Lets clicks and drawing happen now and then: a file comes as fast as it is read, without a turn between. */
function rests(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN_MS) return;
    return new Promise((done) =>
      setTimeout(() => {
        since = performance.now();
        done();
      }),
    );
  };
}

type Part = { text: string; bytes: number; isLast: boolean };

async function* textOf(file: File, encoding: string): AsyncGenerator<Part> {
  // It takes off the mark of byte order.
  const decoder = new TextDecoder(encoding);
  const reader = file.stream().getReader();
  const rest = rests();
  let bytes = 0;
  try {
    for (;;) {
      await rest();
      const { done, value } = await reader.read();
      bytes += value?.byteLength ?? 0;
      yield { text: decoder.decode(value, { stream: !done }), bytes, isLast: done };
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

async function* linesOf(parts: AsyncGenerator<Part>, reading: Reading): AsyncGenerator<Entry> {
  let line = 0;
  for await (const { lines, bytes } of wholeLines(parts))
    for (const one of lines) {
      line += 1;
      if (one === null) yield { line, bytes, problem: TOO_LONG };
      else if (one.trim() !== '') {
        const record = parsed(one);
        yield { line, bytes, ...(record ? runOf(cellsOf(record), reading) : { problem: NO_OBJECT }) };
      }
    }
}

const cellsOf = (record: Record<string, unknown>): Cells =>
  Object.entries(record).flatMap(([name, value]) => {
    const column = columnOf(name);
    return column ? [[column, name, value] as const] : [];
  });

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
  { delimiter, names }: OpenedCsv,
  reading: Reading,
): AsyncGenerator<Entry> {
  const reader = new CsvReader(delimiter);
  const used = (reading.columns ?? []).flatMap((column, at) =>
    column ? [[column, names[at] ?? '', at] as const] : [],
  );
  let hasNames = false;
  for await (const { text, bytes, isLast } of parts)
    for (const { line, fields, problem } of reader.read(text, isLast)) {
      if (problem !== undefined) yield { line, bytes, problem };
      else if (!hasNames) hasNames = true;
      else if (fields.slice(names.length).some((field) => field.trim() !== ''))
        yield {
          line,
          bytes,
          problem: `It has ${fields.length} fields, the first line ${names.length}. Put fields that hold the separator in double quotes.`,
        };
      else {
        const cells = used.map(([column, name, at]) => [column, name, fields[at]] as const);
        yield { line, bytes, ...runOf(cells, reading) };
      }
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
