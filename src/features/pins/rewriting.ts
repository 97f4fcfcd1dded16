import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, type OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';
import { withOrganisationLock } from '../quotas/lock.ts';
import { makeStaging, type PinFile, putFiles, storeFiles } from './pin-files.ts';
import { insertPinFiles, removeUnusedPinFiles } from './pin-rows.ts';

/** A pin file, and what takes its place. */
interface Rewritten {
  before: PinFile;
  /** null: no rows remain. */
  after: PinFile | null;
}

/**
 * Replaces files in all pins of an organisation that have them, each content once, and removes the files from before.
 * @param rewrite writes the replacement of a file into a folder, which is created; null: no rows remain; the same one:
 *   it stays
 * @param note called in the transaction that replaces them, with the pins that had some
 * @returns how many pins had some
 */
export async function rewritePinFiles(
  db: Db,
  pinFiles: OrganisationFiles,
  orgId: OrgId,
  files: readonly PinFile[],
  rewrite: (before: PinFile, folder: string) => Promise<PinFile | null>,
  note: (tx: Tx, pinIds: string[]) => Promise<unknown>,
): Promise<number> {
  const folder = pinFiles.folderOf(orgId);
  const staging = await makeStaging(folder, { id: newId(), tries: 1 });
  try {
    const rewritten: Rewritten[] = [];
    for (const before of files) {
      const into = join(staging, before.sha256);
      await mkdir(into);
      const after = await rewrite(before, into);
      if (after !== before) rewritten.push({ before, after });
    }
    const remaining = new Map(
      rewritten.flatMap(({ before, after }) => (after ? [[after, before.sha256]] : [])),
    );
    const store = () =>
      storeFiles(pinFiles, orgId, [...remaining.keys()], (after) =>
        join(staging, remaining.get(after) as string, `${after.name}.parquet`),
      );
    await store();
    const touched = await withOrganisationLock(db, orgId, async (tx) => {
      await store(); // again, for the reason in completePin()
      for (const { before, after } of rewritten)
        if (after) await putFiles(folder, join(staging, before.sha256), [after]);
      const pinIds = await replaceFiles(tx, orgId, rewritten);
      await note(tx, pinIds);
      return pinIds.length;
    });
    await removeUnusedPinFiles(db, pinFiles, orgId);
    return touched;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Replaces files in all pins that have them. @returns the pins */
async function replaceFiles(tx: Tx, orgId: OrgId, rewritten: readonly Rewritten[]): Promise<string[]> {
  const touched = new Set<string>();
  for (const { before, after } of rewritten) {
    const pins = await tx<{ id: string }[]>`
      delete from pin_files where org_id = ${orgId} and sha256 = ${before.sha256} returning pin_id as id`;
    for (const { id } of pins) {
      touched.add(id);
      if (after) await insertPinFiles(tx, orgId, id, [after]);
    }
  }
  await tx`update pins p set bytes = (
      select coalesce(sum(f.bytes), 0) from pin_files f where f.org_id = ${orgId} and f.pin_id = p.id)
    where p.org_id = ${orgId} and p.id = any(${[...touched]}::text[])`;
  return [...touched];
}
