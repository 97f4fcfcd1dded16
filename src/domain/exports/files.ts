import { chmod, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf } from '../../base/durable-file.ts';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';

/** How often the size of a file is checked while it is written. */
const SIZE_CHECK_MS = 100;

export type ExportFormat = components['schemas']['ExportFormat'];

export const EXTENSION: Record<ExportFormat, string> = { CSV: 'csv', NDJSON: 'ndjson', PARQUET: 'parquet' };

/** The folder of all export files; it has a folder for each organisation, with files `<id>.<extension>`. */
export function exportsFolder(dataDir: string): string {
  return join(dataDir, 'exports');
}

/** What the path of an export's file is made of. */
export interface ExportFile {
  orgId: OrgId;
  id: string;
  format: ExportFormat;
}

/** The path of an export's finished file. */
export function exportPath(dataDir: string, { orgId, id, format }: ExportFile): string {
  return join(exportsFolder(dataDir), orgId, `${id}.${EXTENSION[format]}`);
}

/**
 * Has `write` write a file under a temporary name, and renames it once it is synced to disk. Only the server's user may
 * read the file. A failed file is removed.
 * @param maxBytes the largest size of the file
 * @param write writes the file at a path; its signal is aborted when the file is larger than maxBytes
 * @returns the result of `write`, and the size in bytes
 * @throws AppError conflict for a file that is too large; the error of `write`
 */
export async function makeExportFile<T>(
  dataDir: string,
  file: ExportFile,
  maxBytes: number,
  write: (path: string, isTooLarge: AbortSignal) => Promise<T>,
): Promise<{ written: T; bytes: number }> {
  const path = exportPath(dataDir, file);
  const temporary = `${path}.${process.pid}.tmp`;
  await removeExportFiles(dataDir, file);
  await mkdir(join(exportsFolder(dataDir), file.orgId), { recursive: true, mode: 0o700 });
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
    await rename(temporary, path);
    return { written, bytes };
  } catch (error) {
    await rm(temporary, { force: true });
    if (!tooLarge.signal.aborted) throw error;
    const message = `The file grew past the ${megabytes(maxBytes)} that are left for exports. Delete others, or ask for less.`;
    throw new AppError('conflict', message, { cause: error });
  } finally {
    clearInterval(timer);
  }
}

/** The sizes of the files of all organisations together, bytes. */
export function exportsBytes(dataDir: string): Promise<number> {
  return bytesOf(exportsFolder(dataDir));
}

/** A size as messages show it, rounded down. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / (1 << 20))} MB`;
}

/** Removes all files of an export, also those of attempts that were killed. */
export async function removeExportFiles(
  dataDir: string,
  { orgId, id }: { orgId: OrgId; id: string },
): Promise<void> {
  const folder = join(exportsFolder(dataDir), orgId);
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(`${id}.`)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Removes the files of exports without a row: deleted or expired ones, and those of deleted organisations. */
export async function sweepExportFiles(db: Db, dataDir: string): Promise<void> {
  const found = await readdir(exportsFolder(dataDir), { withFileTypes: true }).catch(() => []);
  // The name of a folder is the id of its organisation.
  const folders = found.filter((entry) => entry.isDirectory()).map(({ name }) => name as OrgId);
  const organisations = new Set(
    (
      await db.sql<{ id: OrgId }[]>`
      select id from organisations where id = any(${folders}) and deleted_at is null`
    ).map(({ id }) => id),
  );
  for (const orgId of folders) {
    const folder = join(exportsFolder(dataDir), orgId);
    // The files are listed before the rows are read: each file found here has a row, unless it is to be removed.
    const names = await readdir(folder);
    const ids = new Set(organisations.has(orgId) ? await exportIds(db, orgId) : []);
    for (const name of names) {
      if (!ids.has(name.replace(/\..*$/, ''))) await rm(join(folder, name), { recursive: true, force: true });
    }
    // The empty folder of an existing organisation stays, because a file may be written there next.
    if (!organisations.has(orgId)) await rmdir(folder).catch(() => {});
  }
}

async function exportIds(db: Db, orgId: OrgId): Promise<string[]> {
  const found = await db.tenant(
    orgId,
    (tx) => tx<{ id: string }[]>`select id from exports where org_id = ${orgId}`,
  );
  return found.map(({ id }) => id);
}
