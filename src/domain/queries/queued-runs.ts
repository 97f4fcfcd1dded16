import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';

/** Takes what is still queued of a query out of the queue. @param source only what comes from there */
export async function cancelQueued(
  tx: Tx,
  orgId: OrgId,
  queryId: string,
  failure: string,
  source?: 'SCHEDULE',
): Promise<void> {
  await tx`update runs set state = 'FAILED', failure = ${failure}, failure_reason = 'CANCELLED', executed_at = now(),
      due_at = null
    where org_id = ${orgId} and query_id = ${queryId} and due_at is not null and state = 'QUEUED'
      ${source === undefined ? tx`` : tx`and source = ${source}`}`;
}
