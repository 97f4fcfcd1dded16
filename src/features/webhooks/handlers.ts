import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, list, removeById, reply, updateById } from '../../server/dispatch/resource.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDeliveries,
  replayWebhookDelivery,
  testWebhook,
} from './deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  webhooks as stored,
  updateWebhook,
} from './webhooks.ts';

export const webhooks = {
  listWebhooks: list(stored.list),
  createWebhook: reply(201, ({ actor, body, services }) => createWebhook(services, actor, body)),
  getWebhook: getById(stored.find),
  updateWebhook: reply(200, ({ actor, body, params, services }) =>
    updateWebhook(services, actor, params.id, body),
  ),
  deleteWebhook: removeById(deleteWebhook),
  rotateWebhookSecret: reply(200, ({ actor, body, params, services }) => {
    const { overlapMinutes = 1440 } = body ?? {};
    return rotateWebhookSecret(services, actor, params.id, overlapMinutes);
  }),

  testWebhook: reply(201, ({ actor, db, params }) => testWebhook(db, actor, params.id)),
  listWebhookDeliveries: reply(200, ({ db, orgId, page, params, query }) =>
    listWebhookDeliveries(db, orgId, params.id, {
      ...query,
      ...page,
    }),
  ),
  getWebhookDelivery: reply(200, ({ db, orgId, params }) => {
    const { id, deliveryId } = params;
    return getWebhookDelivery(db, orgId, id, deliveryId);
  }),
  replayWebhookDelivery: async ({ actor, db, params }) => {
    const { id, deliveryId } = params;
    const { delivery, isNew } = await replayWebhookDelivery(db, actor, id, deliveryId);
    return { status: isNew ? 201 : 200, body: delivery };
  },
  replayWebhookDeliveries: updateById(replayWebhookDeliveries),
} satisfies Partial<Handlers>;
