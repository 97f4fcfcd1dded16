import type { Db } from '../db.ts';
import { type Answer, EXTRACTION_VERSION } from '../extraction/extract.ts';
import type { AnswerReader } from './answer-reader.ts';
import { markDirty, writeExtractions } from './observations.ts';

const BATCH = 250;

/**
 * Reads kept answers again, those whose extraction or names are not current (all of them with `all`).
 * @param onProgress called with the runs done so far.
 * @returns how many runs were read.
 */
export async function reextract(
  db: Db,
  reader: AnswerReader,
  orgId: string,
  {
    all = false,
    onProgress,
    signal,
  }: { all?: boolean; onProgress?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<number> {
  let after = '';
  let done = 0;
  // Names may change again on the way: runs read before that are stale then, so only this much is claimed.
  const { version: reached } = await reader.currentNames(orgId);
  for (;;) {
    if (signal?.aborted) return done;
    const names = await reader.currentNames(orgId);
    const stale = await db.tenant(
      orgId,
      (tx) => tx<(Answer & { id: string; month: string })[]>`
        select r.id, r.brand_id as "brandId", r.answer, r.sentiment_score::float8 / 100 as "sentimentScore",
               to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-01') as month,
               coalesce((select json_agg(json_build_object('url', c.url, 'title', c.title) order by c.ordinal)
                         from citations c where c.org_id = r.org_id and c.run_id = r.id), '[]') as citations
        from runs r
        where r.org_id = ${orgId} and r.id > ${after} and r.state = 'COMPLETED'
          and (${all} or r.extraction_version < ${EXTRACTION_VERSION} or r.lexicon_version < ${names.version})
        order by r.id limit ${BATCH}`,
    );
    if (stale.length === 0) {
      await db.sql`update organisations set reextracted_version = ${reached}
        where id = ${orgId} and reextracted_version < ${reached}`;
      return done;
    }
    const extractions = await reader.extract(orgId, names, stale);
    await db.tenant(orgId, async (tx) => {
      // Another process may read the same runs again just now, under newer names than ours.
      const locked = await tx<{ id: string }[]>`
        select id from runs
        where org_id = ${orgId} and id = any(${stale.map(({ id }) => id)}) and lexicon_version <= ${names.version}
        order by id for update`;
      const ids = locked.map(({ id }) => id);
      for (const table of ['observations', 'citations', 'mentions']) {
        await tx`delete from ${tx(table)} where org_id = ${orgId} and run_id = any(${ids})`;
      }
      await tx`update runs set extraction_version = ${EXTRACTION_VERSION}, lexicon_version = ${names.version}
        where org_id = ${orgId} and id = any(${ids})`;
      await writeExtractions(
        tx,
        orgId,
        stale
          .map(({ id, brandId }, at) => ({ runId: id, brandId, extraction: extractions[at]! }))
          .filter(({ runId }) => ids.includes(runId)),
      );
      await markDirty(
        tx,
        orgId,
        stale.map(({ month }) => month),
      );
    });
    after = stale.at(-1)!.id;
    done += stale.length;
    onProgress?.(done);
  }
}
