/** The sentences after a naming that still refer to its subject, and their stance. */
import { isSpace, isUpper } from '../text/characters.ts';
import { nothing, type Said } from './said.ts';
import { readQuestion, readRemark } from './sentence/sentence.ts';

/** Maximum number of sentences and characters read after one with a name. */
const MAX_FOLLOWING = 3;
const MAX_CHARACTERS = 500;
/** Maximum length of a remark: "Hard pass." */
const REMARK = 48;
const ANSWER = 0.5;

/** Beginnings of a sentence that refers to the subject before. */
const ANAPHORIC =
  /^\P{L}*(?:(?:but|and|yet|so|still|also|plus|however|overall|sadly|unfortunately|thankfully|in short|best of all|worse|that said|on the other hand|at the same time|even so|even then|honestly|frankly|until then|since then),? )?(?:it|its|it's|it’s|they|their|they're|they’re|both|this|that|that's|he|she|his|her|everything|nothing|everyone|the (?:app|service|staff|support|company|brand|firm|team|product|quality|sound|battery|price|only|biggest|main|food|rooms?|website|site|fabric|screen|device|model|maker|hotel|airline|bank|host|free plan|interface|downside|result|same|company's|brand's)|users|customers|reviewers|owners|guests|critics|buyers|patients|parents|passengers|testers|clients|staff|support|setup|shipping|delivery|reviews|complaints|we|i|i'd|i’d|i've|i’ve|we've|we’ve|nobody|no one|never|not|avoid|skip|stay|steer|highly|definitely|absolutely|great|good|excellent|perfect|ideal|worth|recommended|beware|don't|don’t)(?![\p{L}-])/iu;
/** Beginnings of a sentence about others, or about nobody. */
const ELSEWHERE =
  /^\P{L}*(?:if|for|when|while|other|others|another|there|here|to|as|you|your|some|these|those|who|what|how|which|in|with|on|at|by|from|most|many|all|any|each|every|before|after|consider|check|make|let|look|would|do|does|should|is|are|can|choose|choosing|ultimately|note|alternatively|meanwhile|best|top|why|where|see|please|sources?)(?!\p{L})/iu;
const YES =
  /^\P{L}*(?:(?:a|answer|short answer|the short answer(?: is)?|in short|honestly|frankly|well|bottom line|verdict|in a word|i'd say|we'd say|we think|overall)[,:\s]+)*(?:(yes|yep|yeah|absolutely(?! not)|definitely(?! not)|certainly(?! not)|of course(?! not)|without a doubt|by all means|we think so|very much so|it is\b(?! not))|(no|nope|not really|not at all|not any ?more|not in our|hardly|probably not|definitely not|absolutely not|certainly not|of course not|we wouldn['’]t|i wouldn['’]t|we don['’]t think so|it is not|it isn['’]t|far from it|sadly not|unfortunately not)) ?(?![\p{L}])/iu;
const ASKS_ADVICE =
  /\b(?:should|would|do|can|could) (?:i|you|we|one|anyone) (?:still |really |ever )?(?:buy|get|try|choose|trust|use|recommend|bother|pick|consider|book|stay|invest|rely)\b|\bbe trusted\b|\b(?:legit|legitimate)\b/i;

/**
 * The stance of the sentences in [from, to) towards the subject before them.
 *
 * @param isHead whether a line above them is only a name: then they need no reference to it
 * @param question the range of a question before them; null: none
 */
export function readFollowing(
  text: string,
  from: number,
  to: number,
  isHead: boolean,
  isSilent: boolean,
  question: { start: number; end: number } | null,
): Said {
  const all = nothing();
  const limit = Math.min(to, from + MAX_CHARACTERS);
  let count = 0;
  for (const [start, end] of splitPieces(text, from, limit)) {
    const isCut = end === limit && limit < to;
    if (count === MAX_FOLLOWING * (isHead ? 2 : 1) || isCut) break;
    const piece = text.slice(start, end);
    if (question !== null && count === 0) addAnswer(all, text, question, piece);
    if (!isHead && !ANAPHORIC.test(piece)) {
      if (!isSilent || count > 0 || ELSEWHERE.test(piece)) break;
      if (end - start > REMARK && namesSomebody(piece)) break;
    }
    add(all, readRemark(text, start, end, 0));
    count++;
  }
  return all;
}

export function add(all: Said, { praise, criticism, words }: Said): void {
  all.praise += praise;
  all.criticism += criticism;
  all.words.push(...words.slice(0, 8 - all.words.length));
}

/** "Is it worth it? In short, no." */
function addAnswer(all: Said, text: string, question: { start: number; end: number }, answer: string): void {
  const [, yes, no] = YES.exec(answer) ?? [];
  if (yes === undefined && no === undefined) return;
  const { praise, criticism } = readQuestion(text, question.start, question.end);
  const verdict = praise - criticism || Number(ASKS_ADVICE.test(text.slice(question.start, question.end)));
  if (verdict === 0) return;
  if (verdict > 0 === (yes !== undefined)) all.praise += ANSWER;
  else all.criticism += ANSWER;
  all.words.push((yes ?? no)!);
}

/** Lines and sentences in [from, to), without leading white space. */
export function* splitPieces(
  text: string,
  from: number,
  to: number,
): Generator<[start: number, end: number]> {
  let start = from;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    const isLine = unit === 10;
    const isEnd = unit === 46 || unit === 33 || unit === 63;
    if (!isLine && !(isEnd && i + 1 < to && isSpace(text.charCodeAt(i + 1)))) continue;
    if (i > start) yield [start, i + 1];
    start = i + 1;
    while (start < to && isSpace(text.charCodeAt(start))) start++;
    i = start - 1;
  }
  if (start < to) yield [start, to];
}

/** Whether a capitalised word stands inside, which may refer to another subject. */
function namesSomebody(piece: string): boolean {
  for (let i = 1; i < piece.length; i++) {
    if (
      isUpper(piece.charCodeAt(i)) &&
      isSpace(piece.charCodeAt(i - 1)) &&
      piece[i + 1] !== ' ' &&
      piece[i + 1] !== "'"
    )
      return true;
  }
  return false;
}
