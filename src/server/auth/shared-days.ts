import { today } from '../../base/definitions.ts';
import type { Sql } from '../../db/client.ts';
import { DayCounts } from './counters.ts';
import { readDay, tellDay } from './limits-in-postgres.ts';

/** The most counts per statement. */
const MOST_ROWS = 1_000;

/** Reports today's requests here to the other servers, and notes theirs in the counters. */
export class SharedDays {
  readonly #sql: Sql;
  readonly #server: string;
  readonly #organisations: DayCounts;
  readonly #sessions: DayCounts;
  /** The day, and the counts per owner already written to Postgres. */
  #told = { day: '', counts: new Map<bigint, number>() };

  /** @param server its id @param memory of the counters */
  constructor(sql: Sql, server: string, memory: SharedArrayBuffer) {
    this.#sql = sql;
    this.#server = server;
    this.#organisations = new DayCounts(memory, 'organisationDays');
    this.#sessions = new DayCounts(memory, 'sessionDays');
  }

  /** Reads all servers' counts, before this one counts. @throws if Postgres does not respond */
  async read(): Promise<void> {
    for (const { owner, is_session, requests } of await readDay(this.#sql, today())) {
      const counts = is_session ? this.#sessions : this.#organisations;
      counts.hear(counts.indexOf(owner), requests);
    }
  }

  /**
   * Reports new requests here, and reads the other servers' counts of the same owners.
   * @throws if Postgres does not respond; the counts are reported later then
   */
  async tell(): Promise<void> {
    const day = today();
    if (this.#told.day !== day) this.#told = { day, counts: new Map() };
    const news = this.#news();
    for (let at = 0; at < news.length; at += MOST_ROWS) {
      const told = news.slice(at, at + MOST_ROWS);
      const counts = told.map(({ index: _, ...count }) => count);
      const others = await tellDay(this.#sql, this.#server, day, counts);
      if (today() !== day) return;
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
