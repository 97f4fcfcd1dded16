import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, newestFirst, type Page, type Paged, selectPage } from '../../db/page.ts';
import { type Actor, audit, type Change } from '../audit/audit.ts';

type ServerAuditEntry = components['schemas']['ServerAuditEntry'];

/** Who acts on the server's organisations: a key of its administrator, or the operator by the command line. */
export interface ServerActor {
  type: ServerAuditEntry['actorType'];
  id: string;
  /** The client's address; null: none. */
  address: string | null;
}

export const OPERATOR: ServerActor = { type: 'OPERATOR', id: 'operator', address: null };

/** The same actor in an organisation. */
export function actorIn(orgId: OrgId, actor: ServerActor): Actor {
  return { orgId, ...actor };
}

/** Writes an act into the server's audit log; called in the transaction of the act. */
export async function auditServer(
  tx: Tx,
  { type, id, address }: ServerActor,
  { action, targetType, targetId, details = {} }: Change,
): Promise<void> {
  await tx`insert into server_audit_log (id, actor_type, actor_id, address, action, target_type, target_id, details)
    values (${newId()}, ${type}, ${id}, ${address}, ${action}, ${targetType}, ${targetId},
            ${JSON.stringify(details)}::text::jsonb)`;
}

/** Writes an act on an organisation into its audit log and the server's. */
export async function auditBoth(
  tx: Tx,
  orgId: OrgId,
  actor: ServerActor,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  const change = { action, targetType: 'organisation', targetId: orgId, details };
  await audit(tx, actorIn(orgId, actor), change);
  await auditServer(tx, actor, change);
}

/** A page of the server's audit log, newest first. */
export async function listServerAuditLog(
  { sql }: Db,
  { organisationId, ...page }: Page & { organisationId?: string | undefined },
): Promise<Paged<ServerAuditEntry>> {
  return selectPage<ServerAuditEntry>(sql, page, {
    columns: sql`id, at, actor_type as "actorType", actor_id as "actorId", address, action,
      target_type as "targetType", target_id as "targetId", details`,
    from: sql`server_audit_log`,
    where: sql`true and ${ifGiven(sql, organisationId, (id) => sql`target_type = 'organisation' and target_id = ${id}`)}`,
    order: newestFirst(sql, sql`at`, sql`id`),
  });
}
