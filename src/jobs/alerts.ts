import { evaluateRules } from '../domain/alerts/evaluation.ts';
import { sendSlack } from '../domain/integrations/slack-messages.ts';
import type { JobContext } from './context.ts';
import type { Job } from './runner.ts';

/**
 * Evaluates alert rules after each snapshot and at each new day, where the organisation's data, the day or a rule
 * is another than the last time. A day counts once the data holds it whole.
 */
export function evaluateAlerts({ db, reports: { measures } }: Pick<JobContext, 'db' | 'reports'>): Job {
  return {
    kind: 'evaluate-alerts',
    concurrency: 2,
    due: (sql) => {
      const version = measures.version();
      const contents = version?.contents ?? new Map<string, string>();
      const asOf = version?.asOf ?? new Date(0);
      return sql`
        select r.org_id, '' as subject_id, max(greatest(r.updated_at, ${asOf}::timestamptz)) as since, count(*) as depth
        from alert_rules r
        join unnest(${[...contents.keys()]}::text[], ${[...contents.values()]}::text[]) as c (bucket, content)
          on c.bucket = right(r.org_id, 1)
        left join alert_rule_states s on s.org_id = r.org_id and s.rule_id = r.id and s.rule_updated_at = r.updated_at
        where r.is_active and (s.rule_id is null or (s.snapshot_id <= ${version?.id ?? ''}
          and (s.data <> c.content or s.day < ${dayOf(asOf)}::text::date)))
        group by r.org_id`;
    },
    work: ({ orgId, stopping, lost }) =>
      measures.on(orgId, (data) =>
        evaluateRules(db, orgId, data, dayOf(data.asOf), AbortSignal.any([stopping, lost])),
      ),
  };
}

/** Tells Slack of alerts. An organisation is a lane: it has one integration, and only a retry changes the order. */
export function sendSlackMessages(services: Pick<JobContext, 'db' | 'secretBox' | 'outbound'>): Job {
  return {
    kind: 'send-slack',
    concurrency: 16,
    due: (sql) => sql`
      select org_id, '' as subject_id, min(next_attempt_at) as since, count(*) as depth from slack_messages
      where state = 'PENDING' and next_attempt_at <= now() group by org_id`,
    work: (lane) => sendSlack(services, lane),
  };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
