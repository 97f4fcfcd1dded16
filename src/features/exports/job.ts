import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import { type Db, isConnectionError, type Sql } from '../../db/client.ts';
import { breakdownOf, type ReportBody } from '../../reports/breakdown/request.ts';
import { csvStyleOf } from '../../reports/flat.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { enqueueEvent } from '../outbox/outbox.ts';
import {
  type Attempt,
  changeTask,
  deleteExpired,
  doNextTask,
  expiredTasks,
  type TaskTable,
} from '../queue/tasks.ts';
import {
  EXPORTED_REPORT,
  type ExportBreakdown,
  exports,
  NO_REPORT_FILES,
  type ReportKind,
  storedBytes,
} from './exports.ts';
import { type ExportFormat, exportName, exportsBytes, makeExportFile, removeExportFiles } from './files.ts';
import { writeOrganisationData } from './organisation-data.ts';

/** How often the progress of an export is written. */
const PROGRESS_MS = 2_000;

/** How long a completed export stays. */
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

interface ExportProgress {
  /** Rows. */
  written: number;
  /** Rows of the finished file; null: not yet known. */
  total: number | null;
}

/** The result of making an export. */
interface WrittenExport {
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

/**
 * Writes the exports that are due, one at a time. A partition is an organisation: each gets one export before any
 * gets a second one.
 */
export function makeExports(services: JobContext): Job {
  return {
    kind: 'make-exports',
    concurrency: 1,
    due: dueExports,
    work: (partition) =>
      doNextTask<ExportTask>(services, partition, {
        table: EXPORTS,
        files: services.exportFiles,
        hasData: ({ report }) => report === null || services.reports.current() !== null,
        make: (task, ending) => make(services, task, ending),
      }),
  };
}

/** Deletes expired exports and their files. */
export function expireExports({ db, exportFiles }: JobContext): Job {
  return {
    kind: 'expire-exports',
    concurrency: 1,
    due: (sql) => expiredTasks(sql, EXPORTS),
    async work({ orgId }) {
      for (const id of await deleteExpired(db, EXPORTS, orgId))
        await removeExportFiles(exportFiles, { orgId, id });
    },
  };
}

async function make(services: JobContext, task: ExportTask, ending: AbortSignal): Promise<void> {
  const { db, exportFiles, log } = services;
  const progress: ExportProgress = { written: 0, total: null };
  const [ended, gone] = [new AbortController(), new AbortController()];
  const reporting = reportUntil(ended.signal, services, task, progress, gone);
  try {
    const written = await writeExport(services, task, AbortSignal.any([ending, gone.signal]), progress);
    if (await completeExport(db, task, written)) log.info({ export: task.id, ...written }, 'made an export');
    // Only the file of this attempt: another maker's file has another name.
    else await exportFiles.orLater(() => exportFiles.remove(task.orgId, [exportName(task, written.sha256)]));
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    ended.abort();
    await reporting;
  }
}

/** Writes the progress of an export every PROGRESS_MS. @param gone is aborted when the export was deleted */
async function reportUntil(
  ended: AbortSignal,
  { db, log }: JobContext,
  task: ExportTask,
  progress: ExportProgress,
  gone: AbortController,
): Promise<void> {
  for (;;) {
    await sleep(PROGRESS_MS, undefined, { signal: ended }).catch(() => {});
    if (ended.aborted) return;
    try {
      if (!(await reportProgress(db, task, progress))) gone.abort();
    } catch (error) {
      if (!isConnectionError(error)) log.error({ error }, 'the progress of an export could not be written');
    }
  }
}

/**
 * Writes the file of an export, up to the remaining space of the organisation and the server for exports.
 * @param ending ends it early
 * @param progress is updated as rows are written
 */
async function writeExport(
  { db, config, exportFiles, reportFiles }: JobContext,
  task: ExportTask,
  ending: AbortSignal,
  progress: ExportProgress,
): Promise<WrittenExport> {
  const onProgress = (written: number, total: number) => Object.assign(progress, { written, total });
  const { orgId, format, report } = task;
  const leftOfOrganisation =
    config.exportsMb * 2 ** 20 - (await db.tenant(orgId, (tx) => storedBytes(tx, orgId)));
  const leftOfAll = config.exportsTotalMb * 2 ** 20 - (await exportsBytes(db, exportFiles));
  const mostBytes = Math.max(0, Math.min(leftOfOrganisation, leftOfAll));
  const { written, ...file } = await makeExportFile(
    exportFiles,
    task,
    mostBytes,
    async (path, isTooLarge) => {
      const signal = AbortSignal.any([ending, isTooLarge]);
      if (report === null) {
        return {
          snapshotId: null,
          ...(await writeOrganisationData(db, orgId, { path, signal, onProgress })),
        };
      }
      if (reportFiles === null) throw new AppError('conflict', NO_REPORT_FILES);
      const { id, breakdown: breakdownParameters, ...range } = report;
      const csv = csvStyleOf(breakdownParameters?.csv ?? {}, { isCsv: format === 'CSV' });
      const call = { report: EXPORTED_REPORT[id], orgId, ...range };
      // The breakdown was validated for its report when it was sent.
      const breakdown = breakdownOf(call.report, (breakdownParameters ?? {}) as ReportBody, range);
      return reportFiles.write({ ...call, breakdown, format, csv, path, signal, onProgress });
    },
  );
  return { ...written, ...file };
}

/** Stores the progress of an export. @returns false when it was deleted, or another process has taken it over */
export async function reportProgress(
  db: Db,
  task: ExportTask,
  { written, total }: ExportProgress,
): Promise<boolean> {
  return db.tenant(task.orgId, (tx) =>
    changeTask(tx, task, tx`rows_written = ${written}, rows_total = ${total}`),
  );
}

/**
 * Marks an export as completed and emits export.ready. Called when the file is complete.
 * @returns false when the export was deleted, or another process has taken it over
 */
export async function completeExport(db: Db, task: ExportTask, result: WrittenExport): Promise<boolean> {
  const { orgId, id } = task;
  return db.tenant(orgId, async (tx) => {
    const isOurs = await changeTask(
      tx,
      task,
      tx`state = 'COMPLETED', finished_at = now(), expires_at = now() + ${KEPT}::interval,
        rows_written = ${result.rows}, rows_total = ${result.rows}, bytes = ${result.bytes}, sha256 = ${result.sha256},
        snapshot_id = ${result.snapshotId}, data_as_of = ${result.asOf}`,
    );
    if (isOurs) await enqueueEvent(tx, orgId, 'export.ready', await exports.find(tx, orgId, id));
    return isOurs;
  });
}
