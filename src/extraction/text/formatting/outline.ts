import type { BlockKind, Format } from '../blocks.ts';
import { BLOCK, type Writer } from '../writer.ts';

/** Level of a line that is entirely bold, which answers use as a heading: "**Cons:**". */
export const BOLD_LINE = 7;
const MOST_DEPTH = 16;
/** Entries indented by less than this relative to others are their siblings. */
const INDENT = 2;

const format = (kind: BlockKind, level = 0, row = -1, column = -1): Format => ({ kind, level, row, column });
export const PARAGRAPH = format('PARAGRAPH');
const CODE = format('CODE');
const HEADINGS = Array.from({ length: BOLD_LINE + 1 }, (_, level) => format('HEADING', level));
const ITEMS = Array.from({ length: MOST_DEPTH + 1 }, (_, depth) => format('ITEM', depth));

/** Tracks headings, lists and tables through an answer and sets the format of each block in the writer. */
export class Outline {
  readonly #out: Writer;
  /** Columns of the marks of the open list entries, outermost first. */
  readonly #indents: number[] = [];
  #isAfterBlank = true;
  /** Row of the current table, -1 outside; 0 only until its header has been read. */
  #row = -1;
  #column = 0;
  /** The number of blocks begun before the line that may be a header. */
  #lineBlock = 0;
  #htmlLists = 0;
  #htmlRow = 0;
  #htmlColumn = -1;

  constructor(out: Writer) {
    this.#out = out;
  }

  blank(): void {
    this.#out.begin(PARAGRAPH);
    this.#isAfterBlank = true;
    this.#row = -1;
  }

  heading(level: number, indent: number): void {
    this.#out.begin(HEADINGS[level]!);
    if (level < BOLD_LINE || (this.#isAfterBlank && indent < INDENT)) this.#indents.length = 0;
    this.#leaveTable();
  }

  item(indent: number): void {
    const indents = this.#indents;
    while (indents.length > 0 && indents.at(-1)! + INDENT > indent) indents.pop();
    if (indents.length < MOST_DEPTH) indents.push(indent);
    this.#out.begin(ITEMS[indents.length]!);
    this.#leaveTable();
  }

  code(): void {
    this.#out.begin(CODE);
    this.#leaveTable();
  }

  /** A line of running text, or a row of a table if the line before was one. */
  line(indent: number, isAfterOwnBlock: boolean): boolean {
    this.#lineBlock = this.#out.blocks;
    if (this.#row >= 0) {
      this.#startRow();
      return true;
    }
    if (isAfterOwnBlock) this.#out.begin(PARAGRAPH);
    if (this.#isAfterBlank && indent < INDENT) this.#indents.length = 0;
    this.#isAfterBlank = false;
    return false;
  }

  /** A line that begins with "|". */
  row(): void {
    this.#lineBlock = this.#out.blocks;
    if (this.#row < 0) this.#row = 0;
    this.#startRow();
    this.#isAfterBlank = false;
  }

  /** A "|" within a line. */
  pipe(): void {
    if (this.#row < 0) this.#out.gap(BLOCK);
    else this.#out.begin(format('CELL', 0, this.#row, ++this.#column));
  }

  /**
   * A line of marks only, which may change the role of the line before.
   * @param isAfterRow whether that line has a "|"
   */
  rule(line: string, isAfterRow: boolean): void {
    const blocks = this.#out.blocks;
    const isSeparator = line.includes('|');
    if (isSeparator && !this.#isAfterBlank) {
      if (this.#row <= 1 && isAfterRow) {
        for (let at = this.#lineBlock; at < blocks; at++) {
          const { row, column } = this.#out.formatOf(at);
          this.#out.setFormat(at, format('CELL', 0, 0, row < 0 ? at - this.#lineBlock : column));
        }
        this.#row = 0;
      }
      this.#out.begin(PARAGRAPH);
      return;
    }
    const isTitle =
      !this.#isAfterBlank && blocks === this.#lineBlock + 1 && /^[ \t]*(?:=+|-+)[ \t]*$/.test(line);
    if (isTitle && this.#out.formatOf(this.#lineBlock) === PARAGRAPH) {
      this.#out.setFormat(this.#lineBlock, HEADINGS[line.includes('=') ? 1 : 2]!);
    }
    this.blank();
  }

  /** An HTML tag that ends a block. */
  tag(name: string, isClosing: boolean): void {
    const format = this.#formatAfter(name, isClosing);
    if (format === null) this.#out.gap(BLOCK);
    else this.#out.begin(format);
  }

  #formatAfter(name: string, isClosing: boolean): Format | null {
    switch (name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return isClosing ? PARAGRAPH : HEADINGS[Number(name[1])]!;
      case 'ul':
      case 'ol':
        this.#htmlLists = Math.max(0, this.#htmlLists + (isClosing ? -1 : 1));
        return PARAGRAPH;
      case 'li':
        return isClosing ? PARAGRAPH : ITEMS[Math.min(MOST_DEPTH, Math.max(1, this.#htmlLists))]!;
      case 'pre':
        return isClosing ? PARAGRAPH : CODE;
      case 'table':
        this.#htmlRow = 0;
        return PARAGRAPH;
      case 'tr':
        if (!isClosing) this.#htmlRow++;
        this.#htmlColumn = -1;
        return PARAGRAPH;
      case 'th':
      case 'td':
        if (isClosing) return PARAGRAPH;
        this.#htmlColumn++;
        if (name === 'th' && this.#htmlRow === 1 && this.#htmlColumn === 0) this.#htmlRow = 0;
        return format('CELL', 0, this.#htmlRow, this.#htmlColumn);
      default:
        return null;
    }
  }

  #startRow(): void {
    this.#column = 0;
    this.#out.begin(format('CELL', 0, ++this.#row, 0));
  }

  #leaveTable(): void {
    this.#lineBlock = this.#out.blocks;
    this.#isAfterBlank = false;
    this.#row = -1;
  }
}

/** Columns of the white space and marks in [from, to). A tab indents by four. */
export function widthOf(text: string, from: number, to: number): number {
  let width = to - from;
  for (let i = from; i < to; i++) if (text[i] === '\t') width += 3;
  return width;
}
