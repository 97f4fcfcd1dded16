import type { Handlers } from '../contract/handler.ts';
import {
  createApiKey,
  expiryOf,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from '../domain/accounts/api-keys.ts';
import { actor, member, page } from './caller.ts';

export const apiKeys = {
  listApiKeys: async (call) => {
    const filter = { ...page(call.query), state: call.query.state };
    return { status: 200, body: await listApiKeys(call.services.db, member(call).orgId, filter) };
  },
  createApiKey: async (call) => {
    const { name, scopes = ['reports:read'], brandIds = null, expiresAt } = call.body;
    const input = { name, scopes, brandIds, expiresAt: expiry(expiresAt) ?? null };
    return { status: 201, body: await createApiKey(call.services.db, actor(call), input) };
  },
  getApiKey: async (call) => ({
    status: 200,
    body: await getApiKey(call.services.db, member(call).orgId, call.params.id),
  }),
  updateApiKey: async (call) => ({
    status: 200,
    body: await updateApiKey(call.services.db, actor(call), call.params.id, call.body),
  }),
  rotateApiKey: async (call) => {
    const { overlapMinutes = 1440, expiresAt } = call.body;
    const how = { overlapMinutes, expiresAt: expiry(expiresAt) };
    return { status: 201, body: await rotateApiKey(call.services.db, actor(call), call.params.id, how) };
  },
  revokeApiKey: async (call) => {
    await revokeApiKey(call.services.db, actor(call), call.params.id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;

/** null: never; undefined: nothing was said. */
function expiry(text: string | null | undefined): Date | null | undefined {
  return typeof text === 'string' ? expiryOf(text) : text;
}
