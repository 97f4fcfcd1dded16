import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import postgres from 'postgres';
import { CopiedRows } from './copied-rows.ts';
import { lostConnection, openSocket, type Target } from './target.ts';
import { CLIENT_TYPES } from './types.ts';

/** A client of the package, which builds and sends statements on its single session. */
export type Client = postgres.Sql<Record<string, unknown>>;
/** A statement of the package. */
export type Query = postgres.PendingQuery<postgres.Row[]>;

export interface SessionOptions {
  target: Target;
  applicationName: string;
  /** The role of the session; null: the role that logs in. */
  role: string | null;
  settings: Record<string, string | number>;
  connectTimeoutMs: number;
  /** A session that sends nothing for this long (ms) while a statement is pending counts as lost; 0: never. */
  silenceMs: number;
}

/** The Terminate message, which ends a session in order. */
const TERMINATE = Buffer.from([88, 0, 0, 0, 4]);
/** Time for the server to close the connection after Terminate. */
const CLOSING_MS = 1_000;

/**
 * One session of Postgres. It has its own client of the package, which never learns that the session is lost: pending
 * statements are rejected here, and the client is thrown away. Therefore no state of a session reaches the next one,
 * and none of the package's handling of lost connections is used (porsager/postgres#499, #1154, #1193, #1208, #1209,
 * #1215, #1216).
 */
export class Session {
  /** The id of the server process. */
  pid = 0;
  readonly openedAt = performance.now();
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #rows = new CopiedRows();
  /** Rejects the pending statements when the session is lost. */
  readonly #awaiting = new Set<(error: Error) => void>();
  #loss: Error | null = null;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<unknown>;
  #silence: NodeJS.Timeout | undefined;
  #onLost = () => {};

