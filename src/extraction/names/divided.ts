import { isLower, isUpper, isWordAt } from '../text/characters.ts';
import { isCommonWord } from './case-sensitivity.ts';

/** Of shorter names, two halves are words of their own more often. */
export const MIN_DIVIDED = 6;
const MIN_HALF = 3;
/** Five bits a letter: by the first three letters of a name, whether there is one. */
const BEGINNINGS = 1 << 15;
const MAX_NAME = 40;
const HYPHEN = 45;
const SPACE = 32;

/** Names of one word, in small letters of ASCII. */
export interface Dividable<T> {
  readonly names: ReadonlyMap<string, T>;
  /** By `beginning`: 1 if a name begins so. */
  readonly begins: Uint8Array;
}

export function dividable<T>(names: ReadonlyMap<string, T>): Dividable<T> {
  const begins = new Uint8Array(BEGINNINGS);
  for (const name of names.keys()) begins[beginning(name, 0)] = 1;
  return { names, begins };
}

/** The three letters at an offset, whatever their case. */
function beginning(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) & 31) << 10) |
    ((text.charCodeAt(at + 1) & 31) << 5) |
    (text.charCodeAt(at + 2) & 31)
  );
}

/**
 * Where one word of a name is written as two: "Core-Dale", "Core Dale" for Coredale. Found in the text rather than
 * made of the name, which may be divided anywhere. In small letters only with a hyphen, and if a half is no word.
 * @param text folded, with letter case
 * @param found called with the name, and where it stands
 */
export function findDivided(
  text: string,
  { names, begins }: Dividable<unknown>,
  found: (name: string, start: number, end: number) => void,
): void {
  if (names.size === 0) return;
  for (let at = MIN_HALF; at < text.length - MIN_HALF; at++) {
    const unit = text.charCodeAt(at);
    if (unit > HYPHEN || (unit !== HYPHEN && unit !== SPACE)) continue;
    const next = text.charCodeAt(at + 1);
    if (!(isUpper(next) || (unit === HYPHEN && isLower(next))) || !isLower(text.charCodeAt(at - 1))) continue;
    let start = at;
    while (start > 0 && at - start <= MAX_NAME && isLower(text.charCodeAt(start - 1))) start--;
    const hasCapital = start > 0 && isUpper(text.charCodeAt(start - 1));
    if (hasCapital) start--;
    // Few words begin as a name does: the others are not looked at further.
    if (begins[beginning(text, start)] === 0) continue;
    let end = at + 1;
    while (end - at <= MAX_NAME && isLower(text.charCodeAt(end + 1))) end++;
    end++;
    if (at - start < MIN_HALF || end - at - 1 < MIN_HALF || !(hasCapital || unit === HYPHEN)) continue;
    if (isWordAt(text, end) || (start > 0 && isWordAt(text, start - 1)) || text.charCodeAt(end) === HYPHEN)
      continue;
    const [left, right] = [text.slice(start, at).toLowerCase(), text.slice(at + 1, end).toLowerCase()];
    if (!names.has(left + right)) continue;
    const isSmall = !hasCapital || !isUpper(next);
    if (!(isSmall && isCommonWord(left) && isCommonWord(right))) found(left + right, start, end);
  }
}
