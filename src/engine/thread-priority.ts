import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The name that libuv gives the threads of its pool. */
const POOL_THREAD = 'libuv-worker';
/** Steps of niceness; 19 is the least. */
const LOWER_BY = 5;
const TASKS = '/proc/self/task';

/**
 * Lets event loops run before the threads of libuv's pool (statements of DuckDB, zlib, files) where the processors do
 * not suffice for both. Linux alone has priorities by thread; elsewhere nothing changes.
 */
export function lowerPoolThreads(): void {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of readdirSync(TASKS))
      if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim() === POOL_THREAD)
        setPriority(Number(thread), LOWER_BY);
  } catch {
    // A thread has ended meanwhile, or a sandbox has no /proc or no priorities: all goes on as it was.
  }
}
