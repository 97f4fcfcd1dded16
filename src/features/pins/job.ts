import { rm } from 'node:fs/promises';
import { AppError } from '../../base/errors.ts';
import { isConnectionError } from '../../db/client.ts';
import { isStoreFailure } from '../../files/object-store.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job, Partition } from '../../server/jobs/definition.ts';
import { troubleOf } from '../../server/jobs/trouble.ts';
import { attemptsExhausted } from '../organisations/attempts.ts';
import {
  beginPin,
  completePin,
  deleteExpiredPins,
  duePins,
  expiredPins,
  failPin,
  type PinTask,
  requeuePin,
} from './making.ts';
import { makeStaging } from './pin-files.ts';
import { removeUnusedPinFiles } from './pin-rows.ts';
import { NO_PINS } from './pins.ts';

/** Makes the pins that are due, one at a time. A partition is an organisation. */
export function makePins(services: JobContext): Job {
  return {
    kind: 'make-pins',
    concurrency: 1,
    due: duePins,
    work: (partition) => makeNext(services, partition),
  };
}

/** Deletes expired pins and their files. */
export function expirePins({ db, pinFiles }: JobContext): Job {
  return {
    kind: 'expire-pins',
    concurrency: 1,
    due: expiredPins,
    async work({ orgId }) {
      await deleteExpiredPins(db, orgId);
      await removeUnusedPinFiles(db, pinFiles, orgId);
    },
  };
}

/** Makes the next pin of an organisation, or requeues it if another attempt may help. */
async function makeNext(services: JobContext, { orgId, stopping, lost }: Partition): Promise<void> {
  const { db, log } = services;
  const task = await beginPin(db, orgId);
  if (!task) return;
  if (attemptsExhausted(task))
    return failPin(db, task, 'It was begun several times and never came to an end.');
  if (services.pinWriter === null) return failPin(db, task, NO_PINS);
  if (services.reports.current() === null) return requeuePin(db, task, { pauseSeconds: 5, isCounted: false });
  if (!(await services.pinFiles.orLater(async () => services.pinFiles.check().then(() => true))))
    return requeuePin(db, task, { pauseSeconds: 10, isCounted: false });
  try {
    await make(services, task, AbortSignal.any([stopping, lost]));
  } catch (error) {
    if (lost.aborted) return;
    if (stopping.aborted || isConnectionError(error))
      return requeuePin(db, task, { pauseSeconds: 0, isCounted: false });
    if (isStoreFailure(error)) {
      log.warn({ pin: task.id, error }, 'a pin could not be stored');
      return requeuePin(db, task, { pauseSeconds: 30, isCounted: false });
    }
    if (error instanceof AppError && error.code === 'unavailable')
      return requeuePin(db, task, { pauseSeconds: 5, isCounted: true });
    log.error({ pin: task.id, error }, 'a pin failed');
    await failPin(db, task, reasonOf(error));
  }
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
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Why a pin failed, for the person who requested it; the log has the error itself. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError)
    return error.code === 'snapshot_gone'
      ? 'The snapshot was no longer kept when its turn came.'
      : error.message;
  return troubleOf(error);
}
