import { AppError } from '../base/errors.ts';
import type { Call, Handlers, OperationId } from '../contract/handler.ts';
import { changePlan, getSubscription, listPlans } from '../domain/organisations/subscriptions.ts';
import { actor, member } from './caller.ts';

export const subscriptions = {
  getSubscription: async (call) => {
    const subscription = await getSubscription(call.services.db, member(call).orgId);
    return { status: 200, body: { ...subscription, planChange: mayChangePlan(call) } };
  },
  listPlans: () => {
    const data = listPlans();
    return { status: 200, body: { data, total: data.length } };
  },
  changePlan: async (call) => {
    if (!mayChangePlan(call)) {
      throw new AppError(
        'forbidden',
        'Plans are changed by the operator of this server (cli org plan), unless it runs with PLAN_CHANGE=owner.',
      );
    }
    const subscription = await changePlan(call.services.db, actor(call), call.body.plan);
    return { status: 200, body: { ...subscription, planChange: true } };
  },
} satisfies Partial<Handlers>;

function mayChangePlan(call: Pick<Call<OperationId>, 'principal' | 'services'>): boolean {
  return call.services.config.planChange === 'owner' && member(call).role === 'OWNER';
}
