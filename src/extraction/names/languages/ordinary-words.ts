/**
 * Names that are also ordinary words, by language: those of our tables, and its most frequent words by stopwords-iso
 * (57 languages). A language's list is loaded when a name first occurs in such text.
 */
import stopwords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' };
import { readSections } from '../../tables.ts';
import { foldName } from '../../text/fold.ts';
import {
  ENGLISH,
  ESTONIAN,
  FINNISH,
  HUNGARIAN,
  MALAY,
  PLURALS,
  ROMANIAN,
  SLAVIC,
  type TextLanguage,
  TURKISH,
} from './text-language.ts';

export const GIVEN = 1; // a given name
export const WORD_FIRST = 2; // the word, unless there is evidence for the brand
export const BRAND_FIRST = 4; // the brand, unless there is evidence for the word

/** Languages that use another one's list. */
const ALSO: Record<string, string> = {
  sk: 'cs',
  sl: 'cs',
  hr: 'cs',
  no: 'sv',
  nb: 'sv',
  da: 'sv',
  gl: 'pt',
  ca: 'es',
  be: 'ru',
  bg: 'ru',
  kk: 'ru',
  az: 'tr',
  af: 'nl',
  lb: 'de',
};

/** Languages in Latin letters, in the order to try them if the language is unknown. */
const LATIN = ['tr', 'fi', 'et', 'hu', 'ro', 'pl', 'cs', 'de', 'es', 'it', 'pt', 'fr', 'nl', 'sv'];
/** Further ones, without a table of ours. */
const FREQUENT_ONLY = ['id'];
/** Languages in other letters, with their own tables. */
const OTHERS = ['ko', 'ja', 'zh', 'ar', 'he', 'ru', 'uk', 'el'];
const ALL = [...LATIN, ...OTHERS];

/** The kind of the names in each section of a table. */
const KINDS = new Map([
  ['words', WORD_FIRST],
  ['brands', BRAND_FIRST],
  ['given names', GIVEN],
]);

// Loaded on demand. A list takes about 40 KB of memory; all of them less than 1 MB.
const lists = new Map<string, ReadonlyMap<string, number>>();

function loadList(language: string): ReadonlyMap<string, number> {
  let list = lists.get(language);
  if (list === undefined) {
    list = readList(language);
    lists.set(language, list);
  }
  return list;
}

function readList(language: string): ReadonlyMap<string, number> {
  const list = new Map<string, number>();
  const frequent = new Map(Object.entries(stopwords)).get(language) ?? [];
  for (const word of frequent) list.set(foldName(word), WORD_FIRST);
  if (!ALL.includes(language)) return list;
  const own = new Map<string, number>();
  const sections = readSections(`languages/${language}.txt`);
  if (LATIN.includes(language)) sections.push(...readSections('languages/music.txt'));
  for (const { name, entries } of sections)
    for (const { text } of entries) own.set(text, (own.get(text) ?? 0) | KINDS.get(name)!);
  for (const [word, kind] of own) list.set(word, kind);
  return list;
}

export const isGivenName = (folded: string, language: string): boolean =>
  ((loadList(language).get(folded) ?? 0) & GIVEN) !== 0;

/** Whether a name is a given name in one of the languages. */
export const isAnyGivenName = (name: string): boolean =>
  ALL.some((language) => isGivenName(foldName(name), language));

/** The sense of a name in a language. */
export interface Ordinary {
  language: string;
  /** GIVEN, WORD_FIRST, BRAND_FIRST. */
  kind: number;
  /** The name, folded. */
  word: string;
}

/**
 * Looks up ordinary words in the language of a text, by name. If the language is unknown, the letters of the name and
 * the text decide.
 */
export function ordinaryWordsIn(text: string, language: TextLanguage): (name: string) => Ordinary | null {
  let ofLatin: readonly string[] | undefined;
  const known = new Map<string, Ordinary | null>();
  const find = (name: string): Ordinary | null => {
    const word = foldName(name).replace(/[.!?]+$/, '');
    if (word.includes(' ')) return null;
    const first = word.charCodeAt(0);
    if (first < 0x370) ofLatin ??= latinLanguages(language);
    const codes = first < 0x370 ? ofLatin! : byLetter(first, text, language.code);
    for (const code of codes) {
      const kind = loadList(code).get(word);
      if (kind !== undefined) return { language: code, kind, word };
    }
    return null;
  };
  return (name) => {
    let ordinary = known.get(name);
    if (ordinary === undefined) {
      ordinary = find(name);
      known.set(name, ordinary);
    }
    return ordinary;
  };
}

/** Languages so similar that a sentence or two is easily mistaken for another of them. */
const ROMANCE = ['es', 'it', 'pt'];

/** The endings by which one of these languages is detected; the others have plurals in -s. */
const KINDS_OF: Record<string, number> = {
  tr: TURKISH,
  fi: FINNISH,
  et: ESTONIAN,
  pl: SLAVIC,
  cs: SLAVIC,
  ro: ROMANIAN,
  hu: HUNGARIAN,
  id: MALAY,
};

function latinLanguages(language: TextLanguage): readonly string[] {
  if (language.code && language.code !== 'en') {
    const code = ALSO[language.code] ?? language.code;
    if (ROMANCE.includes(code)) return [code, ...ROMANCE.filter((other) => other !== code)];
    return code === language.code ? [code] : [code, language.code];
  }
  const kinds = language.endingsByWords();
  if ((kinds & ENGLISH) !== 0) return [];
  return [...LATIN, ...FREQUENT_ONLY].filter((code) => (kinds & (KINDS_OF[code] ?? PLURALS)) !== 0);
}

function byLetter(first: number, text: string, language: string | null | undefined): readonly string[] {
  if (first >= 0x370 && first < 0x400) return ['el'];
  if (first >= 0x400 && first < 0x530) return language ? [language === 'uk' ? 'uk' : 'ru'] : ['uk', 'ru'];
  if (first >= 0x590 && first < 0x600) return ['he'];
  if (first >= 0x600 && first < 0x700) return /[پچژگ]/.test(text.slice(0, 300)) ? [] : ['ar'];
  if (first >= 0xac00 && first < 0xd7b0) return ['ko'];
  if (first >= 0x3041 && first < 0x3100) return ['ja'];
  if (first < 0x3400 || first >= 0xa000) return [];
  if (language) return language === 'ja' || language === 'zh' ? [language] : [];
  return /[\u3041-\u30ff]/.test(text.slice(0, 300)) ? ['ja'] : ['zh'];
}
