import { createHash } from 'node:crypto';
import { AppError } from '../base/errors.ts';
import { parseAddress } from '../outbound/addresses.ts';
import { DayCounts, secondsToMidnight } from './day-counts.ts';
import { type BucketTable, type DayTable, type Link, raise, Settlement } from './settlement.ts';
import { allocateCounters, SharedCounters, type Table } from './shared-counters.ts';

const NANOSECONDS = 1_000_000_000n;
const DAY_SECONDS = 86_400;

/** The state of one limit, as the rate headers report it. */
interface Quota {
  name: 'burst' | 'day';
  limit: number;
  remaining: number;
  /** Seconds until all of the limit is available again. */
  seconds: number;
}

/** What the rate headers report. */
export interface RateState {
  /** The value of the header RateLimit-Policy. */
  policy: string;
  /** The limits in force; none where all are off. */
  quotas: Quota[];
}

/** The caller whose requests are counted; its keys are made by `rateKey`. */
export interface RateCaller {
  kind: 'key' | 'user';
  /** Stands for the API key or the session. */
  rateKey: bigint;
  /** Stands for the owner of the day count: the organisation for its API keys, the session for itself. */
  dayKey: bigint;
}

interface Rate {
  /** Tokens added a minute; 0: no limit. */
  perMinute: number;
  /** Tokens in a full bucket; 0: no limit. */
  burst: number;
}

/** Where a caller's requests are counted, as of a moment. */
interface CallersCounters {
  table: BucketTable;
  dayTable: DayTable;
  /** Indexes; -1: no limit. */
  bucket: number;
  day: number;
  isDayUsed: boolean;
  now: bigint;
}

/** A rate in nanoseconds. */
interface Pace {
  /** The time in which one token is added. */
  interval: bigint;
  /** The time in which an empty bucket fills; 0: no limit. */
  capacity: bigint;
}

/** The 64-bit hash that stands for an API key, session, organisation or account in the shared counters; never 0. */
export function rateKey(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64LE(0) || 1n;
}

/**
 * Rate limits in memory that worker threads share, exact across them, and across servers within a bound (Settlement). A token bucket is one 64-bit number (GCRA: the
 * time at which it will be full), advanced by compare-and-swap. rate-limiter-flexible's burst limiter let 65 of 50
 * pass at once, and 5 after 14 s of idling where a full bucket gives all.
 */
export class RateLimits {
  readonly #buckets: Record<BucketTable, SharedCounters>;
  readonly #days: Record<DayTable, DayCounts>;
  readonly #pace: Pace;
  readonly #burst: number;
  readonly #policy: string;
  readonly #perDay: number;
  readonly #settlement: Settlement | null;

