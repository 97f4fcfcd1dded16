/**
 * The working sheet for one sentence: its tokens, the words and phrases known in it, and the names. Written anew for each
 * sentence, as making the arrays costs more than reading a short one.
 */
import { ANY_WORD, type Entry, NAME_WORD, nodeAt } from './lexicon.ts';
import { MAX_READ, NAME, Tokens } from './tokens.ts';

/** Actors told apart in a sentence; further ones have no stance. */
export const MAX_ACTORS = 64;
/** The actor that stands for all others: "its competitors". */
export const OTHERS = MAX_ACTORS + 1;

export const tokens = new Tokens();
export const itemStarts = new Int32Array(MAX_READ + 2);
export const itemEnds = new Int32Array(MAX_READ + 2);
export const items: Entry[] = [];
export const names: number[] = [];
/** By NAME token: 1 the stance is towards it, -1 against it, 0 it is only mentioned. */
export const roles = new Int8Array(MAX_READ + 2);

export function hasWord(from: number, to: number, set: ReadonlySet<string>): boolean {
  for (let i = from; i < to; i++) if (set.has(tokens.words[i]!)) return true;
  return false;
}

/** Finds the longest phrases; answers how many. */
export function matchItems(): number {
  const { kinds, words } = tokens;
  let count = 0;
  let i = 0;
  while (i < tokens.count) {
    const entryEnd = kinds[i]! <= NAME ? longestAt(i) : 0;
    if (entryEnd === 0) {
      i++;
      continue;
    }
    const entry = found!;
    if (entry.isOther) {
      kinds[i] = NAME;
      tokens.actors[i] = OTHERS;
      for (let k = i + 1; k < entryEnd; k++) words[k] = '';
    } else {
      itemStarts[count] = i;
      itemEnds[count] = entryEnd;
      items[count++] = entry;
    }
    i = entryEnd;
  }
  return count;
}
let found: Entry | null = null;

function longestAt(from: number): number {
  const { kinds, words, count } = tokens;
  let node = nodeAt(kinds[from] === NAME ? NAME_WORD : words[from]!);
  let end = 0;
  let at = from;
  while (node !== undefined) {
    at++;
    if (node.entry !== null) {
      found = node.entry;
      end = at;
    }
    if (node.next === null || at >= count || kinds[at]! > NAME) break;
    const isName = kinds[at] === NAME;
    node = node.next.get(isName ? NAME_WORD : words[at]!) ?? (isName ? undefined : node.next.get(ANY_WORD));
  }
  return end;
}

export function collectNames(): void {
  names.length = 0;
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kinds[i] !== NAME) continue;
    names.push(i);
    roles[i] = 1;
  }
}
