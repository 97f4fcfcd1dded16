/**
 * The phrases by which answers deny names, compiled. An entry of unknown/<language>.txt is words as in a normalized
 * sentence: `a/b` is either word, `a?` may be missing, `<list>` is an entry of that section, `_` is any word, `..` up
 * to three. `NAME` is the name, also among others ("Acme or Globex"). `START` is the start of a clause: in "an app of
 * Acme does not exist" something of the name is denied. `END` is what may follow a name where nothing of its own is
 * meant: in "information about Acme's prices" something is.
 */
import { readSections } from '../tables.ts';
import { foldName } from '../text/fold.ts';
import type { Span } from '../text/sentences.ts';
import type { Subject } from '../types.ts';
import type { Naming } from './namings.ts';

const LANGUAGES = new Set(['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pt']);
/** Languages without spaces between words. */
const UNSPACED = new Set(['ja']);

/** The name in question, and another name, in a normalized sentence. */
export const OWN = '§';
const OTHER = '¤';

export interface Phrases {
  isSpaced: boolean;
  /** In a text as it is: without one of these no name is denied. */
  cues: RegExp;
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
  const any = isSpaced ? `[^ ;${OWN}${OTHER}]+ ` : `[^;${OWN}${OTHER}]{1,6}?`;
  const lists = new Map(
    readSections(`unknown/${language}.txt`).map(({ name, entries }) => [
      name,
      entries.map(({ text }) => text),
    ]),
  );
  const listOf = (name: string): string => {
    const entries = lists.get(name);
    if (entries === undefined) throw new Error(`unknown/${language}.txt has no section [${name}].`);
    return `(?:${entries.map(phrase).join('|')})`;
  };
  const together = () =>
    `(?:[${OWN}${OTHER}]${gap}(?:;${gap})?${listOf('and')}?)*?${OWN}${gap}(?:(?:;${gap})?${listOf('and')}?${OTHER}${gap})*`;
  const word = (token: string): string => {
    if (token.endsWith('?')) return `(?:${word(token.slice(0, -1))})?`;
    if (token.includes('/')) return `(?:${token.split('/').map(word).join('|')})`;
    if (token === 'NAME') return together();
    if (token === 'START') return `(?<=^${gap}|;${gap}|${listOf('lead')})`;
    if (token === 'END') return `(?=;|$|${listOf('after')})`;
    if (token === '_') return any;
    if (token === '..') return `(?:${any}){0,3}?`;
    if (token.startsWith('<')) return listOf(token.slice(1, -1));
    return split(token) + gap;
  };
  const phrase = (entry: string): string => entry.split(' ').map(word).join('');
  const before = isSpaced ? '(?<= )' : '';
  const regExp = (name: string, start = before, flags = '') => new RegExp(`${start}${listOf(name)}`, flags);
  return {
    isSpaced,
    cues: new RegExp(lists.get('cues')!.join('|'), 'i'),
    denials: regExp('denials'),
    asides: regExp('asides'),
    bare: new RegExp(`^${gap}(?:${listOf('about')})?${OWN}${gap};?${gap}$`),
    topics: new RegExp(`^${gap}(?:${listOf('about')})?${OWN}${gap};`),
    anaphors: regExp('anaphors', before, 'g'),
    descriptions: regExp('descriptions', `(?:^${gap}|;${gap}|${listOf('but')})`),
    hedges: regExp('hedges'),
  };
}

/** A word as in a normalized sentence. Elided words are words of their own: "d'une", "Acme's". */
function split(word: string): string {
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
