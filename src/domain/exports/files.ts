import { chmod, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf } from '../../base/durable-file.ts';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import { type Db, overAll } from '../../db/client.ts';
import { describeFile } from '../../snapshots/manifest.ts';
import type { KeptFile, KeptFiles } from '../../store/kept-files.ts';

/** How often the size of a file is checked while it is written. */
const SIZE_CHECK_MS = 100;

export type ExportFormat = components['schemas']['ExportFormat'];

export const EXTENSION: Record<ExportFormat, string> = { CSV: 'csv', NDJSON: 'ndjson', PARQUET: 'parquet' };

/** The folder of all export files; it has a folder for each organisation, with files `<id>.<extension>`. */
export function exportsFolder(dataDir: string): string {
  return join(dataDir, 'exports');
}

/** What an export's file is made for. */
export interface ExportFile {
  orgId: OrgId;
  id: string;
  format: ExportFormat;
}

/**
 * The name of an export's finished file. Its content is part of it: what a maker writes whose lease has run out is never
 * taken for the file of the maker after it.
 * @param sha256 null for a file of the version before, without a store
 */
export function exportName({ id, format }: Omit<ExportFile, 'orgId'>, sha256: string | null): string {
  return `${id}.${sha256 === null ? '' : `${sha256}.`}${EXTENSION[format]}`;
}

/**
 * Has `write` write a file under a temporary name, and renames it once it is synced to disk, and in the store where there
 * is one. Only the server's user may read the file. A failed file is removed.
 * @param maxBytes the largest size of the file
 * @param write writes the file at a path; its signal is aborted when the file is larger than maxBytes
 * @returns the result of `write`, the size in bytes, and the SHA-256
 * @throws AppError conflict for a file that is too large; the error of `write`, or of the store
 */
export async function makeExportFile<T>(
  kept: KeptFiles,
  file: ExportFile,
  maxBytes: number,
  write: (path: string, isTooLarge: AbortSignal) => Promise<T>,
): Promise<{ written: T; bytes: number; sha256: string }> {
  const { orgId, id } = file;
  const temporary = kept.path(orgId, `${exportName(file, null)}.${process.pid}.tmp`);
  await removeHere(kept, orgId, id);
  await mkdir(kept.folderOf(orgId), { recursive: true, mode: 0o700 });
  const tooLarge = new AbortController();
  const checkSize = async () => {
    // The parts of a report are in a folder beside the file until they are joined.
    for (const path of [temporary, `${temporary}.parts`])
      if ((await bytesOf(path)) > maxBytes) tooLarge.abort();
  };
  const timer = setInterval(() => void checkSize(), SIZE_CHECK_MS);
  try {
    const written = await write(temporary, tooLarge.signal);
    await chmod(temporary, 0o600);
    const handle = await open(temporary, 'r');
    const bytes = await handle
      .sync()
      .then(() => handle.stat())
      .then(({ size }) => size)
      .finally(() => handle.close());
    await checkSize();
    tooLarge.signal.throwIfAborted();
    const { sha256 } = await describeFile('', temporary);
    const name = exportName(file, sha256);
    await kept.put(orgId, { name, sha256 }, temporary);
    await rename(temporary, kept.path(orgId, name));
    return { written, bytes, sha256 };
  } catch (error) {
    await rm(temporary, { force: true });
    if (!tooLarge.signal.aborted) throw error;
    const message = `The file grew past the ${megabytes(maxBytes)} that are left for exports. Delete others, or ask for less.`;
    throw new AppError('conflict', message, { cause: error });
  } finally {
    clearInterval(timer);
  }
}

/** The sizes of the files of all organisations together, bytes: on this disk, or in the store of all servers. */
export function exportsBytes(db: Db, kept: KeptFiles): Promise<number> {
  if (!kept.isShared) return bytesOf(kept.folder);
  return overAll(db, async (tx) => {
    const [{ bytes }] = await tx<[{ bytes: number }]>`
      select coalesce(sum(bytes), 0)::float8 as bytes from exports`;
    return bytes;
  });
}

