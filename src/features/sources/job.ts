import { PAGE_VERSION } from '../../extraction/sources/page.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { readNextPages } from './page-pass.ts';

/** How long one turn of an organisation takes; then others have theirs. */
const TURN_MS = 30_000;

/**
 * Reads the pages of stored citations after an upgrade to another rule. The remaining work follows from the rows: a
 * worker that stops halfway loses nothing, and the next one continues.
 */
export function readStoredPages({ db, ingestion, log }: Pick<JobContext, 'db' | 'ingestion' | 'log'>): Job {
  return {
    kind: 'read-pages',
    concurrency: 1,
    // The order is random, so that large organisations do not always come before others.
    due: (sql) => sql`
      select id as org_id, '' as subject_id, now() + random() * interval '1 ms' as since, 1 as depth from organisations
      where page_version < ${PAGE_VERSION}::smallint`,
    async work({ orgId, ending }) {
      const until = performance.now() + TURN_MS;
      const done = { runs: 0, changed: 0, isDone: false };
      while (!done.isDone && !ending.aborted && performance.now() < until) {
        const batch = await readNextPages(db, ingestion.reader, orgId);
        if (batch === null) continue;
        done.runs += batch.runs;
        done.changed += batch.changed;
        done.isDone = batch.isDone;
      }
      if (done.runs > 0) log.info({ orgId, ...done }, 'read the pages of stored citations');
    },
  };
}
