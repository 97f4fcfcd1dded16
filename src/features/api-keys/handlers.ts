import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, list, removeById, updateById } from '../../server/dispatch/resource.ts';
import {
  createApiKey,
  expiryOf,
  apiKeys as keys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from './api-keys.ts';

export const apiKeys = {
  listApiKeys: list(keys.list),
  createApiKey: async ({ actor, body, db }) => {
    const { name, scopes = ['reports:read'], brandIds = null, expiresAt } = body;
    const input = { name, scopes, brandIds, expiresAt: expiry(expiresAt) ?? null };
    return { status: 201, body: await createApiKey(db, actor, input) };
  },
  getApiKey: getById(keys.find),
  updateApiKey: updateById(updateApiKey),
  rotateApiKey: async ({ actor, body, db, params }) => {
    const { overlapMinutes = 1440, expiresAt } = body;
    const options = { overlapMinutes, expiresAt: expiry(expiresAt) };
    return { status: 201, body: await rotateApiKey(db, actor, params.id, options) };
  },
  revokeApiKey: removeById(revokeApiKey),
} satisfies Partial<Handlers>;

/** The time at which a key expires; null: never; undefined: the field was not sent. */
function expiry(text: string | null | undefined): Date | null | undefined {
  return typeof text === 'string' ? expiryOf(text) : text;
}
