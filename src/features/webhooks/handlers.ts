import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, list, removeById, updateById } from '../../server/dispatch/resource.ts';
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
  createWebhook: async ({ actor, body, services }) => ({
    status: 201,
    body: await createWebhook(services, actor, body),
  }),
  getWebhook: getById(stored.find),
  updateWebhook: async ({ actor, body, params, services }) => ({
    status: 200,
    body: await updateWebhook(services, actor, params.id, body),
  }),
  deleteWebhook: removeById(deleteWebhook),
  rotateWebhookSecret: async ({ actor, body, params, services }) => {
    const { overlapMinutes = 1440 } = body ?? {};
    return {
      status: 200,
      body: await rotateWebhookSecret(services, actor, params.id, overlapMinutes),
    };
  },

  testWebhook: async ({ actor, db, params }) => ({
    status: 201,
    body: await testWebhook(db, actor, params.id),
  }),
  listWebhookDeliveries: async ({ db, orgId, page, params, query }) => ({
    status: 200,
    body: await listWebhookDeliveries(db, orgId, params.id, {
      ...query,
      ...page,
    }),
  }),
  getWebhookDelivery: async ({ db, orgId, params }) => {
    const { id, deliveryId } = params;
    return {
      status: 200,
      body: await getWebhookDelivery(db, orgId, id, deliveryId),
    };
  },
  replayWebhookDelivery: async ({ actor, db, params }) => {
    const { id, deliveryId } = params;
    const { delivery, isNew } = await replayWebhookDelivery(db, actor, id, deliveryId);
    return { status: isNew ? 201 : 200, body: delivery };
  },
  replayWebhookDeliveries: updateById(replayWebhookDeliveries),
} satisfies Partial<Handlers>;
