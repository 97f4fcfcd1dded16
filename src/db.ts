import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import postgres from 'postgres';
import { OperatorError, unavailable } from './errors.ts';
import { Places } from './places.ts';

export type Sql = postgres.Sql<{ bigint: number }>;
export type Tx = postgres.TransactionSql<{ bigint: number }>;
export type Role = 'owner' | 'app' | 'export' | 'worker';

/** Postgres' name of a role; the owner is whoever the URL logs in as. */
const ROLE_NAME = { app: 'sightline_app', export: 'sightline_export', worker: 'sightline_worker' } as const;

const CONNECT_TIMEOUT_SECONDS = 2;
const STATEMENT_TIMEOUT_MS = 15_000;
/** An answer is owed within 2 s when Postgres is away or frozen. */
const FAST_DEADLINE_MS = 1_800;
/** Someone who waits for a frozen Postgres is told after this, well within the 2 s an answer is owed in. */
const SILENCE_MS = 1_200;
const PULSE_PAUSE_MS = 250;
/** Longer than this no request waits for a connection. */
const MAX_WAIT_MS = 2_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface ConnectOptions {
  role: Role;
  /** Connections at most. */
  max: number;
  /** 0: none, for exports and migrations. */
  statementTimeoutMs?: number;
  /** Whether a session must last, because it holds a lock: the driver closes idle and old ones otherwise. */
  isLasting?: boolean;
}

/** A client whose sessions act as `role` from their first statement on. */
export function connect(
  url: string,
  { role, max, statementTimeoutMs = STATEMENT_TIMEOUT_MS, isLasting = false }: ConnectOptions,
): Sql {
  return postgres(url, {
    max,
    // bigint counters and sums stay below 2^53 here; numbers go through JSON as they are.
    types: {
      bigint: { ...postgres.BigInt, parse: Number, serialize: String } as never,
      // A timestamp without zone is UTC here, whatever the process's time zone is.
      date: {
        to: 1184,
        from: [1114, 1184],
        serialize: (value: Date | string) => new Date(value).toISOString(),
        parse: (text: string) => new Date(/[+-]\d\d(:\d\d)?$/.test(text) ? text : `${text}Z`),
      } as never,
    },
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    ...(isLasting ? { idle_timeout: 0, max_lifetime: null } : { idle_timeout: 60 }),
    // Quick and steady: Postgres' return is noticed within a second, without a storm of attempts.
    backoff: () => 0.5,
    onnotice: () => {},
    connection: {
      application_name: `sightline-${role}`,
      statement_timeout: statementTimeoutMs,
      ...(role === 'owner' ? {} : { role: ROLE_NAME[role] }),
    },
  }) as unknown as Sql;
}

