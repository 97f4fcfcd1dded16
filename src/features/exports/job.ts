import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import { isConnectionError } from '../../db/client.ts';
import { isStoreFailure } from '../../files/object-store.ts';
import { breakdownOf, type ReportBody } from '../../reports/breakdown/request.ts';
import { csvStyleOf } from '../../reports/flat.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job, Partition } from '../../server/jobs/definition.ts';
import { troubleOf } from '../../server/jobs/trouble.ts';
import { attemptsExhausted } from '../organisations/attempts.ts';
import { EXPORTED_REPORT, keptBytes, NO_REPORT_FILES } from './exports.ts';
import { exportName, exportsBytes, makeExportFile, removeExportFiles } from './files.ts';
import { writeOrganisationData } from './organisation-data.ts';
import {
  beginExport,
  completeExport,
  dueExports,
  type ExportProgress,
  type ExportTask,
  expiredExports,
  failExport,
  type MadeExport,
  purgeExpiredExports,
  reportProgress,
  requeueExport,
} from './tasks.ts';

/** How often the progress of an export is written. */
const PROGRESS_MS = 2_000;

/**
 * Makes the exports that are due, one at a time. A partition is an organisation: each gets one export made before any
 * gets a second one.
 */
export function makeExports(services: JobContext): Job {
  return {
    kind: 'make-exports',
    concurrency: 1,
    due: dueExports,
    work: (partition) => makeNext(services, partition),
  };
}

/** Deletes expired exports and their files. */
export function expireExports({ db, exportFiles }: JobContext): Job {
  return {
    kind: 'expire-exports',
    concurrency: 1,
    due: expiredExports,
    async work({ orgId }) {
      for (const id of await purgeExpiredExports(db, orgId))
        await removeExportFiles(exportFiles, { orgId, id });
    },
  };
}

/** Makes the next export of an organisation, or requeues it if another attempt may help. */
async function makeNext(services: JobContext, { orgId, stopping, lost }: Partition): Promise<void> {
  const { db, exportFiles, log } = services;
  const task = await beginExport(db, orgId);
  if (!task) return;
  if (attemptsExhausted(task)) {
    await failExport(db, task, 'It was begun several times and never came to an end.');
    return;
  }
  if (task.report !== null && services.reports.current() === null) {
    await requeueExport(db, task, { pauseSeconds: 5, isCounted: false });
    return;
  }
  if (!(await exportFiles.orLater(async () => exportFiles.check().then(() => true)))) {
    await requeueExport(db, task, { pauseSeconds: 10, isCounted: false });
    return;
  }
  const progress: ExportProgress = { written: 0, total: null };
  const reporting = startReporting(services, task, progress);
  try {
    const made = await writeExport(
      services,
      task,
      AbortSignal.any([stopping, lost, reporting.gone]),
      progress,
    );
    await reporting.end();
    if (lost.aborted) return;
    if (await completeExport(db, task, made)) log.info({ export: task.id, ...made }, 'made an export');
    // Only the file of this attempt: another maker's file has another name.
    else await exportFiles.orLater(() => exportFiles.remove(orgId, [exportName(task, made.sha256)]));
  } catch (error) {
    await reporting.end();
    if (lost.aborted || reporting.gone.aborted) return;
    if (stopping.aborted || isConnectionError(error)) {
      await requeueExport(db, task, { pauseSeconds: 0, isCounted: false });
    } else if (isStoreFailure(error)) {
      log.warn({ export: task.id, error }, 'an export could not be stored');
      await requeueExport(db, task, { pauseSeconds: 30, isCounted: false });
    } else if (error instanceof AppError && error.code === 'unavailable') {
      await requeueExport(db, task, { pauseSeconds: 30, isCounted: true });
    } else {
      log.error({ export: task.id, error }, 'an export failed');
      await failExport(db, task, reasonOf(error));
    }
  }
}

/** Writes the progress of an export every PROGRESS_MS until `end`; `gone` is aborted when the export was deleted. */
function startReporting(
  { db, log }: JobContext,
  task: ExportTask,
  progress: ExportProgress,
): { gone: AbortSignal; end(): Promise<void> } {
  const ending = new AbortController();
  const gone = new AbortController();
  const work = async () => {
    for (;;) {
      await sleep(PROGRESS_MS, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      try {
        if (!(await reportProgress(db, task, progress))) gone.abort();
      } catch (error) {
        if (!isConnectionError(error)) log.error({ error }, 'the progress of an export could not be written');
      }
    }
  };
  const done = work();
  return {
    gone: gone.signal,
    async end() {
      ending.abort();
      await done;
    },
  };
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
): Promise<MadeExport> {
  const onProgress = (written: number, total: number) => Object.assign(progress, { written, total });
  const { orgId, format, report } = task;
  const leftOfOrganisation =
    config.exportsMb * 2 ** 20 - (await db.tenant(orgId, (tx) => keptBytes(tx, orgId)));
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
      const { id, breakdown: asked, ...range } = report;
      const csv = csvStyleOf(asked?.csv ?? {}, { isCsv: format === 'CSV' });
      const call = { report: EXPORTED_REPORT[id], orgId, ...range };
      // The breakdown was validated for its report when it was sent.
      const breakdown = breakdownOf(call.report, (asked ?? {}) as ReportBody, range);
      return reportFiles.write({ ...call, breakdown, format, csv, path, signal, onProgress });
    },
  );
  return { ...written, ...file };
}

/** Why an export failed, for the person who requested it; the log has the error itself. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return troubleOf(error);
}
