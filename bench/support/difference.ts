import { connect } from '../../src/db/client.ts';
import { snapshotSelect } from '../../src/db/migrate.ts';
import { PARTED, TABLES } from '../../src/snapshots/tables.ts';
import { openSnapshot } from './open-snapshot.ts';

export interface Difference {
  /** Rows of Postgres that were compared. */
  rows: number;
  /** Rows of Postgres that the snapshot lacks. */
  missed: number;
  /** Rows of the snapshot that Postgres lacks, or has fewer times. */
  extra: number;
}

/**
 * Compares the rows that are served with those of Postgres, for every table.
 * @param url of the owner of the database
 */
export async function difference({ url, dataDir }: { url: string; dataDir: string }): Promise<Difference> {
  const sql = connect(url, { role: 'export', max: 1, statementTimeoutMs: 0 });
  const { connection: duckdb, buckets, tables: tablesOf, close } = await openSnapshot(dataDir);
  const found: Difference = { rows: 0, missed: 0, extra: 0 };
  try {
    const all = await Promise.all(buckets.map(tablesOf));
    for (const table of TABLES) {
      const columns = Object.entries(PARTED[table].columns);
      const text = (timestamp: (name: string) => string) =>
        columns.map(([name, type]) => `coalesce(${textOf(name, type, timestamp)}, '∅')`).join(` || '|' || `);
      const kept = await sql.unsafe<{ row: string }[]>(
        `select ${text((name) => `to_char(${name}, 'YYYY-MM-DD HH24:MI:SS.US')`)} as row
         from (${snapshotSelect(table)}) published`,
      );
      const served = await duckdb.runAndReadAll(
        all
          .map(
            (tables) =>
              `select ${text((name) => `strftime(${name}, '%Y-%m-%d %H:%M:%S.%f')`)} from ${tables.from(table, null)} t`,
          )
          .join(' union all '),
      );
      const counts = new Map<string, number>();
      for (const { row } of kept) counts.set(row, (counts.get(row) ?? 0) + 1);
      for (const [row] of served.getRows()) counts.set(String(row), (counts.get(String(row)) ?? 0) - 1);
      found.rows += kept.length;
      for (const count of counts.values()) {
        if (count > 0) found.missed += count;
        else found.extra -= count;
      }
    }
    return found;
  } finally {
    close();
    await sql.end();
  }
}

/** A column as text that is the same on both engines, as an expression of SQL. */
function textOf(name: string, type: string, timestamp: (name: string) => string): string {
  if (type === 'TIMESTAMP') return timestamp(name);
  return type === 'BOOLEAN' ? `cast(cast(${name} as integer) as varchar)` : `cast(${name} as varchar)`;
}
