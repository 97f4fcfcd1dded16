import { createHmac } from 'node:crypto';
import { clearImmediate, setImmediate, setInterval, setTimeout } from 'node:timers';
import type { Log } from '../base/log.ts';
import { promptly, type Sql } from '../db/client.ts';
import { rows } from '../db/rows.ts';
import { type DayCounts, dayNumber } from './day-counts.ts';
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
/** What a server holds in memory counts when this much, seconds, is missing in Postgres: less is how long statements take. */
const MARGIN_SECONDS = 1;
/** A clock that was set forward is followed by so much at each settlement, seconds. */
const CLOCK_DRIFT = 0.001;
/** Of a limit, this part divided by the number of servers is what one may let pass that the others have not heard of. */
const UNSETTLED_PART = 1 / 4;
const NO_LIMIT = 2 ** 31 - 1;
const SECOND = 1e9;

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

/** @property secret the same for all servers */
export interface Link {
  sql: Sql;
  secret: string;
  log: Log;
}

/**
 * Settles what this server's threads let pass with the other servers on the database. Each server decides in memory: it
 * knows its own uses, and those of others as of its last settlement, which follows each use within 20 ms. The uses that
 * it has not settled are few (`most`); a request that would be one more waits for the next settlement. So servers let pass
 * at most (servers − 1) × `most` more than a limit has, and refuse nothing that it has. Only uses are told, nothing is
 * reserved: a server that is killed takes nothing along. Of a server alone nothing waits.
 *
 * In Postgres a bucket becomes the later of what it is there plus the new uses, and of what it is here; the two are the
 * same but where Postgres lost its row or a server was alone.
 */
export class Settlement {
  readonly #link: Link;
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
  /** How far the clock of Postgres is ahead of this process's own, seconds; null: not known yet. */
  #clockAhead: number | null = null;

