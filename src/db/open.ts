import type { Config } from '../base/config.ts';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { type Db, openDb } from './client.ts';
import { useEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';

/** To Postgres, for the requests of all threads. */
const CONNECTIONS = 8;
/** Of one thread at least. */
const LEAST_CONNECTIONS = 3;
/** Beside those for requests: three of background jobs, two of the exporter. */
const JOB_CONNECTIONS = 5;
/** Of each client for requests, by which it notices that Postgres fell silent. */
const HEARTBEAT_CONNECTIONS = 1;

/** Postgres with the program's access to it: the embedded one or that of DATABASE_URL, migrated. */
export interface Database {
  url: string;
  db: Db;
  isEmbedded: boolean;
  close(): Promise<void>;
}

/** The connections to Postgres of one of so many threads that serve requests. */
export function connectionsOfThread(workers: number): number {
  return Math.max(LEAST_CONNECTIONS, Math.ceil(CONNECTIONS / workers));
}

/** The connections that a server needs at most: of its first thread, and of each worker beside it. */
export function connectionsNeeded(workers: number): number {
  const first = CONNECTIONS + HEARTBEAT_CONNECTIONS + JOB_CONNECTIONS;
  return workers === 1 ? first : first + workers * (connectionsOfThread(workers) + HEARTBEAT_CONNECTIONS);
}

/**
 * Opens the database and brings it up to date.
 * @param isLasting for a server or a worker of jobs: the embedded one is looked after, and a database that allows
 *   fewer connections than they need is refused now instead of failing under load.
 */
export async function openDatabase(config: Config, log: Log, { isLasting = false } = {}): Promise<Database> {
  const embedded =
    config.databaseUrl === null
      ? await useEmbeddedPostgres(config.dataDir, log, config.memory.postgresMb)
      : null;
  const url = embedded?.url ?? (config.databaseUrl as string);
  try {
    await migrate(url, log);
    const db = await openDb(url, CONNECTIONS);
    if (isLasting) {
      await refuseTooFewConnections(db, config.workers).catch(async (error) => {
        await db.close();
        throw error;
      });
      embedded?.lookAfter(() => {
        log.fatal('the embedded database had to take another port; the server starts again to find it there');
        process.exit(1);
      });
    }
    return {
      url,
      db,
      isEmbedded: embedded !== null,
      async close() {
        await db.close();
        await embedded?.release();
      },
    };
  } catch (error) {
    await embedded?.release();
    throw error;
  }
}

/** @throws naming how many are needed, and what allows fewer */
async function refuseTooFewConnections({ sql }: Db, workers: number): Promise<void> {
  const needed = connectionsNeeded(workers);
  const [limits] = await sql<{ role: string; ofRole: number; ofDatabase: number; ofServer: number }[]>`
    select r.rolname as role, r.rolconnlimit as "ofRole", d.datconnlimit as "ofDatabase",
           current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
             - coalesce(current_setting('reserved_connections', true)::integer, 0) as "ofServer"
    from pg_roles r, pg_database d where r.rolname = session_user and d.datname = current_database()`;
  if (!limits) return;
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
