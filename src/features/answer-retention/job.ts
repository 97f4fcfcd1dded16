import type { Db } from '../../db/client.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import type { Partition } from '../queue/partition.ts';
import { deleteTrials, forgetInMessages } from './copies.ts';
import { forgetNext } from './forgetting.ts';
import { retainedFrom } from './retention.ts';

/** How long one turn of an organisation takes; then others have theirs. */
const TURN_MS = 10_000;

/**
 * Forgets the texts of answers past the time that their organisation keeps them. A partition is an organisation: one that
 * fails is tried again later, and keeps no other waiting. Housekeeping removes them from files of exports and pins.
 */
export function forgetAnswers({ db, log }: Pick<JobContext, 'db' | 'log'>): Job {
  return {
    kind: 'forget-answers',
    concurrency: 1,
    // Whoever had a turn longest ago comes first.
    due: (sql) => sql`
      select org_id, '' as subject_id, greatest(set_at, forgot_at) as since, 1 as depth from answer_retentions
      where months is not null and (completed_before is null or completed_before < ${retainedFrom(sql, sql`months`)})`,
    async work(partition) {
      const forgotten = await forgetPastTime(db, partition);
      if (forgotten > 0) log.info({ orgId: partition.orgId, answers: forgotten }, 'forgot texts of answers');
    },
  };
}

/** One turn. @returns how many texts were forgotten */
async function forgetPastTime(db: Db, { orgId, ending }: Partition): Promise<number> {
  const until = performance.now() + TURN_MS;
  let sum = 0;
  for (let isDone = false; !isDone; ) {
    if (ending.aborted || performance.now() > until) return sum;
    const next = await forgetNext(db, orgId);
    sum += next.forgotten;
    isDone = next.isDone;
  }
  await forgetInMessages(db, orgId, ending);
  await deleteTrials(db, orgId, ending);
  // Answers that were taken in late meanwhile have set it back, so it is due again.
  if (!ending.aborted)
    await db.tenant(
      orgId,
      (tx) => tx`update answer_retentions set completed_before = ${retainedFrom(tx, tx`months`)}
        where org_id = ${orgId} and forgotten_before >= ${retainedFrom(tx, tx`months`)}`,
    );
  return sum;
}
