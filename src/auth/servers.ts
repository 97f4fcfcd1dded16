import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../base/log.ts';
import { type Db, promptly } from '../db/client.ts';
import { serverCount } from './shared-counters.ts';

const BEAT_MS = 1_000;
/** A server that was not seen for so long is gone. */
const GONE = '4 seconds';
/**
 * A server announces itself for so long before it takes requests where there are others: by then each of them has seen
 * it (within a second) and has told of its counts.
 */
const ANNOUNCED_MS = 1_500;
/** Beats between two looks at rows that nobody needs any more. */
const BEATS_A_CLEANING = 60;

/** Makes this server known to the others on the database, and counts them. */
export class Servers {
  readonly #db: Db;
  readonly #log: Log;
  readonly #count: Int32Array;
  readonly #id = randomUUID();
  readonly #joinedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #beating = Promise.resolve();
  #isBeating = false;
  #beats = 0;

  /** @param memory of the counters, where all threads find the number of servers */
  static async join(db: Db, memory: SharedArrayBuffer, log: Log): Promise<Servers> {
    const servers = new Servers(db, memory, log);
    await servers.#beating;
    return servers;
  }

  private constructor(db: Db, memory: SharedArrayBuffer, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#count = serverCount(memory);
    this.#beating = this.#beat();
    this.#timer = setInterval(() => {
      if (!this.#isBeating) this.#beating = this.#beat();
    }, BEAT_MS).unref();
  }

  /** Resolves when the other servers know of this one; at once where there are none. */
  async announced(): Promise<void> {
    const left = this.#joinedAt + ANNOUNCED_MS - performance.now();
    if (Atomics.load(this.#count, 0) > 1 && left > 0) await sleep(left);
  }

  /** Takes leave of the others. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await promptly(this.#db.sql`delete from servers where id = ${this.#id}`, BEAT_MS).catch(() => {});
  }

  /** Without Postgres the last number stays: then there is nothing to share by. */
  async #beat(): Promise<void> {
    const { sql } = this.#db;
    this.#isBeating = true;
    try {
      const [seen] = await promptly(sql<{ others: number }[]>`
        with beat as (
          insert into servers (id, seen_at) values (${this.#id}, now())
          on conflict (id) do update set seen_at = excluded.seen_at)
        select count(*)::int as others from servers
        where id <> ${this.#id} and seen_at > now() - ${GONE}::interval`);
      const servers = 1 + (seen?.others ?? 0);
      const before = Atomics.exchange(this.#count, 0, servers);
      if (before !== servers && before + servers > 1)
        this.#log.info({ servers }, 'the number of servers that share rate limits');
      this.#beats += 1;
      if (this.#beats % BEATS_A_CLEANING === 0) await this.#clean();
    } catch {
      // The next beat tries again.
    }
    this.#isBeating = false;
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
