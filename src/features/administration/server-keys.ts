import { newId } from '../../base/ids.ts';
import type { Db, Sql } from '../../db/client.ts';
import { Keys } from '../tokens/tokens.ts';
import { auditServer, type ServerActor } from './server-audit.ts';

/** What a key of the server's administrator may do: everything under /api/server, and nothing else. */
export const SERVER_SCOPE = 'server:admin';
const KEYS = new Keys('sl_admin_');

export interface ServerKey {
  id: string;
  name: string;
  prefix: string;
  state: 'ACTIVE' | 'EXPIRED' | 'REVOKED';
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

/** The hash that a key is stored by; null: it is none. */
export function serverKeyHash(key: string): Buffer | null {
  return KEYS.hashOf(key);
}

/** The key of a hash, if it works; notes that it was used, at most once a minute. */
export async function findServerKey(
  sql: Sql,
  hash: Buffer,
): Promise<Pick<ServerKey, 'id' | 'scopes'> | undefined> {
  const [key] = await sql<{ id: string; scopes: string[]; isNoted: boolean }[]>`
    select id, scopes, coalesce(last_used_at > now() - interval '1 minute', false) as "isNoted"
    from server_keys where hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > now())`;
  if (key && !key.isNoted) await sql`update server_keys set last_used_at = now() where id = ${key.id}`;
  return key && { id: key.id, scopes: key.scopes };
}

/** Makes a key. @returns its text, for the only time */
export async function createServerKey(
  db: Db,
  actor: ServerActor,
  { name, expiresAt }: { name: string; expiresAt: Date | null },
): Promise<{ id: string; key: string }> {
  const key = KEYS.make();
  const id = newId();
  await db.sql.begin(async (tx) => {
    await tx`insert into server_keys (id, hash, name, prefix, scopes, expires_at)
      values (${id}, ${KEYS.hashOf(key)}, ${name}, ${KEYS.shown(key)}, ${[SERVER_SCOPE]}, ${expiresAt})`;
    await auditServer(tx, actor, {
      action: 'createServerKey',
      targetType: 'serverKey',
      targetId: id,
      details: { name, expiresAt },
    });
  });
  return { id, key };
}

/** All keys, newest first. */
export async function listServerKeys({ sql }: Db): Promise<ServerKey[]> {
  return sql<ServerKey[]>`
    select id, name, prefix, scopes, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
           case when revoked_at is not null then 'REVOKED' when expires_at <= now() then 'EXPIRED' else 'ACTIVE' end as state
    from server_keys order by created_at desc, id desc`;
}

/** Ends a key; each server refuses its next request. @returns whether there is such a key */
export async function revokeServerKey(db: Db, actor: ServerActor, id: string): Promise<boolean> {
  return db.sql.begin(async (tx) => {
    const [key] = await tx<{ isEnded: boolean; name: string }[]>`
      select name, revoked_at is not null as "isEnded" from server_keys where id = ${id} for update`;
    if (!key || key.isEnded) return key !== undefined;
    await tx`update server_keys set revoked_at = now() where id = ${id}`;
    await auditServer(tx, actor, {
      action: 'revokeServerKey',
      targetType: 'serverKey',
      targetId: id,
      details: { name: key.name },
    });
    return true;
  });
}
