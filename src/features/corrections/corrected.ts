import type { Observation, SentimentReader } from '../../extraction/types.ts';

/** The position of what a person alone found: behind all that the extraction found. */
const NOT_FOUND = Number.MAX_SAFE_INTEGER;

/** What a person said of an answer about one brand or competitor. */
export interface Correction {
  subjectId: string;
  kind: Observation['kind'];
  named: boolean;
  /** Rank among the brand and its competitors, from 1; null: where the extraction found it, or last. */
  position: number | null;
  /** Hundredths; null: as read. */
  sentiment: number | null;
}

/** What corrections change of an observation. */
export type Seen = Pick<
  Observation,
  'subjectId' | 'kind' | 'named' | 'unknown' | 'position' | 'sentiment' | 'sentimentReader'
>;

/** An observation with corrections applied. */
export interface CorrectedSeen extends Omit<Seen, 'sentimentReader'> {
  sentimentReader: SentimentReader | 'PERSON' | null;
}

/** Whom an answer can rank. */
export interface Ranking {
  /** Whether the subject has a position: the run's brand and its competitors do. */
  isRanked(subject: Pick<Observation, 'subjectId' | 'kind'>): boolean;
  /** What subjects with the same primary name have in common: they share their position. */
  entityOf(subjectId: string): string;
}

/**
 * Applies corrections to what was observed in an answer. A subject that is not named keeps a row without a reading. The
 * positions of the others close up, and move for positions that a person gave.
 * @param corrections in the order in which they were written
 */
export function correctedObservations(
  observed: readonly Seen[],
  corrections: readonly Correction[],
  ranking: Ranking,
): CorrectedSeen[] {
  const own = new Map(corrections.map((correction) => [correction.subjectId, correction]));
  const known = new Set(observed.map(({ subjectId }) => subjectId));
  const added = corrections.filter(({ subjectId }) => !known.has(subjectId)).map(unread);
  const all = [...observed, ...added].map((observation) =>
    reading(observation, own.get(observation.subjectId)),
  );
  const before = new Map(observed.map(({ subjectId, named }) => [subjectId, named]));
  const movesNobody = corrections.every(
    ({ subjectId, named, position }) => position === null && (before.get(subjectId) ?? false) === named,
  );
  if (movesNobody) return all;
  const positions = positionsOf(all, corrections, ranking);
  return all.map((each) => ({ ...each, position: positions.get(each.subjectId) ?? null }));
}

/** How many positions the named subjects of an answer share: the largest position there can be. */
export function positionsIn(observations: readonly CorrectedSeen[], ranking: Ranking): number {
  const named = observations.filter((each) => each.named && ranking.isRanked(each));
  return new Set(named.map(({ subjectId }) => ranking.entityOf(subjectId))).size;
}

function unread({ subjectId, kind }: Correction): Seen {
  return {
    subjectId,
    kind,
    named: false,
    unknown: false,
    position: null,
    sentiment: null,
    sentimentReader: null,
  };
}

/** An observation as a person corrected it, with the position that was found. */
function reading(observation: Seen, correction: Correction | undefined): CorrectedSeen {
  if (correction === undefined) return observation;
  if (!correction.named) return { ...unread(correction), unknown: observation.unknown };
  const { sentiment } = correction;
  return {
    ...observation,
    named: true,
    unknown: false,
    ...(sentiment === null ? {} : { sentiment, sentimentReader: 'PERSON' }),
  };
}

/**
 * The positions of the subjects that an answer names. Those that a person gave stand, the newest first: an older one
 * whose position is taken gets the next free one behind it, or the last free one. The other subjects take the positions
 * between them in the order in which they were found, then in which they were added.
 */
function positionsOf(
  observations: readonly CorrectedSeen[],
  corrections: readonly Correction[],
  { isRanked, entityOf }: Ranking,
): Map<string, number> {
  const ranked = observations.filter((each) => each.named && isRanked(each));
  const found = new Map<string, number>();
  for (const { subjectId, position } of ranked) {
    const entity = entityOf(subjectId);
    found.set(entity, Math.min(found.get(entity) ?? NOT_FOUND, position ?? NOT_FOUND));
  }
  const given = new Map<string, number>();
  for (const { subjectId, position } of corrections) {
    const entity = entityOf(subjectId);
    if (position === null || !found.has(entity)) continue;
    given.delete(entity); // the newest is at the end
    given.set(entity, position);
  }
  const free = Array.from(found.keys(), (_, at) => at + 1);
  const positions = new Map<string, number>();
  for (const [entity, position] of [...given].toReversed()) {
    const behind = free.findIndex((place) => place >= position);
    const [place = 0] = free.splice(behind === -1 ? free.length - 1 : behind, 1);
    positions.set(entity, place);
  }
  const byEntity = new Map(corrections.map(({ subjectId }, at) => [entityOf(subjectId), at]));
  const indexOf = (entity: string) => byEntity.get(entity) ?? -1;
  const others = [...found]
    .filter(([entity]) => !given.has(entity))
    .sort(([one, a], [other, b]) => a - b || indexOf(one) - indexOf(other));
  for (const [at, [entity, position]] of others.entries()) {
    // Entities that begin at the same character share the first of their positions.
    const [beforeIt, beforePosition] = others[at - 1] ?? [];
    const isShared = beforeIt !== undefined && beforePosition === position && position !== NOT_FOUND;
    positions.set(entity, (isShared ? positions.get(beforeIt) : free[at]) as number);
  }
  return new Map(ranked.map(({ subjectId }) => [subjectId, positions.get(entityOf(subjectId)) as number]));
}