  private constructor(socket: Socket, { target, applicationName, silenceMs }: SessionOptions) {
    this.#socket = socket;
    if (silenceMs > 0) this.#silence = setTimeout(() => this.#fallSilent(), silenceMs).unref();
    this.closed = new Promise((closed) => socket.once('close', closed));
    socket.on('error', (error) => this.lose(error));
    socket.on('close', () =>
      this.lose(lostConnection('CONNECTION_CLOSED', 'The connection to Postgres was lost.')),
    );
    this.#client = postgres({
      host: 'postgres',
      user: target.user,
      password: target.password,
      database: target.database,
      max: 1,
      types: CLIENT_TYPES,
      fetch_types: false,
      ssl: false,
      // If undefined, the package reads PGTARGETSESSIONATTRS. Its types do not allow null.
      target_session_attrs: null as never,
      // The package's timers would end the session unnoticed.
      connect_timeout: 0,
      idle_timeout: 0,
      max_lifetime: null,
      keep_alive: null,
      onnotice: () => {},
      connection: { ...target.parameters, application_name: applicationName },
      socket: () => Promise.resolve(this.#wire()),
    } as postgres.Options<Record<string, postgres.PostgresType>>) as Client;
  }

  /**
   * Opens a session on the first host that accepts it.
   * @throws the error of the last host
   */
  static async open(options: SessionOptions): Promise<Session> {
    let failure: unknown;
    for (const address of options.target.addresses) {
      const { signal, done } = timeLimit(options.connectTimeoutMs);
      try {
        const session = new Session(await openSocket(options.target, address, signal), options);
        const giveUp = () => session.lose(signal.reason as Error);
        signal.addEventListener('abort', giveUp, { once: true });
        if (await session.#begin(options)) return session;
        failure = lostConnection('CONNECTION_UNFIT', `No server is ${options.target.sessionAttributes}.`);
      } catch (error) {
        failure = error;
      } finally {
        done();
      }
    }
    throw failure;
  }

  /** Sets the session up. @returns whether the server meets the target's session attributes */
  async #begin({ role, settings, target }: SessionOptions): Promise<boolean> {
    // In other zones, Postgres writes old times in local mean time, whose offset has seconds.
    const all = { timezone: 'UTC', ...settings, ...(role === null ? {} : { role }) };
    // SET statements instead of start-up parameters, which PgBouncer refuses.
    const statements = Object.entries(all).map(([name, value]) => `set ${name} = '${value}'`);
    try {
      const results = await this.run((client) =>
        client.unsafe(`${statements.join('; ')}; select pg_backend_pid() as pid, current_user as role,
          pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`),
      );
      // Several statements in one call return a list of results.
      const [state] = (results as unknown as [ServerState][]).at(-1)!;
      if (role !== null && state.role !== role)
        throw new Error(`The session works as ${state.role}, not ${role}.`);
      this.pid = state.pid;
      if (isWanted(state, target.sessionAttributes)) return true;
      this.close();
      return false;
    } catch (error) {
      this.lose(error as Error);
      throw error;
    }
  }

  get isLost(): boolean {
    return this.#loss !== null;
  }

  /** Calls back once, when the session is lost or closed. */
  onLost(callback: () => void): void {
    this.#onLost = callback;
    if (this.#loss !== null) callback();
  }

  /** Runs a statement. @throws the error of Postgres, or the reason why the session is lost */
  async run(build: (client: Client) => PromiseLike<unknown>): Promise<unknown> {
    if (this.#loss !== null) throw this.#loss;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    // If Postgres ends the session with an error, such as a refused log-in, that error is reported.
    let failure: Error | null = null;
    const refuse = (lost: Error) => reject(failure ?? lost);
    this.#awaiting.add(refuse);
    this.#silence?.refresh();
    try {
      build(this.#client).then(resolve, async (error: Error) => {
        failure = error;
        if (error instanceof postgres.PostgresError) await this.#forgetRows().catch(() => {});
        reject(error);
      });
      return await promise;
    } finally {
      this.#awaiting.delete(refuse);
    }
  }

  /**
   * Makes the package forget the rows of a failed statement. Otherwise its row count continues, and the next result
   * begins with that many undefined rows. The end of any other statement resets the count. In a failed transaction this
   * statement fails too, and ROLLBACK resets the count.
   */
  async #forgetRows(): Promise<void> {
    if (this.#loss === null) await this.#client.unsafe('select where false');
  }

  /** The rows of a COPY TO STDOUT. Abandoning the stream before its end closes the session. */
  async copyOut(build: (client: Client) => Query): Promise<Readable> {
    const rows = (await this.run((client) => build(client).readable())) as Readable;
    const lost = (error: Error) => rows.destroy(error);
    this.#awaiting.add(lost);
    rows.once('close', () => {
      this.#awaiting.delete(lost);
      if (!rows.readableEnded) this.lose(lostConnection('CONNECTION_DROPPED', 'A COPY was given up.'));
      // The package pauses its socket for a full stream, and an ended stream never resumes it (porsager/postgres#499).
      else this.#socket.resume();
    });
    return rows;
  }

  /** The input of a COPY FROM STDIN. The stream reports all failures, including those after its end. */
  async copyIn(build: (client: Client) => Query): Promise<Writable> {
    let query: Query | undefined;
    const into = (await this.run((client) => {
      query = build(client);
      return query.writable();
    })) as Writable;
    const fail = (error: Error) => into.destroy(error);
    this.#awaiting.add(fail);
    into.once('close', () => this.#awaiting.delete(fail));
    // The package has resolved the query with its stream. It reports a failure after the stream's end by rejecting the
    // query.
    (query as unknown as { reject: typeof fail }).reject = fail;
    return into;
  }

  /** Ends the session in order. */
  close(): void {
    if (this.#loss !== null) return;
    this.#socket.end(TERMINATE);
    setTimeout(() => this.#socket.destroy(), CLOSING_MS).unref();
    this.lose(lostConnection('CONNECTION_ENDED', 'The client of Postgres was closed.'), false);
  }

  /** Ends the session without a word to the server, which may be gone, and rejects pending statements. */
  lose(reason: Error, isDestroyed = true): void {
    if (isDestroyed) this.#socket.destroy();
    if (this.#loss !== null) return;
    this.#loss = reason;
    clearTimeout(this.#silence);
    for (const refuse of this.#awaiting) refuse(reason);
    this.#awaiting.clear();
    this.#onLost();
  }

  #fallSilent(): void {
    if (this.#awaiting.size > 0)
      this.lose(lostConnection('CONNECTION_SILENT', 'Postgres has not answered for too long.'));
    else this.#silence?.refresh();
  }

  /** The socket given to the package: it delivers what is received, but no loss. */
  #wire(): object {
    const socket = this.#socket;
    const wire = {
      on: (event: string, listener: (bytes: Buffer) => void) => {
        if (event === 'drain') socket.on('drain', listener);
        if (event === 'data') socket.on('data', (bytes: Buffer) => this.#received(bytes, listener));
        return wire;
      },
      write: (bytes: Buffer, done?: () => void): boolean => {
        if (this.#loss === null) return socket.write(bytes, done);
        done?.();
        return true;
      },
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      destroy: () => this.lose(lostConnection('CONNECTION_CLOSED', 'The log-in to Postgres failed.')),
    };
    return wire;
  }

  #received(bytes: Buffer, listener: (bytes: Buffer) => void): void {
    this.#silence?.refresh();
    for (const joined of this.#rows.join(bytes)) if (this.#loss === null) listener(joined);
  }
}

interface ServerState {
  pid: number;
  role: string;
  isStandby: boolean;
  isReadOnly: boolean;
}

function isWanted({ isStandby, isReadOnly }: ServerState, attributes: string | null): boolean {
  if (attributes === 'read-write') return !isReadOnly;
  if (attributes === 'read-only') return isReadOnly;
  if (attributes === 'primary') return !isStandby;
  if (attributes === 'standby') return isStandby;
  return true;
}

/** A signal that is aborted after `ms`, unless `done` is called first. */
function timeLimit(ms: number): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  const late = () =>
    controller.abort(lostConnection('CONNECT_TIMEOUT', 'Postgres does not take the connection.'));
  const timer = setTimeout(late, ms);
  return { signal: controller.signal, done: () => clearTimeout(timer) };
}
