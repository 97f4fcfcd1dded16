import { isDigit, isLower, isSpace, isUpper } from './characters.ts';
import { sentenceEnds } from './sentence-ends.ts';
import { BLOCK_END } from './writer.ts';

/** A range of cleaned text, in UTF-16 code units. */
export interface Span {
  start: number;
  end: number;
}

/** Longer "sentences" are lists or noise. Cutting them limits the cost of scoring one. */
const MAX_SENTENCE = 1000;

/** Number of characters before a cut in which an abbreviation is searched. */
const WINDOW = 16;
/** Maximum length of an abbreviation with its period and space. */
const LONGEST = 10;
/** A sentence does not end after these, even if the segmenter ends it. */
const ABBREVIATION =
  /(?:^|[\s(])(?:vs?|e\.g|i\.e|cf|dr|mrs?|ms|prof|rev|gov|sen|lt|capt|st|mt|sq|cu|approx|incl|vol|fig|ca|bzw|nr|inkl|zzgl|ggf|evtl|bspw|sog|vgl|z\.b|d\.h|u\.a|p\.\s?e[jx]|\d[\d.,]*\s(?:mio|mrd)|mme|mlle|sra?|ee|aprox)\.\s?$/i;
/** A sentence does not end after these if a number follows. */
const BEFORE_NUMBER =
  /(?:^|[\s(])(?:nos?|inc|co|corp|ltd|etc|pp?|s|art|abs|sec|ch|est|max|min|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|ver|núm|[a-z]\.[a-z])\.\s?$/i;
/**
 * Letters that abbreviate words: "George R. R. Martin", "U.S. Army", "z. B. Sony". Letters of products are excluded.
 */
const INITIALS =
  /(?<!\b(?:class|grade|mark|model|option|plan|series|tier|type|vitamin)\s)(?<![^\s("“.])(?:\p{L}\.\s?)+$/iu;
/** Words that begin a sentence even after initials ("in the U.S. However, …"). */
const STARTER =
  /^(?:the|this|that|these|those|its?|they|he|she|we|you|i|an?|in|on|at|for|with|but|and|or|so|however|if|when|while|as|also|both|there|here|why|what|how|let|please|some|many|most|all|no|not|to|from|by|after|before|since|yet|still|additionally|overall|meanwhile|der|die|das|es|er|sie|eine?|le|les|el|los|las)\b/i;
/** "am 3. Mai": a German ordinal number. */
const ORDINAL = /(?:^|[\s(])\d{1,2}\.\s?$/;
const AFTER_ORDINAL =
  /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Platz|Rang|Generation|Auflage|Quartal|Jahrhundert)\b/;

/**
 * The sentences with the given spans, which ascend by start, and the index of each span's sentence. Lines, list entries
 * and table cells end sentences. No sentence ends inside a span ("Dr. Martens"). Only blocks with a span are searched.
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
        // Skip the rest of the block, which has no spans: segmenting a sentence takes 1 µs.
        if (k === spans.length || spans[k]!.start >= blockEnd) break;
      }
    }
    blockStart = blockEnd + 1;
  }
  return { sentences, indexes };
}

/** Sentence ends in a block, ascending. The last one is the end of the block. */
function* cutsIn(text: string, start: number, end: number): Generator<number> {
  const block = text.slice(start, end);
  let previous = start;
  for (const cut of marksIn(block)) {
    const at = start + cut;
    if (at < end && goesOn(text, previous, at)) continue;
    while (at - previous > MAX_SENTENCE) {
      previous = lastSpace(text, previous + MAX_SENTENCE / 2, previous + MAX_SENTENCE);
      yield previous;
    }
    yield at;
    previous = at;
  }
}

/** Whether the sentence from `start` continues at `cut`, where the segmenter ends it. */
function goesOn(text: string, start: number, cut: number): boolean {
  const isSpaced = isSpace(text.charCodeAt(cut - 1));
  const mark = text.charCodeAt(isSpaced ? cut - 2 : cut - 1);
  if (mark === 33 /* ! */) return isSpaced && /\p{Ll}/u.test(text[cut]!); // "Yahoo! is"
  if (mark !== 46 /* . */) return false;
  let word = cut - 2;
  while (word > start && cut - word < LONGEST && !isSpace(text.charCodeAt(word - 1))) word--;
  if (cut - word >= LONGEST) return false;
  const before = text.slice(Math.max(start, cut - WINDOW), cut);
  if (ABBREVIATION.test(before)) return true;
  if (isDigit(text.charCodeAt(cut))) return BEFORE_NUMBER.test(before);
  const after = text.slice(cut, cut + WINDOW);
  if (INITIALS.test(before)) return !STARTER.test(after);
  return ORDINAL.test(before) && AFTER_ORDINAL.test(after);
}

function* marksIn(block: string): Generator<number> {
  let index = 0;
  for (const segmentEnd of sentenceEnds(block)) {
    let end = segmentEnd;
    for (let i = index + 1; i < end - 1; i++) if (isGlued(block, i)) yield i + 1;
    // Without a preceding space the segmenter takes opening brackets for closing ones: 「はい！「いいえ」
    while (end < block.length && end > index + 1 && '「『（【《〈'.includes(block[end - 1]!)) end--;
    yield end;
    index = segmentEnd;
  }
}

/** The space after a sentence or title is missing: "good quality.Fender", "Top picks:Yamaha". */
function isGlued(text: string, mark: number): boolean {
  const unit = text.charCodeAt(mark);
  const isMark = unit === 46 /* . */ || unit === 33 /* ! */ || unit === 63 /* ? */ || unit === 58; /* : */
  if (!isMark || !isUpper(text.charCodeAt(mark + 1)) || text[mark + 2] === '.') return false; // z.B., Ph.D.
  const before = text.charCodeAt(mark - 1);
  return isLower(before) || isDigit(before) || ')]"\'’”%®™'.includes(String.fromCharCode(before));
}

/**
 * The offset after the last space in [from, to). Without a space it is `to`, or one less if that divides a character.
 */
function lastSpace(text: string, from: number, to: number): number {
  for (let i = to; i > from; i--) if (isSpace(text.charCodeAt(i - 1))) return i;
  const isLowSurrogate = (text.charCodeAt(to) & 0xfc00) === 0xdc00;
  return isLowSurrogate ? to - 1 : to;
}
