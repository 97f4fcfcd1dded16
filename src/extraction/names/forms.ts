/** Checks how a matched spelling stands in the text: alone, or with what a language attaches before and after it. */
import { HANGUL, isAsciiWord, isWordAt, isWordBefore, scriptOf } from '../text/characters.ts';
import { isCaseEnding, isStemEnding } from './languages/inflection.ts';
import { isKoreanEnding } from './languages/korean.ts';
import { ENGLISH, PLURALS } from './languages/text-language.ts';
import type { WordEnds } from './languages/word-ends.ts';
import type { Form } from './lexicon.ts';

/** The context in which a form is judged. */
export interface Reading {
  /** The folded text. */
  text: string;
  wordEnds: WordEnds;
  /** The kinds of endings that names may have in it. */
  endings(): number;
  /** Whether the original text has a small letter at a folded offset. */
  isSmallAt(offset: number): boolean;
  /** Whether to accept whatever may be a name in some language and sense. */
  isAny: boolean;
}

/** The span of a form, in folded offsets, including attached letters. */
export interface Found {
  start: number;
  end: number;
  /** The rule for letters attached to the form; null: it stands alone. */
  rule: 'PLURAL' | 'AFFIX' | null;
}

/** Maximum length of an ending. */
const MAX_REST = 12;
/** Prefixes written as one word with an Arabic or Hebrew name: conjunction, preposition, article. */
const ARABIC_PREFIX = /^(?:أ|ا)?(?:و|ف)?(?:[بكل]?(?:ال)?|لل)$/;
const HEBREW_PREFIX = /^ו?(?:כש|מש|לכש|ש)?[בלמכ]?ה?$/;
const MAX_PREFIX = 6;

/**
 * The letters of the same script after an offset, up to the end of the word; '' if there are none, null if they are too
 * many for an ending.
 */
export function restAt(text: string, end: number): string | null {
  const next = text.charCodeAt(end);
  if (next < 128 && !isAsciiWord(next)) return '';
  if (!isWordAt(text, end) || !isWordBefore(text, end)) return '';
  const script = scriptOf(text.charCodeAt(end));
  let at = end;
  while (
    at - end <= MAX_REST &&
    at < text.length &&
    isWordAt(text, at) &&
    scriptOf(text.charCodeAt(at)) === script
  )
    at++;
  return at - end > MAX_REST ? null : text.slice(end, at);
}

/** The span of a form that ends at an offset; null if it is part of another word. */
export function foundAt(
  form: Form,
  start: number,
  end: number,
  rest: string | null,
  reading: Reading,
): Found | null {
  if (rest === '' && !form.isInside) {
    const isAlone = form.stem === null && (reading.isAny || reading.wordEnds.isWhole(start, end));
    return isAlone ? { start, end, rule: null } : null;
  }
  const from = form.isInside ? prefixStart(form, start, reading.text) : start;
  if (from < 0) return null;
  const isPrefixed = from < start;
  if (rest === '') {
    if (form.stem !== null) return null;
    return { start: from, end, rule: isPrefixed ? 'AFFIX' : null };
  }
  const { text } = reading;
  // "Sony_WH-1000" counts, "sony_mode" does not: that is a file name or a link's text.
  if (
    text[end] === '_' &&
    form.stem === null &&
    !reading.isSmallAt(start) &&
    (reading.isAny || !reading.isSmallAt(end + 1))
  )
    return { start: from, end, rule: null };
  const script = scriptOf(text.charCodeAt(end));
  if (script !== scriptOf(text.charCodeAt(end - 1))) {
    if (form.stem !== null) return null;
    const isParticle = script === HANGUL && rest !== null && isKoreanEnding(form.text, rest);
    return {
      start: from,
      end: isParticle ? end + rest.length : end,
      rule: isParticle || isPrefixed ? 'AFFIX' : null,
    };
  }
  if (rest === null) return null;
  const rule = endingRule(form, rest, script, start, reading);
  return rule === null ? null : { start: from, end: end + rest.length, rule };
}

function endingRule(
  form: Form,
  rest: string,
  script: number,
  start: number,
  reading: Reading,
): 'PLURAL' | 'AFFIX' | null {
  if (script === HANGUL) return isKoreanEnding(form.text, rest) ? 'AFFIX' : null;
  const ending = rest.toLowerCase();
  const isPlural =
    form.hasPlural && (ending === 's' || (ending === 'es' && /(?:[xz]|[cs]h)$/i.test(form.text)));
  if (
    isPlural &&
    rest === ending &&
    (reading.endings() & (reading.isSmallAt(start) ? ENGLISH : PLURALS)) !== 0
  )
    return 'PLURAL';
  if (!(form.hasCases || form.stem !== null)) return null;
  const name = form.text.toLowerCase();
  const isCase =
    form.stem === null
      ? isCaseEnding(name, ending, reading.endings)
      : isStemEnding(form.stem, ending, reading.endings);
  if (!isCase) return null;
  // "Elisan" and "mBankowi", but not "elisan".
  const isSmall = reading.isSmallAt(start) && reading.isSmallAt(start + form.capitalAt);
  return reading.isAny || !isSmall ? 'AFFIX' : null;
}

/** Start of the word that ends with the name, after a conjunction, preposition or article; -1 if it is another word. */
function prefixStart({ isArticleNeeded }: Form, start: number, text: string): number {
  const script = scriptOf(text.charCodeAt(start));
  let from = start;
  while (
    from > 0 &&
    start - from <= MAX_PREFIX &&
    isWordBefore(text, from) &&
    scriptOf(text.charCodeAt(from - 1)) === script
  )
    from--;
  const prefix = text.slice(from, start);
  if (isArticleNeeded) return /(?:ال|لل)$/.test(prefix) && ARABIC_PREFIX.test(prefix) ? from : -1;
  return prefix === '' || ARABIC_PREFIX.test(prefix) || HEBREW_PREFIX.test(prefix) ? from : -1;
}
