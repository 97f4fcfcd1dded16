/**
 * The phrases by which answers deny names, compiled. An entry of unknown/<language>.txt is words as in a normalized
 * sentence: `a/b` is either word, `a?` may be missing, `<list>` is an entry of that section, `_` is any word, `..` up
 * to three. `NAME` is the name, also among others ("Acme or Globex") and with its kind ("the company Acme"); `CALLED` is
 * "company called Acme". `START` is the start of a clause: in "an app of Acme does not exist" something of the name is
 * denied. `END` is where nothing of its own follows: in "information about Acme's prices" something does.
 */
import { readSections } from '../tables.ts';
import { foldName } from '../text/fold.ts';
import type { Span } from '../text/sentences.ts';
import type { Subject } from '../types.ts';
import type { Naming } from './namings.ts';

const LANGUAGES = new Set(['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt']);
/** Languages without spaces between words. */
const UNSPACED = new Set(['ja']);

/** The name in question in a normalized sentence, something called so, another name, and the end after a name. */
export const OWN = '§';
const CALLED = '£';
const OTHER = '¤';
const ENDED = '¬';

export interface Phrases {
  isSpaced: boolean;
  /** In a text as it is: without one of these no name is denied. */
  cues: RegExp;
  /** What makes the phrases around a name one sign, in order. So compiled phrases are small: 3 ms, not a second. */
  signs: readonly (readonly [RegExp, string])[];
  denials: RegExp;
  asides: RegExp;
  /** The name alone, as in a heading. */
  bare: RegExp;
  /** The name before what is said of it: "Acme: …". */
  topics: RegExp;
  /** What stands for the name after it. */
  anaphors: RegExp;
  descriptions: RegExp;
  /** Words that make a guess of a description. */
  hedges: RegExp;
}

const compiled = new Map<string, Phrases>();

/** null: there is no table of the language. */
export function phrasesOf(language: string | null): Phrases | null {
  if (language === null || !LANGUAGES.has(language)) return null;
  const phrases = compiled.get(language) ?? compile(language);
  compiled.set(language, phrases);
  return phrases;
}

function compile(language: string): Phrases {
  const isSpaced = !UNSPACED.has(language);
  const gap = isSpaced ? ' ' : '';
  const sign = (signs: string) => `[${signs}]${gap}`;
  const any = isSpaced ? `[^ ;§£¤¬]+ ` : `[^;§£¤¬]{1,6}?`;
  const lists = new Map(
    readSections(`unknown/${language}.txt`).map(({ name, entries }) => [
      name,
      entries.map(({ text }) => text),
    ]),
  );
  const listOf = (name: string, nameSign: string): string => {
    const entries = lists.get(name);
    if (entries === undefined) throw new Error(`unknown/${language}.txt has no section [${name}].`);
    return `(?:${entries.map((entry) => phrase(entry, nameSign)).join('|')})`;
  };
  const phrase = (entry: string, nameSign: string): string => {
    const word = (token: string): string => {
      if (token.endsWith('?')) return `(?:${word(token.slice(0, -1))})?`;
      if (token.includes('/')) return `(?:${token.split('/').map(word).join('|')})`;
      if (token === 'NAME') return nameSign;
      if (token === 'CALLED') return `${sign(CALLED)}(?:${sign(ENDED)})?`;
      if (token === 'START') return `(?<=^${gap}|;${gap}|${listOf('lead', nameSign)})`;
      if (token === 'ENDED') return `(?<=${sign(ENDED)})`;
      if (token === 'END') return `(?=;|$|${listOf('after', nameSign)})`;
      if (token === '_') return any;
      if (token === '..') return `(?:${any}){0,3}?`;
      if (token.startsWith('<')) return listOf(token.slice(1, -1), nameSign);
      return inSentence(token) + gap;
    };
    const words = entry.replaceAll(/(NAME|CALLED) END/g, '$1 ENDED').split(' ');
    return words.map(word).join('');
  };
  const before = isSpaced ? '(?<= )' : '';
  const marked = `${sign(OWN + CALLED)}(?:${sign(ENDED)})?`;
  const regExp = (name: string, start = before, flags = '') =>
    new RegExp(`${start}${listOf(name, marked)}`, flags);
  const about = `^${gap}(?:${listOf('about', marked)})?${marked}`;
  const [own, other, end] = [sign(OWN), sign(OTHER), sign(';')];
  const and = `(?:${end})?${listOf('and', own)}`;
  const all = (source: string) => new RegExp(source, 'g');
  return {
    isSpaced,
    cues: new RegExp(lists.get('cues')!.join('|'), 'i'),
    signs: [
      [all(`(?:${other}(?:${and}|${end}))*${own}(?:${end}${other})*${and}${other}`), OWN + gap],
      [all(`(?:${other}${end})*${other}${and}${own}`), OWN + gap],
      [all(`${before}${listOf('named', own)}`), CALLED + gap],
      [all(`${before}${listOf('entity', own)}`), OWN + gap],
      [all(`(?<=${sign(OWN + CALLED)})(?=;|$|${listOf('after', own)})`), ENDED + gap],
    ],
    denials: regExp('denials'),
    asides: regExp('asides'),
    bare: new RegExp(`${about};?${gap}$`),
    topics: new RegExp(`^${gap}(?:${listOf('about', own)})?${own};`),
    anaphors: regExp('anaphors', before, 'g'),
    descriptions: regExp('descriptions', `(?:^${gap}|${end}|${listOf('but', own)})`),
    hedges: regExp('hedges'),
  };
}

/** A normalized sentence with the signs that phrases are read by. */
export function withSigns(said: string, { signs }: Phrases): string {
  return signs.reduce((text, [pattern, sign]) => text.replace(pattern, sign), said);
}

/** A word as in a normalized sentence. Elided words are words of their own: "d'une", "Acme's". */
function inSentence(word: string): string {
  return foldName(word).replaceAll("'", "' ").trimEnd();
}

/**
 * A span in the form that phrases match: folded, without quotes, ";" at the end of clauses, the namings of `subjects`
 * as OWN and others as OTHER.
 * @param from the first naming that may be in it
 */
export function normalized(
  text: string,
  { start, end }: Span,
  namings: readonly Naming[],
  from: number,
  subjects: readonly Subject[],
  { isSpaced }: Phrases,
): string {
  let marked = '';
  let at = start;
  for (let k = from; k < namings.length && namings[k]!.start < end; k++) {
    const naming = namings[k]!;
    if (naming.start < at) continue;
    marked += `${text.slice(at, naming.start)} ${naming.subjects === subjects ? OWN : OTHER} `;
    at = naming.end;
  }
  marked += text.slice(at, Math.max(at, end));
  const words = foldName(marked)
    .replace(/["„“”«»「」『』*_]/g, ' ')
    .replace(/(?<![\p{L}])'\s*(?=§)/gu, ' ')
    .replace(/(?<=§)\s*'(?!s\b)/g, ' ')
    .replaceAll("'", "' ")
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/[.,;:!?()[\]{}/|。、・-]+/g, ' ; ');
  const spaced = ` ${words} ; `.replace(/\s+/g, ' ').replace(/; (?:; )+/g, '; ');
  return isSpaced ? spaced : spaced.replaceAll(' ', '');
}
