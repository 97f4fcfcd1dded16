/**
 * Detects the language of a text, ISO 639-1: by its script if that is unambiguous, by function words if it is plain
 * English, otherwise by fastText's model of 176 languages (Joulin et al. 2016, "Bag of Tricks for Efficient Text
 * Classification").
 *
 * Importing this file loads the model, which takes 21 MB of resident memory and 90 ms. Only the extraction threads
 * import it. For comparison, eld's smallest table takes 123 MB for the same accuracy on short sentences.
 */
import { getLIDModel } from 'fasttext.wasm.js';

const model = await (await getLIDModel()).load();

/** UTF-16 code units passed to the model: a guess over 3,000 takes 570 µs, over 300 about 50. */
const MOST_GUESSED = 300;
/** Code units in which letters and words are counted. */
const MOST_COUNTED = 300;
/** Minimum probability of a guess for an answer. */
const SURE = 0.5;
/** Minimum probability if words of another language support the guess. */
const LIKELY = 0.3;
/** Minimum probability for a sentence to differ from its answer's language. */
const CLEARLY = 0.8;
/** With fewer words in small letters, a line is names and headings, which resemble any language. */
const LEAST_WORDS = 2;
const LEAST_WORDS_OF_OTHER = 4;

/** Words that are frequent in English and rare in other languages with the same letters. */
const ENGLISH = new Set(
  (
    "the and with for that this you your are from which have has its it’s it's but they their these those than " +
    'when what while there because not if more can will offers'
  ).split(' '),
);
/** By first letter and length: 1 if ENGLISH has such a word. It saves the look-up for half of all words. */
const MAY_BEGIN = new Uint8Array(32 * 16);
for (const word of ENGLISH) MAY_BEGIN[((word.charCodeAt(0) & 31) << 4) | word.length] = 1;
/**
 * Words of other languages in Latin letters. A sentence of four words without accents almost always has one of them.
 */
const OTHERS = new RegExp(
  `\\b(?:${(
    'der die das und ist nicht ein eine mit auf von den dem im zu auch sich wird sind el la los las ' +
    'una que del por es en muy su le les et est un une du des pas il lo gli che di non sono della da ' +
    'os dos em um uma com mais het een voor op och att det som av er til ja ei se ovat kuin ve bir ' +
    'bu ile na nie jest dla oraz je jsou az egy nem dan yang untuk tidak va nu si este cu '
  )
    .trim()
    .replaceAll(' ', '|')})\\b`,
  'i',
);
/** English prose has at least this share of the words. Lists of product names have fewer. */
const ENGLISH_SHARE = 0.08;
const LEAST_ENGLISH = 3;
/** Text of another language this long has an accent or a frequent word of that language. */
const LEAST_PLAIN = 200;
/** Maximum share of letters beyond ASCII in English text: names like Nestlé. */
const FOREIGN_SHARE = 0.03;

/** Scripts of one language, or with one dominant language. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{scx=Hangul}/u, 'ko'],
  [/[\p{sc=Hira}\p{sc=Kana}]/u, 'ja'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Hebrew}/u, 'he'],
  [/\p{sc=Greek}/u, 'el'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Armenian}/u, 'hy'],
  [/\p{sc=Georgian}/u, 'ka'],
];
/**
 * Minimum share of such a script. A text in it also has Latin names and terms, and a Latin text may have a foreign
 * name.
 */
const SCRIPT_SHARE = 0.3;
/** Minimum share of kana in Japanese, which mixes kana with Han. Chinese names a Japanese product now and then. */
const KANA_SHARE = 0.1;

/** The main language of a text without markup; null: unknown. It samples the beginning and the middle. */
export function languageOf(text: string): string | null {
  const half = MOST_COUNTED / 2;
  const middle = text.length >> 1;
  const sample =
    text.length <= 2 * MOST_COUNTED
      ? text.slice(0, MOST_COUNTED)
      : `${text.slice(0, half)} ${text.slice(middle, middle + half)}`;
  const byScript = scriptLanguage(sample);
  if (byScript !== null) return byScript;
  const words = countWords(sample);
  if (words.english >= LEAST_ENGLISH && words.english >= ENGLISH_SHARE * words.all) return 'en';
  // Pages of product names, specifications and prices skip the model, which takes longer than the rest of the answer.
  const isPlain = words.foreign === 0 && (words.english > 0 || sample.length >= LEAST_PLAIN);
  if (isPlain && !OTHERS.test(sample)) return 'en';
  const guess = guessed(sample);
  const isNames = words.small < LEAST_WORDS;
  if (words.english === 0 && !isNames && guess.probability < CLEARLY && OTHERS.test(sample))
    return guess.language !== 'en' && guess.probability >= LIKELY ? guess.language : null;
  if (guess.probability >= (isNames ? CLEARLY : SURE)) return guess.language;
  // Short plain text counts as English, and so do lists of names.
  return guess.language === 'en' || words.foreign <= FOREIGN_SHARE * sample.length ? 'en' : null;
}

