import type { Handlers } from '../contract/handler.ts';
import {
  checkIntegration,
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  updateIntegration,
} from '../domain/integrations/integrations.ts';
import { actor, member, page } from './caller.ts';

export const integrations = {
  listIntegrations: async (call) => ({
    status: 200,
    body: await listIntegrations(call.services.db, member(call).orgId, {
      ...call.query,
      ...page(call.query),
    }),
  }),
  createIntegration: async (call) => ({
    status: 201,
    body: await createIntegration(call.services, actor(call), call.body),
  }),
  getIntegration: async (call) => ({
    status: 200,
    body: await getIntegration(call.services.db, member(call).orgId, call.params.id),
  }),
  updateIntegration: async (call) => ({
    status: 200,
    body: await updateIntegration(call.services, actor(call), call.params.id, call.body),
  }),
  deleteIntegration: async (call) => {
    await deleteIntegration(call.services.db, actor(call), call.params.id);
    return { status: 204 };
  },
  checkIntegration: async (call) => ({
    status: 200,
    body: await checkIntegration(call.services, actor(call), call.params.id),
  }),
} satisfies Partial<Handlers>;
