import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { Tokens } from '../tokens/tokens.ts';

type Scim = components['schemas']['Scim'];

export const BEARERS = new Tokens('slu_');
const MOST_KEYS = 1_000;

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
  const token = BEARERS.make();
  await db.tenant(actor.orgId, async (tx) => {
    await tx`insert into scim_credentials (organisation_id, hash, created_by)
      values (${actor.orgId}, ${BEARERS.hashOf(token)}, ${actor.id})
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
      from api_keys k join api_key_index i on i.org_id = ${orgId} and i.key_id = k.id
        cross join lateral (select user_name from scim_users u where u.org_id = ${orgId} and u.user_id = k.created_by
                            order by u.created_at desc, u.id desc limit 1) s
      where k.org_id = ${orgId} and i.revoked_at is null and (i.expires_at is null or i.expires_at > now())
        and not exists (select from memberships m where m.org_id = ${orgId} and m.user_id = k.created_by)
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
