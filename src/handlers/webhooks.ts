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
import { actor, member, page } from './caller.ts';

export const webhooks = {
  listWebhooks: async (call) => ({
    status: 200,
    body: await listWebhooks(call.services.db, member(call).orgId, { ...call.query, ...page(call.query) }),
  }),
  createWebhook: async (call) => ({
    status: 201,
    body: await createWebhook(call.services, actor(call), call.body),
  }),
  getWebhook: async (call) => ({
    status: 200,
    body: await getWebhook(call.services.db, member(call).orgId, call.params.id),
  }),
  updateWebhook: async (call) => ({
    status: 200,
    body: await updateWebhook(call.services, actor(call), call.params.id, call.body),
  }),
  deleteWebhook: async (call) => {
    await deleteWebhook(call.services.db, actor(call), call.params.id);
    return { status: 204 };
  },
  rotateWebhookSecret: async (call) => {
    const { overlapMinutes = 1440 } = call.body ?? {};
    return {
      status: 200,
      body: await rotateWebhookSecret(call.services, actor(call), call.params.id, overlapMinutes),
    };
  },

  testWebhook: async (call) => ({
    status: 201,
    body: await testWebhook(call.services.db, actor(call), call.params.id),
  }),
  listWebhookDeliveries: async (call) => ({
    status: 200,
    body: await listWebhookDeliveries(call.services.db, member(call).orgId, call.params.id, {
      ...call.query,
      ...page(call.query),
    }),
  }),
  getWebhookDelivery: async (call) => {
    const { id, deliveryId } = call.params;
    return {
      status: 200,
      body: await getWebhookDelivery(call.services.db, member(call).orgId, id, deliveryId),
    };
  },
  replayWebhookDelivery: async (call) => {
    const { id, deliveryId } = call.params;
    return { status: 201, body: await replayWebhookDelivery(call.services.db, actor(call), id, deliveryId) };
  },
  replayWebhookDeliveries: async (call) => ({
    status: 200,
    body: await replayWebhookDeliveries(call.services.db, actor(call), call.params.id, call.body),
  }),
} satisfies Partial<Handlers>;
