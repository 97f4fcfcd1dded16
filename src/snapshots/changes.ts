import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/client.ts';

/**
 * Records changed runs in the log of changes, in the transaction that changes them.
 * @param days of their execution, YYYY-MM-DD (UTC), as Postgres writes them, because JavaScript dates have a smaller
 *   range
 */
export async function noteRunsChanged(tx: Tx, orgId: string, days: string[]): Promise<void> {
  const distinct = [...new Set(days)];
  if (distinct.length === 0) return;
  // Ids are generated here, and rows join their organisation: see `rows`.
  const ids = distinct.map(() => randomUUID());
  await tx`insert into changed_parts (org_id, id, part, month, day)
    select o.id, d.id, 'runs', date_trunc('month', d.day::date)::date, d.day::date
    from organisations o cross join unnest(${ids}::uuid[], ${distinct}::text[]) as d(id, day)
    where o.id = ${orgId}`;
}

/**
 * Records changed brands, competitors or queries (including their tags) in the log of changes, in the same transaction.
 */
export async function noteBrandsChanged(tx: Tx, orgId: string): Promise<void> {
  await tx`insert into changed_parts (org_id, part) values (${orgId}, 'brands')`;
}
