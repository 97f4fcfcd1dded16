import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { JobContext } from '../../server/jobs/context.ts';
import type { Job } from '../../server/jobs/definition.ts';
import {
  type Attempt,
  changeTask,
  deleteExpired,
  doNextTask,
  expiredTasks,
  type TaskTable,
} from '../queue/tasks.ts';
import { withOrganisationLock } from '../quotas/lock.ts';
import { versionsOfAnswers } from '../runs/versions/outdated.ts';
import { makeStaging, type PinFile, putFiles, storeFiles } from './pin-files.ts';
import { insertPinFiles, removeUnusedPinFiles } from './pin-rows.ts';
import { NO_PINS, storedBytes } from './pins.ts';
import { pinsTooLarge, type WrittenPin } from './writer.ts';

/** An attempt at a pin by this process. */
interface PinTask extends Attempt {
  /** null: the current snapshot. */
  snapshotId: string | null;
}

const PINS: TaskTable = {
  name: 'pins',
  columns: (tx) => tx`snapshot_id as "snapshotId"`,
  ofState: (tx) => tx``,
};

/** Makes the pins that are due, one at a time. A partition is an organisation. */
export function makePins(services: JobContext): Job {
  const { pinWriter, pinFiles, reports } = services;
  return {
    kind: 'make-pins',
    concurrency: 1,
    due: (sql) => sql`
      select org_id, '' as subject_id, count(*) as depth, min(due_at) as since
      from pins where state in ('QUEUED', 'RUNNING') and due_at <= now() group by org_id`,
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

async function make(services: JobContext, task: PinTask, signal: AbortSignal): Promise<void> {
  const { config, log, pinFiles, pinWriter } = services;
  const { orgId, id } = task;
  if (pinWriter === null) throw new AppError('conflict', NO_PINS);
  const staging = await makeStaging(pinFiles.folderOf(orgId), task);
  try {
    // What a pin shares with others is known only after writing, so it may use the whole limit.
    const maxBytes = mostBytes(config);
    const written = await pinWriter.write(orgId, task.snapshotId, { folder: staging, maxBytes, signal });
    signal.throwIfAborted();
    if (!(await completePin(services, task, written, staging))) return;
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

/** The largest total size of an organisation's pins. */
function mostBytes({ pinsMb }: JobContext['config']): number {
  return pinsMb * 2 ** 20;
}

/**
 * Puts the files of a pin in place, also in the object store if one is configured, and then lists it as READY: a READY
 * pin's files are complete.
 * @param staging the folder in which they were written
 * @returns false when the pin was deleted, or another process has taken it over
 * @throws AppError conflict beyond the limit of the organisation's pins
 */
async function completePin(
  { db, config, pinFiles }: JobContext,
  task: PinTask,
  { snapshotId, asOf, schemaVersion, files }: WrittenPin,
  staging: string,
): Promise<boolean> {
  const { orgId, id } = task;
  const maxBytes = mostBytes(config);
  const pathOf = ({ name }: PinFile) => join(staging, `${name}.parquet`);
  await storeFiles(pinFiles, orgId, files, pathOf);
  // The lock keeps others from removing a file that is not yet part of any pin.
  return withOrganisationLock(db, orgId, async (tx) => {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const isOurs = await changeTask(
      tx,
      task,
      tx`state = 'READY', snapshot_id = ${snapshotId}, schema_version = ${schemaVersion}, data_as_of = ${asOf},
        bytes = ${bytes}, extraction_versions = ${await versionsOfAnswers(tx, orgId, asOf)}`,
    );
    if (!isOurs) return false;
    await insertPinFiles(tx, orgId, id, files);
    if ((await storedBytes(tx, orgId)) > maxBytes) throw pinsTooLarge(maxBytes);
    // Another server may have removed a file again because no pin had it yet.
    await storeFiles(pinFiles, orgId, files, pathOf);
    await putFiles(pinFiles.folderOf(orgId), staging, files);
    return true;
  });
}
