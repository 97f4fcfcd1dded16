/**
 * Whether a word that is also a name means the name: "I bought it at Target", not "Target audience matters". Only
 * neighbouring words are evidence; each rule is one kind.
 */
import { isLower, isUpper, isWordAt, isWordBefore } from '../text/characters.ts';
import { BLOCK_END, LINE_END } from '../text/writer.ts';
import { isChineseThing } from './languages/chinese.ts';
import { isAnyGivenName } from './languages/ordinary-words.ts';
import type { TextLanguage } from './languages/text-language.ts';
import { BRAND_NOUNS, COMPARED_WITH, FIRST_NAMES, NAMESAKES, UNITS, VERBS } from './sense-words.ts';
import { bare, type Context, isCapital, isNamesake, NAME, verdictOnWord, WORD } from './word-senses.ts';

/** Kinds of names, by their other meanings in English. */
export const NO_WORD = 0; // no other meaning, several words
export const ONE_WORD = 1; // no other meaning; may be a surname
export const COMMON_WORD = 2; // an ordinary word
export const COMMON_PHRASE = 3; // ordinary words: "New Balance"

/** Number of characters checked beside a name. */
const NEAR = 120;
/** Number of cached contexts: text that repeats itself endlessly is judged once. */
const MAX_REMEMBERED = 5000;
/**
 * The cache is used only after this many judgements. Most answers have fewer, and making the key takes a third of the
 * time of a judgement.
 */
const MANY_JUDGED = 100;
/** In the cache, for a context in which it also counts what the name is compared with; no verdict. */
const BY_COMPARISON = Number.NEGATIVE_INFINITY;

export class Senses {
  readonly #text: string;
  readonly #isKnownAt: (at: number, isEnd: boolean) => boolean;
  readonly #language: TextLanguage;
  readonly #remembered = new Map<string, number>();
  #judged = 0;
  #isProse: boolean | undefined;

  /**
   * @param isKnownAt whether a certain name starts (or ends) at an offset
   */
  constructor(text: string, language: TextLanguage, isKnownAt: (at: number, isEnd: boolean) => boolean) {
    this.#text = text;
    this.#language = language;
    this.#isKnownAt = isKnownAt;
  }

  /**
   * The verdict on [start, end) of the text.
   * @param kind ONE_WORD, COMMON_WORD or COMMON_PHRASE
   * @param name the name as entered
   */
  verdictOn(start: number, end: number, kind: number, name: string): number {
    if (kind === ONE_WORD) {
      if (NAMESAKES.has(name) && this.#isNamesakeAt(start, end, name)) return WORD;
      return this.#isThing(start, end, name) || this.#isSomethingElse(start, end) ? WORD : NAME;
    }
    const [before, after] = this.#sides(start, end);
    const own = this.#text.slice(start, end);
    const isListed = kind === COMMON_WORD && this.#isBesideName(start, end, before, after);
    let wasCompared = false;
    const isCompared = () => {
      wasCompared = true;
      return this.#isCompared(end, after);
    };
    const context = { own, before, after, isListed, isCompared };
    if (this.#judged++ < MANY_JUDGED) return this.#verdictIn(context, kind, name);
    let key = `${kind}\n${isListed}\n${name}\n${before}\n${own}\n${after}`;
    let verdict = this.#remembered.get(key);
    if (verdict === BY_COMPARISON) {
      key = `${isCompared()}\n${key}`;
      verdict = this.#remembered.get(key);
    }
    if (verdict === undefined) {
      const isInKey = wasCompared;
      verdict = this.#verdictIn(context, kind, name);
      if (this.#remembered.size < MAX_REMEMBERED)
        this.#remembered.set(key, wasCompared && !isInKey ? BY_COMPARISON : verdict);
    }
    return verdict;
  }

  #verdictIn(context: Context, kind: number, name: string): number {
    if (kind === COMMON_WORD) return verdictOnWord(context, name, this.#language.isEnglish());
    return this.#isPlainPhrase(context, name) ? WORD : NAME;
  }

  /** "the best buy", "stands head and shoulders above": written in small letters, in a text with correct capitals. */
  #isPlainPhrase({ own, before, after }: Context, name: string): boolean {
    if (name === name.toLowerCase() || !/[ -]\p{Ll}[^ ]*$/u.test(own)) return false;
    if (own !== own.toLowerCase()) {
      // "Best buy: …", "Old navy sweaters": the first word of a sentence has a capital letter in any sense.
      const isHead = /(?:^|[.!?:] )[\s\d.)#*•"“(–-]*$/.test(before) && /^\P{Ll}*\p{Lu}\P{Lu}*$/u.test(own);
      return isHead && !VERBS.has(bare(after.split(' ', 2)[1] ?? '')) && this.#hasSentences();
    }
    return INSIDE_CAPITAL.test(before) || INSIDE_CAPITAL.test(after) || this.#hasSentences();
  }

  /** The first letter of a question is often autocorrected. Text that ends with a period was written with care. */
  #hasSentences(): boolean {
    this.#isProse ??= SENTENCE.test(this.#text);
    return this.#isProse;
  }

  #isNamesakeAt(start: number, end: number, name: string): boolean {
    const [before, after] = this.#sides(start, end);
    return isNamesake({ before, after }, name);
  }

