import { chmod, copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DamagedFile, sha256File } from '../base/durable-file.ts';
import { eachOf } from './each-of.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Number of files linked or checked in parallel: eight take a quarter of the time of one at a time, and more gain
 * nothing.
 */
export const FILES_AT_ONCE = 8;

/** A complete file of a set: a snapshot, a pin or an export. Its content never changes. */
export interface ContentFile {
  /** Unique within its set or organisation. */
  name: string;
  bytes: number;
  sha256: string;
}

/** Puts one file into two sets, by a hard link if the file system supports it. */
export async function share(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

/** Size and SHA-256 of a file, which is durable when this returns. */
export async function describeFile(folder: string, name: string, onRead?: () => void): Promise<ContentFile> {
  const path = join(folder, name);
  await using file = await open(path, 'r');
  await file.sync();
  return { name, bytes: (await file.stat()).size, sha256: await sha256File(path, onRead) };
}

/**
 * Checks a file against its description.
 * @param onRead called as reading progresses
 * @returns the file's identity for `known` of verifyFiles, which ends with its SHA-256
 * @throws DamagedFile
 */
export async function verifyFile(folder: string, file: ContentFile, onRead?: () => void): Promise<string> {
  const identity = await identityOf(folder, file);
  const sum = await sha256File(join(folder, file.name), onRead).catch(() => 'unreadable');
  if (sum !== file.sha256) throw new DamagedFile(`${file.name} does not match its checksum`);
  return identity;
}

/**
 * Checks the files of a set. One flipped bit makes DuckDB return a wrong sum without an error, so no file is opened
 * unchecked.
 * @param known identities of files that passed before: sets share unchanged files
 * @param isOver called before each file; true stops the check
 * @returns identities of the good files, to be passed as `known` the next time
 * @throws DamagedFile
 */
export async function verifyFiles(
  folder: string,
  files: readonly ContentFile[],
  known: ReadonlySet<string>,
  isOver = () => false,
): Promise<ReadonlySet<string>> {
  const good = new Set<string>();
  const unknown: ContentFile[] = [];
  await eachOf(files, FILES_AT_ONCE, async (file) => {
    const identity = await identityOf(folder, file);
    if (known.has(identity)) good.add(identity);
    else unknown.push(file);
  });
  // One at a time: reading occupies threads that statements need.
  for (const file of unknown) {
    if (isOver()) break;
    good.add(await verifyFile(folder, file));
  }
  return good;
}

/** A text that changes when the file is written. @throws DamagedFile if the file does not have the expected size */
async function identityOf(folder: string, { name, bytes, sha256 }: ContentFile): Promise<string> {
  const found = await stat(join(folder, name)).catch(() => null);
  if (found?.size !== bytes)
    throw new DamagedFile(`${name} has ${found?.size ?? 'no'} bytes instead of ${bytes}`);
  return [found.dev, found.ino, found.mtimeMs, sha256].join(' ');
}

/** The target file for an object of a store. */
export interface Download {
  /** The file's name when it is complete. */
  path: string;
  /** The file's name until it is complete. */
  temporary: string;
  sha256: string;
  onProgress?: () => void;
}

/**
 * Copies an object of a store into a file that only the server's user can read.
 * @throws DamagedFile if the store lacks the object, or its content differs; otherwise as ObjectStore.download
 */
export async function fetchObject(
  objects: ObjectStore,
  key: string,
  { path, temporary, sha256, onProgress }: Download,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    if (!(await objects.download(key, temporary, sha256, onProgress)))
      throw new DamagedFile(`${key} is missing`);
    await chmod(temporary, 0o600);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Makes the entries of a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
