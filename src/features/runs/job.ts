import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';

/** When the names of an organisation changed so often while its answers were read, others have their turn. */
const MOST_CHANGES = 3;

/**
 * Re-extracts the stored answers of organisations whose lexicon changed. What is left to do follows from the
 * versions of each organisation's row: a worker that stops in the middle loses nothing, and the next one continues.
 */
export function reextractChanged({ ingestion, log }: JobContext): Job {
  return {
    kind: 'reextract',
    // One at a time: the extraction pool already spreads the answers of one organisation over all its threads.
    concurrency: 1,
    // Who is first is left to chance: organisations whose names change all the time are not always before others.
    due: (sql) => sql`
      select id as org_id, '' as subject_id, now() + random() * interval '1 ms' as since, 1 as depth from organisations
      where reextracted_version < lexicon_version`,
    async work({ orgId, stopping, lost }) {
      const runs = await ingestion.reextract(orgId, {
        signal: AbortSignal.any([stopping, lost]),
        mostChanges: MOST_CHANGES,
      });
      if (runs > 0) log.info({ orgId, runs }, 're-extracted stored answers');
    },
  };
}
