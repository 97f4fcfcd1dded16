/** Divides a sentence into parts that refer to one name each: a part ends where another name takes over. */
import { NO_COMPARISON } from '../lexicon.ts';
import { COORDINATORS, FILLERS } from './comparisons.ts';
import { hasWord, type Item, type Name, type Sheet } from './sheet.ts';
import { CLOSE, COLON, COMMA, END, OPEN, STOP, type Tokens, WORD } from './tokens.ts';

const CONTENT = new Set(
  (
    'is are was were has have had offers offer provides comes features includes delivers uses gives makes sells launched requires costs pays needs runs ' +
    'supports gets feels sounds looks works takes charges lets keeps operates flies remains stays does can will gets has stands goes went go choose pick get buy ' +
    "try consider select sports boasts brings adds leads wins shares received earned reports says focuses tends doesn't isn't don't aren't can't won't caused drops"
  ).split(' '),
);
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
/** Skills of people, which are not judged: "expertise in NAME is sought after". */
const SKILLS = new Set(['expertise', 'skills', 'proficiency', 'familiarity']);
/** Words before a clause with another subject: "offers everything NAME lacks". */
const RELATIVES = new Set(['where', 'what', 'everything', 'anything', 'that', 'which']);
const RELATIVE_REACH = 3;
const PRONOUNS = new Set(['it', 'its', "it's", 'they', 'their']);
/** The word count before a contrast, which always divides. */
const ENOUGH = 99;

/** Starts of the parts that refer to a name, by index of `names`. */
export type Parts = readonly number[];

/** Divides the sentence where another name takes over. */
export function divide(sheet: Sheet): Parts {
  const parts = new Divider(sheet).divide();
  passBy(sheet, parts);
  return parts;
}

/** The tokens between two names. -1: no such token. */
interface Between {
  /** A token at which another name certainly takes over: "but", a semicolon. */
  strong: number;
  /** A token at which it may: "and", a comma. */
  weak: number;
  /** The first word with evidence. */
  content: number;
  /** Number of words before `strong`. */
  words: number;
  /** Whether evidence ends with the first name: "if you are unhappy with A, B is better". */
  isSaid: boolean;
}

class Divider {
  readonly #sheet: Sheet;
  /** The first item that ends after the current token. */
  #next = 0;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  divide(): number[] {
    const parts: number[] = [];
    /** Actors that another one was compared with. */
    const yardsticks = new Set<number>();
    for (const [n, name] of this.#sheet.names.entries()) {
      parts.push(n === 0 ? 0 : this.#borderBefore(n, parts[n - 1]!, yardsticks.has(name.actor)));
      if (name.role === -1) yardsticks.add(name.actor);
    }
    return parts;
  }

  /** Start of the n-th name's part: a border after the previous name, or the start of the previous part. */
  #borderBefore(n: number, before: number, isYardstick: boolean): number {
    const previous = this.#sheet.names[n - 1]!;
    const name = this.#sheet.names[n]!;
    const isAgain = name.actor === previous.actor;
    // "A is better than B; B is slow": only the second part is about B.
    if (isAgain && (previous.role === 1 || name.role !== 1)) return before;
    const saidBefore = Math.max(0, previous.at - before - 1);
    const { tokens } = this.#sheet;
    const { strong, weak, content, words, isSaid } = this.#between(previous, name, saidBefore);
    // "A isn't perfect, but it is better than B": the clause is still about A.
    if (name.role === -1 && hasWord(tokens, strong + 1, name.at, PRONOUNS) && !this.#isLeading(n))
      return before;
    if (strong >= 0 && words > 0) return strong;
    if (weak < 0 || name.role !== 1) return before;
    if (isSaid && tokens.kinds[weak] === COMMA) return weak;
    const isLeadingComparison =
      previous.role === -1 && n === 1 && (content < 0 || content > weak) && strong < 0;
    if (!isLeadingComparison && content >= 0) return weak;
    // "Compared to A, pages load faster on B, and A is down"
    return isYardstick ? weak : before;
  }

