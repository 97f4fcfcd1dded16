/**
 * Whom the parts of a sentence speak of: it is divided where another name takes over, and a name may stand on the other
 * side of a comparison or be only mentioned.
 */
import { AGAINST, LOSES, MENTIONS, NO_COMPARISON, root, WINS } from './lexicon.ts';
import { hasWord, itemEnds, itemStarts, items, names, roles, tokens } from './sheet.ts';
import { CLOSE, COLON, COMMA, END, NAME, OPEN, STOP, WORD } from './tokens.ts';

/** Tokens between a comparison and the name it holds against. */
const OBJECT_REACH = 7;
const MENTION_REACH = 3;
const CONTENT = new Set(
  (
    'is are was were has have had offers offer provides comes features includes delivers uses gives makes sells launched requires costs pays needs runs ' +
    'supports gets feels sounds looks works takes charges lets keeps operates flies remains stays does can will gets has stands goes went go choose pick get buy ' +
    "try consider select sports boasts brings adds leads wins shares received earned reports says focuses tends doesn't isn't don't aren't can't won't caused drops"
  ).split(' '),
);
const AS_REACH = 5;
/** Before a name: others of the same brand. */
const KIN = new Set(['other', 'some', 'most', 'previous', 'older', 'many']);
export const TIMES = new Set(['twice', 'times', 'half']);
const COORDINATORS = new Set(['and', 'or', 'nor', 'plus', '&']);
const FILLERS = new Set(['the', 'a', 'an', 'its', 'both', 'even', 'those', 'of', 'from', 'that', '']);
const PREPOSITIONS = new Set([
  'by',
  'for',
  'with',
  'from',
  'at',
  'in',
  'on',
  'via',
  'within',
  'through',
  'inside',
  'using',
  'into',
]);

/** What people know, not what is judged: "expertise in NAME is sought after". */
const SKILLS = new Set(['expertise', 'skills', 'proficiency', 'familiarity']);

/** Where the part begins that speaks of a name: by index of `names`. */
export const parts: number[] = [];

/** Sets the roles of names in comparisons; answers by item whether it compares with a name. */
export function assignRoles(count: number): boolean[] {
  const compared: boolean[] = [];
  for (let k = 0; k < count; k++) {
    const { compares } = items[k]!;
    let kind = compares;
    const end = itemEnds[k]!;
    // "a cheaper alternative to NAME"
    if (
      kind === NO_COMPARISON &&
      tokens.words[end] === 'to' &&
      /^alternatives?$/.test(tokens.words[end - 1]!)
    )
      kind = MENTIONS;
    if (kind === NO_COMPARISON) continue;
    const object = objectAfter(end, kind === MENTIONS ? MENTION_REACH : OBJECT_REACH);
    if (object < 0) continue;
    // "Torn between A and B? Both are fine": nobody else is spoken of.
    if (tokens.words[end - 1] === 'between' && names.length < 3) continue;
    compared[k] = true;
    if (kind === WINS || kind === LOSES) kind = AGAINST;
    // "than other NAME models": what is compared with is of its own kind.
    const isOwn = names[0] === object && KIN.has(tokens.words[object - 1]!);
    const role = kind !== AGAINST ? 0 : isOwn ? 1 : -1;
    const isLeading = names[0] === object;
    roles[object] = role;
    for (let n = names.indexOf(object) + 1; n < names.length; n++) {
      if (!isJoined(names[n - 1]!, names[n]!, !isLeading)) break;
      roles[names[n]!] = role;
    }
  }
  comparedAs();
  return compared;
}

/** "as fast as NAME": against it after a negation or "twice", else alike. */
function comparedAs(): void {
  const { words } = tokens;
  for (const [n, name] of names.entries()) {
    // "as fast as on services like NAME"
    let last = name - 1;
    while (last > Math.max(1, name - AS_REACH) && words[last] !== 'as' && tokens.kinds[last] === WORD) last--;
    if (last < 2 || words[last] !== 'as') continue;
    let first = last - 2;
    while (first >= Math.max(0, last - 6) && words[first] !== 'as' && words[first] !== 'same') first--;
    if (
      !(words[first] === 'as' || words[first] === 'same') ||
      !(isDenied(first) || TIMES.has(words[first - 1] ?? ''))
    )
      continue;
    if (n === 0 && KIN.has(words[name - 1]!)) continue;
    roles[name] = -1;
    for (let k = n + 1; k < names.length && isJoined(names[k - 1]!, names[k]!, n > 0); k++)
      roles[names[k]!] = -1;
  }
}

