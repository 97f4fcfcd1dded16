import type { OrgId } from '../../../base/ids.ts';
import type { Db } from '../../../db/client.ts';
import type { KnownBrand } from '../../../extraction/types.ts';
import type { AnswerReader } from '../answer-reader.ts';
import { Effects, NO_ANSWERS, type Standing } from './effect.ts';
import { beginPass, extractAgain, nextRuns, type Scope } from './pass.ts';
import { storedExtractions, withModelScores } from './stored.ts';

/** Runs whose standing one statement sums up: some 50 ms of Postgres' work. */
const STANDING_RUNS = 10_000;

/** The changes that rereading answers would make. */
export interface DryRun {
  /** The names used for reading. */
  brands: readonly KnownBrand[];
  effects: Effects;
  /** How many answers could not be read: they keep their stored extraction. */
  unread: number;
  /** The current sums over all answers of each brand, by the brand's id, including answers that are not reread. */
  standings: ReadonlyMap<string, Standing>;
}

/**
 * Rereads stored answers by the present version and names, like `reextract`, and compares without writing.
 * @param onProgress called with the number of answers read so far
 * @throws AppError not_found for the organisation, unavailable if too many of its answers wait for extraction
 */
export async function tryReextraction(
  db: Db,
  reader: AnswerReader,
  orgId: OrgId,
  scope: Scope,
  onProgress: (read: number) => void,
): Promise<DryRun> {
  const lexicon = await reader.currentLexicon(orgId);
  // If names change meanwhile, it continues with the old ones.
  const pass = await beginPass(db, orgId, scope, lexicon, '');
  const effects = new Effects();
  let [done, unread] = [0, 0];
  let after: string | undefined = '';
  while (after !== undefined) {
    const runs = await nextRuns(db, orgId, pass, after);
    after = runs.at(-1)?.id;
    const batch = await extractAgain(reader, orgId, pass, runs);
    const whole = batch.read.filter(({ run }) => !run.isForgotten);
    const ids = whole.map(({ run }) => run.id);
    const stored = await db.tenant(orgId, (tx) => storedExtractions(tx, orgId, ids));
    for (const { run, extraction } of whole) {
      const before = stored.get(run.id);
      if (before) effects.add(run, before, withModelScores(extraction, before, pass.renamed));
    }
    unread += batch.unread;
    done += batch.read.length;
    onProgress(done);
  }
  return { brands: lexicon.brands, effects, unread, standings: await standingsOf(db, orgId) };
}

/** The current sums over each brand's answers, in short steps regardless of the number of answers. */
async function standingsOf(db: Db, orgId: OrgId): Promise<Map<string, Standing>> {
  const standings = new Map<string, Standing>();
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    const found: (Standing & { brandId: string; last: string })[] = await db.tenant(
      orgId,
      (tx) => tx`
        with next as (
          select id, brand_id from runs
          where org_id = ${orgId} and id > ${from} and state = 'COMPLETED' order by id limit ${STANDING_RUNS})
        select n.brand_id as "brandId", count(*) as answers, count(*) filter (where o.named) as named,
               coalesce(sum(o.sentiment), 0)::float8 as "sentimentSum", count(o.sentiment) as "sentimentCount",
               max(n.id) as last
        from next n
        left join observations o on o.org_id = ${orgId} and o.run_id = n.id and o.subject_id = n.brand_id
        group by n.brand_id`,
    );
    after = null;
    for (const { brandId, last, ...more } of found) {
      const standing = standings.get(brandId) ?? { ...NO_ANSWERS };
      for (const field of ['answers', 'named', 'sentimentSum', 'sentimentCount'] as const)
        standing[field] += more[field];
      standings.set(brandId, standing);
      if (after === null || last > after) after = last;
    }
  }
  return standings;
}
