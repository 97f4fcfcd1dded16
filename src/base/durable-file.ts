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
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file that only its owner may read (0600): whole or not at all, whatever ends us or fills the disk, and
 * durable when this returns.
 */
export function replaceFile(path: string, content: string): void {
  writeBeside(path, content, (made) => renameSync(made, path));
}

/** The same, where there is no such file yet: of several processes that make it at once, all take the first one's. */
export function makeFile(path: string, content: string): void {
  clearLeftovers(`${path}.new-`);
  if (existsSync(path)) return;
  writeBeside(path, content, (made) => {
    try {
      linkSync(made, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
}

function writeBeside(path: string, content: string, putInPlace: (made: string) => void): void {
  const made = `${path}.new-${process.pid}`;
  clearLeftovers(`${path}.new-`, process.pid);
  try {
    writeFileSync(made, content, { mode: 0o600, flag: 'wx', flush: true });
    putInPlace(made);
    syncFolder(dirname(path));
  } finally {
    rmSync(made, { force: true });
  }
}

/** Makes what was made, renamed or removed in a folder durable. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Removes what a killed process left under a temporary name that ends in its number.
 * @param prefix the path up to the number
 * @param own our number, when what we made is to go as well
 */
export function clearLeftovers(prefix: string, own?: number): void {
  const folder = dirname(prefix);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(prefix))) continue;
    const pid = Number(name.slice(basename(prefix).length));
    if (pid === own || (pid > 0 && !isRunning(pid)))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
