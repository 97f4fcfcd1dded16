import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';

/**
 * Cancels the QUEUED runs of queries; they become FAILED.
 * @param failure the reason, a sentence
 * @param source only runs from this source; by default all
 */
export async function cancelQueued(
  tx: Tx,
  orgId: OrgId,
  queryIds: readonly string[],
  failure: string,
  source?: 'SCHEDULE',
): Promise<void> {
  await tx`update runs set state = 'FAILED', failure = ${failure}, failure_reason = 'CANCELLED', executed_at = now(),
      due_at = null
    where org_id = ${orgId} and query_id = any(${queryIds}) and due_at is not null and state = 'QUEUED'
      ${source === undefined ? tx`` : tx`and source = ${source}`}`;
}
