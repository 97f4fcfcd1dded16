import { createHash } from 'node:crypto';
import { AppError } from './errors.ts';

/** Slots of each table in the shared memory, 1 MiB in all. */
const SLOTS = 32_768;
const SLOT_BYTES = 16;
/** Where the tables begin: buckets of keys, and counts of organisations' days. */
const Table = { buckets: 0, days: SLOTS } as const;
const PROBES = 16;
const NANOSECONDS = 1_000_000_000n;
const DAY_SECONDS = 86_400;
const COUNT_BITS = 32n;

/** What the rate headers tell. */
export interface RateState {
  /** The limits in force, as RateLimit-Policy says them. */
  policy: string;
  bucketSize: number;
  remaining: number;
  /** Seconds until the bucket is full again. */
  secondsToFull: number;
  perDay: number;
  remainingToday: number;
  secondsToMidnight: number;
}

interface Rate {
  /** Tokens that come back in a minute; 0: no limit. */
  perMinute: number;
  /** Tokens a full bucket holds. */
  burst: number;
}

/** A rate in nanoseconds: of one token, and of a full bucket. */
interface Pace {
  burst: number;
  interval: bigint;
  /** 0: no limit. */
  capacity: bigint;
}

/** Memory for the buckets and counts, which threads may share. */
export function limitsMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(2 * SLOTS * SLOT_BYTES);
}

/** A number that stands for a key or organisation in the shared table. Never 0. */
export function rateKey(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64LE(0) || 1n;
}

/**
 * Token buckets in memory that worker threads share, exact across them: a bucket is one 64-bit number (GCRA:
 * the time at which it will be full), advanced by compare-and-swap. rate-limiter-flexible's burst limiter
 * let 65 of 50 pass at once, and 5 after 14 s of idling where a bucket gives all back.
 */
export class RateLimits {
  readonly #cells: BigInt64Array;
  readonly #keyPace: Pace;
  readonly #policy: string;
  readonly #perDay: number;

  constructor(keyRate: Rate, perDay: number, memory = limitsMemory()) {
    this.#cells = new BigInt64Array(memory);
    this.#keyPace = paceOf(keyRate);
    this.#perDay = perDay;
    this.#policy = `"burst";q=${keyRate.burst}, "day";q=${perDay};w=${DAY_SECONDS}`;
  }

  /**
   * One request of a key (or session) and its organisation.
   * @throws AppError rate_limited when the bucket is empty or the day's count is used up.
   */
  take(key: bigint, organisation: bigint): RateState {
    const now = process.hrtime.bigint();
    const bucket = this.#takeToken(key, this.#keyPace, now);
    const seconds = Date.now() / 1000;
    const state: RateState = {
      policy: this.#policy,
      bucketSize: this.#keyPace.burst,
      remaining: bucket.remaining,
      secondsToFull: bucket.secondsToFull,
      perDay: this.#perDay,
      remainingToday: this.#perDay,
      secondsToMidnight: DAY_SECONDS - Math.floor(seconds % DAY_SECONDS),
    };
    if (bucket.wait > 0) throw refusal(bucket.wait, state);
    if (this.#perDay > 0) {
      state.remainingToday = this.#countToday(organisation, Math.floor(seconds / DAY_SECONDS));
      if (state.remainingToday < 0) throw refusal(state.secondsToMidnight, { ...state, remainingToday: 0 });
    }
    return state;
  }

  /** One try at something that is limited by name, e.g. a login by account and by address. */
  attempt(name: string, rate: Rate): void {
    const { wait } = this.#takeToken(rateKey(name), paceOf(rate), process.hrtime.bigint());
    if (wait > 0) throw refusal(wait);
  }

  #takeToken(
    key: bigint,
    { burst, interval, capacity }: Pace,
    now: bigint,
  ): { remaining: number; secondsToFull: number; wait: number } {
    if (capacity === 0n) return { remaining: burst, secondsToFull: 0, wait: 0 };
    // Free again when full: it holds no state then.
    const cell = this.#cell(key, Table.buckets, (fullAt) => fullAt > 0n && fullAt < now);
    for (;;) {
      const fullAt = Atomics.load(this.#cells, cell);
      const next = (fullAt > now ? fullAt : now) + interval;
      const used = next - now;
      if (used > capacity) {
        const wait = Number(used - capacity) / 1e9;
        return { remaining: 0, secondsToFull: Number(fullAt - now) / 1e9, wait };
      }
      if (Atomics.compareExchange(this.#cells, cell, fullAt, next) === fullAt) {
        return {
          remaining: Number((capacity - used) / interval),
          secondsToFull: Number(used) / 1e9,
          wait: 0,
        };
      }
    }
  }

  /** Counts one; the rest of the day's allowance, negative when it was used up. */
  #countToday(organisation: bigint, day: number): number {
    // The day is in the high half of the value, the count in the low.
    const today = BigInt(day) << COUNT_BITS;
    const cell = this.#cell(organisation, Table.days, (counted) => counted > 0n && counted < today);
    for (;;) {
      const before = Atomics.load(this.#cells, cell);
      const count = before >> COUNT_BITS === today >> COUNT_BITS ? before - today : 0n;
      if (count >= BigInt(this.#perDay)) return -1;
      if (Atomics.compareExchange(this.#cells, cell, before, today + count + 1n) === before) {
        return this.#perDay - Number(count) - 1;
      }
    }
  }

  /** Index of the value that belongs to a key in a table; takes a slot that is empty or whose value is free again. */
  #cell(key: bigint, table: number, isFree: (value: bigint) => boolean): number {
    const start = Number(BigInt.asUintN(32, key)) % SLOTS;
    for (;;) {
      let reusable = -1;
      for (let probe = 0; probe < PROBES; probe += 1) {
        const slot = (table + ((start + probe) % SLOTS)) * 2;
        const owner = Atomics.load(this.#cells, slot);
        if (owner === key) return slot + 1;
        if (reusable === -1 && (owner === 0n || isFree(Atomics.load(this.#cells, slot + 1)))) reusable = slot;
        if (owner === 0n) break;
      }
      // All slots in reach are in use (some 30,000 at once): share the first, which limits too early at worst.
      if (reusable === -1) return (table + start) * 2 + 1;
      const owner = Atomics.load(this.#cells, reusable);
      if (Atomics.compareExchange(this.#cells, reusable, owner, key) === owner) {
        Atomics.store(this.#cells, reusable + 1, 0n);
        return reusable + 1;
      }
    }
  }
}

function paceOf({ perMinute, burst }: Rate): Pace {
  if (perMinute === 0 || burst === 0) return { burst, interval: 0n, capacity: 0n };
  const interval = (60n * NANOSECONDS) / BigInt(perMinute);
  return { burst, interval, capacity: interval * BigInt(burst) };
}

function refusal(wait: number, state?: RateState): AppError {
  const seconds = Math.max(1, Math.ceil(wait));
  return new AppError('rate_limited', `Too many requests. Wait for ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds), ...(state ? rateHeaders(state) : {}) },
  });
}

/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers) and the older X-RateLimit-*. */
export function rateHeaders(state: RateState): Record<string, string> {
  const toFull = Math.ceil(state.secondsToFull);
  return {
    'RateLimit-Policy': state.policy,
    RateLimit: `"burst";r=${state.remaining};t=${toFull}, "day";r=${state.remainingToday};t=${state.secondsToMidnight}`,
    'X-RateLimit-Limit': String(state.bucketSize),
    'X-RateLimit-Remaining': String(state.remaining),
    'X-RateLimit-Reset': String(toFull),
  };
}
