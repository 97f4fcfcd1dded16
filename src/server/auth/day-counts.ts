import { SharedCounters, type Table } from './shared-counters.ts';

const DAY_SECONDS = 86_400;
const COUNT_BITS = 32n;

/**
 * Requests per owner and UTC day on all servers, in memory that threads share. A counter holds the day in its high 32
 * bits and the count in its low 32, so that it starts at 0 by itself each day. Its note is the same of other servers.
 */
export class DayCounts {
  readonly counters: SharedCounters;

  constructor(memory: SharedArrayBuffer, table: Table) {
    this.counters = new SharedCounters(memory, table, (value, now) => value > 0n && value < now);
  }

  /** The index of an owner's counter. */
  indexOf(owner: bigint): number {
    return this.counters.indexOf(owner, today());
  }

  /** The number of today's requests. */
  count(index: number): number {
    return countOf(this.counters.load(index));
  }

  /** Today's requests that came to this server since it started. */
  own(index: number): number {
    return Math.max(0, this.count(index) - countOf(this.counters.note(index)));
  }

  /** Counts one more request, unless that would be more than `most`. @returns the count; above `most`: not counted */
  add(index: number, most: number): number {
    for (const day = today(); ; ) {
      const before = this.counters.load(index);
      const count = before > day ? Number(before - day) + 1 : 1;
      if (count > most || this.counters.replace(index, before, day + BigInt(count))) return count;
    }
  }

  /** Notes how many of today's requests came to other servers. Only one thread may do so. */
  hear(index: number, others: number): void {
    const news = others - countOf(this.counters.note(index));
    if (news <= 0) return;
    for (;;) {
      const before = this.counters.load(index);
      if (this.counters.replace(index, before, today() + BigInt(countOf(before) + news))) break;
    }
    this.counters.setNote(index, today() + BigInt(others));
  }
}

/** The UTC day, YYYY-MM-DD. */
export function dayName(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Seconds to the next midnight, UTC. */
export function secondsToMidnight(): number {
  return DAY_SECONDS - Math.floor((Date.now() / 1000) % DAY_SECONDS);
}

function countOf(value: bigint): number {
  const count = value - today();
  return count > 0n ? Number(count) : 0;
}

let cached = { day: -1, value: 0n };

/** The value of a counter with no request today; computed once a day, because each request needs it. */
function today(): bigint {
  const day = Math.floor(Date.now() / 1000 / DAY_SECONDS);
  if (cached.day !== day) cached = { day, value: BigInt(day) << COUNT_BITS };
  return cached.value;
}
