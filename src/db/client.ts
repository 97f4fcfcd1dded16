import { ConcurrencyLimiter } from '../base/concurrency-limiter.ts';
import { type AppError, OperatorError, unavailable } from '../base/errors.ts';
import type { OrgId } from '../base/ids.ts';
import postgres from './driver/index.js';
import { type Droppable, Heartbeat } from './heartbeat.ts';

export type Sql = postgres.Sql<{ bigint: number }> & Droppable;
export type Tx = postgres.TransactionSql<{ bigint: number }>;
export type Role = 'owner' | 'app' | 'export' | 'worker';

/** Postgres' name of a role; the owner is whoever the URL logs in as. */
const ROLE_NAME = { app: 'sightline_app', export: 'sightline_export', worker: 'sightline_worker' } as const;

const CONNECT_TIMEOUT_SECONDS = 2;
const STATEMENT_TIMEOUT_MS = 15_000;
/**
 * A transaction whose client vanished without a reset holds its locks until Postgres notices: by default hours, in
 * which a change of the same organisation waits in vain. Ours do nothing for so long only when they are gone.
 */
const ORPHANS = { idle_in_transaction_session_timeout: 10_000, tcp_user_timeout: 10_000 };
/** An answer is owed within 2 s when Postgres is away or frozen. */
const FAST_DEADLINE_MS = 1_800;
/** What a statement may take longer than its timeout before its connection is taken for lost. */
const SILENCE_MARGIN_SECONDS = 3;
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
        parse: timeOf,
      } as never,
    },
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    // For a connection that alone is lost without a reset; when all are, the heartbeat notices sooner.
    ...(statementTimeoutMs > 0
      ? { silence_timeout: statementTimeoutMs / 1000 + SILENCE_MARGIN_SECONDS }
      : {}),
    ...(isLasting ? { idle_timeout: 0, max_lifetime: null } : { idle_timeout: 60 }),
    // At once after a session that was well; then steady: its return is noticed within a second, without a storm.
    backoff: (retries) => (retries === 0 ? 0 : 0.5),
    onnotice: () => {},
    connection: {
      application_name: `sightline-${role}`,
      statement_timeout: statementTimeoutMs,
      ...(role === 'app' || role === 'worker' ? ORPHANS : {}),
      // Without it times before railways come with the seconds of a local noon.
      TimeZone: 'UTC',
      ...(role === 'owner' ? {} : { role: ROLE_NAME[role] }),
    },
  }) as unknown as Sql;
}

/** A time as Postgres writes it in UTC, such as 0001-01-01 00:00:00+00; Date alone takes that year for 2001. */
function timeOf(text: string): Date {
  return new Date(`${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, '')}Z`);
}

/** The program's access to Postgres, as the role that the row-level policies bind. */
export interface Db {
  /** To Postgres, at most. */
  readonly connections: number;
  /** For the global tables, which hold what is looked up before an organisation is known. */
  readonly sql: Sql;
  /** A client of its own, whose sessions are dropped with the others when Postgres falls silent; to be ended. */
  connect(options: ConnectOptions): Sql;
  /** A transaction bound to one organisation: it sees and writes no other's rows. */
  tenant<T>(orgId: OrgId, work: (tx: Tx) => Promise<T>): Promise<T>;
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
  const heartbeat = new Heartbeat(() => {
    const probe = connect(url, { role: 'app', max: 1 });
    return {
      isAlive: () => probe`select 1`,
      drop: () => probe.drop(),
      close: () => probe.end({ timeout: 1 }),
    };
  });
  heartbeat.watch(sql);
  return {
    connections: max,
    sql,
    connect(options) {
      const client = connect(url, options);
      heartbeat.watch(client);
      heartbeat.begin();
      const end = client.end.bind(client);
      return Object.assign(client, {
        end(...args: Parameters<typeof end>) {
          heartbeat.unwatch(client);
          return end(...args);
        },
      });
    },
    tenant: (orgId, work) => bound('app.org_id', orgId, work),
    asUser: (userId, work) => bound('app.user_id', userId, work),
    guard: (work) => heartbeat.guard(work).catch(throwUnavailable),
    async close() {
      await Promise.all([sql.end({ timeout: 5 }), heartbeat.close()]);
    },
  };
}

/**
 * The same access for requests, which are owed an answer: every transaction guarded, and refused at once when it
 * would have to wait for long, because the driver's own queue is without end. Connections are dealt out between
 * organisations: one whose statements are slow waits behind itself.
 */
export function forRequests(db: Db): Db {
  const limiter = new ConcurrencyLimiter({
    // One connection stays for look-ups by key and session, which every request begins with.
    size: Math.max(1, db.connections - 1),
    maxWaitMs: MAX_WAIT_MS,
    firstGuessMs: 5,
    message: 'The database is too busy. Try again shortly.',
    isShared: true,
  });
  // Guarded in the line as well: when Postgres is away, nobody there leaves.
  const inTurn = <T>(id: string, work: () => Promise<T>) => db.guard(() => limiter.run(work, id));
  return {
    ...db,
    tenant: (orgId, work) => inTurn(orgId, () => db.tenant(orgId, work)),
    asUser: (userId, work) => inTurn(userId, () => db.asUser(userId, work)),
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
  return /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECT|CONNECTION_|57P0|08|53300|3D000|25P0[34])/.test(
    code,
  );
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
  throw databaseTrouble(error) ?? error;
}

/** What a caller is told of an error that is the database's own trouble, not that of what it was asked; else null. */
export function databaseTrouble(error: unknown): AppError | null {
  const say = (message: string) => unavailable(`The database ${message}`, error);
  if (isConnectionError(error)) return say('cannot be reached. Try again shortly.');
  const STATEMENT_TIMEOUT = '57014';
  if (sqlState(error) === STATEMENT_TIMEOUT) return say('took too long. Ask for less, or try again later.');
  // Its disk or memory is full, it cannot read or write a file, it ended a deadlock, or it is a standby.
  const isItsOwn = /^(53...|58...|40001|40P01|25006)$/.test(sqlState(error) ?? '');
  return isItsOwn ? say('cannot do this just now. Try again shortly.') : null;
}
