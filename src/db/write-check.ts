import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { type Db, promptly } from './client.ts';

const DEADLINE_MS = 1_500;
/** Writes are tried this often at most, however often callers ask. */
const FRESH_MS = 1_000;

/** Checks whether writes work, by a small one of its own: at most one a second, and one at a time. */
export class WriteCheck {
  readonly #db: Db;
  readonly #log: Log;
  #failure: Promise<string | null> = Promise.resolve(null);
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isChecking = false;
  #wasFailing = false;
  #write: Promise<unknown> | null = null;

  /** @param db the program's, as it serves requests */
  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Why writes fail, a short sentence that names nobody and no secret; null when they work.
   * @param patienceMs without an outcome after this, that is the failure
   */
  async failure(patienceMs = 2 * DEADLINE_MS): Promise<string | null> {
    const ending = new AbortController();
    const late = sleep(patienceMs, 'The database has not answered yet.', { signal: ending.signal });
    late.catch(() => {});
    return Promise.race([this.#latest(), late]).finally(() => ending.abort());
  }

  #latest(): Promise<string | null> {
    if (this.#isChecking || performance.now() - this.#checkedAt < FRESH_MS) return this.#failure;
    this.#isChecking = true;
    this.#failure = this.#check().finally(() => {
      this.#checkedAt = performance.now();
      this.#isChecking = false;
    });
    return this.#failure;
  }

  async #check(): Promise<string | null> {
    try {
      await promptly(this.#writeOnce(), DEADLINE_MS);
      this.#wasFailing = false;
      return null;
    } catch (error) {
      // Logged the first time only: probes ask again and again.
      if (!this.#wasFailing) this.#log.error({ error }, 'ALARM: writes fail');
      this.#wasFailing = true;
      if (error instanceof AppError) return error.message;
      return 'The database refuses writes.';
    }
  }

  /**
   * The outcome of the write under way, or of a new one: where Postgres is frozen, several would only queue. A write
   * on a lost connection ends too: the heartbeat or the driver's silence timeout fails it.
   */
  #writeOnce(): Promise<unknown> {
    this.#write ??= this.#db
      .guard(() => this.#db.sql`update write_check set checked_at = now()`)
      .finally(() => {
        this.#write = null;
      });
    return this.#write;
  }
}
