import { dayOf } from '../../base/days.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Sql } from '../../db/client.ts';
import { type Attempt, changeMade, nextToMake } from '../organisations/attempts.ts';
import { enqueueEvent } from '../outbox/outbox.ts';
import { type ExportBreakdown, exports, type ReportKind } from './exports.ts';
import type { ExportFormat } from './files.ts';

/** How long an ended export is kept. */
const KEPT = '7 days';

/** An attempt at an export by this process. */
export interface ExportTask extends Attempt {
  format: ExportFormat;
  /** null: all data of the organisation. */
  report: {
    id: ReportKind;
    brand: string | null;
    start: string;
    end: string;
    breakdown: ExportBreakdown | null;
  } | null;
}

export interface ExportProgress {
  /** Rows. */
  written: number;
  /** Rows of the finished file; null: not yet known. */
  total: number | null;
}

/** The result of making an export. */
export interface MadeExport {
  rows: number;
  bytes: number;
  /** The hash of the file. */
  sha256: string;
  snapshotId: string | null;
  asOf: Date;
}

/**
 * The export job's query: organisations with an export to make. `since` is when it became due, or when the
 * organisation's latest export began if that is later, so that organisations take turns.
 */
export const dueExports = (sql: Sql) => sql`
  select org_id, '' as subject_id, count(*) as depth,
    greatest(min(due_at), (select max(o.started_at) from exports o where o.org_id = e.org_id)) as since
  from exports e where state in ('QUEUED', 'RUNNING') and due_at <= now() group by org_id`;

/** The expiry job's query: organisations with expired exports. */
export const expiredExports = (sql: Sql) => sql`
  select org_id, '' as subject_id, count(*) as depth, min(expires_at) as since
  from exports where expires_at <= now() group by org_id`;

/**
 * Begins the next export of an organisation; the caller holds the lease of the organisation's exports. A RUNNING export
 * belonged to a process that died, and is begun again.
 * @returns null when there is none to make
 */
export async function beginExport(db: Db, orgId: OrgId): Promise<ExportTask | null> {
  interface Begun {
    id: string;
    tries: number;
    format: ExportFormat;
    report: ReportKind | null;
    brand: string | null;
    start: Date;
    end: Date;
    breakdown: ExportBreakdown | null;
  }
  const [begun] = await db.tenant(
    orgId,
    (tx) => tx<Begun[]>`
      update exports set state = 'RUNNING', tries = tries + 1, started_at = now(), rows_written = 0, rows_total = null
      where org_id = ${orgId} and id = (${nextToMake(tx, 'exports', orgId)})
      returning id, tries, format, report, brand_id as brand, start_date as start, end_date as "end",
        breakdown`,
  );
  if (!begun) return null;
  const { id, tries, format, report, start, end, ...asked } = begun;
  if (report === null) return { orgId, id, tries, format, report };
  return { orgId, id, tries, format, report: { id: report, start: dayOf(start), end: dayOf(end), ...asked } };
}

/** Stores the progress of an export. @returns false when it was deleted, or another process has taken it over */
export async function reportProgress(
  db: Db,
  task: ExportTask,
  { written, total }: ExportProgress,
): Promise<boolean> {
  return db.tenant(task.orgId, (tx) =>
    changeMade(tx, 'exports', task, tx`rows_written = ${written}, rows_total = ${total}`),
  );
}

/**
 * Marks an export as completed and emits export.ready. Called when the file is complete.
 * @returns false when the export was deleted, or another process has taken it over
 */
export async function completeExport(db: Db, task: ExportTask, result: MadeExport): Promise<boolean> {
  const { orgId, id } = task;
  return db.tenant(orgId, async (tx) => {
    const isOurs = await changeMade(
      tx,
      'exports',
      task,
      tx`state = 'COMPLETED', finished_at = now(), expires_at = now() + ${KEPT}::interval,
        rows_written = ${result.rows}, rows_total = ${result.rows}, bytes = ${result.bytes}, sha256 = ${result.sha256},
        snapshot_id = ${result.snapshotId}, data_as_of = ${result.asOf}`,
    );
    if (isOurs) await enqueueEvent(tx, orgId, 'export.ready', await exports.find(tx, orgId, id));
    return isOurs;
  });
}

/**
 * Marks an export as failed.
 * @param reason a sentence for the member that asked for the export
 * @returns false when the export was deleted, or another process has taken it over
 */
export async function failExport(db: Db, task: ExportTask, reason: string): Promise<boolean> {
  return db.tenant(task.orgId, (tx) =>
    changeMade(
      tx,
      'exports',
      task,
      tx`state = 'FAILED', reason = ${reason}, finished_at = now(), expires_at = now() + ${KEPT}::interval`,
    ),
  );
}

/**
 * Requeues an export, to begin after a pause.
 * @param options.isCounted whether the attempt counts; false when the process only shuts down
 */
export async function requeueExport(
  db: Db,
  task: ExportTask,
  { pauseSeconds, isCounted }: { pauseSeconds: number; isCounted: boolean },
): Promise<void> {
  await db.tenant(task.orgId, (tx) =>
    changeMade(
      tx,
      'exports',
      task,
      tx`state = 'QUEUED', due_at = now() + make_interval(secs => ${pauseSeconds}),
        tries = tries - ${isCounted ? 0 : 1}, started_at = null, rows_written = 0, rows_total = null`,
    ),
  );
}

/** Deletes the expired exports of an organisation. @returns their ids; the caller removes the files */
export async function purgeExpiredExports(db: Db, orgId: OrgId): Promise<string[]> {
  const deleted = await db.tenant(
    orgId,
    (tx) => tx<{ id: string }[]>`
      delete from exports where org_id = ${orgId} and expires_at <= now() returning id`,
  );
  return deleted.map(({ id }) => id);
}
