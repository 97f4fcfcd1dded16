/**
 * Whether a word that is also a name stands for the name: "I bought it at Target", not "Target audience matters".
 * Judged by the words beside it, as a reader of that line would; every rule is one kind of local evidence.
 */
import { BLOCK_END, LINE_END } from '../text/writer.ts';
import { isCommonWord } from './case-sensitivity.ts';
import { isChineseThing } from './chinese.ts';
import {
  ADVERBS_AFTER,
  AFTER_HYPHEN,
  AFTER_VERB,
  APPOSITIVES,
  BEFORE_BRAND,
  BEFORE_COMMA,
  BRAND_NOUNS,
  BRAND_TALK,
  DETERMINERS,
  FIRST_BEFORE_BRAND,
  FIRST_NAMES,
  GIVEN_WORDS,
  NEUTRAL_ADJECTIVES,
  OTHER_PROPER,
  STUFF,
  TEMPORAL,
  UNITS,
  VERBS,
} from './sense-words.ts';

/** What a name is in an English reader's eyes, beside a name. */
export const NO_WORD = 0; // nothing else, of several words
export const ONE_WORD = 1; // nothing else; may be somebody's surname
export const COMMON_WORD = 2; // an ordinary word
export const COMMON_PHRASE = 3; // ordinary words: "New Balance"

/** Characters beside a name that are looked at. */
const NEAR = 120;
/** Contexts remembered: a text that repeats itself endlessly is judged once. */
const MAX_REMEMBERED = 5000;

interface Context {
  /** The name as it stands in the text. */
  own: string;
  /** The line before and after it, at most NEAR characters. */
  before: string;
  after: string;
  /** Whether other known names stand right beside it, in a list with it. */
  isListed: boolean;
}

export class Senses {
  readonly #text: string;
  readonly #isKnownAt: (at: number, isEnd: boolean) => boolean;
  readonly #remembered = new Map<string, boolean>();

  /** @param isKnownAt whether a known name that is no common word starts (or ends) at an offset */
  constructor(text: string, isKnownAt: (at: number, isEnd: boolean) => boolean) {
    this.#text = text;
    this.#isKnownAt = isKnownAt;
  }

  /**
   * Whether what stands at [start, end) of the text names somebody.
   * @param kind ONE_WORD, COMMON_WORD or COMMON_PHRASE
   * @param name the name as it was entered
   */
  isName(start: number, end: number, kind: number, name: string): boolean {
    const text = this.#text;
    const from = Math.max(0, start - NEAR);
    const before = text.slice(lastBreak(text, from, start), start);
    const after = text.slice(end, firstBreak(text, end, Math.min(text.length, end + NEAR)));
    const own = text.slice(start, end);
    const isListed = kind === COMMON_WORD && this.#isListed(start, end, before, after);
    const key = `${kind}\n${isListed}\n${name}\n${before}\n${own}\n${after}`;
    let is = this.#remembered.get(key);
    if (is === undefined) {
      const context = { own, before, after, isListed };
      if (kind === ONE_WORD) is = !isSurname(context) && !isChineseThing(before, own, after);
      else if (kind === COMMON_PHRASE) is = !isPlainPhrase(context, name);
      else is = isBrand(context, name);
      if (this.#remembered.size < MAX_REMEMBERED) this.#remembered.set(key, is);
    }
    return is;
  }

  /** Whether "and", "or", a comma, a slash or "vs" joins it to another known name. */
  #isListed(start: number, end: number, before: string, after: string): boolean {
    const [left] = /(?:,? (?:and|or|&|vs\.?|versus) |, |\/|; )$/i.exec(before) ?? [];
    if (left !== undefined && this.#isKnownAt(start - left.length, true)) return true;
    const [right] = /^(?:,? (?:and|or|&|vs\.?|versus|with) |, |\/|; )/i.exec(after) ?? [];
    return right !== undefined && this.#isKnownAt(end + right.length, false);
  }
}

function lastBreak(text: string, from: number, to: number): number {
  for (let at = to; at > from; at--) {
    const character = text[at - 1];
    if (character === BLOCK_END || character === LINE_END) return at;
  }
  return from;
}

function firstBreak(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const character = text[at];
    if (character === BLOCK_END || character === LINE_END) return at;
  }
  return to;
}

