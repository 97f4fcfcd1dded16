import { setTimeout as sleep } from 'node:timers/promises';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Sql, Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { noteBrandsChanged, noteRunsChanged } from '../../snapshots/changes.ts';

/**
 * The largest tables, with the most rows that one transaction deletes. Observations, mentions and citations are deleted
 * with their run, rows of other tables with the organisation (foreign keys on delete cascade).
 */
const BATCH_SIZES = {
  runs: 500,
  trials: 500,
  webhook_deliveries: 2_000,
  webhook_messages: 5_000,
  slack_messages: 5_000,
  mail_messages: 5_000,
  alerts: 5_000,
  audit_log: 5_000,
  idempotency_keys: 5_000,
  content_draft_versions: 500,
  queries: 500,
};
/** The pause before rows locked by another transaction are tried again. */
const LOCKED_PAUSE_MS = 200;

/** The purge job's query: deleted organisations. org_id is empty because they are no longer tenants. */
export const deletedOrganisations = (sql: Sql) => sql`
  select '' as org_id, id as subject_id, deleted_at as since, 1 as depth from organisations where deleted_at is not null`;

/**
 * Deletes all rows of a deleted organisation, in batches, and then the organisation.
 * @param stopping ends it after the batch under way; the next call continues
 */
export async function purgeOrganisation(db: Db, orgId: OrgId, stopping?: AbortSignal): Promise<void> {
  for (const [table, most] of Object.entries(BATCH_SIZES)) {
    while (!stopping?.aborted) {
      const { deleted, hasMore } = await db.tenant(orgId, async (tx) => {
        // Skips rows that another process is purging at the same time.
        const rows = tx`from ${tx(table)} where org_id = ${orgId} limit ${most} for update skip locked`;
        const count =
          table === 'runs' ? await deleteRuns(tx, orgId, rows) : await deleteRows(tx, table, orgId, rows);
        const hasMore =
          count > 0 || (await tx`select from ${tx(table)} where org_id = ${orgId} limit 1`).length > 0;
        return { deleted: count, hasMore };
      });
      if (!hasMore) break;
      if (deleted === 0) await sleep(LOCKED_PAUSE_MS);
    }
  }
  if (stopping?.aborted) return;
  await db.tenant(orgId, async (tx) => {
    await noteBrandsChanged(tx, orgId);
    // Foreign keys cannot do it: in a distributed database these tables are on the coordinator, and the organisation is
    // not.
    await tx`delete from sessions where org_id = ${orgId}`;
    await tx`delete from api_key_index where org_id = ${orgId}`;
    await tx`delete from organisations where id = ${orgId} and deleted_at is not null`;
  });
}

/** @param rows the SQL that selects the rows, from `from` on */
async function deleteRows(tx: Tx, table: string, orgId: OrgId, rows: Fragment): Promise<number> {
  const { count } =
    await tx`delete from ${tx(table)} where org_id = ${orgId} and ctid = any(array(select ctid ${rows}))`;
  return count;
}

/**
 * Like `deleteRows`, and notes the days of the runs as changed. Postgres formats the days: its dates exceed the range
 * of Date.
 */
async function deleteRuns(tx: Tx, orgId: OrgId, rows: Fragment): Promise<number> {
  const chosen = await tx<{ id: string; day: string }[]>`
    select id, to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD') as day ${rows}`;
  const ids = chosen.map(({ id }) => id);
  const { count } = await tx`delete from runs where org_id = ${orgId} and id = any(${ids})`;
  await noteRunsChanged(
    tx,
    orgId,
    chosen.map(({ day }) => day),
  );
  return count;
}
