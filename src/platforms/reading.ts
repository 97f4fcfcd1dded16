import { withoutReasoning } from '../extraction/text/reasoning.ts';
import { at, textAt } from './body.ts';
import { type Citation, isWebAddress, readSources } from './evidence.ts';

/** A kind of part that was not read, and how many of it there were. */
export interface LeftOut {
  kind: string;
  count: number;
}

const MOST_KINDS = 20;
const LONGEST_KIND = 60;
/** Kinds of parts whose texts are what a model tells itself. */
const REASONING = /reason|think|thought|reflect|analysis|summary|commentary|scratch/i;
/** Kinds of parts that stand between paragraphs: what a model did between two texts. */
const BETWEEN = /tool|call|code|result|response|search|function/i;

/** The parts read from a response. Parts of an unknown kind or form are left out and counted; nothing here throws. */
export class Reading {
  #paragraphs = [''];
  readonly #unknownTexts: string[] = [];
  readonly #cited: { url: unknown; title: unknown }[] = [];
  readonly #leftOut = new Map<string, number>();

  /** Adds a text that only a citation can divide from the one before. @returns whether there is any */
  add(text: unknown): boolean {
    if (typeof text !== 'string' || text === '') return false;
    this.#paragraphs.push(`${this.#paragraphs.pop()}${text}`);
    return true;
  }

  /** Begins a paragraph: a message, a tool call, a search or reasoning stands between. */
  divide(): void {
    if (this.#paragraphs.at(-1) !== '') this.#paragraphs.push('');
  }

  /** Adds a source that the answer cites. */
  cite(url: unknown, title: unknown): void {
    if (isWebAddress(url)) this.#cited.push({ url, title });
    else this.count('citation without a web address');
  }

  /**
   * Reads a part of a kind that the form does not list. Without a kind its text counts as the answer's; with an unknown
   * kind only where the response has no other text, and never where the kind sounds of reasoning.
   * @param where what the part is, in words
   */
  other(part: unknown, where: string): void {
    const kind = at(part, 'type');
    this.leaveOut(kind, where);
    if (typeof kind !== 'string' && this.add(at(part, 'text'))) return;
    const text = textAt(part, 'text');
    if (text !== null && !REASONING.test(String(kind))) this.#unknownTexts.push(text);
    const isStep = at(part, 'id') !== undefined || at(part, 'tool_use_id') !== undefined;
    if (isStep || BETWEEN.test(String(kind)) || REASONING.test(String(kind))) this.divide();
  }

  leaveOut(kind: unknown, where: string): void {
    this.count(typeof kind === 'string' && kind !== '' ? `${where} ${kind}` : `${where} without a type`);
  }

  /** Counts one more of a kind. Beyond the bound, kinds are counted together. */
  count(kind: string): void {
    const named = kind
      .replace(/\p{C}+/gu, ' ')
      .slice(0, LONGEST_KIND)
      .toWellFormed();
    const isRoom = this.#leftOut.has(named) || this.#leftOut.size < MOST_KINDS - 1;
    const name = isRoom ? named : 'others';
    this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + 1);
  }

  /** The text of the answer, without reasoning; '': there is none. */
  get text(): string {
    const paragraphs = this.#paragraphs.map((text) => text.replace(/^\s*\n/, '').trimEnd());
    const [only = ''] = this.#paragraphs;
    const known = paragraphs.length === 1 ? only : paragraphs.filter((text) => text !== '').join('\n\n');
    const text = known.trim() === '' ? this.#unknownTexts.join('\n\n') : known;
    return withoutReasoning(text).replaceAll('\0', '').toWellFormed();
  }

  /** The sources that the answer cites, each once, in its order. */
  get cited(): Citation[] {
    return readSources(this.#cited);
  }

  get leftOut(): LeftOut[] {
    return [...this.#leftOut].map(([kind, count]) => ({ kind, count }));
  }
}
