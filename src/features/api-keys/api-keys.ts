import { AppError, invalidField, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import { LAST_MS, timeOf } from '../../base/times.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven } from '../../db/page.ts';
import type { Actor } from '../audit/audit.ts';
import { refuseFormerMember } from '../members/members.ts';
import { withOrganisationLock } from '../quotas/lock.ts';
import { takeFromQuota } from '../quotas/quotas.ts';
import { resource } from '../resources/resource.ts';
import { Keys } from '../tokens/tokens.ts';

export type Scope = components['schemas']['ApiKeyScope'];
export const SCOPES: readonly Scope[] = ['reports:read', 'runs:write'];

const KEYS = new Keys('sl_live_');

export type ApiKey = components['schemas']['ApiKey'];
export type NewApiKey = components['schemas']['ApiKeyCreated'];

interface ApiKeyInput {
  name: string;
  scopes: Scope[];
  /** The brands that the key may read; null: all. */
  brandIds?: string[] | null;
  expiresAt?: Date | null;
}

const stateOf = (tx: Tx) => tx`
  case when i.revoked_at is not null then 'REVOKED' when i.expires_at <= now() then 'EXPIRED' else 'ACTIVE' end`;

export const apiKeys = resource<ApiKey, { state?: ApiKey['state'] }>({
  name: 'ApiKey',
  noun: 'API key',
  table: 'api_keys',
  columns: 'name, prefix, replaced_by, created_by',
  read: (tx) => tx`
    i.scopes, i.brand_ids as "brandIds", ${stateOf(tx)} as state, t.created_at as "createdAt",
    i.expires_at as "expiresAt", i.revoked_at as "revokedAt", t.last_used_at as "lastUsedAt",
    t.revoked_because as "revokedBecause"`,
  joins: (tx) => tx`join api_key_index i on i.org_id = t.org_id and i.key_id = t.id`,
  filter: (tx, { state }) => ifGiven(tx, state, (value) => tx`${stateOf(tx)} = ${value}`),
});

/** The SHA-256 of a key; null for a malformed key with a wrong checksum, which needs no look-up. */
export function apiKeyHash(key: string): Buffer | null {
  return KEYS.hashOf(key);
}

/**
 * The time at which a new key expires.
 * @param text RFC 3339
 * @throws AppError validation_error for a time that has passed
 */
export function expiryOf(text: string): Date {
  const time = timeOf(text, 'expiresAt');
  if (time.getTime() <= Date.now()) throw invalidField('expiresAt', 'expiresAt must be in the future.');
  return time;
}

/**
 * Creates a key; its text is returned only here.
 * @throws AppError not_found for a brand, quota_exceeded, forbidden for an actor who is no longer an ADMIN
 */
export async function createApiKey(db: Db, actor: Actor, input: ApiKeyInput): Promise<NewApiKey> {
  const { orgId } = actor;
  return withOrganisationLock(db, orgId, async (tx, plan) => {
    await refuseFormerMember(tx, actor);
    await refuseUnknownBrands(tx, orgId, input.brandIds ?? []);
    await takeFromQuota(tx, orgId, plan, 'apiKeys');
    const created = await insertApiKey(tx, actor, input);
    const { name, scopes, brandIds, expiresAt } = created;
    await apiKeys.note(tx, actor, 'createApiKey', created.id, { name, scopes, brandIds, expiresAt });
    return created;
  });
}

/** Renames a key. @throws AppError not_found */
export async function updateApiKey(
  tx: Tx,
  actor: Actor,
  id: string,
  { name }: { name: string },
): Promise<ApiKey> {
  const { orgId } = actor;
  const { count } = await tx`update api_keys set name = ${name} where org_id = ${orgId} and id = ${id}`;
  if (count === 0) throw notFound('API key');
  await apiKeys.note(tx, actor, 'updateApiKey', id, { name });
  return apiKeys.find(tx, orgId, id);
}

/**
 * Creates a successor of a key, which works at once; the key itself works until the overlap ends.
 * @param options.expiresAt when the successor expires; null: never; undefined: after the lifetime of the key
 * @throws AppError not_found, conflict for a key that is not active or was rotated already
 */
export async function rotateApiKey(
  db: Db,
  actor: Actor,
  id: string,
  { overlapMinutes, expiresAt }: { overlapMinutes: number; expiresAt?: Date | null | undefined },
): Promise<NewApiKey> {
  const { orgId } = actor;
  return withOrganisationLock(db, orgId, async (tx) => {
    await refuseFormerMember(tx, actor);
    // This lock makes the second of two concurrent rotations find the successor of the first.
    const known = await apiKeys.lock(tx, orgId, id);
    if (known.state !== 'ACTIVE')
      throw new AppError('conflict', `The key is ${known.state}: create a new one.`);
    if (known.replacedBy !== null)
      throw new AppError('conflict', 'The key was rotated already: rotate its successor.');
    const { name, scopes, brandIds } = known;
    const created = await insertApiKey(tx, actor, {
      name,
      scopes,
      brandIds,
      expiresAt: expiresAt === undefined ? sameLifetime(known) : expiresAt,
    });
    await tx`update api_keys set replaced_by = ${created.id} where org_id = ${orgId} and id = ${id}`;
    await tx`update api_key_index
      set expires_at = least(expires_at, now() + ${`${overlapMinutes} minutes`}::interval)
      where org_id = ${orgId} and key_id = ${id}`;
    await apiKeys.note(tx, actor, 'rotateApiKey', id, {
      replacedBy: created.id,
      overlapMinutes,
      expiresAt: created.expiresAt,
    });
    return created;
  });
}

/** Revokes a key; every process refuses it within 5 s. @throws AppError not_found */
export async function revokeApiKey(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  const { name, revokedAt } = await apiKeys.find(tx, orgId, id);
  if (revokedAt !== null) return;
  await tx`update api_key_index set revoked_at = coalesce(revoked_at, (select now()))
    where org_id = ${orgId} and key_id = ${id}`;
  await apiKeys.note(tx, actor, 'revokeApiKey', id, { name });
}

/** The first characters of a key, which distinguish it from others. */
export function prefixOf(key: string): string {
  return KEYS.shown(key);
}

async function insertApiKey(
  tx: Tx,
  { orgId, type, id: actorId }: Actor,
  { name, scopes, brandIds = null, expiresAt = null }: ApiKeyInput,
): Promise<NewApiKey> {
  const key = KEYS.make();
  const createdBy = type === 'USER' ? actorId : null;
  const id = await apiKeys.insert(tx, orgId, { name, prefix: prefixOf(key), createdBy });
  await tx`insert into api_key_index (hash, org_id, key_id, scopes, brand_ids, expires_at)
    values (${KEYS.hashOf(key)}, ${orgId}, ${id}, ${scopes}, ${brandIds}, ${expiresAt})`;
  return { ...(await apiKeys.find(tx, orgId, id)), key };
}

/** @throws AppError not_found for a brand of another organisation */
export async function refuseUnknownBrands(tx: Tx, orgId: OrgId, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx`select from brands where org_id = ${orgId} and id = any(${ids})`;
  if (known.length < new Set(ids).size) throw notFound('brand');
}

/** An expiry from now after the key's own lifetime; null: never. */
function sameLifetime({ createdAt, expiresAt }: ApiKey): Date | null {
  if (expiresAt === null) return null;
  return new Date(Math.min(Date.now() + Date.parse(expiresAt) - Date.parse(createdAt), LAST_MS));
}
