import type { Config } from './config.ts';
import { type Db, openDb } from './db.ts';
import { useEmbeddedPostgres } from './embedded.ts';
import type { Log } from './log.ts';
import { migrate } from './migrate.ts';

/** To Postgres, for the requests of all threads. */
export const CONNECTIONS = 8;

/** Postgres with the program's access to it: the embedded one or that of DATABASE_URL, migrated. */
export interface Database {
  url: string;
  db: Db;
  isEmbedded: boolean;
  close(): Promise<void>;
}

export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const embedded =
    config.databaseUrl === null
      ? await useEmbeddedPostgres(config.dataDir, log, config.memory.postgresMb)
      : null;
  const url = embedded?.url ?? (config.databaseUrl as string);
  try {
    await migrate(url, log);
    const db = await openDb(url, CONNECTIONS);
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
