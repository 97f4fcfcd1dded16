import { SharedCounters, type Table } from './shared-counters.ts';

const DAY_SECONDS = 86_400;
const COUNT_BITS = 32n;

/**
 * Requests per owner and UTC day, in memory that threads share. A counter holds the day in its high 32 bits and the
 * count in its low 32, so that it starts at 0 by itself each day.
 */
export class DayCounts {
  readonly counters: SharedCounters;

  constructor(memory: SharedArrayBuffer, table: Table) {
    this.counters = new SharedCounters(memory, table, (value, now) => value > 0n && value < now);
  }

  /** The index of an owner's counter, for `count` and `add`. */
  indexOf(owner: bigint): number {
    return this.counters.indexOf(owner, today());
  }

  /** The number of today's requests. */
  count(index: number): number {
    const value = this.counters.load(index) - today();
    return value > 0n ? Number(value) : 0;
  }

  /** Counts one more request, unless that would be more than `most`. @returns the count; above `most`: not counted */
  add(index: number, most: number): number {
    for (const day = today(); ; ) {
      const before = this.counters.load(index);
      const count = before > day ? Number(before - day) + 1 : 1;
      if (count > most || this.counters.replace(index, before, day + BigInt(count))) return count;
    }
  }

  /** Makes today's count at least so many. */
  raise(index: number, count: number): void {
    for (const least = today() + BigInt(count); ; ) {
      const before = this.counters.load(index);
      if (before >= least || this.counters.replace(index, before, least)) return;
    }
  }

  /** The counts of today by owner. */
  *entries(): Generator<[owner: bigint, count: number]> {
    const day = today();
    for (const [owner, value] of this.counters.entries()) if (value > day) yield [owner, Number(value - day)];
  }

  /** Sets today's count of an owner. */
  set(owner: bigint, count: number): void {
    const index = this.indexOf(owner);
    this.counters.replace(index, this.counters.load(index), today() + BigInt(count));
  }
}

/** The number of UTC days since 1970-01-01. */
export function dayNumber(): number {
  return Math.floor(Date.now() / 1000 / DAY_SECONDS);
}

/** Seconds to the next midnight, UTC. */
export function secondsToMidnight(): number {
  return DAY_SECONDS - Math.floor((Date.now() / 1000) % DAY_SECONDS);
}

let cached = { day: -1, value: 0n };

/** The value of a counter with no request today; computed once a day, because each request needs it. */
function today(): bigint {
  const day = dayNumber();
  if (cached.day !== day) cached = { day, value: BigInt(day) << COUNT_BITS };
  return cached.value;
}
