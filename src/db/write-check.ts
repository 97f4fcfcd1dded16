import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { type Db, promptly } from './client.ts';

const DEADLINE_MS = 1_500;
/** So often at most Postgres is asked, whoever asks us. */
const FRESH_MS = 1_000;
/** A write that has not come back after this is not waited for any more: its connection may be dead. */
const GIVEN_UP_MS = 10_000;

/** Tells whether writes work, by a small one of its own: at most one a second, and one at a time. */
export class WriteCheck {
  readonly #db: Db;
  readonly #log: Log;
  #failure: Promise<string | null> = Promise.resolve(null);
  #askedAt = Number.NEGATIVE_INFINITY;
  #isAsking = false;
  #wasFailing = false;
  #write: { done: Promise<unknown>; begunAt: number } | null = null;

  /** @param db the program's, as it serves requests */
  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Why writes fail, a short sentence that names nobody and no secret; null when they work.
   * @param patienceMs who does not wait for the outcome is told so
   */
  async failure(patienceMs = 2 * DEADLINE_MS): Promise<string | null> {
    const ending = new AbortController();
    const late = sleep(patienceMs, 'The database has not answered yet.', { signal: ending.signal });
    late.catch(() => {});
    return Promise.race([this.#latest(), late]).finally(() => ending.abort());
  }

  #latest(): Promise<string | null> {
    if (this.#isAsking || performance.now() - this.#askedAt < FRESH_MS) return this.#failure;
    this.#isAsking = true;
    this.#failure = this.#ask().finally(() => {
      this.#askedAt = performance.now();
      this.#isAsking = false;
    });
    return this.#failure;
  }

  async #ask(): Promise<string | null> {
    try {
      await promptly(this.#written(), DEADLINE_MS);
      this.#wasFailing = false;
      return null;
    } catch (error) {
      // The first time only: whoever asks comes again.
      if (!this.#wasFailing) this.#log.error({ error }, 'ALARM: writes fail');
      this.#wasFailing = true;
      if (error instanceof AppError) return error.message;
      return 'The database refuses writes.';
    }
  }

  /** One write is under way at a time: where Postgres is frozen they would only queue. */
  #written(): Promise<unknown> {
    const now = performance.now();
    if (this.#write && now - this.#write.begunAt < GIVEN_UP_MS) return this.#write.done;
    const write = {
      begunAt: now,
      done: this.#db
        .guard(() => this.#db.sql`update write_check set checked_at = now()`)
        .finally(() => {
          if (this.#write === write) this.#write = null;
        }),
    };
    this.#write = write;
    return write.done;
  }
}
