import { isLower, isUpper, isWordAt, isWordBefore } from '../text/characters.ts';
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
 * @param begins where words begin as one of the names does
 * @param found called with the name, and where it stands
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

/** Where a run of small letters ends. */
function smallEnd(text: string, start: number): number {
  let end = start;
  while (end - start <= MAX_NAME && isLower(text.charCodeAt(end))) end++;
  return end;
}
