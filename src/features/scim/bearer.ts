import { createHash, randomBytes } from 'node:crypto';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import { type Actor, audit } from '../organisations/audit.ts';

type Scim = components['schemas']['Scim'];

/** 256 random bits. */
const SHAPE = /^slu_[\w-]{43}$/;
const MOST_KEYS = 1_000;

/** The hash that a bearer is stored by; null: it is none. */
export function bearerHash(token: string): Buffer | null {
  return SHAPE.test(token) ? createHash('sha256').update(token).digest() : null;
}

/** The organisation of a bearer; notes that it was used, at most once a minute. */
export async function bearerOwner({ sql }: Db, hash: Buffer): Promise<OrgId | undefined> {
  const [owner] = await sql<{ orgId: OrgId; isNoted: boolean }[]>`
    select organisation_id as "orgId", coalesce(used_at > now() - interval '1 minute', false) as "isNoted"
    from scim_credentials where hash = ${hash}`;
  if (owner && !owner.isNoted) await sql`update scim_credentials set used_at = now() where hash = ${hash}`;
  return owner?.orgId;
}

/** Makes a bearer instead of the present one. @returns it, for the only time */
export async function replaceBearer(db: Db, actor: Actor): Promise<string> {
  const token = `slu_${randomBytes(32).toString('base64url')}`;
  await db.tenant(actor.orgId, async (tx) => {
    await tx`insert into scim_credentials (organisation_id, hash, created_by)
      values (${actor.orgId}, ${bearerHash(token)}, ${actor.id})
      on conflict (organisation_id) do update set hash = excluded.hash, created_by = excluded.created_by,
        created_at = now(), used_at = null`;
    await audit(tx, actor, { action: 'replaceScimToken', targetType: 'organisation', targetId: actor.orgId });
  });
  return token;
}

/** Ends the bearer. */
export async function endBearer(db: Db, actor: Actor): Promise<void> {
  await db.tenant(actor.orgId, async (tx) => {
    const { count } = await tx`delete from scim_credentials where organisation_id = ${actor.orgId}`;
    if (count > 0)
      await audit(tx, actor, { action: 'endScim', targetType: 'organisation', targetId: actor.orgId });
  });
}

/** What the OWNERs see of it. */
export async function getScim(db: Db, publicUrl: string | null, orgId: OrgId): Promise<Scim> {
  return db.tenant(orgId, async (tx) => {
    const [bearer] = await tx<Pick<Scim, 'createdAt' | 'usedAt'>[]>`
      select created_at as "createdAt", used_at as "usedAt" from scim_credentials where organisation_id = ${orgId}`;
    const keysOfDeparted = await tx<Scim['keysOfDeparted'][number][]>`
      select k.id, k.name, s.user_name as "madeBy", k.created_at as "createdAt"
      from scim_users s join api_keys k on k.org_id = ${orgId} and k.created_by = s.user_id
        join api_key_index i on i.org_id = ${orgId} and i.key_id = k.id
      where s.org_id = ${orgId} and i.revoked_at is null and (i.expires_at is null or i.expires_at > now())
        and not exists (select from memberships m where m.org_id = ${orgId} and m.user_id = s.user_id)
      order by k.created_at, k.id limit ${MOST_KEYS}`;
    return {
      isOn: bearer !== undefined,
      url: publicUrl === null ? null : `${publicUrl}/scim/v2`,
      createdAt: bearer?.createdAt ?? null,
      usedAt: bearer?.usedAt ?? null,
      keysOfDeparted: [...keysOfDeparted],
    };
  });
}
