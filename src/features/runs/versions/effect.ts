import type { Extraction, Observation } from '../../../extraction/types.ts';
import { saysSame } from './stored.ts';

/** How many changed scores, gained and lost namings are collected as examples. */
const EXAMPLES = 10;

/** The changes for a brand, or for its competitors together: counts of answers × subjects. */
export interface Moves {
  namedGained: number;
  namedLost: number;
  /** Scores that are known before and after and differ; with the sums of both, in hundredths. */
  scoresMoved: number;
  movedBefore: number;
  movedAfter: number;
  /** Scores, of subjects named before and after, that became unknown, and scores that became known. */
  scoresUnknown: number;
  scoresKnown: number;
  /** Positions of subjects named before and after. */
  positionsChanged: number;
}

/** Sums over a brand's answers. Sentiments in hundredths. */
export interface Standing {
  answers: number;
  named: number;
  sentimentSum: number;
  sentimentCount: number;
}

/** The changes from rereading a brand's answers. */
export interface BrandEffect {
  /** The lowest version that had read one of them. */
  versionBefore: number;
  /** How many were reread, and how many of those changed. */
  answers: number;
  changed: number;
  brand: Moves;
  competitors: Moves;
  /** Sums over the reread answers alone. */
  before: Standing;
  after: Standing;
}

/** One subject in one answer whose result changed. Scores in hundredths. */
export interface Example {
  runId: string;
  brandId: string;
  subjectId: string;
  snippetBefore: string | null;
  snippetAfter: string | null;
  scoreBefore: number | null;
  scoreAfter: number | null;
}

interface RankedExample extends Example {
  rank: number;
  tie: string;
}

/** An answer whose stored extraction is compared with a new one. */
interface ComparedRun {
  id: string;
  brandId: string;
  extractionVersion: number;
}

/**
 * The changes from rereading answers, summed over any number of them. Memory grows only with the number of brands: a
 * few examples of each kind are collected, independent of the order of the answers.
 */
export class Effects {
  /** By the brand's id. */
  readonly brands = new Map<string, BrandEffect>();
  /** How many answers each version had read. */
  readonly versions = new Map<number, number>();
  /** The largest changes of scores, the largest first. */
  readonly moves = new Examples();
  /** A sample of gained and of lost namings. */
  readonly gained = new Examples();
  readonly lost = new Examples();

  add(run: ComparedRun, before: Extraction, after: Extraction): void {
    const { brandId, extractionVersion: version } = run;
    this.versions.set(version, (this.versions.get(version) ?? 0) + 1);
    const effect = this.brands.get(brandId) ?? newEffect(version);
    this.brands.set(brandId, effect);
    effect.versionBefore = Math.min(effect.versionBefore, version);
    effect.answers += 1;
    if (!saysSame(before, after)) effect.changed += 1;
    addTo(effect.before, ofSubject(before, brandId));
    addTo(effect.after, ofSubject(after, brandId));
    const own = ({ subjectId, kind }: Observation) => subjectId === brandId || kind === 'COMPETITOR';
    const subjects = new Set(
      [...before.observations, ...after.observations].filter(own).map(({ subjectId }) => subjectId),
    );
    for (const subjectId of subjects) {
      const [was, is] = [ofSubject(before, subjectId), ofSubject(after, subjectId)];
      count(subjectId === brandId ? effect.brand : effect.competitors, was, is);
      this.#keep(run, subjectId, was, is);
    }
  }

  #keep({ id: runId, brandId }: ComparedRun, subjectId: string, was: Seen, is: Seen): void {
    const example = {
      runId,
      brandId,
      subjectId,
      snippetBefore: was?.snippet ?? null,
      snippetAfter: is?.snippet ?? null,
      scoreBefore: was?.sentiment ?? null,
      scoreAfter: is?.sentiment ?? null,
    };
    const { scoreBefore, scoreAfter } = example;
    // The end of an id is random, so the highest reversed ids are a sample of all times, brands and subjects.
    const tie = `${[...runId].reverse().join('')} ${subjectId}`;
    if (was?.named && is?.named && scoreBefore !== null && scoreAfter !== null && scoreBefore !== scoreAfter)
      this.moves.offer({ ...example, rank: Math.abs(scoreAfter - scoreBefore), tie });
    if (is?.named && !was?.named) this.gained.offer({ ...example, rank: 0, tie });
    if (was?.named && !is?.named) this.lost.offer({ ...example, rank: 0, tie });
  }
}

/** The few examples of highest rank; ties by the highest `tie`. */
class Examples {
  #examples: RankedExample[] = [];

  offer(example: RankedExample): void {
    const at = this.#examples.findIndex((each) => isAbove(example, each));
    if (at === -1 && this.#examples.length === EXAMPLES) return;
    this.#examples.splice(at === -1 ? this.#examples.length : at, 0, example);
    this.#examples.length = Math.min(this.#examples.length, EXAMPLES);
  }

  /** The highest first. */
  list(): Example[] {
    return this.#examples.map(({ rank: _, tie: __, ...example }) => example);
  }
}

function isAbove(a: RankedExample, b: RankedExample): boolean {
  return a.rank !== b.rank ? a.rank > b.rank : a.tie > b.tie;
}

/** The observation of a subject; undefined: it is not named and is not the run's brand. */
type Seen = Observation | undefined;

function ofSubject({ observations }: Extraction, id: string): Seen {
  return observations.find(({ subjectId }) => subjectId === id);
}

function count(moves: Moves, was: Seen, is: Seen): void {
  const [wasNamed, isNamed] = [was?.named ?? false, is?.named ?? false];
  if (isNamed && !wasNamed) moves.namedGained += 1;
  if (wasNamed && !isNamed) moves.namedLost += 1;
  if (!was || !is || !wasNamed || !isNamed) return;
  if (was.position !== is.position) moves.positionsChanged += 1;
  const [before, after] = [was.sentiment, is.sentiment];
  if (before === null && after !== null) moves.scoresKnown += 1;
  if (before !== null && after === null) moves.scoresUnknown += 1;
  if (before === null || after === null || before === after) return;
  moves.scoresMoved += 1;
  moves.movedBefore += before;
  moves.movedAfter += after;
}

function addTo(standing: Standing, seen: Seen): void {
  standing.answers += 1;
  if (seen?.named) standing.named += 1;
  if (seen?.sentiment == null) return;
  standing.sentimentSum += seen.sentiment;
  standing.sentimentCount += 1;
}

/** The sums, field by field, of objects with the same fields. */
export function summed<T extends object>(values: readonly T[], empty: T): T {
  const sum = { ...empty } as Record<string, number>;
  for (const value of values)
    for (const [key, number] of Object.entries(value)) sum[key] = (sum[key] as number) + number;
  return sum as T;
}

export const NO_MOVES: Readonly<Moves> = {
  namedGained: 0,
  namedLost: 0,
  scoresMoved: 0,
  movedBefore: 0,
  movedAfter: 0,
  scoresUnknown: 0,
  scoresKnown: 0,
  positionsChanged: 0,
};

export const NO_ANSWERS: Readonly<Standing> = { answers: 0, named: 0, sentimentSum: 0, sentimentCount: 0 };

function newEffect(versionBefore: number): BrandEffect {
  return {
    versionBefore,
    answers: 0,
    changed: 0,
    brand: { ...NO_MOVES },
    competitors: { ...NO_MOVES },
    before: { ...NO_ANSWERS },
    after: { ...NO_ANSWERS },
  };
}
