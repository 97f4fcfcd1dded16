import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isProcessRunning } from './processes.ts';

/**
 * Writes a file that only its owner may read (0600): whole or not at all, even if the process dies or the disk is
 * full, and durable when this returns.
 */
export function replaceFile(path: string, content: string): void {
  writeTemporary(path, content, (temporary) => renameSync(temporary, path));
}

/**
 * Writes such a file unless it exists already. Where several processes write it at once, the first one's content
 * stays and the others' is discarded.
 */
export function makeFile(path: string, content: string): void {
  clearLeftovers(`${path}.new-`);
  if (existsSync(path)) return;
  writeTemporary(path, content, (temporary) => {
    try {
      linkSync(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
}

function writeTemporary(path: string, content: string, putInPlace: (temporary: string) => void): void {
  const temporary = `${path}.new-${process.pid}`;
  clearLeftovers(`${path}.new-`, process.pid);
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
    putInPlace(temporary);
    syncFolder(dirname(path));
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Makes durable which files a folder holds: files created, renamed or removed in it. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Removes files and folders that a killed process left under a temporary name that ends in its process id.
 * @param prefix the path up to the process id
 * @param own this process's id, to remove its own temporary files as well
 */
export function clearLeftovers(prefix: string, own?: number): void {
  const folder = dirname(prefix);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(prefix))) continue;
    const pid = Number(name.slice(basename(prefix).length));
    if (pid === own || (pid > 0 && !isProcessRunning(pid)))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** The size of a file, or of all files in a folder; 0 where the path does not exist. */
export async function bytesOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) return found?.size ?? 0;
  const names = await readdir(path).catch(() => []);
  let bytes = 0;
  for (const name of names) bytes += await bytesOf(join(path, name));
  return bytes;
}
