/**
 * The language of a text, ISO 639-1: by its script where that says it, by function words where it is plain English,
 * else by fastText's model of 176 languages (Joulin et al. 2016, "Bag of Tricks for Efficient Text Classification").
 *
 * Loading this file loads the model: 21 MB of resident memory and 90 ms, so that only the threads of the extraction
 * import it (eld's smallest table takes 123 MB for the same accuracy on short sentences).
 */
import { getLIDModel } from 'fasttext.wasm.js';

const model = await (await getLIDModel()).load();

/** UTF-16 code units that the model sees: a guess over 3,000 takes 570 µs, over 300 about 50. */
const MOST_GUESSED = 300;
/** Code units whose letters and words are counted. */
const MOST_COUNTED = 300;
/** From this probability on, a guess over an answer counts. */
const SURE = 0.5;
/** The same where words of another language speak for it too. */
const LIKELY = 0.3;
/** From this probability on, a sentence is in another language than its answer. */
const CLEARLY = 0.8;
/** Words that begin small, without which a line is names and headings, which resemble any language. */
const LEAST_WORDS = 2;
const LEAST_WORDS_OF_OTHER = 4;

/** Words that are frequent in English and hardly occur in other languages written in the same letters. */
const ENGLISH = new Set(
  (
    "the and with for that this you your are from which have has its it’s it's but they their these those than " +
    'when what while there because not if more can will offers'
  ).split(' '),
);
/** By first letter and length: 1 if one of ENGLISH may be so. Half of all words need no further look. */
const MAY_BEGIN = new Uint8Array(32 * 16);
for (const word of ENGLISH) MAY_BEGIN[((word.charCodeAt(0) & 31) << 4) | word.length] = 1;
/**
 * Words without which hardly a sentence of four words is in another language of Latin letters that has no accents in
 * it.
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
/** So many of the words are among those in any English prose; a few of them occur in lists of product names. */
const ENGLISH_SHARE = 0.08;
const LEAST_ENGLISH = 3;
/** So much text of another language holds one of its accents or frequent words. */
const LEAST_PLAIN = 200;
/** Letters beyond ASCII in English text: names like Nestlé. */
const FOREIGN_SHARE = 0.03;

/** Scripts of one language, or of one that prevails by far. */
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
/** A text in such a script holds Latin names and terms; a Latin text holds a foreign name. */
const SCRIPT_SHARE = 0.3;
/** Japanese is mostly kana with Han between; Chinese names a Japanese product now and then. */
const KANA_SHARE = 0.1;

/** The language of most of a text without markup; null: not known. Looks at its beginning and its middle. */
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
  // A page of product names, specifications and prices: the model takes longer than all the rest of the answer.
  const isPlain = words.foreign === 0 && (words.english > 0 || sample.length >= LEAST_PLAIN);
  if (isPlain && !OTHERS.test(sample)) return 'en';
  const guess = guessed(sample);
  const isNames = words.small < LEAST_WORDS;
  if (words.english === 0 && !isNames && guess.probability < CLEARLY && OTHERS.test(sample))
    return guess.language !== 'en' && guess.probability >= LIKELY ? guess.language : null;
  if (guess.probability >= (isNames ? CLEARLY : SURE)) return guess.language;
  // Short plain English is read as English, as are lists of names.
  return guess.language === 'en' || words.foreign <= FOREIGN_SHARE * sample.length ? 'en' : null;
}

/**
 * The language of a sentence of an answer: the answer's, unless it is clearly another.
 * @param answerLanguage what languageOf gave for the answer
 */
export function sentenceLanguage(sentence: string, answerLanguage: string | null): string | null {
  const sample = sentence.slice(0, MOST_COUNTED);
  const byScript = scriptLanguage(sample);
  if (byScript !== null) return byScript;
  const words = countWords(sample);
  if (words.english > 0 && answerLanguage === 'en') return 'en';
  if (words.small < LEAST_WORDS_OF_OTHER) return answerLanguage;
  // The model takes longer than all the rest of a sentence, and most sentences without function words are lists.
  if (answerLanguage === 'en' && words.foreign === 0 && !OTHERS.test(sample)) return 'en';
  const guess = guessed(sample);
  return guess.probability >= CLEARLY ? guess.language : answerLanguage;
}

// By code unit: a dash or quote would be tried with each script again and again. At most one entry a code unit.
const scripts = new Map<number, number>();

/** The index in SCRIPTS of the script that a code unit belongs to; -1: another. */
function scriptAt(unit: number): number {
  let at = scripts.get(unit);
  if (at === undefined) {
    const character = String.fromCharCode(unit);
    at = SCRIPTS.findIndex(([script]) => script.test(character));
    scripts.set(unit, at);
  }
  return at;
}

/** The language of a script that prevails; null: letters of Latin, Cyrillic, Arabic and others that many share. */
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
  /** Among ENGLISH. */
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

/** The model's best guess; two-letter codes alone are kept: others (ceb, war) are hardly ever right. */
function guessed(text: string): { language: string | null; probability: number } {
  // fastText takes a line; its own end of a text would be a NUL.
  const line = `${text.slice(0, MOST_GUESSED).replace(/[\s\0]+/g, ' ')} `;
  const found = model.predict(line.toWellFormed(), 1, 0);
  try {
    const best = found.size() > 0 ? found.get(0) : null;
    const code = best?.[1].replace('__label__', '') ?? '';
    return { language: code.length === 2 ? code : null, probability: best?.[0] ?? 0 };
  } finally {
    // The list lives in the memory of the module: without this each guess would leak it.
    found.delete();
  }
}
