import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, list, removeById } from '../../server/dispatch/resource.ts';
import { stanceState } from '../stance/state.ts';
import {
  checkIntegration,
  createIntegration,
  integrations as stored,
  updateIntegration,
} from './integrations.ts';

export const integrations = {
  listIntegrations: list(stored.list),
  createIntegration: async ({ actor, body, services }) => ({
    status: 201,
    body: await createIntegration(services, actor, body),
  }),
  getIntegration: getById(stored.find),
  updateIntegration: async ({ actor, body, params, services }) => ({
    status: 200,
    body: await updateIntegration(services, actor, params.id, body),
  }),
  deleteIntegration: removeById(stored.remove),
  checkIntegration: async ({ actor, body, params, services }) => ({
    status: 200,
    body: await checkIntegration(services, actor, params.id, body),
  }),
  getStanceState: getById(stanceState),
} satisfies Partial<Handlers>;
