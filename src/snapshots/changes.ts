import type { Tx } from '../db/client.ts';

/** Notes in the log of changes that runs of these months (YYYY-MM-01) changed, in the transaction that changes them. */
export async function noteRunsChanged(tx: Tx, orgId: string, months: string[]): Promise<void> {
  const distinct = [...new Set(months)];
  if (distinct.length === 0) return;
  // Nothing conflicts: see `rows` for why that is said.
  await tx`insert into changed_parts (org_id, part, month)
    select ${orgId}, 'runs', month::date from unnest(${distinct}::text[]) as month
    on conflict do nothing`;
}

/** Notes there that brands, competitors or queries (their tags too) changed, in the transaction that changes them. */
export async function noteBrandsChanged(tx: Tx, orgId: string): Promise<void> {
  await tx`insert into changed_parts (org_id, part) values (${orgId}, 'brands')`;
}
