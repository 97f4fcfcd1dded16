/** Scores which names are read as not known to the answer: tables/unknown.jsonl. */
import { extract } from '../../src/extraction/extract.ts';
import { compileLexicon } from '../../src/extraction/names/lexicon.ts';
import type { KnownSubject } from '../../src/extraction/types.ts';
import { NONE } from './counts.ts';
import type { NamesScore } from './names.ts';
import { readTable } from './tables.ts';

interface UnknownCase {
  id: string;
  /** Written before the rules, and never used to change them: the held half. */
  blind: boolean;
  /** ISO 639-1. */
  language: string;
  /** The first is the tracked brand, the others are its competitors. All that are not `unknown` are named. */
  known: string[];
  text: string;
  /** Names that the text only says it does not know. */
  unknown: string[];
}

/** One score a case; its questions are whether each known name is unknown. */
export function scoreUnknown(): NamesScore[] {
  return readTable<UnknownCase>('unknown').map(({ id, blind, language, known, text, unknown }) => {
    const found = unknownIn(known, text);
    const wrong = found.filter((name) => !unknown.includes(name));
    const missed = unknown.filter((name) => !found.includes(name));
    const right = found.length - wrong.length;
    const counts = { ...NONE, cases: 1, right, wrong: wrong.length, missed: missed.length };
    const half = blind ? 'held' : 'tuned';
    return { ...counts, id, half, class: 'unknown', language, errors: { found: wrong, missed } };
  });
}

/** The names that a text only says it does not know. @throws Error if one of the others is not named */
export function unknownIn(known: readonly string[], text: string): string[] {
  const [brand, ...competitors] = known.map(
    (name): KnownSubject => ({ id: name, name, websites: [], aliases: [], caseSensitive: [] }),
  );
  const lexicon = compileLexicon([{ ...brand!, competitors }]);
  const { observations } = extract(lexicon, { brandId: brand!.id, answer: text, citations: [] });
  const seen = observations.filter(({ named, unknown }) => named || unknown);
  if (seen.length !== known.length) throw new Error(`Of ${known} only ${seen.length} are found in: ${text}`);
  return seen.filter(({ unknown }) => unknown).map(({ subjectId }) => subjectId);
}
