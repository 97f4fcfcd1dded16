/** The number of owners (keys, account names or addresses) that a table counts one by one. */
const SLOTS = 32_768;
/** A slot: the owner and its counter, of 64 bits each; the uses that are not settled and those being settled, of 32. */
const SLOT_BYTES = 24;
const PROBES = 16;

/**
 * Each kind of owner has its own table, so that a flood of one kind takes no slots from another: anybody can invent
 * account names.
 */
export const TABLES = [
  'keys',
  'sessions',
  'accounts',
  'addresses',
  'organisationDays',
  'sessionDays',
] as const;
export type Table = (typeof TABLES)[number];

/** Behind the tables: the number of servers on the database. */
const SERVERS_AT = TABLES.length * SLOTS * SLOT_BYTES;

/** Allocates the memory of all tables, 4.5 MiB, which threads may share. */
export function allocateCounters(): SharedArrayBuffer {
  return new SharedArrayBuffer(SERVERS_AT + 8);
}

/** The number of servers on the database, in the memory of the counters, for all threads: [0] is it, 0 before it is known. */
export function serverCount(memory: SharedArrayBuffer): Int32Array {
  return new Int32Array(memory, SERVERS_AT, 1);
}

/**
 * Gives back what a thread that ended was settling. What of it had arrived is then told twice, which at worst limits
 * too early.
 */
export function releaseClaims(memory: SharedArrayBuffer): void {
  const words = new Int32Array(memory, 0, SERVERS_AT / 4);
  for (let at = 5; at < words.length; at += SLOT_BYTES / 4) Atomics.store(words, at, 0);
}

/**
 * A hash table of 64-bit counters by owner, in memory that threads share; all operations are atomic. An owner is a
 * 64-bit hash, never 0. Beside each counter stands how many uses other servers have not been told of.
 */
export class SharedCounters {
  /** Three numbers a slot: the owner, its counter, and the two of `#words`. */
  readonly #numbers: BigInt64Array;
  /** The same memory; six words a slot, of which the last two are the unsettled uses and those of them that are claimed. */
  readonly #words: Int32Array;
  /** Whether a counter has no meaning any more, so that another owner may have its slot. */
  readonly #isExpired: (value: bigint, now: bigint) => boolean;

  constructor(memory: SharedArrayBuffer, table: Table, isExpired: (value: bigint, now: bigint) => boolean) {
    const bytes = SLOTS * SLOT_BYTES;
    this.#numbers = new BigInt64Array(memory, TABLES.indexOf(table) * bytes, bytes / 8);
    this.#words = new Int32Array(memory, TABLES.indexOf(table) * bytes, bytes / 4);
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
        const slot = ((start + probe) % SLOTS) * 3;
        const known = Atomics.load(this.#numbers, slot);
        if (known === owner) return slot + 1;
        if (reusable === -1 && (known === 0n || this.#isExpired(Atomics.load(this.#numbers, slot + 1), now)))
          reusable = slot;
        if (known === 0n) break;
      }
      // All slots within PROBES are in use (some 30,000 in all): the first is shared, which at worst limits too early.
      if (reusable === -1) return start * 3 + 1;
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

  /** Notes one more use that is to be settled, unless there are `most`. @returns whether it was noted */
  note(index: number, most: number): boolean {
    const at = wordOf(index);
    for (;;) {
      const before = Atomics.load(this.#words, at);
      if (before >= most) return false;
      if (Atomics.compareExchange(this.#words, at, before, before + 1) === before) return true;
    }
  }

  /** Takes back a note; one that is being settled already stays. */
  unnote(index: number): void {
    const at = wordOf(index);
    const before = Atomics.load(this.#words, at);
    if (before > Atomics.load(this.#words, at + 1))
      Atomics.compareExchange(this.#words, at, before, before - 1);
  }

  /** Claims all unsettled uses for settling, until `settled`. @returns how many; null where another thread is at it */
  claim(index: number): number | null {
    const at = wordOf(index);
    const uses = Atomics.load(this.#words, at);
    if (uses === 0) return Atomics.load(this.#words, at + 1) === 0 ? 0 : null;
    return Atomics.compareExchange(this.#words, at + 1, 0, uses) === 0 ? uses : null;
  }

  /** Ends a claim. @param uses those that were settled; 0 where that failed */
  settled(index: number, uses: number): void {
    const at = wordOf(index);
    for (let before = Atomics.load(this.#words, at); ; before = Atomics.load(this.#words, at)) {
      const after = Math.max(0, before - uses);
      if (Atomics.compareExchange(this.#words, at, before, after) === before) break;
    }
    Atomics.store(this.#words, at + 1, 0);
  }

  /** How many uses are not settled. */
  unsettled(index: number): number {
    return Atomics.load(this.#words, wordOf(index));
  }

  /** All owners with their counters. */
  *entries(): Generator<[owner: bigint, value: bigint]> {
    for (let slot = 0; slot < this.#numbers.length; slot += 3) {
      const owner = Atomics.load(this.#numbers, slot);
      if (owner !== 0n) yield [owner, Atomics.load(this.#numbers, slot + 1)];
    }
  }
}

/** Where the unsettled uses of a counter are in the words: behind its owner and itself. */
function wordOf(index: number): number {
  return index * 2 + 2;
}
