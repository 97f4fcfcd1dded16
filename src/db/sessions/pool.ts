import { setTimeout as sleep } from 'node:timers/promises';
import { Session, type SessionOptions } from './session.ts';
import { createTag, type Tag } from './statement.ts';
import { lostConnection, parseTarget } from './target.ts';

export interface PoolOptions extends Omit<SessionOptions, 'target'> {
  url: string;
  /** Maximum number of sessions. */
  max: number;
  /** Whether idle and old sessions stay open, because they hold a lock. */
  isLasting: boolean;
}

export type Transaction = Tag;

/** Runs statements and transactions over sessions that are opened on demand. */
export interface Pool extends Tag, AsyncDisposable {
  /**
   * Runs a transaction. It is rolled back if the work, or any statement of it, fails.
   * @param mode as in `begin read only`
   */
  begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  begin<T>(mode: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Ends the sessions after their statements, or after the timeout (seconds) if given. */
  end(options?: { timeout?: number }): Promise<void>;
  /** Ends all sessions as if they were lost, and continues with new ones. @returns their process ids on the server */
  drop(): number[];
}

/** Delay of the next attempt after a failure to connect, so that a recovering Postgres is not flooded. */
const RETRY_MS = 500;
const IDLE_MS = 60_000;
const LIFE_MS = 45 * 60_000;

export function openPool(options: PoolOptions): Pool {
  const sessions = new Sessions(options);
  const begin = <T>(mode: string | Work<T>, work?: Work<T>): Promise<T> =>
    typeof mode === 'string'
      ? sessions.use((session) => transaction(session, mode, work!))
      : sessions.use((session) => transaction(session, '', mode));
  return Object.assign(
    createTag((work) => sessions.use(work)),
    {
      begin,
      end: ({ timeout }: { timeout?: number } = {}) => sessions.end(timeout),
      drop: () => sessions.drop(),
      [Symbol.asyncDispose]: () => sessions.end(undefined),
    },
  ) as Pool;
}

type Work<T> = (tx: Transaction) => Promise<T>;

/** Runs a transaction on a session. Statements of the transaction are refused after it has ended. */
async function transaction<T>(session: Session, mode: string, work: Work<T>): Promise<T> {
  let isOver = false;
  const failures: unknown[] = [];
  const tx = createTag((run) => {
    if (isOver)
      return Promise.reject(
        lostConnection('CONNECTION_OVER', 'The transaction of this statement has ended.'),
      );
    const result = run(session);
    // A statement fails its transaction even if nobody awaits it.
    result.catch((error) => failures.push(error));
    return result;
  });
  const close = (statement: 'commit' | 'rollback') => {
    isOver = true;
    return session.run((client) => client.unsafe(statement)) as Promise<{ command: string }>;
  };
  try {
    // Pipelined with the first statement.
    tx.unsafe(`begin ${mode}`).catch(() => {});
    const result = await work(tx);
    if (failures.length > 0) throw failures[0];
    const { command } = await close('commit');
    if (command !== 'COMMIT') throw failures[0] ?? new Error(`Postgres answered ${command} to a commit.`);
    return result;
  } catch (error) {
    if (!session.isLost) await close('rollback').catch((reason) => session.lose(reason as Error));
    const IN_FAILED_TRANSACTION = '25P02';
    const isConsequence = (error as { code?: unknown } | null)?.code === IN_FAILED_TRANSACTION;
    throw isConsequence && failures.length > 0 ? failures[0] : error;
  }
}

/** The sessions of a pool: idle ones, and a queue of work that waits for one. */
class Sessions {
  readonly #options: PoolOptions;
  readonly #open = new Set<Session>();
  readonly #idle: { session: Session; timer: NodeJS.Timeout | undefined }[] = [];
  readonly #waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #taken = 0;
  #failedAt = Number.NEGATIVE_INFINITY;
  #ending: Promise<void> | null = null;
  #onIdle = () => {};
  readonly #connect: SessionOptions;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#connect = { ...options, target: parseTarget(options.url) };
  }

  /** Does work with a session of its own. */
  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#ending !== null) throw ended();
    if (this.#taken >= this.#options.max)
      await new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    else this.#taken += 1;
    let session: Session | undefined;
    try {
      session = this.#takeIdle() ?? (await this.#new());
      return await work(session);
    } finally {
      this.#give(session);
    }
  }

  drop(): number[] {
    const open = [...this.#open];
    for (const session of open)
      session.lose(lostConnection('CONNECTION_DROPPED', 'Postgres does not answer on this connection.'));
    return open.map(({ pid }) => pid);
  }

  end(timeout?: number): Promise<void> {
    this.#ending ??= this.#end(timeout);
    return this.#ending;
  }

  async #end(timeout?: number): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(ended());
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    const late = timeout === undefined ? undefined : setTimeout(this.#onIdle, timeout * 1000);
    if (this.#taken > 0) await idle;
    clearTimeout(late);
    const open = [...this.#open];
    for (const session of open) session.close();
    await Promise.all(open.map(({ closed }) => closed));
  }

  #takeIdle(): Session | undefined {
    const found = this.#idle.pop();
    clearTimeout(found?.timer);
    return found?.session;
  }

  async #new(): Promise<Session> {
    const waitMs = this.#failedAt + RETRY_MS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    try {
      const session = await Session.open(this.#connect);
      this.#failedAt = Number.NEGATIVE_INFINITY;
      this.#open.add(session);
      session.onLost(() => this.#forget(session));
      return session;
    } catch (error) {
      this.#failedAt = performance.now();
      throw error;
    }
  }

  #give(session: Session | undefined): void {
    const isOld = session !== undefined && performance.now() - session.openedAt > LIFE_MS;
    if (session && !session.isLost)
      if (this.#ending !== null || (isOld && !this.#options.isLasting)) session.close();
      else this.#keep(session);
    const next = this.#waiting.shift();
    if (next) next.resolve();
    else this.#taken -= 1;
    if (this.#taken === 0) this.#onIdle();
  }

  #keep(session: Session): void {
    const timer = this.#options.isLasting ? undefined : setTimeout(() => session.close(), IDLE_MS).unref();
    this.#idle.push({ session, timer });
  }

  #forget(session: Session): void {
    this.#open.delete(session);
    const at = this.#idle.findIndex((idle) => idle.session === session);
    if (at >= 0) clearTimeout(this.#idle.splice(at, 1)[0]?.timer);
  }
}

function ended(): Error {
  return lostConnection('CONNECTION_ENDED', 'The client of Postgres was closed.');
}
