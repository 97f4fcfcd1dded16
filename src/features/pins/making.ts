import { join } from 'node:path';
import type { Db, Sql } from '../../db/client.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';
import { withOrganisationLock } from '../organisations/lock.ts';
import { type Attempt, changeTask, type TaskTable } from '../queue/tasks.ts';
import { versionsOfAnswers } from '../runs/versions/outdated.ts';
import { type PinFile, putFiles, storeFiles } from './pin-files.ts';
import { insertPinFiles } from './pin-rows.ts';
import { keptBytes } from './pins.ts';
import { pinsTooLarge, type WrittenPin } from './writer.ts';

/** An attempt at a pin by this process. */
export interface PinTask extends Attempt {
  /** null: the current snapshot. */
  snapshotId: string | null;
}

export const PINS: TaskTable = {
  name: 'pins',
  columns: (tx) => tx`snapshot_id as "snapshotId"`,
  ofState: (tx) => tx``,
};

/** The pin job's query: organisations with a pin to make. */
export const duePins = (sql: Sql) => sql`
  select org_id, '' as subject_id, count(*) as depth, min(due_at) as since
  from pins where state in ('QUEUED', 'RUNNING') and due_at <= now() group by org_id`;

/**
 * Puts the files of a pin in place, also in the object store if one is configured, and then lists it as READY: a READY
 * pin's files are complete.
 * @param staging the folder in which they were written
 * @param maxBytes the limit of the total size of the organisation's pins
 * @returns false when the pin was deleted, or another process has taken it over
 * @throws AppError conflict beyond that limit
 */
export async function completePin(
  db: Db,
  kept: OrganisationFiles,
  task: PinTask,
  { snapshotId, asOf, schemaVersion, files }: WrittenPin,
  staging: string,
  maxBytes: number,
): Promise<boolean> {
  const { orgId, id } = task;
  const pathOf = ({ name }: PinFile) => join(staging, `${name}.parquet`);
  await storeFiles(kept, orgId, files, pathOf);
  // The lock keeps others from removing a file that is not yet part of any pin.
  return withOrganisationLock(db, orgId, async (tx) => {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const isOurs = await changeTask(
      tx,
      PINS,
      task,
      tx`state = 'READY', snapshot_id = ${snapshotId}, schema_version = ${schemaVersion}, data_as_of = ${asOf},
        bytes = ${bytes}, extraction_versions = ${await versionsOfAnswers(tx, orgId, asOf)}`,
    );
    if (!isOurs) return false;
    await insertPinFiles(tx, orgId, id, files);
    if ((await keptBytes(tx, orgId)) > maxBytes) throw pinsTooLarge(maxBytes);
    // Another server may have removed a file again because no pin had it yet.
    await storeFiles(kept, orgId, files, pathOf);
    await putFiles(kept.folderOf(orgId), staging, files);
    return true;
  });
}
