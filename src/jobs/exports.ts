import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../base/errors.ts';
import { isConnectionError } from '../db/client.ts';
import { type ExportReport, keptBytes, NO_REPORT_FILES } from '../domain/exports/exports.ts';
import { exportsBytes, makeExportFile, removeExportFiles } from '../domain/exports/files.ts';
import { writeOrganisationData } from '../domain/exports/organisation-data.ts';
import {
  attemptsExhausted,
  beginExport,
  completeExport,
  dueExports,
  type ExportProgress,
  type ExportTask,
  expiredExports,
  failExport,
  purgeExpiredExports,
  reportProgress,
  requeueExport,
} from '../domain/exports/tasks.ts';
import type { ReportId } from '../reports/reports.ts';
import type { JobContext } from './context.ts';
import type { Job, Partition } from './runner.ts';

const PROGRESS_MS = 2_000;

const REPORT: Record<ExportReport, ReportId> = {
  BRANDS: 'reportBrands',
  QUERIES: 'reportQueries',
  MENTIONS: 'reportMentions',
};

/** Makes the exports that are due: one at a time, one of an organisation and then the next one's. */
export function makeExports(services: JobContext): Job {
  return {
    kind: 'make-exports',
    concurrency: 1,
    due: dueExports,
    work: (lane) => makeNext(services, lane),
  };
}

/** Removes exports that expired, with their files. */
export function expireExports({ db, config }: JobContext): Job {
  return {
    kind: 'expire-exports',
    concurrency: 1,
    due: expiredExports,
    async work({ orgId }) {
      for (const id of await purgeExpiredExports(db, orgId))
        await removeExportFiles(config.dataDir, { orgId, id });
    },
  };
}

async function makeNext(services: JobContext, { orgId, stopping, lost }: Partition): Promise<void> {
  const { db, config, log } = services;
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
  const progress: ExportProgress = { written: 0, total: null };
  const telling = startReporting(services, task, progress);
  try {
    const made = await make(services, task, AbortSignal.any([stopping, lost, telling.gone]), progress);
    await telling.end();
    if (lost.aborted) return;
    if (await completeExport(db, task, made)) log.info({ export: task.id, ...made }, 'made an export');
    else await removeExportFiles(config.dataDir, task);
  } catch (error) {
    await telling.end();
    if (lost.aborted || telling.gone.aborted) return;
    if (stopping.aborted || isConnectionError(error)) {
      await requeueExport(db, task, { pauseSeconds: 0, isCounted: false });
    } else if (error instanceof AppError && error.code === 'unavailable') {
      await requeueExport(db, task, { pauseSeconds: 30, isCounted: true });
    } else {
      log.error({ export: task.id, error }, 'an export failed');
      await failExport(db, task, reasonOf(error));
    }
  }
}

/** Tells the progress until `end`; `gone` when the export was deleted. */
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
        if (!isConnectionError(error)) log.error({ error }, 'the progress of an export could not be told');
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

async function make(
  { db, config, reportFiles }: JobContext,
  task: ExportTask,
  leaving: AbortSignal,
  progress: ExportProgress,
): Promise<{ rows: number; bytes: number; snapshotId: string | null; asOf: Date }> {
  const onProgress = (written: number, total: number) => Object.assign(progress, { written, total });
  const { orgId, format, report } = task;
  const ofOrganisation = config.exportsMb * 2 ** 20 - (await db.tenant(orgId, (tx) => keptBytes(tx, orgId)));
  const ofAll = config.exportsTotalMb * 2 ** 20 - (await exportsBytes(config.dataDir));
  const most = Math.max(0, Math.min(ofOrganisation, ofAll));
  const { written, bytes } = await makeExportFile(config.dataDir, task, most, async (path, isTooLarge) => {
    const signal = AbortSignal.any([leaving, isTooLarge]);
    if (report === null) {
      return { snapshotId: null, ...(await writeOrganisationData(db, orgId, { path, signal, onProgress })) };
    }
    if (reportFiles === null) throw new AppError('conflict', NO_REPORT_FILES);
    const { id, ...range } = report;
    return reportFiles.write({ report: REPORT[id], orgId, ...range, format, path, signal, onProgress });
  });
  return { ...written, bytes };
}

/** What is told to who asked for the export; the log has the rest. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || /no space left/i.test(message)) return 'The disk of the server is full.';
  if (/out of memory/i.test(message)) return 'It takes more memory than the server has for reports.';
  return 'Something went wrong on our side.';
}
