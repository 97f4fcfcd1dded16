import type { Db, Sql } from '../../db/client.ts';
import type { ApiPlatform } from '../../platforms/apis.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { serveQueue } from '../integrations/requests.ts';
import type { Partition } from '../queue/partition.ts';
import { beginReading, type ReadingAttempt, recoverReadings } from './attempts.ts';
import { keepReading, keepReadingFailure } from './outcomes.ts';

/** The most readings of a queue that are counted: for a long history, a lower bound is enough. */
const MOST_COUNTED = 1_000;

/**
 * Lets AI platforms read how answers speak of the subjects they name. A partition is one organisation's readings on one
 * platform. Readings that a dead worker left RUNNING are recovered when that worker's lease runs out.
 */
export function readDueStances(services: JobContext): Job {
  return {
    kind: 'read-stances',
    // Each queue has up to four requests under way. Waiting for a platform's answer costs next to nothing here.
    concurrency: 32,
    due: (sql) => dueStances(sql, services.db),
    async work(partition) {
      const sent = await readStances(services, partition);
      const { orgId, subjectId: platform } = partition;
      if (sent > 0) services.log.info({ orgId, platform, sent }, 'had stances read');
    },
  };
}

/**
 * Queues with a due reading, see DuePartitions. Each is found by one step in the index, because a history may have a
 * million readings and this query runs several times a second: 1 ms with 60,000 of them. With `exists`, or without an
 * order, Postgres chose a plan that read all of them.
 */
const dueStances = (sql: Sql, { isCluster }: Pick<Db, 'isCluster'>) => sql`
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
export function readStances(
  services: Pick<JobContext, 'db' | 'secretBox' | 'platforms'>,
  partition: Partition,
): Promise<number> {
  const { db, platforms } = services;
  const { orgId, subjectId, lost } = partition;
  const platform = subjectId as ApiPlatform;
  return serveQueue<ReadingAttempt>(db, partition, {
    servedColumn: 'stance_served_at',
    recover: () => recoverReadings(db, orgId, platform),
    begin: (underWay) => beginReading(services, orgId, platform, underWay),
    send: async (reading) => {
      const { model, question, access } = reading;
      const { apiKey, baseUrl } = access;
      const answer = await platforms.askJson({ ...question, platform, apiKey, baseUrl, model, signal: lost });
      return () => keepReading(db, orgId, reading, answer);
    },
    fail: (reading, error) => keepReadingFailure(db, orgId, reading, error),
  });
}
