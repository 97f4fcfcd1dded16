/**
 * What the place of a sentence says of the names in it: the heading or label above it, and the other cells of a table's
 * row. One pass over the blocks of an answer.
 */
import type { Block } from '../text/blocks.ts';
import { LINE_END } from '../text/writer.ts';
import { hasWords, type Label, labelIn, readRemark, type Said } from './sentence.ts';

/** Longer blocks are prose, not the head of a list. */
const MAX_HEAD = 120;
/** Blocks looked at for one name: cells of its row, labelled entries below it. */
const MAX_BLOCKS = 40;
/** What "Top picks" over a list says of an entry with nothing else, and "Brands to avoid". */
const LEAD = 0.4;

/** What stands above a block. */
interface Place {
  /** "Cons": what it says is a fault. */
  label: Label;
  /** "Brands to avoid": the names in it are, if nothing else is said of them. */
  lead: Said | null;
  /** The block that says so. */
  at: number;
}

const NOWHERE: Place = { label: 0, lead: null, at: -1 };

export class Context {
  readonly #text: string;
  readonly #blocks: readonly Block[];
  readonly #places: Place[] = [];
  /** Starts of the namings, ascending. */
  readonly #names: readonly number[];

  constructor(text: string, blocks: readonly Block[], names: readonly number[]) {
    this.#text = text;
    this.#blocks = blocks;
    this.#names = names;
  }

  /** The block that holds an offset of the text, by index. */
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

  /** @param start of a sentence in the block; "Cons:" may be one before it */
  labelOf(block: number, start = -1): Label {
    const { label } = this.#placeOf(block);
    if (label !== 0 || start < 0) return label;
    const from = this.#blocks[block]?.start ?? start;
    return start > from ? this.#labelAtHead(from, start) : 0;
  }

  /** What is said around a block that names somebody and says nothing itself; null: nothing. */
  around(block: number): Said | null {
    const own = this.#blocks[block];
    if (own === undefined) return null;
    if (own.kind === 'CELL') return own.row === 0 || own.column !== 0 ? null : this.#row(block);
    return this.#below(block) ?? this.#placeOf(block).lead;
  }