  /** Whether "and", "or", a comma, a slash or "vs" joins it to another known name. */
  isListed(start: number, end: number): boolean {
    return this.#isBesideName(start, end, ...this.#sides(start, end));
  }

  #isBesideName(start: number, end: number, before: string, after: string): boolean {
    const [left] = /(?:,? (?:and|or|&|vs\.?|versus) |, |\/|; )$/i.exec(before.slice(-10)) ?? [];
    if (left !== undefined && this.#isKnownAt(start - left.length, true)) return true;
    const [right] = /^(?:,? (?:and|or|&|vs\.?|versus|with) |, |\/|; )/i.exec(after.slice(0, 10)) ?? [];
    return right !== undefined && this.#isKnownAt(end + right.length, false);
  }

  /**
   * Whether the rest of its sentence compares it with another known name ("Mint was easier than Acme"), or says
   * something of that name too ("Mint sends reports, Acme does not").
   */
  #isCompared(end: number, after: string): boolean {
    if (!after.includes(' ')) return false;
    const sentence = after.slice(0, SENTENCE_STOP.exec(after)?.index);
    for (const { index, 0: words } of sentence.matchAll(COMPARED_WITH))
      if (this.#isKnownAt(end + index + words.length, false)) return true;
    if (sentence.startsWith(',')) return false;
    // Short sentences of other languages are often taken for English ones. An English word is no word there.
    const before = this.#language.isSurelyEnglish() ? CLAUSE_BEFORE : / /g;
    for (const { index, 0: words } of sentence.matchAll(before)) {
      const isInList = this.#isKnownAt(end + index, true);
      if (!isInList && this.#isKnownAt(end + index + words.length, false)) return true;
    }
    return false;
  }

  /** "el corral queda detrás", "een zeeman": small letters after an article, in a text with correct capitals. */
  #isThing(start: number, end: number, name: string): boolean {
    const text = this.#text;
    const unit = text.charCodeAt(start);
    if (text[start - 1] !== ' ' || !(unit < 128 ? isLower(unit) : /\p{Ll}/u.test(text[start]!))) return false;
    if (!isCapital(name) || text.slice(start, end) !== text.slice(start, end).toLowerCase()) return false;
    if (!ARTICLE.test(text.slice(Math.max(0, start - 12), start))) return false;
    const [, next = ''] = text.slice(end, end + 24).split(' ', 2);
    return !isCapital(next) && this.#hasSentences();
  }

  /** Whether a name that is not a common word is a surname or, in Chinese, a thing. */
  #isSomethingElse(start: number, end: number): boolean {
    const text = this.#text;
    if (text.charCodeAt(start) >= 0x2e80) {
      if (end - start >= 4) return false;
      const before = text.slice(Math.max(0, start - 8), start);
      const after = text.slice(end, end + 8);
      return !KANA.test(before + after) && isChineseThing(before, text.slice(start, end), after);
    }
    if (isUnit(text, start, end)) return true;
    if (text[end] === ' ' && isGivenName(text.slice(start, end), text.slice(end, end + 40))) return true;
    // The preceding name is not a given name. Without this check, an endless "Acme Acme …" took most of its time here.
    if (!this.#isAfterCapital(start) || this.#isKnownAt(start - 1, true)) return false;
    return isSurname(
      text.slice(Math.max(0, start - 32), start),
      text.slice(start, start + 2),
      text.slice(end, end + 24),
    );
  }

