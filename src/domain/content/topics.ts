/** English words that may be in any prompt and carry no topic. */
const STOP_WORDS = new Set(
  (
    'a an and any are as at be best by can do does for from get good has have how i if in into is it its me most my of ' +
    'on or our should some than that the their them they this to top use was we what when where which who why will ' +
    'with you your'
  ).split(' '),
);

/** The scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** The words of a topic without stop words, or all of them where there are no others; in lower case, without accents. */
export function topicWords(topic: string): string[] {
  const words = [...new Set(wordsOf(topic))];
  const significant = words.filter((word) => !STOP_WORDS.has(word));
  return significant.length > 0 ? significant : words;
}

/** The number of the words that are in a text. A prompt is about a topic when it has words of the topic in it. */
export function matchingWords(text: string, words: readonly string[]): number {
  const own = wordsOf(text);
  return words.filter((word) => own.some((candidate) => isFormOf(word, candidate))).length;
}

/**
 * Whether a word of a text (`candidate`) is a form of a word of the topic. It begins with the word ("lamps" for "lamp");
 * a short word must be the same but for a plural s ("article" is no form of "art"); in scripts without spaces the word
 * may stand anywhere in it.
 */
function isFormOf(word: string, candidate: string): boolean {
  if (UNSPACED.test(word)) return candidate.includes(word);
  const singular = word.length > 3 ? word.replace(/s$/, '') : word;
  return singular.length > 3
    ? candidate.startsWith(singular)
    : candidate === singular || candidate === `${singular}s`;
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
