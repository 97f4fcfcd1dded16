import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, list, removeById } from '../../server/dispatch/resource.ts';
import { stanceState } from '../stance/state.ts';
import {
  checkIntegration,
  createIntegration,
  deleteIntegration,
  findIntegration,
  listIntegrations,
  updateIntegration,
} from './integrations.ts';

export const integrations = {
  listIntegrations: list(listIntegrations),
  createIntegration: async ({ actor, body, services }) => ({
    status: 201,
    body: await createIntegration(services, actor, body),
  }),
  getIntegration: getById(findIntegration),
  updateIntegration: async ({ actor, body, params, services }) => ({
    status: 200,
    body: await updateIntegration(services, actor, params.id, body),
  }),
  deleteIntegration: removeById(deleteIntegration),
  checkIntegration: async ({ actor, body, params, services }) => ({
    status: 200,
    body: await checkIntegration(services, actor, params.id, body),
  }),
  getStanceState: getById(stanceState),
} satisfies Partial<Handlers>;
