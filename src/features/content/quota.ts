import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { takeFromQuota } from '../quotas/quotas.ts';

/** Counts one more brief or draft in this UTC month; locks the organisation. @throws AppError quota_exceeded */
export async function countContent(tx: Tx, orgId: OrgId): Promise<void> {
  const plan = await lockOrganisation(tx, orgId);
  await takeFromQuota(tx, orgId, plan, 'content');
  await tx`insert into content_months (org_id, month, made)
    values (${orgId}, date_trunc('month', now() at time zone 'UTC')::date, 1)
    on conflict (org_id, month) do update set made = content_months.made + 1`;
}
