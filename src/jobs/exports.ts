import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportId } from '../analytics/reports.ts';
import { type Db, isConnectionError } from '../db.ts';
import { makeExportFile, removeExportFiles, sweepExportFiles } from '../domain/export-files.ts';
import {
  claimExport,
  completeExport,
  type ExportJob,
  type ExportProgress,
  failExport,
  forgetExport,
  isHopeless,
  releaseExport,
  renewExport,
} from '../domain/export-work.ts';
import { type ExportReport, NO_REPORT_FILES } from '../domain/exports.ts';
import { writeOrganisationData } from '../domain/organisation-data.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Services } from '../services.ts';

const POLL_MS = 500;
/** Well within the lease. */
const RENEW_MS = 2_000;
const SWEEP_MS = 10 * 60_000;

const REPORT: Record<ExportReport, ReportId> = {
  BRANDS: 'reportBrands',
  QUERIES: 'reportQueries',
  MENTIONS: 'reportMentions',
};

/** Makes the exports that are due, one at a time, and removes those that expired. */
export function makeExports(services: Services, log: Log): { stop(): Promise<void> } {
  const { db, config } = services;
  const stopping = new AbortController();
  const work = async () => {
    let sweptAt = Number.NEGATIVE_INFINITY;
    while (!stopping.signal.aborted) {
      try {
        if (performance.now() - sweptAt > SWEEP_MS) {
          sweptAt = performance.now();
          await sweepExportFiles(db, config.dataDir);
        }
        const job = await claimExport(db);
        if (job) {
          await lookAfter(services, job, stopping.signal, log);
          continue;
        }
      } catch (error) {
        if (!isConnectionError(error)) log.error({ error }, 'making exports failed');
      }
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const done = work();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

async function lookAfter(services: Services, job: ExportJob, stopping: AbortSignal, log: Log): Promise<void> {
  const { db, config } = services;
  if (job.isExpired) {
    await forgetExport(db, job);
    await removeExportFiles(config.dataDir, job);
    return;
  }
  if (isHopeless(job)) {
    await failExport(db, job, 'It was begun several times and never came to an end.');
    return;
  }
  if (job.report !== null && services.reports.current() === null) {
    await releaseExport(db, job, { pauseSeconds: 5, isCounted: false });
    return;
  }
  const progress: ExportProgress = { written: 0, total: null };
  const lease = keepLease(db, job, progress, log);
  try {
    const made = await make(services, job, AbortSignal.any([stopping, lease.lost]), progress);
    await lease.end();
    if (await completeExport(db, job, made)) log.info({ export: job.id, ...made }, 'made an export');
    else await removeExportFiles(config.dataDir, job);
  } catch (error) {
    await lease.end();
    if (lease.lost.aborted) return;
    if (stopping.aborted || isConnectionError(error)) {
      await releaseExport(db, job, { pauseSeconds: 0, isCounted: false });
    } else if (error instanceof AppError && error.code === 'unavailable') {
      await releaseExport(db, job, { pauseSeconds: 30, isCounted: true });
    } else {
      log.error({ export: job.id, error }, 'an export failed');
      await failExport(db, job, reasonOf(error));
    }
  }
}

/** Renews the lease and tells the progress, until `end`; `lost` when the export is no more, or another's. */
function keepLease(
  db: Db,
  job: ExportJob,
  progress: ExportProgress,
  log: Log,
): { lost: AbortSignal; end(): Promise<void> } {
  const ending = new AbortController();
  const lost = new AbortController();
  const work = async () => {
    for (;;) {
      await sleep(RENEW_MS, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      try {
        if (!(await renewExport(db, job, progress))) lost.abort();
      } catch (error) {
        if (!isConnectionError(error)) log.error({ error }, 'the lease of an export could not be renewed');
      }
    }
  };
  const done = work();
  return {
    lost: lost.signal,
    async end() {
      ending.abort();
      await done;
    },
  };
}

async function make(
  { db, config, reportFiles }: Services,
  job: ExportJob,
  signal: AbortSignal,
  progress: ExportProgress,
): Promise<{ rows: number; bytes: number; snapshotId: string | null; asOf: Date }> {
  const onProgress = (written: number, total: number) => Object.assign(progress, { written, total });
  const { written, bytes } = await makeExportFile(config.dataDir, job, async (path) => {
    const { orgId, format, report } = job;
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
