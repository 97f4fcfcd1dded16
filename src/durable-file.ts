import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner may read (0600): whole or not at all, whatever ends us or fills the disk, and
 * durable when this returns.
 */
export function replaceFile(path: string, content: string): void {
  writeBeside(path, content, (made) => renameSync(made, path));
}

/** The same, where there is no such file yet: of several processes that make it at once, all take the first one's. */
export function makeFile(path: string, content: string): void {
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
  try {
    // One of a killed process that had our number may be another account's.
    rmSync(made, { force: true });
    writeFileSync(made, content, { mode: 0o600, flag: 'wx', flush: true });
    putInPlace(made);
    sync(dirname(path));
  } finally {
    rmSync(made, { force: true });
  }
}

function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
