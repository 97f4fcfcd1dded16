import { createHmac } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import type { Sql } from '../../db/client.ts';
import { parseAddress } from '../../outbound/addresses.ts';
import {
  allocateCounters,
  DayCounts,
  emptyCountAt,
  type Pace,
  paceOf,
  type Rate,
  secondsToMidnight,
  TokenBuckets,
} from './counters.ts';
import { takeToken } from './limits-in-postgres.ts';

const DAY_SECONDS = 86_400;

/** The caller whose requests are counted; `rateKeys` makes its keys. */
export interface RateCaller {
  kind: 'key' | 'user' | 'scim' | 'admin';
  /** Identifies the API key or the session. */
  rateKey: bigint;
  /** The owner of the day count: the organisation of an API key, otherwise the session or the administrator. */
  dayKey: bigint;
}

/** The state of one limit, for the rate headers. */
interface Quota {
  name: 'burst' | 'day';
  limit: number;
  remaining: number;
  /** Seconds until the whole limit is available again. */
  seconds: number;
}

/** The content of the rate headers. */
export interface RateState {
  /** The value of the header RateLimit-Policy. */
  policy: string;
  /** The limits in force; empty if all are off. */
  quotas: Quota[];
}

/**
 * Keys for API keys, sessions, organisations, accounts and addresses, in memory and in Postgres: 64-bit hashes, never
 * 0. Without the secret, nobody can find out an owner by trial.
 */
export function rateKeys(secret: string): (name: string) => bigint {
  return (name) => createHmac('sha256', secret).update(name).digest().readBigInt64LE(0) || 1n;
}

/**
 * Rate limits in memory that worker threads share, exact across them. Each server has buckets of its own; the day
 * counts of other servers on the database arrive once a second (SharedDays); attempts at passwords are counted in
 * Postgres.
 */
export class RateLimits {
  readonly #rate: Rate;
  readonly #pace: Pace;
  readonly #perDay: number;
  readonly #counters: Record<'key' | 'user', { buckets: TokenBuckets; days: DayCounts }>;
  readonly #attempts: Record<'account' | 'address', TokenBuckets>;
  readonly #shared: { sql: Sql; secret: string } | null;
  /** The value of RateLimit-Policy. */
  readonly #policy: string;

