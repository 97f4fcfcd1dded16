import stopwords from 'stopwords-iso/stopwords-iso.json' with { type: 'json' };
import { mapInSlices } from '../../engine/loop-slices.ts';

/** Texts that share a word, or two words in a row. */
export interface WordGroup {
  /** The words as most of the texts write them, with a capital first. */
  words: string;
  texts: string[];
}

const MOST_GROUPS = 20;
/** Fewer texts are no group. */
const LEAST_TEXTS = 3;
/** Two words say more of a text than one does. */
const PAIR_WEIGHT = 1.5;
/** What is read of a text. */
const MOST_CHARACTERS = 300;
/** Texts that tell the language of all. */
const SAMPLE = 100;

/**
 * Groups texts by words that they share, the largest group first; each text is in one group at most. Frequent words of
 * the texts' language, short words, numbers and names make no group.
 * @param names whose words make no group
 */
export async function groupsBySharedWords(
  texts: readonly string[],
  names: readonly string[],
): Promise<WordGroup[]> {
  const frequent = frequentWords(texts.slice(0, SAMPLE));
  const named = new Set(names.flatMap(wordsOf).map(keyOf));
  const isTelling = (word: string) =>
    word.length > 2 && !/\d/.test(word) && !frequent.has(word) && !named.has(keyOf(word));
  const terms = new Map<string, Term>();
  const termsOfText = new Map<string, Term[]>();
  await mapInSlices(texts, (text) => {
    const own: Term[] = [];
    for (const { key, form, isPair } of termsOf(wordsOf(text), isTelling)) {
      const term = terms.get(key) ?? { isPair, forms: new Map(), texts: new Set() };
      term.forms.set(form, (term.forms.get(form) ?? 0) + 1);
      term.texts.add(text);
      terms.set(key, term);
      own.push(term);
    }
    termsOfText.set(text, own);
  });
  return largest(
    [...terms.values()].filter((term) => term.texts.size >= LEAST_TEXTS),
    termsOfText,
  );
}

interface Term {
  isPair: boolean;
  /** How often it is written in which form. */
  forms: Map<string, number>;
  texts: Set<string>;
}

/** Takes the largest group of texts again and again, each text once. */
function largest(terms: readonly Term[], termsOfText: ReadonlyMap<string, readonly Term[]>): WordGroup[] {
  const groups: WordGroup[] = [];
  while (groups.length < MOST_GROUPS) {
    let [best, bestScore] = [null as Term | null, 0];
    for (const term of terms) {
      const score = term.texts.size < LEAST_TEXTS ? 0 : term.texts.size * (term.isPair ? PAIR_WEIGHT : 1);
      if (score > bestScore) [best, bestScore] = [term, score];
    }
    if (best === null) break;
    const texts = [...best.texts];
    groups.push({ words: nameOf(best), texts });
    for (const text of texts) for (const term of termsOfText.get(text) ?? []) term.texts.delete(text);
  }
  return groups.sort((a, b) => b.texts.length - a.texts.length);
}

/** The most frequent form, the first in byte order among equals. */
function nameOf({ forms }: Term): string {
  const [[form]] = [...forms].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)) as [[string, number]];
  return form.charAt(0).toLocaleUpperCase() + form.slice(1);
}

/** The telling words of a text, and pairs of them in a row, each once. */
function termsOf(words: readonly string[], isTelling: (word: string) => boolean) {
  const found = new Map<string, { key: string; form: string; isPair: boolean }>();
  words.forEach((word, at) => {
    if (!isTelling(word)) return;
    found.set(keyOf(word), { key: keyOf(word), form: word, isPair: false });
    const next = words[at + 1];
    if (next === undefined || !isTelling(next)) return;
    const key = `${keyOf(word)} ${keyOf(next)}`;
    found.set(key, { key, form: `${word} ${next}`, isPair: true });
  });
  return found.values();
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.slice(0, MOST_CHARACTERS)))
    if (isWordLike) words.push(segment.toLocaleLowerCase());
  return words;
}

/** One key for singular and plural of English, French and Spanish: a word without its final s. */
const keyOf = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word);

/** The frequent words of English, and of the language whose frequent words the texts have most. */
function frequentWords(texts: readonly string[]): Set<string> {
  const words = texts.flatMap(wordsOf);
  const counted = Object.entries(stopwords).map(([language, list]) => {
    const known = new Set(list);
    return { language, known, hits: words.filter((word) => known.has(word)).length };
  });
  const best = counted.reduce((most, one) => (one.hits > most.hits ? one : most));
  return new Set([...stopwords.en, ...best.known]);
}
