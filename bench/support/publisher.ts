import { existsSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { snapshotsFolder, writeCurrent } from '../../src/analytics/manifest.ts';

/**
 * Publishes snapshots that were made elsewhere, so that a server swaps them in while nothing exports: what is
 * measured then is the swap alone.
 */
export class Publisher {
  readonly #from: string;
  readonly #to: string;

  constructor(madeIn: string, servedFrom: string) {
    this.#from = snapshotsFolder(madeIn);
    this.#to = snapshotsFolder(servedFrom);
  }

  /** Brings a snapshot's files to where they are served from, without publishing it. */
  async bring(id: string): Promise<void> {
    if (existsSync(join(this.#to, id))) return;
    await mkdir(this.#to, { recursive: true });
    await cp(join(this.#from, id), join(this.#to, `${id}.tmp`), { recursive: true });
    await rename(join(this.#to, `${id}.tmp`), join(this.#to, id));
  }

  async publish(id: string): Promise<void> {
    await writeCurrent(this.#to, id);
  }
}
