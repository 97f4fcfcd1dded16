import { extract } from './extract.ts';
import { brandOf, findNamings, type Lexicon } from './names/lexicon.ts';
import { sentimentOf } from './sentiment.ts';
import { StanceReader } from './stance/reader.ts';
import { clean } from './text/clean.ts';
import { type Span, sentencesOf } from './text/sentences.ts';
import type { Answer, Extraction } from './types.ts';
import { EXTRACTION_VERSION } from './version.ts';

/** An extraction with the places it rests on, in UTF-16 code units of the cleaned text. */
export interface Explanation extends Extraction {
  version: number;
  text: string;
  /** At most MAX_NAMINGS. */
  namings: (Span & { subjects: { id: string; kind: 'BRAND' | 'COMPETITOR' }[] })[];
  /** The sentences that hold those namings. */
  sentences: ExplainedSentence[];
}

export interface ExplainedSentence extends Span {
  /** In hundredths, towards the run's brand, or else the one named first; null: nobody read it. */
  sentiment: number | null;
  /** Towards each one named in it, by first naming; `words` as they stand in the text, at most 8. */
  stances: { subjectId: string; sentiment: number | null; words: string[] }[];
}

/** Bounds the size of an explanation where a name is repeated endlessly. */
const MAX_NAMINGS = 1000;

/** The extraction of an answer together with the text, namings and sentences behind it. @throws as `extract` does */
export function explain(lexicon: Lexicon, answer: Answer): Explanation {
  const extraction = extract(lexicon, answer);
  const { text, blocks } = clean(answer.answer);
  const brand = brandOf(lexicon, answer.brandId);
  const namings = findNamings(lexicon, brand, text).slice(0, MAX_NAMINGS);
  const { sentences, indexes } = sentencesOf(text, namings);
  const reader = new StanceReader({ text, blocks, namings, sentences, indexes }, extraction.language);
  const explained = sentences.map(({ start, end }): ExplainedSentence => ({ start, end, sentiment: null, stances: [] }));
  for (const [k, { subjects }] of namings.entries()) {
    const { stances } = explained[indexes[k]!]!;
    const stance = reader.read(indexes[k]!, subjects);
    for (const { id } of subjects) {
      if (stances.some(({ subjectId }) => subjectId === id)) continue;
      stances.push({ subjectId: id, sentiment: sentimentOf([stance]), words: stance?.words ?? [] });
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
    namings: namings.map(({ start, end, subjects }) => ({
      start,
      end,
      subjects: subjects.map(({ id, kind }) => ({ id, kind })),
    })),
    sentences: explained,
  };
}
