/**
 * How favourably sentences speak, by VADER: Hutto, C.J. & Gilbert, E.E. (2014), "VADER: A Parsimonious
 * Rule-based Model for Sentiment Analysis of Social Media Text", ICWSM-14. A lexicon of English words: text
 * in other languages scores neutral, and irony is not seen.
 */
import vader from 'vader-sentiment';

const { SentimentIntensityAnalyzer } = vader;

/** UTF-16 code units of a sentence that are scored. Sentences are cut at half of this, except where names overlap without end. */
const MAX_SCORED = 2000;

/** Punctuation that VADER takes off a word, once, before or after it (its PUNC_LIST). */
const TRIMMED = new Set([...'.!?,;:-\'"', '!!', '!!!', '??', '???', '?!?', '!?!', '?!?!', '!?!?']);
const ENDS = /^([!-/:-@[-`{-~]*)([^!-/:-@[-`{-~]{2,}?)([!-/:-@[-`{-~]*)$/;
const BOOSTERS = new Set(
  (
    'absolutely amazingly awfully completely considerably decidedly deeply effing enormously entirely ' +
    'especially exceptionally extremely fabulously flipping flippin fricking frickin frigging friggin fully ' +
    'fucking greatly hella highly hugely incredibly intensely majorly more most particularly purely quite ' +
    'really remarkably so substantially thoroughly totally tremendously uber unbelievably unusually utterly ' +
    'very almost barely hardly kinda kindof kind-of less little marginally occasionally partly scarcely ' +
    'slightly somewhat sorta sortof sort-of'
  ).split(' '),
);

/**
 * VADER's compound score of a sentence, -1 (most negative) to 1.
 *
 * The steps are those of the library's `polarity_scores`, its rules called one by one, with the splitting
 * into words done here: the library builds some 1,000 strings a sentence for that (98 µs, against 10) and
 * looks for capitals with an expression that takes cubic time on a long word.
 */
export function compoundOf(sentence: string): number {
  const text = sentence.slice(0, MAX_SCORED);
  const words: string[] = [];
  for (const token of text.split(/\s/)) if (token.length > 1) words.push(trim(token));
  const capitals = words.reduce((count, word) => count + (isCapitals(word) ? 1 : 0), 0);
  const sentiText = { words_and_emoticons: words, is_cap_diff: capitals > 0 && capitals < words.length };
  let sentiments: number[] = [];
  for (const [index, word] of words.entries()) {
    const lower = word.toLowerCase();
    const isModifier = BOOSTERS.has(lower) || (lower === 'kind' && words[index + 1]?.toLowerCase() === 'of');
    if (isModifier) sentiments.push(0);
    else sentiments = SentimentIntensityAnalyzer.sentiment_valence(0, sentiText, word, index, sentiments);
  }
  sentiments = SentimentIntensityAnalyzer.but_check(words, sentiments);
  return SentimentIntensityAnalyzer.score_valence(sentiments, text).compound;
}

/** A word without its punctuation; emoticons and contractions stay whole. */
function trim(token: string): string {
  const [, before = '', word = '', after = ''] = ENDS.exec(token) ?? [];
  if (before === '' && TRIMMED.has(after)) return word;
  if (after === '' && TRIMMED.has(before)) return word;
  return token;
}

function isCapitals(word: string): boolean {
  return /[A-Z]/.test(word) && !/[a-z]/.test(word);
}

/**
 * Sentiment in integer hundredths of a 0-100 score, 5000 neutral: 50 + 50 × the mean compound of the
 * sentences, rounded half away from zero.
 */
export function sentimentOf(compounds: readonly number[]): number {
  const mean = compounds.reduce((sum, compound) => sum + compound, 0) / compounds.length;
  return toHundredths(50 + 50 * mean);
}

/** A score of 0-100 in integer hundredths, half away from zero as it is written in decimal. */
export function toHundredths(score: number): number {
  // 1.005 × 100 is 100.49999999999999: 12 digits are more than a score has and fewer than the error shows in.
  const hundredths = Math.round(Number((score * 100).toPrecision(12)));
  return Math.min(10_000, Math.max(0, hundredths));
}
