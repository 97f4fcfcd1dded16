import type { Db, Sql, Tx } from '../../db/client.ts';
import { enqueueEvent } from '../outbox/outbox.ts';
import { type Attempt, changeTask, type TaskTable } from '../queue/tasks.ts';
import { type ExportBreakdown, findExport, type ReportKind } from './exports.ts';
import type { ExportFormat } from './files.ts';

/** How long a completed export is kept. */
const KEPT = '7 days';

/** An attempt at an export by this process. */
export interface ExportTask extends Attempt {
  format: ExportFormat;
  /** null: all data of the organisation. */
  report: {
    id: ReportKind;
    brand: string | null;
    /** YYYY-MM-DD, as `end`. */
    start: string;
    end: string;
    breakdown: ExportBreakdown | null;
  } | null;
}

export const EXPORTS: TaskTable = {
  name: 'exports',
  columns: (
    tx,
  ) => tx`format, case when report is not null then jsonb_build_object('id', report, 'brand', brand_id,
    'start', start_date, 'end', end_date, 'breakdown', breakdown) end as report`,
  ofState(tx, state) {
    if (state === 'FAILED') return tx`, finished_at = now()`;
    return tx`, started_at = ${state === 'RUNNING' ? tx`now()` : null}, rows_written = 0, rows_total = null`;
  },
};

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

/** Stores the progress of an export. @returns false when it was deleted, or another process has taken it over */
export async function reportProgress(
  db: Db,
  task: ExportTask,
  { written, total }: ExportProgress,
): Promise<boolean> {
  return db.tenant(task.orgId, (tx) =>
    changeTask(tx, EXPORTS, task, tx`rows_written = ${written}, rows_total = ${total}`),
  );
}

/**
 * Marks an export as completed and emits export.ready. Called when the file is complete.
 * @returns false when the export was deleted, or another process has taken it over
 */
export async function completeExport(db: Db, task: ExportTask, result: MadeExport): Promise<boolean> {
  const { orgId, id } = task;
  return db.tenant(orgId, async (tx: Tx) => {
    const isOurs = await changeTask(
      tx,
      EXPORTS,
      task,
      tx`state = 'COMPLETED', finished_at = now(), expires_at = now() + ${KEPT}::interval,
        rows_written = ${result.rows}, rows_total = ${result.rows}, bytes = ${result.bytes}, sha256 = ${result.sha256},
        snapshot_id = ${result.snapshotId}, data_as_of = ${result.asOf}`,
    );
    if (isOurs) await enqueueEvent(tx, orgId, 'export.ready', await findExport(tx, orgId, id));
    return isOurs;
  });
}
