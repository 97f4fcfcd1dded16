import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf } from '../../base/durable-file.ts';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import { type Db, overAll, type Tx } from '../../db/client.ts';
import { type ContentFile, describeFile } from '../../files/content.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';

/** How often the size of a file is checked while it is written. */
const SIZE_CHECK_MS = 100;

export type ExportFormat = components['schemas']['ExportFormat'];

export const EXTENSION: Record<ExportFormat, string> = {
  CSV: 'csv',
  NDJSON: 'ndjson',
  PARQUET: 'parquet',
  XLSX: 'xlsx',
};

/** The folder of all export files; it has a folder for each organisation, with files `<id>.<extension>`. */
export function exportsFolder(dataDir: string): string {
  return join(dataDir, 'exports');
}

/** The export that a file belongs to. */
export interface ExportFile {
  orgId: OrgId;
  id: string;
  format: ExportFormat;
}

/**
 * The name of an export's finished file. It includes the hash of the content, so that a file written by a maker whose
 * lease has run out is never taken for the next maker's file.
 */
export function exportName({ id, format }: Omit<ExportFile, 'orgId'>, sha256: string): string {
  return `${id}.${sha256}.${EXTENSION[format]}`;
}

/**
 * Makes a file: `write` writes it under a temporary name; it is renamed once it is synced to disk and in the object
 * store, if one is configured. Only the server's user may read it. A failed file is removed.
 * @param maxBytes the largest size of the file
 * @param write writes the file at a path; its signal is aborted when the file is larger than maxBytes
 * @returns the result of `write`, the size in bytes, and the SHA-256
 * @throws AppError conflict for a file that is too large; the error of `write`, or of the store
 */
export async function makeExportFile<T>(
  files: OrganisationFiles,
  file: ExportFile,
  maxBytes: number,
  write: (path: string, isTooLarge: AbortSignal) => Promise<T>,
): Promise<{ written: T; bytes: number; sha256: string }> {
  const { orgId, id, format } = file;
  const temporary = files.path(orgId, `${id}.${EXTENSION[format]}.${process.pid}.tmp`);
  await removeHere(files, orgId, id);
  await mkdir(files.folderOf(orgId), { recursive: true, mode: 0o700 });
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
    await checkSize();
    tooLarge.signal.throwIfAborted();
    const { bytes, sha256 } = await describeFile('', temporary);
    const name = exportName(file, sha256);
    await files.put(orgId, { name, sha256 }, temporary);
    await rename(temporary, files.path(orgId, name));
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

/** The total size of the files of all organisations, bytes: on this disk, or in the store that servers share. */
export function exportsBytes(db: Db, files: OrganisationFiles): Promise<number> {
  if (!files.isShared) return bytesOf(files.folder);
  return overAll(db, async (tx) => {
    const [{ bytes }] = await tx<[{ bytes: number }]>`
      select coalesce(sum(bytes), 0)::float8 as bytes from exports`;
    return bytes;
  });
}

/** A size for messages, rounded down. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / (1 << 20))} MB`;
}

/** Removes all files of an export, including files of killed attempts. */
export async function removeExportFiles(
  files: OrganisationFiles,
  { orgId, id }: { orgId: OrgId; id: string },
): Promise<void> {
  await removeHere(files, orgId, id);
  await files.removeFromStore(orgId, `${id}.`);
}

async function removeHere(files: OrganisationFiles, orgId: OrgId, id: string): Promise<void> {
  for (const name of await readdir(files.folderOf(orgId)).catch(() => []))
    if (name.startsWith(`${id}.`)) await rm(files.path(orgId, name), { recursive: true, force: true });
}

/**
 * Removes files that no export of these organisations needs, here and from the store: of deleted or expired exports,
 * and of deleted organisations.
 */
export async function sweepExports(
  db: Db,
  files: OrganisationFiles,
  orgIds: readonly OrgId[],
): Promise<void> {
  for (const orgId of orgIds) {
    const listed = await files.list(orgId);
    const rows = await db.tenant(orgId, (tx) => exportRows(tx, orgId));
    if (rows === null) {
      await files.removeAll(orgId);
      continue;
    }
    const ids = new Set(rows.map(({ id }) => id));
    await files.clean(orgId, listed, (name) => ids.has(idOf(name)));
    await files.settle(orgId, storedFiles(rows), listed);
  }
}

interface ExportRow {
  id: string;
  format: ExportFormat;
  bytes: number | null;
  sha256: string | null;
}

/** The files of exports that are in the store. */
function storedFiles(rows: readonly ExportRow[]): ContentFile[] {
  return rows.flatMap(({ sha256, bytes, ...row }) =>
    sha256 === null || bytes === null ? [] : [{ name: exportName(row, sha256), bytes, sha256 }],
  );
}

function idOf(name: string): string {
  return name.replace(/\..*$/, '');
}

/** null: the organisation is deleted. */
async function exportRows(tx: Tx, orgId: OrgId): Promise<ExportRow[] | null> {
  const known = await tx`select from organisations where id = ${orgId} and deleted_at is null`;
  if (known.length === 0) return null;
  return tx<ExportRow[]>`select id, format, bytes, sha256 from exports where org_id = ${orgId}`;
}
