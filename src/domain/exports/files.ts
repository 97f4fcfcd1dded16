import { chmod, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';

/** How often the size of a file is looked at while it is made. */
const WATCH_MS = 100;

export type ExportFormat = components['schemas']['ExportFormat'];

export const EXTENSION: Record<ExportFormat, string> = { CSV: 'csv', NDJSON: 'ndjson', PARQUET: 'parquet' };

/** Where the files of exports are: a folder an organisation, `<id>.<extension>`. */
export function exportsFolder(dataDir: string): string {
  return join(dataDir, 'exports');
}

export interface ExportFile {
  orgId: OrgId;
  id: string;
  format: ExportFormat;
}

export function exportPath(dataDir: string, { orgId, id, format }: ExportFile): string {
  return join(exportsFolder(dataDir), orgId, `${id}.${EXTENSION[format]}`);
}

/**
 * Lets `write` make a file under a temporary name and gives it its own once it is on disk; readable by this
 * program's user alone. Nothing is left of one that failed.
 * @param mostBytes larger than this it may not grow
 * @param write ends when its signal is aborted
 * @returns what `write` gave, and the size in bytes
 * @throws AppError conflict when it grew too large
 */
export async function makeExportFile<T>(
  dataDir: string,
  file: ExportFile,
  mostBytes: number,
  write: (path: string, isTooLarge: AbortSignal) => Promise<T>,
): Promise<{ written: T; bytes: number }> {
  const path = exportPath(dataDir, file);
  const temporary = `${path}.${process.pid}.tmp`;
  await removeExportFiles(dataDir, file);
  await mkdir(join(exportsFolder(dataDir), file.orgId), { recursive: true, mode: 0o700 });
  const tooLarge = new AbortController();
  const look = async () => {
    // A report's parts are written before they are put together.
    for (const path of [temporary, `${temporary}.parts`])
      if ((await bytesOf(path)) > mostBytes) tooLarge.abort();
  };
  const watch = setInterval(() => void look(), WATCH_MS);
  try {
    const written = await write(temporary, tooLarge.signal);
    await chmod(temporary, 0o600);
    const handle = await open(temporary, 'r');
    const bytes = await handle
      .sync()
      .then(() => handle.stat())
      .then(({ size }) => size)
      .finally(() => handle.close());
    await look();
    tooLarge.signal.throwIfAborted();
    await rename(temporary, path);
    return { written, bytes };
  } catch (error) {
    await rm(temporary, { force: true });
    if (!tooLarge.signal.aborted) throw error;
    const message = `The file grew past the ${megabytes(mostBytes)} that are left for exports. Delete others, or ask for less.`;
    throw new AppError('conflict', message, { cause: error });
  } finally {
    clearInterval(watch);
  }
}

/** What all exports hold on this disk, bytes. */
export function exportsBytes(dataDir: string): Promise<number> {
  return bytesOf(exportsFolder(dataDir));
}

/** A size as people are told it. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / (1 << 20))} MB`;
}

/** Of a file, or of all that is in a folder; 0 where there is none. */
async function bytesOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) return found?.size ?? 0;
  const names = await readdir(path).catch(() => []);
  let bytes = 0;
  for (const name of names) bytes += await bytesOf(join(path, name));
  return bytes;
}

/** Removes all files of an export, of tries that were killed too. */
export async function removeExportFiles(
  dataDir: string,
  { orgId, id }: { orgId: OrgId; id: string },
): Promise<void> {
  const folder = join(exportsFolder(dataDir), orgId);
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(`${id}.`)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Removes the files of exports that are no more: deleted, expired, or of an organisation that was deleted. */
export async function sweepExportFiles(db: Db, dataDir: string): Promise<void> {
  const found = await readdir(exportsFolder(dataDir), { withFileTypes: true }).catch(() => []);
  // Folders are called by their organisation's id.
  const folders = found.filter((entry) => entry.isDirectory()).map(({ name }) => name as OrgId);
  const organisations = new Set(
    (
      await db.sql<{ id: OrgId }[]>`
      select id from organisations where id = any(${folders}) and deleted_at is null`
    ).map(({ id }) => id),
  );
  for (const orgId of folders) {
    const folder = join(exportsFolder(dataDir), orgId);
    // Files first: an export is in the table before it has one.
    const names = await readdir(folder);
    const ids = new Set(organisations.has(orgId) ? await keptIds(db, orgId) : []);
    for (const name of names) {
      if (!ids.has(name.split('.')[0] ?? '')) await rm(join(folder, name), { recursive: true, force: true });
    }
    // That of an organisation that is there stays, though empty: a file may be about to be made in it.
    if (!organisations.has(orgId)) await rmdir(folder).catch(() => {});
  }
}

async function keptIds(db: Db, orgId: OrgId): Promise<string[]> {
  const kept = await db.tenant(
    orgId,
    (tx) => tx<{ id: string }[]>`select id from exports where org_id = ${orgId}`,
  );
  return kept.map(({ id }) => id);
}
