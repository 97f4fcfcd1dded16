import type { Tx } from '../db/client.ts';
import { bucketOf } from './buckets.ts';

/** Notes in the dirty log that runs of these months (YYYY-MM-01) changed, in the transaction that changes them. */
export async function noteRunsChanged(tx: Tx, orgId: string, months: string[]): Promise<void> {
  const distinct = [...new Set(months)];
  if (distinct.length === 0) return;
  await tx`insert into dirty_parts (part, bucket, month)
    select 'runs', ${bucketOf(orgId)}, month::date from unnest(${distinct}::text[]) as month`;
}

/** Notes in the dirty log that brands, competitors or queries (their tags too) changed, in the transaction that changes them. */
export async function noteBrandsChanged(tx: Tx, orgId: string): Promise<void> {
  await tx`insert into dirty_parts (part, bucket) values ('brands', ${bucketOf(orgId)})`;
}