  /**
   * @param rate the token buckets of API keys and sessions
   * @param perDay the requests of an organisation's API keys, or of a session, a UTC day; 0: no limit
   * @param memory the counters; the same for all threads
   * @param link to the other servers; null: this one counts for itself
   */
  constructor(rate: Rate, perDay: number, memory = allocateCounters(), link: Link | null = null) {
    // A full bucket is the same as a new one, so its slot may be given away.
    const bucketsIn = (table: Table) =>
      new SharedCounters(memory, table, (fullAt, now) => fullAt > 0n && fullAt < now);
    this.#buckets = {
      keys: bucketsIn('keys'),
      sessions: bucketsIn('sessions'),
      accounts: bucketsIn('accounts'),
      addresses: bucketsIn('addresses'),
    };
    this.#days = {
      organisationDays: new DayCounts(memory, 'organisationDays'),
      sessionDays: new DayCounts(memory, 'sessionDays'),
    };
    this.#pace = paceOf(rate);
    this.#burst = rate.burst;
    this.#perDay = perDay;
    this.#settlement = link && new Settlement(link, memory, this.#pace.interval, this.#buckets, this.#days);
    const { perMinute, burst } = rate;
    this.#policy = [
      ...(this.#pace.capacity > 0n
        ? [`"burst";q=${burst};w=${Math.ceil((burst * 60) / perMinute)}`, `"minute";q=${perMinute};w=60`]
        : []),
      ...(perDay > 0 ? [`"day";q=${perDay};w=${DAY_SECONDS}`] : []),
    ].join(', ');
  }

  /**
   * Counts one request of an API key or session, on all servers together. The state is given without a promise where no
   * other server has to be heard first.
   * @throws AppError rate_limited, as `take`
   */
  admit(caller: RateCaller): RateState | Promise<RateState> {
    const counters = this.#countersOf(caller);
    const settlement = this.#settlement;
    const waiting = settlement && this.#mayPass(counters) ? this.#note(settlement, counters) : null;
    return waiting ? waiting.then(() => this.admit(caller)) : this.#take(counters);
  }

  /**
   * Counts one request of an API key or session on this server alone.
   * @throws AppError rate_limited when the bucket is empty or the day's requests are used up
   */
  take(caller: RateCaller): RateState {
    return this.#take(this.#countersOf(caller));
  }

  #countersOf({ kind, rateKey, dayKey }: RateCaller): CallersCounters {
    const now = process.hrtime.bigint();
    const [table, dayTable] =
      kind === 'key' ? (['keys', 'organisationDays'] as const) : (['sessions', 'sessionDays'] as const);
    const bucket = this.#pace.capacity > 0n ? this.#buckets[table].indexOf(rateKey, now) : -1;
    const day = this.#perDay > 0 ? this.#days[dayTable].indexOf(dayKey) : -1;
    // The day is only read before the bucket is asked, so that a request refused by one of the two uses up nothing of
    // the other.
    const isDayUsed = day !== -1 && this.#days[dayTable].count(day) >= this.#perDay;
    return { table, dayTable, bucket, day, isDayUsed, now };
  }

  /** Whether a request passes by what this server knows. */
  #mayPass({ table, bucket, isDayUsed, now }: CallersCounters): boolean {
    const { interval, capacity } = this.#pace;
    return !isDayUsed && (bucket === -1 || usedOf(this.#buckets[table], bucket, now) + interval <= capacity);
  }

  /** Notes a use for the other servers. @returns a promise where this one has to hear of theirs first; null: noted */
  #note(settlement: Settlement, { table, dayTable, bucket, day }: CallersCounters): Promise<void> | null {
    const buckets = this.#buckets[table];
    if (bucket !== -1) {
      settlement.mark(table, bucket);
      if (!buckets.note(bucket, settlement.most(this.#burst))) return settlement.settle();
    }
    if (day !== -1) {
      settlement.mark(dayTable, day);
      if (!this.#days[dayTable].counters.note(day, settlement.most(this.#perDay))) {
        if (bucket !== -1) buckets.unnote(bucket);
        return settlement.settle();
      }
    }
    return null;
  }

  #take({ table, dayTable, bucket: index, day, isDayUsed, now }: CallersCounters): RateState {
    const days = this.#days[dayTable];
    const bucket = takeToken(this.#buckets[table], index, this.#pace, now, isDayUsed ? 0n : 1n);
    const isRefused = isDayUsed || bucket.wait > 0;
    const count = day === -1 ? 0 : isRefused ? days.count(day) : days.add(day, this.#perDay);
    const state: RateState = { policy: this.#policy, quotas: [] };
    if (this.#pace.capacity > 0n) {
      const { remaining, secondsToFull } = bucket;
      state.quotas.push({ name: 'burst', limit: this.#burst, remaining, seconds: Math.ceil(secondsToFull) });
    }
    if (day !== -1) {
      const remaining = isDayUsed ? 0 : Math.max(0, this.#perDay - count);
      state.quotas.push({ name: 'day', limit: this.#perDay, remaining, seconds: secondsToMidnight() });
    }
    if (isDayUsed || (day !== -1 && count > this.#perDay))
      throw rateLimited(
        secondsToMidnight(),
        state,
        `The ${this.#perDay} requests of today (UTC) are used up.`,
      );
    if (bucket.wait > 0) throw rateLimited(bucket.wait, state);
    return state;
  }

  /**
   * Counts one attempt at an operation that is limited by account: exactly, over all servers, while Postgres answers.
   * @param name the operation and the account, e.g. "login a@b.example"
   * @throws AppError rate_limited
   */
  attemptByAccount(name: string, rate: Rate): void | Promise<void> {
    return this.#attempt('accounts', name, rate);
  }

  /**
   * Counts one attempt at an operation that is limited by the client's address, as `attemptByAccount` does.
   * @param operation e.g. "login"
   * @throws AppError rate_limited
   */
  attemptByAddress(operation: string, address: string, rate: Rate): void | Promise<void> {
    return this.#attempt('addresses', `${operation} ${networkOf(address)}`, rate);
  }

  /** Tells the other servers what they have not been told yet. */
  async close(): Promise<void> {
    await this.#settlement?.close();
  }

  #attempt(table: 'accounts' | 'addresses', name: string, rate: Rate): void | Promise<void> {
    const owner = rateKey(name);
    return this.#settlement?.isShared
      ? this.#attemptExactly(this.#settlement, table, owner, paceOf(rate))
      : this.#attemptHere(table, owner, paceOf(rate));
  }

  #attemptHere(table: 'accounts' | 'addresses', owner: bigint, pace: Pace): void {
    const now = process.hrtime.bigint();
    const index = this.#buckets[table].indexOf(owner, now);
    const { wait } = takeToken(this.#buckets[table], index, pace, now);
    if (wait > 0) throw rateLimited(wait);
    this.#settlement?.mark(table, index);
  }

  async #attemptExactly(
    settlement: Settlement,
    table: 'accounts' | 'addresses',
    owner: bigint,
    pace: Pace,
  ): Promise<void> {
    const now = process.hrtime.bigint();
    const buckets = this.#buckets[table];
    const index = buckets.indexOf(owner, now);
    const usedHere = usedOf(buckets, index, now);
    const wait = usedHere + pace.interval - pace.capacity;
    if (wait > 0n) throw rateLimited(Number(wait) / 1e9);
    const taken = await settlement.takeExactly(table, owner, pace, usedHere);
    if (taken === null) return this.#attemptHere(table, owner, pace);
    raise(buckets, buckets.indexOf(owner, now), now + taken.used);
    if (!taken.isTaken) throw rateLimited(Number(taken.used + pace.interval - pace.capacity) / 1e9);
  }
}

/** What of a bucket is used, ns. */
function usedOf(buckets: SharedCounters, index: number, now: bigint): bigint {
  const fullAt = buckets.load(index);
  return fullAt > now ? fullAt - now : 0n;
}

/** Takes tokens out of a bucket; none where it holds fewer. @returns wait: seconds until it holds enough; 0: they were taken */
function takeToken(
  buckets: SharedCounters,
  index: number,
  { interval, capacity }: Pace,
  now: bigint,
  tokens = 1n,
): { remaining: number; secondsToFull: number; wait: number } {
  if (capacity === 0n) return { remaining: 0, secondsToFull: 0, wait: 0 };
  for (;;) {
    const fullAt = buckets.load(index);
    const usedBefore = fullAt > now ? fullAt - now : 0n;
    const used = usedBefore + tokens * interval;
    if (used > capacity)
      return { remaining: 0, secondsToFull: Number(usedBefore) / 1e9, wait: Number(used - capacity) / 1e9 };
    if (tokens === 0n || buckets.replace(index, fullAt, now + used))
      return { remaining: Number((capacity - used) / interval), secondsToFull: Number(used) / 1e9, wait: 0 };
  }
}

function paceOf({ perMinute, burst }: Rate): Pace {
  if (perMinute === 0 || burst === 0) return { interval: 0n, capacity: 0n };
  const interval = (60n * NANOSECONDS) / BigInt(perMinute);
  return { interval, capacity: interval * BigInt(burst) };
}

/** The network whose attempts count together: an IPv4 address, or the /64 of an IPv6 address, which is one subscriber's. */
function networkOf(address: string): string {
  const bytes = parseAddress(address);
  return bytes?.length === 16 ? Buffer.from(bytes.subarray(0, 8)).toString('hex') : address;
}

function rateLimited(wait: number, state?: RateState, reason = 'Too many requests.'): AppError {
  const seconds = Math.max(1, Math.ceil(wait));
  return new AppError('rate_limited', `${reason} Wait for ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds), ...(state ? rateHeaders(state) : {}) },
  });
}

/**
 * Adds the response headers RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers) and the older
 * X-RateLimit-*, which have room for one limit: the one with less remaining. None where all limits are off.
 * @param head names and values in turn
 */
export function addRateHeaders(head: string[], { policy, quotas }: RateState): void {
  const [first, second] = quotas;
  if (first === undefined) return;
  const tightest = second !== undefined && second.remaining <= first.remaining ? second : first;
  head.push(
    'RateLimit-Policy',
    policy,
    'RateLimit',
    second === undefined ? itemOf(first) : `${itemOf(first)}, ${itemOf(second)}`,
    'X-RateLimit-Limit',
    String(tightest.limit),
    'X-RateLimit-Remaining',
    String(tightest.remaining),
    'X-RateLimit-Reset',
    String(tightest.seconds),
  );
}

function rateHeaders(state: RateState): Record<string, string> {
  const head: string[] = [];
  addRateHeaders(head, state);
  return Object.fromEntries(
    head.flatMap((name, at) => (at % 2 === 0 ? [[name, head[at + 1] as string]] : [])),
  );
}

function itemOf({ name, remaining, seconds }: Quota): string {
  return `"${name}";r=${remaining};t=${seconds}`;
}
