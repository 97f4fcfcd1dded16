import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import {
  organisationsWithPins,
  type PinFile,
  pinFolder,
  removePinFolder,
  removeUnused,
} from '../../pins/files.ts';
import { servingKey } from '../../pins/serving.ts';

/** The columns of a PinFile, from pin_files f, as JSON. */
export const fileJson = (tx: Tx) => tx`json_build_object(
  'name', f.name, 'sha256', f.sha256, 'bytes', f.bytes, 'rows', f.rows, 'firstDay', f.first_day)`;

/** Writes down the files of a pin. */
export async function insertPinFiles(
  tx: Tx,
  orgId: OrgId,
  pinId: string,
  files: readonly PinFile[],
): Promise<void> {
  await tx`insert into pin_files (org_id, pin_id, name, sha256, bytes, rows, first_day)
    select o.id, ${pinId}, f.name, f.sha256, f.bytes, f.rows, f."firstDay"::date
    from organisations o
    cross join ${rows(tx, [...files])} as f(name text, sha256 text, bytes bigint, rows bigint, "firstDay" text)
    where o.id = ${orgId}`;
}

/** Removes the files of an organisation that none of its pins needs; all of them where it is deleted. */
export async function removeUnusedPinFiles(db: Db, dataDir: string, orgId: OrgId): Promise<void> {
  await db.tenant(orgId, async (tx) => {
    // Locked, so that no pin is completed meanwhile by a file that is found unused here.
    const locked = await tx`select from organisations where id = ${orgId} and deleted_at is null for update`;
    if (locked.length === 0) return removePinFolder(dataDir, orgId);
    const pins = await tx<{ files: PinFile[] }[]>`
      select json_agg(${fileJson(tx)}) as files from pin_files f where f.org_id = ${orgId} group by f.pin_id`;
    const contents = new Set(pins.flatMap(({ files }) => files.map(({ sha256 }) => sha256)));
    const keys = new Set(pins.map(({ files }) => servingKey(orgId, files)));
    await removeUnused(pinFolder(dataDir, orgId), contents, keys);
  });
}

/** Removes all files that no pin needs: of deleted and expired pins, of deleted organisations, of attempts that ended. */
export async function sweepPinFiles(db: Db, dataDir: string): Promise<void> {
  for (const orgId of await organisationsWithPins(dataDir)) await removeUnusedPinFiles(db, dataDir, orgId);
}
