/** Whether known names that are ordinary words are rivals in one sentence: "A is fast, B is cheap". */
import type { Entry } from './lexicon.ts';

interface Standing {
  start: number;
  end: number;
  entries: readonly Entry[];
}

/** The sentence around a match, without the match itself. */
interface Sides {
  own: string;
  before: string;
  after: string;
}

export interface Rivals {
  /** Whether another name in its sentence is an ordinary word too. */
  hasRival: boolean;
  /** Whether it begins a clause, and another known name another clause of its sentence. */
  isContrasted: boolean;
}

/** Number of names checked on either side of a match: a text may repeat names endlessly. */
const MAX_BESIDE = 4;

/** The text before the first word of a clause: a comma, at most with a short word, or a conjunction that contrasts. */
const CLAUSE_START =
  /(?:^[\s\p{P}\p{S}\d]*|[,，、;；؛،]\s*(?:\p{L}{1,7}\s)?|\s(?:بينما|أما|لكن|ואילו|אבל|mens|mentre|mientras|während|terwijl|medan|zatímco|aber|maar|ama|men|mutta|ale|mais|mas|pero|ma|но|але|dar|kuid|αλλά|ενώ)\s)$/u;

/**
 * Finds the names of other subjects in the sentence of a match. Two known names that are ordinary words rarely meet by
 * chance in one comparison.
 */
export function rivalsAmong(matches: readonly Standing[]): (match: Standing, sentence: Sides) => Rivals {
  const indexes = new Map(matches.map((match, at) => [match, at]));
  return (match, { own, before, after }) => {
    const whole = before + own + after;
    const from = match.start - before.length;
    const isHead = CLAUSE_START.test(before);
    let hasRival = false;
    const isContrast = (other: Standing) => {
      if (other.entries[0]!.subject.entity === match.entries[0]!.subject.entity) return false;
      hasRival = true;
      return isHead && CLAUSE_START.test(whole.slice(0, other.start - from));
    };
    const at = indexes.get(match)!;
    for (let k = at - 1; k >= Math.max(0, at - MAX_BESIDE) && matches[k]!.start >= from; k--)
      if (isContrast(matches[k]!)) return { hasRival, isContrasted: true };
    for (
      let k = at + 1;
      k <= Math.min(matches.length - 1, at + MAX_BESIDE) && matches[k]!.end <= match.end + after.length;
      k++
    )
      if (matches[k]!.start >= match.end && isContrast(matches[k]!)) return { hasRival, isContrasted: true };
    return { hasRival, isContrasted: false };
  };
}
