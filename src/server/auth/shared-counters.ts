/** The number of owners (keys, account names or addresses) that a table counts one by one. */
const SLOTS = 32_768;
/** A slot has three numbers of 64 bits: the owner, its counter and its note. */
const SLOT = 3;
const SLOT_BYTES = SLOT * 8;
const PROBES = 16;

/**
 * Each kind of owner has its own table, so that a flood of one kind takes no slots from another: anybody can invent
 * account names.
 */
const TABLES = ['keys', 'sessions', 'accounts', 'addresses', 'organisationDays', 'sessionDays'] as const;
export type Table = (typeof TABLES)[number];

/** Allocates the memory of all tables, 4.5 MiB, which threads may share. */
export function allocateCounters(): SharedArrayBuffer {
  return new SharedArrayBuffer(TABLES.length * SLOTS * SLOT_BYTES);
}

/**
 * A hash table of 64-bit counters by owner, in memory that threads share; all operations are atomic. An owner is a
 * 64-bit hash, never 0. Beside each counter stands a note of what the other servers know of the owner; 0: nothing.
 */
export class SharedCounters {
  readonly #numbers: BigInt64Array;
  /** The same memory in halves of numbers, which are read without making bigints. */
  readonly #halves: Int32Array;
  /** Whether a counter has no meaning any more, so that another owner may have its slot. */
  readonly #isExpired: (value: bigint, now: bigint) => boolean;

  constructor(memory: SharedArrayBuffer, table: Table, isExpired: (value: bigint, now: bigint) => boolean) {
    const start = TABLES.indexOf(table) * SLOTS * SLOT_BYTES;
    this.#numbers = new BigInt64Array(memory, start, SLOTS * SLOT);
    this.#halves = new Int32Array(memory, start, SLOTS * SLOT * 2);
    this.#isExpired = isExpired;
  }

  load(index: number): bigint {
    return Atomics.load(this.#numbers, index);
  }

  /** Compare-and-swap. @returns whether the counter was `before`, and is `next` now */
  replace(index: number, before: bigint, next: bigint): boolean {
    return Atomics.compareExchange(this.#numbers, index, before, next) === before;
  }

  /** The index of an owner's counter; a new owner gets a slot that is empty or expired, with the counter 0. */
  indexOf(owner: bigint, now: bigint): number {
    const start = Number(BigInt.asUintN(32, owner)) % SLOTS;
    for (;;) {
      let reusable = -1;
      for (let probe = 0; probe < PROBES; probe += 1) {
        const slot = ((start + probe) % SLOTS) * SLOT;
        const known = Atomics.load(this.#numbers, slot);
        if (known === owner) return slot + 1;
        if (reusable === -1 && (known === 0n || this.#isExpired(Atomics.load(this.#numbers, slot + 1), now)))
          reusable = slot;
        if (known === 0n) break;
      }
      // All slots within PROBES are in use (some 30,000 in all): the first is shared, which at worst limits too early.
      if (reusable === -1) return start * SLOT + 1;
      const known = Atomics.load(this.#numbers, reusable);
      if (Atomics.compareExchange(this.#numbers, reusable, known, owner) === known) {
        Atomics.store(this.#numbers, reusable + 1, 0n);
        Atomics.store(this.#numbers, reusable + 2, 0n);
        return reusable + 1;
      }
    }
  }

  /** The owner of the counter at an index. */
  ownerAt(index: number): bigint {
    return Atomics.load(this.#numbers, index - 1);
  }

  note(index: number): bigint {
    return Atomics.load(this.#numbers, index + 1);
  }

  /** A note that is a small number, read without making a bigint. */
  smallNote(index: number): number {
    return Atomics.load(this.#halves, (index + 1) * 2);
  }

  setNote(index: number, note: bigint): void {
    Atomics.store(this.#numbers, index + 1, note);
  }

  /** The indexes of all counters that have an owner. */
  indexes(): number[] {
    const indexes = [];
    for (let half = 0; half < this.#halves.length; half += SLOT * 2)
      if (this.#halves[half] !== 0 || this.#halves[half + 1] !== 0) indexes.push(half / 2 + 1);
    return indexes;
  }
}
