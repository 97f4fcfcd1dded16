import type { Mark } from '../../../../extraction/text/marks.ts';
import { safeUrl } from '../../state/text.ts';
import { type Leaf, type Passage, type ReadAnswer, readAnswer } from './passage.ts';

export type Inline =
  | Leaf
  | { type: 'break' }
  | { type: 'strong' | 'emphasis' | 'deleted' | 'code'; children: Inline[] }
  /** Without an address where it is none of http or https. */
  | { type: 'link'; url: string | null; children: Inline[] };

export type Block =
  | { type: 'heading'; level: number; children: Inline[] }
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'list'; first: number | null; items: Block[][] }
  | { type: 'code'; lines: Leaf[] }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] };

/** Of a line that is bold as a whole: its mark says so already. */
const BOLD_LINE = 7;
/** A browser needs very long for a table of thousands of columns and rows. */
const MOST_COLUMNS = 50;
const DEEPEST = 6;
/** Marks that are looked at for one stretch of text: none of a hostile answer is looked through again and again. */
const MOST_MARKS = 50;

/**
 * An answer in blocks whose texts know where they stand in it, so that places told by the API can be marked. Nothing of
 * it becomes markup of the page.
 * @param from where the text begins in the answer, if it is a piece of one
 */
export function blocksOf(text: string, from = 0): Block[] {
  return new Drawing(text, from).blocks();
}

class Drawing {
  readonly #text: string;
  readonly #from: number;
  readonly #read: ReadAnswer;
  #at = 0;
  #mark = 0;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#from = from;
    this.#read = readAnswer(text);
  }

  blocks(): Block[] {
    const blocks: Block[] = [];
    for (let passage = this.#passage(); passage !== undefined; passage = this.#passage())
      blocks.push(this.#block(passage));
    return blocks;
  }

  #passage(): Passage | undefined {
    return this.#read.passages[this.#at];
  }

  /** The next passage, if it is one of the same thing. */
  #next(kind: Passage['format']['kind']): Passage | undefined {
    const passage = this.#passage();
    return passage?.format.kind === kind ? passage : undefined;
  }

  #block(passage: Passage): Block {
    const { kind, level } = passage.format;
    if (kind === 'ITEM') return this.#list(level, passage.number !== null);
    if (kind === 'CELL') return this.#table();
    if (kind === 'CODE') return this.#code();
    const children = this.#inline(passage);
    return kind === 'HEADING' && level < BOLD_LINE
      ? { type: 'heading', level, children }
      : { type: 'paragraph', children };
  }

  #list(level: number, isOrdered: boolean): Block {
    const items: Block[][] = [];
    const first = this.#passage()!.number;
    for (let passage = this.#next('ITEM'); passage !== undefined; passage = this.#next('ITEM')) {
      const own = passage.format.level;
      const isNumbered = passage.number !== null;
      if (own < level || (own === level && isNumbered !== isOrdered)) break;
      const last = items.at(-1);
      if (own > level && last !== undefined) last.push(this.#list(own, isNumbered));
      else items.push([{ type: 'paragraph', children: this.#inline(passage) }]);
    }
    return { type: 'list', first, items };
  }

  #table(): Block {
    const rows: Inline[][][] = [];
    let last = -1;
    let hasHead = false;
    for (let cell = this.#next('CELL'); cell !== undefined; cell = this.#next('CELL')) {
      const { row, column } = cell.format;
      if (row < last || (row === 0 && last < 0 && rows.length > 0)) break;
      if (row > last || rows.length === 0) rows.push([]);
      if (row === 0) hasHead = true;
      last = row;
      const cells = rows.at(-1)!;
      const children = this.#inline(cell);
      // Empty cells hold no text, and are none of the reading's.
      while (cells.length < Math.min(column, MOST_COLUMNS)) cells.push([]);
      if (column < MOST_COLUMNS) cells.push(children);
      else cells.at(-1)!.push({ type: 'break' }, ...children);
    }
    const head = hasHead ? rows.shift()! : [];
    return { type: 'table', head, rows };
  }

  /** Lines of code as they stand in the answer, with the blanks before them. */
  #code(): Block {
    const lines: Leaf[] = [];
    for (let line = this.#next('CODE'); line !== undefined; line = this.#next('CODE')) {
      const first = line.nodes[0]!.start;
      const start = Math.max(this.#text.lastIndexOf('\n', first - 1) + 1, 0);
      const before = lines.at(-1);
      if (before !== undefined) {
        const between = this.#text.slice(before.start + before.length - this.#from, start);
        if (/^ {0,3}(?:```|~~~)/m.test(between)) break;
        for (
          let at = between.indexOf('\n') + 1;
          between.indexOf('\n', at) >= 0;
          at = between.indexOf('\n', at) + 1
        )
          lines.push({ type: 'text', text: '', start: before.start + before.length + at, length: 0 });
      }
      this.#at++;
      const found = this.#text.indexOf('\n', first);
      const end = found < 0 ? this.#text.length : found;
      const text = this.#text.slice(start, end).trimEnd();
      lines.push({ type: 'text', text, start: this.#from + start, length: text.length });
    }
    return { type: 'code', lines };
  }

  /** What a passage says, with its marks. The passage is done with. */
  #inline({ nodes }: Passage): Inline[] {
    this.#at++;
    const { marks } = this.#read;
    const start = nodes[0]?.start ?? 0;
    const last = nodes.at(-1);
    const end = last === undefined ? start : last.start + last.length;
    while (this.#mark < marks.length && marks[this.#mark]!.end <= start) this.#mark++;
    const own: Mark[] = [];
    for (let at = this.#mark; at < marks.length && marks[at]!.start < end; at++) own.push(marks[at]!);
    return this.#marked(nodes, own, 0, 0);
  }

  /** @param from the first of the marks that may lie over them */
  #marked(nodes: readonly Leaf[], marks: readonly Mark[], from: number, depth: number): Inline[] {
    const found: Inline[] = [];
    let first = from;
    for (let at = 0; at < nodes.length; ) {
      const { start } = nodes[at]!;
      while (first < marks.length && marks[first]!.end <= start) first++;
      const over =
        depth < DEEPEST ? marks.slice(first, first + MOST_MARKS).findIndex(covers(nodes[at]!)) : -1;
      if (over < 0) {
        found.push(this.#leaf(nodes[at]!));
        at++;
        continue;
      }
      const mark = marks[first + over]!;
      let end = at + 1;
      while (end < nodes.length && covers(nodes[end]!)(mark)) end++;
      const inside = this.#marked(nodes.slice(at, end), marks, first + over + 1, depth + 1);
      found.push(
        mark.kind === 'link'
          ? { type: 'link', url: safeUrl(mark.url ?? ''), children: inside }
          : { type: mark.kind, children: inside },
      );
      at = end;
    }
    return found;
  }

  #leaf({ url, ...leaf }: Leaf): Inline {
    if (leaf.text === '\n') return { type: 'break' };
    const own: Leaf = { ...leaf, start: this.#from + leaf.start };
    return url === undefined || url === null ? own : { type: 'link', url: safeUrl(url), children: [own] };
  }
}

const covers = (node: Leaf) => (mark: Mark) =>
  mark.start <= node.start && node.start + node.length <= mark.end;
