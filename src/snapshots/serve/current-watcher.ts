import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CURRENT, readSwitch } from '../manifest.ts';

/** Maximum delay in noticing a publication, if the file system reports no changes. */
const POLL_MS = 500;

/** Maximum delay of a switch, because clocks of servers that share a store may differ. */
export const MOST_WAIT_MS = 3_000;

/**
 * Waits until a snapshot is to be served, because servers that share a store switch together. A late server switches at
 * once.
 */
export async function untilActive(folder: string, id: string, signal: AbortSignal): Promise<void> {
  const found = await readSwitch(folder);
  const leftMs = found?.id === id ? Math.min(found.activeAt - Date.now(), MOST_WAIT_MS) : 0;
  if (leftMs > 0) await sleep(leftMs, undefined, { signal }).catch(() => {});
}

/** Waits for publications. Each ends by replacing the file CURRENT. */
export class CurrentWatcher {
  readonly #watcher: FSWatcher | null;
  #isDue = false;
  #isClosed = false;
  #endWait = (): void => {};

  readonly #pollMs: number;

  /** @param folder of the snapshots; if it cannot be watched, `pollMs` is the polling interval */
  constructor(folder: string, pollMs = POLL_MS) {
    this.#pollMs = pollMs;
    this.#watcher = this.#watch(folder);
  }

  /** Waits for a publication since the last wait, a call of `notify`, or the polling interval. */
  async wait(): Promise<void> {
    if (!this.#isDue && !this.#isClosed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, this.#pollMs);
      this.#endWait = resolve;
      await promise;
      clearTimeout(timer);
    }
    this.#isDue = false;
  }

  /** Ends the current wait, or the next one. */
  notify(): void {
    this.#isDue = true;
    this.#endWait();
  }

  close(): void {
    this.#isClosed = true;
    this.#watcher?.close();
    this.#endWait();
  }

  #watch(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === CURRENT) this.notify();
      });
      return watcher.on('error', () => watcher.close());
    } catch {
      return null;
    }
  }
}
