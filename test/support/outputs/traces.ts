import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { backUp } from '../../../src/backup/backup.ts';
import { openBackup } from '../../../src/backup/file.ts';

/**
 * The files below a folder in which a text is found: in their bytes, decompressed, and in each value of the tables of
 * Parquet and DuckDB files, which compress texts so that their bytes do not show them.
 * @returns paths within the folder, and the tables
 */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const duckdb = await instance.connect();
  const found: string[] = [];
  // Snapshots share files by hard links.
  const seen = new Set<number>();
  try {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name);
      const file = statSync(path, { throwIfNoEntry: false });
      if (!file?.isFile() || seen.has(file.ino)) continue;
      seen.add(file.ino);
      const bytes = readFileSync(path);
      if (bytes.includes(text)) found.push(name);
      if (unpacked(bytes)?.includes(text)) found.push(`${name} (decompressed)`);
      for (const table of await tablesWith(duckdb, path, bytes, text)) found.push(`${name} (${table})`);
    }
    return found;
  } finally {
    duckdb.closeSync();
    instance.closeSync();
  }
}

/** Decompressed bytes; null for those that are not compressed. */
function unpacked(bytes: Buffer): Buffer | null {
  for (const unpack of [gunzipSync, zstdDecompressSync])
    try {
      return unpack(bytes);
    } catch {
      // It is of another kind.
    }
  return null;
}

/** The tables of a Parquet or DuckDB file in which a text is found. */
async function tablesWith(
  duckdb: DuckDBConnection,
  path: string,
  bytes: Buffer,
  text: string,
): Promise<string[]> {
  const rowsOf = async (sql: string) => (await duckdb.runAndReadAll(sql)).getRows();
  const holds = async (table: string) =>
    (await rowsOf(`select 1 from ${table} t where contains(cast(t as varchar), '${text}') limit 1`)).length >
    0;
  if (bytes.subarray(0, 4).toString() === 'PAR1')
    return (await holds(`read_parquet('${path}')`)) ? ['Parquet'] : [];
  if (bytes.subarray(8, 12).toString() !== 'DUCK') return [];
  await duckdb.run(`attach '${path}' as f (read_only)`);
  try {
    const found: string[] = [];
    for (const [table] of await rowsOf(
      "select schema_name || '.' || table_name from duckdb_tables() where database_name = 'f'",
    ))
      if (await holds(`f.${table}`)) found.push(String(table));
    return found;
  } finally {
    await duckdb.run('detach f');
  }
}

/** The tables of a dump of the database in which a text is found. @param path where the dump is written */
export async function tablesOfDumpWith(databaseUrl: string, path: string, text: string): Promise<string[]> {
  await backUp(databaseUrl, path);
  const { pieces } = await openBackup(path);
  const tables = new Map<string, Buffer[]>();
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    const { table, bytes } = next.value;
    const kept = tables.get(table) ?? [];
    kept.push(bytes);
    tables.set(table, kept);
  }
  return [...tables].flatMap(([table, bytes]) => (Buffer.concat(bytes).includes(text) ? [table] : [])).sort();
}
