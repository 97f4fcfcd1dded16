import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, list, removeById, reply } from '../../server/dispatch/resource.ts';
import {
  checkIntegration,
  createIntegration,
  integrations as stored,
  updateIntegration,
} from './integrations.ts';

export const integrations = {
  listIntegrations: list(stored.list),
  createIntegration: reply(201, ({ actor, body, services }) => createIntegration(services, actor, body)),
  getIntegration: getById(stored.find),
  updateIntegration: reply(200, ({ actor, body, params, services }) =>
    updateIntegration(services, actor, params.id, body),
  ),
  deleteIntegration: removeById(stored.remove),
  checkIntegration: reply(200, ({ actor, body, params, services }) =>
    checkIntegration(services, actor, params.id, body),
  ),
} satisfies Partial<Handlers>;
