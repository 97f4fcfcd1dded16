import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';
import { TEXTS } from '../../snapshots/tables.ts';
import { contentFile, type PinFile } from './pin-files.ts';
import { fileJson } from './pin-rows.ts';
import { rewritePinFiles } from './rewriting.ts';
import type { PinWriter } from './writer.ts';

/**
 * Removes the texts of forgotten answers from an organisation's pins, so that no pin brings them back. Its numbers stay
 * the same, so it is not marked as touched.
 * @returns how many pins had some
 * @throws the first error of a file, after all others were done: a damaged pin keeps no other waiting
 */
export async function forgetPinnedTexts(
  db: Db,
  pinFiles: OrganisationFiles,
  writer: PinWriter,
  orgId: OrgId,
  signal: AbortSignal,
): Promise<number> {
  const { day, pinIds, files } = await db.tenant(orgId, (tx) => withTexts(tx, orgId));
  if (day === null || pinIds.length === 0) return 0;
  const failed = new Map<string, unknown>();
  const note = (tx: Tx) => tx`update pins p set texts_before = ${day}::text::date
    where p.org_id = ${orgId} and p.id = any(${pinIds}::text[])
      and not exists (select from pin_files f where f.org_id = ${orgId} and f.pin_id = p.id
                        and f.sha256 = any(${[...failed.keys()]}::text[]))`;
  const rewrite = async (before: PinFile, folder: string) => {
    try {
      const path = await pinFiles.fetch(orgId, contentFile(before));
      return await writer.withoutTexts(orgId, path, before, day, { folder, signal });
    } catch (error) {
      if (signal.aborted) throw error;
      failed.set(before.sha256, error);
      return before;
    }
  };
  if (files.length === 0) await db.tenant(orgId, note);
  const touched = files.length > 0 ? await rewritePinFiles(db, pinFiles, orgId, files, rewrite, note) : 0;
  for (const error of failed.values()) throw error;
  return touched;
}

/**
 * The day before which all texts were forgotten, the pins that were made before that or were last gone through for an
 * earlier day, and their files with rows in between, each content once.
 */
async function withTexts(
  tx: Tx,
  orgId: OrgId,
): Promise<{ day: string | null; pinIds: string[]; files: PinFile[] }> {
  const [forgotten] = await tx<{ day: string | null }[]>`
    select to_char(forgotten_before at time zone 'UTC', 'YYYY-MM-DD') as day from answer_retentions
    where org_id = ${orgId}`;
  const day = forgotten?.day ?? null;
  if (day === null) return { day, pinIds: [], files: [] };
  const pins = await tx<{ id: string }[]>`
    select id from pins
    where org_id = ${orgId} and state = 'READY' and coalesce(texts_before, '-infinity') < ${day}::text::date`;
  const tables = Object.keys(TEXTS).map((table) => `${table}-%`);
  const found = await tx<{ file: PinFile }[]>`
    select distinct on (f.sha256) ${fileJson(tx)} as file
    from pin_files f join pins p on p.org_id = f.org_id and p.id = f.pin_id
    where f.org_id = ${orgId} and p.id = any(${pins.map(({ id }) => id)}::text[]) and f.name like any(${tables}::text[])
      and f.first_day < ${day}::text::date
      and (p.texts_before is null or right(f.name, 7) >= to_char(p.texts_before, 'YYYY-MM'))
    order by f.sha256`;
  return { day, pinIds: pins.map(({ id }) => id), files: found.map(({ file }) => file) };
}
