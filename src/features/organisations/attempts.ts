import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';

const MAX_ATTEMPTS = 3;

/** This process's attempt to make an export or a pin from an organisation's data. */
export interface Attempt {
  orgId: OrgId;
  id: string;
  /** The number of this attempt, from 1; only the latest one may change the export or pin. */
  tries: number;
}

/** Whether MAX_ATTEMPTS attempts preceded this one, so that it should fail. */
export function attemptsExhausted({ tries }: Attempt): boolean {
  return tries > MAX_ATTEMPTS;
}

/**
 * A query for the id of the organisation's next export or pin to make. A RUNNING one belonged to a process that died,
 * because the caller holds the lease of the organisation's exports or pins.
 */
export function nextToMake(tx: Tx, table: 'exports' | 'pins', orgId: OrgId) {
  return tx`
    select id from ${tx(table)}
    where org_id = ${orgId} and state in ('QUEUED', 'RUNNING') and due_at <= now()
    order by due_at, id limit 1`;
}

/** Changes the export or pin if this attempt is still the latest one. @returns whether it was changed */
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
