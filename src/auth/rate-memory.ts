/** Slots of a table: as many keys, names or addresses count each for itself at a time. */
const SLOTS = 32_768;
const SLOT_BYTES = 16;
const PROBES = 16;

/** Each kind has a table of its own, so that a flood of one (login names are free) shares no slot with another. */
export const TABLES = [
  'keys',
  'sessions',
  'accounts',
  'addresses',
  'organisationDays',
  'sessionDays',
] as const;
export type Table = (typeof TABLES)[number];

/** Memory for all tables, 3 MiB, which threads may share. */
export function limitsMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(TABLES.length * SLOTS * SLOT_BYTES);
}

/** 64-bit numbers by owner, in memory that threads share. An owner is a hash, never 0. */
export class Cells {
  readonly #cells: BigInt64Array;
  /** Whether a number says nothing any more, so that its slot may be another's. */
  readonly #isFree: (value: bigint, now: bigint) => boolean;

  constructor(memory: SharedArrayBuffer, table: Table, isFree: (value: bigint, now: bigint) => boolean) {
    const bytes = SLOTS * SLOT_BYTES;
    this.#cells = new BigInt64Array(memory, TABLES.indexOf(table) * bytes, bytes / 8);
    this.#isFree = isFree;
  }

  load(cell: number): bigint {
    return Atomics.load(this.#cells, cell);
  }

  /** @returns whether the value was `before`, and is `next` now. */
  replace(cell: number, before: bigint, next: bigint): boolean {
    return Atomics.compareExchange(this.#cells, cell, before, next) === before;
  }

  /** The cell of an owner; takes a slot that is empty or whose value is free again. */
  of(owner: bigint, now: bigint): number {
    const start = Number(BigInt.asUintN(32, owner)) % SLOTS;
    for (;;) {
      let reusable = -1;
      for (let probe = 0; probe < PROBES; probe += 1) {
        const slot = ((start + probe) % SLOTS) * 2;
        const known = Atomics.load(this.#cells, slot);
        if (known === owner) return slot + 1;
        if (reusable === -1 && (known === 0n || this.#isFree(Atomics.load(this.#cells, slot + 1), now)))
          reusable = slot;
        if (known === 0n) break;
      }
      // All slots in reach are in use (some 30,000 at once): share the first, which limits too early at worst.
      if (reusable === -1) return start * 2 + 1;
      const known = Atomics.load(this.#cells, reusable);
      if (Atomics.compareExchange(this.#cells, reusable, known, owner) === known) {
        Atomics.store(this.#cells, reusable + 1, 0n);
        return reusable + 1;
      }
    }
  }

  /** All owners with their values. */
  *entries(): Generator<[owner: bigint, value: bigint]> {
    for (let slot = 0; slot < this.#cells.length; slot += 2) {
      const owner = Atomics.load(this.#cells, slot);
      if (owner !== 0n) yield [owner, Atomics.load(this.#cells, slot + 1)];
    }
  }
}
