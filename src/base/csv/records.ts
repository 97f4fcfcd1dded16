import Papa from 'papaparse';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** A record of a CSV. */
export interface CsvRecord {
  /** The line on which it begins. */
  line: number;
  /** The beginning of the next record: in the text, and its line. */
  end: number;
  nextLine: number;
  /** None where all its cells are empty. */
  fields: string[];
  /** Why it cannot be read. */
  problem?: string;
}

const OPEN_QUOTE =
  'A quote in it is opened and not closed. Close it, and write a quote inside a quoted field twice ("").';
const MOST_OF_HEAD = 100_000;
/** So many lines may come before the names of the columns. */
const MOST_BEFORE_NAMES = 1_000;
const LONGEST_SEPARATOR_LINE = 20;
const MOST_CELLS = 1_000;
const TOO_WIDE = `It has more than ${MOST_CELLS} cells. Save the columns that the template shows.`;
const QUOTE = '"'.charCodeAt(0);
/** The record ends behind this part of the text. */
const CUT = 'CUT';

/**
 * The records of a CSV. A quote that is not closed costs its own line alone, and linear time: Papa Parse would look for
 * its end again from every line.
 * @param start where the first one begins, on the line `line`
 * @param isLast whether the text ends with this part; else a record that has not ended is left for the next part
 */
export function* csvRecords(
  text: string,
  delimiter: string,
  { start = 0, line = 1, isLast = true }: { start?: number; line?: number; isLast?: boolean } = {},
): Generator<CsvRecord> {
  const newline = newlineOf(text);
  for (let at = start; at < text.length; ) {
    const found = recordAt(text, at, { delimiter, newline, isLast });
    if (found === CUT) return;
    const end = typeof found === 'string' ? lineEnd(text, at, newline) : found.end;
    const from = line;
    line += linesIn(text.slice(at, end), newline);
    at = end;
    const ofRecord = { line: from, end, nextLine: line };
    if (typeof found === 'string') yield { ...ofRecord, fields: [], problem: found };
    else yield { ...ofRecord, fields: found.fields.some((field) => field.trim() !== '') ? found.fields : [] };
  }
}

/**
 * The head of a CSV: the delimiter, and where the line with the names of the columns is. A line `sep=;`, empty lines
 * and comments (`#`) come before it.
 * @param isName whether a cell names a column: a line that names two is no comment. null: there are no comments, as the
 *   first line may have values
 */
export function csvHead(
  text: string,
  isName: ((cell: string) => boolean) | null = () => false,
): { delimiter: Delimiter; start: number; line: number } {
  const newline = newlineOf(text);
  let declared: string | undefined;
  let line = 1;
  let start = 0;
  for (; start < text.length && line <= MOST_BEFORE_NAMES; line += 1) {
    const end = lineEnd(text, start, newline);
    const content = text.slice(start, end).trim();
    const short = text.slice(start, Math.min(end, start + LONGEST_SEPARATOR_LINE));
    const [, separator] = /^"?sep=(.|\\t)"?[\r\n]{0,2}$/i.exec(short) ?? [];
    const isComment = isName !== null && content.startsWith('#') && !namesTwo(content, isName);
    if (separator !== undefined) declared = separator === '\\t' ? '\t' : separator;
    else if (!isComment && /[^,;|"'\s]/.test(content)) break;
    start = end;
  }
  if (start >= text.length) [start, line] = [0, 1];
  const delimiter = DELIMITERS.find((one) => one === declared) ?? delimiterOf(text.slice(start));
  return { delimiter, start, line };
}

function namesTwo(line: string, isName: (cell: string) => boolean): boolean {
  return line.split(delimiterOf(line)).filter((cell) => isName(cell)).length > 1;
}

/** The delimiter by a text's first line, which names the columns. */
function delimiterOf(text: string): Delimiter {
  const [first = ''] = text
    .slice(0, MOST_OF_HEAD)
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  return Papa.parse(first, { delimitersToGuess: [...DELIMITERS] }).meta.delimiter as Delimiter;
}
/** A file that ends some lines by \r\n and others by \n is one of \n: the library knows but one. */
function newlineOf(text: string): '\r' | '\n' {
  const head = text.slice(0, MOST_OF_HEAD).replace(/"[^"]*"/g, '');
  return !head.includes('\n') && head.includes('\r') ? '\r' : '\n';
}

function lineEnd(text: string, from: number, newline: string): number {
  const at = text.indexOf(newline, from);
  return at === -1 ? text.length : at + 1;
}

/** The record that begins at `from` and where it ends, or why it cannot be read. */
function recordAt(
  text: string,
  from: number,
  { delimiter, newline, isLast }: { delimiter: string; newline: string; isLast: boolean },
): { end: number; fields: string[] } | string {
  const fields: string[] = [];
  let at = from;
  while (fields.length < MOST_CELLS) {
    const isQuoted = text[at] === '"';
    const start = at;
    if (isQuoted) {
      at = quoteEnd(text, at + 1);
      if (at === -1) return isLast ? OPEN_QUOTE : CUT;
      fields.push(unquoted(text.slice(start + 1, at - 1)));
      while (text[at] === ' ' || (text[at] === '\r' && newline === '\n')) at += 1;
      if (at < text.length && text[at] !== delimiter && text[at] !== newline) return OPEN_QUOTE;
    } else while (at < text.length && text[at] !== delimiter && text[at] !== newline) at += 1;
    const isEnd = at >= text.length || text[at] === newline;
    if (!isQuoted) fields.push(text.slice(start, isEnd && text[at - 1] === '\r' && at > start ? at - 1 : at));
    if (isEnd && at >= text.length && !isLast) return CUT;
    at += 1;
    if (isEnd) return { end: Math.min(at, text.length), fields };
  }
  return TOO_WIDE;
}

const UTF_16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/**
 * The content of a quoted field. By codes: a record of 2 MB of doubled quotes took 41 ms of processor time by `split`
 * and `join`, in which nothing else is answered, and takes 22 so, on the same busy machine.
 */
function unquoted(content: string): string {
  if (!content.includes('""')) return content;
  const codes = new Uint16Array(content.length);
  let length = 0;
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    codes[length] = code;
    length += 1;
    if (code === QUOTE) at += 1;
  }
  return UTF_16.decode(codes.subarray(0, length));
}

/** Behind the end of what a quote opened before `from`; -1: it is not closed. */
function quoteEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1)
    if (text.charCodeAt(at) === QUOTE) {
      if (text.charCodeAt(at + 1) !== QUOTE) return at + 1;
      at += 1;
    }
  return -1;
}

function linesIn(record: string, newline: string): number {
  let lines = 0;
  for (let at = record.indexOf(newline); at !== -1; at = record.indexOf(newline, at + 1)) lines += 1;
  return Math.max(1, lines);
}
