/**
 * Where a piece of markup ends. Every function takes the offset at which it begins and answers the offset
 * after it, or -1 where there is none. All are bounded, so that a scan that asks at every character of a
 * hostile answer stays linear.
 */
import { decodeHTMLStrict } from 'entities';
import { isAsciiAlphanumeric, isLower, isSpace, isUpper } from './characters.ts';

const MAX_ENTITY = 34; // "&CounterClockwiseContourIntegral;" is the longest
const MAX_TITLE = 500;
const MAX_TARGET_PARENTHESES = 32; // as CommonMark's reference implementation

/** A URL in running text: to white space, a delimiter or CJK punctuation, less closing punctuation. */
export function urlEnd(text: string, start: number): number {
  let depth = 0;
  let i = start;
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isSpace(unit) || '<>[]"`|'.includes(text[i]!) || (unit >= 0x3000 && unit <= 0x303f)) break;
    if ((unit >= 0xff01 && unit <= 0xff0f) || (unit >= 0x2018 && unit <= 0x201d)) break;
    if (unit === 42 /* * */ && text.charCodeAt(i + 1) === 42) break;
    if (unit === 40 /* ( */) depth++;
    if (unit === 41 /* ) */ && --depth < 0) break;
  }
  while (i > start && ".,;:!?'*_~\\".includes(text[i - 1]!)) i--;
  return i;
}

/** The `(target "title")` of a markdown link. */
export function linkTargetEnd(text: string, start: number): number {
  if (text[start] !== '(') return -1;
  let i = start + 1;
  while (text[i] === ' ') i++;
  if (text[i] === '<') {
    while (i < text.length && text[i] !== '>' && text[i] !== '\n' && text[i] !== '(') i++;
    if (text[i] !== '>') return -1;
    i++;
  } else {
    let depth = 1;
    for (let opened = 0; i < text.length; i++) {
      if (isSpace(text.charCodeAt(i))) break;
      if (text[i] === '\\') i++;
      else if (text[i] === '(') {
        if (++opened > MAX_TARGET_PARENTHESES) return -1;
        depth++;
      } else if (text[i] === ')' && --depth === 0) break;
    }
  }
  while (text[i] === ' ') i++;
  if (text[i] === ')') return i + 1;
  const quote = text[i] === '(' ? ')' : text[i];
  if (quote !== '"' && quote !== "'" && quote !== ')') return -1;
  const limit = Math.min(text.length, i + MAX_TITLE);
  for (i++; i < limit; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '\n') return -1;
    else if (text[i] === quote) {
      let end = i + 1;
      while (text[end] === ' ' && end < limit) end++;
      if (text[end] === ')') return end + 1;
      if (quote === ')') return -1;
    }
  }
  return -1;
}

/** An HTML character reference with its semicolon; its text, or null where it is none ("AT&T;" is not). */
export function entityAt(text: string, start: number): { end: number; decoded: string } | null {
  let end = start + 1;
  const limit = Math.min(text.length, start + MAX_ENTITY);
  if (text[end] === '#') end++;
  while (end < limit && isAsciiAlphanumeric(text.charCodeAt(end))) end++;
  if (text[end] !== ';') return null;
  const reference = text.slice(start, end + 1);
  const decoded = decodeHTMLStrict(reference);
  return decoded === reference ? null : { end: end + 1, decoded };
}

/** The labels of reference definitions (`[label]: target`), in lower case. */
export function definedLabels(text: string): Set<string> {
  const labels = new Set<string>();
  for (let at = text.indexOf(']:'); at >= 0; at = text.indexOf(']:', at + 2)) {
    const open = text.slice(Math.max(0, at - 200), at).lastIndexOf('[');
    if (open >= 0)
      labels.add(
        text
          .slice(Math.max(0, at - 200), at)
          .slice(open + 1)
          .trim()
          .toLowerCase(),
      );
  }
  return labels;
}

/** The offsets of all runs of backticks by length, last one first. */
export function backtickRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const same = runs.get(match[0].length);
    if (same === undefined) runs.set(match[0].length, [match.index]);
    else same.push(match.index);
  }
  for (const same of runs.values()) same.reverse();
  return runs;
}

const BLOCK_TAGS = new Set(
  (
    'address article aside blockquote br caption center dd details dialog div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td tfoot ' +
    'th thead title tr ul'
  ).split(' '),
);

interface Tag {
  end: number;
  /** In lower case; '' of a comment. */
  name: string;
  isClosing: boolean;
  /** Whether the words on its two sides are in different blocks. */
  block: boolean;
}

/** Finds HTML tags and comments of one text, remembering what it learned on the way to stay linear. */
export class TagFinder {
  readonly #text: string;
  /** Characters that may still be read in vain, looking for the end of a tag with quoted attributes. */
  #patience: number;
  /** The offset at which each mark was found last: there is none between the offset asked for then and this one. */
  readonly #found = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
    this.#patience = 2 * text.length;
  }

  /** The tag, comment or closed script/style element at `start` (a "<"), or null for a plain "<". */
  tagAt(start: number): Tag | null {
    const text = this.#text;
    const next = text.charCodeAt(start + 1);
    if (next === 33 /* ! */ || next === 63 /* ? */) {
      const isComment = text.startsWith('<!--', start);
      const end = isComment ? this.#after('-->', start + 4) : this.#tagEnd(start + 2);
      return end < 0 ? null : { end, name: '', isClosing: false, block: false };
    }
    let i = start + (next === 47 /* / */ ? 2 : 1);
    const nameStart = i;
    if (!isLower(text.charCodeAt(i)) && !isUpper(text.charCodeAt(i))) return null;
    while (isAsciiAlphanumeric(text.charCodeAt(i)) || text[i] === '-' || text[i] === ':') i++;
    if (text[i] !== '>' && text[i] !== '/' && !isSpace(text.charCodeAt(i))) return null;
    const end = this.#tagEnd(i);
    if (end < 0) return null;
    const name = text.slice(nameStart, i).toLowerCase();
    const isClosing = next === 47;
    if (!isClosing && (name === 'script' || name === 'style')) {
      const closing = this.#after(`</${name}`, end);
      const closed = closing < 0 ? -1 : this.#after('>', closing);
      if (closed >= 0) return { end: closed, name, isClosing, block: true };
    }
    return { end, name, isClosing, block: BLOCK_TAGS.has(name) };
  }

  /** The offset after the ">" of the tag that `from` lies in; -1 where a "<" comes first: then it was no tag. */
  #tagEnd(from: number): number {
    const end = this.#patience > 0 ? this.#scanTag(from, true) : -1;
    return end >= 0 ? end : this.#scanTag(from, false);
  }

  #scanTag(from: number, honourQuotes: boolean): number {
    const text = this.#text;
    let quote = '';
    let i = from;
    for (; i < text.length; i++) {
      const character = text[i]!;
      if (quote !== '') {
        if (character === quote) quote = '';
      } else if (character === '>') return i + 1;
      else if (character === '<') break;
      else if (honourQuotes && text[i - 1] === '=' && (character === '"' || character === "'"))
        quote = character;
    }
    if (honourQuotes) this.#patience -= i - from;
    return -1;
  }

  /** The offset after the next `mark`, in any letter case; -1 if there is none. To be called with growing offsets. */
  #after(mark: string, from: number): number {
    let found = this.#found.get(mark);
    if (found === undefined || found < from) {
      const pattern = new RegExp(mark, 'gi');
      pattern.lastIndex = from;
      found = pattern.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
      this.#found.set(mark, found);
    }
    return found === Number.POSITIVE_INFINITY ? -1 : found + mark.length;
  }
}