  /** Whether the n-th name, which another one is compared with, precedes that one: "but unlike B, C is fast". */
  #isLeading(n: number): boolean {
    const next = this.#sheet.names[n + 1];
    return next !== undefined && next.role === 1 && next.actor !== this.#sheet.names[n]!.actor;
  }

  #between(previous: Name, name: Name, saidBefore: number): Between {
    const { tokens } = this.#sheet;
    const { at: from } = previous;
    const { at: to } = name;
    const isAgain = name.actor === previous.actor;
    const isRival = name.role === 1;
    const isSubject = previous.role === 1;
    const said = this.#itemAt(from);
    const isSaid = said !== null && isOfName(said, said.start, from);
    const found: Between = { strong: -1, weak: -1, content: -1, words: 0, isSaid };
    let words = 0;
    for (let i = from + 1; i < to; i++) {
      const item = this.#itemAt(i);
      const kind = tokens.kinds[i]!;
      const word = tokens.words[i]!;
      if (kind === WORD) {
        if (
          item !== null &&
          ((item.entry.contrasts && item.start === i) || (isSubject && isOfName(item, i, to)))
        ) {
          found.strong = i;
          found.words = ENOUGH;
        } else if (COORDINATORS.has(word)) found.weak = i;
        else if (isRival && opensClause(word, to - i, words > 0, found.content >= 0)) {
          found.strong = i;
          found.words = ENOUGH;
        } else {
          if (!FILLERS.has(word)) words++;
          if (found.content < 0 && isContent(item, word)) found.content = i;
        }
      } else if (kind === COMMA) found.weak = i;
      else if (kind === CLOSE || (kind === OPEN && closes(tokens, i, to))) {
        if (found.content < 0) continue;
        found.strong = i;
        found.words = words;
      } else if (kind === STOP || kind === END || (kind === COLON && isAgain)) {
        if (words + saidBefore < 2 && found.content < 0) continue;
        found.strong = i;
        found.words = words + saidBefore;
      }
    }
    return found;
  }

  /** The item of a token. Call it in token order. */
  #itemAt(i: number): Item | null {
    const { items } = this.#sheet;
    while (this.#next < items.length && items[this.#next]!.end <= i) this.#next++;
    const item = items[this.#next];
    return item !== undefined && item.start <= i ? item : null;
  }
}

function isContent(item: Item | null, word: string): boolean {
  if (item !== null && (item.entry.value !== 0 || item.entry.compares !== NO_COMPARISON)) return true;
  return CONTENT.has(word);
}

/** Whether a word before a name opens a clause about it: "proves that NAME is …", "succeeds where NAME fails". */
function opensClause(word: string, distance: number, hasWords: boolean, hasContent: boolean): boolean {
  if (!RELATIVES.has(word) || distance > RELATIVE_REACH) return false;
  return hasContent || (word === 'that' && distance === 1 && hasWords);
}

/** "should try NAME": evidence that ends with the name is about it alone. */
function isOfName({ entry, start, end }: Item, at: number, name: number): boolean {
  return start === at && end === name + 1 && entry.value !== 0;
}

/** Whether the bracket that opens at `i` closes before `limit`. */
function closes({ kinds }: Tokens, i: number, limit: number): boolean {
  for (let k = i + 1; k < limit; k++) if (kinds[k] === CLOSE) return true;
  return false;
}

/** A name after a preposition is only mentioned if another one is the subject. */
function passBy({ names, tokens }: Sheet, parts: Parts): void {
  const { words } = tokens;
  for (const [n, name] of names.entries()) {
    if (name.role !== 1) continue;
    const previous = n > 0 && parts[n] === parts[n - 1] ? names[n - 1]! : null;
    if (previous !== null && previous.role !== -1 && name.actor !== previous.actor) {
      const before = words[name.at - 1] === 'the' ? name.at - 2 : name.at - 1;
      if (before > previous.at && PREPOSITIONS.has(words[before]!)) name.role = 0;
    }
    if (name.role === 1 && hasWord(tokens, parts[n]!, name.at, SKILLS)) name.role = 0;
  }
}
