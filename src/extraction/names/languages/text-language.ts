/**
 * The endings that a text may attach to names. It is needed only if letters follow a name. If no language was given,
 * letters and frequent words vote, because single sentences must be enough.
 */

export const FINNISH = 1;
export const SLAVIC = 2;
export const TURKISH = 4;
export const HUNGARIAN = 8;
export const MALAY = 16;
export const ENGLISH = 32;
/** Names have plurals and possessives in -s, as in English, German and the Romance languages. */
export const PLURALS = 64;
export const ROMANIAN = 128;
export const ESTONIAN = 256;
/** All of them: matches whatever may be a name in some language. */
export const ANY = FINNISH | SLAVIC | TURKISH | HUNGARIAN | MALAY | ENGLISH | PLURALS | ROMANIAN | ESTONIAN;

const BY_CODE: Record<string, number> = {
  en: ENGLISH | PLURALS,
  tr: TURKISH,
  az: TURKISH,
  hu: HUNGARIAN,
  id: MALAY,
  ms: MALAY,
  fi: FINNISH,
  et: ESTONIAN,
  ro: ROMANIAN,
};
for (const code of ['pl', 'cs', 'sk', 'sl', 'hr', 'sr', 'bs', 'uk', 'ru', 'bg', 'mk', 'be'])
  BY_CODE[code] = SLAVIC;

/** Frequent words by language, and the kinds of endings of names in it. English comes first. */
const LANGUAGES: readonly { kinds: number; words: string; letters?: RegExp; shape?: RegExp }[] = [
  {
    kinds: ENGLISH | PLURALS,
    words:
      'the of and is are was were to in for with it its that this a an you your from by on at as or be have has we i but not which who can will more than their they if when make look some most',
  },
  {
    kinds: FINNISH,
    words: 'ja on ei se ovat eivät myös kuin tai mutta joka että voi sen oli hyvä',
    letters: /ä(?=[\p{L}]*[äöy])|ö(?=[\p{L}]*[äöy])/gu,
    shape: /aa|ää|ii|uu|yy|öö|(?:ss[aä]|st[aä]|ll[aä]|lt[aä]|lle|ksi|nen)$/,
  },
  {
    kinds: SLAVIC,
    words:
      'w z i nie jest są na to się do że jak lub oraz dla po je se ve pro od si nebo který ako sa pre alebo aj ali koji što za s v k u ze przez bardzo ten ta te tego jego przy pod firmy marki marka',
    letters: /[łąęśżźćńřěůčšžťďňđ]/g,
  },
  {
    kinds: TURKISH,
    words: 've bir bu için ile de da daha çok en olan olarak gibi kadar marka ürün',
    letters: /[ğış]/g,
  },
  {
    // Other languages have words of this shape too, and "Telias" is Estonian as well.
    kinds: ESTONIAN | PLURALS,
    words: 'ja on ei ning või kui aga ka mis mida see seda siis oma oli ole pole saab väga veel rohkem parem',
    letters: /õ/g,
    shape: /^\p{L}{3,}[aeiou](?:sse|ga|st|lt)$/u,
  },
  {
    kinds: ROMANIAN,
    words: 'și este în din pentru sunt mai cu la pe nu care sau cele ale lei decât',
    letters: /[țșă]/g,
  },
  { kinds: HUNGARIAN, words: 'az egy és hogy nem is meg vagy csak van mint ez', letters: /[őű]/g },
  { kinds: MALAY, words: 'yang dan di untuk dengan dari ini itu pada adalah tidak lebih juga atau produk' },
  {
    kinds: PLURALS,
    words: 'der die das und ist nicht ein eine mit für von den dem im zu auf bei sind auch wird',
    letters: /ß/g,
  },
  {
    kinds: PLURALS,
    words:
      'le la les des et est un une du pour dans que qui sur el los las y es por con para una del il di che per sono della o os da em não uma de',
    letters: /[ñãõâêôçèùìò]/g,
  },
  {
    kinds: PLURALS,
    words: 'de het een van en voor met op te dat niet aan och att som är det og til av ikke den på',
  },
];
const BY_WORD = new Map<string, number[]>();
for (const [at, { words }] of LANGUAGES.entries())
  for (const word of words.split(' ')) BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), at]);

/** Number of characters that are enough to judge an answer. */
const SAMPLE = 400;

/** This many English words, with few of other languages, decide the vote. */
const ENOUGH = 5;

function countVotes(sample: string): number[] {
  const votes = LANGUAGES.map(() => 0);
  const words = sample.match(/[\p{L}']+/gu) ?? [];
  for (const [k, word] of words.entries()) {
    for (const at of BY_WORD.get(word) ?? []) votes[at]! += 1;
    if (k % 16 === 15 && votes[0]! >= ENOUGH && votes[0]! > 2 * Math.max(...votes.slice(1))) return votes;
  }
  for (const [at, { shape, letters }] of LANGUAGES.entries()) {
    if (shape !== undefined && votes[0]! < ENOUGH)
      votes[at]! += words.filter((word) => shape.test(word)).length;
    if (letters !== undefined) votes[at]! += sample.match(letters)?.length ?? 0;
  }
  return votes;
}

const SHORT = 150;
const ENGLISH_WORD =
  /(?<!\p{L})(?:the|of|and|is|are|to|for|with|it|that|you|your|by|from|or|an|i|we|has|have|can|this|its|not|at|as|be)(?!\p{L})/iu;

/** The language of one text, as far as known. Its words are counted once, on first use. */
export class TextLanguage {
  /** ISO 639-1; null or undefined if unknown. */
  readonly code: string | null | undefined;
  readonly #text: string;
  #votes: readonly number[] | undefined;

  constructor(text: string, code: string | null | undefined) {
    this.#text = text;
    this.code = code;
  }

  /** The kinds of endings that names may have in the text. */
  endings(): number {
    if (!this.code || (this.code === 'en' && !this.isSurelyEnglish())) return this.endingsByWords();
    return BY_CODE[this.code] ?? PLURALS;
  }

  /** Whether it is certainly English. Short sentences of other languages are sometimes mistaken for it. */
  isSurelyEnglish(): boolean {
    return this.code === 'en' && (this.#text.length > SHORT || ENGLISH_WORD.test(this.#text));
  }

  /** The kinds of endings according to the text itself, whatever language was given. */
  endingsByWords(): number {
    const votes = this.#votesOfText();
    const most = Math.max(...votes);
    if (most === 0) return PLURALS;
    return LANGUAGES.reduce((kinds, each, at) => (votes[at] === most ? kinds | each.kinds : kinds), 0);
  }

  /** Whether the text is, or may be, English. Text too short to decide counts as English. */
  isEnglish(): boolean {
    if (this.code) return this.code === 'en';
    const [english = 0, ...others] = this.#votesOfText();
    const most = Math.max(...others);
    return most < 3 || english >= most;
  }

  /** The votes for each language of LANGUAGES. */
  #votesOfText(): readonly number[] {
    this.#votes ??= countVotes(this.#text.slice(0, SAMPLE).toLowerCase());
    return this.#votes;
  }
}