/** A size as messages show it, rounded down. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / (1 << 20))} MB`;
}

/** Removes all files of an export, also those of attempts that were killed. */
export async function removeExportFiles(
  kept: KeptFiles,
  { orgId, id }: { orgId: OrgId; id: string },
): Promise<void> {
  await removeHere(kept, orgId, id);
  await kept.removeFromStore(orgId, `${id}.`);
}

async function removeHere(kept: KeptFiles, orgId: OrgId, id: string): Promise<void> {
  for (const name of await readdir(kept.folderOf(orgId)).catch(() => []))
    if (name.startsWith(`${id}.`)) await rm(kept.path(orgId, name), { recursive: true, force: true });
}

/**
 * Removes the files of exports without a row from this server's folder: deleted or expired ones, and those of deleted
 * organisations. Copies that nobody used lately go too, where the store has the file.
 */
export async function sweepExportFiles(db: Db, kept: KeptFiles): Promise<void> {
  const found = await readdir(kept.folder, { withFileTypes: true }).catch(() => []);
  // The name of a folder is the id of its organisation.
  const folders = found.filter((entry) => entry.isDirectory()).map(({ name }) => name as OrgId);
  const organisations = await existing(db, folders);
  for (const orgId of folders) {
    const folder = kept.folderOf(orgId);
    // The files are listed before the rows are read: each file found here has a row, unless it is to be removed.
    const names = await readdir(folder).catch(() => []);
    const rows = organisations.has(orgId) ? await exportRows(db, orgId) : [];
    const ids = new Set(rows.map(({ id }) => id));
    for (const name of names) {
      if (!ids.has(idOf(name))) await rm(join(folder, name), { recursive: true, force: true });
    }
    // The empty folder of an existing organisation stays, because a file may be written there next.
    if (!organisations.has(orgId)) await rmdir(folder).catch(() => {});
    else if (kept.isShared && names.length > 0)
      await kept.orLater(async () => kept.settle(orgId, storedFiles(rows), await kept.stored(orgId)));
  }
}

/** Removes files of exports without a row from the store. @throws as ObjectStore */
export async function sweepStoredExports(db: Db, kept: KeptFiles): Promise<void> {
  const found = await kept.organisations();
  const organisations = await existing(db, found);
  for (const orgId of found) {
    const names = [...(await kept.stored(orgId)).keys()]; // before the rows, as above
    const ids = new Set(organisations.has(orgId) ? (await exportRows(db, orgId)).map(({ id }) => id) : []);
    await kept.remove(
      orgId,
      names.filter((name) => !ids.has(idOf(name))),
    );
  }
}

interface ExportRow {
  id: string;
  format: ExportFormat;
  bytes: number | null;
  sha256: string | null;
}

/** The files of exports that are in the store. */
function storedFiles(rows: readonly ExportRow[]): KeptFile[] {
  return rows.flatMap(({ sha256, bytes, ...row }) =>
    sha256 === null || bytes === null ? [] : [{ name: exportName(row, sha256), bytes, sha256 }],
  );
}

function idOf(name: string): string {
  return name.replace(/\..*$/, '');
}

/** Those of some organisations that are not deleted. */
async function existing(db: Db, ids: readonly OrgId[]): Promise<Set<OrgId>> {
  const found = await db.sql<{ id: OrgId }[]>`
    select id from organisations where id = any(${[...ids]}) and deleted_at is null`;
  return new Set(found.map(({ id }) => id));
}

function exportRows(db: Db, orgId: OrgId): Promise<ExportRow[]> {
  return db.tenant(
    orgId,
    (tx) => tx<ExportRow[]>`select id, format, bytes, sha256 from exports where org_id = ${orgId}`,
  );
}
