import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { cloneClusterDatabase, createClusterDatabase, dropClusterDatabase, isOfCluster } from './cluster.ts';

export const TEMPLATE_DATABASE = 'sightline_template';

export interface TestDatabase {
  /** Logs in as the owner. */
  url: string;
  drop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A migrated database without rows, of its own for a test, in the Postgres that `npm test` started, or distributed over
 * the cluster that it was given.
 * @param options.isEmpty without a schema too
 */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const server = process.env['SIGHTLINE_TEST_POSTGRES'];
  if (!server)
    throw new Error('Run tests by npm test, or npm test -- test/name.test.ts: it starts their Postgres.');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = withDatabaseName(server, name);
  if (isOfCluster(server)) {
    await (isEmpty ? createClusterDatabase(name) : cloneClusterDatabase(name));
    return dropping(url, () => dropClusterDatabase(name));
  }
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`create database ${name} template ${isEmpty ? 'template1' : TEMPLATE_DATABASE}`);
  } finally {
    await sql.end({ timeout: 5 });
  }
  return dropping(url, async () => {
    const admin = postgres(server, { max: 1, onnotice: () => {} });
    try {
      // The owner may not end an autovacuum worker. One that takes long keeps its database until the server goes.
      for (let tries = 1; tries <= 20 && !(await dropped(admin, name)); tries += 1) await sleep(100);
    } finally {
      await admin.end({ timeout: 5 });
    }
  });
}

function dropping(url: string, drop: () => Promise<void>): TestDatabase {
  return { url, drop, [Symbol.asyncDispose]: drop };
}

/** @returns false where an autovacuum worker is in the database */
async function dropped(admin: postgres.Sql, name: string): Promise<boolean> {
  try {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '42501') return false;
    throw error;
  }
}

export function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
