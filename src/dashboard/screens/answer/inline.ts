import { safeUrl } from '../../state/text.ts';

/** A stretch of text as it stands in the source, or what an escape or entity there means. */
export interface Leaf {
  type: 'text';
  text: string;
  /** Where it begins in the source. */
  start: number;
  /** How long it is there. */
  length: number;
}

export type Inline =
  | Leaf
  | { type: 'break' }
  | { type: 'strong' | 'emphasis' | 'deleted' | 'code'; children: Inline[] }
  /** Without an address where it is none of http or https. */
  | { type: 'link'; url: string | null; children: Inline[] };

/** Text of one or more lines, and where in the source each of its letters stands. */
export interface Passage {
  text: string;
  offsets: readonly number[];
}

/** How far a closing mark is looked for: none of a hostile text is read again and again. */
const REACH = 600;
const DEEPEST = 6;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}_]/u;
const BARE_URL = /https?:\/\/[^\s<>()[\]"'`*|]+/iy;
const STOPS = '.,;:!?';
const AUTOLINK = /<(https?:\/\/[^\s<>]+)>/iy;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/iy;
const BREAK_TAG = /<(?:br\s*\/?|\/p|\/div|\/li|\/tr|\/h[1-6])\s*>/iy;
/** Markup that says nothing without its looks. Any other tag is shown as the text that it is. */
const PLAIN_TAG =
  /<\/?(?:p|div|li|ul|ol|tr|td|th|table|thead|tbody|h[1-6]|b|strong|i|em|u|span|sup|sub|a|cite)(?:\s[^<>]{0,400})?>/iy;

/** @returns what a passage of Markdown says; whatever is not understood is text */
export function parseInline(passage: Passage, from = 0, to = passage.text.length, depth = 0): Inline[] {
  const { text, offsets } = passage;
  const nodes: Inline[] = [];
  let begun = from;
  let at = from;
  const leaf = (start: number, end: number, meaning = text.slice(start, end)): Leaf => ({
    type: 'text',
    text: meaning,
    start: offsets[start]!,
    length: offsets[end - 1]! + 1 - offsets[start]!,
  });
  const flush = () => {
    if (at > begun) nodes.push(leaf(begun, at));
  };
  const take = (end: number, ...found: Inline[]) => {
    flush();
    nodes.push(...found);
    at = begun = end;
  };
  const within = (start: number, end: number) => parseInline(passage, start, end, depth + 1);
  const matched = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    return match !== null && at + match[0].length <= to ? match : null;
  };

  while (at < to) {
    const letter = text[at]!;
    if (letter === '\n') take(at + 1, { type: 'break' });
    else if (letter === '\\' && at + 1 < to && PUNCTUATION.test(text[at + 1]!))
      take(at + 2, leaf(at + 1, at + 2));
    else if (letter === '`') {
      const size = runOf(text, at, to);
      const end = closing(text, '`'.repeat(size), at + size, to, () => true);
      if (end === -1) at += size;
      else take(end + size, { type: 'code', children: lines(passage, at + size, end, leaf) });
    } else if ((letter === '*' || letter === '_' || letter === '~') && depth < DEEPEST) {
      const found = emphasisAt(text, at, to);
      if (found === null) at += runOf(text, at, to);
      else {
        const inside = within(at + found.size, found.end);
        take(found.end + found.size, wrapped(letter, found.size, inside));
      }
    } else if (letter === '[' && depth < DEEPEST) {
      const found = linkAt(text, at, to);
      if (found === null) at++;
      else {
        // An image is shown by its words alone: its address would be asked of another server.
        if (text[at - 1] === '!' && at > begun) at--;
        const open = text[at] === '!' ? at + 2 : at + 1;
        take(found.end, { type: 'link', url: safeUrl(found.url), children: within(open, found.close) });
      }
    } else if (letter === '<') {
      const auto = matched(AUTOLINK);
      const url = auto?.[1];
      const isBreak = matched(BREAK_TAG);
      const tag = isBreak ?? matched(PLAIN_TAG);
      if (auto && url !== undefined)
        take(at + auto[0].length, {
          type: 'link',
          url: safeUrl(url),
          children: [leaf(at + 1, at + 1 + url.length)],
        });
      else if (tag) take(at + tag[0].length, ...(isBreak ? [{ type: 'break' as const }] : []));
      else at++;
    } else if (letter === '&') {
      const entity = matched(ENTITY);
      const meaning = entity && meaningOf(entity);
      if (entity && meaning) take(at + entity[0].length, leaf(at, at + entity[0].length, meaning));
      else at++;
    } else if ((letter === 'h' || letter === 'H') && (at === from || !WORD.test(text[at - 1]!))) {
      const url = withoutStops(matched(BARE_URL)?.[0]);
      if (url === undefined) at++;
      else
        take(at + url.length, {
          type: 'link',
          url: safeUrl(url),
          children: [leaf(at, at + url.length)],
        });
    } else at++;
  }
  at = to;
  flush();
  return nodes;
}

