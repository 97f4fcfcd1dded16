import { rounded } from '../../../../../base/definitions.ts';
import type { Schemas } from '../../../api/client.ts';
import type { Input, Observation } from './correcting.ts';

type Namings = Schemas['RunNamings'];

const NEUTRAL = 50;

/**
 * What an answer says of somebody once some of its sentences are of somebody else: nothing where no other names it, and
 * otherwise its place and sentiment by the sentences that are left.
 * @param ranked ids of those that have a place
 * @param left whether a sentence is still of it, by where it starts
 */
export function restOf(
  { subject: { id }, sentimentReader }: Observation,
  { namings, sentences }: Namings,
  ranked: ReadonlySet<string>,
  left: (start: number) => boolean,
): Input {
  const own = sentences.filter(
    ({ start, stances }) => left(start) && stances.some(({ subject }) => subject.id === id),
  );
  const [first] = own;
  if (first === undefined) return { named: false };
  const places = new Map<string, number>();
  for (const { start, subjects } of namings)
    for (const subject of subjects)
      if (!places.has(subject.id) && (subject.id !== id || start >= first.start))
        places.set(subject.id, start);
  const at = places.get(id) ?? 0;
  const before = [...places].filter(([other, place]) => other !== id && ranked.has(other) && place < at);
  return {
    named: true,
    ...(ranked.has(id) ? { position: before.length + 1 } : {}),
    // A score of another reader is of the whole answer: which of its sentences it rests on is not known.
    ...(sentimentReader === 'LEXICON' ? { score: scoreOf(own, id) } : {}),
  };
}

/** The mean of the sentences that take a stance, as the program reads it; a sentence takes one by its words. */
function scoreOf(sentences: Namings['sentences'], id: string): number | null {
  const stances = sentences.flatMap(({ stances }) => stances.filter(({ subject }) => subject.id === id));
  const scored = stances.filter(({ words, sentimentScore }) => words.length > 0 && sentimentScore !== null);
  if (scored.length === 0)
    return stances.some(({ sentimentScore }) => sentimentScore !== null) ? NEUTRAL : null;
  const mean = scored.reduce((sum, { sentimentScore }) => sum + (sentimentScore ?? 0), 0) / scored.length;
  return rounded(mean);
}
