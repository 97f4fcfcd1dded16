import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Tx } from '../db.ts';
import { type SnapshotTable, snapshotSelect } from '../migrate.ts';
import { sqlText } from './manifest.ts';

/** No field is longer than some 40 KB; DuckDB's own 2 MB makes it take 32 MB for a buffer. */
const MAX_LINE_BYTES = 262_144;
/**
 * Rows a Parquet group, which is held whole while it is written. With this and one thread the exporter peaks
 * at 291 MB for 20,000 runs and 406 MB for 200,000 (544 MB with DuckDB's 122,880 and two), in the same time.
 */
const ROW_GROUP = 20_480;
const NULL = '\\N';

type ExportedTable = Exclude<SnapshotTable, 'daily'>;

interface TableParts {
  /** What changes together: one dirty note rewrites the parts of these tables. */
  part: 'brands' | 'runs';
  /** Columns with their DuckDB types. */
  columns: Record<string, string>;
  /** The order within a part that queries profit from. */
  order: string;
  /** The day that tells a row's month; null: one part a bucket. */
  day: string | null;
}

export const PARTED: Record<ExportedTable, TableParts> = {
  brands: {
    part: 'brands',
    columns: { org_id: 'VARCHAR', id: 'VARCHAR', name: 'VARCHAR', archived: 'BOOLEAN' },
    order: 'org_id, id',
    day: null,
  },
  competitors: {
    part: 'brands',
    columns: { org_id: 'VARCHAR', id: 'VARCHAR', brand_id: 'VARCHAR', name: 'VARCHAR' },
    order: 'org_id, brand_id, id',
    day: null,
  },
  runs: {
    part: 'runs',
    columns: {
      org_id: 'VARCHAR',
      id: 'VARCHAR',
      brand_id: 'VARCHAR',
      query_id: 'VARCHAR',
      platform: 'VARCHAR',
      query_text: 'VARCHAR',
      executed_at: 'TIMESTAMP',
      named: 'BOOLEAN',
      position: 'INTEGER',
      sentiment: 'SMALLINT',
      competitors: 'VARCHAR',
    },
    order: 'org_id, brand_id, executed_at, id',
    day: 'cast(executed_at as date)',
  },
  mentions: {
    part: 'runs',
    columns: {
      org_id: 'VARCHAR',
      id: 'VARCHAR',
      brand_id: 'VARCHAR',
      query_id: 'VARCHAR',
      platform: 'VARCHAR',
      query_text: 'VARCHAR',
      discovered_at: 'TIMESTAMP',
      source_type: 'VARCHAR',
      source_name: 'VARCHAR',
      source_url: 'VARCHAR',
      title: 'VARCHAR',
      snippet: 'VARCHAR',
      sentiment: 'SMALLINT',
    },
    order: 'org_id, brand_id, discovered_at, id',
    day: 'cast(discovered_at as date)',
  },
  competitor_daily: {
    part: 'runs',
    columns: {
      org_id: 'VARCHAR',
      brand_id: 'VARCHAR',
      competitor_id: 'VARCHAR',
      day: 'DATE',
      named: 'BIGINT',
      sentiment_sum: 'BIGINT',
      sentiment_count: 'BIGINT',
      position_sum: 'BIGINT',
      position_count: 'BIGINT',
    },
    order: 'org_id, brand_id, competitor_id, day',
    day: 'day',
  },
};
export const TABLES = Object.keys(PARTED) as ExportedTable[];

/** A slice of the data that is exported as a whole. */
export interface Part {
  part: 'brands' | 'runs';
  bucket: string;
  /** First day of the month, YYYY-MM-DD; null for brands. */
  month: string | null;
}

/** The Parquet file of a table's part, e.g. runs-3-2026-11.parquet. */
export function partFile(table: ExportedTable, { bucket, month }: Part): string {
  return `${[table, bucket, ...(month === null ? [] : [month.slice(0, 7)])].join('-')}.parquet`;
}

/** Makes part and serving files in a folder. */
export class PartWriter {
  readonly #folder: string;
  readonly #instance: DuckDBInstance;
  readonly #duckdb: DuckDBConnection;

  private constructor(folder: string, instance: DuckDBInstance, duckdb: DuckDBConnection) {
    this.#folder = folder;
    this.#instance = instance;
    this.#duckdb = duckdb;
  }

