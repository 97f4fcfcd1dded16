import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { connect, sqlState, type Tx } from '../db/client.ts';
import { applyMigration, migrate, migrationFiles } from '../db/migrate.ts';
import { readRoles } from '../db/roles.ts';
import { MIGRATION_TABLES } from './backup.ts';
import { type BackupHead, openBackup, type Piece } from './file.ts';

/** How long to wait for other programs' locks on the tables to replace. */
const LOCK_TIMEOUT_MS = 30_000;

/** @throws OperatorError if this version's migrations cannot have created the tables of the backup */
export function refuseForeign({ migrations }: BackupHead): void {
  const known = new Map(migrationFiles().map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of migrations) {
    if (!known.has(name))
      throw new OperatorError(
        `The backup is of a newer version: it has the migration ${name}. Upgrade first.`,
      );
    if (known.get(name) !== sha256)
      throw new OperatorError(`The backup is of another program: its migration ${name} is not this one's.`);
  }
}

/** Whether a migrated database holds anything that a restore would replace. */
export async function holdsData(url: string): Promise<boolean> {
  await using sql = connect(url, { role: 'owner', max: 1 });
  // One table per statement: a cluster keeps them on different nodes.
  const [organisations, users] = [
    await sql`select 1 from organisations limit 1`,
    await sql`select 1 from users limit 1`,
  ];
  return organisations.length + users.length > 0;
}

/**
 * Replaces everything in a migrated database by a backup, in one transaction: the database ends as it was or as in the
 * backup. The restore runs the migrations that an older backup lacks.
 * @param path of a backup that was checked
 * @param onProgress called with the bytes of the file that have been read
 * @returns rows of each table
 * @throws OperatorError when other programs use the database
 */
export async function restoreBackup(
  url: string,
  path: string,
  log: Log,
  onProgress: (bytes: number) => void = () => {},
): Promise<Record<string, number>> {
  const { head, pieces, close } = await openBackup(path, onProgress);
  const { roles } = readRoles(url);
  const sql = connect(url, { role: 'owner', max: 1, statementTimeoutMs: 0 });
  try {
    const rows = await sql.begin(async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`;
      await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const [stores] = await tx<{ mark: string | null }[]>`select store_mark as mark from snapshot_state`;
      await dropAll(tx);
      const had = new Set(head.migrations.map(({ name }) => name));
      for (const one of migrationFiles()) if (had.has(one.name)) await applyMigration(tx, one, roles);
      const counted = await fill(tx, head, pieces);
      for (const { name, last } of head.sequences)
        await tx`select setval(${`public."${name}"`}, ${last}::bigint)`;
      for (const one of migrationFiles()) if (!had.has(one.name)) await applyMigration(tx, one, roles);
      // A new identity keeps earlier snapshots from counting as this database's: the next snapshot is a full one. The
      // stores do not change.
      await tx`update snapshot_state set identity = gen_random_uuid()::text, last_snapshot_id = null,
        pending_snapshot_id = null, publisher_at = null, store_mark = ${stores?.mark ?? null}`;
      return counted;
    });
    await migrate(url, log); // Migrations make the views.
    return rows;
  } catch (error) {
    const [LOCK_NOT_AVAILABLE, DEADLOCK] = ['55P03', '40P01'];
    if ([LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(error) ?? ''))
      throw new OperatorError(
        'The database is in use. Stop the servers on it and try again; nothing was changed.',
      );
    throw error;
  } finally {
    close();
    await sql.end({ timeout: 0 });
  }
}

/** Drops the program's whole schema except the tables of migrations, which it empties. */
async function dropAll(tx: Tx): Promise<void> {
  const owned = (names: string) => tx.unsafe<{ name: string }[]>(names);
  const tables = await owned(`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner = current_user::regrole
      and relname not in (${MIGRATION_TABLES.map((name) => `'${name}'`).join()})`);
  if (tables.length > 0) {
    const names = tables.map(({ name }) => name).join(', ');
    await tx.unsafe(`lock table ${names} in access exclusive mode`);
    await tx.unsafe(`drop schema if exists snapshot cascade; drop table ${names} cascade`);
  }
  const others = await owned(`
    select format('drop %s %s', case prokind when 'p' then 'procedure' else 'function' end, oid::regprocedure) as name
    from pg_proc where pronamespace = 'public'::regnamespace and proowner = current_user::regrole
    union all
    select format('drop type %s', oid::regtype) from pg_type
    where typnamespace = 'public'::regnamespace and typowner = current_user::regrole and typtype in ('e', 'd')
    union all
    select format('drop sequence %s', oid::regclass) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' and relowner = current_user::regrole
      and relname <> 'migrations_id_seq'`);
  for (const { name } of others) await tx.unsafe(name);
  for (const name of MIGRATION_TABLES) await tx.unsafe(`delete from ${name}`);
}

/** Fills the tables. @returns rows of each table, as counted while reading */
async function fill(
  tx: Tx,
  { tables }: BackupHead,
  pieces: AsyncGenerator<Piece, Record<string, number>>,
): Promise<Record<string, number>> {
  // The backup also contains the rows that migrations insert.
  await tx.unsafe(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')} cascade`);
  const bound = await tx<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`;
  // Postgres refuses COPY FROM if policies bind the role that copies (0A000).
  for (const { name } of bound) await tx.unsafe(`alter table "${name}" no force row level security`);
  let next = await pieces.next();
  while (!next.done) {
    const { table } = next.value;
    const { columns } = tables.find(({ name }) => name === table)!;
    const list = columns.map((column) => `"${column}"`).join(', ');
    async function* rows() {
      for (; !next.done && next.value.table === table; next = await pieces.next()) yield next.value.bytes;
    }
    await pipeline(rows, await tx.unsafe(`copy "${table}" (${list}) from stdin`).writable());
  }
  for (const { name } of bound) await tx.unsafe(`alter table "${name}" force row level security`);
  return next.value;
}
