import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { isDistributed, isHalfDistributed, stepsLeft } from './citus/steps.ts';
import { connect, type Sql, sqlState, type Tx } from './client.ts';
import { ensureRoles, refuseOtherRoles } from './ensured-roles.ts';
import { type RoleNames, readRoles, withRoleNames } from './roles.ts';

const SQL_FOLDER = new URL('../../sql/', import.meta.url);
/** Long enough for a short lock, and short enough that traffic queued behind a waiting migration continues. */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_TRIES = 20;
/** Advisory lock that a migrating process holds. */
const MIGRATE_LOCK = 7_203_116;
const LOCK_POLL_MS = 100;
/** Waits longer than this are logged. */
const LONG_WAIT_MS = 3_000;

/** Tables of a snapshot, in an order in which their views can be created. */
export const SNAPSHOT_TABLES = [
  'brands',
  'competitors',
  'queries',
  'query_tags',
  'runs',
  'mentions',
  'run_competitors',
  'run_searches',
  'citations',
  'daily',
] as const;
export type SnapshotTable = (typeof SNAPSHOT_TABLES)[number];

export function snapshotSelect(table: SnapshotTable): string {
  return readFileSync(new URL(`snapshot/${table}.sql`, SQL_FOLDER), 'utf8');
}

/** Callbacks that report the progress of `migrate`. */
export interface MigrationWatch {
  /** Another process is migrating. */
  waiting?(): void;
  applying?(name: string): void;
}

/**
 * Brings the schema up to date. If several processes call it at once, one works and the others wait. Each migration is
 * a separate transaction, so an interrupted call continues with the remaining ones.
 * @throws OperatorError if an applied migration was edited since or is unknown here, or the database is half
 *   distributed
 * @throws the error of Postgres if another session keeps a lock for over a minute
 */
export async function migrate(url: string, log: Log, watch: MigrationWatch = {}): Promise<void> {
  await withMigrationLock(url, log, watch, async (sql) => {
    await sql`create table if not exists migrations (
      id serial primary key, name varchar(255) not null, run_on timestamp not null)`;
    await sql`create table if not exists migration_checksums (name text primary key, sha256 text not null)`;
    await refuseEdited(sql);
    refuseGaps(await appliedMigrations(sql));
    if (await isHalfDistributed(sql))
      throw new OperatorError(
        'Distributing this database was stopped in the middle. Run `sightline distribute` again: it goes on with what is left.',
      );
    const { roles } = readRoles(url);
    await ensureRoles(sql, roles);
    const has = new Set(await appliedMigrations(sql));
    const pending = migrationFiles().filter(({ name }) => !has.has(name));
    const isOnNodes = await isDistributed(sql);
    for (const migration of pending) {
      log.debug(migration.name);
      watch.applying?.(migration.name);
      await withLockRetries(log, () =>
        sql.begin(async (tx) => {
          await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
          // Citus requires one connection per node when a transaction changes both shards and tables that are on every
          // node.
          if (isOnNodes) await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
          await applyMigration(tx, migration, roles);
        }),
      );
    }
    if (await isDistributed(sql)) for (const { take } of await stepsLeft(sql, roles)) await take(sql);
    await withLockRetries(log, () => replaceViews(sql, roles));
  });
}

/** Pending item if no migration is pending but the views for REPORT_ENGINE=postgres are of another version. */
const VIEWS = 'views of reports';

/**
 * The names of pending migrations. It changes nothing.
 * @throws OperatorError as `migrate` does
 */
export async function pendingMigrations(url: string): Promise<string[]> {
  await using sql = connect(url, { role: 'owner', max: 1 });
  const [has] = await sql<{ checksums: boolean }[]>`
    select to_regclass('migration_checksums') is not null as checksums`;
  if (has?.checksums) await refuseEdited(sql);
  await refuseOtherRoles(sql, readRoles(url).roles);
  const applied = await appliedMigrations(sql);
  refuseGaps(applied);
  const names = new Set(applied);
  const pending = migrationFiles().filter(({ name }) => !names.has(name));
  if (pending.length > 0) return pending.map(({ name }) => name);
  return (await viewsVersion(sql)) === currentViews() ? [] : [VIEWS];
}

/**
 * Does work while no other process migrates or distributes the database.
 * @param work gets the session that holds the lock
 */
export async function withMigrationLock<T>(
  url: string,
  log: Log,
  watch: MigrationWatch,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  await using sql = connect(url, { role: 'owner', max: 1, statementTimeoutMs: 0, isLasting: true });
  await lockMigrations(sql, log, watch);
  return await work(sql);
}

