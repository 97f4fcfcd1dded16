import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db, Sql } from '../../db/client.ts';
import type { ApiPlatform } from '../../platforms/apis.ts';
import { PlatformError } from '../../platforms/error.ts';
import type { Platforms } from '../../platforms/platforms.ts';
import { serveQueue } from '../integrations/serving.ts';
import { beginReading, type NextReading, recoverReadings } from './attempts.ts';
import { keepReading, keepReadingFailure } from './outcomes.ts';

/** What reading stance depends on. */
interface StanceContext {
  db: Db;
  secretBox: SecretBox;
  platforms: Pick<Platforms, 'askJson'>;
}

/** One organisation's readings on one platform; this worker has its lease. */
interface StanceQueue {
  orgId: OrgId;
  platform: ApiPlatform;
  /** Aborted when nothing new may begin. */
  stopping: AbortSignal;
  /** Aborted when another worker may have the lease: end at once, write nothing. */
  lost: AbortSignal;
}

/** The most readings of a queue that are counted: for a long history, a lower bound is enough. */
const MOST_COUNTED = 1_000;

/**
 * Queues with a due reading, see DuePartitions. Each is found by one step in the index, because a history may have a
 * million readings and this query runs several times a second: 1 ms with 60,000 of them. With `exists`, or without an
 * order, Postgres chose a plan that read all of them.
 */
export const dueStances = (sql: Sql, { isCluster }: Pick<Db, 'isCluster'>) => sql`
  with ${isCluster ? queuesOnNodes(sql) : queues(sql)}
  select q.org_id, q.platform as subject_id, greatest(d.since, l.stance_served_at) as since, d.depth
  from queues q
  left join platform_lanes l on l.org_id = q.org_id and l.platform = q.platform
  cross join lateral (
    select min(due_at) as since, count(*)::integer as depth from (
      select due_at from stance_readings s
      where s.org_id = q.org_id and s.platform = q.platform and s.due_at <= now()
      order by s.is_history, s.due_at limit ${MOST_COUNTED}) due) d
  where d.depth > 0 and (
    (coalesce(l.paused_until <= now() or l.pause_reason = 'SPEND_LIMIT', true)
      and coalesce(l.stance_paused_until <= now(), true))
    or (select s.state from stance_readings s
        where s.org_id = q.org_id and s.platform = q.platform and s.due_at is not null and s.state = 'RUNNING'
        limit 1) is not null
    or (select s.state from stance_readings s
        where s.org_id = q.org_id and s.platform = q.platform and s.due_at is not null and s.state = 'PENDING'
          and s.give_up_at <= now() limit 1) is not null)`;

const queues = (sql: Sql) => sql`recursive queues as (
  (select org_id, platform from stance_readings where due_at is not null order by org_id, platform limit 1)
  union all
  select n.org_id, n.platform from queues q cross join lateral (
    select s.org_id, s.platform from stance_readings s
    where s.due_at is not null and (s.org_id, s.platform) > (q.org_id, q.platform)
    order by s.org_id, s.platform limit 1) n)`;

/** A cluster cannot walk the index over its nodes: there each node reads the index of due readings. */
const queuesOnNodes = (sql: Sql) => sql`queues as (
  select org_id, platform from stance_readings where due_at is not null group by org_id, platform)`;

/**
 * Makes the due readings of a queue, see serveQueue.
 * @returns how many requests were sent
 * @throws the first error that is not the platform's failure, after all requests have ended
 */
export async function readStances(services: StanceContext, queue: StanceQueue): Promise<number> {
  const { db } = services;
  const { orgId, platform, lost } = queue;
  await recoverReadings(db, orgId, platform);
  const sent = await serveQueue<NextReading>(queue, {
    begin: (inFlight) => beginReading(services, orgId, platform, inFlight),
    send: (step) => sendReading(services, queue, step),
  });
  if (!lost.aborted)
    await db.tenant(
      orgId,
      (tx) => tx`update platform_lanes set stance_served_at = now()
        where org_id = ${orgId} and platform = ${platform}`,
    );
  return sent;
}

/** Sends a question whose attempt is recorded. @returns what writes its answer or failure; null: the lease is lost */
async function sendReading(
  { db, platforms }: StanceContext,
  { orgId, platform, lost }: StanceQueue,
  { reading, access }: Extract<NextReading, { kind: 'SEND' }>,
): Promise<(() => Promise<unknown>) | null> {
  const { apiKey, baseUrl } = access;
  const { model, question } = reading;
  const { instructions, prompt, schema, maxOutputTokens } = question;
  try {
    const answer = await platforms.askJson({
      platform,
      apiKey,
      baseUrl,
      model,
      instructions,
      prompt,
      schema,
      maxOutputTokens,
      signal: lost,
    });
    return () => keepReading(db, orgId, reading, answer);
  } catch (error) {
    if (lost.aborted) return null;
    if (!(error instanceof PlatformError)) throw error;
    return () => keepReadingFailure(db, orgId, reading, error);
  }
}
