import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, newestFirst, type Page, type Paged, selectPage } from '../../db/page.ts';

export type AuditEntry = components['schemas']['AuditEntry'];

/** Who makes a change, for the audit log. */
export interface Actor {
  orgId: OrgId;
  type: components['schemas']['AuditEntry']['actorType'];
  /** The id of the user or API key; for other types a fixed name. */
  id: string;
  /** The client's address; null: none. */
  address: string | null;
}

/** The actor of the CLI. */
export function operator(orgId: OrgId): Actor {
  return { orgId, type: 'OPERATOR', id: 'operator', address: null };
}

/** The actor of background jobs. @param id the part of the program that acts, such as sender */
export function system(orgId: OrgId, id: string): Actor {
  return { orgId, type: 'SYSTEM', id, address: null };
}

/** A change in the audit log. */
export interface Change {
  /** The operationId of the contract, or a name of the same form. */
  action: string;
  targetType: string;
  targetId: string | null;
  /** The fields that changed, with their new values; never a secret. */
  details?: Record<string, unknown>;
}

/** Writes a change to the audit log; called in the transaction of the change. */
export async function audit(
  tx: Tx,
  actor: Actor,
  { action, targetType, targetId, details = {} }: Change,
): Promise<void> {
  await tx`insert into audit_log (org_id, id, actor_type, actor_id, address, action, target_type, target_id, details)
    values (${actor.orgId}, ${newId()}, ${actor.type}, ${actor.id}, ${actor.address}, ${action}, ${targetType}, ${targetId},
            ${JSON.stringify(details)}::text::jsonb)`;
}

/** An `audit` with a fixed type of target. */
export function auditOf(targetType: string) {
  return (
    tx: Tx,
    actor: Actor,
    action: string,
    id: string,
    details: Record<string, unknown>,
  ): Promise<void> => audit(tx, actor, { action, targetType, targetId: id, details });
}

interface AuditFilter extends Page {
  action?: string | undefined;
  actorId?: string | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
  /** The earliest time, included; null or undefined: none. */
  from?: Date | null | undefined;
  /** The latest time, excluded; null or undefined: none. */
  to?: Date | null | undefined;
}

/** A page of the audit log, newest first. */
export async function listAuditLog(
  db: Db,
  orgId: OrgId,
  { action, actorId, targetType, targetId, from, to, ...page }: AuditFilter,
): Promise<Paged<AuditEntry>> {
  return db.tenant(orgId, async (tx) => {
    const matching = tx`a.org_id = ${orgId}
      and ${ifGiven(tx, action, (value) => tx`a.action = ${value}`)}
      and ${ifGiven(tx, actorId, (value) => tx`a.actor_id = ${value}`)}
      and ${ifGiven(tx, targetType, (value) => tx`a.target_type = ${value}`)}
      and ${ifGiven(tx, targetId, (value) => tx`a.target_id = ${value}`)}
      and ${ifGiven(tx, from, (value) => tx`a.at >= ${value}`)}
      and ${ifGiven(tx, to, (value) => tx`a.at < ${value}`)}`;
    return selectPage<AuditEntry>(tx, page, {
      columns: tx`
          a.id, a.at, a.actor_type as "actorType", a.actor_id as "actorId", u.email as "actorEmail", a.address,
          a.action, a.target_type as "targetType", a.target_id as "targetId", a.details`,
      from: tx`audit_log a left join users u on a.actor_type = 'USER' and u.id = a.actor_id`,
      where: matching,
      order: newestFirst(tx, tx`a.at`, tx`a.id`),
    });
  });
}
