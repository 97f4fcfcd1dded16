import { isLower, isUpper, isWordAt } from '../text/characters.ts';
import { isCommonWord } from './case-sensitivity.ts';

/** Of shorter names, two halves are words of their own more often. */
export const MIN_DIVIDED = 6;
const MIN_HALF = 3;
const MAX_NAME = 40;
const HYPHEN = 45;
const SPACE = 32;

/**
 * Where one word of a name is written as two: "Core-Dale", "Core Dale" for Coredale. Found in the text rather than
 * made of the name, which may be divided anywhere. In small letters only with a hyphen, and if a half is no word.
 * @param text folded, with letter case
 * @param known whether a name of one word is looked for
 * @param found called with the name, and where it stands
 */
export function findDivided(
  text: string,
  known: (name: string) => boolean,
  found: (name: string, start: number, end: number) => void,
): void {
  for (let at = MIN_HALF; at < text.length - MIN_HALF; at++) {
    const unit = text.charCodeAt(at);
    if (unit > HYPHEN || (unit !== HYPHEN && unit !== SPACE)) continue;
    const next = text.charCodeAt(at + 1);
    if (!(isUpper(next) || (unit === HYPHEN && isLower(next))) || !isLower(text.charCodeAt(at - 1))) continue;
    let start = at;
    while (start > 0 && at - start <= MAX_NAME && isLower(text.charCodeAt(start - 1))) start--;
    const hasCapital = start > 0 && isUpper(text.charCodeAt(start - 1));
    if (hasCapital) start--;
    let end = at + 1;
    while (end - at <= MAX_NAME && isLower(text.charCodeAt(end + 1))) end++;
    end++;
    if (at - start < MIN_HALF || end - at - 1 < MIN_HALF || !(hasCapital || unit === HYPHEN)) continue;
    if (isWordAt(text, end) || (start > 0 && isWordAt(text, start - 1)) || text.charCodeAt(end) === HYPHEN)
      continue;
    const [left, right] = [text.slice(start, at).toLowerCase(), text.slice(at + 1, end).toLowerCase()];
    if (!known(left + right)) continue;
    const isSmall = !hasCapital || !isUpper(next);
    if (!(isSmall && isCommonWord(left) && isCommonWord(right))) found(left + right, start, end);
  }
}
