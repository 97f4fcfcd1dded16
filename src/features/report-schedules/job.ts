import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { sendDueReport } from './sending.ts';

/** Reports that are rendered at once: each takes some statements of the report engine. */
const CONCURRENCY = 2;

/** Makes scheduled reports and hands them to the outboxes. A partition is a schedule. */
export function sendScheduledReports(services: JobContext): Job {
  return {
    kind: 'send-reports',
    concurrency: CONCURRENCY,
    due: (sql) => sql`
      select org_id, id as subject_id, next_at as since, 1 as depth from report_schedules where next_at <= now()`,
    async work({ orgId, subjectId }) {
      if (await sendDueReport(services, orgId, subjectId))
        services.log.info({ orgId, schedule: subjectId }, 'handed over a scheduled report');
    },
  };
}
