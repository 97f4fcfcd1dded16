/** Scores the names found in labelled texts: tables/names.jsonl. */
import { extract } from '../../src/extraction/extract.ts';
import { caseSensitiveByDefault } from '../../src/extraction/names/case-sensitivity.ts';
import { compileLexicon } from '../../src/extraction/names/lexicon.ts';
import type { KnownSubject } from '../../src/extraction/types.ts';
import { type Counts, type Half, NONE } from './counts.ts';
import { readTable } from './tables.ts';

interface NamesCase {
  id: string;
  half: Half;
  class: string;
  /** ISO 639-1. */
  language: string;
  /** The first is the tracked brand, the others are its competitors. */
  known: KnownName[];
  text: string;
  /** The known names that a careful reader says are named. */
  named: string[];
}

type KnownName = Pick<KnownSubject, 'name'> &
  Partial<Pick<KnownSubject, 'aliases' | 'caseSensitive' | 'ignoredPhrases' | 'countInsideLongerNames'>>;

export interface NamesScore extends Counts {
  half: Half;
  class: string;
  language: string;
  id: string;
  /** The names that were found wrongly and those that were missed. */
  errors: { found: string[]; missed: string[] };
}

/** One score a case; its questions are whether each known name is named. */
export function scoreNames(): NamesScore[] {
  return readTable<NamesCase>('names').map((each) => {
    const found = namedIn(each);
    const labelled = new Set(each.named);
    const wrong = [...found].filter((name) => !labelled.has(name));
    const missed = each.named.filter((name) => !found.has(name));
    const { id, half, language } = each;
    const right = found.size - wrong.length;
    const counts = { ...NONE, cases: 1, right, wrong: wrong.length, missed: missed.length };
    return { ...counts, id, half, class: each.class, language, errors: { found: wrong, missed } };
  });
}

function namedIn({ known, text }: NamesCase): Set<string> {
  const [brand, ...competitors] = known.map(subjectOf);
  const lexicon = compileLexicon([{ ...brand!, competitors }]);
  const { observations } = extract(lexicon, { brandId: brand!.id, answer: text, citations: [] });
  return new Set(observations.filter(({ named }) => named).map(({ subjectId }) => subjectId));
}

/** A subject as the service makes it of what a person enters. */
function subjectOf({ name, aliases = [], caseSensitive, ...rest }: KnownName): KnownSubject {
  return {
    id: name,
    name,
    websites: [],
    aliases,
    caseSensitive: caseSensitive ?? caseSensitiveByDefault([name, ...aliases]),
    ...rest,
  };
}
