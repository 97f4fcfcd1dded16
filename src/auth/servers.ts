import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../base/log.ts';
import { type Db, isDatabaseTrouble, promptly } from '../db/client.ts';
import { serverCount } from './shared-counters.ts';

const BEAT_MS = 1_000;
/** After this, what a server counted alone has been told to one that came; then it says that it has heard of it. */
const TOLD_MS = 300;
/** A server that was not seen for so long is gone. */
const GONE = '4 seconds';
const GONE_MS = 4_000;
const POLL_MS = 100;
/** Beats between two looks at rows that nobody needs any more. */
const BEATS_A_CLEANING = 60;

/** Makes this server known to the others on the database, and counts them. */
export class Servers {
  readonly #db: Db;
  readonly #log: Log;
  readonly #count: Int32Array;
  readonly #id = randomUUID();
  #timer: NodeJS.Timeout | undefined;
  /** The last beat; null before it joins. */
  #beating: Promise<void> | null = null;
  #isClosed = false;
  #beats = 0;
  /** When it came and when it last looked for others, by the clock of the database. */
  #joinedAt: string | null = null;
  #lookedAt: string | null = null;

  /** Nobody knows of it until `join`. @param memory of the counters, where all threads find the number of servers */
  constructor(db: Db, memory: SharedArrayBuffer, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#count = serverCount(memory);
  }

  /**
   * Resolves when every other server knows of this one and has told its counts, so that requests may come; at once where
   * there are none. One that died is waited for until it is gone.
   */
  async join(): Promise<void> {
    this.#beating = this.#beat();
    await this.#beating;
    const { sql } = this.#db;
    const deadline = performance.now() + GONE_MS;
    while (Atomics.load(this.#count, 0) > 1 && performance.now() < deadline) {
      const [deaf] = await promptly(sql`
        select from servers where id <> ${this.#id} and seen_at > now() - ${GONE}::interval
          and (heard_at is null or heard_at <= ${this.#joinedAt}::text::timestamptz) limit 1`).catch(
        () => [],
      );
      if (!deaf) return;
      await sleep(POLL_MS);
    }
  }

  /** Takes leave of the others. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#beating === null) return;
    await this.#beating;
    await promptly(this.#db.sql`delete from servers where id = ${this.#id}`, BEAT_MS).catch(() => {});
  }

  /** Without Postgres the last number stays: then there is nothing to share by. */
  async #beat(): Promise<void> {
    const { sql } = this.#db;
    let pauseMs = BEAT_MS;
    try {
      const [seen] = await promptly(sql<{ others: number; at: string }[]>`
        with beat as (
          insert into servers (id, seen_at) values (${this.#id}, now())
          on conflict (id) do update set seen_at = excluded.seen_at, heard_at = ${this.#lookedAt}::text::timestamptz)
        select count(*)::int as others, now()::text as at from servers
        where id <> ${this.#id} and seen_at > now() - ${GONE}::interval`);
      const servers = 1 + (seen?.others ?? 0);
      this.#lookedAt = seen?.at ?? null;
      this.#joinedAt ??= this.#lookedAt;
      const before = Atomics.exchange(this.#count, 0, servers);
      if (before !== servers && before + servers > 1) {
        this.#log.info({ servers }, 'the number of servers that share rate limits');
        pauseMs = TOLD_MS;
      }
      this.#beats += 1;
      if (this.#beats % BEATS_A_CLEANING === 0) await this.#clean();
    } catch (error) {
      // The next beat tries again.
      if (!isDatabaseTrouble(error))
        this.#log.error({ error }, 'the number of servers could not be asked for');
    }
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat();
    }, pauseMs).unref();
  }

  /** Rows that another statement is at are left for the next time, so that none waits for another in a circle. */
  async #clean(): Promise<void> {
    const { sql } = this.#db;
    await sql`delete from rate_buckets where owner in (
      select owner from rate_buckets where full_at < now() for update skip locked) and full_at < now()`;
    await sql`delete from rate_days where day < (now() at time zone 'UTC')::date - 1`;
    await sql`delete from servers where seen_at < now() - interval '1 minute'`;
  }
}
