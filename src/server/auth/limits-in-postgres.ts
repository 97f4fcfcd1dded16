import { promptly, type Sql } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import type { Pace } from './counters.ts';

const SECOND = 1e9;

/** The count of an owner on this server. */
export interface OwnCount {
  owner: bigint;
  is_session: boolean;
  requests: number;
}

// The servers' shared knowledge of rate limits in a database. Each function throws if Postgres does not respond.

/**
 * Takes a token out of a bucket that is stored only in Postgres.
 * @returns how much of the bucket is used now, ns, and whether the token was taken
 */
export async function takeToken(
  sql: Sql,
  owner: bigint,
  pace: Pace,
): Promise<{ used: bigint; isTaken: boolean }> {
  const interval = sql`make_interval(secs => ${Number(pace.interval) / SECOND}::float8)`;
  const capacity = sql`make_interval(secs => ${Number(pace.capacity) / SECOND}::float8)`;
  const [taken] = await promptly(sql<{ used: number }[]>`
    insert into rate_buckets as b (owner, full_at) values (${`${owner}`}, now() + ${interval})
    on conflict (owner) do update set full_at = greatest(b.full_at, now()) + ${interval}
    where greatest(b.full_at, now()) + ${interval} <= now() + ${capacity}
    returning extract(epoch from full_at - now())::float8 as used`);
  if (taken) return { used: nanoseconds(taken.used), isTaken: true };
  const [full] = await promptly(sql<{ used: number }[]>`
    select extract(epoch from full_at - now())::float8 as used from rate_buckets where owner = ${`${owner}`}`);
  return { used: nanoseconds(full?.used ?? 0), isTaken: false };
}

/**
 * Writes each owner's number of requests in a day on this server. Repeating or reordering the writes does no harm.
 * @param day YYYY-MM-DD
 * @returns their numbers on other servers
 */
export async function tellDay(
  sql: Sql,
  server: string,
  day: string,
  counts: readonly OwnCount[],
): Promise<Map<bigint, number>> {
  const given = counts.map(({ owner, ...count }) => ({ owner: `${owner}`, ...count }));
  const others = await promptly(sql<{ owner: string; requests: number }[]>`
    with mine as materialized (
      select * from ${rows(sql, 't(owner bigint, is_session boolean, requests bigint)', given)}),
    written as (
      insert into request_days as d (owner, day, server, is_session, requests)
      select owner, ${day}::text::date, ${server}::text::uuid, is_session, requests from mine order by owner
      on conflict (owner, day, server) do update set requests = greatest(d.requests, excluded.requests))
    select owner::text, sum(d.requests)::bigint as requests from request_days d join mine using (owner)
    where day = ${day}::text::date and server <> ${server} group by owner`);
  return new Map(others.map(({ owner, requests }) => [BigInt(owner), requests]));
}

/** All requests of a day, by owner. @param day YYYY-MM-DD */
export async function readDay(sql: Sql, day: string): Promise<OwnCount[]> {
  const counts = await promptly(sql<{ owner: string; is_session: boolean; requests: number }[]>`
    select owner::text, bool_or(is_session) as is_session, sum(requests)::bigint as requests
    from request_days where day = ${day}::text::date group by owner`);
  return counts.map(({ owner, ...count }) => ({ owner: BigInt(owner), ...count }));
}

/** Deletes obsolete rows. Rows locked by another statement are left for the next time. */
export async function clean(sql: Sql): Promise<void> {
  await sql`delete from rate_buckets where owner in (
    select owner from rate_buckets where full_at < now() for update skip locked) and full_at < now()`;
  // Rows of organisations stay for their use by day.
  await sql`delete from request_days
    where day < (now() at time zone 'UTC')::date - case when is_session then 1 else 100 end`;
}

function nanoseconds(seconds: number): bigint {
  return BigInt(Math.round(seconds * SECOND));
}
