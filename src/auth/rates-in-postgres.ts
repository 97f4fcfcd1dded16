import { createHmac } from 'node:crypto';
import { promptly, type Sql } from '../db/client.ts';
import { rows } from '../db/rows.ts';

/** What a server holds in memory counts when this much, seconds, is missing in Postgres: less is how long statements take. */
const MARGIN_SECONDS = 1;
/** A clock that was set forward is followed by so much at each statement, seconds. */
const CLOCK_DRIFT = 0.001;
const SECOND = 1e9;

/** @property secret the same for all servers */
export interface RateTables {
  sql: Sql;
  secret: string;
}

/** A bucket as a server knows it; times in ns. */
export interface ToldBucket {
  id: string;
  /** The time until it is full again. */
  used: bigint;
  /** What of that was not told before. */
  taken: bigint;
}

/** A count of a day as a server knows it. */
export interface ToldDay {
  id: string;
  counted: number;
  /** What of that was not told before. */
  taken: number;
}

/**
 * What all servers have used together: buckets by the time when they are full again, and requests by day. A bucket
 * becomes the later of what it is here plus the new uses, and of what the server knows; the two are the same but where
 * a row was lost here or a server was alone.
 */
export class RatesInPostgres {
  readonly #tables: RateTables;
  /** How far the clock of Postgres is ahead of this process's own, seconds; null: not known yet. */
  #clockAhead: number | null = null;

  constructor(tables: RateTables) {
    this.#tables = tables;
  }

  /** The name of a counter: without the secret nobody can tell whose it is by trying. */
  idOf(table: string, owner: bigint): string {
    return createHmac('sha256', this.#tables.secret)
      .update(`${table} ${owner}`)
      .digest()
      .readBigInt64LE(0)
      .toString();
  }

  /** Whether Postgres answers. @throws when it does not */
  async ask(): Promise<void> {
    await promptly(this.#tables.sql`select 1`);
  }

  /**
   * Takes a token that takes `interval` to come back from a bucket of `capacity`, both ns.
   * @param used what of the bucket is used by what this server knows, ns
   * @returns what is used of it now, ns, and whether the token was taken
   */
  async take(
    id: string,
    { interval, capacity }: { interval: bigint; capacity: bigint },
    used: bigint,
  ): Promise<{ used: bigint; isTaken: boolean }> {
    const { sql } = this.#tables;
    const seconds = (ns: bigint) => sql`make_interval(secs => ${Number(ns) / SECOND}::float8)`;
    const known = sql`now() + ${seconds(used)}`;
    const margin = sql`make_interval(secs => ${MARGIN_SECONDS}::float8)`;
    const [taken] = await promptly(sql<{ used: number }[]>`
      insert into rate_buckets as b (owner, full_at) values (${id}, ${known} + ${seconds(interval)})
      on conflict (owner) do update set full_at = greatest(b.full_at, now(), ${known} - ${margin}) + ${seconds(interval)}
      where greatest(b.full_at, now(), ${known} - ${margin}) + ${seconds(interval)} <= now() + ${seconds(capacity)}
      returning extract(epoch from full_at - now())::float8 as used`);
    if (taken) return { used: nanoseconds(taken.used), isTaken: true };
    const [full] = await promptly(sql<{ used: number }[]>`
      select extract(epoch from full_at - now())::float8 as used from rate_buckets where owner = ${id}`);
    return { used: nanoseconds(full?.used ?? 0), isTaken: false };
  }

  /** @param now of this process's own clock, ns @returns what is used of each bucket by all servers as of then, ns */
  async settleBuckets(told: readonly ToldBucket[], now: bigint): Promise<Map<string, bigint>> {
    const { sql } = this.#tables;
    const ahead = this.#clockAhead;
    const given = told.map(({ id, used, taken }) => ({
      owner: id,
      used: Number(used) / SECOND,
      taken: Number(taken) / SECOND,
      full_at: ahead === null ? null : Number(now + used) / SECOND + ahead,
    }));
    // In one order, so that servers don't wait for each other in a circle.
    const settled = await sql<{ owner: string; used: number; at: number }[]>`
      with told as materialized (
        select * from ${rows(sql, given)} as t(owner bigint, used float8, taken float8, full_at float8) order by owner)
      insert into rate_buckets as b (owner, full_at)
      select owner, coalesce(to_timestamp(full_at), now() + make_interval(secs => used)) from told order by owner
      on conflict (owner) do update set full_at = case when b.full_at <= now() then excluded.full_at
        else greatest(
          b.full_at + (select make_interval(secs => taken) from told where told.owner = b.owner),
          excluded.full_at - make_interval(secs => ${MARGIN_SECONDS}::float8)) end
      returning owner::text, extract(epoch from full_at - now())::float8 as used, extract(epoch from now())::float8 as at`;
    this.#noteClock(now, settled[0]?.at);
    return new Map(settled.map(({ owner, used }) => [owner, nanoseconds(used)]));
  }

  /** @param day YYYY-MM-DD @returns the requests of each owner at all servers */
  async settleDays(told: readonly ToldDay[], day: string): Promise<Map<string, number>> {
    const { sql } = this.#tables;
    const given = told.map(({ id, taken, counted }) => ({ owner: id, taken, counted }));
    const settled = await sql<{ owner: string; requests: number }[]>`
      with told as materialized (
        select * from ${rows(sql, given)} as t(owner bigint, taken bigint, counted bigint) order by owner)
      insert into rate_days as d (owner, day, requests)
      select owner, ${day}::text::date, counted from told order by owner
      on conflict (owner, day) do update set requests = greatest(
        d.requests + (select taken from told where told.owner = d.owner), excluded.requests)
      returning owner::text, requests`;
    return new Map(settled.map(({ owner, requests }) => [owner, requests]));
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
}

function nanoseconds(seconds: number): bigint {
  return BigInt(Math.round(seconds * SECOND));
}