const CAPITAL = /^\p{Lu}/u;
const isCapital = (word: string) => CAPITAL.test(word);
const bare = (word: string) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+]+$/gu, '');
const COMPANY_WORD = /^(?:compan|world|stud|pictur|motor|corp|inc|record|entertain|group|bank|plus)/i;

/** "Marie Curie": a given name before it, and nothing of a company after it. */
function isSurname({ own, before, after }: Context): boolean {
  const word = /(?:^|[^\p{L}.])(\p{Lu}[\p{L}]+|\p{Lu}\.) $/u.exec(before)?.[1];
  if (word === undefined || !isCapital(own)) return false;
  const isGiven = FIRST_NAMES.has(word.toLowerCase()) || /^\p{Lu}\.$/u.test(word);
  const next = bare(after.split(' ')[1] ?? '');
  if (!isGiven || COMPANY_WORD.test(next) || after.startsWith("'s ") || after.startsWith('’s ')) return false;
  // "Dr. J. Curie", not "Plan B. Curie is": an initial has a name or a title before it.
  return word.length > 2 || /\p{Lu}\p{L}*\.? \p{Lu}\. $/u.test(before);
}

/** "strike a new balance": all in small letters, although it was entered with capitals and the line uses them. */
function isPlainPhrase({ own, before, after }: Context, name: string): boolean {
  if (own !== own.toLowerCase() || name === name.toLowerCase()) return false;
  return /\p{Lu}\p{Ll}/u.test(before) || /\p{Lu}\p{Ll}/u.test(after);
}

/** What stands before and after a word of a line. */
interface Sides {
  previous: string;
  previousRaw: string;
  earlier: string[];
  next: string;
  nextRaw: string;
  later: string;
  isFirst: boolean;
  isLast: boolean;
}

