import type postgres from 'postgres';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Sql, Tx } from '../../db/client.ts';
import { enqueueEvent } from '../organisations/events.ts';
import { type ExportReport, findExport } from './exports.ts';
import type { ExportFormat } from './files.ts';

const KEPT = '7 days';
const MOST_TRIES = 3;

/** An export that is ours to make. */
export interface ExportTask {
  orgId: OrgId;
  id: string;
  /** Which try this is; only the latest may say what came of it. */
  tries: number;
  format: ExportFormat;
  /** null: all data of the organisation. */
  report: { id: ExportReport; brand: string | null; start: string; end: string } | null;
}

export interface ExportProgress {
  written: number;
  total: number | null;
}

/**
 * Organisations with an export to make. `since` is when it became due, or the organisation had its last turn
 * where that is later: so each gets a turn before any gets a second one.
 */
export const dueExports = (sql: Sql) => sql`
  select org_id, '' as subject_id, count(*) as depth,
    greatest(min(due_at), (select max(o.started_at) from exports o where o.org_id = e.org_id)) as since
  from exports e where state in ('QUEUED', 'RUNNING') and due_at <= now() group by org_id`;

/** Organisations with exports that expired. */
export const expiredExports = (sql: Sql) => sql`
  select org_id, '' as subject_id, count(*) as depth, min(expires_at) as since
  from exports where expires_at <= now() group by org_id`;

/**
 * Begins the next export of an organisation whose lane is ours; one that is RUNNING was its dead maker's.
 * @returns null when there is none to make
 */
export async function beginExport(db: Db, orgId: OrgId): Promise<ExportTask | null> {
  interface Begun {
    id: string;
    tries: number;
    format: ExportFormat;
    report: ExportReport | null;
    brand: string | null;
    start: string;
    end: string;
  }
  const [begun] = await db.tenant(
    orgId,
    (tx) => tx<Begun[]>`
      update exports set state = 'RUNNING', tries = tries + 1, started_at = now(), rows_written = 0, rows_total = null
      where org_id = ${orgId} and id = (
        select id from exports
        where org_id = ${orgId} and state in ('QUEUED', 'RUNNING') and due_at <= now()
        order by due_at, id limit 1)
      returning id, tries, format, report, brand_id as brand, start_date::text as start, end_date::text as "end"`,
  );
  if (!begun) return null;
  const { id, tries, format, report, brand, start, end } = begun;
  return { orgId, id, tries, format, report: report === null ? null : { id: report, brand, start, end } };
}

/** Whether an export was begun so often, and never finished, that trying again is of no use. */
export function attemptsExhausted({ tries }: ExportTask): boolean {
  return tries > MOST_TRIES;
}

/** Tells how far it is. @returns false when the export is no more, or another's to make */
export async function reportProgress(
  db: Db,
  task: ExportTask,
  { written, total }: ExportProgress,
): Promise<boolean> {
  return db.tenant(task.orgId, (tx) =>
    change(tx, task, tx`rows_written = ${written}, rows_total = ${total}`),
  );
}

/** Notes that the file is there, and tells webhooks. @returns false when the export is no more, or another's to make */
export async function completeExport(
  db: Db,
  task: ExportTask,
  made: { rows: number; bytes: number; snapshotId: string | null; asOf: Date },
): Promise<boolean> {
  const { orgId, id } = task;
  return db.tenant(orgId, async (tx) => {
    const isOurs = await change(
      tx,
      task,
      tx`state = 'COMPLETED', finished_at = now(), expires_at = now() + ${KEPT}::interval,
        rows_written = ${made.rows}, rows_total = ${made.rows}, bytes = ${made.bytes},
        snapshot_id = ${made.snapshotId}, data_as_of = ${made.asOf}`,
    );
    if (isOurs) await enqueueEvent(tx, orgId, 'export.ready', await findExport(tx, orgId, id));
    return isOurs;
  });
}

/** @param reason for who asked for the export, a sentence */
export async function failExport(db: Db, task: ExportTask, reason: string): Promise<boolean> {
  return db.tenant(task.orgId, (tx) =>
    change(
      tx,
      task,
      tx`state = 'FAILED', reason = ${reason}, finished_at = now(), expires_at = now() + ${KEPT}::interval`,
    ),
  );
}

/** Puts an export back into the queue. @param options.isCounted whether the try counts: not when we only stop */
export async function requeueExport(
  db: Db,
  task: ExportTask,
  { pauseSeconds, isCounted }: { pauseSeconds: number; isCounted: boolean },
): Promise<void> {
  await db.tenant(task.orgId, (tx) =>
    change(
      tx,
      task,
      tx`state = 'QUEUED', due_at = now() + make_interval(secs => ${pauseSeconds}),
        tries = tries - ${isCounted ? 0 : 1}, started_at = null, rows_written = 0, rows_total = null`,
    ),
  );
}

/** Forgets the exports of an organisation that expired. @returns their ids; the files are the caller's to remove */
export async function purgeExpiredExports(db: Db, orgId: OrgId): Promise<string[]> {
  const gone = await db.tenant(
    orgId,
    (tx) => tx<{ id: string }[]>`
      delete from exports where org_id = ${orgId} and expires_at <= now() returning id`,
  );
  return gone.map(({ id }) => id);
}

/** Changes an export if it is still ours. */
async function change(
  tx: Tx,
  { orgId, id, tries }: ExportTask,
  changes: postgres.PendingQuery<postgres.Row[]>,
): Promise<boolean> {
  const { count } = await tx`update exports set ${changes}
    where org_id = ${orgId} and id = ${id} and state = 'RUNNING' and tries = ${tries}`;
  return count === 1;
}
