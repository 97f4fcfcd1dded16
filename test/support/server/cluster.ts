import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { Log } from '../../../src/base/log.ts';
import { distribute } from '../../../src/db/distribute.ts';
import { startProxy, type TcpProxy, type Watch } from '../providers/proxy.ts';

/** The role that owns the databases of tests on a cluster: no superuser, as an operator's would be. */
const OWNER = 'sightline';
/** What says that something works with a database just now: a daemon of Citus, or a transaction to be recovered. */
const IN_USE = /being accessed by other users|used by (logical replication|prepared transaction)/;
/** The variable with the name of the database that those of tests are copied from; each run has its own. */
const TEMPLATE = 'SIGHTLINE_TEST_TEMPLATE';

/** The nodes of the Citus cluster that tests were given, URLs of a superuser; the coordinator is the first. */
export function clusterNodes(): string[] {
  const { SIGHTLINE_TEST_CITUS: coordinator, SIGHTLINE_TEST_CITUS_WORKERS: workers = '' } = process.env;
  return coordinator ? [coordinator, ...workers.split(',').filter(Boolean)] : [];
}

/** Why a test that needs a cluster is skipped; false where there is one. */
export const withoutCluster =
  clusterNodes().length === 0 &&
  'needs a Citus cluster: SIGHTLINE_TEST_CITUS and SIGHTLINE_TEST_CITUS_WORKERS';

/** Why a test is skipped on a cluster; false on one machine. @param reason what only one machine has */
export function onCluster(reason: string): string | false {
  return clusterNodes().length > 0 && `not on a cluster: ${reason}`;
}

/** The owner's URL on the coordinator. */
function ownerUrl(): string {
  const url = new URL(clusterNodes()[0]!);
  url.username = OWNER;
  url.password = '';
  return url.href;
}

/** Whether the URL is one of the owner's on the cluster. */
export function isOfCluster(url: string): boolean {
  return clusterNodes().length > 0 && new URL(url).host === new URL(ownerUrl()).host;
}

/**
 * Makes the distributed database that those of tests are copied from: a copy takes a tenth of the time.
 * @returns variables for the processes of tests, and what removes it
 */
export async function prepareCluster(
  log: Log,
): Promise<{ variables: Record<string, string>; release(): Promise<void> }> {
  const name = `sightline_template_${randomBytes(4).toString('hex')}`;
  await onEachNode((sql) => sql.unsafe(`create role ${OWNER} login createrole`).catch(() => {}));
  await createClusterDatabase(name);
  const url = ownerUrl();
  await distribute(withName(url, name), log);
  // The daemons of Citus would keep it from being copied.
  await onEachNode(async (sql) => {
    await sql.unsafe(`alter database ${name} allow_connections false`);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
  });
  return {
    variables: { SIGHTLINE_TEST_POSTGRES: url, [TEMPLATE]: name },
    release: () => dropClusterDatabase(name),
  };
}

/** Makes a database on each node, and joins them. */
export async function createClusterDatabase(name: string): Promise<void> {
  await onEachNode((sql) => sql.unsafe(`create database ${name} owner ${OWNER}`));
  await onEachNode((sql) => sql.unsafe('create extension citus'), name);
  const [coordinator, ...workers] = clusterNodes().map((node) => new URL(node));
  await using(withName(coordinator!.href, name), async (sql) => {
    await sql`select citus_set_coordinator_host(${coordinator!.hostname}, ${Number(coordinator!.port)})`;
    for (const { hostname, port } of workers) await sql`select citus_add_node(${hostname}, ${Number(port)})`;
  });
}

/** Copies the template on each node: what Citus knows of nodes and shards is in the database, and does not name it. */
export function cloneClusterDatabase(name: string): Promise<void> {
  const template = process.env[TEMPLATE];
  return onEachNode(async (sql) => {
    await whenFree(() => sql.unsafe(`create database ${name} template ${template} owner ${OWNER}`));
    // Settings of a database are not copied.
    await sql.unsafe(`alter database ${name} set citus.propagate_set_commands = 'local'`);
  });
}

export function dropClusterDatabase(name: string): Promise<void> {
  return onEachNode((sql) => whenFree(() => sql.unsafe(`drop database if exists ${name} with (force)`)));
}

/**
 * Puts a proxy before each worker of a database's cluster, for this database alone: so a node can be away for one test.
 * @returns a proxy a worker, with the port that shards on it have in pg_dist_node
 */
export async function proxyWorkers(databaseUrl: string, watch?: Watch): Promise<TcpProxy[]> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const [coordinator, ...workers] = clusterNodes();
  const proxies: TcpProxy[] = [];
  await using(withName(coordinator!, name), async (sql) => {
    for (const worker of workers) {
      const port = Number(new URL(worker).port);
      const proxy = await startProxy(() => port, undefined, watch);
      proxies.push(proxy);
      await sql`select citus_update_node(nodeid, '127.0.0.1', ${proxy.port}) from pg_dist_node where nodeport = ${port}`;
    }
  });
  return proxies;
}

async function whenFree(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === 100 || !IN_USE.test((error as Error).message)) throw error;
      await sleep(100);
    }
  }
}

async function onEachNode(work: (sql: Sql) => Promise<unknown>, database = 'postgres'): Promise<void> {
  await Promise.all(
    clusterNodes().map((node) =>
      using(withName(node, database), async (sql) => {
        // A database and a role are made on each node, not passed on.
        await sql`set citus.enable_create_database_propagation = off`;
        await sql`set citus.enable_ddl_propagation = off`;
        await work(sql);
      }),
    ),
  );
}

async function using<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function withName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