/** The program's access to Postgres, as the role that the row-level policies bind. */
export interface Db {
  /** To Postgres, at most. */
  readonly connections: number;
  /** For the global tables, which hold what is looked up before an organisation is known. */
  readonly sql: Sql;
  /** A transaction bound to one organisation: it sees and writes no other's rows. */
  tenant<T>(orgId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A read-only transaction bound to a user, who may see the own memberships. */
  asUser<T>(userId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The outcome of work for a request, however long it takes as long as Postgres shows signs of life.
   * @throws AppError unavailable when it is away or frozen; work that writes may still have taken effect.
   */
  guard<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens the program's client.
 * @param max connections at most
 * @throws if the role bypasses row-level security (a superuser does): then nothing would keep tenants apart.
 */
export async function openDb(url: string, max = 8): Promise<Db> {
  const sql = connect(url, { role: 'app', max });
  const [role] = await sql<{ rolname: string; bypasses: boolean }[]>`
    select rolname, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`;
  if (!role || role.bypasses) {
    await sql.end({ timeout: 1 });
    throw new OperatorError(
      `The role ${role?.rolname} bypasses row-level security; alter role … nosuperuser nobypassrls.`,
    );
  }
  const bound = <T>(setting: string, id: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    // SET takes no parameters, so the value is checked here. SET LOCAL ends with the transaction.
    if (!UUID.test(id)) throw new Error(`${setting} is not an id`);
    return sql.begin(async (tx) => {
      tx.unsafe(`set local ${setting} = '${id}'`).catch(() => {}); // pipelined; a failure fails the next one too
      return work(tx as unknown as Tx);
    }) as Promise<T>;
  };
  const pulse = new Pulse(() => connect(url, { role: 'app', max: 1 }));
  return {
    connections: max,
    sql,
    tenant: (orgId, work) => bound('app.org_id', orgId, work),
    asUser: (userId, work) => bound('app.user_id', userId, work),
    guard: (work) => pulse.guard(work).catch(throwUnavailable),
    async close() {
      await Promise.all([sql.end({ timeout: 5 }), pulse.close()]);
    },
  };
}

/**
 * The same access for requests, which are owed an answer: every transaction guarded, and refused at once when it
 * would have to wait for long, because the driver's own queue is without end.
 */
export function forRequests(db: Db): Db {
  const places = new Places({
    // One connection stays for look-ups by key and session, which every request begins with.
    size: Math.max(1, db.connections - 1),
    maxWaitMs: MAX_WAIT_MS,
    firstGuessMs: 5,
    message: 'The database is too busy. Try again shortly.',
  });
  // Guarded in the line as well: when Postgres is away, nobody there leaves.
  const inTurn = <T>(work: () => Promise<T>) => db.guard(() => places.run(work));
  return {
    ...db,
    tenant: (orgId, work) => inTurn(() => db.tenant(orgId, work)),
    asUser: (userId, work) => inTurn(() => db.asUser(userId, work)),
  };
}

/** The SQLSTATE of a Postgres error, or a client error code such as ECONNREFUSED; undefined for others. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Whether an error means that Postgres could not be reached or was going away. */
export function isConnectionError(error: unknown): boolean {
  const code = sqlState(error) ?? '';
  // A socket that is not there; without the call it would be any file.
  if (code === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect';
  return /^(ECONN|EPIPE|ETIMEDOUT|CONNECT|CONNECTION_|57P0|08|53300|3D000)/.test(code);
}

/**
 * The answer of a short query, or `unavailable` when Postgres is away or does not answer in time: the driver
 * has no timeout of its own for queued queries (porsager/postgres#394).
 */
export async function promptly<T>(query: Promise<T>, deadlineMs = FAST_DEADLINE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(unavailable('The database does not answer. Try again shortly.')),
      deadlineMs,
    );
  });
  try {
    return await Promise.race([query.catch(throwUnavailable), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

function throwUnavailable(error: unknown): never {
  if (isConnectionError(error))
    throw unavailable('The database cannot be reached. Try again shortly.', error);
  const STATEMENT_TIMEOUT = '57014';
  if (sqlState(error) === STATEMENT_TIMEOUT)
    throw unavailable('The database took too long. Ask for less, or try again later.', error);
  throw error;
}

/**
 * Tells those who wait for Postgres when it stops answering: neither the driver nor TCP would, for minutes.
 * It is asked for a sign of life only while somebody waits, or until it is back.
 */
class Pulse {
  readonly #connect: () => Sql;
  #sql: Sql;
  readonly #waiting = new Set<(error: Error) => void>();
  #isBeating = false;
  #isLost = false;
  #isClosed = false;

  /** @param connect makes a client of its own, so that a sign of life never waits behind other statements. */
  constructor(connect: () => Sql) {
    this.#connect = connect;
    this.#sql = connect();
  }

  /**
   * The outcome of work that needs Postgres, however long it takes.
   * @throws AppError unavailable when Postgres does not answer any more. The work may still take effect.
   */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isLost) throw silence();
    const { promise: lost, reject } = Promise.withResolvers<never>();
    this.#waiting.add(reject);
    void this.#beat();
    try {
      return await Promise.race([work(), lost]);
    } finally {
      this.#waiting.delete(reject);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sql.end({ timeout: 1 });
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    while (!this.#isClosed && (this.#waiting.size > 0 || this.#isLost)) {
      const overdue = setTimeout(() => void this.#lose(), SILENCE_MS);
      // Refused connections are no silence: the work fails by them itself.
      const isAlive = await this.#sql`select 1`.then(
        () => true,
        () => false,
      );
      clearTimeout(overdue);
      this.#isLost &&= !isAlive;
      await sleep(PULSE_PAUSE_MS, undefined, { ref: false });
    }
    this.#isBeating = false;
  }

  async #lose(): Promise<void> {
    this.#isLost = true;
    // Where it was our own loop that stood still, the answer is here already.
    await turn();
    if (!this.#isLost) return;
    for (const reject of this.#waiting) reject(silence());
    // This connection may be dead for good (its machine went away): ask by a new one.
    const silent = this.#sql;
    this.#sql = this.#connect();
    await silent.end({ timeout: 0 });
  }
}

function silence(): Error {
  return unavailable('The database does not answer. Try again shortly.');
}
