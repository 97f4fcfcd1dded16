/** Which prompts are about a topic: those that hold words of it. */

/** English words that are in any prompt and tell nothing about its topic. */
const STOP_WORDS = new Set(
  (
    'a an and any are as at be best by can do does for from get good has have how i if in into is it its me most my of ' +
    'on or our should some than that the their them they this to top use was we what when where which who why will ' +
    'with you your'
  ).split(' '),
);

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** The words of a topic that tell something; all of them where none does. Lower case, without accents. */
export function topicWords(topic: string): string[] {
  const words = [...new Set(wordsOf(topic))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

/** How many of the words a text holds. */
export function matchingWords(text: string, words: readonly string[]): number {
  const own = wordsOf(text);
  return words.filter((word) => own.some((candidate) => isHeld(word, candidate))).length;
}

/**
 * Whether a word of a text is a form of the topic's: begins with it ("lamp", "lamps"), is it where it is short
 * ("art" is not in "article"), or holds it in scripts that put no spaces between words.
 */
function isHeld(word: string, candidate: string): boolean {
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
