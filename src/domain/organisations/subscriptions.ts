import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type Actor, audit } from './audit.ts';
import { lockOrganisation } from './lock.ts';
import { PLANS, type Plan, QUOTAS, type QuotaName, USAGE } from './quotas.ts';

export type Subscription = Omit<components['schemas']['Subscription'], 'planChange'>;
export type PlanOffer = components['schemas']['PlanOffer'];

/** The plan that the reports by API key are part of; the contract's x-plan demands it. */
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

/** The plan with what is in use of each quota now. */
export async function getSubscription(db: Db, orgId: OrgId): Promise<Subscription> {
  return db.tenant(orgId, async (tx) => {
    const [organisation] = await tx<{ plan: Plan }[]>`select plan from organisations where id = ${orgId}`;
    if (!organisation) throw new AppError('not_found', 'There is no such organisation.');
    return subscription(tx, orgId, organisation.plan);
  });
}

/** @throws AppError conflict when more is in use than the smaller plan allows, naming what */
export async function changePlan(db: Db, actor: Actor, plan: Plan): Promise<Subscription> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    // Whoever adds to a quota holds the same lock, so that nothing comes in between the count and the change.
    const before = await lockOrganisation(tx, orgId);
    const changed = await subscription(tx, orgId, plan);
    const over = changed.quotas.filter(
      ({ quota, limit, used }) => limit !== null && used > limit && isLess(limit, QUOTAS[before][quota]),
    );
    if (over.length > 0) {
      const list = over
        .map(({ quota, limit, used }) => `${quota} (${used} in use, ${limit} allowed)`)
        .join(', ');
      throw new AppError('conflict', `plan: more is in use than ${plan} allows: ${list}.`);
    }
    if (plan === before) return changed;
    await tx`update organisations set plan = ${plan} where id = ${orgId}`;
    await audit(tx, actor, {
      action: 'changePlan',
      targetType: 'organisation',
      targetId: orgId,
      details: { from: before, to: plan },
    });
    return changed;
  });
}

async function subscription(tx: Tx, orgId: OrgId, plan: Plan): Promise<Subscription> {
  const counts = await Promise.all(QUOTA_NAMES.map((quota) => USAGE[quota](tx, orgId)));
  return {
    plan,
    reportsByKey: plan === REPORTS_PLAN,
    quotas: QUOTA_NAMES.map((quota, at) => ({
      quota,
      limit: QUOTAS[plan][quota],
      used: Number(counts[at]?.[0]?.count ?? 0),
    })),
  };
}

/** Whether a limit is below another, null being none. */
function isLess(limit: number, other: number | null): boolean {
  return other === null || limit < other;
}
