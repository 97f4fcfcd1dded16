import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { isProcessRunning } from '../base/processes.ts';

/** A spill file that has not changed for this long is in nobody's use: no statement runs for longer. */
const LONGEST_MS = 3_600_000;

/** Folders that this process has cleared. */
const cleared = new Set<string>();

/**
 * The path of a new folder for one engine to spill into: two engines that spill into one folder end the process. The
 * engine makes the folder when it needs it. Leftovers of killed processes are removed when the first engine of a
 * process opens.
 */
export function newSpillFolder(dataDir: string): string {
  const folder = join(dataDir, 'spill');
  // Worker threads have the same process id, and open their engines after the main thread's.
  if (isMainThread && !cleared.has(folder)) clear(folder);
  cleared.add(folder);
  mkdirSync(folder, { recursive: true });
  return join(folder, `${hostname()}.${process.pid}.${randomBytes(4).toString('hex')}`);
}

function clear(folder: string): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const [, host, pid] = /^(.*)\.(\d+)\.[0-9a-f]+$/.exec(name) ?? [];
    // This process's own id: an earlier process of a container, which had the same one, has left it.
    const isOver = host === undefined || (host === hostname() && !isAnother(Number(pid)));
    if (isOver) rmSync(path, { recursive: true, force: true });
    // Processes of another machine or container cannot be seen from here: its files are judged by their age.
    else for (const file of namesIn(path)) removeOld(join(path, file));
  }
}

/** Whether this is the id of another process that runs. */
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
