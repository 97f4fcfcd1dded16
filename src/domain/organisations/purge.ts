import { setTimeout as sleep } from 'node:timers/promises';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Sql } from '../../db/client.ts';
import { bucketOf } from '../../snapshots/buckets.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';

/**
 * What there may be many of, with the rows that a transaction deletes at most; with a run go its observations, mentions
 * and citations. The rest goes with the organisation itself.
 */
const PURGED = {
  runs: 500,
  trials: 500,
  webhook_deliveries: 2_000,
  webhook_messages: 5_000,
  slack_messages: 5_000,
  alerts: 5_000,
  audit_log: 5_000,
  idempotency_keys: 5_000,
  content_draft_versions: 500,
  queries: 500,
};
/** Between two looks at rows that somebody else holds. */
const HELD_PAUSE_MS = 200;

/** Organisations that were deleted, with rows left; work on the whole installation, because they are nobody's. */
export const deletedOrganisations = (sql: Sql) => sql`
  select '' as org_id, id as subject_id, deleted_at as since, 1 as depth from organisations where deleted_at is not null`;

/** Removes all rows of a deleted organisation, in batches; begun anew it goes on. */
export async function purgeOrganisation(db: Db, orgId: OrgId, stopping?: AbortSignal): Promise<void> {
  const bucket = bucketOf(orgId);
  for (const [table, most] of Object.entries(PURGED)) {
    while (!stopping?.aborted) {
      const { gone, left } = await db.tenant(orgId, async (tx) => {
        // What another process purges just now is its own.
        const batch = tx`delete from ${tx(table)} where org_id = ${orgId} and ctid = any(array(
          select ctid from ${tx(table)} where org_id = ${orgId} limit ${most} for update skip locked))`;
        const { count } =
          table === 'runs'
            ? await tx`with gone as (${batch} returning executed_at), noted as (
                insert into dirty_parts (part, bucket, month)
                select distinct 'runs', ${bucket}, date_trunc('month', executed_at at time zone 'UTC')::date from gone)
                select from gone`
            : await batch;
        const left =
          count > 0 || (await tx`select from ${tx(table)} where org_id = ${orgId} limit 1`).length > 0;
        return { gone: count, left };
      });
      if (!left) break;
      if (gone === 0) await sleep(HELD_PAUSE_MS);
    }
  }
  if (stopping?.aborted) return;
  await db.tenant(orgId, async (tx) => {
    await noteBrandsChanged(tx, orgId);
    await tx`delete from organisations where id = ${orgId} and deleted_at is not null`;
  });
}
