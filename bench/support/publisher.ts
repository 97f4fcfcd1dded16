import { existsSync } from 'node:fs';
import { cp, link, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readCurrent, snapshotsFolder, writeCurrent } from '../../src/snapshots/manifest.ts';

/**
 * Publishes snapshots that were made elsewhere, so that a server swaps them in while none is being made: only the swap
 * is measured.
 */
export class Publisher {
  readonly #from: string;
  readonly #to: string;

  constructor(madeIn: string, servedFrom: string) {
    this.#from = snapshotsFolder(madeIn);
    this.#to = snapshotsFolder(servedFrom);
  }

  /**
   * Copies a snapshot into the folder that is served, without publishing it. By links, as the program's publisher
   * shares files that did not change: a file that two snapshots share is checked once.
   */
  async bring(id: string): Promise<void> {
    if (existsSync(join(this.#to, id))) return;
    const staging = join(this.#to, `${id}.tmp`);
    await mkdir(staging, { recursive: true });
    for (const name of await readdir(join(this.#from, id)))
      await link(join(this.#from, id, name), join(staging, name)).catch(() =>
        cp(join(this.#from, id, name), join(staging, name)),
      );
    await rename(staging, join(this.#to, id));
  }

  async publish(id: string): Promise<void> {
    await writeCurrent(this.#to, id);
  }
}

/** Puts the current snapshot of one data folder into another one too. */
export async function shareSnapshot(from: string, to: string): Promise<void> {
  const id = await readCurrent(snapshotsFolder(from));
  if (id === null) throw new Error(`${from} has no snapshot.`);
  const publisher = new Publisher(from, to);
  await publisher.bring(id);
  await publisher.publish(id);
}
