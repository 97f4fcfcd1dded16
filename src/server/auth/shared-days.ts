import type { Sql } from '../../db/client.ts';
import { DayCounts, dayName } from './counters.ts';
import { readDay, tellDay } from './limits-in-postgres.ts';

/** The most counts of one statement. */
const MOST_ROWS = 1_000;

/** Tells other servers how many requests were counted here today, and notes in the counters what they say. */
export class SharedDays {
  readonly #sql: Sql;
  readonly #server: string;
  readonly #organisations: DayCounts;
  readonly #sessions: DayCounts;
  /** The day, and how many of its requests of each owner Postgres has from here. */
  #told = { day: '', counts: new Map<bigint, number>() };

  /** @param server its id @param memory of the counters */
  constructor(sql: Sql, server: string, memory: SharedArrayBuffer) {
    this.#sql = sql;
    this.#server = server;
    this.#organisations = new DayCounts(memory, 'organisationDays');
    this.#sessions = new DayCounts(memory, 'sessionDays');
  }

  /** Reads what all servers have counted, before this one counts. @throws where Postgres does not answer */
  async read(): Promise<void> {
    for (const { owner, is_session, requests } of await readDay(this.#sql, dayName())) {
      const counts = is_session ? this.#sessions : this.#organisations;
      counts.hear(counts.indexOf(owner), requests);
    }
  }

  /**
   * Tells what is new here, and hears of the same owners.
   * @throws where Postgres does not answer; it is told later then
   */
  async tell(): Promise<void> {
    const day = dayName();
    if (this.#told.day !== day) this.#told = { day, counts: new Map() };
    const news = this.#news();
    for (let at = 0; at < news.length; at += MOST_ROWS) {
      const told = news.slice(at, at + MOST_ROWS);
      const counts = told.map(({ index: _, ...count }) => count);
      const others = await tellDay(this.#sql, this.#server, day, counts);
      if (dayName() !== day) return;
      for (const { index, owner, is_session, requests } of told) {
        this.#told.counts.set(owner, requests);
        const counts = is_session ? this.#sessions : this.#organisations;
        if (counts.counters.ownerAt(index) === owner) counts.hear(index, others.get(owner) ?? 0);
      }
    }
  }

  #news() {
    const newsOf = (counts: DayCounts, is_session: boolean) =>
      counts.counters
        .indexes()
        .map((index) => ({
          index,
          owner: counts.counters.ownerAt(index),
          is_session,
          requests: counts.own(index),
        }))
        .filter(({ owner, requests }) => requests !== (this.#told.counts.get(owner) ?? 0));
    return [...newsOf(this.#organisations, false), ...newsOf(this.#sessions, true)];
  }
}
