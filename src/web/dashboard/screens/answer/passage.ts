import type { BlockKind, Format } from '../../../../extraction/text/blocks.ts';
import { readMarkup } from '../../../../extraction/text/clean.ts';
import type { Aside, Bullet, Mark } from '../../../../extraction/text/marks.ts';
import { sentOffsets } from '../../../../extraction/text/places.ts';
import { BLOCK_END, LINE_END, SEAM } from '../../../../extraction/text/writer.ts';

/** A stretch of text as it stands in the answer, or what an entity or white space there means. */
export interface Leaf {
  type: 'text';
  text: string;
  /** Its first character, as an index in the answer. */
  start: number;
  /** How long it is there. */
  length: number;
  /** The target of a link, if it is an address or a citation that the reading leaves out. */
  url?: string | null;
}

/** A block of an answer with the text in it. */
export interface Passage {
  format: Format;
  nodes: Leaf[];
  /** The number of a list's entry; null: it has none. */
  number: number | null;
}

/** The passages of an answer, the marks that lie over them, both by places in the answer. */
export interface ReadAnswer {
  passages: Passage[];
  marks: readonly Mark[];
}

const PARAGRAPH: Format = { kind: 'PARAGRAPH' satisfies BlockKind, level: 0, row: -1, column: -1 };

/**
 * An answer as it is read for names and sentiment: what people see is what was read. What that leaves out and a reader
 * wants to see, addresses and citations, stands where it was.
 */
export function readAnswer(answer: string): ReadAnswer {
  const { written, marks } = readMarkup(answer);
  const passages = new Passages(answer.replaceAll('\r\n', '\n'), written.formats, marks.asides);
  for (const [k, piece] of written.pieces.entries()) {
    if (piece === BLOCK_END) passages.end();
    else if (piece === LINE_END || piece === ' ') passages.blank(piece);
    else if (piece !== SEAM)
      passages.text({ type: 'text', text: piece, start: written.from[k]!, length: written.length[k]! });
  }
  passages.asidesBefore(Number.POSITIVE_INFINITY);
  number(passages.all, marks.bullets);
  const sent = sentOffsets(answer);
  for (const { nodes } of passages.all)
    for (const node of nodes) {
      const start = sent(node.start);
      node.length = sent(node.start + node.length - 1) + 1 - start;
      node.start = start;
    }
  const placed = marks.marks.map((mark) => ({ ...mark, start: sent(mark.start), end: sent(mark.end) }));
  return { passages: passages.all, marks: placed.sort((a, b) => a.start - b.start || b.end - a.end) };
}

class Passages {
  readonly all: Passage[] = [];
  readonly #answer: string;
  readonly #formats: readonly Format[];
  readonly #asides: readonly Aside[];
  #begun = 0;
  #aside = 0;
  #isOpen = false;
  /** What the reading puts before the next text. */
  #blank = '';

  constructor(answer: string, formats: readonly Format[], asides: readonly Aside[]) {
    this.#answer = answer;
    this.#formats = formats;
    this.#asides = asides;
  }

  end(): void {
    this.#blank = '';
    this.#begun++;
    this.#isOpen = false;
  }

  blank(blank: string): void {
    this.#blank = blank;
  }

  text(leaf: Leaf): void {
    const isAfterAside = this.asidesBefore(leaf.start);
    // Text behind an address that begins an entry belongs to that entry.
    if (!this.#isOpen && !(isAfterAside && this.#isSameLine(leaf.start)))
      this.#begin(this.#formats[this.#begun] ?? PARAGRAPH);
    this.#isOpen = true;
    this.#add(leaf);
  }

  /** Adds what was left out before a place; whether there was something. */
  asidesBefore(place: number): boolean {
    const first = this.#aside;
    for (let aside = this.#asides[first]; aside !== undefined && aside.start < place; ) {
      const { start, end, url, opens } = aside;
      const isOwn = opens !== null && !(this.#aside > first && this.#isSameLine(start));
      if (isOwn || this.all.length === 0) this.#begin(opens ?? PARAGRAPH);
      this.#add({ type: 'text', text: this.#answer.slice(start, end), start, length: end - start, url });
      aside = this.#asides[++this.#aside];
    }
    return this.#aside > first;
  }

  #begin(format: Format): void {
    this.all.push({ format, nodes: [], number: null });
  }

  #add(leaf: Leaf): void {
    const { nodes } = this.all.at(-1)!;
    const last = nodes.at(-1);
    if (last !== undefined) {
      const start = last.start + last.length;
      const between = this.#answer.slice(start, leaf.start);
      const isBesideAside = last.url !== undefined || leaf.url !== undefined;
      const blank = isBesideAside ? blankIn(between) : this.#blank;
      if (blank !== '') nodes.push({ type: 'text', text: blank, start, length: between.length });
    }
    this.#blank = '';
    nodes.push(leaf);
  }

  /** Whether a place is in the line of what was added last. */
  #isSameLine(place: number): boolean {
    const last = this.all.at(-1)?.nodes.at(-1);
    return last !== undefined && !this.#answer.slice(last.start, place).includes('\n');
  }
}

/** The blank at an edge of what stands between an address and text beside it. */
function blankIn(between: string): string {
  if (between.includes('\n')) return '\n';
  return /^\s|\s$/.test(between) ? ' ' : '';
}

/** Gives entries of lists their numbers. */
function number(passages: readonly Passage[], bullets: readonly Bullet[]): void {
  let next = 0;
  for (const passage of passages) {
    const start = passage.nodes[0]?.start ?? 0;
    while (next < bullets.length && bullets[next]!.at <= start) next++;
    if (passage.format.kind === 'ITEM') passage.number = bullets[next - 1]?.number ?? null;
  }
}
