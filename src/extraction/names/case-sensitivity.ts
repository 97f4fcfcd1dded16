import { readTable } from '../tables.ts';
import { foldName } from '../text/fold.ts';

const COMMON_WORDS: ReadonlySet<string> = new Set(readTable('names/common-words.txt', ['words']).words);

/**
 * Longer names in capitals are also written "Asus" and "Ikea". Shorter ones in small letters are abbreviations and
 * syllables.
 */
const MAX_ACRONYM = 3;

/**
 * The names among these that count only in their exact case by default: names of two or three letters all in capitals
 * (HP, AT&T), because in small letters they are abbreviations and syllables; and single words that are ordinary English
 * ones (Away, Ring, Beats). Names in capitals (HELIX) are not included: texts also write Helix, so they count wherever
 * they do not mean the word. Names of several words are never included.
 *
 * @returns the names concerned, as given and in the order given
 */
export function caseSensitiveByDefault(names: string[]): string[] {
  return names.filter((name) => {
    const isCapitals = /^\p{Lu}[\p{Lu}&+.-]*$/u.test(name.trim());
    if (isCapitals) return name.replace(/\P{Lu}/gu, '').length <= MAX_ACRONYM;
    return isCommonWord(foldName(name));
  });
}

/**
 * Whether a folded word is an ordinary English one, in base form or with an -s: plurals and verb forms (Beats) are not
 * listed.
 */
export function isCommonWord(folded: string): boolean {
  return COMMON_WORDS.has(folded) || (folded.endsWith('s') && COMMON_WORDS.has(folded.slice(0, -1)));
}
