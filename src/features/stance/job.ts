import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { dueStances, readStances } from './reader.ts';

/**
 * Lets AI platforms read how answers speak of the subjects they name. A partition is one organisation's readings on one
 * platform. Readings that a dead worker left RUNNING are recovered when that worker's lease runs out.
 */
export function readDueStances({ db, secretBox, platforms, log }: JobContext): Job {
  return {
    kind: 'read-stances',
    // Each queue has up to four requests under way. Waiting for a platform's answer costs next to nothing here.
    concurrency: 32,
    due: (sql) => dueStances(sql, db),
    async work(partition) {
      const sent = await readStances({ db, secretBox, platforms }, partition);
      const { orgId, subjectId: platform } = partition;
      if (sent > 0) log.info({ orgId, platform, sent }, 'had stances read');
    },
  };
}
