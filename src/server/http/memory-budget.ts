import type { ServerResponse } from 'node:http';

/** Bytes in memory, or as many as something may have at once. */
type Held = Pick<Uint8Array, 'byteLength'>;

/** Limits the bytes held in memory for requests, each until its response is sent or its client has left. */
export class MemoryBudget {
  readonly #maxBytes: number;
  /** The bytes that each response holds, with the number of holds. */
  readonly #owners = new Map<ServerResponse, Map<Held, number>>();
  /** The number of holds over all responses: shared bytes count once. */
  readonly #holds = new Map<Held, number>();
  #totalBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether more than half of the budget is used. */
  get isShort(): boolean {
    return this.#totalBytes > this.#maxBytes / 2;
  }

  /** The responses that hold bytes. */
  owners(): Iterable<ServerResponse> {
    return this.#owners.keys();
  }

  /** Counts bytes until `owner` is closed or released. @returns false: they do not fit, and nothing is counted */
  hold(owner: ServerResponse, bytes: Held): boolean {
    const holds = this.#holds.get(bytes) ?? 0;
    const added = holds === 0 ? bytes.byteLength : 0;
    if (this.#totalBytes + added > this.#maxBytes) return false;
    let held = this.#owners.get(owner);
    if (!held) {
      held = new Map();
      this.#owners.set(owner, held);
      owner.once('close', () => this.release(owner));
    }
    held.set(bytes, (held.get(bytes) ?? 0) + 1);
    this.#holds.set(bytes, holds + 1);
    this.#totalBytes += added;
    return true;
  }

  /** Frees what a response holds before it is closed: refusing one makes room for others at once. */
  release(owner: ServerResponse): void {
    for (const [bytes, times] of this.#owners.get(owner) ?? []) {
      const left = (this.#holds.get(bytes) ?? 0) - times;
      if (left > 0) this.#holds.set(bytes, left);
      else {
        this.#holds.delete(bytes);
        this.#totalBytes -= bytes.byteLength;
      }
    }
    this.#owners.delete(owner);
  }
}
