import { randomUUID } from 'node:crypto';
import type { Tx } from '../db/client.ts';

/** Notes in the log of changes that runs of these months (YYYY-MM-01) changed, in the transaction that changes them. */
export async function noteRunsChanged(tx: Tx, orgId: string, months: string[]): Promise<void> {
  const distinct = [...new Set(months)];
  if (distinct.length === 0) return;
  // With ids made here, and by way of the organisation: see `rows`.
  const ids = distinct.map(() => randomUUID());
  await tx`insert into changed_parts (org_id, id, part, month)
    select o.id, m.id, 'runs', m.month::date
    from organisations o cross join unnest(${ids}::uuid[], ${distinct}::text[]) as m(id, month)
    where o.id = ${orgId}`;
}

/** Notes there that brands, competitors or queries (their tags too) changed, in the transaction that changes them. */
export async function noteBrandsChanged(tx: Tx, orgId: string): Promise<void> {
  await tx`insert into changed_parts (org_id, part) values (${orgId}, 'brands')`;
}