/** Waits until no other process migrates. The lock ends with the session. */
async function lockMigrations(sql: Sql, log: Log, watch: MigrationWatch): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const [row] = await sql<{ isTaken: boolean }[]>`
      select pg_try_advisory_lock(${MIGRATE_LOCK}) as "isTaken"`;
    if (row?.isTaken) return;
    if (tries === 0) watch.waiting?.();
    if (tries * LOCK_POLL_MS === LONG_WAIT_MS)
      log.info('another process brings the database up to date; waiting for it');
    await sleep(LOCK_POLL_MS);
  }
}

/** A file of sql/migrations/. */
interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** Applies a migration in this transaction and records it. */
export async function applyMigration(
  tx: Tx,
  { name, sql, sha256 }: Migration,
  roles: RoleNames,
): Promise<void> {
  await tx.unsafe(withRoleNames(sql, roles));
  await tx`insert into migrations (name, run_on) values (${name}, now())`;
  await tx`insert into migration_checksums (name, sha256) values (${name}, ${sha256})`;
}

/** All migrations, in their order. */
export function migrationFiles(): Migration[] {
  const folder = new URL('migrations/', SQL_FOLDER);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, folder), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      return { name: file.slice(0, -'.sql'.length), sha256, sql };
    });
}

/**
 * Refuses a database that has a migration but lacks an earlier one. Such databases come from commits between two
 * versions, whose migrations were renumbered later. The effect of a late migration on the results of later ones is
 * unknown.
 * @throws OperatorError naming the way out
 */
function refuseGaps(applied: readonly string[]): void {
  const last = applied.toSorted().at(-1) ?? '';
  const has = new Set(applied);
  const missing = migrationFiles().filter(({ name }) => name < last && !has.has(name));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  throw new OperatorError(
    `The database has the migration ${last} and lacks ${names}, which comes before it: a commit between two versions made it, and it cannot be brought up to date. Nothing was changed. With the program of that commit: sightline backup FILE. With this one, on another, empty database: sightline restore FILE.`,
  );
}

async function appliedMigrations(sql: Sql): Promise<string[]> {
  const [has] = await sql<
    { migrations: boolean }[]
  >`select to_regclass('migrations') is not null as migrations`;
  const applied = has?.migrations ? await sql<{ name: string }[]>`select name from migrations` : [];
  return applied.map(({ name }) => name);
}

async function refuseEdited(sql: Sql): Promise<void> {
  const known = new Map(migrationFiles().map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of await sql<{ name: string; sha256: string }[]>`
    select name, sha256 from migration_checksums`) {
    if (!known.has(name))
      throw new OperatorError(`The database has the migration ${name}, which this version lacks.`);
    if (known.get(name) !== sha256) {
      throw new OperatorError(
        `The migration ${name} was edited after it was applied. Add a new one instead.`,
      );
    }
  }
}

/** Replaces the views for REPORT_ENGINE=postgres, because their columns differ between versions. */
async function replaceViews(sql: Sql, roles: RoleNames): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await tx`select pg_advisory_xact_lock(hashtext('sightline views'))`;
    if ((await viewsVersion(tx)) === currentViews()) return;
    // Views of other versions may depend on these.
    for (const table of SNAPSHOT_TABLES.toReversed())
      await tx.unsafe(`drop view if exists snapshot.${table} cascade`);
    for (const table of SNAPSHOT_TABLES) {
      // security_invoker applies the policies of the reader, not of the view's owner.
      await tx.unsafe(
        `create view snapshot.${table} with (security_invoker = true) as ${snapshotSelect(table)};
         grant select on snapshot.${table} to ${roles.app}`,
      );
    }
    await tx.unsafe(`comment on schema snapshot is '${currentViews()}'`);
  });
}

function currentViews(): string {
  return createHash('sha256').update(SNAPSHOT_TABLES.map(snapshotSelect).join()).digest('hex');
}

/** The version of the views in the database; null if it has none. */
async function viewsVersion(sql: Sql | Tx): Promise<string | null> {
  const [row] = await sql<{ comment: string | null }[]>`
    select obj_description('snapshot'::regnamespace) as comment`;
  return row?.comment ?? null;
}

async function withLockRetries<T>(log: Log, work: () => Promise<T>): Promise<T> {
  const LOCK_NOT_AVAILABLE = '55P03';
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || attempt === LOCK_TRIES) throw error;
      log.warn({ attempt }, 'a migration waits for a lock; trying again');
    }
  }
}
