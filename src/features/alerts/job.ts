import { dayOf } from '../../base/days.ts';
import type { DataVersion } from '../../reports/day-counts.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { sendSlack } from '../integrations/slack-messages.ts';
import { dueMessages } from '../queue/messages.ts';
import { evaluateRules } from './evaluation.ts';

/** The state of the data before the first snapshot: no rule is due. */
const NO_DATA: DataVersion = { id: '', asOf: new Date(0), contents: new Map() };

/**
 * Evaluates alert rules after each snapshot and on each new day, if the organisation's data, the day or the rule has
 * changed since its latest evaluation. A day counts once the data covers it fully.
 */
export function evaluateAlerts({ db, reports: { dayCounts } }: Pick<JobContext, 'db' | 'reports'>): Job {
  return {
    kind: 'evaluate-alerts',
    concurrency: 2,
    due: (sql) => {
      const { id, contents, asOf } = dayCounts.version() ?? NO_DATA;
      return sql`
        select r.org_id, '' as subject_id, max(greatest(r.updated_at, ${asOf}::timestamptz)) as since, count(*) as depth
        from alert_rules r
        join unnest(${[...contents.keys()]}::text[], ${[...contents.values()]}::text[]) as c (bucket, content)
          on right(r.org_id, length(c.bucket)) = c.bucket
        left join alert_rule_states s on s.org_id = r.org_id and s.rule_id = r.id and s.rule_updated_at = r.updated_at
        where r.is_active and (s.rule_id is null or (s.snapshot_id <= ${id}
          and (s.data <> c.content or s.day < ${dayOf(asOf)}::text::date)))
        group by r.org_id`;
    },
    work: ({ orgId, ending }) =>
      dayCounts.on(orgId, (data) => evaluateRules(db, orgId, data, dayOf(data.asOf), ending)),
  };
}

/** Posts alerts to Slack. A partition is an organisation: its one Slack integration gets its alerts in order. */
export function sendSlackMessages(services: Pick<JobContext, 'db' | 'secretBox' | 'outbound'>): Job {
  return {
    kind: 'send-slack',
    concurrency: 16,
    due: (sql) => dueMessages(sql, 'slack_messages'),
    work: (partition) => sendSlack(services, partition),
  };
}
