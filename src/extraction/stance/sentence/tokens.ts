/** A sentence as words, punctuation and known names. */
import { isSpace, isUpper, isWordAt } from '../../text/characters.ts';

export const WORD = 0;
export const NAME = 1;
export const COMMA = 2;
export const COLON = 3;
/** Dash between words, semicolon or line end. */
export const STOP = 4;
export const OPEN = 5;
export const CLOSE = 6;
/** The end of a sentence inside a range that was taken for one. */
export const END = 7;

/** A known name in a sentence. */
export interface Named {
  start: number;
  end: number;
  /** Number of the actor: the same wherever the same names stand. */
  actor: number;
}

/**
 * Maximum UTF-16 code units read of a sentence. Sentences are cut at half of this, except if names overlap endlessly.
 */
export const MAX_READ = 2000;

/** The tokens of one sentence. Each list has one element per token. */
export class Tokens {
  count = 0;
  /** Whether the sentence is a question. */
  readonly isQuestion: boolean;
  readonly kinds: number[] = [];
  /** Offsets in the text. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** For each NAME: the actor. */
  readonly actors: number[] = [];
  /** In lower case, with straight apostrophes; '' for a token without meaning, such as the model after a name. */
  readonly words: string[] = [];

  readonly #text: string;
  readonly #lower: string;
  readonly #offset: number;

  /** @param named ascending by start, not overlapping */
  constructor(text: string, from: number, to: number, named: readonly Named[]) {
    const end = Math.min(to, from + MAX_READ);
    this.#text = text;
    this.#offset = from;
    this.#lower = lowered(text.slice(from, end));
    let at = from;
    for (const [k, { start, end: nameEnd, actor }] of named.entries()) {
      if (start >= end) break;
      if (start < at) continue;
      this.#words(at, start);
      const last = this.count - 1;
      if (last >= 0 && this.kinds[last] === NAME && this.actors[last] === actor) {
        this.ends[last] = nameEnd; // "Apple MacBook" names Apple once
      } else {
        this.#add(NAME, start, nameEnd, '', actor);
      }
      at = this.#skipModel(nameEnd, Math.min(end, named[k + 1]?.start ?? end));
    }
    this.#words(at, end);
    while (this.count > 0 && (this.kinds[this.count - 1] === CLOSE || this.#isLineEnd(text))) this.count--;
    this.isQuestion =
      this.count > 0 &&
      this.kinds[this.count - 1] === END &&
      text.charCodeAt(this.starts[this.count - 1]!) === 63; /* ? */
  }

  #isLineEnd(text: string): boolean {
    const last = this.count - 1;
    return this.kinds[last] === STOP && text.charCodeAt(this.starts[last]!) === 10;
  }

  #add(kind: number, start: number, end: number, word: string, actor = 0): void {
    this.count++;
    this.kinds.push(kind);
    this.starts.push(start);
    this.ends.push(end);
    this.actors.push(actor);
    this.words.push(word);
  }

  /** Skips the possessive after a name, and the model: words in capitals and numbers ("Galaxy S24 Ultra"). */
  #skipModel(from: number, to: number): number {
    const text = this.#text;
    let at = from;
    if (isApostrophe(text.charCodeAt(at)) && (text[at + 1] === 's' || text[at + 1] === 'S')) return at + 2;
    while (at < to) {
      let start = at;
      while (start < to && (text[start] === ' ' || text[start] === '-' || text[start] === '/')) start++;
      if (start === at && start !== from) break;
      const unit = text.charCodeAt(start);
      if (start >= to || !(isUpper(unit) || (unit >= 48 && unit <= 57))) break;
      let end = start;
      while (end < to && isInWord(text, end)) end++;
      at = end;
    }
    return at;
  }

  #words(from: number, to: number): void {
    const text = this.#text;
    let at = from;
    while (at < to) {
      const unit = text.charCodeAt(at);
      if (isInWord(text, at)) {
        let end = at + 1;
        while (end < to && isInWord(text, end)) end++;
        // Quotes around words may be apostrophes.
        let start = at;
        while (start < end && isApostrophe(text.charCodeAt(start))) start++;
        let last = end;
        while (last > start && isApostrophe(text.charCodeAt(last - 1))) last--;
        if (last > start) {
          this.#add(WORD, start, last, this.#lower.slice(start - this.#offset, last - this.#offset));
        }
        at = end;
        continue;
      }
      const kind = kindOf(text, at, unit);
      if (kind === PICTURE && isStar(unit)) {
        let end = at;
        let full = 0;
        for (; end < to && isStar(text.charCodeAt(end)); end++)
          if (text.charCodeAt(end) !== EMPTY_STAR) full++;
        if (end - at >= 3) this.#add(WORD, at, end, `★${full}`);
        at = end;
        continue;
      }
      if (kind === PICTURE) {
        const end = at + (unit >= 0xd800 && unit < 0xdc00 ? 2 : 1);
        this.#add(WORD, at, end, text.slice(at, end));
        at = end;
        continue;
      }
      if (kind > 0 && !(this.count > 0 && this.kinds[this.count - 1] === kind && kind !== OPEN)) {
        this.#add(kind, at, at + 1, '');
      }
      at++;
    }
  }
}

const PICTURE = 99;
const EMPTY_STAR = 0x2606;

/** A rating: ★★★☆☆, ⭐⭐⭐⭐. */
function isStar(unit: number): boolean {
  return unit === 0x2605 || unit === EMPTY_STAR || unit === 0x2b50;
}

function lowered(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text; // İ grows in lower case: its sentence keeps its letter case
  return same.includes('’') ? same.replaceAll('’', "'") : same;
}

function isApostrophe(unit: number): boolean {
  return unit === 39 || unit === 0x2019 || unit === 0x2018;
}

function isInWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 128)
    return (unit >= 97 && unit <= 122) || isUpper(unit) || (unit >= 48 && unit <= 57) || unit === 39;
  return (
    unit === 0x2019 ||
    unit === 0x2018 ||
    isWordAt(text, at) ||
    (unit >= 0xdc00 && unit < 0xe000 && isWordAt(text, at - 1))
  );
}

function kindOf(text: string, at: number, unit: number): number {
  switch (unit) {
    case 44: // ,
      return COMMA;
    case 58: // :
      return COLON;
    case 59: // ;
    case 10:
    case 12:
    case 0x2014: // em dash
    case 0x2192: // →
    case 124: // |
      return STOP;
    case 45: // -
    case 0x2013: // en dash
      return isSpace(text.charCodeAt(at - 1)) && isSpace(text.charCodeAt(at + 1)) ? STOP : 0;
    case 40: // (
    case 91: // [
      return OPEN;
    case 41:
    case 93:
      return CLOSE;
    case 46: // .
      // "in bright rooms.Samsung": texts sometimes lack the space after a sentence.
      return at + 1 >= text.length ||
        !isWordAt(text, at + 1) ||
        (isUpper(text.charCodeAt(at + 1)) && !isUpper(text.charCodeAt(at - 1)))
        ? END
        : 0;
    case 33:
    case 63:
    case 0x2026:
      return END;
    default:
      if (unit < 0x2600) return 0;
      return (unit >= 0x2600 && unit <= 0x2bff) || (unit >= 0xd83c && unit <= 0xd83e) ? PICTURE : 0;
  }
}
