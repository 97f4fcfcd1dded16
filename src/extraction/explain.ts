import { extract } from './extract.ts';
import { brandOf, type Lexicon } from './names/lexicon.ts';
import { findNamings, type Naming, spellingOf } from './names/namings.ts';
import { sentimentOf } from './sentiment.ts';
import { StanceReader } from './stance/reader.ts';
import { clean } from './text/clean.ts';
import { originsIn } from './text/places.ts';
import { type Span, sentencesOf } from './text/sentences.ts';
import type { Answer, Extraction, NamingRule, Subject } from './types.ts';
import { EXTRACTION_VERSION } from './version.ts';

/**
 * An extraction with its evidence, in UTF-16 code units of the cleaned text. `origin` is the range in the answer as
 * sent, from the first to the last character, including markup between them.
 */
export interface Explanation extends Extraction {
  version: number;
  text: string;
  /** At most MAX_NAMINGS. */
  namings: (Span & { origin: Span; subjects: NamedSubject[] })[];
  /** The sentences with those namings. */
  sentences: ExplainedSentence[];
}

export interface ExplainedSentence extends Span {
  origin: Span;
  /** In hundredths, towards the run's brand, or otherwise the one named first; null: not scored. */
  sentiment: number | null;
  /** Stances towards the subjects named in the sentence, by first naming; `words` as in the text, at most 8. */
  stances: { subjectId: string; kind: Subject['kind']; sentiment: number | null; words: string[] }[];
}

interface NamedSubject {
  id: string;
  kind: Subject['kind'];
  /** The name that matched, as entered. */
  name: string;
  rule: NamingRule;
}

/** Limits the size of an explanation of an answer that repeats a name endlessly. */
const MAX_NAMINGS = 1000;

/** The extraction of an answer, with the text, namings and sentences behind it. @throws as `extract` does */
export function explain(lexicon: Lexicon, answer: Answer): Explanation {
  const extraction = extract(lexicon, answer);
  const cleaned = clean(answer.answer);
  const { text, blocks } = cleaned;
  const originOf = originsIn(answer.answer, cleaned);
  const brand = brandOf(lexicon, answer.brandId);
  const unknown = new Set(extraction.observations.flatMap((each) => (each.unknown ? each.subjectId : [])));
  const namings = findNamings(lexicon, brand, text, { language: extraction.language })
    .slice(0, MAX_NAMINGS)
    .filter(({ subjects }) => !subjects.every(({ id }) => unknown.has(id)));
  const subjectsOf = namedSubjects(text);
  const { sentences, indexes } = sentencesOf(text, namings);
  const reader = new StanceReader({ text, blocks, namings, sentences, indexes }, extraction.language);
  const explained = sentences.map(
    ({ start, end }): ExplainedSentence => ({
      start,
      end,
      origin: originOf({ start, end }),
      sentiment: null,
      stances: [],
    }),
  );
  // One set per sentence, because one name may belong to thousands of subjects.
  const reasons = sentences.map(() => new Set<string>());
  for (const [k, { subjects }] of namings.entries()) {
    const { stances } = explained[indexes[k]!]!;
    const stance = reader.read(indexes[k]!, subjects);
    for (const { id, kind } of subjects) {
      if (reasons[indexes[k]!]!.has(id)) continue;
      reasons[indexes[k]!]!.add(id);
      stances.push({ subjectId: id, kind, sentiment: sentimentOf([stance]), words: stance?.words ?? [] });
    }
  }
  for (const sentence of explained) {
    const own = sentence.stances.find(({ subjectId }) => subjectId === answer.brandId) ?? sentence.stances[0];
    sentence.sentiment = own?.sentiment ?? null;
  }
  return {
    ...extraction,
    version: EXTRACTION_VERSION,
    text,
    namings: namings.map((naming) => ({
      start: naming.start,
      end: naming.end,
      origin: originOf(naming),
      subjects: subjectsOf(naming),
    })),
    sentences: explained,
  };
}

/**
 * Returns a function that lists the subjects of a naming with their matched names. It caches them by the text of the
 * naming: one name may belong to thousands of subjects, and be repeated a thousand times.
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
