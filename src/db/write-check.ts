import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../base/errors.ts';
import { databaseState } from '../base/failures/causes.ts';
import type { Log } from '../base/log.ts';
import { type Db, promptly, sqlState } from './client.ts';

const DEADLINE_MS = 1_500;
/** Minimum interval between two test writes, however often callers check. */
const FRESH_MS = 1_000;
/** A write that waits longer than this for a table lock fails. */
const LOCK_WAIT_MS = 1_000;
/** The failure of a request's write stays the reported reason for this long. */
const NOTED_MS = 4_000;
/** SQLSTATEs of a full or failing disk. A small test write may still succeed on one. */
const OF_DISK = /^(53100|58...)$/;

/**
 * Checks whether writes work by a small test write: at most one per second, and one at a time. It also looks for locked
 * tables and remembers failed writes of requests, because a small write may still succeed on a full disk.
 */
export class WriteCheck {
  readonly #db: Db;
  readonly #log: Log;
  #failure: Promise<string | null> = Promise.resolve(null);
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isChecking = false;
  #write: Promise<unknown> | null = null;
  #noted: { reason: string; at: number } | null = null;

  /** @param db the program's, as it serves requests */
  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Records the error of a request's transaction. */
  note(error: unknown): void {
    const cause = error instanceof AppError ? error.cause : error;
    const code = sqlState(cause) ?? '';
    if (OF_DISK.test(code)) this.#noted = { reason: reasonOf(error), at: performance.now() };
  }

  /**
   * Why writes fail: a short sentence without names or secrets; null if they work.
   * @param patienceMs if there is no outcome after this, that is the failure
   */
  async failure(patienceMs = 2 * DEADLINE_MS): Promise<string | null> {
    if (this.#noted && performance.now() - this.#noted.at < NOTED_MS) return this.#noted.reason;
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
      return null;
    } catch (error) {
      this.#log.error({ error }, 'ALARM: writes fail');
      return reasonOf(error);
    }
  }

  /**
   * The outcome of the current write, or of a new one: on a frozen Postgres several would only queue. On a lost
   * connection the heartbeat or the session's silence timeout fails the write.
   */
  #writeOnce(): Promise<unknown> {
    this.#write ??= this.#db
      .guard(() => this.#tryWrites())
      .finally(() => {
        this.#write = null;
      });
    return this.#write;
  }

  async #tryWrites(): Promise<void> {
    const { sql } = this.#db;
    await sql`update write_check set checked_at = now()`;
    // Only locks of a whole table that writes must wait for.
    const [locked] = await sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_locks l join pg_class c on c.oid = l.relation
      where l.locktype = 'relation' and l.granted
        and l.database = (select oid from pg_database where datname = current_database())
        and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
        and c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'insert')
      limit 1`;
    if (locked)
      await sql.begin(async (tx) => {
        await tx.unsafe(`set local lock_timeout = ${LOCK_WAIT_MS}`);
        await tx.unsafe(`lock table ${locked.name} in row exclusive mode`);
      });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const state = databaseState(sqlState(error) ?? '');
  return state === null ? 'The database refuses writes.' : `The database ${state}.`;
}
