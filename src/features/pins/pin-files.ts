import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OrgId } from '../../base/ids.ts';
import { type ContentFile, syncFolder } from '../../files/content.ts';
import { eachOf } from '../../files/each-of.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';

/** A file of a pin: the rows of its organisation in one table and month. */
export interface PinFile {
  /** The table, followed by the month if the table has months: `brands`, `runs-2026-11`. */
  name: string;
  bytes: number;
  /** The hash of its content, by which it is stored. */
  sha256: string;
  rows: number;
  /** The first and last day of its rows, YYYY-MM-DD; null for tables without months. */
  firstDay: string | null;
}

/**
 * The folder of all pins. It has a folder for each organisation, so that all of an organisation's files go with it.
 * `<sha256>.parquet` are the files of its pins; pins with the same rows share them. `<key>-<sha256>.duckdb` are serving
 * files, written again from these when missing. `….tmp` files are incomplete.
 */
export function pinsFolder(dataDir: string): string {
  return join(dataDir, 'pins');
}

/** The file name of a content in the folder of its organisation. */
export function contentName({ sha256 }: Pick<PinFile, 'sha256'>): string {
  return `${sha256}.parquet`;
}

/** A file of a pin as a ContentFile. */
export function contentFile({ bytes, sha256 }: Pick<PinFile, 'bytes' | 'sha256'>): ContentFile {
  return { name: contentName({ sha256 }), bytes, sha256 };
}

/**
 * Makes an empty folder for an attempt to make a pin, and removes the folders of earlier attempts.
 * @param folder of the pin's organisation
 */
export async function makeStaging(
  folder: string,
  { id, tries }: { id: string; tries: number },
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.startsWith(`${id}.`)) await rm(join(folder, name), { recursive: true, force: true });
  const staging = join(folder, `${id}.${tries}.tmp`);
  await mkdir(staging, { mode: 0o700 });
  return staging;
}

/**
 * Moves complete, synced files to the place of pin files. An existing file is replaced by the same content, which mends
 * a damaged one.
 * @param staging the folder in which each has its name and the ending .parquet
 */
export async function putFiles(folder: string, staging: string, files: readonly PinFile[]): Promise<void> {
  for (const file of files) {
    const path = join(staging, `${file.name}.parquet`);
    await chmod(path, 0o600);
    await rename(path, join(folder, contentName(file)));
  }
  await syncFolder(folder);
}

/**
 * Puts complete files into the object store, if one is configured. Files that it has already are not sent again.
 * @param pathOf where each is now
 * @throws as ObjectStore
 */
export async function storeFiles(
  pinFiles: OrganisationFiles,
  orgId: OrgId,
  files: readonly PinFile[],
  pathOf: (file: PinFile) => string,
): Promise<void> {
  const stored = await pinFiles.stored(orgId);
  await eachOf(files, 4, async (file) => {
    const { name, bytes, sha256 } = contentFile(file);
    if (pinFiles.isShared && stored.get(name)?.bytes !== bytes)
      await pinFiles.put(orgId, { name, sha256 }, pathOf(file));
  });
}

/** The parts of a serving file's name; null for another file. */
export function servingFileOf(name: string): { key: string; sha256: string } | null {
  const [, key, sha256] = /^([0-9a-f]{64})-([0-9a-f]{64})\.duckdb$/.exec(name) ?? [];
  return key === undefined || sha256 === undefined ? null : { key, sha256 };
}
