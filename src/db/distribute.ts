import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { isHalfDistributed, stepsLeft } from './citus/steps.ts';
import { connect, type Sql } from './client.ts';
import { type MigrationWatch, migrate, withMigrationLock } from './migrate.ts';
import { readRoles } from './roles.ts';

/** Callbacks that report the progress of `distribute`. */
export interface DistributionWatch extends MigrationWatch {
  /** @param total number of steps in this call */
  step?(what: string, number: number, total: number): void;
}

/**
 * Migrates a database, then distributes it over the nodes of its Citus cluster by organisation. After an interruption,
 * call it again to continue. No server may run meanwhile: it could write rows that no foreign key guards.
 * @returns the number of steps taken; 0 if the database was distributed already
 * @throws OperatorError if Postgres is not a cluster, or a server uses the database
 */
export async function distribute(url: string, log: Log, watch: DistributionWatch = {}): Promise<number> {
  await using sql = connect(url, { role: 'owner', max: 1, statementTimeoutMs: 0, isLasting: true });
  await refuseNoCluster(sql);
  if (!(await isHalfDistributed(sql))) await migrate(url, log, watch);
  return await withMigrationLock(url, log, watch, async () => {
    const steps = await stepsLeft(sql, readRoles(url).roles);
    if (steps.length > 0) await refuseServers(sql);
    for (const [at, { what, take }] of steps.entries()) {
      watch.step?.(what, at + 1, steps.length);
      await take(sql);
    }
    return steps.length;
  });
}

/**
 * The remaining steps of `distribute`, one line per step. It changes nothing. @throws OperatorError as `distribute`
 * does
 */
export async function pendingDistribution(url: string): Promise<string[]> {
  await using sql = connect(url, { role: 'owner', max: 1 });
  await refuseNoCluster(sql);
  const [row] = await sql<{ is: boolean }[]>`select to_regclass('public.organisations') is not null as is`;
  if (!row?.is) throw new OperatorError('The database has no schema yet: run `sightline migrate` first.');
  return (await stepsLeft(sql, readRoles(url).roles)).map(({ what }) => what);
}

async function refuseNoCluster(sql: Sql): Promise<void> {
  const [has] = await sql<
    { citus: boolean }[]
  >`select exists (select from pg_extension where extname = 'citus') as citus`;
  if (!has?.citus)
    throw new OperatorError(
      'This Postgres has no Citus in this database, so there is nothing to distribute it over. On every node: install Citus, put it first in shared_preload_libraries, restart, and run `create extension citus` in a database of this name. Then join the nodes on the coordinator with citus_set_coordinator_host and citus_add_node. Without a cluster Sightline needs nothing of this.',
    );
  const [nodes] = await sql<{ coordinator: boolean; isCoordinator: boolean; workers: number }[]>`
    select exists (select from pg_dist_node where groupid = 0) as coordinator,
           (select groupid = 0 from pg_dist_local_group) as "isCoordinator",
           (select count(*)::integer from pg_dist_node where isactive and shouldhaveshards) as workers`;
  if (!nodes?.isCoordinator)
    throw new OperatorError('DATABASE_URL names a worker of the cluster: name its coordinator.');
  if (!nodes.coordinator)
    throw new OperatorError(
      "The cluster does not know its coordinator. Run there, as a superuser: select citus_set_coordinator_host('<its address>', <its port>).",
    );
  if (nodes.workers === 0)
    throw new OperatorError(
      "The cluster has no node that takes rows. Run on the coordinator, as a superuser, for each worker: select citus_add_node('<its address>', <its port>).",
    );
}

async function refuseServers(sql: Sql): Promise<void> {
  const [others] = await sql<{ count: number }[]>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name in ('sightline-app', 'sightline-worker', 'sightline-export')`;
  if ((others?.count ?? 0) > 0)
    throw new OperatorError(
      'A server or command works with this database. Stop all of them, and run the same command again: what is done is kept.',
    );
}
