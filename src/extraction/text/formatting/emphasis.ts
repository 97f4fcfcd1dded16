import { isSpace, isWordAt, isWordBefore } from '../characters.ts';

/**
 * The effect of a run of `*`, `_` or `~` at [start, end): DROPPED keeps the words beside it separate, JOINED emphasises
 * part of a word, LITERAL is inside a word (snake_case, E*TRADE) or alone.
 */
export function emphasisAt(text: string, start: number, end: number): 'DROPPED' | 'JOINED' | 'LITERAL' {
  const mark = text[start];
  if (mark === '~') return end - start === 1 ? 'LITERAL' : 'DROPPED';
  if (isSpaceOrEdge(text, start - 1) && isSpaceOrEdge(text, end)) return 'LITERAL';
  const isInWord = isWordBefore(text, start) && isWordAt(text, end) && text[start - 1] !== '_';
  if (!isInWord) return 'DROPPED';
  if (mark === '*' && isPartOfWord(text, start, end)) return 'JOINED';
  return mark === '_' || end - start === 1 ? 'LITERAL' : 'DROPPED';
}

function isSpaceOrEdge(text: string, index: number): boolean {
  return index < 0 || index >= text.length || isSpace(text.charCodeAt(index));
}

const MAX_WORD = 40;
/** Words that follow a name with a missing space, or endings that no name takes. */
const PARTICLES = new Set(
  (
    'and are as at but by can for from had has have if in is its of on or over than that the to vs was were which ' +
    'who will with das dem den der des die für im ist mit oder und von zu con de del el en es la las los para por ' +
    'que su et est le les pour'
  ).split(' '),
);
const LETTERS = /^\p{L}+$/u;

/**
 * Whether a run of stars inside a word emphasises a part of it: `**Ac**me` is one word. Excluded are a missing space
 * (`**Buy**Sony`, `**Sony**is`) and a star that belongs to a name (E*TRADE).
 */
function isPartOfWord(text: string, start: number, end: number): boolean {
  const mark = text.slice(start, end);
  if (mark.length > 3) return false;
  const before = lettersBefore(text, start);
  const after = lettersAfter(text, end);
  if (!isJoined(before, after)) return false;
  const opener = start - before.length - mark.length;
  if (before !== '' && text.startsWith(mark, opener) && text[opener - 1] !== '*') {
    const outer = lettersBefore(text, opener);
    const isApart = outer !== '' && (!isJoined(outer, before) || PARTICLES.has(outer.toLowerCase()));
    return (mark.length > 1 || before.length > 1) && !isPart(after) && !isApart;
  }
  const closer = end + after.length;
  if (!text.startsWith(mark, closer) || text[closer + mark.length] === '*') return false;
  const outer = lettersAfter(text, closer + mark.length);
  return (
    (mark.length > 1 || after.length > 1) &&
    !PARTICLES.has(before.toLowerCase()) &&
    (outer === '' || (isJoined(after, outer) && !isPart(outer)))
  );
}

function isPart(word: string): boolean {
  return word.length === 1 || PARTICLES.has(word);
}

/** Whether adjacent letters are one word to a reader: the later ones are small. */
export function isJoined(before: string, after: string): boolean {
  return LETTERS.test(before) && /^\p{Ll}+$/u.test(after);
}

function lettersBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < MAX_WORD && isWordBefore(text, start) && text[start - 1] !== '_') start--;
  return text.slice(start, end);
}

function lettersAfter(text: string, start: number): string {
  let end = start;
  while (end - start < MAX_WORD && isWordAt(text, end) && text[end] !== '_') end++;
  return text.slice(start, end);
}
