import { join } from 'node:path';
import { isRefused, markRefused } from '../manifest.ts';

/** The snapshots that a catalog has refused, or whose refusal by another thread or process it has found on disk. */
export class Refusals {
  readonly #folder: string;
  /** By id, whether the refusal is noted on disk. */
  readonly #noted = new Map<string, boolean>();
  #count = 0;

  /** @param folder of the snapshots */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** How often one was refused. */
  get count(): number {
    return this.#count;
  }

  has(id: string): boolean {
    return this.#noted.has(id);
  }

  /** Refuses a snapshot, so that it is made good, or another is made. */
  async refuse(id: string): Promise<void> {
    this.#count += 1;
    await this.#note(id);
  }

  /** Takes over what another thread or process has refused. */
  takeOver(id: string): void {
    if (!this.has(id)) this.#count += 1;
    this.#noted.set(id, true);
  }

  /** Notes a refusal on disk that is not there: the disk may have been full. */
  async noteAgain(id: string): Promise<void> {
    if (this.has(id) && !(await isRefused(join(this.#folder, id)))) await this.#note(id);
  }

  /** Forgets a refusal that was taken back: the files were fetched again. */
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
