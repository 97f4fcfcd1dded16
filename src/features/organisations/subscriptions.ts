import { AppError, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Actor } from '../audit/audit.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { PLANS, type Plan, QUOTAS, type QuotaName, quotasOf, USAGE } from '../quotas/quotas.ts';
import { writePlan } from './organisations.ts';

export type Subscription = Omit<components['schemas']['Subscription'], 'planChange'>;
export type PlanOffer = components['schemas']['PlanOffer'];

/** The plan that includes reports by API key; the contract requires it with x-plan. */
const REPORTS_PLAN: Plan = 'CUSTOM';
const QUOTA_NAMES = Object.keys(USAGE) as QuotaName[];

/** All plans, smallest first. */
export function listPlans(): PlanOffer[] {
  return PLANS.map((plan) => ({
    plan,
    reportsByKey: plan === REPORTS_PLAN,
    quotas: QUOTA_NAMES.map((quota) => ({ quota, limit: QUOTAS[plan][quota] })),
  }));
}

/** The plan, with the use of each quota now. @throws AppError not_found for a deleted organisation */
export async function getSubscription(db: Db, orgId: OrgId): Promise<Subscription> {
  return db.tenant(orgId, async (tx) => {
    const [organisation] = await tx<{ plan: Plan }[]>`select plan from organisations where id = ${orgId}`;
    if (!organisation) throw notFound('organisation');
    return subscription(tx, orgId, organisation.plan);
  });
}

/**
 * Changes the plan.
 * @returns the subscription under the new plan
 * @throws AppError conflict, with the quotas whose use exceeds the smaller plan
 */
export async function changePlan(db: Db, actor: Actor, plan: Plan): Promise<Subscription> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    // Everything that adds to a quota takes the same lock, so the counts hold until the change.
    const before = await lockOrganisation(tx, orgId);
    const limits = await quotasOf(tx, orgId, before);
    const changed = await subscription(tx, orgId, plan);
    const over = changed.quotas.filter(
      ({ quota, limit, used }) => limit !== null && used > limit && isLess(limit, limits[quota]),
    );
    if (over.length > 0) {
      const list = over
        .map(({ quota, limit, used }) => `${quota} (${used} in use, ${limit} allowed)`)
        .join(', ');
      throw new AppError('conflict', `plan: more is in use than ${plan} allows: ${list}.`);
    }
    if (plan === before) return changed;
    await writePlan(tx, actor, before, plan);
    return changed;
  });
}

/** What a plan and the organisation's own limits allow, and what is in use. */
export async function subscription(tx: Tx, orgId: OrgId, plan: Plan): Promise<Subscription> {
  const limits = await quotasOf(tx, orgId, plan);
  const quotas = QUOTA_NAMES.map(async (quota) => {
    const [{ count: used }] = await USAGE[quota](tx, orgId);
    return { quota, limit: limits[quota], used };
  });
  return { plan, reportsByKey: plan === REPORTS_PLAN, quotas: await Promise.all(quotas) };
}

/** Whether a limit is below another one; null: no limit. */
function isLess(limit: number, other: number | null): boolean {
  return other === null || limit < other;
}
