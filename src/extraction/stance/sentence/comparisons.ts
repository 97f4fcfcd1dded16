/** Names on the other side of a comparison, and names that are only mentioned. */
import { AGAINST, LOSES, MENTIONS, NO_COMPARISON, root, WINS } from '../lexicon.ts';
import type { Item, Name, Sheet } from './sheet.ts';
import { COMMA, NAME, type Tokens, WORD } from './tokens.ts';

/** Maximum number of tokens between a comparison and the name it counts against. */
const OBJECT_REACH = 7;
const MENTION_REACH = 3;
const AS_REACH = 5;
/** Words before a name that mean others of the same brand. */
const KIN = new Set(['other', 'some', 'most', 'previous', 'older', 'many']);
export const TIMES: ReadonlySet<string> = new Set(['twice', 'times', 'half']);
export const COORDINATORS: ReadonlySet<string> = new Set(['and', 'or', 'nor', 'plus', '&']);
export const FILLERS: ReadonlySet<string> = new Set([
  'the',
  'a',
  'an',
  'its',
  'both',
  'even',
  'those',
  'of',
  'from',
  'that',
  '',
]);

/** Sets the roles of names in comparisons. Returns for each item whether it compares with a name. */
export function assignRoles({ tokens, items, names }: Sheet): boolean[] {
  const { words } = tokens;
  const compared: boolean[] = [];
  for (const [k, item] of items.entries()) {
    const { end } = item;
    const kind = comparisonOf(item, tokens);
    if (kind === NO_COMPARISON) continue;
    const at =
      objectWithin(item, tokens) ??
      objectAfter(tokens, end, kind === MENTIONS ? MENTION_REACH : OBJECT_REACH);
    if (at < 0) continue;
    // "Torn between A and B? Both are fine": this compares them with nobody else.
    if (words[end - 1] === 'between' && names.length < 3) continue;
    compared[k] = true;
    const object = names.findIndex((name) => name.at === at);
    const isLeading = object === 0;
    // "than other NAME models": the comparison is with the brand's own models.
    const isOwn = isLeading && KIN.has(words[at - 1]!);
    const role = kind === MENTIONS ? 0 : isOwn ? 1 : -1;
    setRole(tokens, names, object, role, !isLeading);
  }
  comparedAs(tokens, names);
  return compared;
}

function comparisonOf({ entry, end }: Item, { words }: Tokens): number {
  // "a cheaper alternative to NAME"
  const isAlternative =
    entry.compares === NO_COMPARISON && words[end] === 'to' && /^alternatives?$/.test(words[end - 1]!);
  if (isAlternative) return MENTIONS;
  return entry.compares === WINS || entry.compares === LOSES ? AGAINST : entry.compares;
}

/** "as fast as NAME": against the name after a negation or "twice", otherwise equal. */
function comparedAs(tokens: Tokens, names: readonly Name[]): void {
  const { words, kinds } = tokens;
  for (const [n, { at }] of names.entries()) {
    // "as fast as on services like NAME"
    let last = at - 1;
    while (last > Math.max(1, at - AS_REACH) && words[last] !== 'as' && kinds[last] === WORD) last--;
    if (last < 2 || words[last] !== 'as') continue;
    let first = last - 2;
    while (first >= Math.max(0, last - 6) && words[first] !== 'as' && words[first] !== 'same') first--;
    if (words[first] !== 'as' && words[first] !== 'same') continue;
    if (!isDenied(tokens, first) && !TIMES.has(words[first - 1] ?? '')) continue;
    if (n === 0 && KIN.has(words[at - 1]!)) continue;
    setRole(tokens, names, n, -1, n > 0);
  }
}

/** Sets the role of a name and of names joined to it by "and". */
function setRole(
  tokens: Tokens,
  names: readonly Name[],
  first: number,
  role: Name['role'],
  byComma: boolean,
): void {
  names[first]!.role = role;
  for (let n = first + 1; n < names.length; n++) {
    if (!isJoined(tokens, names[n - 1]!.at, names[n]!.at, byComma)) break;
    names[n]!.role = role;
  }
}

/** Whether a negation precedes it by a few words. */
export function isDenied({ kinds, words }: Tokens, at: number): boolean {
  for (let k = at - 1; k >= Math.max(0, at - 4); k--) {
    if (kinds[k] !== WORD) return false;
    if (root.get(words[k]!)?.entry?.negates) return true;
  }
  return false;
}

/** "puts NAME to shame": the name inside a phrase. */
function objectWithin({ entry, start, end }: Item, { kinds }: Tokens): number | null {
  if (entry.compares !== WINS) return null;
  for (let at = start; at < end; at++) if (kinds[at] === NAME) return at;
  return null;
}

function objectAfter({ kinds, count }: Tokens, from: number, reach: number): number {
  for (let i = from; i < Math.min(count, from + reach); i++) {
    if (kinds[i] === NAME) return i;
    if (kinds[i] !== WORD) return -1;
  }
  return -1;
}

/** Whether only "and" and articles stand between two names. */
function isJoined({ kinds, words }: Tokens, a: number, b: number, byComma: boolean): boolean {
  for (let i = a + 1; i < b; i++) {
    const kind = kinds[i]!;
    if (kind === COMMA ? !byComma : kind !== WORD) return false;
    const word = words[i]!;
    if (kind === WORD && !COORDINATORS.has(word) && !FILLERS.has(word)) return false;
  }
  return true;
}
