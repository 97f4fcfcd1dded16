/**
 * Case endings of names, by the name's last letters. All text is folded: ä is a, ł is l, й is и. The endings are in
 * data/names/endings.txt; what a language does to a name's last letters is here.
 */
import { readSections } from '../../tables.ts';
import { ANY, ESTONIAN, FINNISH, HUNGARIAN, MALAY, ROMANIAN, SLAVIC, TURKISH } from './text-language.ts';

/** The part of a name before the last letters, which endings replace. */
export interface Stem {
  stem: string;
  endings: ReadonlySet<string>;
  languages: number;
}

/** By the first word of a section. Text with a name in Cyrillic or Greek letters is in a language of these endings. */
const LANGUAGES = new Map([
  ['cyrillic', ANY],
  ['estonian', ESTONIAN],
  ['finnish', FINNISH],
  ['greek', ANY],
  ['hungarian', HUNGARIAN],
  ['malay', MALAY],
  ['romanian', ROMANIAN],
  ['slavic', SLAVIC],
  ['turkish', TURKISH],
]);

type OfLanguages = readonly [languages: number, endings: ReadonlySet<string>];

interface Endings {
  /** After whole names, by their last letter or script. */
  after: Record<'vowel' | 'consonant' | 'cyrillic', OfLanguages[]>;
  /** Instead of last letters. */
  instead: { last: string; languages: number; endings: ReadonlySet<string> }[];
  /** Finnish, after the weak grade of a name. */
  weak: ReadonlySet<string>;
}

function readEndings(): Endings {
  const read: Endings = { after: { vowel: [], consonant: [], cyrillic: [] }, instead: [], weak: new Set() };
  const sections = readSections('names/endings.txt');
  const sectionTexts = (section: string) =>
    sections.find(({ name }) => name === section)?.entries.map(({ text }) => text) ?? [];
  const clitics = ['', ...sectionTexts('finnish clitics')];
  for (const { name } of sections) {
    const [language = '', position, ...rest] = name.split(' ');
    const what = rest.join(' ');
    const endings = new Set(
      language === 'finnish' ? withClitics(sectionTexts(name), clitics) : sectionTexts(name),
    );
    const languages = LANGUAGES.get(language);
    if (languages === undefined) throw new Error(`endings.txt has an unknown language: ${name}`);
    if (position === 'instead') read.instead.push({ last: what.slice('of '.length), languages, endings });
    else if (what === 'a weak stem') read.weak = endings;
    else if (language === 'cyrillic') read.after.cyrillic.push([languages, endings]);
    else if (position === 'after') {
      if (what !== 'a consonant') read.after.vowel.push([languages, endings]);
      if (what !== 'a vowel') read.after.consonant.push([languages, endings]);
    }
  }
  return read;
}

function withClitics(endings: readonly string[], clitics: readonly string[]): string[] {
  return ['', ...endings].flatMap((ending) => clitics.map((clitic) => ending + clitic)).filter(Boolean);
}

const ENDINGS = readEndings();

const WITH_CASES = ESTONIAN | FINNISH | HUNGARIAN | MALAY | ROMANIAN | SLAVIC | TURKISH;
const LATIN = /[a-z]$/;
const CYRILLIC_LETTER = /[\u0400-\u04ff]$/;
/** Too many longer words begin with a shorter name. */
export const MIN_INFLECTED = 4;
const MIN_STEM = 3;

/** The stems of a folded name that take other endings. */
export function deriveStems(name: string): Stem[] {
  const word = name.slice(Math.max(name.lastIndexOf(' '), name.lastIndexOf('-')) + 1);
  if (word.length < MIN_INFLECTED) return [];
  const stems: Stem[] = ENDINGS.instead
    .filter(({ last }) => word.endsWith(last) && word.length - last.length >= MIN_STEM)
    .map(({ last, languages, endings }) => ({ stem: name.slice(0, -last.length), languages, endings }));
  const weakened = weakStem(word);
  if (weakened !== null)
    stems.push({ stem: name.slice(0, -2), languages: FINNISH, endings: withBefore(weakened, ENDINGS.weak) });
  return stems;
}

/** Pairs of consonants and the second one's weak grade: Kirkko, Kirkon; Asento, Asennon. */
const GRADES = new Map([
  ['kk', ''],
  ['pp', ''],
  ['tt', ''],
  ['lt', 'l'],
  ['mp', 'm'],
  ['nk', 'g'],
  ['nt', 'n'],
  ['rt', 'r'],
]);

/** The last two letters of a Finnish word before an ending that closes its last syllable; null: they stay the same. */
function weakStem(word: string): string | null {
  const grade = /[aeiouy]$/.test(word) ? GRADES.get(word.slice(-3, -1)) : undefined;
  return grade === undefined || word.length < MIN_STEM + 2 ? null : grade + word.slice(-1);
}

function withBefore(letters: string, endings: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(Array.from(endings, (ending) => letters + ending));
}

/** Whether letters after a whole folded name are a case ending of these languages. */
export function isCaseEnding(name: string, rest: string, languages: () => number): boolean {
  if (CYRILLIC_LETTER.test(name)) return ENDINGS.after.cyrillic.some(([, endings]) => endings.has(rest));
  if (!LATIN.test(name)) return false;
  const inText = languages();
  if ((inText & WITH_CASES) === 0) return false;
  const isAfter = (kind: 'vowel' | 'consonant') =>
    ENDINGS.after[kind].some(([language, endings]) => (language & inText) !== 0 && endings.has(rest));
  const isVowel = /[aeiouy]$/.test(name);
  if (isVowel && isAfter('vowel')) return true;
  // The y of "Play" is a consonant in some languages.
  if ((!isVowel || /[aeiou]y$/.test(name)) && isAfter('consonant')) return true;
  // Hungarian doubles the last consonant before -al and -el: "Zelkommal".
  const isDoubled = !isVowel && /^.(?:al|el|a|e)$/.test(rest) && rest[0] === name.at(-1);
  return isDoubled && (HUNGARIAN & inText) !== 0;
}

/** Whether a stem's ending follows, in a text with these languages. */
export function isStemEnding({ endings, languages }: Stem, rest: string, inText: () => number): boolean {
  return (languages === ANY || (languages & inText()) !== 0) && endings.has(rest);
}
