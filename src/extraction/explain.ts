import { extract } from './extract.ts';
import { brandOf, type Lexicon } from './names/lexicon.ts';
import { findNamings, type Naming, spellingOf } from './names/namings.ts';
import { compoundOf, sentimentOf } from './sentiment.ts';
import { clean } from './text/clean.ts';
import { type Span, sentencesOf } from './text/sentences.ts';
import type { Answer, Extraction, NamingRule } from './types.ts';
import { EXTRACTION_VERSION } from './version.ts';

/** An extraction with the places it rests on, in UTF-16 code units of the cleaned text. */
export interface Explanation extends Extraction {
  version: number;
  text: string;
  /** At most MAX_NAMINGS. */
  namings: (Span & { subjects: NamedSubject[] })[];
  /** The sentences that hold those namings; sentiment in hundredths. */
  sentences: (Span & { sentiment: number })[];
}

interface NamedSubject {
  id: string;
  kind: 'BRAND' | 'COMPETITOR';
  /** The one of its names that was found, as entered. */
  name: string;
  rule: NamingRule;
}

/** Bounds the size of an explanation where a name is repeated endlessly. */
const MAX_NAMINGS = 1000;

/** The extraction of an answer together with the text, namings and sentences behind it. @throws as `extract` does */
export function explain(lexicon: Lexicon, answer: Answer): Explanation {
  const extraction = extract(lexicon, answer);
  const { text } = clean(answer.answer);
  const brand = brandOf(lexicon, answer.brandId);
  const namings = findNamings(lexicon, brand, text).slice(0, MAX_NAMINGS);
  const subjectsOf = namedSubjects(text);
  return {
    ...extraction,
    version: EXTRACTION_VERSION,
    text,
    namings: namings.map((naming) => ({
      start: naming.start,
      end: naming.end,
      subjects: subjectsOf(naming),
    })),
    sentences: sentencesOf(text, namings).sentences.map(({ start, end }) => ({
      start,
      end,
      sentiment: sentimentOf([compoundOf(text.slice(start, end))]),
    })),
  };
}

/**
 * A function that tells the names behind a naming. It remembers them by what is written: one name may belong to
 * thousands of subjects, and be repeated a thousand times.
 */
function namedSubjects(text: string): (naming: Naming) => NamedSubject[] {
  const known = new Map<Naming['entries'], Map<string, NamedSubject[]>>();
  return (naming) => {
    const { start, end, subjects, entries, joined } = naming;
    const ofEntries = known.get(entries) ?? new Map<string, NamedSubject[]>();
    if (ofEntries.size === 0) known.set(entries, ofEntries);
    const written = `${joined} ${text.slice(start, end)}`;
    const named =
      ofEntries.get(written) ??
      subjects.map((subject) => ({
        id: subject.id,
        kind: subject.kind,
        ...spellingOf(text, naming, subject),
      }));
    ofEntries.set(written, named);
    return named;
  };
}
