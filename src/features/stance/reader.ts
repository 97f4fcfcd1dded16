import type { SecretBox } from '../../base/secret-box.ts';
import type { Db, Sql } from '../../db/client.ts';
import type { ApiPlatform } from '../../platforms/apis.ts';
import type { Platforms } from '../../platforms/platforms.ts';
import type { JsonAnswer } from '../../platforms/types.ts';
import { serveQueue } from '../integrations/requests.ts';
import type { Partition } from '../queue/partition.ts';
import { beginReading, type ReadingAttempt, recoverReadings } from './attempts.ts';
import { keepReading, keepReadingFailure } from './outcomes.ts';

/** What reading stance depends on. */
interface StanceContext {
  db: Db;
  secretBox: SecretBox;
  platforms: Pick<Platforms, 'askJson'>;
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

/** Makes the due readings of a queue, see serveQueue. */
export function readStances(services: StanceContext, partition: Partition): Promise<number> {
  const { db } = services;
  const { orgId, subjectId, lost } = partition;
  const platform = subjectId as ApiPlatform;
  return serveQueue<ReadingAttempt>(db, partition, {
    servedColumn: 'stance_served_at',
    recover: () => recoverReadings(db, orgId, platform),
    begin: (underWay) => beginReading(services, orgId, platform, underWay),
    send: async (reading) => {
      const answer = await ask(services, reading, lost);
      return () => keepReading(db, orgId, reading, answer);
    },
    fail: (reading, error) => keepReadingFailure(db, orgId, reading, error),
  });
}

/** Asks the question of a reading whose attempt is recorded. @throws PlatformError */
function ask(
  { platforms }: StanceContext,
  reading: ReadingAttempt,
  signal: AbortSignal,
): Promise<JsonAnswer> {
  const { platform, model, question, access } = reading;
  const { apiKey, baseUrl } = access;
  const { instructions, prompt, schema, maxOutputTokens } = question;
  return platforms.askJson({
    platform,
    apiKey,
    baseUrl,
    model,
    instructions,
    prompt,
    schema,
    maxOutputTokens,
    signal,
  });
}
