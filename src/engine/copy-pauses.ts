import { setImmediate as nextTurn } from 'node:timers/promises';

/** Copying as much takes less than a millisecond, of memory that is used for the first time too. */
const BYTES_A_PAUSE = 512 << 10;

/** Lets others have the event loop between the parts of work that copies many bytes. */
export class CopyPauses {
  #bytes = 0;

  /** To be called after each part. @param bytes that it has copied */
  async after(bytes: number): Promise<void> {
    this.#bytes += bytes;
    if (this.#bytes < BYTES_A_PAUSE) return;
    this.#bytes = 0;
    await nextTurn();
  }
}
