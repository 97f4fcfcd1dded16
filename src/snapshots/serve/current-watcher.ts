import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CURRENT, readSwitch } from '../manifest.ts';

/** A publication is noticed this late at most, where the file system reports no changes. */
const POLL_MS = 500;

/** No switch to a snapshot is put off for longer: clocks of servers that share a store may differ. */
export const MOST_WAIT_MS = 3_000;

/**
 * Waits until a snapshot is to be served: servers that share a store switch together. One that is late does at once.
 */
export async function untilActive(folder: string, id: string, signal: AbortSignal): Promise<void> {
  const found = await readSwitch(folder);
  const leftMs = found?.id === id ? Math.min(found.activeAt - Date.now(), MOST_WAIT_MS) : 0;
  if (leftMs > 0) await sleep(leftMs, undefined, { signal }).catch(() => {});
}

/** Waits for publications: each ends with the file CURRENT being replaced. */
export class CurrentWatcher {
  readonly #watcher: FSWatcher | null;
  #isDue = false;
  #isClosed = false;
  #endWait = (): void => {};

  readonly #pollMs: number;

  /** @param folder of the snapshots; where it cannot be watched, waiting takes `pollMs` */
  constructor(folder: string, pollMs = POLL_MS) {
    this.#pollMs = pollMs;
    this.#watcher = this.#watch(folder);
  }

  /**
   * Waits until something was published since the last wait, or `notify` was called, and at most as long as it polls.
   */
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

  /** Ends the wait that is under way, or the next one. */
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
