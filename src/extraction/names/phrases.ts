import { isWordAt, isWordBefore } from '../text/characters.ts';
import { fold } from '../text/fold.ts';
import type { Subject } from '../types.ts';
import type { Lexicon } from './lexicon.ts';

/** Maximum number of phrases checked per end: only phrases invented to nest exceed it. */
const MAX_NESTED = 32;

/** The spans of one subject's phrases, ascending by end. */
interface Spans {
  ends: number[];
  /** By index: the earliest start of this span and all later ones. */
  starts: number[];
}

/**
 * Returns a function: whether a span is inside a phrase that does not name a subject. Phrases are folded like names,
 * and match whole words in any letter case. A phrase equal to a spelling of a name excludes that spelling.
 * @returns null if there are no phrases
 */
export function ignoredIn(
  { phrases }: Lexicon,
  text: string,
): ((start: number, end: number, subject: Subject) => boolean) | null {
  if (phrases === null) return null;
  const { text: folded, toOriginal } = fold(text);
  const bySubject = new Map<Subject, Spans>();
  phrases.search(folded, null, (longest, end) => {
    if (isWordAt(folded, end) && isWordBefore(folded, end)) return;
    let phrase = longest;
    for (let k = 0; phrase !== 0 && k < MAX_NESTED; k++, phrase = phrases.shorter(phrase)) {
      const start = toOriginal(end - phrases.lengths[phrase]!);
      for (const subject of phrases.owners[phrase]!) {
        const spans = bySubject.get(subject) ?? { ends: [], starts: [] };
        if (spans.ends.length === 0) bySubject.set(subject, spans);
        if (spans.ends.at(-1) === toOriginal(end)) continue; // a longer phrase of the subject ends here
        spans.ends.push(toOriginal(end));
        spans.starts.push(start);
      }
    }
  });
  for (const { starts } of bySubject.values()) {
    for (let k = starts.length - 2; k >= 0; k--) starts[k] = Math.min(starts[k]!, starts[k + 1]!);
  }
  return (start, end, subject) => {
    const spans = bySubject.get(subject);
    if (spans === undefined) return false;
    let low = 0;
    let high = spans.ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (spans.ends[middle]! < end) low = middle + 1;
      else high = middle;
    }
    return low < spans.ends.length && spans.starts[low]! <= start;
  };
}
