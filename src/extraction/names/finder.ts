import { isAsciiWord, isWordAt, LETTERS, scriptOf } from '../text/characters.ts';

/** Prefix of a name that may begin inside a word, after letters that some languages attach to its start. */
export const INSIDE = '\0';
/** Marks the start of each word, in names and in texts, so that no name is found inside a word. */
const WORD_START = 0x10000;
const UNITS = 0x20000;
const BEGINNINGS = 1 << 15;

/**
 * Finds names in a text in one pass, even if they nest: Aho, A. & Corasick, M. (1975), "Efficient String Matching",
 * CACM 18(6). A state is the longest prefix of a name that the text read so far ends with.
 */
export class NameFinder<Owners> {
  /** By state: the owners of the name that ends there. */
  readonly owners: readonly (Owners | undefined)[];
  /** By state: length in UTF-16 code units. */
  readonly lengths: Int32Array;
  /** By state: the longest name that is a suffix, itself included; 0 if there is none. */
  readonly #longest: Int32Array;
  /** By state: the longest name that is a suffix and for which `isShared` holds; 0 if there is none. */
  readonly #longestShared: Int32Array;
  /** By state: the longest shorter state that is a suffix. */
  readonly #fallback: Int32Array;
  // Edges in a hash table with open addressing, which takes a third of the time of a Map.
  readonly #from: Int32Array;
  readonly #unit: Int32Array;
  readonly #to: Int32Array;
  readonly #shift: number;
  /**
   * The states after the first ASCII character of a word, and after one outside of words. Most text is in these states.
   */
  readonly #word: Int32Array;
  readonly #noWord: Int32Array;
  /** By the first two ASCII characters of a word: 1 if a name begins with them. It skips most words. */
  readonly #begins = new Uint8Array(128 * 128);
  /** Hash of the first three characters. A third of the remaining words are searched. */
  readonly #beginnings = new Uint8Array(BEGINNINGS);

  /**
   * @param names by search key: words, or INSIDE followed by a name that may also stand inside a word
   * @param isShared whether a name is also searched inside longer ones
   */
  constructor(names: ReadonlyMap<string, Owners>, isShared: (owners: Owners) => boolean) {
    const edges = new Map<number, number>();
    const owners: (Owners | undefined)[] = [undefined];
    const parents = [0];
    const units = [0];
    const depths = [0];
    const lengths = [0];
    for (const [name, nameOwners] of names) {
      let state = 0;
      eachUnit(name, (unit) => {
        const edge = state * UNITS + unit;
        let next = edges.get(edge);
        if (next === undefined) {
          next = owners.push(undefined) - 1;
          edges.set(edge, next);
          parents.push(state);
          units.push(unit);
          depths.push(depths[state]! + 1);
          lengths.push(lengths[state]! + (unit === WORD_START ? 0 : 1));
        }
        state = next;
      });
      owners[state] = nameOwners;
    }
    const states = owners.length;
    const bits = Math.max(2, Math.ceil(Math.log2(states * 2)));
    this.owners = owners;
    this.lengths = Int32Array.from(lengths);
    this.#shift = 32 - bits;
    this.#from = new Int32Array(1 << bits);
    this.#unit = new Int32Array(1 << bits);
    this.#to = new Int32Array(1 << bits);
    for (let state = 1; state < states; state++) this.#addEdge(parents[state]!, units[state]!, state);

    this.#fallback = new Int32Array(states);
    this.#longest = new Int32Array(states);
    this.#longestShared = new Int32Array(states);
    const shortestFirst = Array.from(owners.keys()).sort((a, b) => depths[a]! - depths[b]!);
    for (const state of shortestFirst.slice(1)) {
      const parent = parents[state]!;
      const fallback = parent === 0 ? 0 : this.#step(this.#fallback[parent]!, units[state]!);
      this.#fallback[state] = fallback;
      const own = owners[state];
      this.#longest[state] = own === undefined ? this.#longest[fallback]! : state;
      this.#longestShared[state] =
        own !== undefined && isShared(own) ? state : this.#longestShared[fallback]!;
    }
    const ascii = Array.from({ length: 128 }, (_, unit) => unit);
    for (const name of names.keys()) {
      const [first, second] = [name.charCodeAt(0), name.charCodeAt(1)];
      if (!(first < 128 && second < 128)) continue;
      this.#begins[first * 128 + second] = 1;
      for (const third of name.length > 2 ? [name.charCodeAt(2)] : ascii)
        this.#beginnings[beginning(first, second, third)] = 1;
    }
    this.#word = Int32Array.from(ascii, (unit) => this.#step(this.#step(0, WORD_START), unit));
    this.#noWord = Int32Array.from(ascii, (unit) => this.#step(0, unit));
  }