  /**
   * @param memoryMb DuckDB's. A part is what is sorted at once, so little is enough for any history; beyond it
   *   DuckDB spills to disk.
   */
  static async open(folder: string, memoryMb = 256): Promise<PartWriter> {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: `${memoryMb}MB`,
      temp_directory: join(folder, 'spill'),
      threads: '1',
      allocator_background_threads: 'true',
    });
    return new PartWriter(folder, instance, await instance.connect());
  }

  async close(): Promise<void> {
    this.#duckdb.closeSync();
    this.#instance.closeSync();
    await rm(join(this.#folder, 'spill'), { recursive: true, force: true });
  }

  /**
   * Postgres → sorted Parquet, for each table of each part. While DuckDB sorts one, Postgres sends the next.
   * @param onFile called with each file that is there, one after the other; an empty part has none
   */
  async write(
    tx: Tx,
    parts: readonly Part[],
    onFile: (name: string, rows: number) => Promise<void>,
  ): Promise<void> {
    let sorting: Promise<void> = Promise.resolve();
    for (const part of parts) {
      for (const table of TABLES.filter((name) => PARTED[name].part === part.part)) {
        const file = partFile(table, part);
        const csv = join(this.#folder, `${file}.csv`);
        await copyToFile(tx, copyOut(table, part), csv);
        await sorting; // so that no more than two parts are on disk as text
        sorting = this.#sort(table, csv, file).then((rows) => (rows > 0 ? onFile(file, rows) : undefined));
        sorting.catch(() => {}); // awaited above or below
      }
    }
    await sorting;
  }

  /** @returns rows */
  async #sort(table: ExportedTable, csv: string, file: string): Promise<number> {
    const { columns, order } = PARTED[table];
    const types = Object.entries(columns).map(([name, type]) => `'${name}': '${type}'`);
    const result = await this.#duckdb.runAndReadAll(`copy (
        select * from read_csv(${sqlText(csv)}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
          nullstr = '${NULL}', allow_quoted_nulls = false, max_line_size = ${MAX_LINE_BYTES},
          buffer_size = ${16 * MAX_LINE_BYTES}, columns = {${types.join(', ')}})
        order by ${order}
      ) to ${sqlText(join(this.#folder, file))} (format parquet, compression zstd, row_group_size ${ROW_GROUP})`);
    const rows = Number(result.getRows()[0]?.[0] ?? 0);
    if (rows === 0) await rm(join(this.#folder, file), { force: true });
    await rm(csv);
    return rows;
  }

  /**
   * The native file that serves a bucket, from all its part files. Months follow one another and are sorted
   * within, so nothing is sorted again.
   */
  async serve(bucket: string, name: string, partFiles: string[]): Promise<void> {
    await this.#duckdb.run(`attach ${sqlText(join(this.#folder, name))} as snapshot`);
    for (const table of TABLES) {
      const own = partFiles.filter((file) => file.startsWith(`${table}-${bucket}`)).sort();
      const columns = Object.entries(PARTED[table].columns).map(([column, type]) => `${column} ${type}`);
      await this.#duckdb.run(`create table snapshot.${table} (${columns.join(', ')})`);
      if (own.length === 0) continue;
      const paths = own.map((file) => sqlText(join(this.#folder, file)));
      await this.#duckdb.run(
        `insert into snapshot.${table} select * from read_parquet([${paths.join(', ')}])`,
      );
    }
    await this.#duckdb.run(
      `create table snapshot.daily as ${snapshotSelect('daily')} order by org_id, brand_id, day`,
    );
    await this.#duckdb.run('detach snapshot'); // writes it out and closes it
  }
}

async function copyToFile(tx: Tx, query: string, path: string): Promise<void> {
  const rows = await tx.unsafe(query).readable();
  await pipeline(rows, createWriteStream(path));
  // The driver pauses its socket when the last chunk fills the stream's buffer, and resumes it in _read, which
  // an ended stream never calls: the next statement would wait for ever (porsager/postgres#499).
  rows._read(0);
}

function copyOut(table: ExportedTable, { bucket, month }: Part): string {
  const { day } = PARTED[table];
  const inMonth =
    day === null || month === null ? '' : ` and ${day} >= '${month}' and ${day} < '${nextMonth(month)}'`;
  // This shape reaches the index runs_by_part through each table's SELECT.
  return `copy (select * from (${snapshotSelect(table)}) exported where right(org_id, 1) = '${bucket}'${inMonth})
    to stdout (format csv, null '${NULL}')`;
}

function nextMonth(month: string): string {
  const date = new Date(`${month}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().replace(/^\+0*/, '').slice(0, -14);
}
