import { SharedCounters, type Table } from './shared-counters.ts';

export interface Rate {
  /** Tokens added a minute; 0: no limit. */
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
  const interval = MINUTE / BigInt(perMinute);
  return { interval, capacity: interval * BigInt(burst) };
}

/**
 * Token buckets in memory that threads share, exact across them. A bucket is one 64-bit number (GCRA: the time at which
 * it will be full), advanced by compare-and-swap. rate-limiter-flexible's burst limiter let 65 of 50 pass at once, and
 * 5 after 14 s of idling where a full bucket gives all.
 */
export class TokenBuckets {
  /** The note of a bucket is the number of servers on which its owner is in use; 0: this one alone. */
  readonly counters: SharedCounters;

  constructor(memory: SharedArrayBuffer, table: Table) {
    // A full bucket is the same as a new one, so its slot may be given away.
    this.counters = new SharedCounters(memory, table, (fullAt, now) => fullAt > 0n && fullAt < now);
  }

  /**
   * Takes a request's tokens out of a bucket, unless it holds too few: one for each of the servers on which the owner is
   * in use. So each of k servers gives a k-th of burst and rate, and a bucket fills in the same time on all.
   * @param servers on which the owner is in use
   * @param isTaken false: the bucket is only looked at
   * @returns wait: seconds until it holds enough; 0: they were taken
   */
  take(
    index: number,
    { interval, capacity }: Pace,
    now: bigint,
    servers = 1,
    isTaken = true,
  ): { remaining: number; secondsToFull: number; wait: number } {
    const cost = servers > 1 ? interval * BigInt(servers) : interval;
    // A full bucket is overdrawn where a burst has fewer tokens than there are servers.
    const least = cost < capacity ? cost : capacity;
    for (;;) {
      const fullAt = this.counters.load(index);
      const used = fullAt > now ? fullAt - now : 0n;
      const after = isTaken ? used + cost : used;
      if (isTaken && used + least > capacity)
        return { remaining: 0, secondsToFull: seconds(used), wait: seconds(used + least - capacity) };
      if (isTaken && !this.counters.replace(index, fullAt, now + after)) continue;
      const remaining = after < capacity ? Number((capacity - after) / cost) : 0;
      return { remaining, secondsToFull: seconds(after), wait: 0 };
    }
  }

  /** Makes a bucket full no sooner than at a time. */
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
