import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { newestFirst, type Page, type Paged, selectPage } from '../../db/page.ts';
import { goesOn, type MemberRole } from '../accounts/sessions.ts';
import { type Actor, audit } from '../audit/audit.ts';

type AgentConnection = components['schemas']['AgentConnection'];
/** Who asks: a member sees the own connections, an ADMIN those of all. */
interface Viewer {
  orgId: OrgId;
  userId: string;
  role: MemberRole;
}

const columns = (tx: Tx, { userId }: Viewer) => tx`
  s.id, c.client_id as "clientId", c.client_name as "clientName", u.email, s.user_id = ${userId} as "isOwn", c.scopes,
  c.brand_ids as "brandIds", s.created_at as "createdAt", c.last_used_at as "lastUsedAt"`;
const from = (tx: Tx) =>
  tx`oauth_connections c join sessions s on s.id = c.session_id join users u on u.id = s.user_id`;
/** The connections of a person that could still be used. */
const open = (tx: Tx, { orgId, userId, role }: Viewer) => tx`s.org_id = ${orgId} and ${goesOn(tx)}
  and (s.user_id = ${userId} or ${role === 'OWNER' || role === 'ADMIN'})
  and exists (select from oauth_refresh_tokens t
              where t.session_id = s.id and t.used_at is null and t.expires_at > now())`;

/** A page of connections, the latest first. */
export async function listConnections(db: Db, viewer: Viewer, page: Page): Promise<Paged<AgentConnection>> {
  return db.tenant(viewer.orgId, (tx) =>
    selectPage<AgentConnection>(tx, page, {
      columns: columns(tx, viewer),
      from: from(tx),
      where: open(tx, viewer),
      order: newestFirst(tx, tx`s.created_at`, tx`s.id`),
    }),
  );
}

/** One of them. @throws AppError not_found */
export async function getConnection(db: Db, viewer: Viewer, id: string): Promise<AgentConnection> {
  return db.tenant(viewer.orgId, (tx) => find(tx, viewer, id));
}

async function find(tx: Tx, viewer: Viewer, id: string): Promise<AgentConnection> {
  const [found] = await tx<AgentConnection[]>`
    select ${columns(tx, viewer)} from ${from(tx)} where ${open(tx, viewer)} and s.id = ${id}`;
  if (!found) throw notFound('connection');
  return found;
}

/** Ends one of them. @throws AppError not_found */
export async function endConnection(db: Db, actor: Actor, viewer: Viewer, id: string): Promise<void> {
  await db.tenant(viewer.orgId, async (tx) => {
    const { clientId, clientName, email } = await find(tx, viewer, id);
    await endById(tx, actor, id, { clientId, clientName, email });
  });
}

/** Ends a connection and records it. @param details what was ended, or why */
export async function endById(
  tx: Tx,
  actor: Actor,
  id: string,
  details: Record<string, unknown>,
): Promise<void> {
  const { count } = await tx`update sessions set ended_at = now() where id = ${id} and ended_at is null`;
  if (count > 0)
    await audit(tx, actor, { action: 'endConnection', targetType: 'connection', targetId: id, details });
}

/** The organisation of a connection, and the person for whom it reads. */
export interface Owner {
  orgId: OrgId;
  userId: string;
}
