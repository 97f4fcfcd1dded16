import { join } from 'node:path';
import postgres from 'postgres';
import type { Bench } from '../support/bench.ts';
import { spawnProgram } from '../support/program.ts';
import { startForeign } from './foreign.ts';
import type { Foreign, Source } from './peer.ts';

const SCRIPT = 'bench/peers/servers/postgres-server.ts';
const DATABASE = 'peer';
/** A quarter of a small machine's memory, as its manual has it. */
const BUFFERS_MB = 1024;

/** Fastify on a Postgres of its own: its memory and processor are then its own too. */
export async function startPostgres(bench: Bench, { rows, folder, keys }: Source): Promise<Foreign> {
  const cluster = await bench.ownCluster(join(folder, 'cluster'), BUFFERS_MB);
  try {
    await cluster.replaceDatabase(DATABASE);
    const url = cluster.superuserUrl(DATABASE);
    const peer = await startForeign({
      name: 'Postgres',
      script: SCRIPT,
      spawn: () => spawnProgram(SCRIPT, { DATABASE_URL: url, FOLDER: rows, KEYS: JSON.stringify(keys) }),
      databasePid: cluster.pid(),
      diskBytes: () => bytesOf(url),
    });
    return {
      ...peer,
      async stop() {
        await peer.stop();
        await cluster.release();
      },
    };
  } catch (error) {
    await cluster.release();
    throw error;
  }
}

async function bytesOf(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql<{ bytes: number }[]>`
    select sum(pg_total_relation_size(relid))::float8 as bytes from pg_stat_user_tables`;
  await sql.end();
  return row!.bytes;
}
