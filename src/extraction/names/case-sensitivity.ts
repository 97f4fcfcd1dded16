import { foldName } from '../text/fold.ts';
import { COMMON_WORDS } from './words.ts';

const MAX_ACRONYM = 6;

/**
 * Which of these names should only count in their exact case, unless someone decides otherwise: short ones
 * all in capitals (HP, AT&T), since in small letters they are abbreviations and syllables; and single words
 * that are ordinary English ones (Away, Ring, Beats). Names of several words never.
 *
 * @returns the names concerned, as given and in the order given
 */
export function caseSensitiveByDefault(names: string[]): string[] {
  return names.filter((name) => isAcronym(name.trim()) || isCommonWord(foldName(name)));
}

function isAcronym(name: string): boolean {
  return name.length <= MAX_ACRONYM && /^\p{Lu}[\p{Lu}&+.-]*$/u.test(name);
}

/** Whether a word is an ordinary English one, in base form or with an -s: plurals and verb forms (Beats) are not listed. */
function isCommonWord(folded: string): boolean {
  return COMMON_WORDS.has(folded) || (folded.endsWith('s') && COMMON_WORDS.has(folded.slice(0, -1)));
}
