import { SENDING_LIMITS, type SendingLimits, sendDue } from '../domain/webhooks/sending.ts';
import type { JobContext } from './context.ts';
import type { Job } from './runner.ts';

/** How many webhooks are sent to at once. Waiting for an answer costs a socket. */
interface Lanes {
  /** By a process. */
  most: number;
  /** Of those whose latest try failed or was slow, by all processes together: the others always find one free. */
  lagging: number;
}

const LANES: Lanes = { most: 128, lagging: 64 };

/** Sends webhooks. A webhook is a lane: its order is kept, and a slow one holds up no other. */
export function deliverWebhooks(
  services: Pick<JobContext, 'db' | 'secretBox' | 'outbound'>,
  { limits = SENDING_LIMITS, lanes = LANES }: { limits?: SendingLimits; lanes?: Lanes } = {},
): Job {
  return {
    kind: 'deliver-webhooks',
    concurrency: lanes.most,
    // The webhooks that anything waits for are found by one descent of the index each, so that ten thousand
    // deliveries waiting for a target that hangs cost what one does.
    due: (sql) => sql`
      with recursive waiting as (
        (select org_id, webhook_id from webhook_deliveries where state = 'PENDING'
         order by org_id, webhook_id limit 1)
        union all
        select next.* from waiting w cross join lateral (
          select d.org_id, d.webhook_id from webhook_deliveries d
          where d.state = 'PENDING' and (d.org_id, d.webhook_id) > (w.org_id, w.webhook_id)
          order by d.org_id, d.webhook_id limit 1) next
      ), ranked as (
        select w.org_id, w.webhook_id, first.since, h.lags,
          row_number() over (partition by h.lags order by (l.holder is null or l.leased_until <= now()), first.since) as rank
        from waiting w
        cross join lateral (
          select d.next_attempt_at as since from webhook_deliveries d
          where d.org_id = w.org_id and d.webhook_id = w.webhook_id and d.state = 'PENDING'
          order by d.next_attempt_at limit 1) first
        join webhooks h on h.org_id = w.org_id and h.id = w.webhook_id
        left join job_leases l on l.org_id = w.org_id and l.kind = 'deliver-webhooks' and l.subject_id = w.webhook_id
        where first.since <= now()
      )
      select org_id, webhook_id as subject_id, since,
        (select count(*) from (
           select from webhook_deliveries d
           where d.org_id = r.org_id and d.webhook_id = r.webhook_id and d.state = 'PENDING' and d.next_attempt_at <= now()
           limit 1000) counted) as depth
      from ranked r where not lags or rank <= ${lanes.lagging}`,
    work: ({ orgId, subjectId, stopping, lost }) =>
      sendDue(services, { orgId, webhookId: subjectId, stopping, lost }, limits),
  };
}
