import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers';
import { today } from '../../base/definitions.ts';
import type { Log } from '../../base/log.ts';
import { isDatabaseTrouble, type Sql } from '../../db/client.ts';
import { DayCounts } from './counters.ts';
import { clean, readDay, tellDay } from './limits-in-postgres.ts';

const BEAT_MS = 1_000;
/** Beats between two deletions of obsolete rows. */
const BEATS_A_CLEANING = 60;
/** The most counts per statement. */
const MOST_ROWS = 1_000;

/**
 * Adds up the day counts of requests over all servers on the database, once a second: writes today's counts of this
 * server, and notes the others' in the shared counters. One thread does it for all threads of a server.
 */
export class SharedDays {
  readonly #sql: Sql;
  readonly #log: Log;
  readonly #server = randomUUID();
  readonly #organisations: DayCounts;
  readonly #sessions: DayCounts;
  /** The day, and the counts per owner already written to Postgres. */
  #written = { day: '', counts: new Map<bigint, number>() };
  #timer: NodeJS.Timeout | undefined;
  /** The last beat; null before `join`. */
  #beating: Promise<void> | null = null;
  #isClosed = false;
  #isAway = false;
  #beats = 0;

  /** @param memory of the counters */
  constructor(sql: Sql, memory: SharedArrayBuffer, log: Log) {
    this.#sql = sql;
    this.#log = log;
    this.#organisations = new DayCounts(memory, 'organisationDays');
    this.#sessions = new DayCounts(memory, 'sessionDays');
  }

  /** Reads all servers' counts, before this one counts, and exchanges counts from then on. */
  async join(): Promise<void> {
    try {
      for (const { owner, is_session, requests } of await readDay(this.#sql, today())) {
        const counts = is_session ? this.#sessions : this.#organisations;
        counts.hear(counts.indexOf(owner), requests);
      }
    } catch (error) {
      this.#log.warn({ error }, 'the day counts of requests could not be read: they start at 0');
    }
    this.#beating = this.#goOn();
    await this.#beating;
  }

  /**
   * Writes new requests here, and reads the other servers' counts of the same owners.
   * @throws if Postgres does not respond; the counts are written later then
   */
  async beat(): Promise<void> {
    const day = today();
    if (this.#written.day !== day) this.#written = { day, counts: new Map() };
    const news = this.#news();
    for (let at = 0; at < news.length; at += MOST_ROWS) {
      const some = news.slice(at, at + MOST_ROWS);
      const counts = some.map(({ index: _, ...count }) => count);
      const others = await tellDay(this.#sql, this.#server, day, counts);
      if (today() !== day) return;
      for (const { index, owner, is_session, requests } of some) {
        this.#written.counts.set(owner, requests);
        const counts = is_session ? this.#sessions : this.#organisations;
        if (counts.counters.ownerAt(index) === owner) counts.hear(index, others.get(owner) ?? 0);
      }
    }
  }

  /** Writes the remaining counts. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#beating === null) return;
    await this.#beating;
    await this.beat().catch(() => {});
  }

  async #goOn(): Promise<void> {
    try {
      await this.beat();
      this.#beats += 1;
      if (this.#beats % BEATS_A_CLEANING === 0) await clean(this.#sql);
      if (this.#isAway) this.#log.info('the day is counted over all servers again');
      this.#isAway = false;
    } catch (error) {
      // The next beat tries again. Other parts report an unreachable database.
      if (!isDatabaseTrouble(error)) this.#log.error({ error }, 'day counts could not be shared');
      else if (!this.#isAway)
        this.#log.warn({ error }, 'the database does not answer: this server counts by itself');
      this.#isAway = true;
    }
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#goOn();
    }, BEAT_MS).unref();
  }

  #news() {
    const unwritten = (counts: DayCounts, is_session: boolean) =>
      counts.counters
        .indexes()
        .map((index) => ({
          index,
          owner: counts.counters.ownerAt(index),
          is_session,
          requests: counts.own(index),
        }))
        .filter(({ owner, requests }) => requests !== (this.#written.counts.get(owner) ?? 0));
    return [...unwritten(this.#organisations, false), ...unwritten(this.#sessions, true)];
  }
}
