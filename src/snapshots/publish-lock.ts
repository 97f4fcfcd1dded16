import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Sql } from '../db/client.ts';

/** Held by the one exporter that works, of all servers on the database. */
const EXPORT_LOCK = 7_203_115;
/**
 * Without progress for this long an export has failed. Not shorter: a file of gigabytes that is written out to a
 * slow disk, and a first row that Postgres looks for, show nothing meanwhile.
 */
export const STALLED_MS = 120_000;
/** An export may take this long, however it gets on, and so much more for each of its parts. */
const DEADLINE_MS = 10 * 60_000;
const DEADLINE_A_PART_MS = 2 * 60_000;

/**
 * The right to export, for as long as the work gets on. Its session must say so again and again: Postgres itself
 * ends one that is silent, because its process was stopped or its machine is gone, and gives the lock to others.
 */
export class PublishLock {
  /** Aborted when the work has failed: what is left of it must not publish any more. */
  readonly signal: AbortSignal;
  readonly #sql: Sql;
  /** The session that holds the lock; the driver would open another in silence. */
  readonly #session: number;
  readonly #stalledMs: number;
  readonly #onMove: () => void;
  readonly #failed = new AbortController();
  #deadlineMs = DEADLINE_MS;
  #movedAt = performance.now();
  #isAsking = false;

  private constructor(sql: Sql, session: number, stalledMs: number, onMove: () => void) {
    this.#sql = sql;
    this.#session = session;
    this.#stalledMs = stalledMs;
    this.#onMove = onMove;
    this.signal = this.#failed.signal;
  }

  /**
   * @param wait for another exporter to finish
   * @param onMove called as the work gets on
   * @returns null when another one works and we do not wait
   */
  static async take(
    url: string,
    wait: boolean,
    stalledMs: number,
    onMove: () => void,
  ): Promise<PublishLock | null> {
    const sql = connect(url, { role: 'export', max: 1, statementTimeoutMs: 0, isLasting: true });
    try {
      await sql.unsafe(`set idle_session_timeout = ${Math.ceil(stalledMs / 2)}`);
      // In one statement: two may be of two sessions.
      const [row] = wait
        ? await sql<
            Taken[]
          >`select pg_backend_pid() as session, true as taken, pg_advisory_lock(${EXPORT_LOCK})`
        : await sql<
            Taken[]
          >`select pg_backend_pid() as session, pg_try_advisory_lock(${EXPORT_LOCK}) as taken`;
      if (row?.taken) return new PublishLock(sql, row.session, stalledMs, onMove);
    } catch (error) {
      await sql.end({ timeout: 1 });
      throw error;
    }
    await sql.end({ timeout: 1 });
    return null;
  }

  /** Says that the work has got on. */
  readonly moved = (): void => {
    this.#movedAt = performance.now();
    this.#onMove();
  };

  /** Allows the time that so many parts take. */
  allowFor(parts: number): void {
    this.#deadlineMs += parts * DEADLINE_A_PART_MS;
  }

  /**
   * The outcome of work that holds the lock.
   * @param folder what grows there, in folders that are being made, is progress too: a statement of DuckDB tells none
   * @throws Error when the work gets on no more or the lock is lost, though the work itself may never end.
   */
  async during<T>(folder: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    this.moved();
    const failed = Promise.withResolvers<never>();
    const fail = (error: Error) => {
      this.#failed.abort(error);
      failed.reject(error);
    };
    let size = 0;
    const timer = setInterval(() => {
      void sizeOfStaging(folder).then((now) => {
        if (now !== size) this.moved();
        size = now;
      });
      const stalledMs = performance.now() - this.#movedAt;
      if (stalledMs > this.#stalledMs) fail(new Error(`The export stood still for ${seconds(stalledMs)}.`));
      else if (performance.now() - startedAt > this.#deadlineMs)
        fail(new Error(`The export was not done within ${seconds(this.#deadlineMs)}.`));
      else void this.#ask().catch(fail);
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

  /** Tells Postgres that we are there, and asks whether the lock is. @throws when it is not */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const [row] = await this.#sql<{ session: number }[]>`select pg_backend_pid() as session`.catch(
        (cause) => {
          throw new Error('The session that holds the lock of the export has ended.', { cause });
        },
      );
      if (row?.session !== this.#session) throw new Error('Postgres has ended the session of the export.');
    } finally {
      this.#isAsking = false;
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
