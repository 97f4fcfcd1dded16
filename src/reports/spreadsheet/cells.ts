import { DAY_MS } from '../../base/days.ts';

/** A cell's value; null: an empty cell. */
export type Value = string | number | boolean | null;

/** Styles of cells, in the order of styles.xml. A text with a date's style becomes a date. */
export const STYLES = ['plain', 'day', 'time', 'head', 'wrapped'] as const;
export type Style = (typeof STYLES)[number];
const NUMBERS = Object.fromEntries(STYLES.map((style, at) => [style, at])) as Record<Style, number>;

/** Rows and characters beyond these are an error to Excel. */
export const MOST_ROWS = 1_048_576;
export const MOST_CHARACTERS = 32_767;
const CUT = ' … (cut)';

/** Excel counts days from here. It knows a 29 February 1900, so days before March are not what they seem. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = Date.UTC(1900, 2, 1);

/** Characters that XML 1.0 has no way to write. */
const NO_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const REPLACEMENT = '\uFFFD';
/** Excel reads _x0041_ as A, so an underscore before such a text is written so itself. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;
const MARKUP = /[&<>\r]/g;
/** Without its own escape, a reader of XML would make a carriage return a line feed. */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** The XML of a sheet's rows, and how many texts it could not keep as they are. */
export class RowWriter {
  /** Texts that were longer than a cell may be. */
  cut = 0;
  /** Texts with characters that a cell cannot hold. */
  replaced = 0;
  #row = 0;
  readonly #names: string[] = [];

  /** The next row. @param styles of its cells @throws Error if a sheet cannot have so many rows */
  row(values: readonly Value[], styles: readonly Style[]): string {
    this.#row += 1;
    if (this.#row > MOST_ROWS) throw new Error(`A sheet has at most ${MOST_ROWS} rows.`);
    let cells = '';
    for (let at = 0; at < values.length; at += 1) {
      this.#names[at] ??= columnName(at);
      cells += this.#cell(`${this.#names[at]}${this.#row}`, values[at] as Value, styles[at] ?? 'plain');
    }
    return `<row r="${this.#row}">${cells}</row>`;
  }

  #cell(reference: string, value: Value, style: Style): string {
    if (value === null) return '';
    const opened = `<c r="${reference}"${style === 'plain' ? '' : ` s="${NUMBERS[style]}"`}`;
    // A number is written as in JSON: both are read back as the same 64 bits.
    if (typeof value === 'number') return `${opened}><v>${value}</v></c>`;
    if (typeof value === 'boolean') return `${opened} t="b"><v>${value ? 1 : 0}</v></c>`;
    const serial = style === 'day' || style === 'time' ? dateSerial(value) : null;
    if (serial !== null) return `${opened}><v>${serial}</v></c>`;
    // An inline text has no formula: whatever it begins with, nothing runs it.
    return `${opened} t="inlineStr"><is><t xml:space="preserve">${this.#text(value)}</t></is></c>`;
  }

  #text(value: string): string {
    let text = value;
    if (text.length > MOST_CHARACTERS) {
      this.cut += 1;
      text = `${text.slice(0, MOST_CHARACTERS - CUT.length).replace(/[\uD800-\uDBFF]$/, '')}${CUT}`;
    }
    const held = text.toWellFormed().replace(NO_XML, REPLACEMENT);
    if (held !== text) this.replaced += 1;
    return held
      .replace(LOOKS_ESCAPED, '_x005F_')
      .replace(MARKUP, (character) => ESCAPES[character] as string);
  }
}

/** A day (YYYY-MM-DD) or time (RFC 3339) as Excel counts it; null: it is none, or before 1 March 1900. */
function dateSerial(text: string): number | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) || ms < FIRST_DAY ? null : (ms - DAY_ZERO) / DAY_MS;
}

const LETTERS = 26;

/** The name of a column: A to Z, then AA. */
function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % LETTERS));
  return at < LETTERS ? last : `${columnName(Math.floor(at / LETTERS) - 1)}${last}`;
}