/**
 * The language of a sentence: its answer's, unless the sentence is clearly in another.
 * @param answerLanguage the result of languageOf for the answer
 */
export function sentenceLanguage(sentence: string, answerLanguage: string | null): string | null {
  const sample = sentence.slice(0, MOST_COUNTED);
  const byScript = scriptLanguage(sample);
  if (byScript !== null) return byScript;
  const words = countWords(sample);
  if (words.english > 0 && answerLanguage === 'en') return 'en';
  if (words.small < LEAST_WORDS_OF_OTHER) return answerLanguage;
  // The model takes longer than the rest of a sentence, and most sentences without function words are lists.
  if (answerLanguage === 'en' && words.foreign === 0 && !OTHERS.test(sample)) return 'en';
  const guess = guessed(sample);
  return guess.probability >= CLEARLY ? guess.language : answerLanguage;
}

// Cache by code unit, because dashes and quotes would be tested against each script every time. At most one entry per
// code unit.
const scripts = new Map<number, number>();

/** The index in SCRIPTS of a code unit's script; -1: none of them. */
function scriptAt(unit: number): number {
  let at = scripts.get(unit);
  if (at === undefined) {
    const character = String.fromCharCode(unit);
    at = SCRIPTS.findIndex(([script]) => script.test(character));
    scripts.set(unit, at);
  }
  return at;
}

/** The language of the dominant script; null for Latin, Cyrillic, Arabic and others that many languages share. */
function scriptLanguage(text: string): string | null {
  let latin = 0;
  let others: number[] | null = null;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x370) {
      if ((unit | 32) >= 97 && (unit | 32) <= 122) latin += 1;
      continue;
    }
    const at = scriptAt(unit);
    if (at < 0) continue;
    others ??= SCRIPTS.map(() => 0);
    others[at] = others[at]! + 1;
  }
  if (others === null) return null;
  const sum = others.reduce((all, count) => all + count, 0);
  if (sum < SCRIPT_SHARE * (sum + latin)) return null;
  const [, kana = 0, han = 0] = others;
  const most =
    kana + han > sum / 2 ? (kana >= KANA_SHARE * (kana + han) ? 1 : 2) : others.indexOf(Math.max(...others));
  return SCRIPTS[most]![1];
}

interface Words {
  all: number;
  /** Words of ENGLISH. */
  english: number;
  /** Words that begin with a small letter. */
  small: number;
  /** Letters beyond ASCII. */
  foreign: number;
}

function countWords(text: string): Words {
  const words: Words = { all: 0, english: 0, small: 0, foreign: 0 };
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 32;
    const isPart = (unit | 32) >= 97 && (unit | 32) <= 122 ? true : unit === 39 || unit >= 0xc0;
    if (isPart && unit >= 0xc0 && unit < 0x2000) words.foreign += 1;
    if (isPart && start < 0) start = i;
    if (isPart || start < 0) continue;
    words.all += 1;
    const first = text.charCodeAt(start);
    if (first >= 97) words.small += 1;
    const isShort = i - start < 9 && MAY_BEGIN[((first & 31) << 4) | (i - start)] === 1;
    if (isShort && ENGLISH.has(text.slice(start, i).toLowerCase())) words.english += 1;
    start = -1;
  }
  return words;
}

/** The model's best guess. Only two-letter codes are used, because others (ceb, war) are almost never right. */
function guessed(text: string): { language: string | null; probability: number } {
  // fastText expects one line, and NUL would end the text.
  const line = `${text.slice(0, MOST_GUESSED).replace(/[\s\0]+/g, ' ')} `;
  const found = model.predict(line.toWellFormed(), 1, 0);
  try {
    const best = found.size() > 0 ? found.get(0) : null;
    const code = best?.[1].replace('__label__', '') ?? '';
    return { language: code.length === 2 ? code : null, probability: best?.[0] ?? 0 };
  } finally {
    // The list is in WebAssembly memory and would leak otherwise.
    found.delete();
  }
}
