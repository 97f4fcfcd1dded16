/** The lexicon words and phrases in one sentence, and the names in it. */
import { ANY_WORD, type Entry, NAME_WORD, root } from '../lexicon.ts';
import { NAME, type Tokens } from './tokens.ts';

/** Maximum number of actors in a sentence; further ones have no stance. */
export const MAX_ACTORS = 64;
/** The actor for all others: "its competitors". */
export const OTHERS = MAX_ACTORS + 1;

/** A lexicon word or phrase: the tokens from `start` (inclusive) to `end` (exclusive). */
export interface Item {
  entry: Entry;
  start: number;
  end: number;
}

export interface Name {
  /** Its token. */
  at: number;
  actor: number;
  /** 1: the stance is towards it; -1: against it; 0: it is only mentioned. */
  role: -1 | 0 | 1;
}

export interface Sheet {
  text: string;
  tokens: Tokens;
  items: readonly Item[];
  names: readonly Name[];
}

export function readSheet(text: string, tokens: Tokens): Sheet {
  // Items are found first, because some of them are names for others.
  const items = itemsIn(tokens);
  return { text, tokens, items, names: namesIn(tokens) };
}

export function hasWord({ words }: Tokens, from: number, to: number, set: ReadonlySet<string>): boolean {
  for (let i = from; i < to; i++) if (set.has(words[i]!)) return true;
  return false;
}

/** Finds the longest phrases. Phrases for unnamed others become names. */
function itemsIn(tokens: Tokens): Item[] {
  const { kinds, words } = tokens;
  const items: Item[] = [];
  for (let i = 0; i < tokens.count; ) {
    const item = kinds[i]! <= NAME ? longestAt(tokens, i) : null;
    if (item === null) {
      i++;
      continue;
    }
    if (item.entry.isOther) {
      kinds[i] = NAME;
      tokens.actors[i] = OTHERS;
      for (let k = i + 1; k < item.end; k++) words[k] = '';
    } else items.push(item);
    i = item.end;
  }
  return items;
}

function longestAt({ kinds, words, count }: Tokens, start: number): Item | null {
  let node = root.get(kinds[start] === NAME ? NAME_WORD : words[start]!);
  let entry: Entry | null = null;
  let end = start;
  let at = start;
  while (node !== undefined) {
    at++;
    if (node.entry !== null) {
      entry = node.entry;
      end = at;
    }
    if (node.next === null || at >= count || kinds[at]! > NAME) break;
    const isName = kinds[at] === NAME;
    node = node.next.get(isName ? NAME_WORD : words[at]!) ?? (isName ? undefined : node.next.get(ANY_WORD));
  }
  return entry === null ? null : { entry, start, end };
}

function namesIn({ kinds, actors, count }: Tokens): Name[] {
  const names: Name[] = [];
  for (let at = 0; at < count; at++) if (kinds[at] === NAME) names.push({ at, actor: actors[at]!, role: 1 });
  return names;
}
