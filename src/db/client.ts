import { AppError, OperatorError, OutcomeUnknown, unavailable } from '../base/errors.ts';
import { databaseState } from '../base/failures/causes.ts';
import type { OrgId } from '../base/ids.ts';
import { FairLimiter } from '../base/queues/fair-limiter.ts';
import { Heartbeat } from './heartbeat.ts';
import { type RoleNames, readRoles } from './roles.ts';
import { openPool, type Pool } from './sessions/pool.ts';
import type { Tag } from './sessions/statement.ts';

export type Sql = Pool;
export type Tx = Tag;
/** The owner is the role that the URL logs in as. */
export type Role = 'owner' | keyof RoleNames;

const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/**
 * If a client vanishes without a reset, its transaction holds its locks until Postgres notices. The default is hours,
 * and meanwhile other changes of the organisation wait. A transaction of this program is idle this long only if its
 * process is gone.
 */
const ORPHAN_TIMEOUTS = {
  idle_in_transaction_session_timeout: 10_000,
  tcp_user_timeout: 10_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
};
/** Requests must be answered within 2 s when Postgres is away or frozen. */
const FAST_DEADLINE_MS = 1_800;
/** A connection counts as lost if a statement exceeds its timeout by this much. */
const SILENCE_MARGIN_MS = 3_000;
/** A request that would wait longer than this for a connection is refused. */
const MAX_WAIT_MS = 2_000;
/** Longest wait for a lock in a statement that a caller waits for. */
const LOCK_WAIT_MS = 4_000;
const LEAST_LOCK_WAIT_MS = 250;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface ConnectOptions {
  role: Role;
  /** Maximum number of connections. */
  max: number;
  /** 0: no timeout, for exports and migrations. */
  statementTimeoutMs?: number;
  /** Whether sessions must last, because they hold a lock. Otherwise idle and old sessions are closed. */
  isLasting?: boolean;
}

/** A client whose sessions act as `role` from their first statement on. */
export function connect(
  databaseUrl: string,
  { role, max, statementTimeoutMs = STATEMENT_TIMEOUT_MS, isLasting = false }: ConnectOptions,
): Sql {
  const { url, roles } = readRoles(databaseUrl);
  return openPool({
    url,
    max,
    isLasting,
    applicationName: `sightline-${role}`,
    role: role === 'owner' ? null : roles[role],
    settings: {
      statement_timeout: statementTimeoutMs,
      ...(role === 'app' || role === 'worker' ? ORPHAN_TIMEOUTS : {}),
    },
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    // Detects a single connection that is lost without a reset. If all are lost, the heartbeat notices sooner.
    silenceMs: statementTimeoutMs > 0 ? statementTimeoutMs + SILENCE_MARGIN_MS : 0,
  });
}

