import type { Platform } from '../../platforms/names.ts';
import { isCaptureProvider } from '../../platforms/providers.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { serveQueue } from '../integrations/requests.ts';
import type { Partition } from '../queue/partition.ts';
import { beginNext, type RecordedAttempt, recoverInterrupted } from './attempts.ts';
import { keepAnswer, keepFailure, keepNotShown } from './outcomes.ts';
import { queueScheduled } from './queue.ts';

/** Queues runs of the queries whose scheduled time has come. A partition is an organisation. */
export function queueScheduledRuns({ db }: JobContext): Job {
  return {
    kind: 'schedule-queries',
    concurrency: 4,
    due: (sql) => sql`
      select q.org_id, '' as subject_id, min(q.scheduled_at) as since, count(*)::integer as depth
      from queries q
      where q.scheduled_at <= now()
        and not exists (select from runs r where r.org_id = q.org_id and r.query_id = q.id and r.due_at is not null)
      group by q.org_id`,
    work: ({ orgId, ending }) => queueScheduled(db, orgId, { signal: ending }),
  };
}

/**
 * Sends prompts to AI platforms. A partition is a platform queue: one organisation's prompts for one platform. A run
 * that a dead worker left RUNNING is due like a queued one; it is recovered when that worker's lease runs out. Recently
 * served queues come after waiting ones.
 */
export function dispatchPrompts(services: JobContext): Job {
  return {
    kind: 'run-prompts',
    // Each queue has up to four requests under way. Waiting for a platform's answer costs next to nothing here.
    concurrency: 32,
    due: (sql) => sql`
      with waiting as (
        select org_id, platform, state, due_at, give_up_at from runs where due_at <= now()
        union all
        select org_id, platform, state, due_at, give_up_at from trial_runs where due_at <= now())
      select w.org_id, w.platform as subject_id, greatest(min(w.due_at), max(l.served_at)) as since,
             count(*)::integer as depth
      from waiting w left join platform_lanes l on l.org_id = w.org_id and l.platform = w.platform
      where l.paused_until is null or l.paused_until <= now() or w.state = 'RUNNING' or w.give_up_at <= now()
      group by w.org_id, w.platform`,
    async work(partition) {
      const sent = await dispatchQueue(services, partition);
      const { orgId, subjectId: platform } = partition;
      if (sent > 0) services.log.info({ orgId, platform, sent }, 'sent prompts');
    },
  };
}

type PromptContext = Pick<JobContext, 'db' | 'secretBox' | 'ingestion' | 'platforms'>;

/** Sends the due prompts of a platform queue, see serveQueue. */
export function dispatchQueue(services: PromptContext, partition: Partition): Promise<number> {
  const { db } = services;
  const { orgId, subjectId } = partition;
  const platform = subjectId as Platform;
  return serveQueue<RecordedAttempt>(db, partition, {
    servedColumn: 'served_at',
    recover: () => recoverInterrupted(db, orgId, platform),
    begin: (underWay) => beginNext(services, orgId, platform, underWay),
    send: (prompt) => sendPrompt(services, partition, prompt),
    fail: (prompt, error) => keepFailure(db, orgId, prompt, error),
  });
}

/** Sends a prompt whose attempt is recorded. @returns what writes its answer @throws PlatformError */
async function sendPrompt(
  services: PromptContext,
  { orgId, lost }: Partition,
  prompt: RecordedAttempt,
): Promise<() => Promise<unknown>> {
  const { db, platforms, ingestion } = services;
  const { platform, queryText, search, country, region, city, access } = prompt;
  const { provider, apiKey, baseUrl, model, priceMicros, language } = access;
  const place = country === null ? null : { country, region, city };
  const request = { apiKey, baseUrl, prompt: queryText, search, place, signal: lost };
  if (!isCaptureProvider(provider)) {
    const answer = await platforms.ask({ ...request, platform: provider, model });
    return () => keepAnswer({ db, reader: ingestion.reader }, orgId, prompt, answer);
  }
  const captured = await platforms.capture({ ...request, provider, platform, priceMicros, language });
  return captured.isShown
    ? () => keepAnswer({ db, reader: ingestion.reader }, orgId, prompt, captured)
    : () => keepNotShown(db, orgId, prompt, captured);
}
