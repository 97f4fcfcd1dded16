import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, type OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';
import { withOrganisationLock } from '../organisations/lock.ts';
import { keptFile, makeStaging, type PinFile, putFiles, storeFiles } from './pin-files.ts';
import { fileJson, insertPinFiles, removeUnusedPinFiles } from './pin-rows.ts';
import type { PinWriter } from './writer.ts';

/** A pin file with rows past their retention, and what remains of it. */
interface Trimmed {
  before: PinFile;
  /** null: no rows remain. */
  after: PinFile | null;
}

/**
 * Removes rows from an organisation's pins that are older than the oldest answer in the database, so that pins do not
 * bring back answers removed there, by retention or otherwise. A pin that had such rows is marked as touched.
 * @returns how many pins were touched
 */
export async function trimPins(
  db: Db,
  kept: OrganisationFiles,
  writer: PinWriter,
  orgId: OrgId,
  signal: AbortSignal,
): Promise<number> {
  const { oldest, files } = await db.tenant(orgId, (tx) => outdated(tx, orgId));
  if (files.length === 0) return 0;
  const folder = kept.folderOf(orgId);
  const staging = await makeStaging(folder, { id: newId(), tries: 1 });
  try {
    const trimmed: Trimmed[] = [];
    for (const before of files) {
      // A file of an earlier month has only older rows. If several pins share a content, it has the same name in each.
      const isOver = oldest === null || before.name.slice(-7) < oldest.slice(0, 7);
      const into = join(staging, before.sha256);
      if (!isOver) await mkdir(into);
      const path = isOver ? '' : await kept.fetch(orgId, keptFile(before));
      trimmed.push({
        before,
        after: isOver ? null : await writer.trim(orgId, path, before, oldest, { folder: into, signal }),
      });
    }
    const remaining = new Map(
      trimmed.flatMap(({ before, after }) => (after ? [[after, before.sha256]] : [])),
    );
    const store = () =>
      storeFiles(kept, orgId, [...remaining.keys()], (after) =>
        join(staging, remaining.get(after) as string, `${after.name}.parquet`),
      );
    await store();
    const touched = await withOrganisationLock(db, orgId, async (tx) => {
      await store(); // again, for the reason in completePin()
      for (const { before, after } of trimmed)
        if (after) await putFiles(folder, join(staging, before.sha256), [after]);
      return replaceFiles(tx, orgId, trimmed);
    });
    await removeUnusedPinFiles(db, kept, orgId);
    return touched;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
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

/** Replaces files in all pins that have them. @returns the number of pins */
async function replaceFiles(tx: Tx, orgId: OrgId, trimmed: readonly Trimmed[]): Promise<number> {
  const touched = new Set<string>();
  for (const { before, after } of trimmed) {
    const pins = await tx<{ id: string }[]>`
      delete from pin_files where org_id = ${orgId} and sha256 = ${before.sha256} returning pin_id as id`;
    for (const { id } of pins) {
      touched.add(id);
      if (after) await insertPinFiles(tx, orgId, id, [after]);
    }
  }
  await tx`update pins p set touched_at = now(), bytes = (
      select coalesce(sum(f.bytes), 0) from pin_files f where f.org_id = ${orgId} and f.pin_id = p.id)
    where p.org_id = ${orgId} and p.id = any(${[...touched]}::text[])`;
  return touched.size;
}
