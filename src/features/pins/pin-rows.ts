import { bytesOf } from '../../base/durable-file.ts';
import type { OrgId } from '../../base/ids.ts';
import { type Db, overAll, type Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';
import { contentFile, type PinFile, servingFileOf } from './pin-files.ts';
import { servingKey } from './serving.ts';

/** The columns of a PinFile, from pin_files f, as JSON. */
export const fileJson = (tx: Tx) => tx`json_build_object(
  'name', f.name, 'sha256', f.sha256, 'bytes', f.bytes, 'rows', f.rows, 'firstDay', f.first_day)`;

/** Records the files of a pin. */
export async function insertPinFiles(
  tx: Tx,
  orgId: OrgId,
  pinId: string,
  files: readonly PinFile[],
): Promise<void> {
  await tx`insert into pin_files (org_id, pin_id, name, sha256, bytes, rows, first_day)
    select o.id, ${pinId}, f.name, f.sha256, f.bytes, f.rows, f."firstDay"::date
    from organisations o
    cross join ${rows(tx, 'f(name text, sha256 text, bytes bigint, rows bigint, "firstDay" text)', [...files])}
    where o.id = ${orgId}`;
}

/**
 * Removes the files of an organisation that none of its pins needs, here and from the store; for a deleted
 * organisation, all of them. Files that only this server has are copied to the store; local copies of stored files that
 * were not used lately are removed.
 */
export async function removeUnusedPinFiles(db: Db, pinFiles: OrganisationFiles, orgId: OrgId): Promise<void> {
  // Listed before the organisation is locked, so that an unreachable store does not block others.
  const listed = await pinFiles.list(orgId);
  const files = await db.tenant(orgId, async (tx) => {
    // The lock keeps a pin from being completed meanwhile with a file that is found unused here.
    const locked = await tx`select from organisations where id = ${orgId} and deleted_at is null for update`;
    if (locked.length === 0) return null;
    const pins = await tx<{ files: PinFile[] }[]>`
      select json_agg(${fileJson(tx)}) as files from pin_files f where f.org_id = ${orgId} group by f.pin_id`;
    const needed = new Map(
      pins.flatMap(({ files }) => files.map(contentFile)).map((file) => [file.name, file]),
    );
    const keys = new Set(pins.map(({ files }) => servingKey(orgId, files)));
    await pinFiles.clean(
      orgId,
      listed,
      (name) => needed.has(name) || keys.has(servingFileOf(name)?.key ?? '') || name.endsWith('.tmp'),
    );
    return [...needed.values()];
  });
  if (files === null) await pinFiles.removeAll(orgId);
  else await pinFiles.settle(orgId, files, listed);
}

/** Removes files that no pin of these organisations needs: of deleted and expired pins, of attempts that ended. */
export async function sweepPins(
  db: Db,
  pinFiles: OrganisationFiles,
  orgIds: readonly OrgId[],
): Promise<void> {
  for (const orgId of orgIds) await removeUnusedPinFiles(db, pinFiles, orgId);
}

/** The total size of all organisations' pins, bytes: on this disk, or in the store that servers share. */
export function pinsBytes(db: Db, pinFiles: OrganisationFiles): Promise<number> {
  if (!pinFiles.isShared) return bytesOf(pinFiles.folder);
  return overAll(db, async (tx) => {
    const [{ bytes }] = await tx<[{ bytes: number }]>`
      select coalesce(sum(bytes), 0)::float8 as bytes
      from (select distinct org_id, sha256, bytes from pin_files) stored`;
    return bytes;
  });
}
