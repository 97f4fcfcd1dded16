/** Longer records are no answers: a quote was opened and never closed. */
export const LONGEST_RECORD = 4_000_000;
export const DELIMITERS = [',', ';', '\t'] as const;

/** A record of a CSV, or why there is none. */
export interface CsvRecord {
  /** The line of the file on which it begins, from 1. */
  line: number;
  fields: string[];
  problem?: string;
}

/**
 * Splits CSV that arrives in parts (RFC 4180, with any delimiter of DELIMITERS): fields in double quotes may hold the
 * delimiter, line ends and doubled quotes. A quote that is not closed costs its own line alone.
 */
export class CsvReader {
  readonly #delimiter: string;
  #rest = '';
  #line = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The records that end in a part of the text. @param isLast whether it is the last part */
  *read(part: string, isLast = false): Generator<CsvRecord> {
    this.#rest += part;
    let at = 0;
    while (at < this.#rest.length) {
      const found = recordAt(this.#rest, at, this.#delimiter, isLast);
      if (found && found !== 'malformed') {
        // An empty line is no record.
        if (found.fields.length > 1 || found.fields[0] !== '')
          yield { line: this.#line, fields: found.fields };
        this.#line += linesIn(this.#rest, at, found.end);
        at = found.end;
      } else if (found === 'malformed' || isLast || this.#rest.length - at > LONGEST_RECORD) {
        yield {
          line: this.#line,
          fields: [],
          problem:
            'A quote in it is opened and not closed. Close it, and write a quote inside a quoted field twice ("").',
        };
        const end = this.#rest.indexOf('\n', at);
        at = end === -1 ? this.#rest.length : end + 1;
        this.#line += 1;
      } else break;
    }
    this.#rest = this.#rest.slice(at);
  }
}

/**
 * The record at a place of a text, and where the next one begins; null where it is not whole, 'malformed' for stray
 * quotes.
 */
function recordAt(
  text: string,
  start: number,
  delimiter: string,
  isLast: boolean,
): { fields: string[]; end: number } | 'malformed' | null {
  const fields: string[] = [];
  let at = start;
  for (;;) {
    let field: string;
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      // The quote at the very end may be the first of two.
      if (close === -1 || (close === text.length - 1 && !isLast)) return null;
      field = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
      // Else the quote that was found opens another field, lines further down.
      if (at < text.length && endOfField(text, at, delimiter) !== at) return 'malformed';
    } else {
      const end = endOfField(text, at, delimiter);
      field = text.slice(at, end);
      at = end;
    }
    fields.push(field);
    if (at >= text.length) return isLast ? { fields, end: at } : null;
    if (text[at] === delimiter) at += 1;
    else if (text[at] === '\r') {
      if (at + 1 === text.length && !isLast) return null;
      return { fields, end: text[at + 1] === '\n' ? at + 2 : at + 1 };
    } else return { fields, end: at + 1 };
  }
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfField(text: string, from: number, delimiter: string): number {
  const wanted = delimiter.charCodeAt(0);
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === wanted || code === 10 || code === 13) return at;
  }
  return text.length;
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) lines += 1;
  }
  return Math.max(1, lines);
}

/** The delimiter of a CSV, by the names of its columns. @param head the beginning of the file */
export function delimiterOf(head: string): string {
  const [first = ''] = head.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
