import type { JobContext } from './context.ts';
import type { Job } from './runner.ts';

/**
 * Reads kept answers again where names changed. What is to be done follows from the organisations' versions: a
 * stop in the middle loses nothing, and the next worker goes on.
 */
export function reextractChanged({ ingestion, log }: JobContext): Job {
  return {
    kind: 'reextract',
    // One at a time: extraction has threads of its own for the answers of one organisation.
    concurrency: 1,
    due: (sql) => sql`
      select id as org_id, '' as subject_id, now() as since, 1 as depth from organisations
      where reextracted_version < lexicon_version`,
    async work({ orgId, stopping, lost }) {
      const runs = await ingestion.reextract(orgId, { signal: AbortSignal.any([stopping, lost]) });
      if (runs > 0) log.info({ orgId, runs }, 'read kept answers again');
    },
  };
}
