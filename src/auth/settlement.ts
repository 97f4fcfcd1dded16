import { clearImmediate, setImmediate, setInterval, setTimeout } from 'node:timers';
import type { Log } from '../base/log.ts';
import { isDatabaseTrouble } from '../db/client.ts';
import { type DayCounts, dayNumber } from './day-counts.ts';
import { RatesInPostgres, type RateTables } from './rates-in-postgres.ts';
import { type SharedCounters, serverCount } from './shared-counters.ts';

/** The time in which uses are gathered, so that a server sends at most 50 statements of each kind a second, whatever it serves. */
const GATHER_MS = 20;
/** A server alone tells the counts of the day this often, for the one that takes its place. */
const ALONE_MS = 10_000;
/** A thread looks whether other servers have come. */
const LOOK_MS = 200;
/** Requests don't wait longer for Postgres: from then on each server limits by itself, until it answers. */
const ANSWER_MS = 1_000;
const RETRY_MS = 1_000;
/** The most rows of one statement. */
const MOST_ROWS = 500;
/** Of a limit, this part divided by the number of servers is what one may let pass that the others have not heard of. */
const UNSETTLED_PART = 1 / 4;
const NO_LIMIT = 2 ** 31 - 1;

export type BucketTable = 'keys' | 'sessions' | 'accounts' | 'addresses';
export type DayTable = 'organisationDays' | 'sessionDays';
type SettledTable = BucketTable | DayTable;

/** A counter that is being settled. */
interface Claim {
  table: SettledTable;
  index: number;
  owner: bigint;
  /** Its name in Postgres. */
  id: string;
  uses: number;
}

export interface Link extends RateTables {
  log: Log;
}

/**
 * Settles what this server's threads let pass with the other servers on the database. Each server decides in memory: it
 * knows its own uses, and those of others as of its last settlement, which follows each use within 20 ms. The uses that
 * it has not settled are few (`most`); a request that would be one more waits for the next settlement. So servers let pass
 * at most (servers − 1) × `most` more than a limit has, and refuse nothing that it has. Only uses are told, nothing is
 * reserved: a server that is killed takes nothing along. Of a server alone nothing waits.
 */
