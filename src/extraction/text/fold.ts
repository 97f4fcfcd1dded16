/**
 * Folding: the form in which names and answers are compared. White space is one space, quotes and dashes are ASCII,
 * accents and letter case are removed ("Nestlé" = "NESTLE", "De’Longhi" = "de'longhi"). Special letters of a language
 * become the usual substitutes (ø = o, ß = ss). Arabic and Hebrew lose their vowel marks.
 */
import { isSpace, isWordAt } from './characters.ts';
import { LINE_END } from './writer.ts';

const PLAIN = new Map<string, string>();
for (const [plain, variants] of [
  ["'", '‘’‚‛′´ʹʼˈ＇׳'],
  ['"', '“”„‟″«»＂״'],
  ['-', '‐‑‒–—―−﹘﹣－־'],
  ['o', 'øǿ'],
  ['O', 'ØǾ'],
  ['l', 'ł'],
  ['L', 'Ł'],
  ['d', 'đð'],
  ['D', 'ĐÐ'],
  ['h', 'ħ'],
  ['H', 'Ħ'],
  ['t', 'ŧ'],
  ['T', 'Ŧ'],
  ['i', 'ı'],
  ['ss', 'ß'],
  ['SS', 'ẞ'],
  ['ae', 'æǽ'],
  ['AE', 'ÆǼ'],
  ['oe', 'œ'],
  ['OE', 'Œ'],
  ['th', 'þ'],
  ['TH', 'Þ'],
  // Variants in hasty writing, or on a Persian keyboard.
  ['ي', 'ىیئ'],
  ['ك', 'ک'],
  ['ه', 'ة'],
  ['ا', 'ٱ'],
  ['', 'ـ'],
] as const) {
  for (const variant of variants) PLAIN.set(variant, plain);
}

/** Characters without effect on the letter before: soft hyphen, joiners, direction marks, variants. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/**
 * Accents, and the vowel and hamza marks of Hebrew and Arabic. Marks of other scripts are essential: without them バイク
 * (bike) is ハイク (hike).
 */
const ACCENTS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc]/g;
/** The voicing marks of kana, which are separate characters in half-width text. */
const VOICED = 0xff9e;
const SEMI_VOICED = 0xff9f;
/** Decomposing these would append letters or digits to the word before: Sony™ → sonytm, Sony² → sony2. */
const DECORATION = /[\p{No}\p{Emoji}℠]/u;
/** "Discover it® Miles" is "Discover it Miles", "iLoop™Mop" is two words. */
function isTrademark(codePoint: number): boolean {
  return codePoint === 0xae || codePoint === 0x2122 || codePoint === 0x2120;
}

function foldCharacter(character: string): string {
  const plain = PLAIN.get(character);
  if (plain !== undefined) return plain;
  if (isSpace(character.charCodeAt(0))) return ' ';
  if (INVISIBLE.test(character)) return '';
  if (DECORATION.test(character)) return character;
  const composed = character.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
  if (composed.includes(' ')) return character; // a standalone accent
  return Array.from(composed, (part) => PLAIN.get(part) ?? part).join('');
}

// Cache, because texts use the same few hundred characters again and again. At most one entry per code point.
const forms = new Map<number, string>();

/** The folded form of a character beyond ASCII, in its letter case. */
function foldedForm(codePoint: number): string {
  let form = forms.get(codePoint);
  if (form === undefined) {
    form = foldCharacter(String.fromCodePoint(codePoint));
    forms.set(codePoint, form);
  }
  return form;
}

/** The only character of DECORATION with a small letter; it stays unchanged. */
const CIRCLED_M = 'Ⓜ';

/** Folded text without letter case, with the same length: İ, the only letter that grows, is I already. */
function lowered(folded: string): string {
  const lower = folded.includes(CIRCLED_M)
    ? folded.split(CIRCLED_M).map(lowered).join(CIRCLED_M)
    : folded.toLowerCase();
  return lower.replaceAll('ς', 'σ');
}

export interface Folded {
  text: string;
  /** The same with the original letter case; offsets are equal. */
  cased: string;
  /** The offset in the original text of a folded offset. Removed characters belong to the left. */
  toOriginal(offset: number): number;
}

/** Folds text with collapsed white space, as in cleaned answers. One pass. */
export function fold(text: string): Folded {
  const parts: string[] = [];
  // From foldedAt[k] and originalAt[k] on, the two texts advance in parallel. Most answers have no entries.
  const foldedAt: number[] = [];
  const originalAt: number[] = [];
  let length = 0;
  let copied = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 128) continue;
    const codePoint = text.codePointAt(i)!;
    const end = i + (codePoint > 0xffff ? 2 : 1);
    if (codePoint === VOICED || codePoint === SEMI_VOICED) {
      const voiced = withMark(copied < i ? text[i - 1] : parts.at(-1), codePoint);
      if (voiced !== undefined) {
        if (copied < i) parts.push(text.slice(copied, i - 1));
        else parts.pop();
        parts.push(voiced);
        length += Math.max(0, i - copied);
        foldedAt.push(length);
        originalAt.push(end);
        copied = end;
        continue;
      }
    }
    const form = isTrademark(codePoint) && !isWordAt(text, end) ? '' : foldedForm(codePoint);
    const isSame = form.length === end - i;
    // Unchanged letters are copied in runs: a part for each would take three times as long in Chinese.
    if (!isSame || form.codePointAt(0) !== codePoint) {
      if (copied < i) parts.push(text.slice(copied, i));
      parts.push(form);
      length += i - copied + form.length;
      copied = end;
      if (!isSame) {
        foldedAt.push(length);
        originalAt.push(end);
      }
    }
    i = end - 1;
  }
  parts.push(text.slice(copied));
  const cased = parts.join('').replaceAll(LINE_END, ' ');
  return {
    text: lowered(cased),
    cased,
    toOriginal: (offset) => originalOf(offset, foldedAt, originalAt, text.length),
  };
}

function originalOf(
  offset: number,
  foldedAt: readonly number[],
  originalAt: readonly number[],
  end: number,
): number {
  let low = 0;
  let high = foldedAt.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (foldedAt[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  const original = low === 0 ? offset : originalAt[low - 1]! + offset - foldedAt[low - 1]!;
  return Math.min(original, originalAt[low] ?? end); // inside a character that became several
}

/** A kana with the voicing mark that follows it; undefined if there is no such letter. */
function withMark(kana: string | undefined, mark: number): string | undefined {
  if (kana?.length !== 1) return undefined;
  const letter = (kana + (mark === VOICED ? '\u3099' : '\u309a')).normalize('NFC');
  return letter.length === 1 ? letter : undefined;
}

function collapse(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}

/** Two spellings are the same name if this form is equal. */
export function foldName(name: string): string {
  return fold(collapse(name)).text.trim();
}

/** The same with the original letter case, for names that count only in their exact case. */
export function foldNameKeepingCase(name: string): string {
  return fold(collapse(name)).cased.trim();
}
