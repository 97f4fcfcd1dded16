import { isSpace, isWordAt, isWordBefore } from './characters.ts';
import type { Span } from './sentences.ts';

/** Maximum length of a snippet in UTF-16 code units, including "…". */
const MAX_SNIPPET = 300;
const MAX_QUOTED = MAX_SNIPPET - 2;

/** The sentence as one line of at most 300 code units. A longer one is cut between words, around the name. */
export function snippetOf(text: string, sentence: Span, name: Span): string {
  let { start, end } = sentence;
  while (start < name.start && isSpace(text.charCodeAt(start))) start++;
  while (end > name.end && isSpace(text.charCodeAt(end - 1))) end--;
  const whole = { start, end };
  if (end - start > MAX_SNIPPET) {
    const nameEnd = Math.min(name.end, name.start + MAX_QUOTED);
    const before = (MAX_QUOTED - (nameEnd - name.start)) >> 1;
    const from = Math.max(start, Math.min(name.start - before, end - MAX_QUOTED));
    const to = Math.min(end, from + MAX_QUOTED);
    start = from > start ? wordStart(text, from, name.start) : from;
    end = to < end ? wordEnd(text, to, nameEnd) : to;
  }
  const words = text.slice(start, end).replace(/\s+/g, ' ').trim().toWellFormed();
  return `${start > whole.start ? '…' : ''}${words}${end < whole.end ? '…' : ''}`;
}

/** The first offset in [from, limit] that does not divide a word. */
function wordStart(text: string, from: number, limit: number): number {
  let start = from;
  while (start < limit && divides(text, start)) start++;
  return start;
}

/** The last offset in [limit, to] that does not divide a word, except inside an overlong name. */
function wordEnd(text: string, to: number, limit: number): number {
  let end = to;
  while (end > limit && divides(text, end)) end--;
  return isPairDivided(text, end) ? end - 1 : end;
}

function divides(text: string, at: number): boolean {
  return isPairDivided(text, at) || (isWordBefore(text, at) && isWordAt(text, at));
}

function isPairDivided(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const previous = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && previous >= 0xd800 && previous <= 0xdbff;
}
