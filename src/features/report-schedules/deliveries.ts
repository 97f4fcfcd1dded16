import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import { newestFirst, type Page, type Paged, selectPage } from '../../db/page.ts';
import { schedules } from './schedules.ts';

type ReportDelivery = components['schemas']['ReportDelivery'];

/** A page of what became of a schedule's reports, the latest first. @throws AppError not_found */
export async function listReportDeliveries(
  db: Db,
  orgId: OrgId,
  scheduleId: string,
  page: Page,
): Promise<Paged<ReportDelivery>> {
  return db.tenant(orgId, async (tx) => {
    await schedules.find(tx, orgId, scheduleId);
    return selectPage<ReportDelivery>(tx, page, {
      columns: tx`d.id, d.period, d.recipient,
        case when d.outcome <> 'QUEUED' then d.outcome
             else coalesce(m.state, s.state, 'HANDED_OVER') end as state,
        coalesce(d.reason, m.error, s.error) as reason, d.planned_at as "plannedAt",
        coalesce(m.finished_at, s.finished_at) as "finishedAt"`,
      from: tx`report_deliveries d
        left join mail_messages m on m.org_id = ${orgId} and m.id = d.message_id
        left join slack_messages s on s.org_id = ${orgId} and s.id = d.message_id`,
      where: tx`d.org_id = ${orgId} and d.schedule_id = ${scheduleId}`,
      order: newestFirst(tx, tx`d.created_at`, tx`d.id`),
    });
  });
}