/** Lines of code: nothing in them means anything. */
function lines(
  { text }: Passage,
  from: number,
  to: number,
  leaf: (start: number, end: number) => Leaf,
): Inline[] {
  const nodes: Inline[] = [];
  for (let start = from; start < to; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 || newline > to ? to : newline;
    if (end > start) nodes.push(leaf(start, end));
    if (end < to) nodes.push({ type: 'break' });
    start = end + 1;
  }
  return nodes;
}

function wrapped(letter: string, size: number, children: Inline[]): Inline {
  if (letter === '~') return { type: 'deleted', children };
  if (size === 1) return { type: 'emphasis', children };
  if (size === 2) return { type: 'strong', children };
  return { type: 'strong', children: [{ type: 'emphasis', children }] };
}

/** How many of the same letter stand there. */
function runOf(text: string, at: number, to: number): number {
  let end = at;
  while (end < to && text[end] === text[at]) end++;
  return end - at;
}

/** Where a mark closes, within reach; -1 where it does not. */
function closing(
  text: string,
  mark: string,
  from: number,
  to: number,
  isRight: (at: number) => boolean,
): number {
  const end = Math.min(to, from + REACH);
  const window = text.slice(from, end);
  for (let at = window.indexOf(mark); at !== -1; ) {
    const size = runOf(text, from + at, end);
    if (size === mark.length && at > 0 && isRight(from + at)) return from + at;
    at = window.indexOf(mark, at + size);
  }
  return -1;
}

function emphasisAt(text: string, at: number, to: number): { size: number; end: number } | null {
  const letter = text[at]!;
  const size = runOf(text, at, to);
  const isTilde = letter === '~';
  if (size > 3 || (isTilde && size !== 2)) return null;
  if (at + size >= to || /\s/.test(text[at + size]!)) return null;
  if (letter === '_' && at > 0 && WORD.test(text[at - 1]!)) return null;
  const end = closing(text, letter.repeat(size), at + size, to, (close) => {
    if (/\s/.test(text[close - 1]!) || text[close - 1] === '\\') return false;
    return letter !== '_' || close + size >= text.length || !WORD.test(text[close + size]!);
  });
  return end === -1 ? null : { size, end };
}

/** A link such as `[words](address "title")`. */
function linkAt(text: string, at: number, to: number): { close: number; url: string; end: number } | null {
  const reach = Math.min(to, at + REACH);
  let depth = 0;
  let close = at;
  for (; close < reach; close++) {
    if (text[close] === '\\') close++;
    else if (text[close] === '[') depth++;
    else if (text[close] === ']' && --depth === 0) break;
  }
  if (close >= reach || text[close + 1] !== '(') return null;
  const farthest = Math.min(to, close + 4_200);
  let end = close + 2;
  for (depth = 1; end < farthest; end++) {
    if (text[end] === '\n') return null;
    if (text[end] === '(') depth++;
    else if (text[end] === ')' && --depth === 0) break;
  }
  if (end >= farthest) return null;
  const url = text
    .slice(close + 2, end)
    .trim()
    .replace(/\s["'(].*$/, '')
    .trimEnd()
    .replace(/^<(.*)>$/, '$1');
  return { close, url, end: end + 1 };
}

/** An address in a sentence, without the sentence's own signs behind it. */
function withoutStops(url: string | undefined): string | undefined {
  let end = url?.length ?? 0;
  while (end > 0 && STOPS.includes(url![end - 1]!)) end--;
  return url?.slice(0, end);
}

function meaningOf([, decimal, hex, name]: RegExpExecArray): string | null {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? null;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code >= 32 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    ? String.fromCodePoint(code)
    : null;
}
