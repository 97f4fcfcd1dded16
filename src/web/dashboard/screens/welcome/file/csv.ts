import Papa from 'papaparse';

/** Longer records are no answers: a quote was opened and never closed. */
export const LONGEST_RECORD = 4_000_000;
export const DELIMITERS = [',', ';', '\t', '|'] as const;
/** The characters that are parsed at a time, so that the page stays awake. */
const AT_A_TIME = 200_000;

/** A record of a CSV, or why there is none. */
export interface CsvRecord {
  /** The line of the file on which it begins, from 1. */
  line: number;
  fields: string[];
  problem?: string;
}

const OPEN_QUOTE =
  'A quote in it is opened and not closed. Close it, and write a quote inside a quoted field twice ("").';

/** What the parser knows after a row. */
interface Step {
  data: string[][];
  errors: unknown[];
  meta: { cursor: number };
}

/**
 * Splits CSV that arrives in parts. The library parses text; the parts are decoded before, because its own reading of
 * files tears characters of several bytes. A quote that is not closed costs its own line alone: the parser is started
 * again on the next.
 */
export class CsvReader {
  readonly #delimiter: string;
  #newline: '\r' | '\n' | undefined;
  #rest = '';
  #line = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** The records that end in a part of the text. @param isLast whether it is the last part */
  *read(part: string, isLast = false): Generator<CsvRecord> {
    this.#rest += part;
    // A file that ends some lines by \r\n and others by \n is one of \n: the parser knows but one.
    this.#newline ??= part.includes('\r') && !part.includes('\n') ? '\r' : '\n';
    while (this.#rest !== '') {
      const { rows, hasFailed, isPaused } = this.#rows(isLast);
      let at = 0;
      for (const { fields, end } of rows) {
        // An empty line is no record.
        if (fields.length > 1 || fields[0] !== '') yield { line: this.#line, fields };
        this.#line += this.#linesIn(at, end);
        at = end;
      }
      if (hasFailed || (!isPaused && this.#rest.length - at > LONGEST_RECORD)) {
        yield { line: this.#line, fields: [], problem: OPEN_QUOTE };
        const end = this.#rest.indexOf(this.#newline, at);
        at = end === -1 ? this.#rest.length : end + 1;
        this.#line += 1;
      } else if (!isPaused) {
        this.#rest = isLast ? '' : this.#rest.slice(at);
        return;
      }
      this.#rest = this.#rest.slice(at);
    }
  }

  /** The next rows, up to one with a stray quote. */
  #rows(isLast: boolean) {
    const rows: { fields: string[]; end: number }[] = [];
    let [hasFailed, isPaused] = [false, false];
    const step = ({ data: [fields = []], errors, meta }: Step) => {
      hasFailed = errors.length > 0;
      isPaused = meta.cursor > AT_A_TIME;
      if (!hasFailed) rows.push({ fields: withoutReturn(fields), end: meta.cursor });
      if (hasFailed || isPaused) parser.abort();
    };
    const config = { delimiter: this.#delimiter, newline: this.#newline, fastMode: false, step };
    const parser = new Papa.Parser(config as unknown as Papa.ParseConfig);
    // A quote before a blank that ends a part may close its field, if a line end follows.
    const text = isLast ? this.#rest : withoutBlanks(this.#rest);
    // The errors that remain are those of a row that has not ended.
    const { errors } = parser.parse(text, 0, !isLast) as Step;
    return { rows, hasFailed: hasFailed || errors.length > 0, isPaused };
  }

  #linesIn(from: number, to: number): number {
    const newline = this.#newline ?? '\n';
    let lines = 0;
    for (let at = this.#rest.indexOf(newline, from); at !== -1 && at < to; lines += 1)
      at = this.#rest.indexOf(newline, at + 1);
    return Math.max(1, lines);
  }
}

function withoutBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\r')) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

/** The fields of a line that ends by \r\n. */
function withoutReturn(fields: string[]): string[] {
  const last = fields.at(-1);
  return last?.endsWith('\r') ? [...fields.slice(0, -1), last.slice(0, -1)] : fields;
}

/** The delimiter of a CSV, by the names of its columns. @param head the beginning of the file */
export function delimiterOf(head: string): string {
  const [first = ''] = head.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const { meta } = Papa.parse(first, { delimitersToGuess: [...DELIMITERS] });
  return meta.delimiter;
}
