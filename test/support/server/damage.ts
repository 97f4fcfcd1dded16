import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';

/** Flips a bit in the middle of a file, in place. As a disk does it: nothing else about the file changes. */
export function flipBit(path: string): void {
  const { atime, mtime } = statSync(path);
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
  utimesSync(path, atime, mtime);
}