  /** Whether a word with a capital letter, or an initial, directly precedes an offset. */
  #isAfterCapital(at: number): boolean {
    const text = this.#text;
    if (text[at - 1] !== ' ') return false;
    let from = at - 1;
    while (from > 0 && at - from < 24 && isWordBefore(text, from)) from--;
    if (from === at - 1) return text[from - 1] === '.';
    const unit = text.charCodeAt(from);
    return isUpper(unit) || (unit >= 128 && isCapital(text[from]!)) || !isWordAt(text, from);
  }

  /** The line before and after a match, at most NEAR characters. */
  #sides(start: number, end: number): [string, string] {
    const text = this.#text;
    const from = lastBreak(text, Math.max(0, start - NEAR), start);
    return [
      text.slice(from, start),
      text.slice(end, firstBreak(text, end, Math.min(text.length, end + NEAR))),
    ];
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

/** "Otto von Bismarck", "Deniz Kaya said". */
const PERSON_AFTER =
  /^ (?:von (?:der )?\p{Lu}|van der \p{Lu}|(?:\p{Lu}\. )?\p{Lu}\p{Ll}+,? (?:said|says|wrote|writes|painted|told|was born|became|directed|sang|starred|argues|played)(?!\p{L}))/u;

function isGivenName(own: string, after: string): boolean {
  return (
    isCapital(own) && PERSON_AFTER.test(after) && (FIRST_NAMES.has(own.toLowerCase()) || isAnyGivenName(own))
  );
}

const SENTENCE_STOP = /[.!?] /;
/** Words before the subject of another clause. */
const CLAUSE_BEFORE = /[,;] (?:(?:and|but|so|yet|though) )?|(?<=\w) (?:and|but|so|yet|though) /g;

/** Japanese: the rules for Chinese read "洗剤は花王" as something that is washed. */
const KANA = /[\u3041-\u30ff]/;

/** Articles of languages that write nouns in small letters. */
const ARTICLE =
  /(?:^|[^\p{L}])(?:az?|an|et|det|den|ο|η|το|οι|τα|του|της|των|τον?|την?|τους|τις|στον?|στην?|στο|ένας?|μία|μια|une?|les?|la|des|cette|ce|el|los|las|una|unos|unas|il|lo|gli|os|um|uma|een|het|de|en|ett|bir|bu|şu|un) $/iu;

/** "Frau Müller", "Mr. Curie". */
const TITLES: ReadonlySet<string> = new Set(
  (
    'Mr Mr. Mrs Mrs. Ms Ms. Frau Herr Herrn Madame Mme Monsieur Señor Señora Signor Signora Senhor Senhora Mevrouw ' +
    'Meneer Fru Rouva Herra'
  ).split(' '),
);

const COMPANY_WORD = /^(?:compan|world|stud|pictur|motor|corp|inc|record|entertain|group|bank|plus)/i;

/** "Marie Curie": a given name precedes it, and nothing about a company follows. */
function isSurname(before: string, own: string, after: string): boolean {
  const word = /(?:^|[^\p{L}.])(\p{Lu}[\p{L}]+\.?|\p{Lu}\.) $/u.exec(before)?.[1];
  if (word === undefined || !isCapital(own)) return false;
  if (TITLES.has(word)) return true;
  const isGiven = FIRST_NAMES.has(word.toLowerCase()) || /^\p{Lu}\.$/u.test(word);
  const next = bare(after.split(' ')[1] ?? '');
  if (!isGiven || COMPANY_WORD.test(next) || after.startsWith("'s ") || after.startsWith('’s ')) return false;
  // "Dr. J. Curie", not "Plan B. Curie is": a name or a title precedes an initial.
  return word.length > 2 || /\p{Lu}\p{L}*\.? \p{Lu}\. $/u.test(before);
}

const SENTENCE = /(?:^|[\n.!?] ?)\p{Lu}\p{L}*[ ,][^.!?\n]*[.!](?:\s|$)/u;
const INSIDE_CAPITAL = /[^.!?:\s] \p{Lu}\p{Ll}/u;

/** "500 Lux": a number that is not a year precedes it, and nothing about a company follows. */
function isUnit(text: string, start: number, end: number): boolean {
  const digit = text.charCodeAt(start - 2);
  if (text[start - 1] !== ' ' || digit < 48 || digit > 57 || end - start > 7) return false;
  if (!UNITS.has(text.slice(start, end).toLowerCase())) return false;
  const number = /(?:^|[^\d.,])([\d.,]+) $/.exec(text.slice(Math.max(0, start - 16), start))?.[1] ?? '';
  const [, next = ''] = text.slice(end, end + 24).split(' ', 2);
  return !/^(?:19|20)\d\d$/.test(number) && !isCapital(next) && !BRAND_NOUNS.has(bare(next));
}
