import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers';
import type { Log } from '../../base/log.ts';
import { isDatabaseTrouble, type Sql } from '../../db/client.ts';
import { paceOf, type Rate, TokenBuckets } from './counters.ts';
import { clean, leave, tellInUse } from './limits-in-postgres.ts';
import { SharedDays } from './shared-days.ts';

const BEAT_MS = 1_000;
/** After two beats, servers know each other's keys, ns. */
const HEARD = 2_000_000_000n;
/** Beats between two deletions of obsolete rows. */
const BEATS_A_CLEANING = 60;

/**
 * Exchanges counts with the other servers on the database once a second: reports the keys and sessions in use here and
 * today's counts, and notes the others' in the shared counters. One thread does it for all threads of a server.
 */
export class Servers {
  readonly #sql: Sql;
  readonly #log: Log;
  readonly #id = randomUUID();
  readonly #buckets: TokenBuckets[];
  readonly #days: SharedDays;
  /** The time in which an empty bucket fills, ns. */
  readonly #capacity: bigint;
  /** The number of servers, including this one, at the last beat. */
  #count = 1;
  #timer: NodeJS.Timeout | undefined;
  /** The last beat; null before it joins. */
  #beating: Promise<void> | null = null;
  #isClosed = false;
  #isAway = false;
  #beats = 0;

  /** @param memory of the counters */
  constructor(sql: Sql, memory: SharedArrayBuffer, rate: Rate, log: Log) {
    this.#sql = sql;
    this.#log = log;
    this.#buckets = [new TokenBuckets(memory, 'keys'), new TokenBuckets(memory, 'sessions')];
    this.#days = new SharedDays(sql, this.#id, memory);
    this.#capacity = paceOf(rate).capacity;
  }

  /** Reads today's counts and joins the other servers, which do not know this one before. */
  async join(): Promise<void> {
    await this.#days.read().catch((error) => {
      this.#log.warn({ error }, 'the day counts of requests could not be read: they start at 0');
    });
    this.#beating = this.#goOn();
    await this.#beating;
  }

  /** Exchanges counts once. @throws if Postgres does not respond */
  async beat(): Promise<void> {
    const before = this.#count;
    await this.#tellInUse();
    // Requests that came while this server was alone were not reported yet.
    if (before === 1 && this.#count > 1) await this.#tellInUse();
    await this.#days.tell();
  }

  /** Reports the remaining counts and leaves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#beating === null) return;
    await this.#beating;
    await this.#days.tell().catch(() => {});
    await leave(this.#sql, this.#id).catch(() => {});
  }

  async #goOn(): Promise<void> {
    try {
      await this.beat();
      this.#beats += 1;
      if (this.#beats % BEATS_A_CLEANING === 0) await clean(this.#sql);
      if (this.#isAway) this.#log.info('rate limits are shared by the servers again');
      this.#isAway = false;
    } catch (error) {
      // The next beat tries again. Other parts report an unreachable database.
      if (!isDatabaseTrouble(error)) this.#log.error({ error }, 'rate limits could not be shared');
      else if (!this.#isAway && this.#count > 1) {
        this.#isAway = true;
        this.#log.warn({ error }, 'the database does not answer: this server limits rates by itself');
      }
    }
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#goOn();
    }, BEAT_MS).unref();
  }

  async #tellInUse(): Promise<void> {
    const inUse = this.#count > 1 ? this.#inUse() : [];
    const { others, users } = await tellInUse(
      this.#sql,
      this.#id,
      inUse.map(({ owner }) => owner),
    );
    for (const { counters, index, owner } of inUse)
      if (counters.ownerAt(index) === owner) counters.setNote(index, 1n + BigInt(users.get(owner) ?? 0));
    if (this.#count !== 1 + others)
      this.#log.info({ servers: 1 + others }, 'the number of servers that share rate limits');
    this.#count = 1 + others;
  }

  /**
   * The keys and sessions in use here. An idle one stays listed until its bucket has been full for long enough;
   * otherwise bursts on several servers, before they hear of each other, would exceed the rate over time.
   */
  #inUse() {
    const found = [];
    const now = process.hrtime.bigint();
    const servers = BigInt(this.#count);
    const pause = (servers - 1n) * this.#capacity + servers * HEARD;
    for (const { counters } of this.#buckets)
      for (const index of counters.indexes()) {
        if (counters.load(index) + pause > now)
          found.push({ counters, index, owner: counters.ownerAt(index) });
        else counters.setNote(index, 0n);
      }
    return found;
  }
}
