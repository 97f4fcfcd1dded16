/** English words that carry no topic. */
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

/** The words of a topic without stop words, or all words if nothing else remains; in lower case, without accents. */
export function topicWords(topic: string): string[] {
  const words = [...new Set(wordsOf(topic))];
  const significant = words.filter((word) => !STOP_WORDS.has(word));
  return significant.length > 0 ? significant : words;
}

/** A function that counts a topic's words in a text. A prompt is about a topic if it contains words of the topic. */
export function matchingWords(words: readonly string[]): (text: string) => number {
  const forms = words.map(formsOf);
  return (text) => {
    const own = new Set(wordsOf(text));
    return forms.filter((isForm) => isForm(own)).length;
  };
}

/**
 * Whether the words of a text include a form of a topic's word. A form begins with the word ("lamps" for "lamp"). A
 * short word must match exactly, except for a plural s ("article" is no form of "art"). In scripts without spaces, the
 * word may stand anywhere.
 */
function formsOf(word: string): (own: ReadonlySet<string>) => boolean {
  if (UNSPACED.test(word)) return (own) => some(own, (candidate) => candidate.includes(word));
  const singular = word.length > 3 ? word.replace(/s$/, '') : word;
  if (singular.length > 3) return (own) => some(own, (candidate) => candidate.startsWith(singular));
  return (own) => own.has(singular) || own.has(`${singular}s`);
}

function some(words: ReadonlySet<string>, isRight: (word: string) => boolean): boolean {
  for (const word of words) if (isRight(word)) return true;
  return false;
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
