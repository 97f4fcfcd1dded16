import type { Config } from '../../base/config.ts';
import { AppError } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { changePlan, getSubscription, listPlans } from './subscriptions.ts';

export const subscriptions = {
  getSubscription: async ({ db, orgId, principal, services }) => {
    const planChange = mayChangePlan(services.config, principal.role);
    return { status: 200, body: { ...(await getSubscription(db, orgId)), planChange } };
  },
  listPlans: () => {
    const data = listPlans();
    return { status: 200, body: { data, total: data.length } };
  },
  changePlan: async ({ actor, body, db, principal, services }) => {
    if (!mayChangePlan(services.config, principal.role)) {
      throw new AppError(
        'forbidden',
        'Plans are changed by the operator of this server (sightline org plan), unless it runs with PLAN_CHANGE=owner.',
      );
    }
    const subscription = await changePlan(db, actor, body.plan);
    return { status: 200, body: { ...subscription, planChange: true } };
  },
} satisfies Partial<Handlers>;

/** Whether a member of this role may change the plan on this server, instead of the operator alone. */
function mayChangePlan({ planChange }: Config, role: components['schemas']['MemberRole']): boolean {
  return planChange === 'owner' && role === 'OWNER';
}
