import { isLower, isUpper, isWordAt, isWordBefore } from '../text/characters.ts';
import { isCommonWord } from './case-sensitivity.ts';

/** The halves of shorter names are more often words themselves. */
export const MIN_DIVIDED = 6;
const MIN_HALF = 3;
const MAX_NAME = 40;
const HYPHEN = 45;
const SPACE = 32;

/**
 * Finds a one-word name written as two: "Core-Dale", "Core Dale" for Coredale. The text is searched, instead of
 * deriving spellings from the name, which may be divided anywhere. In small letters, it counts only with a hyphen, and
 * if one half is not a word.
 * @param text folded, with letter case
 * @param begins offsets of words that begin like one of the names
 * @param found called with the name and its position
 */
export function findDivided(
  text: string,
  begins: readonly number[],
  names: ReadonlyMap<string, unknown>,
  found: (name: string, start: number, end: number) => void,
): void {
  for (const start of begins) {
    const hasCapital = isUpper(text.charCodeAt(start));
    const at = smallEnd(text, hasCapital ? start + 1 : start);
    if (at - start < MIN_HALF) continue;
    const unit = text.charCodeAt(at);
    if (!(unit === HYPHEN || (unit === SPACE && hasCapital))) continue;
    const next = text.charCodeAt(at + 1);
    if (!(isUpper(next) || (unit === HYPHEN && isLower(next)))) continue;
    const end = smallEnd(text, at + 2);
    if (end - at - 1 < MIN_HALF) continue;
    if (isWordAt(text, end) || isWordBefore(text, start) || text.charCodeAt(end) === HYPHEN) continue;
    const [left, right] = [text.slice(start, at).toLowerCase(), text.slice(at + 1, end).toLowerCase()];
    if (!names.has(left + right)) continue;
    const isSmall = !hasCapital || !isUpper(next);
    if (!(isSmall && isCommonWord(left) && isCommonWord(right))) found(left + right, start, end);
  }
}

/** The end of a run of small letters. */
function smallEnd(text: string, start: number): number {
  let end = start;
  while (end - start <= MAX_NAME && isLower(text.charCodeAt(end))) end++;
  return end;
}
