import { readSections } from '../tables.ts';
import { foldName } from '../text/fold.ts';

const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  readSections('names/function-words.txt').flatMap(({ entries }) => entries.map(({ text }) => text)),
);

const LEAST_ANSWERS = 3;
const MOST_PHRASES = 50;
const MOST_SAMPLES = 3;
/** Maximum number of words in a phrase, including the name. */
const MOST_WORDS = 3;
/**
 * Maximum number of occurrences of the name read per snippet. A snippet is one sentence, and an answer may repeat a
 * name 150 times.
 */
const MOST_OCCURRENCES = 10;

/** A word beside a name: small letters, except that the first may be a capital. */
const WORD = `\\p{Lu}?[\\p{Ll}\\p{Lo}\\p{M}]{1,40}(?:['’-][\\p{Ll}\\p{Lo}\\p{M}]{1,40})?`;
const NEXT = new RegExp(` (${WORD})(?![\\p{L}\\p{N}\\p{M}'’-])`, 'uy');
const BEFORE = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}'’-])(${WORD}) $`, 'u');
/** The longest word and the space beside it, in UTF-16 code units. */
const REACH = 170;
const PART_OF_WORD = /[\p{L}\p{N}\p{M}]/u;

/** The first sentence of an answer that names a subject, and the name as it stands there. */
export interface NamingSnippet {
  snippet: string;
  namedAs: string;
}

/** A phrase of a name and its neighbouring words. */
export interface PhraseBeside {
  phrase: string;
  count: number;
  answers: number;
  samples: string[];
}

/** Counters of a phrase. */
interface Counted {
  count: number;
  /** By spelling. */
  spellings: Map<string, number>;
  snippets: string[];
  answers: number;
}

/**
 * The phrases of names with neighbouring words, most frequent first. 1,000 usual snippets take some 7 ms and the worst
 * 80 ms, so it runs in a thread.
 */
export function phrasesBeside(snippets: readonly NamingSnippet[]): PhraseBeside[] {
  const phrases = new Map<string, Counted>();
  for (const { snippet, namedAs } of snippets) {
    const ofSnippet = new Set<Counted>();
    for (const phrase of findPhrases(snippet, namedAs.replace(/\s+/g, ' '))) {
      const key = foldName(phrase);
      const counted = phrases.get(key) ?? { count: 0, spellings: new Map(), snippets: [], answers: 0 };
      phrases.set(key, counted);
      counted.count += 1;
      counted.spellings.set(phrase, (counted.spellings.get(phrase) ?? 0) + 1);
      ofSnippet.add(counted);
    }
    for (const counted of ofSnippet) {
      counted.answers += 1;
      if (counted.snippets.length < MOST_SAMPLES) counted.snippets.push(snippet);
    }
  }
  const frequent = [...phrases].filter(([, { answers }]) => answers >= LEAST_ANSWERS);
  const counts = new Map(frequent.map(([key, { count }]) => [key, count]));
  return frequent
    .filter(([key, { count }]) => !splitPhrase(key).some((part) => counts.get(part) === count))
    .map(([, { count, answers, spellings, snippets: samples }]) => ({
      phrase: [...spellings].reduce((best, other) => (other[1] > best[1] ? other : best))[0],
      count,
      answers,
      samples,
    }))
    .sort((a, b) => b.count - a.count || b.answers - a.answers || (a.phrase < b.phrase ? -1 : 1))
    .slice(0, MOST_PHRASES);
}

/** The shorter phrases at either end. One that is as frequent makes the longer phrase redundant. */
function splitPhrase(phrase: string): string[] {
  return [phrase.slice(0, phrase.lastIndexOf(' ')), phrase.slice(phrase.indexOf(' ') + 1)];
}

/** The phrases at the first occurrences of a name in a snippet. */
function* findPhrases(snippet: string, name: string): Generator<string> {
  if (name === '') return;
  const room = MOST_WORDS - name.split(' ').length;
  let start = snippet.indexOf(name);
  for (let seen = 0; start >= 0 && room > 0 && seen < MOST_OCCURRENCES; ) {
    const end = start + name.length;
    if (isWhole(snippet, start, end)) {
      seen += 1;
      const before = wordsBefore(snippet, start, room);
      const after = wordsAfter(snippet, end, room);
      for (let left = 0; left <= before.length; left += 1)
        for (let right = left === 0 ? 1 : 0; right <= Math.min(after.length, room - left); right += 1)
          yield [...before.slice(before.length - left), name, ...after.slice(0, right)].join(' ');
    }
    start = snippet.indexOf(name, end);
  }
}

function isWhole(text: string, start: number, end: number): boolean {
  return !PART_OF_WORD.test(text.charAt(start - 1)) && !PART_OF_WORD.test(text.charAt(end));
}

/** The words directly before an offset, in text order, up to the first function word or non-word. */
function wordsBefore(text: string, start: number, most: number): string[] {
  const words: string[] = [];
  for (let at = start; words.length < most; ) {
    const word = BEFORE.exec(text.slice(Math.max(0, at - REACH), at))?.[1];
    if (word === undefined || FUNCTION_WORDS.has(word.toLowerCase())) break;
    words.unshift(word);
    at -= word.length + 1;
  }
  return words;
}

/** The words directly after an offset; otherwise like `wordsBefore`. */
function wordsAfter(text: string, end: number, most: number): string[] {
  const words: string[] = [];
  for (let at = end; words.length < most; ) {
    NEXT.lastIndex = at;
    const word = NEXT.exec(text)?.[1];
    if (word === undefined || FUNCTION_WORDS.has(word.toLowerCase())) break;
    words.push(word);
    at += word.length + 1;
  }
  return words;
}
