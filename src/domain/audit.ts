import type { Tx } from '../db.ts';
import { newId } from './ids.ts';

/** Who acts, and from where. */
export interface Actor {
  orgId: string;
  type: 'USER' | 'API_KEY' | 'OPERATOR';
  /** Id of the user or key. */
  id: string;
  address: string | null;
}

export interface AuditEntry {
  /** The operationId. */
  action: string;
  targetType: string;
  targetId: string | null;
  /** What changed; never a secret. */
  details?: Record<string, unknown>;
}

/** Writes down a change, in the transaction of the change. */
export async function audit(
  tx: Tx,
  actor: Actor,
  { action, targetType, targetId, details = {} }: AuditEntry,
): Promise<void> {
  await tx`insert into audit_log (org_id, id, actor_type, actor_id, address, action, target_type, target_id, details)
    values (${actor.orgId}, ${newId()}, ${actor.type}, ${actor.id}, ${actor.address}, ${action}, ${targetType}, ${targetId},
            ${JSON.stringify(details)}::text::jsonb)`;
}
