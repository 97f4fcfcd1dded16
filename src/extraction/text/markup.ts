/**
 * Finds the ends of markup. Every function takes the offset at which a piece of markup begins and returns the offset
 * after it, or -1 if there is none. All are bounded, so that a scan that calls them at every character of a hostile
 * answer stays linear.
 */
import { decodeHTMLStrict } from 'entities';
import { isAsciiAlphanumeric, isSpace, isWordAt, isWordBefore } from './characters.ts';

const MAX_ENTITY = 34; // "&CounterClockwiseContourIntegral;" is the longest
const MAX_TITLE = 500;
const MAX_TARGET_PARENTHESES = 32; // same as in CommonMark's reference implementation

/** Start of the URL whose "://" or first dot is at `i`, not before `from`; -1 if there is none. */
export function urlStart(text: string, i: number, from: number): number {
  if (text[i] === '.') {
    const isWww = i - 3 >= from && text.slice(i - 3, i).toLowerCase() === 'www' && !isWordBefore(text, i - 3);
    return isWww && isWordAt(text, i + 1) ? i - 3 : -1;
  }
  if (!text.startsWith('://', i)) return -1;
  const scheme = /(?:https?|ftp|\b[a-z]{2,12})$/i.exec(text.slice(Math.max(from, i - 13), i));
  return scheme === null ? -1 : i - scheme[0].length;
}

/** A URL in running text: up to white space, a delimiter or CJK punctuation, without closing punctuation. */
export function urlEnd(text: string, start: number): number {
  let depth = 0;
  let i = start;
  for (; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isSpace(unit) || '<>[]"`|'.includes(text[i]!) || (unit >= 0x3000 && unit <= 0x303f)) break;
    if (unit === 0xe201 || (unit >= 0xff01 && unit <= 0xff0f) || (unit >= 0x2018 && unit <= 0x201d)) break;
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

/** An HTML character reference with its semicolon, and its text; null if it is none ("AT&T;" is not). */
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

/** Finds the ends of code spans in one text. Call it with growing offsets. */
export class CodeSpans {
  readonly #text: string;
  /** Offsets of runs of backticks by their length, last one first. */
  #runs: Map<number, number[]> | null = null;
  /** The next blank line, which no span crosses. */
  #paragraphEnd = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset of the run of backticks that closes the run of this length at `start`; -1 if there is none. */
  closing(start: number, length: number): number {
    this.#runs ??= backtickRuns(this.#text);
    // The table may lack a run of this length: a backslash escapes its first backtick, and the table has the whole run.
    const runs = this.#runs.get(length) ?? [];
    while (runs.length > 0 && runs.at(-1)! <= start) runs.pop();
    if (this.#paragraphEnd < start) {
      const blank = this.#text.indexOf('\n\n', start);
      this.#paragraphEnd = blank < 0 ? this.#text.length : blank;
    }
    const close = runs.at(-1) ?? this.#text.length;
    return close < this.#paragraphEnd ? close : -1;
  }
}

const CODE =
  /^[ \t]*(?:`{3,}[^`\n]*|~{3,}[^\n]*)$[\s\S]*?^[ \t]*(?:`{3,}[^`\n]*|~{3,}[^\n]*)$|(?<!\\)`(?!`)[^`\n]+`/gm;

/** Returns a test: is an offset in a closed fence or a span of code in one line? Call it with growing offsets. */
export function codeIn(text: string): (offset: number) => boolean {
  const all = text.includes('`') || text.includes('~~~') ? text.matchAll(CODE) : [].values();
  let next = all.next();
  return (offset) => {
    while (!next.done && next.value.index + next.value[0].length <= offset) next = all.next();
    return !next.done && next.value.index <= offset;
  };
}

/** The offsets of all runs of backticks by length, last one first. */
function backtickRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const same = runs.get(match[0].length);
    if (same === undefined) runs.set(match[0].length, [match.index]);
    else same.push(match.index);
  }
  for (const same of runs.values()) same.reverse();
  return runs;
}

const NUMBERS = '[1-9]\\d{0,3}(?:[,;–-] ?(?:[a-z_]{1,20}:)?[1-9]\\d{0,3}){0,9}';
/** Citation marks: [1], [2, 3], [^note], ^[1]^, 【4†source】, [citation:1], [cite_start], [span_1](start_span). */
const CITATION = new RegExp(
  `\\[(?:\\^[\\w.-]{1,40}\\^?\\]:?|[1-9]\\d{0,2}(?:†[^\\]\\n]{0,80})?(?:[,;–-] ?[1-9]\\d{0,2}){0,9}\\]|` +
    'oai_citation:[^\\]\\n]{0,200}\\]|cite_(?:start|end)\\]|doc[1-9]\\d{0,2}\\]|span_\\d{1,4}\\](?=\\((?:start|end)_span\\))|filecite:[\\w-]{1,60}\\]|' +
    `(?:(?:cite|ref|web|page|post|doc|image|memory|[a-z]+_file|generated_image)(?:: ?|_)|(?:[Cc]itation|[Rr]eference|[Ss]ource)(?:: ?|[_ ]))` +
    `(?:0|${NUMBERS})\\])|` +
    `\\^\\[${NUMBERS}\\]\\^?|(?<![\\w)\\]])\\^(?=\\[)|` +
    '【(?:\\d{1,20}(?:[:,] ?\\d{1,20})?(?:†[^【】\\n]{0,200})?|\\{[^【】\\n]{0,500}\\})】',
  'y',
);

/** A citation mark, including the target of its link. */
export function citationEnd(text: string, start: number): number {
  CITATION.lastIndex = start;
  if (!CITATION.test(text)) return -1;
  const end = CITATION.lastIndex;
  const target = text[end] === '(' ? linkTargetEnd(text, end) : -1;
  return target < 0 ? end : target;
}

const NUMBER_IN_ELEMENT =
  /(?:<a\b[^<>]{0,500}>)?\[?[1-9]\d{0,2}(?:[,–-] ?[1-9]\d{0,2}){0,9}\]?(?:<\/a>)?<\/[a-z]{3,10}>/iy;

/** The end of an element that cites by a number. A superscript does after a word or a sentence, not after a unit. */
export function numberedCitationEnd(text: string, name: string, start: number, inside: number): number {
  if (!/^(?:sup|cite|citation|ref|reference|source)$/.test(name)) return -1;
  const before = text.slice(Math.max(0, start - 4), start);
  if (name === 'sup' && !/(?:\p{L}{4}|[.,;:!?)”"»])$/u.test(before)) return -1;
  NUMBER_IN_ELEMENT.lastIndex = inside;
  return NUMBER_IN_ELEMENT.test(text) ? NUMBER_IN_ELEMENT.lastIndex : -1;
}
