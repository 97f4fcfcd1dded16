import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Plan } from './quotas.ts';

/**
 * Locks an organisation to the end of the transaction: other changes of its lexicon, quotas and members wait, and so
 * does the ingestion of runs, which reads the lexicon.
 * @returns the plan; with the lock held, the use of its quotas can be counted without concurrent additions
 * @throws AppError not_found for a deleted organisation
 */
export async function lockOrganisation(tx: Tx, orgId: OrgId): Promise<Plan> {
  const [organisation] = await tx<
    { plan: Plan }[]
  >`select plan from organisations where id = ${orgId} and deleted_at is null for update`;
  if (!organisation) throw notFound('organisation');
  return organisation.plan;
}

/**
 * Does work in a transaction that begins with `lockOrganisation`.
 * @throws AppError not_found, and the errors of `work`
 */
export function withOrganisationLock<T>(
  db: Db,
  orgId: OrgId,
  work: (tx: Tx, plan: Plan) => Promise<T>,
): Promise<T> {
  return db.tenant(orgId, async (tx) => work(tx, await lockOrganisation(tx, orgId)));
}

/**
 * Takes a shared lock on an organisation, which `lockOrganisation` waits for. A transaction that writes rows of the
 * organisation takes it before it locks such rows. All transactions take the two locks in this order, to avoid
 * deadlocks.
 */
export async function shareOrganisation(tx: Tx, orgId: OrgId): Promise<void> {
  await tx`select from organisations where id = ${orgId} for key share`;
}
