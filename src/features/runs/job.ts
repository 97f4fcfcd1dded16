import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';

/** After this many changes of an organisation's names during a pass, other organisations get their turn. */
const MOST_CHANGES = 3;

/**
 * Re-extracts the stored answers of organisations whose lexicon changed. The remaining work follows from the versions
 * in each organisation's row: a worker that stops halfway loses nothing, and the next one continues.
 */
export function reextractChanged({ ingestion, log }: JobContext): Job {
  return {
    kind: 'reextract',
    // One at a time: the extraction pool already spreads the answers of one organisation over all its threads.
    concurrency: 1,
    // The order is random, so that organisations with constantly changing names do not always come before others.
    due: (sql) => sql`
      select id as org_id, '' as subject_id, now() + random() * interval '1 ms' as since, 1 as depth from organisations
      where reextracted_version < lexicon_version`,
    async work({ orgId, ending }) {
      const runs = await ingestion.reextract(orgId, { signal: ending, mostChanges: MOST_CHANGES });
      if (runs > 0) log.info({ orgId, runs }, 're-extracted stored answers');
    },
  };
}
