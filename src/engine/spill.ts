import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { isProcessRunning } from '../base/processes.ts';

/** No statement spills for longer. */
const LONGEST_MS = 3_600_000;

/** Where this process has cleared up. */
const cleared = new Set<string>();

/**
 * The path of a folder that one engine alone may spill into: two in one folder end the process. The engine makes
 * it when it needs it. What processes left that were killed is removed when the first engine of a process opens.
 */
export function newSpillFolder(dataDir: string): string {
  const folder = join(dataDir, 'spill');
  // Threads open their engines after the first one's, with the same process id.
  if (isMainThread && !cleared.has(folder)) clear(folder);
  cleared.add(folder);
  mkdirSync(folder, { recursive: true });
  return join(folder, `${hostname()}.${process.pid}.${randomBytes(4).toString('hex')}`);
}

function clear(folder: string): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const [, host, pid] = /^(.*)\.(\d+)\.[0-9a-f]+$/.exec(name) ?? [];
    // Ours by its id alone: an earlier process of a container has the same.
    const isOver = host === undefined || (host === hostname() && !isAnother(Number(pid)));
    if (isOver) rmSync(path, { recursive: true, force: true });
    // Another machine's or container's, whose processes are not seen from here: by time.
    else for (const file of namesIn(path)) removeOld(join(path, file));
  }
}

/** Whether another process of this id runs. */
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