/** Whether a negation stands a few words before. */
export function isDenied(at: number): boolean {
  for (let k = at - 1; k >= Math.max(0, at - 4); k--) {
    if (tokens.kinds[k] !== WORD) return false;
    if (root.get(tokens.words[k]!)?.entry?.negates) return true;
  }
  return false;
}

/** A name after a preposition is only mentioned where another one is the subject. */
export function passBy(): void {
  for (const [n, name] of names.entries()) {
    if (roles[name] !== 1) continue;
    const previous = n === 0 ? -1 : names[n - 1]!;
    if (
      n > 0 &&
      parts[n] === parts[n - 1] &&
      roles[previous] !== -1 &&
      tokens.actors[name] !== tokens.actors[previous]
    ) {
      const before = tokens.words[name - 1] === 'the' ? name - 2 : name - 1;
      if (before > previous && PREPOSITIONS.has(tokens.words[before]!)) roles[name] = 0;
    }
    if (roles[name] === 1 && hasWord(parts[n]!, name, SKILLS)) roles[name] = 0;
  }
}

function objectAfter(from: number, reach: number): number {
  for (let i = from; i < Math.min(tokens.count, from + reach); i++) {
    const kind = tokens.kinds[i]!;
    if (kind === NAME) return i;
    if (kind !== WORD) return -1;
  }
  return -1;
}

/** Whether nothing but "and" and articles stands between two names. */
function isJoined(a: number, b: number, byComma: boolean): boolean {
  for (let i = a + 1; i < b; i++) {
    const kind = tokens.kinds[i]!;
    if (kind === COMMA ? !byComma : kind !== WORD) return false;
    const word = tokens.words[i]!;
    if (kind === WORD && !COORDINATORS.has(word) && !FILLERS.has(word)) return false;
  }
  return true;
}

/** Divides the sentence where another name takes over. */
export function divide(count: number): void {
  parts.length = 0;
  /** Actors that another one was compared with. */
  const yardsticks = new Set<number>();
  let item = 0;
  for (const [n, name] of names.entries()) {
    const previous = n === 0 ? 0 : names[n - 1]!;
    let border = parts.at(-1) ?? 0;
    const isAgain = n > 0 && tokens.actors[name] === tokens.actors[previous];
    // "A is better than B; B is slow": it is spoken of only now.
    if (n > 0 && (!isAgain || (roles[previous] !== 1 && roles[name] === 1))) {
      let strong = -1;
      let weak = -1;
      let first = -1;
      let last = -1;
      let words = 0;
      let wordsBefore = 0;
      for (let i = previous + 1; i < name; i++) {
        while (item < count && itemEnds[item]! <= i) item++;
        const entry = item < count && itemStarts[item]! <= i ? items[item]! : null;
        const kind = tokens.kinds[i]!;
        if (kind === WORD) {
          const word = tokens.words[i]!;
          if (entry?.contrasts && itemStarts[item] === i) {
            strong = i;
            wordsBefore = 99;
            continue;
          }
          if (COORDINATORS.has(word)) weak = i;
          else {
            if (!FILLERS.has(word)) words++;
            const isContent =
              (entry !== null && (entry.value !== 0 || entry.compares !== NO_COMPARISON)) ||
              CONTENT.has(word);
            if (isContent) {
              if (first < 0) first = i;
              last = i;
            }
          }
        } else if (kind === COMMA) weak = i;
        else if (kind === CLOSE || (kind === OPEN && closes(i, name))) {
          if (first >= 0) {
            strong = i;
            wordsBefore = words;
          }
        } else if (kind === STOP || kind === END || (kind === COLON && isAgain)) {
          const said = words + Math.max(0, previous - (parts.at(-1) ?? 0) - 1);
          if (said >= 2 || first >= 0) {
            strong = i;
            wordsBefore = said;
          }
        }
      }
      const isLeadingComparison =
        roles[previous] === -1 && n === 1 && (first < 0 || first > weak) && strong < 0;
      if (strong >= 0 && wordsBefore > 0) border = strong;
      else if (weak >= 0 && !isLeadingComparison && roles[name] === 1 && (first >= 0 || last >= 0))
        border = weak;
      // "Compared to A, pages load faster on B, and A is down"
      else if (weak >= 0 && roles[name] === 1 && yardsticks.has(tokens.actors[name]!)) border = weak;
    }
    if (roles[name] === -1) yardsticks.add(tokens.actors[name]!);
    parts.push(border);
  }
}

/** Whether the bracket that opens at `i` closes before `limit`. */
function closes(i: number, limit: number): boolean {
  for (let k = i + 1; k < limit; k++) if (tokens.kinds[k] === CLOSE) return true;
  return false;
}
