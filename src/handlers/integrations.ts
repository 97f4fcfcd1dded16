import type { Handlers } from '../contract/handler.ts';
import {
  checkIntegration,
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  updateIntegration,
} from '../domain/integrations/integrations.ts';

export const integrations = {
  listIntegrations: async ({ db, orgId, page, query }) => ({
    status: 200,
    body: await listIntegrations(db, orgId, {
      ...query,
      ...page,
    }),
  }),
  createIntegration: async ({ actor, body, services }) => ({
    status: 201,
    body: await createIntegration(services, actor, body),
  }),
  getIntegration: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getIntegration(db, orgId, params.id),
  }),
  updateIntegration: async ({ actor, body, params, services }) => ({
    status: 200,
    body: await updateIntegration(services, actor, params.id, body),
  }),
  deleteIntegration: async ({ actor, db, params }) => {
    await deleteIntegration(db, actor, params.id);
    return { status: 204 };
  },
  checkIntegration: async ({ actor, params, services }) => ({
    status: 200,
    body: await checkIntegration(services, actor, params.id),
  }),
} satisfies Partial<Handlers>;
