import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { Plan } from './quotas.ts';

/**
 * Locks an organisation's names to the end of the transaction: other changes wait, and so do runs that are
 * just being ingested under the old ones. @returns the plan, whose quotas can be counted safely now.
 */
export async function lockOrganisation(tx: Tx, orgId: OrgId): Promise<Plan> {
  const [organisation] = await tx<
    { plan: Plan }[]
  >`select plan from organisations where id = ${orgId} and deleted_at is null for update`;
  if (!organisation) throw notFound('organisation');
  return organisation.plan;
}

/**
 * Holds the organisation against what locks it whole, as lockNames does: to be taken before rows that refer to it,
 * by all in the same order, or two would wait for each other.
 */
export async function shareOrganisation(tx: Tx, orgId: OrgId): Promise<void> {
  await tx`select from organisations where id = ${orgId} for key share`;
}
