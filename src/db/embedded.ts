import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { RestartWithBackoff } from '../base/restart-with-backoff.ts';
import { Cluster } from './embedded-cluster.ts';
import { openPool, type Pool } from './sessions/pool.ts';

/**
 * Every process that uses the embedded Postgres holds this lock in shared mode. A process that gets it exclusively may
 * stop the server.
 */
const USERS_LOCK = 7_203_114;
const START_DEADLINE_MS = 60_000;
/** Postgres writes its process file within a moment of creating it. */
const PID_FILE_MS = 5_000;
const RELEASE_DEADLINE_MS = 3_000;
/** How often a long-lived process checks the server. */
const CHECK_MS = 500;
/** A check without an answer for this long means that its connection is lost. */
const SILENCE_MS = 5_000;
/** SQLSTATE for a wrong password. */
const WRONG_PASSWORD = '28P01';

export interface EmbeddedPostgres {
  /** Logs in as the owner of the database. */
  url: string;
  /**
   * Keeps the server running until `release`: restarts it when it dies, and takes the users' lock again when its
   * session is lost. Without the lock, the next process to leave would stop the server.
   * @param onMoved called when the server had to take another port than the one in `url`
   */
  keepRunning(onMoved: () => void): void;
  /** Stops using the server. The last process stops it. */
  release(): Promise<void>;
}

/**
 * Uses the Postgres under `dataDir/postgres`. It is created on first use. It may run already: started by another
 * process of this program, or left by a killed one. Otherwise it is started, in a session of its own, so that a signal
 * to this process does not end it first.
 * @param dataDir absolute path, created if missing
 * @param buffersMb shared_buffers in MB, applied if this process starts the server
 * @throws OperatorError if it cannot be created, or does not start within 60 s
 */
export async function useEmbeddedPostgres(
  dataDir: string,
  log: Log,
  buffersMb = 128,
): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true });
  const cluster = await Cluster.open({ dataDir, buffersMb, log, path: process.env['PATH'] ?? '' });
  const startedAt = performance.now();
  for (;;) {
    const used = await use(cluster, log);
    if (used !== null) return used;
    const waitedMs = performance.now() - startedAt;
    const damaged = cluster.damagedPidFile();
    if (damaged !== null && waitedMs > PID_FILE_MS)
      throw new OperatorError(
        `${damaged} is empty or damaged. Where no Postgres runs on this folder any more, delete it; one that does ends within a minute.`,
      );
    if (waitedMs > START_DEADLINE_MS)
      throw new OperatorError(`The embedded Postgres did not start; see ${cluster.logFile}`);
    await cluster.start();
  }
}

/** Null if the server does not answer, or another process is about to stop it. */
async function use(cluster: Cluster, log: Log): Promise<EmbeddedPostgres | null> {
  const superuserUrl = cluster.superuserUrl();
  const url = cluster.ownerUrl();
  if (superuserUrl === null || url === null) return null;
  const lockSession = await openLockSession(superuserUrl, cluster, log);
  if (lockSession === null) return null;
  await cluster.createDatabase(superuserUrl);
  const releasing = new AbortController();
  let checking = Promise.resolve();
  return {
    url,
    keepRunning(onMoved) {
      checking = keepRunning({ cluster, lockSession, log, signal: releasing.signal }, () => {
        if (cluster.ownerUrl() !== url) onMoved();
      });
    },
    async release() {
      releasing.abort();
      await Promise.race([checking, sleep(RELEASE_DEADLINE_MS, undefined, { ref: false })]);
      // A frozen server does not answer. It is left alone for the next process to find.
      const [row] = await Promise.race([
        lockSession`
          select pg_advisory_unlock_shared(${USERS_LOCK}), pg_try_advisory_lock(${USERS_LOCK}) as "isLast"`,
        sleep(RELEASE_DEADLINE_MS, [], { ref: false }),
      ]).catch(() => []); // the server is away: there is nothing to stop
      if (row?.['isLast']) await cluster.stop();
      await lockSession.end({ timeout: 1 }).catch(() => {});
    },
  };
}

/** Implements EmbeddedPostgres.keepRunning until the signal is aborted. @param onStarted called after each start */
async function keepRunning(
  {
    cluster,
    lockSession,
    log,
    signal,
  }: { cluster: Cluster; lockSession: Pool; log: Log; signal: AbortSignal },
  onStarted: () => void,
): Promise<void> {
  const restart = new RestartWithBackoff();
  let pauseMs = CHECK_MS;
  while (!signal.aborted) {
    await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => {});
    if (signal.aborted) return;
    pauseMs = CHECK_MS;
    try {
      await takeUsersLock(lockSession);
      restart.reset();
    } catch (error) {
      // The server is briefly away or frozen. It recovers without help, and so does the connection.
      if (signal.aborted || cluster.isRunning()) continue;
      log.error({ error }, 'ALARM: the embedded database died; starting it again');
      await cluster.start();
      if (cluster.isRunning()) onStarted();
      else pauseMs = restart.nextPauseMs();
    }
  }
}

/**
 * A connection whose session holds the users' lock in shared mode; null if it cannot be had.
 * @throws OperatorError if the password is wrong
 */
async function openLockSession(
  superuserUrl: string,
  { credentialsFile }: Cluster,
  log: Log,
): Promise<Pool | null> {
  const sql = openPool({
    url: superuserUrl,
    max: 1,
    isLasting: true,
    applicationName: 'sightline-holder',
    role: null,
    settings: {},
    connectTimeoutMs: 5_000,
    silenceMs: SILENCE_MS,
  });
  let isUsed = false;
  try {
    isUsed = await takeUsersLock(sql);
    if (isUsed) return sql;
  } catch (error) {
    if ((error as { code?: string }).code === WRONG_PASSWORD)
      throw new OperatorError(
        `${credentialsFile} has another password than the embedded Postgres. Put the file of this database back from a backup.`,
      );
    log.debug({ error: (error as Error).message }, 'the embedded database does not answer');
  } finally {
    if (!isUsed) await sql.end({ timeout: 1 }).catch(() => {});
  }
  return null;
}

/**
 * Takes the users' lock in shared mode, unless this session holds it already.
 * @returns false if another process holds the lock exclusively, to stop the server
 */
async function takeUsersLock(sql: Pool): Promise<boolean> {
  const [row] = await sql<{ isTaken: boolean }[]>`
    select case when exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
                                and objid = ${USERS_LOCK}::oid and granted)
                then true else pg_try_advisory_lock_shared(${USERS_LOCK}) end as "isTaken"`;
  return row?.isTaken === true;
}