export class Settlement {
  readonly #log: Log;
  readonly #rates: RatesInPostgres;
  readonly #servers: Int32Array;
  /** The time in which a bucket of a key or session gets a token, ns. */
  readonly #interval: bigint;
  readonly #buckets: Record<BucketTable, SharedCounters>;
  readonly #days: Record<DayTable, DayCounts>;
  /** The indexes of counters that changed since they were last settled. */
  readonly #changed: Record<SettledTable, Set<number>> = {
    keys: new Set(),
    sessions: new Set(),
    accounts: new Set(),
    addresses: new Set(),
    organisationDays: new Set(),
    sessionDays: new Set(),
  };
  readonly #look: NodeJS.Timeout;
  #timer: NodeJS.Timeout | null = null;
  #isSettling = false;
  /** Whether Postgres did not answer the last time. */
  #isAway = false;
  #isAwayTold = false;
  /** Of the settlement under way; resolves when it has ended or takes too long. */
  #awaited = Promise.withResolvers<void>();
  #lastAloneAt = performance.now();

  constructor(
    link: Link,
    memory: SharedArrayBuffer,
    interval: bigint,
    buckets: Record<BucketTable, SharedCounters>,
    days: Record<DayTable, DayCounts>,
  ) {
    this.#log = link.log;
    this.#rates = new RatesInPostgres(link);
    this.#servers = serverCount(memory);
    this.#interval = interval;
    this.#buckets = buckets;
    this.#days = days;
    this.#look = setInterval(() => this.#lookForOthers(), LOOK_MS).unref();
  }

  /** Whether there are other servers. */
  get isShared(): boolean {
    return (this.#servers[0] as number) > 1;
  }

  /** How many uses of a limit may be unsettled in this server. */
  most(limit: number): number {
    if (!this.isShared || this.#isAway) return NO_LIMIT;
    return Math.max(1, Math.floor((limit * UNSETTLED_PART) / (this.#servers[0] as number)));
  }

  /** Notes that a counter has changed. */
  mark(table: SettledTable, index: number): void {
    this.#changed[table].add(index);
    if (this.#timer === null && this.isShared) this.#schedule();
  }

  /** Settles at once. Resolves when that has ended, or Postgres does not answer. */
  settle(): Promise<void> {
    this.#begin();
    return this.#awaited.promise;
  }

  /**
   * Takes a token of an account or address from the bucket in Postgres alone, exactly.
   * @param used what of the bucket is used by what this server knows, ns
   * @returns what is used of it now, ns, and whether the token was taken; null where Postgres does not answer
   */
  async takeExactly(
    table: BucketTable,
    owner: bigint,
    limit: { interval: bigint; capacity: bigint },
    used: bigint,
  ): Promise<{ used: bigint; isTaken: boolean } | null> {
    return this.#rates.take(this.#rates.idOf(table, owner), limit, used).catch((error) => {
      if (!isDatabaseTrouble(error)) this.#log.error({ error }, 'a rate limit could not be asked for');
      return null;
    });
  }

  /** Settles what is left, if Postgres answers. */
  async close(): Promise<void> {
    clearInterval(this.#look);
    if (this.#isSettling) await this.#awaited.promise;
    await this.settle();
    clearTimeout(this.#timer ?? undefined);
  }

  #lookForOthers(): void {
    if (this.isShared) {
      if (this.#timer === null && (this.#isAway || this.#hasChanged())) this.#begin();
    } else if (performance.now() - this.#lastAloneAt >= ALONE_MS) {
      this.#lastAloneAt = performance.now();
      this.#begin();
    }
  }

  #hasChanged(): boolean {
    return Object.values(this.#changed).some(({ size }) => size > 0);
  }

  #schedule(): void {
    const begin = () => {
      this.#timer = null; // also where a settlement is under way: its end looks for what is left
      this.#begin();
    };
    this.#timer = setTimeout(begin, this.#isAway ? RETRY_MS : GATHER_MS).unref();
  }

  /** One settlement at a time: while Postgres is frozen, what was sent may still take effect. */
  #begin(): void {
    if (this.#isSettling) return;
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    this.#isSettling = true;
    this.#awaited = Promise.withResolvers();
    void this.#settleAll().then((hasAnswered) => {
      this.#isSettling = false;
      // Not before all of it has ended: requests that found Postgres away don't wait for this settlement.
      if (hasAnswered) this.#noteBack();
      this.#awaited.resolve();
      if (this.#timer === null && this.isShared && this.#hasChanged()) this.#schedule();
    });
  }

  async #settleAll(): Promise<boolean> {
    const days = this.#claim('organisationDays', 'sessionDays');
    // Nobody else wants to know of a lone server's buckets: those that are full again are forgotten.
    if (!this.isShared) this.#forgetFull();
    const buckets = this.isShared ? this.#claim('keys', 'sessions', 'accounts', 'addresses') : [];
    const done: boolean[] = [];
    const attempt = async (claims: Claim[], send: () => Promise<void>) => {
      // Each failure may have taken as long as a lost connection is waited for: the rest is told the next time.
      if (done.includes(false)) this.#giveBack(claims);
      else done.push(await this.#attempt(claims, send));
    };
    for (const claims of chunksOf(days)) await attempt(claims, () => this.#settleDays(claims));
    for (const claims of chunksOf(buckets)) await attempt(claims, () => this.#settleBuckets(claims));
    // Whether Postgres is back, where nothing is to be told.
    if (done.length === 0 && this.#isAway && this.isShared)
      done.push(await this.#attempt([], () => this.#rates.ask()));
    return done.length > 0 && !done.includes(false);
  }

  #claim(...tables: SettledTable[]): Claim[] {
    const claims: Claim[] = [];
    for (const table of tables) {
      const counters = this.#countersOf(table);
      for (const index of this.#changed[table]) {
        const uses = counters.claim(index);
        if (uses === null) continue; // another thread is settling it, and this one comes back to it
        this.#changed[table].delete(index);
        const owner = counters.ownerAt(index);
        claims.push({ table, index, owner, id: this.#rates.idOf(table, owner), uses });
      }
    }
    return claims;
  }

  #forgetFull(): void {
    const now = process.hrtime.bigint();
    for (const [table, counters] of Object.entries(this.#buckets)) {
      const changed = this.#changed[table as BucketTable];
      for (const index of changed) if (counters.load(index) < now) changed.delete(index);
    }
  }

  /** Sends a statement; where it fails, what it claimed is claimed again later. @returns whether it took effect */
  async #attempt(claims: Claim[], send: () => Promise<void>): Promise<boolean> {
    // What has arrived is read first: it may have been our own event loop that stood still.
    let reading: NodeJS.Immediate | undefined;
    const late = setTimeout(() => {
      reading = setImmediate(() => this.#noteAway());
    }, ANSWER_MS);
    try {
      await send();
      return true;
    } catch (error) {
      this.#noteAway(error);
      this.#giveBack(claims);
      return false;
    } finally {
      clearTimeout(late);
      clearImmediate(reading);
    }
  }

  /** Has claims claimed again later. */
  #giveBack(claims: Claim[]): void {
    for (const { table, index } of claims) {
      this.#countersOf(table).settled(index, 0);
      this.#changed[table].add(index);
    }
  }

  #noteAway(error?: unknown): void {
    if (!this.#isAway && this.isShared) {
      this.#isAwayTold = true;
      this.#log.warn({ error }, 'the database does not answer: this server limits rates by itself');
    }
    this.#isAway = true;
    this.#awaited.resolve();
  }

  #noteBack(): void {
    this.#isAway = false;
    if (!this.#isAwayTold) return;
    this.#isAwayTold = false;
    this.#log.info('rate limits are shared by the servers again');
  }

  async #settleBuckets(claims: Claim[]): Promise<void> {
    const now = process.hrtime.bigint();
    const told = claims.map(({ table, index, id, uses }) => {
      const counters = this.#buckets[table as BucketTable];
      const used = counters.load(index) - now - this.#usedSince(counters, index, uses);
      // Of uses of long ago, tokens have come back meanwhile.
      const most = (used + this.#interval - 1n) / this.#interval;
      const taken = this.#interval * (most < BigInt(uses) ? most : BigInt(uses));
      return used > 0n ? { id, used, taken } : { id, used: 0n, taken: 0n };
    });
    const usedOf = await this.#rates.settleBuckets(told, now);
    for (const { table, index, owner, id, uses } of claims) {
      const counters = this.#buckets[table as BucketTable];
      if (counters.ownerAt(index) !== owner) continue;
      // As of when it was sent: a later time would add the statement's to the bucket at each settlement.
      raise(counters, index, now + (usedOf.get(id) ?? 0n) + this.#usedSince(counters, index, uses));
      counters.settled(index, uses);
    }
  }

  async #settleDays(claims: Claim[]): Promise<void> {
    const told = claims.map(({ table, index, id, uses }) => {
      const { counters } = this.#days[table as DayTable];
      const since = Math.max(0, counters.unsettled(index) - uses);
      const counted = Math.max(0, this.#days[table as DayTable].count(index) - since);
      // Those of the day before are not today's.
      return { id, taken: Math.min(uses, counted), counted };
    });
    const day = new Date(dayNumber() * 86_400_000).toISOString().slice(0, 10);
    const countOf = await this.#rates.settleDays(told, day);
    for (const { table, index, owner, id, uses } of claims) {
      const days = this.#days[table as DayTable];
      if (days.counters.ownerAt(index) !== owner) continue;
      days.raise(index, (countOf.get(id) ?? 0) + Math.max(0, days.counters.unsettled(index) - uses));
      days.counters.settled(index, uses);
    }
  }

  /** What of a bucket was used since so many uses were claimed, which is told the next time; ns. */
  #usedSince(counters: SharedCounters, index: number, uses: number): bigint {
    return BigInt(Math.max(0, counters.unsettled(index) - uses)) * this.#interval;
  }

  #countersOf(table: SettledTable): SharedCounters {
    return table === 'organisationDays' || table === 'sessionDays'
      ? this.#days[table].counters
      : this.#buckets[table];
  }
}

/** Makes a bucket full no sooner than at a time. */
export function raise(counters: SharedCounters, index: number, fullAt: bigint): void {
  for (;;) {
    const before = counters.load(index);
    if (before >= fullAt || counters.replace(index, before, fullAt)) return;
  }
}

function* chunksOf(claims: Claim[]): Generator<Claim[]> {
  for (let at = 0; at < claims.length; at += MOST_ROWS) yield claims.slice(at, at + MOST_ROWS);
}
