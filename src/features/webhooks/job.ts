import type { Sql } from '../../db/client.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { SENDING_LIMITS, type SendingLimits, sendDue } from './sending.ts';

/** How many webhooks are served at once. Each waits for a response on its own socket. */
interface Concurrency {
  /** The limit in one process. */
  total: number;
  /**
   * The limit, over all processes, for webhooks whose latest attempt failed or was slow. It is less than `total`, so
   * that hanging receivers never delay the others.
   */
  lagging: number;
}

const CONCURRENCY: Concurrency = { total: 128, lagging: 64 };

/**
 * Delivers webhooks. A partition is a webhook: its deliveries keep their order, and a slow receiver delays no other.
 */
export function deliverWebhooks(
  services: Pick<JobContext, 'db' | 'secretBox' | 'outbound'>,
  {
    limits = SENDING_LIMITS,
    concurrency = CONCURRENCY,
  }: { limits?: SendingLimits; concurrency?: Concurrency } = {},
): Job {
  return {
    kind: 'deliver-webhooks',
    concurrency: concurrency.total,
    due: (sql) => sql`
      with ${services.db.isCluster ? allWebhooks(sql) : pendingWebhooks(sql)},
      waiting as materialized (
        select w.org_id, w.webhook_id, first.since, h.lags,
          (select count(*) from (
             select from webhook_deliveries d
             where d.org_id = w.org_id and d.webhook_id = w.webhook_id and d.state = 'PENDING' and d.next_attempt_at <= now()
             limit 1000) counted) as depth
        from pending w
        cross join lateral (
          select d.next_attempt_at as since from webhook_deliveries d
          where d.org_id = w.org_id and d.webhook_id = w.webhook_id and d.state = 'PENDING'
          order by d.next_attempt_at limit 1) first
        join webhooks h on h.org_id = w.org_id and h.id = w.webhook_id
        where first.since <= now()
      ), ranked as (
        select w.*,
          row_number() over (partition by w.lags order by (l.holder is null or l.leased_until <= now()), w.since) as rank
        from waiting w
        left join job_leases l on l.org_id = w.org_id and l.kind = 'deliver-webhooks' and l.subject_id = w.webhook_id
      )
      select org_id, webhook_id as subject_id, since, depth from ranked
      where not lags or rank <= ${concurrency.lagging}`,
    work: (partition) => sendDue(services, partition, limits),
  };
}

/**
 * Webhooks with a pending delivery. Each is found by one descent of the index, so ten thousand pending deliveries for a
 * hanging receiver cost as much as one.
 */
const pendingWebhooks = (sql: Sql) => sql`recursive pending as (
  (select org_id, webhook_id from webhook_deliveries where state = 'PENDING' order by org_id, webhook_id limit 1)
  union all
  select next.* from pending w cross join lateral (
    select d.org_id, d.webhook_id from webhook_deliveries d
    where d.state = 'PENDING' and (d.org_id, d.webhook_id) > (w.org_id, w.webhook_id)
    order by d.org_id, d.webhook_id limit 1) next)`;

/** A cluster cannot walk the index over its nodes: there every webhook costs a descent, on its node. */
const allWebhooks = (sql: Sql) => sql`pending as (select org_id, id as webhook_id from webhooks)`;
