import { join } from 'node:path';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Sql } from '../../db/client.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';
import { type Attempt, changeMade, nextToMake } from '../organisations/attempts.ts';
import { withOrganisationLock } from '../organisations/lock.ts';
import { versionsOfAnswers } from '../runs/versions/outdated.ts';
import { type PinFile, putFiles, storeFiles } from './pin-files.ts';
import { insertPinFiles } from './pin-rows.ts';
import { keptBytes } from './pins.ts';
import { pinsTooLarge, type WrittenPin } from './writer.ts';

/** How long a failed pin is shown. */
const FAILED_KEPT = '7 days';

/** An attempt at a pin by this process. */
export interface PinTask extends Attempt {
  /** null: the current snapshot. */
  snapshotId: string | null;
}

/** The pin job's query: organisations with a pin to make. */
export const duePins = (sql: Sql) => sql`
  select org_id, '' as subject_id, count(*) as depth, min(due_at) as since
  from pins where state in ('QUEUED', 'RUNNING') and due_at <= now() group by org_id`;

/** The expiry job's query: organisations with expired pins. */
export const expiredPins = (sql: Sql) => sql`
  select org_id, '' as subject_id, count(*) as depth, min(expires_at) as since
  from pins where expires_at <= now() group by org_id`;

/**
 * Begins the next pin of an organisation; the caller holds the lease of the organisation's pins. A RUNNING pin belonged
 * to a process that died, and is begun again.
 * @returns null when there is none to make
 */
export async function beginPin(db: Db, orgId: OrgId): Promise<PinTask | null> {
  const [begun] = await db.tenant(
    orgId,
    (tx) => tx<Omit<PinTask, 'orgId'>[]>`
      update pins set state = 'RUNNING', tries = tries + 1
      where org_id = ${orgId} and id = (${nextToMake(tx, 'pins', orgId)})
      returning id, tries, snapshot_id as "snapshotId"`,
  );
  return begun ? { orgId, ...begun } : null;
}

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
    const isOurs = await changeMade(
      tx,
      'pins',
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

/** Marks a pin as failed. @param reason a sentence for the member that asked for it */
export async function failPin(db: Db, task: PinTask, reason: string): Promise<void> {
  await db.tenant(task.orgId, (tx) =>
    changeMade(
      tx,
      'pins',
      task,
      tx`state = 'FAILED', reason = ${reason}, expires_at = least(expires_at, now() + ${FAILED_KEPT}::interval)`,
    ),
  );
}

/**
 * Requeues a pin, to begin after a pause.
 * @param options.isCounted whether the attempt counts; false when the process only shuts down
 */
export async function requeuePin(
  db: Db,
  task: PinTask,
  { pauseSeconds, isCounted }: { pauseSeconds: number; isCounted: boolean },
): Promise<void> {
  await db.tenant(task.orgId, (tx) =>
    changeMade(
      tx,
      'pins',
      task,
      tx`state = 'QUEUED', due_at = now() + make_interval(secs => ${pauseSeconds}),
        tries = tries - ${isCounted ? 0 : 1}`,
    ),
  );
}

/** Deletes the expired pins of an organisation; the caller removes their files. */
export async function deleteExpiredPins(db: Db, orgId: OrgId): Promise<void> {
  await db.tenant(orgId, (tx) => tx`delete from pins where org_id = ${orgId} and expires_at <= now()`);
}