  /**
   * @param rate the token buckets of API keys and sessions
   * @param perDay the requests per UTC day of an organisation's API keys, or of a session; 0: no limit
   * @param memory the counters; the same for all threads
   * @param shared the database that counts attempts, and a secret of all servers; null: this server counts alone
   */
  constructor(
    rate: Rate,
    perDay: number,
    memory = allocateCounters(),
    shared: { sql: Sql; secret: string } | null = null,
  ) {
    this.#rate = rate;
    this.#pace = paceOf(rate);
    this.#perDay = perDay;
    this.#counters = {
      key: { buckets: new TokenBuckets(memory, 'keys'), days: new DayCounts(memory, 'organisationDays') },
      user: { buckets: new TokenBuckets(memory, 'sessions'), days: new DayCounts(memory, 'sessionDays') },
    };
    this.#attempts = {
      account: new TokenBuckets(memory, 'accounts'),
      address: new TokenBuckets(memory, 'addresses'),
    };
    this.#shared = shared;
    this.#policy = policyHeader(rate, perDay);
  }

  /**
   * Counts one request of an API key or session. It is synchronous, because every request passes here.
   * @throws AppError rate_limited when the bucket is empty or the day's requests are used up
   */
  admit({ kind, rateKey, dayKey }: RateCaller): RateState {
    const { buckets, days } = this.#counters[kind === 'user' ? 'user' : 'key'];
    const now = process.hrtime.bigint();
    // Read once: a clock takes 40 ns, a tenth of this.
    const date = Date.now();
    const today = emptyCountAt(date);
    const day = this.#perDay > 0 ? days.indexOf(dayKey, today) : -1;
    // The day count is only read before the bucket is tried, so that a request refused by one limit uses nothing of the
    // other.
    let isDayUsed = day !== -1 && days.count(day, today) >= this.#perDay;
    let wait = 0;
    const state: RateState = { policy: this.#policy, quotas: [] };
    if (this.#pace.capacity > 0n) {
      const index = buckets.counters.indexOf(rateKey, now);
      const taken = buckets.take(index, this.#pace, now, !isDayUsed);
      const { remaining, secondsToFull } = taken;
      state.quotas.push({
        name: 'burst',
        limit: this.#rate.burst,
        remaining,
        seconds: Math.ceil(secondsToFull),
      });
      wait = taken.wait;
    }
    if (day !== -1) {
      const count = isDayUsed || wait > 0 ? days.count(day, today) : days.add(day, this.#perDay, today);
      isDayUsed ||= count > this.#perDay;
      const remaining = Math.max(0, this.#perDay - count);
      state.quotas.push({ name: 'day', limit: this.#perDay, remaining, seconds: secondsToMidnight(date) });
    }
    if (isDayUsed) {
      const reason = `The ${this.#perDay} requests of today (UTC) are used up.`;
      throw rateLimited(secondsToMidnight(date), state, reason);
    }
    if (wait > 0) throw rateLimited(wait, state);
    return state;
  }

  /** Like `admit`; undefined instead of an error. */
  admitIfAllowed(caller: RateCaller): RateState | undefined {
    try {
      return this.admit(caller);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /**
   * Counts one attempt at an operation with a limit per account: exactly, over all servers.
   * @param name the operation and the account, e.g. "login a@b.example"
   * @throws AppError rate_limited; unavailable without the database, which such operations need
   */
  attemptByAccount(name: string, rate: Rate): Promise<void> {
    return this.#attempt('account', name, paceOf(rate));
  }

  /**
   * Counts one attempt at an operation with a limit per client address, like `attemptByAccount`.
   * @param operation e.g. "login"
   */
  attemptByAddress(operation: string, address: string, rate: Rate): Promise<void> {
    return this.#attempt('address', `${operation} ${networkOf(address)}`, paceOf(rate));
  }

  /** This server's own counter is tried first, so that a flood of attempts costs Postgres nothing. */
  async #attempt(kind: 'account' | 'address', name: string, pace: Pace): Promise<void> {
    const buckets = this.#attempts[kind];
    const owner = rateKeys(this.#shared?.secret ?? '')(`${kind} ${name}`);
    const now = process.hrtime.bigint();
    const { wait } = buckets.take(buckets.counters.indexOf(owner, now), pace, now);
    if (wait > 0) throw rateLimited(wait);
    if (this.#shared === null) return;
    const { used, isTaken } = await takeToken(this.#shared.sql, owner, pace);
    buckets.raise(buckets.counters.indexOf(owner, now), now + used);
    if (!isTaken) throw rateLimited(Number(used + pace.interval - pace.capacity) / 1e9);
  }
}

function policyHeader({ perMinute, burst }: Rate, perDay: number): string {
  const policies = [];
  if (perMinute > 0 && burst > 0)
    policies.push(
      `"burst";q=${burst};w=${Math.ceil((burst * 60) / perMinute)}`,
      `"minute";q=${perMinute};w=60`,
    );
  if (perDay > 0) policies.push(`"day";q=${perDay};w=${DAY_SECONDS}`);
  return policies.join(', ');
}

/**
 * The network whose attempts count together: an IPv4 address, or the /64 of an IPv6 address, which belongs to one
 * subscriber.
 */
function networkOf(address: string): string {
  const bytes = parseAddress(address);
  return bytes?.length === 16 ? Buffer.from(bytes.subarray(0, 8)).toString('hex') : address;
}

export function rateLimited(wait: number, state?: RateState, reason = 'Too many requests.'): AppError {
  const seconds = Math.max(1, Math.ceil(wait));
  return new AppError('rate_limited', `${reason} Wait for ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds), ...(state ? rateHeaders(state) : {}) },
  });
}

/**
 * Adds the response headers RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers) and the older
 * X-RateLimit-*, which have room for one limit: the one with less remaining. Adds none if all limits are off.
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
    second === undefined ? quotaHeader(first) : `${quotaHeader(first)}, ${quotaHeader(second)}`,
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

function quotaHeader({ name, remaining, seconds }: Quota): string {
  return `"${name}";r=${remaining};t=${seconds}`;
}
