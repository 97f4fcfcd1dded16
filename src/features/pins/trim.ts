import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';
import { contentFile, type PinFile } from './pin-files.ts';
import { fileJson } from './pin-rows.ts';
import { rewritePinFiles } from './rewriting.ts';
import type { PinWriter } from './writer.ts';

/**
 * Removes rows from an organisation's pins that are older than the oldest answer in the database, so that pins do not
 * bring back answers removed there, by retention or otherwise. A pin that had such rows is marked as touched.
 * @returns how many pins were touched
 */
export async function trimPins(
  db: Db,
  pinFiles: OrganisationFiles,
  writer: PinWriter,
  orgId: OrgId,
  signal: AbortSignal,
): Promise<number> {
  const { oldest, files } = await db.tenant(orgId, (tx) => outdated(tx, orgId));
  if (files.length === 0) return 0;
  const rewrite = async (before: PinFile, folder: string) => {
    // A file of an earlier month has only older rows. If several pins share a content, it has the same name in each.
    if (oldest === null || before.name.slice(-7) < oldest.slice(0, 7)) return null;
    const path = await pinFiles.fetch(orgId, contentFile(before));
    return writer.trim(orgId, path, before, oldest, { folder, signal });
  };
  return rewritePinFiles(
    db,
    pinFiles,
    orgId,
    files,
    rewrite,
    (tx, ids) => tx`update pins set touched_at = now() where org_id = ${orgId} and id = any(${ids}::text[])`,
  );
}

/** The day of the oldest answer, and the pin files with rows of earlier days, each content once. */
async function outdated(tx: Tx, orgId: OrgId): Promise<{ oldest: string | null; files: PinFile[] }> {
  const [first] = await tx<{ day: string }[]>`
    select to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD') as day from runs
    where org_id = ${orgId} and state = 'COMPLETED' order by executed_at, id limit 1`;
  const oldest = first?.day ?? null;
  const found = await tx<{ file: PinFile }[]>`
    select distinct on (f.sha256) ${fileJson(tx)} as file from pin_files f
    where f.org_id = ${orgId} and f.first_day < coalesce(${oldest}::text::date, 'infinity') order by f.sha256`;
  return { oldest, files: found.map(({ file }) => file) };
}
