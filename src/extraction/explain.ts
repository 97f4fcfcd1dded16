import { extract } from './extract.ts';
import { brandOf, findNamings, type Lexicon } from './names/lexicon.ts';
import { compoundOf, sentimentOf } from './sentiment.ts';
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
  /** The sentences that hold those namings; sentiment in hundredths. */
  sentences: (Span & { sentiment: number })[];
}

/** Bounds the size of an explanation where a name is repeated endlessly. */
const MAX_NAMINGS = 1000;

/** The extraction of an answer together with the text, namings and sentences behind it. @throws as `extract` does */
export function explain(lexicon: Lexicon, answer: Answer): Explanation {
  const extraction = extract(lexicon, answer);
  const { text } = clean(answer.answer);
  const brand = brandOf(lexicon, answer.brandId);
  const namings = findNamings(lexicon, brand, text).slice(0, MAX_NAMINGS);
  return {
    ...extraction,
    version: EXTRACTION_VERSION,
    text,
    namings: namings.map(({ start, end, subjects }) => ({
      start,
      end,
      subjects: subjects.map(({ id, kind }) => ({ id, kind })),
    })),
    sentences: sentencesOf(text, namings).sentences.map(({ start, end }) => ({
      start,
      end,
      sentiment: sentimentOf([compoundOf(text.slice(start, end))]),
    })),
  };
}