  /** What the line directly above says of a block that is only a name, or a list of those to avoid. */
  over(block: number, start: number): Said | null {
    const from = this.#blocks[block]?.start ?? start;
    if (start > from) {
      // A line of the same paragraph.
      const line = Math.max(from, this.#text.lastIndexOf(LINE_END, start - 2) + 1);
      if (start - line > MAX_HEAD || this.#text[start - 2] !== ':' || this.#namesIn(line, start)) return null;
      const said = readRemark(this.#text, line, start, 0);
      return this.#leadIn(said);
    }
    const { lead, at } = this.#placeOf(block);
    return lead !== null && (lead.criticism > 0 || (at === block - 1 && /^best/i.test(lead.words[0] ?? '')))
      ? lead
      : null;
  }

  #placeOf(block: number): Place {
    if (this.#blocks.length === 0) return NOWHERE;
    // Made up to the block that is asked for: most answers are asked about few.
    while (this.#places.length <= block) this.#places.push(this.#placed(this.#places.length));
    return this.#places[block]!;
  }

  /** What stands over the blocks that follow, by the last heading, the last line with a colon and the entries above. */
  #heading: Place = NOWHERE;
  #intro: Place = NOWHERE;
  #introAt = -1;
  readonly #entries: Place[] = [];
  readonly #columns: Label[] = [];

  #placed(index: number): Place {
    const block = this.#blocks[index]!;
    switch (block.kind) {
      case 'HEADING': {
        const before = this.#blocks[index - 1];
        const above = before?.kind === 'HEADING' ? this.#heading : NOWHERE;
        this.#heading = this.#headOf(block, index);
        this.#intro = NOWHERE;
        this.#introAt = -1;
        this.#entries.length = 0;
        return above;
      }
      case 'PARAGRAPH': {
        const above = this.#introAt >= 0 && this.#introAt === index - 1 ? this.#intro : this.#heading;
        const head = this.#headOf(block, index);
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
        let above = this.#entries.findLast((place) => place !== undefined && place !== NOWHERE);
        above ??= this.#introAt >= 0 ? this.#intro : this.#heading;
        const own = this.#headOf(block, index);
        this.#entries[block.level - 1] = own;
        if (own === NOWHERE) return above;
        // A line after the entry, which heads the next list.
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

  /** What a heading, a line or an entry says of what stands below it. */
  #headOf({ start: from, end, kind }: Block, at: number): Place {
    const line = this.#text.lastIndexOf(LINE_END, end - 1) + 1;
    const start = Math.max(from, line);
    if (end - start > MAX_HEAD) return NOWHERE;
    const isHead =
      kind === 'HEADING' ||
      this.#text[end - 1] === ':' ||
      (end - start <= MAX_HEAD / 2 &&
        (start > from || (kind === 'PARAGRAPH' && this.#blocks[at + 1]?.kind === 'ITEM')));
    if (!isHead) return NOWHERE;
    const label = labelIn(this.#text, start, end);
    if (label !== 0) return { label, lead: this.#leadOf(label), at };
    if (this.#namesIn(start, end)) return NOWHERE;
    const lead = this.#leadIn(readRemark(this.#text, start, end, 0));
    return lead === null ? NOWHERE : { label: 0, lead, at };
  }

  #leadIn({ praise, criticism, words }: Said): Said | null {
    if (criticism >= 0.5 && praise === 0) return this.#leadOf(-1, words);
    return praise >= 0.75 && criticism === 0 ? this.#leadOf(1, words) : null;
  }

  #leadOf(label: Label, words: string[] = []): Said {
    return { praise: label > 0 ? LEAD : 0, criticism: label < 0 ? LEAD : 0, words };
  }

  #endsWithColon({ end }: Block): boolean {
    return this.#text[end - 1] === ':';
  }

  /** What the other cells of the row say. */
  #row(block: number): Said | null {
    const { row } = this.#blocks[block]!;
    const all: Said = { praise: 0, criticism: 0, words: [] };
    for (let i = block + 1; i < Math.min(this.#blocks.length, block + MAX_BLOCKS); i++) {
      const cell = this.#blocks[i]!;
      if (cell.kind !== 'CELL' || cell.row !== row) break;
      this.#add(all, cell.start, cell.end, this.labelOf(i));
    }
    return all.praise + all.criticism === 0 ? null : all;
  }

  /** What entries labelled as merits or faults below a line that is only a name say. */
  #below(block: number): Said | null {
    const own = this.#blocks[block]!;
    if (own.end - own.start > MAX_HEAD / 2) return null;
    const all: Said = { praise: 0, criticism: 0, words: [] };
    for (let i = block + 1; i < Math.min(this.#blocks.length, block + MAX_BLOCKS); i++) {
      const { kind, level, start, end } = this.#blocks[i]!;
      const isNext =
        kind === own.kind &&
        kind !== 'PARAGRAPH' &&
        level <= own.level &&
        labelIn(this.#text, start, end) === 0;
      if (isNext || kind === 'CELL' || this.#namesIn(start, end)) break;
      const label = this.labelOf(i) || this.#labelAtHead(start, end);
      if (label !== 0 && labelIn(this.#text, start, end) === 0) this.#add(all, start, end, label);
    }
    return all.praise + all.criticism === 0 ? null : all;
  }

  #labelAtHead(start: number, end: number): Label {
    const colon = this.#text.indexOf(':', start);
    return colon < 0 || colon >= end ? 0 : labelIn(this.#text, start, colon);
  }

  #add(all: Said, start: number, end: number, label: Label): void {
    if (!hasWords(this.#text, start, end)) return;
    const { praise, criticism, words } = readRemark(this.#text, start, end, label);
    all.praise += praise;
    all.criticism += criticism;
    all.words.push(...words.slice(0, 8 - all.words.length));
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
