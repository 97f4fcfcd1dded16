import { readChecked, readCurrent, refusedCurrent, snapshotsFolder } from '../manifest.ts';
import type { CurrentSnapshot } from './catalog.ts';

/** Knows the current snapshot of a folder without serving it. */
export class CurrentReader {
  readonly #folder: string;
  readonly #timer: NodeJS.Timeout;
  #current: CurrentSnapshot | null = null;

  /** @param dataDir as for snapshotsFolder @param everyMs polling interval */
  constructor(dataDir: string, everyMs: number) {
    this.#folder = snapshotsFolder(dataDir);
    this.#timer = setInterval(() => void this.#look().catch(() => {}), everyMs).unref();
  }

  current(): CurrentSnapshot | null {
    return this.#current;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const id = await readCurrent(this.#folder);
    const checked = await readChecked(this.#folder);
    if (id === null || checked?.id !== id) return;
    const isReserve = (await refusedCurrent(this.#folder)) !== null;
    this.#current = { id, asOf: new Date(checked.asOf), isReserve, servedAt: null };
  }
}
