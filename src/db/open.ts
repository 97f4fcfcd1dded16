import type { Config } from '../base/config.ts';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { type Db, openDb } from './client.ts';
import { type EmbeddedPostgres, useEmbeddedPostgres } from './embedded.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { withRoles } from './roles.ts';

/** Connections for the requests of all threads together. */
const CONNECTIONS = 8;
/** Minimum number of connections of one thread. */
const LEAST_CONNECTIONS = 3;
/** Connections in addition to those for requests: three for background jobs, two for the publisher. */
const JOB_CONNECTIONS = 5;
/** Connections that each client for requests uses for its heartbeat. */
const HEARTBEAT_CONNECTIONS = 1;

/** A running Postgres: the embedded one, or that of DATABASE_URL. */
export interface RunningPostgres {
  /** Logs in as the owner of the database. */
  url: string;
  close(): Promise<void>;
}

/** Postgres, migrated, with the program's access to it. */
export interface Database extends RunningPostgres {
  db: Db;
  isEmbedded: boolean;
}

/** Connections for requests of each thread, given the number of workers. */
export function connectionsOfThread(workers: number): number {
  return Math.max(LEAST_CONNECTIONS, Math.ceil(CONNECTIONS / workers));
}

/** Maximum number of connections of a server: those of its main thread and of each worker. */
export function connectionsNeeded(workers: number): number {
  const first = CONNECTIONS + HEARTBEAT_CONNECTIONS + JOB_CONNECTIONS;
  return workers === 1 ? first : first + workers * (connectionsOfThread(workers) + HEARTBEAT_CONNECTIONS);
}

/** Opens Postgres and changes nothing in it. @throws OperatorError if the embedded one cannot be started */
export async function openPostgres(config: Config, log: Log): Promise<RunningPostgres> {
  const { url, release } = await findPostgres(config, log);
  return { url, close: release };
}

async function findPostgres(
  { databaseUrl, databaseRoles, dataDir, memory }: Config,
  log: Log,
): Promise<EmbeddedPostgres> {
  return databaseUrl === null
    ? await useEmbeddedPostgres(dataDir, log, memory.postgresMb)
    : { url: withRoles(databaseUrl, databaseRoles), keepRunning: () => {}, release: async () => {} };
}

/**
 * Opens the database and migrates it. With MIGRATE=apart, it must be migrated already.
 * @param lasting given by a process that runs until it is stopped. The embedded Postgres is left running, and a
 *   database that allows too few connections for a server is refused now instead of failing under load. `onMoved` is
 *   called when the embedded one had to take another port, so this process cannot reach it any more.
 * @throws OperatorError if it cannot be opened for a reason that the operator can fix
 */
export async function openDatabase(
  config: Config,
  log: Log,
  lasting: { onMoved: () => void } | null = null,
): Promise<Database> {
  const { databaseUrl, workers } = config;
  const server = await findPostgres(config, log);
  const { url } = server;
  try {
    if (config.migrate === 'apart') await refusePending(url);
    else await migrate(url, log);
    const db = await openDb(url, CONNECTIONS);
    if (lasting) {
      await refuseTooFewConnections(db, workers).catch(async (error) => {
        await db.close();
        throw error;
      });
      server.keepRunning(() => {
        log.fatal('the embedded database had to take another port; the server starts again to find it there');
        lasting.onMoved();
      });
    }
    return {
      url,
      db,
      isEmbedded: databaseUrl === null,
      async close() {
        await db.close();
        await server.release();
      },
    };
  } catch (error) {
    await server.release();
    throw error;
  }
}

/** @throws OperatorError naming the command that applies what is pending */
async function refusePending(url: string): Promise<void> {
  const pending = await pendingMigrations(url);
  if (pending.length === 0) return;
  throw new OperatorError(
    `The database is not up to date (${pending.join(', ')}), and MIGRATE=apart leaves that to a command. Run \`sightline migrate\` (in a clone: npm run cli -- migrate), then start again.`,
  );
}

/** @throws OperatorError naming the number needed and the setting that allows fewer */
async function refuseTooFewConnections({ sql }: Db, workers: number): Promise<void> {
  const needed = connectionsNeeded(workers);
  const [limits] = await sql<{ role: string; ofRole: number; ofDatabase: number; ofServer: number }[]>`
    select r.rolname as role, r.rolconnlimit as "ofRole", d.datconnlimit as "ofDatabase",
           current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
             - coalesce(current_setting('reserved_connections', true)::integer, 0) as "ofServer"
    from pg_roles r, pg_database d where r.rolname = session_user and d.datname = current_database()`;
  if (!limits)
    throw new Error('The role or the database of the session is not in the catalogue of Postgres.');
  const { role, ofRole, ofDatabase, ofServer } = limits;
  const needs = `With WORKERS=${workers} this server needs up to ${needed} connections to Postgres, but`;
  const fix = 'Allow more, or lower WORKERS.';
  if (ofRole >= 0 && ofRole < needed)
    throw new OperatorError(
      `${needs} the role ${role} may have ${ofRole} (alter role … connection limit). ${fix}`,
    );
  if (ofDatabase >= 0 && ofDatabase < needed)
    throw new OperatorError(
      `${needs} the database allows ${ofDatabase} (alter database … connection limit). ${fix}`,
    );
  if (ofServer < needed)
    throw new OperatorError(`${needs} Postgres allows ${ofServer} (max_connections). ${fix}`);
}
