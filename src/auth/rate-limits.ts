import { createHash } from 'node:crypto';
import { AppError } from '../base/errors.ts';
import { parseAddress } from '../outbound/addresses.ts';
import { DayCounts, secondsToMidnight } from './rate-days.ts';
import { Cells, limitsMemory, type Table } from './rate-memory.ts';

const NANOSECONDS = 1_000_000_000n;
const DAY_SECONDS = 86_400;

/** A limit in force, as the rate headers tell it. */
interface Quota {
  name: 'burst' | 'day';
  limit: number;
  remaining: number;
  /** Until all of it is there again. */
  seconds: number;
}

/** What the rate headers tell. */
export interface RateState {
  /** The limits in force, as RateLimit-Policy says them. */
  policy: string;
  /** None where all limits are off. */
  quotas: Quota[];
}

/** Whose requests are counted. */
export interface RateCaller {
  kind: 'key' | 'user';
  /** Of the key or session. */
  rateKey: bigint;
  /** Whose day it is: the organisation's for its keys, a session's own. */
  dayKey: bigint;
}

interface Rate {
  /** Tokens that come back in a minute; 0: no limit. */
  perMinute: number;
  /** Tokens a full bucket holds. */
  burst: number;
}

/** A rate in nanoseconds: of one token, and of a full bucket. */
interface Pace {
  interval: bigint;
  /** 0: no limit. */
  capacity: bigint;
}

/** A number that stands for a key or organisation in a shared table. Never 0. */
export function rateKey(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64LE(0) || 1n;
}

/**
 * Token buckets in memory that worker threads share, exact across them: a bucket is one 64-bit number (GCRA:
 * the time at which it will be full), advanced by compare-and-swap. rate-limiter-flexible's burst limiter
 * let 65 of 50 pass at once, and 5 after 14 s of idling where a bucket gives all back.
 */
export class RateLimits {
  readonly #buckets: Record<Extract<Table, 'keys' | 'sessions' | 'accounts' | 'addresses'>, Cells>;
  readonly #organisationDays: DayCounts;
  readonly #sessionDays: DayCounts;
  readonly #pace: Pace;
  readonly #burst: number;
  readonly #policy: string;
  readonly #perDay: number;

  constructor(rate: Rate, perDay: number, memory = limitsMemory()) {
    // Free again when full: it holds no state then.
    const bucketsIn = (table: Table) =>
      new Cells(memory, table, (fullAt, now) => fullAt > 0n && fullAt < now);
    this.#buckets = {
      keys: bucketsIn('keys'),
      sessions: bucketsIn('sessions'),
      accounts: bucketsIn('accounts'),
      addresses: bucketsIn('addresses'),
    };
    this.#organisationDays = new DayCounts(memory, 'organisationDays');
    this.#sessionDays = new DayCounts(memory, 'sessionDays');
    this.#pace = paceOf(rate);
    this.#burst = rate.burst;
    this.#perDay = perDay;
    const { perMinute, burst } = rate;
    this.#policy = [
      ...(this.#pace.capacity > 0n
        ? [`"burst";q=${burst};w=${Math.ceil((burst * 60) / perMinute)}`, `"minute";q=${perMinute};w=60`]
        : []),
      ...(perDay > 0 ? [`"day";q=${perDay};w=${DAY_SECONDS}`] : []),
    ].join(', ');
  }

  /**
   * One request of a key or session.
   * @throws AppError rate_limited when the bucket is empty or the day's count is used up.
   */
  take({ kind, rateKey, dayKey }: RateCaller): RateState {
    const now = process.hrtime.bigint();
    const buckets = kind === 'key' ? this.#buckets.keys : this.#buckets.sessions;
    const days = kind === 'key' ? this.#organisationDays : this.#sessionDays;
    const day = this.#perDay > 0 ? days.of(dayKey) : -1;
    // Looked at first, so that a request that the day refuses takes nothing from the bucket, and the other way round.
    const isDayUsed = day !== -1 && days.count(day) >= this.#perDay;
    const bucket = takeToken(buckets, rateKey, this.#pace, now, isDayUsed ? 0n : 1n);
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
      throw refusal(secondsToMidnight(), state, `The ${this.#perDay} requests of today (UTC) are used up.`);
    if (bucket.wait > 0) throw refusal(bucket.wait, state);
    return state;
  }

  /** One try at something that is limited by account. */
  attemptByAccount(name: string, rate: Rate): void {
    this.#attempt('accounts', name, rate);
  }

  /** One try at something that is limited by address; what it is comes first, e.g. "login". */
  attemptByAddress(what: string, address: string, rate: Rate): void {
    this.#attempt('addresses', `${what} ${neighbourhood(address)}`, rate);
  }

  #attempt(table: 'accounts' | 'addresses', name: string, rate: Rate): void {
    const now = process.hrtime.bigint();
    const { wait } = takeToken(this.#buckets[table], rateKey(name), paceOf(rate), now);
    if (wait > 0) throw refusal(wait);
  }
}

/** Takes tokens out of a bucket; none where it holds fewer. `wait`: seconds until it holds enough. */
function takeToken(
  buckets: Cells,
  key: bigint,
  { interval, capacity }: Pace,
  now: bigint,
  tokens = 1n,
): { remaining: number; secondsToFull: number; wait: number } {
  if (capacity === 0n) return { remaining: 0, secondsToFull: 0, wait: 0 };
  const cell = buckets.of(key, now);
  for (;;) {
    const fullAt = buckets.load(cell);
    const usedBefore = fullAt > now ? fullAt - now : 0n;
    const used = usedBefore + tokens * interval;
    if (used > capacity)
      return { remaining: 0, secondsToFull: Number(usedBefore) / 1e9, wait: Number(used - capacity) / 1e9 };
    if (tokens === 0n || buckets.replace(cell, fullAt, now + used))
      return { remaining: Number((capacity - used) / interval), secondsToFull: Number(used) / 1e9, wait: 0 };
  }
}

function paceOf({ perMinute, burst }: Rate): Pace {
  if (perMinute === 0 || burst === 0) return { interval: 0n, capacity: 0n };
  const interval = (60n * NANOSECONDS) / BigInt(perMinute);
  return { interval, capacity: interval * BigInt(burst) };
}

/** Whose tries count together: an IPv4 address, or the /64 of IPv6, which one subscriber has whole. */
function neighbourhood(address: string): string {
  const bytes = parseAddress(address);
  return bytes?.length === 16 ? Buffer.from(bytes.subarray(0, 8)).toString('hex') : address;
}

function refusal(wait: number, state?: RateState, reason = 'Too many requests.'): AppError {
  const seconds = Math.max(1, Math.ceil(wait));
  return new AppError('rate_limited', `${reason} Wait for ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds), ...(state ? rateHeaders(state) : {}) },
  });
}

/**
 * RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers) and the older X-RateLimit-*, which know one
 * limit: that of which less is left. None where all limits are off.
 */
export function rateHeaders({ policy, quotas }: RateState): Record<string, string> {
  const [first, second] = quotas;
  if (first === undefined) return {};
  const tightest = second !== undefined && second.remaining <= first.remaining ? second : first;
  return {
    'RateLimit-Policy': policy,
    RateLimit: second === undefined ? told(first) : `${told(first)}, ${told(second)}`,
    'X-RateLimit-Limit': String(tightest.limit),
    'X-RateLimit-Remaining': String(tightest.remaining),
    'X-RateLimit-Reset': String(tightest.seconds),
  };
}

function told({ name, remaining, seconds }: Quota): string {
  return `"${name}";r=${remaining};t=${seconds}`;
}
