import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { useEmbeddedPostgres } from '../../src/db/embedded.ts';
import { benchLog } from './log.ts';

/** The embedded Postgres of a data folder, with the rights of its superuser. */
export interface Cluster {
  /** Logs in as the program's owner role. */
  ownerUrl(database: string): string;
  /** Logs in as the superuser, from whom row-level security hides nothing. */
  superuserUrl(database: string): string;
  /** Makes a database in place of any of this name: empty, or a copy of one that nobody is connected to. */
  replaceDatabase(name: string, template?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  dropSchema(database: string, schema: string): Promise<void>;
  version(): Promise<string>;
  /** The server's first process, above all others of it. */
  pid(): number;
  release(): Promise<void>;
}

/** @param buffersMb shared_buffers, where this process starts the server */
export async function useCluster(folder: string, buffersMb?: number): Promise<Cluster> {
  const embedded = await useEmbeddedPostgres(folder, benchLog, buffersMb);
  const { superuserPassword } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as {
    superuserPassword: string;
  };
  const withDatabase = (database: string, superuser: boolean) => {
    const url = new URL(embedded.url);
    url.pathname = `/${database}`;
    if (superuser) Object.assign(url, { username: 'postgres', password: superuserPassword });
    return url.href;
  };
  const asSuperuser = (...statements: string[]) => asSuperuserOf('postgres', ...statements);
  const asSuperuserOf = async (database: string, ...statements: string[]) => {
    const sql = postgres(withDatabase(database, true), { max: 1, onnotice: () => {} });
    try {
      for (const statement of statements) await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  };
  const drop = (name: string) => `drop database if exists ${name} with (force)`;
  return {
    ownerUrl: (database) => withDatabase(database, false),
    superuserUrl: (database) => withDatabase(database, true),
    replaceDatabase: (name, template = 'template1') =>
      // file_copy: writing some 15 GB through the write-ahead log takes many times as long.
      asSuperuser(
        drop(name),
        `create database ${name} template ${template} strategy file_copy owner sightline`,
      ),
    dropDatabase: (name) => asSuperuser(drop(name)),
    dropSchema: (database, schema) => asSuperuserOf(database, `drop schema ${schema} cascade`),
    async version() {
      const sql = postgres(withDatabase('postgres', true), { max: 1 });
      const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
      await sql.end();
      if (!row) throw new Error('Postgres reports no version.');
      return row.version;
    },
    pid: () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    release: () => embedded.release(),
  };
}
