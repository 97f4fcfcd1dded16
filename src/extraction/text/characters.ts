/**
 * Kinds of characters for matching: part of a word, white space, or neither. ASCII uses tables, everything else Unicode
 * properties.
 */

/** Scripts written without spaces: another script beside them is a separate word ("索尼Sony耳机"). */
const UNSPACED = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/**
 * Letters, marks and digits. Excluded are numbers that decorate a word (superscript footnotes, circled list numbers:
 * category No) and letters used as pictures (™, ℹ: emoji).
 */
const WORD = /[\p{L}\p{M}\p{Nd}\p{Nl}]/u;
const PICTURE = /\p{Emoji}/u;

const asciiWord = new Uint8Array(128);
for (let code = 0; code < 128; code++) asciiWord[code] = /\w/.test(String.fromCharCode(code)) ? 1 : 0;

// Cache, because texts use the same few hundred characters again and again. At most one entry per code point.
const known = new Map<number, boolean>();

function isWord(codePoint: number): boolean {
  if (codePoint < 128) return asciiWord[codePoint] === 1;
  let word = known.get(codePoint);
  if (word === undefined) {
    const character = String.fromCodePoint(codePoint);
    word = WORD.test(character) && !PICTURE.test(character) && !UNSPACED.test(character);
    known.set(codePoint, word);
  }
  return word;
}

/** Table look-up for code units below 128. */
export function isAsciiWord(unit: number): boolean {
  return asciiWord[unit] === 1;
}

/** Whether the character that starts at `index` is a word character; false past either end. */
export function isWordAt(text: string, index: number): boolean {
  const codePoint = text.codePointAt(index);
  return codePoint !== undefined && isWord(codePoint);
}

/** Whether the character that ends before `index` is a word character; false at the start. */
export function isWordBefore(text: string, index: number): boolean {
  if (index <= 0) return false;
  const unit = text.charCodeAt(index - 1);
  if (unit < 128) return asciiWord[unit] === 1;
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
  return isWordAt(text, isLowSurrogate && index > 1 ? index - 2 : index - 1);
}

/**
 * Spaces of every width and control characters, including line ends. The zero-width space is excluded, because it does
 * not separate words.
 */
export function isSpace(unit: number): boolean {
  if (unit <= 0x20) return true;
  if (unit < 0x7f) return false;
  return (
    unit <= 0xa0 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x1680 ||
    unit === 0x3000
  );
}

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

export function isUpper(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}

export function isLower(unit: number): boolean {
  return unit >= 97 && unit <= 122;
}

export function isAsciiAlphanumeric(unit: number): boolean {
  return isLower(unit) || isUpper(unit) || isDigit(unit);
}

/** Scripts that are written beside others without a space: a change from or to one of them separates words. */
export const LETTERS = 0;
export const HANGUL = 1;
export const ARABIC = 2;
export const HEBREW = 3;

/** The kind of a code unit's script. */
export function scriptOf(unit: number): number {
  if (unit < 0x590) return LETTERS;
  if (unit < 0x600) return HEBREW;
  if (unit < 0x900)
    return unit < 0x700 || (unit >= 0x750 && unit < 0x780) || unit >= 0x870 ? ARABIC : LETTERS;
  if (unit >= 0xac00) return unit < 0xd7b0 ? HANGUL : unit >= 0xfb50 && unit < 0xff00 ? ARABIC : LETTERS;
  return (unit >= 0x1100 && unit < 0x1200) || (unit >= 0x3130 && unit < 0x3190) ? HANGUL : LETTERS;
}
