/**
 * The stance that a name gets from its position: the heading or label above it, and the other cells of its table row.
 * One pass over the blocks of an answer.
 */
import type { Block } from '../text/blocks.ts';
import { LINE_END } from '../text/writer.ts';
import { add, splitPieces } from './following.ts';
import { nothing, type Said } from './said.ts';
import { hasWords, type Label, labelIn } from './sentence/labels.ts';
import { readRemark } from './sentence/sentence.ts';

/** Longer blocks are prose, not the head of a list. */
const MAX_HEAD = 120;
/** Maximum number of blocks checked for one name: cells of its row, labelled entries below it. */
const MAX_BLOCKS = 40;
/** Maximum number of characters read below one name. */
const MAX_BELOW = 800;
/** Weight of a list head such as "Top picks" or "Brands to avoid" for an entry without other evidence. */
const LEAD = 0.4;

/** The text above a block. */
interface Position {
  /** "Cons": statements below it are faults. */
  label: Label;
  /** "Brands to avoid": the stance towards the names below it, unless they have other evidence. */
  lead: Said | null;
  /** Index of the block with that text. */
  at: number;
}

const NOWHERE: Position = { label: 0, lead: null, at: -1 };

export class Context {
  readonly #text: string;
  readonly #blocks: readonly Block[];
  readonly #positions: Position[] = [];
  /** Starts of the namings, ascending. */
  readonly #names: readonly number[];

  constructor(text: string, blocks: readonly Block[], names: readonly number[]) {
    this.#text = text;
    this.#blocks = blocks;
    this.#names = names;
  }

