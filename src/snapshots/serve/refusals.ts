import { join } from 'node:path';
import { isRefused, markRefused } from '../manifest.ts';

/** Snapshots that a catalog has refused, or found refused on disk by another thread or process. */
export class Refusals {
  readonly #folder: string;
  /** By id, whether the refusal is recorded on disk. */
  readonly #noted = new Map<string, boolean>();
  #count = 0;

  /** @param folder of the snapshots */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Number of refusals. */
  get count(): number {
    return this.#count;
  }

  has(id: string): boolean {
    return this.#noted.has(id);
  }

  /** Refuses a snapshot, so that it is repaired or replaced. */
  async refuse(id: string): Promise<void> {
    this.#count += 1;
    await this.#note(id);
  }

  /** Adopts a refusal by another thread or process. */
  takeOver(id: string): void {
    if (!this.has(id)) this.#count += 1;
    this.#noted.set(id, true);
  }

  /** Records a refusal on disk if it is missing there, because the disk may have been full. */
  async noteAgain(id: string): Promise<void> {
    if (this.has(id) && !(await isRefused(join(this.#folder, id)))) await this.#note(id);
  }

  /** Forgets a refusal that was taken back after the files were fetched again. */
  async forgetRepaired(id: string): Promise<void> {
    if (this.#noted.get(id) && !(await isRefused(join(this.#folder, id)))) this.#noted.delete(id);
  }

  async #note(id: string): Promise<void> {
    const folder = join(this.#folder, id);
    this.#noted.set(id, false);
    await markRefused(folder);
    this.#noted.set(id, await isRefused(folder));
  }
}
