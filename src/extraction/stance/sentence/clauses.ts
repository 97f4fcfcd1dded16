/** The kinds of clauses that change what a sentence says of its subject: elliptic denials, wishes, named faults. */
import { NAME, STOP, type Tokens } from './tokens.ts';

/** Words that end what was so formerly. */
export const NOW: ReadonlySet<string> = new Set(['now', 'today', 'nowadays']);

/** The last word of a clause that denies what was said before. */
const DENIES = /n't$|^(?:not|but)$/;
const AUXILIARY: ReadonlySet<string> = new Set(['is', 'was', 'are', 'does', 'did', 'do', 'has', 'will']);

/** "The app isn't.", "but it seldom does.": nothing follows a negation that ends before `end`. */
export function isElliptic({ kinds, words, count }: Tokens, end: number): boolean {
  const endsAt = (at: number) => at >= count || kinds[at]! >= STOP;
  if (AUXILIARY.has(words[end] ?? '')) return endsAt(end + 1);
  return endsAt(end) && DENIES.test(words[end - 1]!);
}

/** Number of tokens between "would" and a merit, and between "if" and its verb. */
const UNREAL_REACH = 8;
const UNREAL: ReadonlySet<string> = new Set(
  "were was weren't wasn't did didn't had hadn't could couldn't only".split(' '),
);
/** "would be great if you travel": a condition of the reader. */
const ADDRESSED: ReadonlySet<string> = new Set(['you', 'your', "you're", 'we', 'i', 'someone', 'they']);

/** "if it were faster": whether a condition that ends before `end` does not hold. */
export function isUnreal({ words }: Tokens, end: number): boolean {
  if (words[end - 1] !== 'if' || ADDRESSED.has(words[end]!)) return false;
  return words.slice(end, end + UNREAL_REACH).some((word) => UNREAL.has(word));
}

export function isAfterWould({ words }: Tokens, at: number): boolean {
  return words.slice(Math.max(0, at - UNREAL_REACH), at).includes('would');
}

/** "If you found NAME slow". */
const SUBJECTS: ReadonlySet<string> = new Set(['you', 'we', 'i']);
const FINDS: ReadonlySet<string> = new Set(['find', 'found', 'dislike', 'hate', 'disliked', 'hated']);
/** Number of tokens between a name and the one that is recommended instead. */
const INSTEAD_REACH = 24;

/** "If A is too slow for you, B is quick": what is said of A is no condition. */
export function isNamedFault({ kinds, words, actors, count }: Tokens, end: number): boolean {
  const name = SUBJECTS.has(words[end]!) && FINDS.has(words[end + 1] ?? '') ? end + 2 : end;
  if (words[end - 1] !== 'if' || kinds[name] !== NAME) return false;
  for (let at = name + 1; at < Math.min(count, name + INSTEAD_REACH); at++)
    if (kinds[at] === NAME && actors[at] !== actors[name]) return true;
  return false;
}
