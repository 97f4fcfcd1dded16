/** Labels before sentences and above lists: "Cons: heavy", "Worth skipping". */
import { BAD_LABELS, GOOD_LABELS } from '../lexicon.ts';
import { COLON, STOP, Tokens, WORD } from './tokens.ts';

/** A label before a sentence: the sentence is a merit (1), a fault (-1) or neither (0). */
export type Label = -1 | 0 | 1;

const LABEL_REACH = 8;
const MAX_LABEL = 60;
/** First code unit of symbols and pictures: "❌ Harkness". */
const FIRST_MARK = 0x2600;

/** The label at the start of the sentence, and the token after it. */
export function ownLabel({ kinds, words, count }: Tokens): { label: Label; end: number } {
  for (let i = 1; i < Math.min(count, LABEL_REACH); i++) {
    if (kinds[i] === COLON || (kinds[i] === STOP && i < count - 1)) {
      return { label: labelOf(words.slice(isMark(words[0]!) ? 1 : 0, i).join(' ')), end: i + 1 };
    }
    if (kinds[i] !== WORD) break;
  }
  const isMarked = count > 0 && kinds[0] === WORD && isMark(words[0]!);
  return { label: isMarked ? labelOf(words[0]!) : 0, end: 1 };
}

/** The label, if a text is nothing else: "Cons:", "Worth skipping". */
export function labelIn(text: string, start: number, end: number): Label {
  if (end - start > MAX_LABEL) return 0;
  const { kinds, words, count } = new Tokens(text, start, end, []);
  const isOfLabel = (word: string, at: number) => at < count && kinds[at] === WORD && !isMark(word);
  return labelOf(words.filter(isOfLabel).join(' '));
}

export function hasWords(text: string, start: number, end: number): boolean {
  const { kinds, count } = new Tokens(text, start, end, []);
  const first = kinds.indexOf(WORD);
  return first >= 0 && first < count;
}

/** @param words in lower case without punctuation */
function labelOf(words: string): Label {
  if (GOOD_LABELS.has(words)) return 1;
  return BAD_LABELS.has(words) ? -1 : 0;
}

function isMark(word: string): boolean {
  return word.charCodeAt(0) >= FIRST_MARK;
}