/** The program's access to Postgres, as the role that row-level policies apply to. */
export interface Db {
  /** Maximum number of connections to Postgres, without those of `connect`. */
  readonly connections: number;
  /** Whether Postgres is the coordinator of a Citus cluster, which does not support every statement. */
  readonly isCluster: boolean;
  readonly roles: RoleNames;
  /** For the global tables, which are read before an organisation is known. */
  readonly sql: Sql;
  /** Another client. When Postgres falls silent, its sessions are dropped too. The caller ends it. */
  connect(options: ConnectOptions): Sql;
  /** A transaction bound to one organisation: it cannot read or write rows of others. */
  tenant<T>(orgId: OrgId, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A read-only transaction bound to a user, who may read only their own memberships. */
  asUser<T>(userId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Does work for a request. The work has no time limit while Postgres shows signs of life.
   * @throws AppError unavailable when Postgres is away or frozen, OutcomeUnknown if the work may have taken effect
   */
  guard<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens the program's client.
 * @param max maximum number of connections
 * @throws OperatorError if the role bypasses row-level security, as a superuser does: nothing would keep tenants apart
 */
export async function openDb(url: string, max = 8): Promise<Db> {
  const sql = connect(url, { role: 'app', max });
  const [role] = await sql<{ rolname: string; bypasses: boolean; isCluster: boolean }[]>`
    select rolname, rolsuper or rolbypassrls as bypasses,
      exists (select from pg_extension where extname = 'citus') as "isCluster"
    from pg_roles where rolname = current_user`;
  if (role?.bypasses !== false) {
    await sql.end({ timeout: 1 });
    if (!role) throw new Error('The role of the session is not in pg_roles.');
    throw new OperatorError(
      `The role ${role.rolname} bypasses row-level security; alter role … nosuperuser nobypassrls.`,
    );
  }
  const bound = <T>(setting: string, id: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    // SET takes no parameters, so the value is checked here. SET LOCAL ends with the transaction.
    if (!UUID.test(id)) throw new Error(`${setting} is not an id`);
    let isAtCommit = false;
    const done = sql.begin(`; set local ${setting} = '${id}'`, async (tx) => {
      const result = await work(tx);
      isAtCommit = true;
      return result;
    });
    return done.catch((error) => {
      if (isAtCommit && isConnectionError(error)) (error as LostAtCommit).mayHaveCommitted = true;
      throw error;
    });
  };
  const heartbeat = new Heartbeat(
    () => {
      const probe = connect(url, { role: 'app', max: 1 });
      return { isAlive: () => probe`select 1`, close: () => probe.end({ timeout: 1 }) };
    },
    (processIds) => endSessions(url, processIds),
  );
  heartbeat.watch(sql);
  return {
    connections: max,
    isCluster: role.isCluster,
    roles: readRoles(url).roles,
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
 * Ends sessions that this program has dropped, because Postgres may not notice for long that their client is gone. A
 * session cut off between two messages of a statement counts as active, so no timeout of Postgres ends it and its locks
 * stay. Changes of the same organisation failed for more than a minute.
 */
async function endSessions(url: string, processIds: number[]): Promise<void> {
  const sql = connect(url, { role: 'owner', max: 1 });
  try {
    // A new session may already reuse the process id of a session that is gone.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid = any(${processIds}) and usename = current_user and application_name like 'sightline-%'
        and backend_start < now() - interval '1 second'`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * The same access for requests, which must be answered soon. Every transaction is guarded, and is refused at once if it
 * would wait too long, because the queue for sessions has no limit. Organisations share the connections fairly: slow
 * statements delay only their own organisation.
 */
export function forRequests(db: Db): Db {
  const limiter = new FairLimiter({
    // One connection stays free for the look-up of a key or session that every request begins with.
    size: Math.max(1, db.connections - 1),
    maxWaitMs: MAX_WAIT_MS,
    firstGuessMs: 5,
    message: 'The database is too busy. Try again shortly.',
    isShared: true,
  });
  // The wait is guarded too: when Postgres is away, no connection becomes free.
  const limited = <T>(id: string, work: (lockMs: number) => Promise<T>) => {
    const startedAt = performance.now();
    // Time spent waiting for a connection is deducted from the lock timeout.
    const lockMs = () => Math.max(LEAST_LOCK_WAIT_MS, LOCK_WAIT_MS - (performance.now() - startedAt));
    return db.guard(() => limiter.run(() => work(lockMs()), id));
  };
  return {
    ...db,
    tenant: (orgId, work) => limited(orgId, (lockMs) => db.tenant(orgId, waiting(lockMs, work))),
    asUser: (userId, work) => limited(userId, (lockMs) => db.asUser(userId, waiting(lockMs, work))),
  };
}

/** The same access for work that a caller waits for: waits for a lock end after LOCK_WAIT_MS. */
export function impatient(db: Db): Db {
  return {
    ...db,
    tenant: (orgId, work) => db.tenant(orgId, waiting(LOCK_WAIT_MS, work)),
    asUser: (userId, work) => db.asUser(userId, waiting(LOCK_WAIT_MS, work)),
  };
}

/** Limits each wait for a lock in a transaction to `lockMs`, ms. */
function waiting<T>(lockMs: number, work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
  return (tx) => {
    tx.unsafe(`set local lock_timeout = ${Math.round(lockMs)}`).catch(() => {}); // pipelined, like the setting of the organisation
    return work(tx);
  };
}

/** The same access, which also reports errors of transactions to `onFailure`. */
export function noticing(db: Db, onFailure: (error: unknown) => void): Db {
  const noticed = async <T>(result: Promise<T>): Promise<T> => {
    try {
      return await result;
    } catch (error) {
      onFailure(error);
      throw error;
    }
  };
  return {
    ...db,
    tenant: (orgId, work) => noticed(db.tenant(orgId, work)),
    asUser: (userId, work) => noticed(db.asUser(userId, work)),
  };
}

/** The observations of `noting` about the transactions of some work. */
export interface Written {
  /** Whether one has committed changes, or is still open and may do so. */
  readonly isPossible: boolean;
}

/** The same access, and whether what went through it has changed anything. Reads alone change nothing. */
export function noting(db: Db): { db: Db; written: Written } {
  let open = 0;
  let hasCommitted = false;
  const tenant = async <T>(orgId: OrgId, work: (tx: Tx) => Promise<T>): Promise<T> => {
    let writes = false;
    open += 1;
    try {
      const result = await db.tenant(orgId, async (tx) => {
        const result = await work(tx);
        // The coordinator of a cluster does not know it: its workers write.
        const [row] = await tx<{ writes: boolean }[]>`
          select ${db.isCluster} or pg_current_xact_id_if_assigned() is not null as writes`;
        writes = row?.writes !== false;
        return result;
      });
      hasCommitted ||= writes;
      return result;
    } finally {
      open -= 1;
    }
  };
  return {
    db: { ...db, tenant },
    written: {
      get isPossible() {
        return hasCommitted || open > 0;
      },
    },
  };
}

/**
 * The same access, but each transaction of an organisation begins with `first`. If that fails, the work is not done.
 */
export function beginningWith(db: Db, first: (tx: Tx) => Promise<void>): Db {
  return {
    ...db,
    tenant: (orgId, work) =>
      db.tenant(orgId, async (tx) => {
        await first(tx);
        return work(tx);
      }),
  };
}

/** A read over the rows of all organisations. It sees only the columns for background jobs (worker_sees). */
export function overAll<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.sql.begin('read only', async (tx) => {
    await tx.unsafe(`set local role ${db.roles.worker}`);
    return work(tx);
  });
}

/**
 * The same access, but transactions of the organisation join one that is already open: they take effect with it or not
 * at all.
 */
export function joinTransaction(db: Db, boundTo: OrgId, tx: Tx): Db {
  return {
    ...db,
    tenant(orgId, work) {
      if (orgId !== boundTo)
        throw new Error('A transaction of one organisation cannot be part of another one.');
      return work(tx);
    },
  };
}

/** Access for reads within an open transaction of an organisation. */
export function within(db: Db, tx: Tx): Db {
  // Callers use only the statements of an Sql here, because the transaction is already open.
  return { ...db, sql: tx as unknown as Sql, tenant: (_orgId, work) => work(tx), guard: (work) => work() };
}

/** The SQLSTATE of a Postgres error, or a client error code such as ECONNREFUSED; undefined for others. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Citus reports a node lost in mid-transaction by these messages, without an error code of its own. */
const LOST_NODE =
  /^(failure on connection marked as essential|server closed the connection|connection not open|no connection to the server|could not (send|receive) data|could not commit transaction for shard|SSL )/;

/** Whether Postgres, or the cluster node that was queried, was unreachable or shutting down. */
export function isConnectionError(error: unknown): boolean {
  const code = sqlState(error);
  if (code === undefined) return false;
  // ENOENT from connect means a missing socket. From anything else it means a missing file.
  if (code === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect';
  if (code === 'XX000') return LOST_NODE.test((error as Error).message);
  return /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECT|CONNECTION_|57P0|08|53300|3D000|25P0[34])/.test(
    code,
  );
}

/**
 * The result of a short query, with a deadline, because statements wait for a session without a limit.
 * @throws AppError unavailable when Postgres is away, OutcomeUnknown when it does not answer within `deadlineMs`
 */
export async function promptly<T>(query: Promise<T>, deadlineMs = FAST_DEADLINE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new OutcomeUnknown('The database does not answer. Try again shortly.')),
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

/** SQLSTATEs that the statement or our own code causes, whatever the state of the database. */
const OURS = /^(42501|XX00.)$/;

/** A lost connection after COMMIT was sent: Postgres may have committed. */
interface LostAtCommit {
  mayHaveCommitted: true;
}

/** Whether work failed because the database, or the cluster node that was queried, is in trouble. */
export function isDatabaseTrouble(error: unknown): boolean {
  return error instanceof AppError ? error.code === 'unavailable' : databaseTrouble(error) !== null;
}

/**
 * Whether a failed step left no trace: it was refused before it began, or Postgres rolled it back. Steps before it may
 * have taken effect, see `noting`.
 */
export function isUndone(error: unknown): boolean {
  const known = error instanceof AppError ? error : databaseTrouble(error);
  return known !== null && !(known instanceof OutcomeUnknown);
}

/** The error for callers if the database itself is in trouble; null if the statement was wrong. */
export function databaseTrouble(error: unknown): AppError | null {
  if ((error as Partial<LostAtCommit> | null)?.mayHaveCommitted)
    return new OutcomeUnknown(
      'The database was lost at the last moment: this may have taken effect. Look before you send it again.',
      error,
    );
  const code = sqlState(error) ?? '';
  const isLost = isConnectionError(error);
  const state = databaseState(code) ?? 'cannot be reached';
  if (!isLost && (databaseState(code) === null || OURS.test(code))) return null;
  const STATEMENT_TIMEOUT = '57014';
  const advice = code === STATEMENT_TIMEOUT ? 'Ask for less, or try again later.' : 'Try again shortly.';
  return unavailable(`The database ${state}. ${advice}`, error);
}
