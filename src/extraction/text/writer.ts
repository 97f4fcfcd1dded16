import type { Block, Format } from './blocks.ts';
import { isSpace, isWordAt, isWordBefore } from './characters.ts';

/** In cleaned text: the end of a line inside a paragraph. A name may run across it, a sentence ends there. */
export const LINE_END = '\n';
/** In cleaned text: the end of a block (paragraph, list entry, table cell, heading). Nothing runs across it. */
export const BLOCK_END = '\f';

/** Separators between the text written so far and the next. Of several the strongest counts. */
export const GLUE = 1; // removed markup: a space, if two words would grow together
export const SPACE = 2;
export const LINE = 3;
export const BLOCK = 4;
type Gap = 0 | typeof GLUE | typeof SPACE | typeof LINE | typeof BLOCK;

const SEPARATORS = ['', '', ' ', LINE_END, BLOCK_END] as const;

/** Where markup was erased; no answer's own character, as those are white space. */
export const SEAM = '\x01';

/** An answer as a reader sees it. */
export interface CleanedText {
  text: string;
  /** Ascending; only white space lies between them. */
  blocks: Block[];
  /** What the text was written from, for `placesIn`. */
  written: Written;
}

/** The pieces of a text with the places in the answer that each stands for. Those between words have none. */
export interface Written {
  pieces: readonly string[];
  from: readonly number[];
  /** UTF-16 code units; another number than the piece has where it stands for something else, such as an entity. */
  length: readonly number[];
  /** Of each block, those that are empty too: the pieces up to the next BLOCK_END. */
  formats: readonly Format[];
}

/** Collects cleaned text: every run of white space becomes one separator, none at the start or the end. */
export class Writer {
  readonly #parts: string[] = [];
  /** Of each part where it was taken from; without meaning for separators. */
  readonly #from: number[] = [];
  readonly #length: number[] = [];
  /** Of each block begun. */
  readonly #formats: Format[] = [];
  #next: Format;
  #gap: Gap = 0;
  #isErased = false;

  constructor(first: Format) {
    this.#next = first;
  }

  /** How many blocks have been begun. */
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

  /** Ends the block; what is written next and all that follows is of this format. */
  begin(format: Format): void {
    this.#gap = BLOCK;
    this.#next = format;
  }

  /**
   * Appends text that neither starts nor ends in white space; answers its place, for `replace`.
   * @param from where in the answer it stands
   * @param length of what it stands for there
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
    const place = this.#parts.push(text) - 1;
    this.#from[place] = from;
    this.#length[place] = length;
    return place;
  }

  /** Takes back the last character if it is `character`, leaving the gap before it pending. */
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

  /** The block that text would begin here; null: it would go on. */
  opening(): Format | null {
    return this.#gap === BLOCK || this.#parts.length === 0 ? this.#next : null;
  }

  /** The index in the answer of what was written at `place`. */
  placeOf(place: number): number {
    return this.#from[place]!;
  }

  /** Whether the bracket written at `place` opens an image, not a link. */
  isImage(place: number): boolean {
    return this.#parts[place] === '![';
  }

  /** Takes back everything from `place` on, leaving the gap before it pending. */
  cut(place: number): void {
    while (this.#parts.length > place) if (this.#parts.pop() === BLOCK_END) this.#next = this.#formats.pop()!;
    this.#reopen();
  }

  /** Removes markup written earlier at `place`, keeping the words beside it apart. */
  erase(place: number): void {
    if (place === this.#parts.length - 1) this.cut(place);
    else {
      this.#parts[place] = SEAM;
      this.#isErased = true;
    }
  }

  /** Drops a space that is pending. */
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