  /** Index of the block at an offset of the text. */
  blockAt(offset: number): number {
    const blocks = this.#blocks;
    let low = 0;
    let high = blocks.length;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (blocks[middle]!.start <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  /** @param start of a sentence in the block; a label such as "Cons:" may precede it */
  labelOf(block: number, start = -1): Label {
    const { label } = this.#readPosition(block);
    if (label !== 0 || start < 0) return label;
    const from = this.#blocks[block]?.start ?? start;
    return start > from ? this.#labelAtHead(from, start) : 0;
  }

  /** End of the block, or of the following paragraph if there is one and `withNext` is true. */
  endOf(block: number, withNext: boolean): number {
    const own = this.#blocks[block];
    const next = this.#blocks[block + 1];
    if (own?.kind === 'ITEM' && next?.kind === 'ITEM') {
      // The last line of the entry may be the head of the next list.
      const line = this.#lineStart(own.start, own.end);
      if (line > own.start && this.#readHead(own, block) !== NOWHERE) return line;
    }
    return (withNext && next?.kind === 'PARAGRAPH' ? next : this.#blocks[block])?.end ?? this.#text.length;
  }

  /**
   * The stance in the surroundings of a block that names a subject without any evidence; null: none.
   *
   * @param isAlone whether it names only one subject
   */
  around(block: number, isAlone: boolean): Said | null {
    const own = this.#blocks[block];
    if (own === undefined) return null;
    if (own.kind === 'CELL') {
      if (!isAlone) return null;
      return own.row === 0 ? this.#column(block) : this.#row(block);
    }
    return this.#below(block, isAlone) ?? this.#readPosition(block).lead;
  }

  /** The stance in the line directly above a block that is only a name, or above a list of brands to avoid. */
  over(block: number, start: number): Said | null {
    const from = this.#blocks[block]?.start ?? start;
    if (start > from) {
      // A line of the same paragraph.
      const line = this.#lineStart(from, start - 1);
      if (start - line > MAX_HEAD || this.#text[start - 2] !== ':' || this.#namesIn(line, start)) return null;
      const said = readRemark(this.#text, line, start, 0);
      return this.#leadIn(said);
    }
    const { lead, at } = this.#readPosition(block);
    return lead !== null && (lead.criticism > 0 || (at === block - 1 && /^best/i.test(lead.words[0] ?? '')))
      ? lead
      : null;
  }

  #readPosition(block: number): Position {
    if (this.#blocks.length === 0) return NOWHERE;
    // Computed up to the requested block, because for most answers few blocks are requested.
    while (this.#positions.length <= block) this.#positions.push(this.#placed(this.#positions.length));
    return this.#positions[block]!;
  }

  /** The text that applies to the next blocks: the last heading, the last line with a colon, and the entries above. */
  #heading: Position = NOWHERE;
  #intro: Position = NOWHERE;
  #introAt = -1;
  readonly #entries: Position[] = [];
  readonly #columns: Label[] = [];

  #placed(index: number): Position {
    const block = this.#blocks[index]!;
    switch (block.kind) {
      case 'HEADING': {
        const before = this.#blocks[index - 1];
        const above = before?.kind === 'HEADING' ? this.#heading : NOWHERE;
        this.#heading = this.#readHead(block, index);
        this.#intro = NOWHERE;
        this.#introAt = -1;
        this.#entries.length = 0;
        return above;
      }
      case 'PARAGRAPH': {
        const above = this.#introAt >= 0 && this.#introAt === index - 1 ? this.#intro : this.#heading;
        const head = this.#readHead(block, index);
        this.#entries.length = 0;
        if (head !== NOWHERE || this.#endsWithColon(block)) {
          this.#intro = head;
          this.#introAt = index;
          return NOWHERE;
        }
        this.#introAt = -1;
        this.#intro = NOWHERE;
        this.#heading = { label: this.#heading.label, lead: null, at: -1 };
        return above;
      }
      case 'ITEM': {
        this.#entries.length = Math.min(this.#entries.length, block.level - 1);
        let above = this.#entries.findLast((position) => position !== undefined && position !== NOWHERE);
        above ??= this.#introAt >= 0 ? this.#intro : this.#heading;
        const own = this.#readHead(block, index);
        this.#entries[block.level - 1] = own;
        if (own === NOWHERE) return above;
        // The last line of the entry is the head of the next list.
        if (this.#text.slice(block.start, block.end).includes(LINE_END)) {
          this.#entries.length = 0;
          this.#intro = own;
          this.#introAt = index;
          return above;
        }
        return NOWHERE;
      }
      case 'CELL': {
        if (block.row === 0) {
          this.#columns[block.column] = labelIn(this.#text, block.start, block.end);
          return NOWHERE;
        }
        return { label: this.#columns[block.column] ?? 0, lead: null, at: -1 };
      }
      default:
        return NOWHERE;
    }
  }

  /** The meaning of a heading, line or entry for the blocks below it. */
  #readHead({ start: from, end, kind }: Block, at: number): Position {
    const start = this.#lineStart(Math.max(from, end - MAX_HEAD - 1), end);
    if (end - start > MAX_HEAD) return NOWHERE;
    const isHead =
      kind === 'HEADING' ||
      this.#text[end - 1] === ':' ||
      (end - start <= MAX_HEAD / 2 &&
        (start > from || (kind === 'PARAGRAPH' && this.#blocks[at + 1]?.kind === 'ITEM')));
    if (!isHead) return NOWHERE;
    const label = labelIn(this.#text, start, end);
    if (label !== 0) return { label, lead: this.#leadSaid(label), at };
    if (this.#namesIn(start, end)) return NOWHERE;
    const lead = this.#leadIn(readRemark(this.#text, start, end, 0));
    return lead === null ? NOWHERE : { label: 0, lead, at };
  }

  #leadIn({ praise, criticism, words }: Said): Said | null {
    if (criticism >= 0.5 && praise === 0) return this.#leadSaid(-1, words);
    return praise >= 0.75 && criticism === 0 ? this.#leadSaid(1, words) : null;
  }

  #leadSaid(label: Label, words: string[] = []): Said {
    return { praise: label > 0 ? LEAD : 0, criticism: label < 0 ? LEAD : 0, words };
  }

  /** The start of the line that ends at `end`; at least `from`. */
  #lineStart(from: number, end: number): number {
    let start = end;
    while (start > from && this.#text[start - 1] !== LINE_END) start--;
    return start;
  }

  #endsWithColon({ end }: Block): boolean {
    return this.#text[end - 1] === ':';
  }

  /** The stance in the other cells of the row, if they name nobody. */
  #row(block: number): Said | null {
    const { row, column } = this.#blocks[block]!;
    const all = nothing();
    const first = Math.max(0, block - Math.min(column, MAX_BLOCKS));
    for (let i = first; i < Math.min(this.#blocks.length, block + MAX_BLOCKS); i++) {
      const cell = this.#blocks[i]!;
      if (cell.kind !== 'CELL' || cell.row !== row) {
        if (i < block) continue; // empty cells have no block
        break;
      }
      if (i === block) continue;
      if (this.#namesIn(cell.start, cell.end)) return null;
      this.#add(all, cell.start, cell.end, this.labelOf(i));
    }
    return all.praise + all.criticism === 0 ? null : all;
  }

  /** The stance in the cells below a name in the header of a table. */
  #column(block: number): Said | null {
    const { column } = this.#blocks[block]!;
    if (column === 0) return null;
    const all = nothing();
    for (let i = block + 1; i < Math.min(this.#blocks.length, block + 2 * MAX_BLOCKS); i++) {
      const cell = this.#blocks[i]!;
      if (cell.kind !== 'CELL' || (cell.row === 0 && cell.column <= column)) break;
      if (cell.row > 0 && cell.column === column) this.#add(all, cell.start, cell.end, 0);
    }
    return all.praise + all.criticism === 0 ? null : all;
  }

  /** The stance in the blocks below a line that is only a name: entries, with or without labels, and paragraphs. */
  #below(block: number, isAlone: boolean): Said | null {
    const own = this.#blocks[block]!;
    if (own.end - own.start > MAX_HEAD / 2) return null;
    const all = nothing();
    const ruling = this.#labelOfNamed(own.start, own.end);
    let left = MAX_BELOW;
    for (let i = block + 1; i < Math.min(this.#blocks.length, block + MAX_BLOCKS) && left > 0; i++) {
      const { kind, level, start, end } = this.#blocks[i]!;
      const itself = labelIn(this.#text, start, end);
      const isNext = kind === own.kind && kind !== 'PARAGRAPH' && level <= own.level && itself === 0;
      if (isNext || kind === 'CELL' || this.#namesIn(start, end)) break;
      if (itself !== 0) continue;
      const label = this.labelOf(i) || ruling;
      const isOwn = isAlone && (kind === 'ITEM' || (own.kind === 'HEADING' && kind === 'PARAGRAPH'));
      if (label === 0 && !isOwn && this.#labelAtHead(start, end) === 0) {
        if (kind === 'PARAGRAPH' && own.kind !== 'HEADING') break;
        continue;
      }
      let ofLine = label;
      for (const [from, to] of splitPieces(this.#text, start, Math.min(end, start + left))) {
        if (from === start || this.#text[from - 1] === LINE_END)
          ofLine = this.#labelAtHead(from, to) || label;
        this.#add(all, from, to, ofLine);
      }
      left -= end - start;
    }
    return all.praise + all.criticism === 0 ? null : all;
  }

  /** "Cons of NAME": statements below it are faults. */
  #labelOfNamed(start: number, end: number): Label {
    const of = /^[^\n]{2,40}? (?:of|for|with|about|to) /.exec(
      this.#text.slice(start, Math.min(end, start + MAX_HEAD)),
    );
    return of === null ? 0 : labelIn(this.#text, start, start + of[0].lastIndexOf(' ', of[0].length - 2));
  }

  #labelAtHead(start: number, end: number): Label {
    const colon = this.#text.indexOf(':', start);
    return colon < 0 || colon >= end ? 0 : labelIn(this.#text, start, colon);
  }

  #add(all: Said, start: number, end: number, label: Label): void {
    if (!hasWords(this.#text, start, end)) return;
    add(all, readRemark(this.#text, start, end, label));
  }

  #namesIn(start: number, end: number): boolean {
    let low = 0;
    let high = this.#names.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#names[middle]! < start) low = middle + 1;
      else high = middle;
    }
    return low < this.#names.length && this.#names[low]! < end;
  }
}
