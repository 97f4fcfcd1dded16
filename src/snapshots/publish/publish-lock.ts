import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Sql } from '../../db/client.ts';

/** Key of the advisory lock: among all servers on the database, one publisher works at a time. */
const PUBLISH_LOCK = 7_203_115;
/**
 * A publication fails after this long without progress. A shorter limit is unsafe: no progress is visible while
 * gigabytes are flushed to a slow disk, or Postgres looks for a first row.
 */
export const STALLED_MS = 120_000;
/** How often a waiting publisher reports progress. */
const WAITING_MS = 1_000;
/** Maximum duration of a publication, whatever its progress. Each part adds DEADLINE_A_PART_MS. */
const DEADLINE_MS = 10 * 60_000;
const DEADLINE_A_PART_MS = 2 * 60_000;

/**
 * The right to publish, for as long as the work makes progress. The session with the lock sends statements regularly:
 * Postgres ends a silent session, whose process was stopped or machine is gone, and so frees the lock.
 */
export class PublishLock {
  /** Aborted when the work has failed: its running statements must not publish any more. */
  readonly signal: AbortSignal;
  readonly #sql: Sql;
  /** Process id of the session with the lock. The client opens another session if that is lost. */
  readonly #session: number;
  readonly #stalledMs: number;
  readonly #onProgress: () => void;
  readonly #failed = new AbortController();
  #deadlineMs = DEADLINE_MS;
  #progressAt = performance.now();
  #isPinging = false;

  private constructor(sql: Sql, session: number, stalledMs: number, onProgress: () => void) {
    this.#sql = sql;
    this.#session = session;
    this.#stalledMs = stalledMs;
    this.#onProgress = onProgress;
    this.signal = this.#failed.signal;
  }

  /**
   * @param wait whether to wait for another publisher to finish
   * @param stalledMs the work fails after this long without progress
   * @param onProgress called at each step of progress
   * @returns null if another publisher has the lock and `wait` is false
   */
  static async take(
    url: string,
    wait: boolean,
    stalledMs: number,
    onProgress: () => void,
  ): Promise<PublishLock | null> {
    const sql = connect(url, { role: 'export', max: 1, statementTimeoutMs: 0, isLasting: true });
    // Waiting counts as progress: the other publisher has its own deadline.
    const waiting = wait ? setInterval(onProgress, WAITING_MS) : undefined;
    try {
      await sql.unsafe(`set idle_session_timeout = ${Math.ceil(stalledMs / 2)}`);
      // One statement, because two might run in two sessions.
      const [row] = wait
        ? await sql<
            Taken[]
          >`select pg_backend_pid() as session, true as taken, pg_advisory_lock(${PUBLISH_LOCK})`
        : await sql<
            Taken[]
          >`select pg_backend_pid() as session, pg_try_advisory_lock(${PUBLISH_LOCK}) as taken`;
      if (row?.taken) return new PublishLock(sql, row.session, stalledMs, onProgress);
    } catch (error) {
      await sql.end({ timeout: 1 });
      throw error;
    } finally {
      clearInterval(waiting);
    }
    await sql.end({ timeout: 1 });
    return null;
  }

  /** Call this at each step of progress. */
  readonly progressed = (): void => {
    this.#progressAt = performance.now();
    this.#onProgress();
  };

  /** Extends the deadline for this many parts. */
  allowFor(parts: number): void {
    this.#deadlineMs += parts * DEADLINE_A_PART_MS;
  }

  /**
   * Runs work that needs the lock.
   * @param folder of the snapshots: growth of unfinished ones counts as progress too, because DuckDB statements report
   *   none
   * @throws Error if the work makes no progress or the lock is lost, even if the work itself never ends
   */
  async during<T>(folder: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    this.progressed();
    const failed = Promise.withResolvers<never>();
    const fail = (error: Error) => {
      this.#failed.abort(error);
      failed.reject(error);
    };
    let size = 0;
    const timer = setInterval(() => {
      void sizeOfStaging(folder).then((now) => {
        if (now !== size) this.progressed();
        size = now;
      });
      const stalledMs = performance.now() - this.#progressAt;
      if (stalledMs > this.#stalledMs) fail(new Error(`Publishing stood still for ${seconds(stalledMs)}.`));
      else if (performance.now() - startedAt > this.#deadlineMs)
        fail(new Error(`Publishing was not done within ${seconds(this.#deadlineMs)}.`));
      else void this.#ping().catch(fail);
    }, this.#stalledMs / 10);
    try {
      return await Promise.race([work(), failed.promise]);
    } finally {
      clearInterval(timer);
    }
  }

  async release(): Promise<void> {
    await this.#sql.end({ timeout: 1 });
  }

  /** Keeps the session of the lock alive. @throws Error if the session has ended, and the lock with it */
  async #ping(): Promise<void> {
    if (this.#isPinging) return;
    this.#isPinging = true;
    try {
      const [row] = await this.#sql<{ session: number }[]>`select pg_backend_pid() as session`.catch(
        (cause) => {
          throw new Error('The session that holds the lock of publishing has ended.', { cause });
        },
      );
      if (row?.session !== this.#session)
        throw new Error('Postgres has ended the session that held the lock of publishing.');
    } finally {
      this.#isPinging = false;
    }
  }
}

interface Taken {
  session: number;
  taken: boolean;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/** Bytes of all files in folders of unfinished snapshots. */
async function sizeOfStaging(folder: string): Promise<number> {
  let size = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.tmp')) continue;
    for (const file of await readdir(join(folder, name), { recursive: true }).catch(() => []))
      size += await stat(join(folder, name, file)).then(
        (found) => found.size,
        () => 0,
      );
  }
  return size;
}
