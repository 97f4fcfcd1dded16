import packageJson from '../../package.json' with { type: 'json' };
import { connect, type Tx } from '../db/client.ts';
import { readRoles } from '../db/roles.ts';
import { type BackupTable, type Piece, splitRows, writeBackup } from './file.ts';

/** Tables of migrate.ts. The head of a backup holds their content. */
export const MIGRATION_TABLES = ['migrations', 'migration_checksums'];

/**
 * Writes all committed data to a file, while servers run.
 * @param url logs in as the owner of the database
 * @param path of a file that does not exist yet
 * @param onProgress called before each table is written
 * @returns rows of each table, and the bytes of the file
 */
export async function backUp(
  url: string,
  path: string,
  onProgress: (table: string) => void = () => {},
): Promise<{ rows: Record<string, number>; bytes: number }> {
  const reader = readRoles(url).roles.export;
  const sql = connect(url, { role: 'owner', max: 1, statementTimeoutMs: 0 });
  try {
    return await sql.begin('isolation level repeatable read read only', async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`;
      const tables = await readTables(tx, reader);
      const migrations = await tx<{ name: string; sha256: string }[]>`
        select name, sha256 from migrations join migration_checksums using (name) order by migrations.id`;
      const sequences = await tx<{ name: string; last: string }[]>`
        select sequencename as name, last_value::text as last from pg_sequences
        where schemaname = 'public' and last_value is not null and sequencename <> 'migrations_id_seq'`;
      const head = {
        createdAt: new Date().toISOString(),
        version: packageJson.version,
        migrations: [...migrations],
        tables: tables.map(({ name, columns }) => ({ name, columns })),
        sequences: [...sequences],
      };
      async function* pieces(): AsyncGenerator<Piece> {
        for (const table of tables) {
          onProgress(table.name);
          yield* splitRows(table.name, copyRows(tx, table, reader));
        }
      }
      return writeBackup(path, head, pieces());
    });
  } finally {
    // Do not wait: a COPY that was cut off would keep its connection for ever.
    await sql.end({ timeout: 0 });
  }
}

interface StoredTable extends BackupTable {
  /** Whether policies bind the owner too. The publisher's role, which sees all rows, then reads the table. */
  isTenant: boolean;
}

/**
 * All tables of the program, each after the tables it refers to. Unlogged tables are left out: losing them costs
 * nothing.
 */
async function readTables(tx: Tx, reader: string): Promise<StoredTable[]> {
  const tables = await tx<(StoredTable & { isReadable: boolean; references: string[] })[]>`
    select relname as name, relforcerowsecurity as "isTenant",
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      exists (select from pg_policy where polrelid = c.oid and polcmd in ('r', '*')
        and ${reader}::regrole = any(polroles)) as "isReadable",
      (select coalesce(array_agg(confrelid::regclass::text), '{}') from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as references
    from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
      and relname <> all(${MIGRATION_TABLES})
      and relowner = (select relowner from pg_class where oid = 'public.organisations'::regclass)
    order by relname`;
  const unreadable = tables.filter(({ isTenant, isReadable }) => isTenant && !isReadable);
  if (unreadable.length > 0)
    throw new Error(`${reader} cannot read ${unreadable.map(({ name }) => name).join(', ')}.`);
  // A distributed database lacks two of these keys, but its backup may be restored to a database that has them.
  for (const { name, columns, references } of tables)
    if (columns.includes('org_id') && name !== 'organisations') references.push('organisations');
  const sorted: StoredTable[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const next = left.filter(({ references }) => !left.some(({ name }) => references.includes(name)));
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    sorted.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return sorted;
}

async function* copyRows(
  tx: Tx,
  { name, columns, isTenant }: StoredTable,
  reader: string,
): AsyncGenerator<Buffer> {
  await tx.unsafe(`set local role ${isTenant ? reader : 'none'}`);
  const list = columns.map((column) => `"${column}"`).join(', ');
  yield* await tx.unsafe(`copy (select ${list} from public."${name}") to stdout`).readable();
}
