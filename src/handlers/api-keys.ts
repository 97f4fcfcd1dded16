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

export const apiKeys = {
  listApiKeys: async ({ db, orgId, page, query }) => {
    const filter = { ...page, state: query.state };
    return { status: 200, body: await listApiKeys(db, orgId, filter) };
  },
  createApiKey: async ({ actor, body, db }) => {
    const { name, scopes = ['reports:read'], brandIds = null, expiresAt } = body;
    const input = { name, scopes, brandIds, expiresAt: expiry(expiresAt) ?? null };
    return { status: 201, body: await createApiKey(db, actor, input) };
  },
  getApiKey: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getApiKey(db, orgId, params.id),
  }),
  updateApiKey: async ({ actor, body, db, params }) => ({
    status: 200,
    body: await updateApiKey(db, actor, params.id, body),
  }),
  rotateApiKey: async ({ actor, body, db, params }) => {
    const { overlapMinutes = 1440, expiresAt } = body;
    const options = { overlapMinutes, expiresAt: expiry(expiresAt) };
    return { status: 201, body: await rotateApiKey(db, actor, params.id, options) };
  },
  revokeApiKey: async ({ actor, db, params }) => {
    await revokeApiKey(db, actor, params.id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;

/** The time at which a key expires; null: never; undefined: the field was not sent. */
function expiry(text: string | null | undefined): Date | null | undefined {
  return typeof text === 'string' ? expiryOf(text) : text;
}
