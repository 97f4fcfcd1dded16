import type { Block, Format } from './blocks.ts';
import { isSpace, isWordAt, isWordBefore } from './characters.ts';

/** In cleaned text: the end of a line inside a paragraph. A name may cross it, a sentence ends there. */
export const LINE_END = '\n';
/** In cleaned text: the end of a block (paragraph, list entry, table cell, heading). Nothing crosses it. */
export const BLOCK_END = '\f';

/** Separators between the text written so far and the next. The strongest of several counts. */
export const GLUE = 1; // removed markup: a space, if two words would otherwise join
export const SPACE = 2;
export const LINE = 3;
export const BLOCK = 4;
type Gap = 0 | typeof GLUE | typeof SPACE | typeof LINE | typeof BLOCK;

const SEPARATORS = ['', '', ' ', LINE_END, BLOCK_END] as const;

/** Marks erased markup. An answer's own control characters are white space, so it is unambiguous. */
export const SEAM = '\x01';

/** An answer as a reader sees it. */
export interface CleanedText {
  text: string;
  /** Ascending; only white space lies between them. */
  blocks: Block[];
  /** The source of the text, for `originsIn`. */
  written: Written;
}

/** The pieces of a text with their offsets in the answer. Separators between words have none. */
export interface Written {
  pieces: readonly string[];
  from: readonly number[];
  /** UTF-16 code units. It differs from the piece's length if the piece replaces something, such as an entity. */
  length: readonly number[];
  /** For each block, including empty ones: the pieces up to the next BLOCK_END. */
  formats: readonly Format[];
}

/** Collects cleaned text. Every run of white space becomes one separator, with none at the start or the end. */
export class Writer {
  readonly #parts: string[] = [];
  /** Source offset of each part; meaningless for separators. */
  readonly #from: number[] = [];
  readonly #length: number[] = [];
  /** Format of each begun block. */
  readonly #formats: Format[] = [];
  #next: Format;
  #gap: Gap = 0;
  #isErased = false;

  constructor(first: Format) {
    this.#next = first;
  }

  /** Number of begun blocks. */
  get blocks(): number {
    return this.#formats.length;
  }

  formatOf(block: number): Format {
    return this.#formats[block]!;
  }

  setFormat(block: number, format: Format): void {
    this.#formats[block] = format;
  }

  gap(gap: Gap): void {
    if (gap > this.#gap) this.#gap = gap;
  }

  /** Ends the block. All text that follows has this format. */
  begin(format: Format): void {
    this.#gap = BLOCK;
    this.#next = format;
  }

  /**
   * Appends text that neither starts nor ends with white space; returns its index, for `cut` and `erase`.
   * @param from its offset in the answer
   * @param length of its source there
   */
  write(text: string, from: number, length = text.length): number {
    const last = this.#parts.at(-1);
    if (last === undefined) this.#formats.push(this.#next);
    else if (this.#gap > 0) {
      if (this.#gap > GLUE) this.#parts.push(SEPARATORS[this.#gap]);
      else if (isWordBefore(last, last.length) && isWordAt(text, 0)) this.#parts.push(' ');
      if (this.#gap === BLOCK) this.#formats.push(this.#next);
    }
    this.#gap = 0;
    const part = this.#parts.push(text) - 1;
    this.#from[part] = from;
    this.#length[part] = length;
    return part;
  }

  /** Removes the last character if it is `character`. The separator before it becomes pending again. */
  unwrite(character: string): boolean {
    const last = this.#parts.at(-1);
    if (this.#gap > 0 || last === undefined || !last.endsWith(character)) return false;
    this.#parts.pop();
    const rest = last.slice(0, -1);
    if (rest === '') this.#reopen();
    else {
      const trimmed = rest.trimEnd();
      this.#length[this.#parts.push(trimmed) - 1] = trimmed.length;
      if (trimmed !== rest) this.gap(SPACE);
    }
    return true;
  }

  /** The block that text would begin here; null: it would continue one. */
  opening(): Format | null {
    return this.#gap === BLOCK || this.#parts.length === 0 ? this.#next : null;
  }

  /** The offset in the answer of the text written as this part. */
  offsetOf(part: number): number {
    return this.#from[part]!;
  }

  /** Whether the bracket written as this part opens an image, not a link. */
  isImage(part: number): boolean {
    return this.#parts[part] === '![';
  }

  /** Removes everything from this part on. The separator before it becomes pending again. */
  cut(part: number): void {
    while (this.#parts.length > part) if (this.#parts.pop() === BLOCK_END) this.#next = this.#formats.pop()!;
    this.#reopen();
  }

  /** Removes markup written earlier as this part, keeping the words beside it separate. */
  erase(part: number): void {
    if (part === this.#parts.length - 1) this.cut(part);
    else {
      this.#parts[part] = SEAM;
      this.#isErased = true;
    }
  }

  /** Drops a pending space. */
  closeUp(): void {
    if (this.#gap === SPACE) this.#gap = 0;
  }

  /** Makes a separator at the end pending again. */
  #reopen(): void {
    const gap = SEPARATORS.lastIndexOf(this.#parts.at(-1) as (typeof SEPARATORS)[number]);
    if (gap > GLUE) {
      this.#parts.pop();
      this.gap(gap as Gap);
    }
    if (gap === BLOCK || this.#parts.length === 0) this.#next = this.#formats.pop() ?? this.#next;
  }

  cleaned(): CleanedText {
    let all = this.#parts.join('');
    if (this.#isErased) {
      const apart = all.replace(/\x01+/g, (seam, at: number) =>
        isWordBefore(all, at) && isWordAt(all, at + seam.length) ? ' ' : '',
      );
      all = apart.replace(/ {2,}/g, ' ');
    }
    const text = all.trim();
    const trimmed = text.length === all.length ? 0 : all.length - all.trimStart().length;
    const blocks: Block[] = [];
    let from = 0;
    for (const { kind, level, row, column } of this.#formats) {
      const next = all.indexOf(BLOCK_END, from);
      const to = next < 0 ? all.length : next;
      let start = from;
      let end = to;
      while (start < end && isSpace(all.charCodeAt(start))) start++;
      while (end > start && isSpace(all.charCodeAt(end - 1))) end--;
      if (start < end) blocks.push({ start: start - trimmed, end: end - trimmed, kind, level, row, column });
      from = to + 1;
    }
    return {
      text,
      blocks,
      written: { pieces: this.#parts, from: this.#from, length: this.#length, formats: this.#formats },
    };
  }
}
