/** Counters in memory that threads share: token buckets and day counts, by owner. */

/** The number of owners (keys, account names or addresses) that a table counts one by one. */
const SLOTS = 32_768;
/** A slot has three 64-bit numbers: the owner, its counter and its note. */
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
 * 64-bit hash, never 0. Each counter has a note with what other servers counted of the owner; 0: none.
 */
export class SharedCounters {
  readonly #numbers: BigInt64Array;
  /** The same memory as 32-bit halves, which can be read without creating bigints. */
  readonly #halves: Int32Array;
  /** Whether a counter is obsolete, so that another owner may take its slot. */
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

  /** The index of an owner's counter; a new owner gets an empty or expired slot, with the counter 0. */
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

export interface Rate {
  /** Tokens added per minute; 0: no limit. */
  perMinute: number;
  /** Tokens in a full bucket; 0: no limit. */
  burst: number;
}

/** A rate in nanoseconds. */
export interface Pace {
  /** The time in which one token is added. */
  interval: bigint;
  /** The time in which an empty bucket fills; 0: no limit. */
  capacity: bigint;
}

const MINUTE = 60_000_000_000n;

export function paceOf({ perMinute, burst }: Rate): Pace {
  if (perMinute === 0 || burst === 0) return { interval: 0n, capacity: 0n };
  const interval = BigInt(Math.floor(Number(MINUTE) / perMinute));
  return { interval, capacity: interval * BigInt(burst) };
}

/**
 * Token buckets in memory that threads share, exact across them. A bucket is one 64-bit number (GCRA: the time at which
 * it will be full), advanced by compare-and-swap. rate-limiter-flexible's burst limiter let 65 instead of 50 requests
 * pass at once, and 5 after 14 s of idling, when a full bucket allows all.
 */
export class TokenBuckets {
  readonly counters: SharedCounters;

  constructor(memory: SharedArrayBuffer, table: Table) {
    // A full bucket equals a new one, so its slot may be reused.
    this.counters = new SharedCounters(memory, table, (fullAt, now) => fullAt > 0n && fullAt < now);
  }

  /**
   * Takes a request's token out of a bucket, unless it is empty.
   * @param isTaken false: the bucket is only read
   * @returns wait: seconds until it holds one; 0: the token was taken
   */
  take(
    index: number,
    { interval, capacity }: Pace,
    now: bigint,
    isTaken = true,
  ): { remaining: number; secondsToFull: number; wait: number } {
    for (;;) {
      const fullAt = this.counters.load(index);
      const used = fullAt > now ? fullAt - now : 0n;
      const after = isTaken ? used + interval : used;
      if (after > capacity)
        return { remaining: 0, secondsToFull: seconds(used), wait: seconds(after - capacity) };
      if (isTaken && !this.counters.replace(index, fullAt, now + after)) continue;
      const remaining = Number((capacity - after) / interval);
      return { remaining, secondsToFull: seconds(after), wait: 0 };
    }
  }

  /** Delays the time at which a bucket is full to `fullAt` or later. */
  raise(index: number, fullAt: bigint): void {
    for (;;) {
      const before = this.counters.load(index);
      if (before >= fullAt || this.counters.replace(index, before, fullAt)) return;
    }
  }
}

function seconds(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e9;
}

const DAY_SECONDS = 86_400;
const COUNT_BITS = 32n;

/**
 * Requests per owner and UTC day on all servers, in memory that threads share. A counter holds the day in its high 32
 * bits and the count in its low 32, so it restarts at 0 each day. Its note has the same form, for the other servers.
 */
export class DayCounts {
  readonly counters: SharedCounters;

  constructor(memory: SharedArrayBuffer, table: Table) {
    this.counters = new SharedCounters(memory, table, (value, now) => value > 0n && value < now);
  }

  /** The index of an owner's counter. @param day see emptyCountAt */
  indexOf(owner: bigint, day = emptyCountAt()): number {
    return this.counters.indexOf(owner, day);
  }

  /** The number of today's requests on all servers. */
  count(index: number, day = emptyCountAt()): number {
    return countOf(this.counters.load(index), day);
  }

  /** Today's requests to this server since it started. */
  own(index: number): number {
    return Math.max(0, this.count(index) - countOf(this.counters.note(index)));
  }

  /** Counts one more request, up to `most`. @returns the new count; above `most`: not counted */
  add(index: number, most: number, day = emptyCountAt()): number {
    for (;;) {
      const before = this.counters.load(index);
      const count = countOf(before, day) + 1;
      if (count > most || this.counters.replace(index, before, day + BigInt(count))) return count;
    }
  }

  /** Notes how many of today's requests came to other servers. Only one thread may call it. */
  hear(index: number, others: number): void {
    const news = others - countOf(this.counters.note(index));
    if (news <= 0) return;
    for (;;) {
      const before = this.counters.load(index);
      if (this.counters.replace(index, before, emptyCountAt() + BigInt(countOf(before) + news))) break;
    }
    this.counters.setNote(index, emptyCountAt() + BigInt(others));
  }
}

/** Seconds to the next midnight, UTC. @param now as Date.now() */
export function secondsToMidnight(now: number): number {
  return DAY_SECONDS - Math.floor((now / 1000) % DAY_SECONDS);
}

/** The count of a day. A later day counts nothing either: a clock that was ahead has left it behind. */
function countOf(value: bigint, day = emptyCountAt()): number {
  return value >> COUNT_BITS === day >> COUNT_BITS ? Number(value - day) : 0;
}

let cached = { day: -1, value: 0n };

/**
 * The value of a counter without requests on a day; computed once a day, because each request needs it.
 * @param now as Date.now()
 */
export function emptyCountAt(now = Date.now()): bigint {
  const day = Math.floor(now / 1000 / DAY_SECONDS);
  if (cached.day !== day) cached = { day, value: BigInt(day) << COUNT_BITS };
  return cached.value;
}