  /**
   * Calls `found` for each offset where names end, even inside words, with the longest of them. A name begins at the
   * start of a word, or at a change of script.
   * @param begins receives the offsets of ASCII words that begin like a name
   */
  search(text: string, begins: number[] | null, found: (longest: number, end: number) => void): void {
    const longest = this.#longest;
    const noWord = this.#noWord;
    const { length } = text;
    let state = 0;
    let isAfterWord = false;
    let script = LETTERS;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (state === 0 && unit < 128 && script === LETTERS) {
        if (!isAsciiWord(unit)) {
          isAfterWord = false;
          state = noWord[unit]!;
        } else if (isAfterWord) continue;
        else {
          isAfterWord = true;
          if (this.#isPassed(unit, text, i)) continue;
          state = this.#word[unit]!;
          begins?.push(i);
        }
      } else {
        const isWord = unit < 128 ? isAsciiWord(unit) : isWordAt(text, i);
        let isBegin = isWord && !isAfterWord;
        if (unit >= 128 || script !== LETTERS) {
          const own = unit < 128 ? LETTERS : scriptOf(unit);
          isBegin ||= isWord && own !== script;
          script = own;
        }
        if (isBegin) {
          state = this.#step(state, WORD_START);
          if (begins !== null && unit < 128 && !this.#isPassed(unit, text, i)) begins.push(i);
        }
        state = this.#step(state, unit);
        if (isWord || !isLowSurrogate(unit)) isAfterWord = isWord;
      }
      const name = longest[state]!;
      if (name !== 0) found(name, i + 1);
    }
  }

  /** Whether no name begins like the word at an offset. */
  #isPassed(unit: number, text: string, at: number): boolean {
    if (at + 2 >= text.length) return false;
    const next = text.charCodeAt(at + 1);
    if (!(next < 128 && isAsciiWord(next))) return false;
    if (this.#begins[unit * 128 + next] === 0) return true;
    const third = text.charCodeAt(at + 2);
    return third < 128 && this.#beginnings[beginning(unit, next, third)] === 0;
  }

  /** The next shorter name that is a suffix of a name; 0 if there is none. */
  shorter(name: number): number {
    return this.#longest[this.#fallback[name]!]!;
  }

  /** The longest suffix of a name, itself included, that is a name for which `isShared` holds; 0 if there is none. */
  longestShared(name: number): number {
    return this.#longestShared[name]!;
  }

  #step(from: number, unit: number): number {
    for (let state = from; ; state = this.#fallback[state]!) {
      const next = this.#edge(state, unit);
      if (next !== 0 || state === 0) return next;
    }
  }

  #edge(state: number, unit: number): number {
    const to = this.#to;
    for (let at = this.#slot(state, unit); to[at] !== 0; at = (at + 1) & (to.length - 1)) {
      if (this.#from[at] === state && this.#unit[at] === unit) return to[at]!;
    }
    return 0;
  }

  #addEdge(state: number, unit: number, next: number): void {
    let at = this.#slot(state, unit);
    while (this.#to[at] !== 0) at = (at + 1) & (this.#to.length - 1);
    this.#from[at] = state;
    this.#unit[at] = unit;
    this.#to[at] = next;
  }

  #slot(state: number, unit: number): number {
    return (Math.imul(state, 0x9e3779b1) ^ Math.imul(unit + 1, 0x85ebca6b)) >>> this.#shift;
  }
}

function beginning(first: number, second: number, third: number): number {
  return (first * 1021 + second * 61 + third) & (BEGINNINGS - 1);
}

function eachUnit(name: string, each: (unit: number) => void): void {
  let isAfterWord = name.startsWith(INSIDE);
  const from = isAfterWord ? INSIDE.length : 0;
  let script = scriptOf(name.charCodeAt(from));
  for (let i = from; i < name.length; i++) {
    const unit = name.charCodeAt(i);
    const isWord = isWordAt(name, i);
    if (isWord && (!isAfterWord || scriptOf(unit) !== script)) each(WORD_START);
    script = scriptOf(unit);
    if (isWord || !isLowSurrogate(unit)) isAfterWord = isWord;
    each(unit);
  }
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
