import type { ServerResponse } from 'node:http';

/** Bytes held for requests, each until its answer is out or its client has left. */
export class MemoryBudget {
  readonly #most: number;
  readonly #owners = new Map<ServerResponse, Map<Uint8Array, number>>();
  /** Requests that hold the same bytes, which count once. */
  readonly #holders = new Map<Uint8Array, number>();
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether more than half of the room is taken. */
  get isShort(): boolean {
    return this.#total > this.#most / 2;
  }

  /** The answers for which bytes are held. */
  owners(): Iterable<ServerResponse> {
    return this.#owners.keys();
  }

  /** @returns false when there is no room for them. */
  hold(owner: ServerResponse, bytes: Uint8Array): boolean {
    const holders = this.#holders.get(bytes) ?? 0;
    const more = holders === 0 ? bytes.byteLength : 0;
    if (this.#total + more > this.#most) return false;
    let held = this.#owners.get(owner);
    if (!held) {
      held = new Map();
      this.#owners.set(owner, held);
      owner.once('close', () => this.release(owner));
    }
    held.set(bytes, (held.get(bytes) ?? 0) + 1);
    this.#holders.set(bytes, holders + 1);
    this.#total += more;
    return true;
  }

  /** Before it is closed: who is refused makes room for the others at once. */
  release(owner: ServerResponse): void {
    for (const [bytes, times] of this.#owners.get(owner) ?? []) {
      const left = (this.#holders.get(bytes) ?? 0) - times;
      if (left > 0) this.#holders.set(bytes, left);
      else {
        this.#holders.delete(bytes);
        this.#total -= bytes.byteLength;
      }
    }
    this.#owners.delete(owner);
  }
}
