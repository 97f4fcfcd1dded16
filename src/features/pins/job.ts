import { rm } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import { deleteExpired, doNextTask, expiredTasks } from '../queue/tasks.ts';
import { completePin, duePins, PINS, type PinTask } from './making.ts';
import { makeStaging } from './pin-files.ts';
import { removeUnusedPinFiles } from './pin-rows.ts';
import { NO_PINS } from './pins.ts';

/** Makes the pins that are due, one at a time. A partition is an organisation. */
export function makePins(services: JobContext): Job {
  const { pinWriter, pinFiles, reports } = services;
  return {
    kind: 'make-pins',
    concurrency: 1,
    due: duePins,
    work: (partition) =>
      doNextTask<PinTask>(services, partition, {
        table: PINS,
        files: pinFiles,
        // Without a writer no data ever comes: it fails.
        hasData: () => pinWriter === null || reports.current() !== null,
        make: (task, ending) => make(services, task, ending),
      }),
  };
}

/** Deletes expired pins and their files. */
export function expirePins({ db, pinFiles }: JobContext): Job {
  return {
    kind: 'expire-pins',
    concurrency: 1,
    due: (sql) => expiredTasks(sql, PINS),
    async work({ orgId }) {
      await deleteExpired(db, PINS, orgId);
      await removeUnusedPinFiles(db, pinFiles, orgId);
    },
  };
}

async function make(
  { db, config, log, pinFiles, pinWriter }: JobContext,
  task: PinTask,
  signal: AbortSignal,
): Promise<void> {
  const { orgId, id } = task;
  if (pinWriter === null) throw new AppError('conflict', NO_PINS);
  const staging = await makeStaging(pinFiles.folderOf(orgId), task);
  try {
    // What a pin shares with others is known only after writing, so it may use the whole limit.
    const maxBytes = config.pinsMb * 2 ** 20;
    const written = await pinWriter.write(orgId, task.snapshotId, { folder: staging, maxBytes, signal });
    signal.throwIfAborted();
    if (!(await completePin(db, pinFiles, task, written, staging, maxBytes))) return;
    const { snapshotId, files } = written;
    log.info({ pin: id, snapshotId, files: files.length }, 'made a pin');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'snapshot_gone') throw error;
    throw new AppError('snapshot_gone', 'The snapshot was no longer kept when its turn came.', {
      cause: error,
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
