import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/client.ts';

/**
 * Notes in the log of changes that runs changed, in the transaction that changes them.
 * @param days of their execution, YYYY-MM-DD (UTC), as Postgres writes them: dates of the program do not reach as far
 */
export async function noteRunsChanged(tx: Tx, orgId: string, days: string[]): Promise<void> {
  const distinct = [...new Set(days)];
  if (distinct.length === 0) return;
  // With ids made here, and by way of the organisation: see `rows`.
  const ids = distinct.map(() => randomUUID());
  await tx`insert into changed_parts (org_id, id, part, month, day)
    select o.id, d.id, 'runs', date_trunc('month', d.day::date)::date, d.day::date
    from organisations o cross join unnest(${ids}::uuid[], ${distinct}::text[]) as d(id, day)
    where o.id = ${orgId}`;
}

/** Notes there that brands, competitors or queries (their tags too) changed, in the transaction that changes them. */
export async function noteBrandsChanged(tx: Tx, orgId: string): Promise<void> {
  await tx`insert into changed_parts (org_id, part) values (${orgId}, 'brands')`;
}
