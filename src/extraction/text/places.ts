import { isSpace } from './characters.ts';
import type { Span } from './sentences.ts';
import type { CleanedText } from './writer.ts';

/**
 * Returns a function that maps a span of a cleaned text to its span in the original answer, from its first to its last
 * character that is not white space. That span includes markup in between. UTF-16 code units, the end is exclusive.
 */
export function originsIn(answer: string, { text, written }: CleanedText): (span: Span) => Span {
  const { pieces, from, length } = written;
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let at = 0;
  // Only white space was joined, dropped or inserted between the pieces. Everything else is in the text in the same
  // order.
  for (const [k, piece] of pieces.entries()) {
    const isVerbatim = length[k] === piece.length;
    for (let unit = 0; unit < piece.length; unit++) {
      if (isSpace(piece.charCodeAt(unit))) continue;
      while (at < text.length && isSpace(text.charCodeAt(at))) at++;
      starts[at] = from[k]! + (isVerbatim ? unit : 0);
      ends[at] = isVerbatim ? starts[at]! + 1 : from[k]! + length[k]!;
      at++;
    }
  }
  const sent = sentOffsets(answer);
  return ({ start, end }) => {
    let first = start;
    let last = end - 1;
    while (first < last && isSpace(text.charCodeAt(first))) first++;
    while (last > first && isSpace(text.charCodeAt(last))) last--;
    return { start: sent(starts[first]!), end: sent(ends[last]! - 1) + 1 };
  };
}

/** Returns a function from offsets in an answer with normalised line ends (`clean`) to those in the answer as sent. */
export function sentOffsets(answer: string): (offset: number) => number {
  if (!answer.includes('\r\n')) return (offset) => offset;
  const offsets: number[] = [];
  for (let at = 0; at < answer.length; at++) if (!answer.startsWith('\r\n', at)) offsets.push(at);
  return (offset) => offsets[offset] ?? answer.length;
}
