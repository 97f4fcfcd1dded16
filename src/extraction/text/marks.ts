/**
 * Formatting from an answer's markup, for display; the cleaned text has none of it. Offsets are in the answer with
 * normalised line ends.
 */
import type { Format } from './blocks.ts';
import { isSpace } from './characters.ts';

export interface Mark {
  kind: 'strong' | 'emphasis' | 'deleted' | 'code' | 'link';
  start: number;
  end: number;
  /** The address of a link, as written. */
  url: string | null;
}

/** Text that a reader sees and the cleaned text omits: an address, the mark of a citation. */
export interface Aside {
  start: number;
  end: number;
  url: string | null;
  /** The block that it would begin; null: it follows text. */
  opens: Format | null;
}

/** The mark before an entry of a list. The entry begins at this offset. */
export interface Bullet {
  at: number;
  /** null: the list has no numbers. */
  number: number | null;
}

/** Maximum number of open runs of marks in one line. */
const MOST_OPEN = 8;

export class Marks {
  readonly marks: Mark[] = [];
  readonly asides: Aside[] = [];
  readonly bullets: Bullet[] = [];
  #open: { start: number; end: number }[] = [];

  /** A line begins: emphasis does not continue across lines. */
  line(): void {
    if (this.#open.length > 0) this.#open = [];
  }

  bullet(at: number, written: string): void {
    const number = Number.parseInt(written, 10);
    this.bullets.push({ at, number: Number.isNaN(number) ? null : number });
  }

  /** A run of `*`, `_` or `~` that is markup. */
  run(text: string, start: number, end: number): void {
    const length = end - start;
    const isSame = (open: { start: number; end: number }) =>
      text[open.start] === text[start] && open.end - open.start === length;
    const at = isSpace(text.charCodeAt(start - 1)) ? -1 : this.#open.findLastIndex(isSame);
    if (at >= 0) {
      const inside = { start: this.#open[at]!.end, end: start, url: null };
      this.#open.length = at;
      if (text[start] === '~') this.marks.push({ kind: 'deleted', ...inside });
      else {
        if (length !== 1) this.marks.push({ kind: 'strong', ...inside });
        if (length !== 2) this.marks.push({ kind: 'emphasis', ...inside });
      }
    } else if (this.#open.length < MOST_OPEN && !isSpace(text.charCodeAt(end)))
      this.#open.push({ start, end });
  }

  code(start: number, end: number): void {
    this.marks.push({ kind: 'code', start, end, url: null });
  }

  /** @param target in its brackets; any other kind, such as a label, has no address */
  link(start: number, end: number, target: string): void {
    this.marks.push({ kind: 'link', start, end, url: urlIn(target) });
  }

  aside(start: number, end: number, target: string, opens: Format | null): void {
    this.asides.push({ start, end, url: target.startsWith('(') ? urlIn(target) : target || null, opens });
  }
}

/** The address in `(address "title")`. */
function urlIn(target: string): string | null {
  if (!target.startsWith('(')) return null;
  const inside = target.slice(1, -1).trim();
  return inside
    .replace(/\s["'(].*$/s, '')
    .trimEnd()
    .replace(/^<(.*)>$/s, '$1');
}
