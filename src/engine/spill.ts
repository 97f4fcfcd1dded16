import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { isProcessRunning } from '../base/processes.ts';

/** A spill file unchanged for this long is unused, because no statement runs for longer. */
const LONGEST_MS = 3_600_000;

/** Folders that this process has cleaned up. */
const cleared = new Set<string>();

/**
 * The path of a new spill folder for one engine. Two engines that share a spill folder crash the process. The engine
 * creates the folder when it needs it. The first engine of a process removes leftovers of killed processes.
 */
export function newSpillFolder(dataDir: string): string {
  const folder = join(dataDir, 'spill');
  // Worker threads share the process id, and open their engines after the main thread does.
  if (isMainThread && !cleared.has(folder)) clear(folder);
  cleared.add(folder);
  mkdirSync(folder, { recursive: true });
  return join(folder, `${hostname()}.${process.pid}.${randomBytes(4).toString('hex')}`);
}

function clear(folder: string): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const [, host, pid] = /^(.*)\.(\d+)\.[0-9a-f]+$/.exec(name) ?? [];
    // A folder with this process's own id is left over from an earlier process of the container with the same id.
    const isOver = host === undefined || (host === hostname() && !isAnother(Number(pid)));
    if (isOver) rmSync(path, { recursive: true, force: true });
    // Processes of another machine or container are not visible here, so their files are judged by age.
    else for (const file of namesIn(path)) removeOld(join(path, file));
  }
}

/** Whether this is the id of another running process. */
function isAnother(pid: number): boolean {
  return pid !== process.pid && isProcessRunning(pid);
}

function removeOld(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && Date.now() - found.mtimeMs > LONGEST_MS) rmSync(file, { force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
