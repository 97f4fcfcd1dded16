import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';

const MAX_ATTEMPTS = 3;

/** An attempt, begun by this process, at something that a job makes of an organisation's data: an export, a pin. */
export interface Attempt {
  orgId: OrgId;
  id: string;
  /** The number of this attempt, from 1; only the latest one may change what is made. */
  tries: number;
}

/** Whether there have been MAX_ATTEMPTS attempts before this one, so that it should fail. */
export function attemptsExhausted({ tries }: Attempt): boolean {
  return tries > MAX_ATTEMPTS;
}

/**
 * The id of the next thing to make of an organisation, as a query. One that is RUNNING belonged to a process that died,
 * because the caller holds the lease of the organisation's.
 */
export function nextToMake(tx: Tx, table: 'exports' | 'pins', orgId: OrgId) {
  return tx`
    select id from ${tx(table)}
    where org_id = ${orgId} and state in ('QUEUED', 'RUNNING') and due_at <= now()
    order by due_at, id limit 1`;
}

/** Changes what is made if this attempt is still the latest one. @returns whether it was changed */
export async function changeMade(
  tx: Tx,
  table: 'exports' | 'pins',
  { orgId, id, tries }: Attempt,
  changes: Fragment,
): Promise<boolean> {
  const { count } = await tx`update ${tx(table)} set ${changes}
    where org_id = ${orgId} and id = ${id} and state = 'RUNNING' and tries = ${tries}`;
  return count === 1;
}
