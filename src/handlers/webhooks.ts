import type { Handlers } from '../contract/handler.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDeliveries,
  replayWebhookDelivery,
  testWebhook,
} from '../domain/webhooks/deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '../domain/webhooks/webhooks.ts';

export const webhooks = {
  listWebhooks: async ({ db, orgId, page, query }) => ({
    status: 200,
    body: await listWebhooks(db, orgId, { ...query, ...page }),
  }),
  createWebhook: async ({ actor, body, services }) => ({
    status: 201,
    body: await createWebhook(services, actor, body),
  }),
  getWebhook: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getWebhook(db, orgId, params.id),
  }),
  updateWebhook: async ({ actor, body, params, services }) => ({
    status: 200,
    body: await updateWebhook(services, actor, params.id, body),
  }),
  deleteWebhook: async ({ actor, db, params }) => {
    await deleteWebhook(db, actor, params.id);
    return { status: 204 };
  },
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
    return { status: 201, body: await replayWebhookDelivery(db, actor, id, deliveryId) };
  },
  replayWebhookDeliveries: async ({ actor, body, db, params }) => ({
    status: 200,
    body: await replayWebhookDeliveries(db, actor, params.id, body),
  }),
} satisfies Partial<Handlers>;