  constructor(
    link: Link,
    memory: SharedArrayBuffer,
    interval: bigint,
    buckets: Record<BucketTable, SharedCounters>,
    days: Record<DayTable, DayCounts>,
  ) {
    this.#link = link;
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
    { interval, capacity }: { interval: bigint; capacity: bigint },
    used: bigint,
  ): Promise<{ used: bigint; isTaken: boolean } | null> {
    const { sql } = this.#link;
    const id = this.#idOf(table, owner);
    const seconds = (ns: bigint) => sql`make_interval(secs => ${Number(ns) / SECOND}::float8)`;
    const known = sql`now() + ${seconds(used)}`;
    const margin = sql`make_interval(secs => ${MARGIN_SECONDS}::float8)`;
    try {
      const [taken] = await promptly(sql<{ used: number }[]>`
        insert into rate_buckets as b (owner, full_at) values (${id}, ${known} + ${seconds(interval)})
        on conflict (owner) do update set full_at = greatest(b.full_at, now(), ${known} - ${margin}) + ${seconds(interval)}
        where greatest(b.full_at, now(), ${known} - ${margin}) + ${seconds(interval)} <= now() + ${seconds(capacity)}
        returning extract(epoch from full_at - now())::float8 as used`);
      if (taken) return { used: nanoseconds(taken.used), isTaken: true };
      const [full] = await promptly(sql<{ used: number }[]>`
        select extract(epoch from full_at - now())::float8 as used from rate_buckets where owner = ${id}`);
      return { used: nanoseconds(full?.used ?? 0), isTaken: false };
    } catch {
      return null;
    }
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
    const { sql } = this.#link;
    if (done.length === 0 && this.#isAway && this.isShared)
      done.push(await this.#attempt([], async () => void (await promptly(sql`select 1`))));
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
        claims.push({ table, index, owner, id: this.#idOf(table, owner), uses });
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
      this.#link.log.warn({ error }, 'the database does not answer: this server limits rates by itself');
    }
    this.#isAway = true;
    this.#awaited.resolve();
  }

  #noteBack(): void {
    this.#isAway = false;
    if (!this.#isAwayTold) return;
    this.#isAwayTold = false;
    this.#link.log.info('rate limits are shared by the servers again');
  }

  async #settleBuckets(claims: Claim[]): Promise<void> {
    const now = process.hrtime.bigint();
    const told = claims.map(({ table, index, id, uses }) => {
      const counters = this.#buckets[table as BucketTable];
      // Without what was used since it was claimed, which is told the next time.
      const since = BigInt(Math.max(0, counters.unsettled(index) - uses)) * this.#interval;
      const used = Math.max(0, Number(counters.load(index) - now - since));
      // Of uses of long ago, tokens have come back meanwhile.
      const interval = Number(this.#interval);
      const taken = Math.min(uses, Math.ceil(used / interval)) * interval;
      const fullAt = this.#clockAhead === null ? null : (Number(now) + used) / SECOND + this.#clockAhead;
      return { owner: id, used: used / SECOND, taken: taken / SECOND, full_at: fullAt };
    });
    const { sql } = this.#link;
    // In one order, so that servers don't wait for each other in a circle.
    const settled = await sql<{ owner: string; used: number; at: number }[]>`
      with told as materialized (
        select * from ${rows(sql, told)} as t(owner bigint, used float8, taken float8, full_at float8) order by owner)
      insert into rate_buckets as b (owner, full_at)
      select owner, coalesce(to_timestamp(full_at), now() + make_interval(secs => used)) from told order by owner
      on conflict (owner) do update set full_at = case when b.full_at <= now() then excluded.full_at
        else greatest(
          b.full_at + (select make_interval(secs => taken) from told where told.owner = b.owner),
          excluded.full_at - make_interval(secs => ${MARGIN_SECONDS}::float8)) end
      returning owner::text, extract(epoch from full_at - now())::float8 as used, extract(epoch from now())::float8 as at`;
    this.#noteClock(now, settled[0]?.at);
    const usedOf = new Map(settled.map(({ owner, used }) => [owner, used]));
    for (const { table, index, owner, id, uses } of claims) {
      const counters = this.#buckets[table as BucketTable];
      if (counters.ownerAt(index) !== owner) continue;
      const unsettled = BigInt(Math.max(0, counters.unsettled(index) - uses)) * this.#interval;
      // As of when it was sent: a later time would add the statement's to the bucket at each settlement.
      raise(counters, index, now + nanoseconds(usedOf.get(id) ?? 0) + unsettled);
      counters.settled(index, uses);
    }
  }

  async #settleDays(claims: Claim[]): Promise<void> {
    const told = claims.map(({ table, index, id, uses }) => {
      const { counters } = this.#days[table as DayTable];
      const since = Math.max(0, counters.unsettled(index) - uses);
      const counted = Math.max(0, this.#days[table as DayTable].count(index) - since);
      // Those of the day before are not today's.
      return { owner: id, taken: Math.min(uses, counted), counted };
    });
    const { sql } = this.#link;
    const day = new Date(dayNumber() * 86_400_000).toISOString().slice(0, 10);
    const settled = await sql<{ owner: string; requests: number }[]>`
      with told as materialized (
        select * from ${rows(sql, told)} as t(owner bigint, taken bigint, counted bigint) order by owner)
      insert into rate_days as d (owner, day, requests)
      select owner, ${day}::text::date, counted from told order by owner
      on conflict (owner, day) do update set requests = greatest(
        d.requests + (select taken from told where told.owner = d.owner), excluded.requests)
      returning owner::text, requests`;
    const countOf = new Map(settled.map(({ owner, requests }) => [owner, requests]));
    for (const { table, index, owner, id, uses } of claims) {
      const days = this.#days[table as DayTable];
      if (days.counters.ownerAt(index) !== owner) continue;
      days.raise(index, (countOf.get(id) ?? 0) + Math.max(0, days.counters.unsettled(index) - uses));
      days.counters.settled(index, uses);
    }
  }

  /**
   * Learns how far the clock of Postgres is ahead of this process's own, from the statement that was there soonest. Only
   * with it is a time of this server's the same there, however long a statement is on its way.
   * @param sent ns @param at when Postgres began the statement, seconds
   */
  #noteClock(sent: bigint, at: number | undefined): void {
    if (at === undefined) return;
    const ahead = at - Number(sent) / SECOND;
    const known = this.#clockAhead ?? Number.POSITIVE_INFINITY;
    this.#clockAhead = Math.min(ahead, known + CLOCK_DRIFT);
  }

  #countersOf(table: SettledTable): SharedCounters {
    return table === 'organisationDays' || table === 'sessionDays'
      ? this.#days[table].counters
      : this.#buckets[table];
  }

  /** The name of a counter in Postgres: without the secret nobody can tell whose it is by trying. */
  #idOf(table: SettledTable, owner: bigint): string {
    const name = `${table} ${owner}`;
    return createHmac('sha256', this.#link.secret).update(name).digest().readBigInt64LE(0).toString();
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

function nanoseconds(seconds: number): bigint {
  return BigInt(Math.round(seconds * SECOND));
}
