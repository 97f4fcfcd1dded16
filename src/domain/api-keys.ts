import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Db } from '../db.ts';
import { newId } from './ids.ts';

export const SCOPES = ['reports:read', 'runs:write'] as const;
export type Scope = (typeof SCOPES)[number];

const PREFIX = 'sl_live_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30; // 178 bits
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

export interface ApiKey {
  id: string;
  name: string;
  /** The first characters, by which a person tells keys apart. */
  prefix: string;
  scopes: Scope[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
}

/** SHA-256 of a key; null where the checksum shows that it was never one (no look-up needed). */
export function apiKeyHash(key: string): Buffer | null {
  const [, random, checksum] = SHAPE.exec(key) ?? [];
  if (random === undefined || checksumOf(random) !== checksum) return null;
  return createHash('sha256').update(key).digest();
}

/** Makes a key; its text is returned here and never again. */
export async function createApiKey(
  db: Db,
  orgId: string,
  { name, scopes, expiresAt = null }: { name: string; scopes: Scope[]; expiresAt?: Date | null },
): Promise<{ id: string; key: string }> {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(62)]).join('');
  const key = `${PREFIX}${random}${checksumOf(random)}`;
  const id = newId();
  await db.tenant(orgId, async (tx) => {
    await tx`insert into api_keys (org_id, id, name, prefix) values (${orgId}, ${id}, ${name}, ${key.slice(0, 14)})`;
    await tx`insert into api_key_index (hash, org_id, key_id, scopes, expires_at)
      values (${createHash('sha256').update(key).digest()}, ${orgId}, ${id}, ${scopes}, ${expiresAt})`;
  });
  return { id, key };
}

/** The organisation's keys, newest first. */
export async function listApiKeys(db: Db, orgId: string): Promise<ApiKey[]> {
  return db.tenant(
    orgId,
    (tx) => tx<ApiKey[]>`
      select k.id, k.name, k.prefix, i.scopes, i.expires_at as "expiresAt", i.revoked_at as "revokedAt",
             k.last_used_at as "lastUsedAt", k.created_at as "createdAt"
      from api_keys k join api_key_index i on i.org_id = k.org_id and i.key_id = k.id
      where k.org_id = ${orgId}
      order by k.id desc`,
  );
}

/** Ends a key; false when the organisation has no such key. Every process refuses it within 5 s. */
export async function revokeApiKey(db: Db, orgId: string, keyId: string): Promise<boolean> {
  const { count } = await db.sql`
    update api_key_index set revoked_at = coalesce(revoked_at, now()) where org_id = ${orgId} and key_id = ${keyId}`;
  return count > 0;
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
