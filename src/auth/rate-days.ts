import { Cells, type Table } from './rate-memory.ts';

const DAY_SECONDS = 86_400;
const COUNT_BITS = 32n;

/** Requests counted a UTC day; the day is in the high half of a cell, the count in the low. */
export class DayCounts {
  readonly #cells: Cells;

  constructor(memory: SharedArrayBuffer, table: Table) {
    this.#cells = new Cells(memory, table, (value, now) => value > 0n && value < now);
  }

  /** Where an owner's requests of the day are counted. */
  of(owner: bigint): number {
    return this.#cells.of(owner, today());
  }

  count(cell: number): number {
    const value = this.#cells.load(cell) - today();
    return value > 0n ? Number(value) : 0;
  }

  /** Counts one more, unless it would be more than `most`. @returns the count; more than `most` when it was refused. */
  add(cell: number, most: number): number {
    for (const day = today(); ; ) {
      const before = this.#cells.load(cell);
      const count = before > day ? Number(before - day) + 1 : 1;
      if (count > most || this.#cells.replace(cell, before, day + BigInt(count))) return count;
    }
  }

  /** The counts of today, to be kept over a restart. */
  *entries(): Generator<[owner: bigint, count: number]> {
    const day = today();
    for (const [owner, value] of this.#cells.entries()) if (value > day) yield [owner, Number(value - day)];
  }

  /** Takes a count over. */
  set(owner: bigint, count: number): void {
    const cell = this.of(owner);
    this.#cells.replace(cell, this.#cells.load(cell), today() + BigInt(count));
  }
}

/** Days since 1970, UTC. */
export function dayNumber(): number {
  return Math.floor(Date.now() / 1000 / DAY_SECONDS);
}

export function secondsToMidnight(): number {
  return DAY_SECONDS - Math.floor((Date.now() / 1000) % DAY_SECONDS);
}

let known = { day: -1, value: 0n };

/** A count of none today. Made once a day: it is asked for at each request. */
function today(): bigint {
  const day = dayNumber();
  if (known.day !== day) known = { day, value: BigInt(day) << COUNT_BITS };
  return known.value;
}
