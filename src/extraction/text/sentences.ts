import { isDigit, isLower, isSpace, isUpper } from './characters.ts';
import { BLOCK_END } from './writer.ts';

/** A stretch of cleaned text, in UTF-16 code units. */
export interface Span {
  start: number;
  end: number;
}

/** Longer "sentences" are lists or noise; cutting them bounds the cost of scoring one. */
const MAX_SENTENCE = 1000;

// Made once: making a segmenter costs more than segmenting a paragraph (about 2 µs for two sentences). It ends a
// sentence at every LINE_END without further code.
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A mark that may end a sentence; blocks without one (titles, table cells) need no segmenter. */
const MARK = /[.!?:…。！？।؟\n]/;
/** A sentence does not end after these, even where the segmenter ends it. */
const ABBREVIATION = /(?:^|[\s(])(?:vs|e\.g|i\.e|cf|dr|mr|mrs|ms|st|approx|incl|no|vol|fig)\.\s?$/i;

/**
 * The sentences that hold the given spans, which ascend by start, and for each span the index of its
 * sentence. Lines, list entries and table cells end sentences; no sentence ends inside a span
 * ("Dr. Martens"). Only blocks that hold a span are looked at.
 */
export function sentencesOf(text: string, spans: readonly Span[]): { sentences: Span[]; indexes: number[] } {
  const sentences: Span[] = [];
  const indexes: number[] = [];
  let blockStart = 0;
  while (indexes.length < spans.length) {
    const nextEnd = text.indexOf(BLOCK_END, blockStart);
    const blockEnd = nextEnd < 0 ? text.length : nextEnd;
    if (spans[indexes.length]!.start < blockEnd) {
      let start = blockStart;
      let k = indexes.length;
      for (const cut of cutsIn(text, blockStart, blockEnd)) {
        while (k < spans.length && spans[k]!.end <= cut) k++;
        const isInsideSpan = k < spans.length && spans[k]!.start < cut;
        if (isInsideSpan) continue;
        if (k > indexes.length) {
          sentences.push({ start, end: cut });
          while (indexes.length < k) indexes.push(sentences.length - 1);
        }
        start = cut;
      }
    }
    blockStart = blockEnd + 1;
  }
  return { sentences, indexes };
}

/** Where sentences end in a block, ascending; the end of the block comes last. */
function* cutsIn(text: string, start: number, end: number): Generator<number> {
  const block = text.slice(start, end);
  let previous = start;
  for (const cut of MARK.test(block) ? marksIn(block) : [block.length]) {
    const at = start + cut;
    if (at < end && ABBREVIATION.test(text.slice(Math.max(previous, at - 10), at))) continue;
    while (at - previous > MAX_SENTENCE) {
      previous = lastSpace(text, previous + MAX_SENTENCE / 2, previous + MAX_SENTENCE);
      yield previous;
    }
    yield at;
    previous = at;
  }
}

function* marksIn(block: string): Generator<number> {
  for (const { index, segment } of segmenter.segment(block)) {
    const end = index + segment.length;
    for (let i = index + 1; i < end - 1; i++) if (isGlued(block, i)) yield i + 1;
    yield end;
  }
}

/** A sentence or title that lost the space after it: "good quality.Fender", "Top picks:Yamaha". */
function isGlued(text: string, mark: number): boolean {
  const unit = text.charCodeAt(mark);
  const isMark = unit === 46 /* . */ || unit === 33 /* ! */ || unit === 63 /* ? */ || unit === 58; /* : */
  if (!isMark || !isUpper(text.charCodeAt(mark + 1))) return false;
  const before = text.charCodeAt(mark - 1);
  return isLower(before) || isDigit(before) || ')]"\'’”%®™'.includes(String.fromCharCode(before));
}

/** The offset after the last space in [from, to); without one `to`, or before it if that divides a character. */
function lastSpace(text: string, from: number, to: number): number {
  for (let i = to; i > from; i--) if (isSpace(text.charCodeAt(i - 1))) return i;
  const isLowSurrogate = (text.charCodeAt(to) & 0xfc00) === 0xdc00;
  return isLowSurrogate ? to - 1 : to;
}