function sidesOf({ before, after }: Context): Sides {
  const words = before.trimEnd().split(/\s+/).filter(Boolean);
  const isApart = before === '' || /[\s"'“‘([/*•>|]$/.test(before);
  const previousRaw = isApart && /\s$/.test(before) ? (words.at(-1) ?? '') : '';
  const [first = '', second = ''] = after.startsWith(' ') ? after.trimStart().split(/\s+/, 2) : [];
  return {
    previousRaw,
    previous: bare(previousRaw),
    earlier: words.slice(-4, -1).map(bare),
    nextRaw: first,
    next: bare(first),
    later: bare(second),
    isFirst: /(?:^|[.!?。…] ?["'”’)]*)[\s"'“‘([*•>–—-]*$/.test(before) || /^[\s\d.)#*•–-]*$/.test(before),
    isLast: /^[\s"'”’)\]*]*(?:[.!?…]|$)/.test(after),
  };
}

function isBrand(context: Context, name: string): boolean {
  const { own, before, after, isListed } = context;
  const word = own.replace(/['’]s$/, '').toLowerCase();
  const isMarked = name !== name.toLowerCase();
  if (isListed && (own !== own.toLowerCase() || !isMarked))
    return !/^\d/.test(bare(before.split(' ').at(-2) ?? ''));
  if (isMarked && own === own.toLowerCase()) return false;
  const sides = sidesOf(context);
  const { previous, previousRaw, next, nextRaw } = sides;
  if (/^-[\p{L}\p{N}]/u.test(after) && !AFTER_HYPHEN.test(after))
    return /^-(?:\p{Lu}|\d)/u.test(after) && !isTitle(context);
  if (isNumber(previousRaw, sides)) return false;
  if (own === own.toUpperCase() && own.length > 1 && name !== name.toUpperCase()) return isTalk(context);
  if (isPartOfName(sides, word)) return false;
  if (/^['’]s?(?:$|[^\p{L}])/u.test(after))
    return !TEMPORAL.has(word) || BRAND_NOUNS.has(bare(after.split(' ')[1] ?? ''));
  if (isTitle(context)) return isBrandInTitle(context, sides, word);
  if (!sides.isFirst) return isBrandInside(sides, word);
  return isBrandAtHead(context, sides, word, next, nextRaw, previous);
}

/** "9 Bar": a number right before it, and no year. */
function isNumber(previousRaw: string, { earlier, isFirst }: Sides): boolean {
  if (isFirst || !/^[^\p{L}]*\d[\d.,]*$/u.test(previousRaw)) return false;
  return !(
    /^(?:19|20)\d\d,?$/.test(previousRaw) && /^(?:in|since|by|of|until|for)$/i.test(earlier.at(-1) ?? '')
  );
}

/** "Marie Curie", "Theragun Prime", "17 Pro Max", "Orange County", "Max Planck". */
function isPartOfName(
  { previous, previousRaw, earlier, next, nextRaw, isFirst }: Sides,
  word: string,
): boolean {
  const isJoined = previousRaw !== '' && !/[,;:.!?)"”]$/.test(previousRaw);
  if (!isFirst && isJoined && /^[\p{Lu}\d]/u.test(previous)) {
    const isHead = earlier.length === 0 || earlier.at(-1) === '';
    const lower = previous.toLowerCase();
    const isPlain = FIRST_BEFORE_BRAND.has(lower) || BEFORE_BRAND.has(lower) || VERBS.has(lower);
    if (
      !isPlain &&
      !(isHead && isCommonWord(lower) && !FIRST_NAMES.has(lower)) &&
      !NEUTRAL_ADJECTIVES.has(lower)
    )
      return true;
  }
  if (!isCapital(nextRaw)) return false;
  const following = next.toLowerCase();
  if (OTHER_PROPER.has(following)) return true;
  return (
    GIVEN_WORDS.has(word) &&
    /^\p{Lu}\p{Ll}+$/u.test(next) &&
    !isCommonWord(following) &&
    !BRAND_NOUNS.has(following)
  );
}

const isTalk = ({ before, after }: Context) => BRAND_TALK.test(before) || BRAND_TALK.test(after);

/** Whether a line has capitals on most words, so that they tell nothing. */
function isTitle({ before, after, own }: Context): boolean {
  const words = `${before}${own}${after}`.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const long = words.filter((word) => word.length > 3 && !/\d/.test(word));
  if (words.length < 2 || words.length > 16 || /[.!?]\s+\p{L}/u.test(before + after)) return false;
  return (
    isCapital(words[0]!.replace(/^\d+/, 'X')) &&
    long.every(isCapital) &&
    (long.length > 1 || /^ ?\p{Lu}/u.test(after) || /\p{Lu}\p{L}* $/u.test(before))
  );
}

function isBrandInTitle({ before, after }: Context, sides: Sides, word: string): boolean {
  const { previous, next, isFirst } = sides;
  const earlier = previous.toLowerCase();
  const later = next.toLowerCase();
  if (/^(?:vs|versus|at|from|by|via|with|using|than|like|unlike|alternatives)$/.test(earlier)) return true;
  if (/^(?:vs|versus|review|reviews|alternatives|pricing|app)$/.test(later)) return true;
  if (DETERMINERS.has(earlier)) return BRAND_NOUNS.has(later);
  if (TEMPORAL.has(word)) return false;
  if (BRAND_NOUNS.has(later)) return true;
  if (isFirst && (VERBS.has(later) || /^\s*[:(|–—-]/.test(after))) return true;
  if (AFTER_VERB.has(later)) return false;
  // A model beside it: a word that is no ordinary one, or a number with it.
  const words = `${before} ${after}`.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  return words.some((each) =>
    /\d/.test(each)
      ? /\p{L}/u.test(each) || isFirst
      : each.length > 2 && isCapital(each) && !isPlainWord(each),
  );
}

function isPlainWord(word: string): boolean {
  const lower = word.toLowerCase();
  if (isCommonWord(lower) || AFTER_VERB.has(lower) || BEFORE_BRAND.has(lower) || DETERMINERS.has(lower))
    return true;
  return /(?:ing|ed|tion|tions|ment|ments|ness|ity|ies|ance|ence|er|ers|ly|al|ous|ive|ysis|es|s|or|ors|ial|ant|ent|ic|ics|ure|ship|ory|ate|ize)$/.test(
    lower,
  );
}

/** Inside a sentence a capital letter says that it is a name; these say that it is another one's. */
function isBrandInside({ previous, earlier, next }: Sides, word: string): boolean {
  const lower = previous.toLowerCase();
  if (TEMPORAL.has(word)) {
    if (/^(?:with|using|via|than|like|vs|versus|use|try|choose)$/.test(lower)) return true;
    return (
      VERBS.has(next) &&
      !/^(?:is|was|has|will|can)$/.test(next) &&
      !/^(?:on|in|by|since|until|every|last|next|this)$/.test(lower)
    );
  }
  if (lower === '' || APPOSITIVES.has(lower) || BEFORE_BRAND.has(lower))
    return !isUnitLike(next, word, lower);
  if (DETERMINERS.has(lower)) {
    return !/^(?:of|between)$/.test(next);
  }
  if (NEUTRAL_ADJECTIVES.has(lower) || isCapital(previous)) return true;
  // "a ski Shell": the head of a compound after a determiner.
  const isCompound = earlier.slice(-3).some((each) => DETERMINERS.has(each.toLowerCase()));
  const isVerb = VERBS.has(lower) || /(?:ing|ed|ly)$/.test(lower);
  return !isCompound || isVerb;
}

/** "in Target date funds": lower-case nouns that make a compound of it count at the head of a sentence only. */
function isUnitLike(next: string, word: string, previous: string): boolean {
  return UNITS.has(word) && previous === 'per' && next === '';
}

/** The first word of a sentence has a capital letter in any sense. */
function isBrandAtHead(
  context: Context,
  { later, isLast }: Sides,
  word: string,
  next: string,
  nextRaw: string,
  _previous: string,
): boolean {
  const { after } = context;
  const following = next.toLowerCase();
  if (/^,/.test(after)) {
    if (BEFORE_COMMA.has(word)) return false;
    const [, second = ''] = after.split(/\s+/, 2);
    return (
      isCapital(second) ||
      /^(?:which|who|based|founded|headquartered|a|an|the|owned|known|like|once|now)$/.test(second) ||
      isTalk(context)
    );
  }
  if (/^[:(|/–—]|^ [(|–—:/-]/.test(after)) return !TEMPORAL.has(word);
  if (isLast) return !TEMPORAL.has(word);
  if (TEMPORAL.has(word))
    return (
      (VERBS.has(following) && !/^(?:is|was|will|can|has|are)$/.test(following)) ||
      (following === 'is' && isTalk(context))
    );
  if (following === 'and' || following === 'or' || following === '&')
    return isCapital(bare(after.trimStart().split(/\s+/, 2)[1] ?? ''));
  if (/^(?:vs\.?|versus)$/.test(following)) return true;
  if (isCapital(nextRaw)) return true;
  if (BEFORE_COMMA.has(word) && !VERBS.has(following)) return false;
  if (AFTER_VERB.has(following)) return false;
  if (VERBS.has(following) || ADVERBS_AFTER.has(following)) {
    if (!STUFF.has(word)) return true;
    // "Orange is a warm colour", "Silk was expensive": stuff needs no article either.
    return (
      !/^(?:is|was|are|were|has|can|will|comes|may|does|often|usually|always|makes|gives|goes|works|looks|feels)$/.test(
        following,
      ) || isTalk(context)
    );
  }
  if (BRAND_NOUNS.has(following)) return !NOUN_COMPOUNDS.has(`${word} ${following}`);
  if (
    /(?:ed)$/.test(following) &&
    /^(?:a|an|the|its|their|that|in|on|to|from|by|at|for|with|over|more|\d.*)$/.test(later.toLowerCase())
  )
    return true;
  return false;
}

/** Nouns after which a brand is named as often as not, but not after these words. */
const NOUN_COMPOUNDS = new Set([
  'prime members',
  'gift cards',
  'target page',
  'target model',
  'ring finger',
  'visa support',
  'visa services',
  'visa service',
  'target users',
  'target customers',
  'target customer',
  'target buyers',
  'chase series',
  'max users',
  'square series',
  'apple product',
  'monday meeting',
  'monday meetings',
  'monday call',
  'ring model',
  'ring series',
  'shell game',
  'shell games',
  'gap fans',
  'polo game',
  'polo games',
  'polo fans',
  'polo team',
  'dove game',
  'prime product',
  'target device',
  'target devices',
  'target platform',
  'target account',
  'target accounts',
  'target share',
  'market share',
  'target user',
  'target group',
  'target device',
]);
