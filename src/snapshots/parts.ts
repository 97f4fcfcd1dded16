import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Tx } from '../db/client.ts';
import { type SnapshotTable, snapshotSelect } from '../db/migrate.ts';
import { sqlText } from '../engine/sql-text.ts';

/** DuckDB's own 2 MB makes it take 32 MB for a buffer. */
const MAX_LINE_BYTES = 262_144;
/**
 * Text of a row that makes a line of no more than MAX_LINE_BYTES, though every character were a quote, which is
 * doubled. The contract's limits allow some 65 KB.
 */
const MAX_ROW_BYTES = 120_000;
/** Rows of one part that are left out one by one, when DuckDB cannot read them; with more the export fails. */
const MOST_LEFT_OUT = 100;
/**
 * Rows a Parquet group, which is held whole while it is written. With this and one thread the exporter peaks
 * at 291 MB for 20,000 runs and 406 MB for 200,000 (544 MB with DuckDB's 122,880 and two), in the same time.
 */
const ROW_GROUP = 20_480;
const NULL = '\\N';

const ROLLUPS = { daily: 'org_id, brand_id, day', competitor_daily: 'org_id, brand_id, competitor_id, day' };
type SnapshotTableName = Exclude<SnapshotTable, keyof typeof ROLLUPS>;

interface TableParts {
  /** What changes together: one dirty note rewrites the parts of these tables. */
  part: 'brands' | 'runs';
  /** Columns with their DuckDB types; first the ids of the organisation and the row. */
  columns: Record<string, string>;
  /** The order within a part that queries profit from. */
  order: string;
  /** The day that tells a row's month; null: one part a bucket. */
  day: string | null;
}

export const PARTED: Record<SnapshotTableName, TableParts> = {
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
  run_competitors: {
    part: 'runs',
    columns: {
      org_id: 'VARCHAR',
      run_id: 'VARCHAR',
      brand_id: 'VARCHAR',
      competitor_id: 'VARCHAR',
      executed_at: 'TIMESTAMP',
      position: 'INTEGER',
      sentiment: 'SMALLINT',
    },
    order: 'org_id, brand_id, competitor_id, executed_at, run_id',
    day: 'cast(executed_at as date)',
  },
};
export const TABLES = Object.keys(PARTED) as SnapshotTableName[];

/** A slice of the data that is exported as a whole. */
export interface Part {
  part: 'brands' | 'runs';
  bucket: string;
  /** First day of the month, YYYY-MM-DD; null for brands. */
  month: string | null;
}

/** The Parquet file of a table's part, e.g. runs-3-2026-11.parquet. */
export function partFile(table: SnapshotTableName, { bucket, month }: Part): string {
  return `${[table, bucket, ...(month === null ? [] : [month.slice(0, 7)])].join('-')}.parquet`;
}

/** The part that a file is of; null for one that is no part's. */
export function partOfFile(name: string): Part | null {
  const [, table, bucket, month] = /^([a-z_]+)-([0-9a-f])(?:-(\d+-\d\d))?\.parquet$/.exec(name) ?? [];
  if (table === undefined || bucket === undefined || !(table in PARTED)) return null;
  return { part: PARTED[table as SnapshotTableName].part, bucket, month: month ? `${month}-01` : null };
}

/** A row that no snapshot can hold, by its ids. */
export interface LeftOutRow {
  table: SnapshotTableName;
  orgId: string;
  /** The run's, mention's, brand's or competitor's. */
  id: string;
}

/** How the making of parts goes on. */
export interface PartListener {
  /** Called with each file that is there, one after the other; an empty part has none. */
  onFile(name: string, rows: number): Promise<void>;
  /** Called with each row that is left out: it would stop everybody's export. */
  onLeftOut(row: LeftOutRow): void;
  /** Called as bytes come in. */
  onMove(): void;
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

  /** Postgres → sorted Parquet, for each table of each part. While DuckDB sorts one, Postgres sends the next. */
  async write(tx: Tx, parts: readonly Part[], listener: PartListener): Promise<void> {
    const { onFile, onMove } = listener;
    let sorted: Promise<() => Promise<void>> = Promise.resolve(async () => {});
    try {
      for (const part of parts) {
        for (const table of TABLES.filter((name) => PARTED[name].part === part.part)) {
          const file = partFile(table, part);
          const csv = join(this.#folder, `${file}.csv`);
          await copyToFile(tx, copyOut(table, part), csv, onMove);
          await (await sorted)(); // so that no more than two parts are on disk as text
          sorted = this.#sort(table, csv, file).then(
            (rows) => async () => (rows > 0 ? onFile(file, rows) : undefined),
            // Read again later: Postgres is sending the next one.
            (error) => async () => {
              const rows = await this.#writeReadable(tx, table, part, error, listener);
              if (rows > 0) await onFile(file, rows);
            },
          );
        }
      }
    } finally {
      await sorted; // DuckDB is not closed under a statement
    }
    await (await sorted)();
  }

  /**
   * A table's part without the rows that DuckDB cannot read: one row of one organisation stops nobody else's.
   * DuckDB's own leaving out is no use: in a line longer than its buffer it takes quoted text for rows, which may
   * then be of whatever organisation the text says.
   * @param error of the first try. @returns rows
   */
  async #writeReadable(
    tx: Tx,
    table: SnapshotTableName,
    part: Part,
    error: unknown,
    { onLeftOut, onMove }: PartListener,
  ): Promise<number> {
    if (!isUnreadableRow(error)) throw withoutContent(error);
    const file = partFile(table, part);
    const csv = join(this.#folder, `${file}.csv`);
    const [, idColumn] = Object.keys(PARTED[table].columns);
    const tooLong = await tx.unsafe<{ orgId: string; id: string }[]>(
      `select org_id as "orgId", ${idColumn} as id from (${select(table, part)}) rows where not ${fits(table)}`,
    );
    for (const { orgId, id } of tooLong) onLeftOut({ table, orgId, id });
    const leftOut: string[] = [];
    for (;;) {
      await copyToFile(tx, copyOut(table, part, leftOut), csv, onMove);
      try {
        return await this.#sort(table, csv, file);
      } catch (failure) {
        // Lines are short enough now, so the one it names is the one.
        const [, orgId, id] =
          /Original Line: ([^,"\n]{36}),([^,"\n]{36}),/.exec((failure as Error).message) ?? [];
        if (
          !isUnreadableRow(failure) ||
          orgId === undefined ||
          id === undefined ||
          leftOut.length >= MOST_LEFT_OUT
        )
          throw withoutContent(failure);
        leftOut.push(id);
        onLeftOut({ table, orgId, id });
      }
    }
  }

  /** @returns rows */
  async #sort(table: SnapshotTableName, csv: string, file: string): Promise<number> {
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
    for (const [table, order] of Object.entries(ROLLUPS))
      await this.#duckdb.run(
        `create table snapshot.${table} as ${snapshotSelect(table as SnapshotTable)} order by ${order}`,
      );
    await this.#duckdb.run('detach snapshot'); // writes it out and closes it
  }
}

/** Whether DuckDB could not make a row of a line, as against a disk or memory that is full. */
function isUnreadableRow(error: unknown): boolean {
  return /CSV Error on Line/.test((error as Error).message);
}

/** DuckDB's error without the lines it quotes: what customers sent does not go into the log. */
function withoutContent(error: unknown): Error {
  const { message, code } = error as NodeJS.ErrnoException;
  if (!isUnreadableRow(error)) return error as Error;
  return Object.assign(new Error(`DuckDB cannot read a row: ${message.split('\n')[0]}`), { code });
}

/**
 * To a file, as Postgres sends it. A file that cannot be written is no reason to stop reading: the driver pauses
 * its socket for a stream that was destroyed, and never reads the end of the transaction.
 */
async function copyToFile(tx: Tx, query: string, path: string, onMove: () => void): Promise<void> {
  const rows = await tx.unsafe(query).readable();
  let failure: unknown;
  const file = await open(path, 'w').catch((error) => {
    failure = error;
    return null;
  });
  try {
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      onMove();
      if (failure === undefined)
        await file?.writeFile(chunk).catch((error) => {
          failure = error;
        });
    }
  } finally {
    await file?.close();
  }
  // The driver pauses its socket when the last chunk fills the stream's buffer, and resumes it in _read, which
  // an ended stream never calls: the next statement would wait for ever (porsager/postgres#499).
  rows._read(0);
  if (failure !== undefined) throw failure;
}

/** The rows of a table's part. */
function select(table: SnapshotTableName, { bucket, month }: Part): string {
  const { day } = PARTED[table];
  const inMonth =
    day === null || month === null ? '' : ` and ${day} >= '${month}' and ${day} < '${nextMonth(month)}'`;
  // This shape reaches the index runs_by_part through each table's SELECT.
  return `select * from (${snapshotSelect(table)}) exported where right(org_id, 1) = '${bucket}'${inMonth}`;
}

/** @param leftOut ids of rows that are not wanted; with it, rows that are too long are not either */
function copyOut(table: SnapshotTableName, part: Part, leftOut?: string[]): string {
  const [, idColumn] = Object.keys(PARTED[table].columns);
  const rest =
    leftOut &&
    `where ${fits(table)} and ${idColumn} <> all(array[${leftOut.map(sqlText).join(', ')}]::text[])`;
  return `copy (select * from (${select(table, part)}) rows ${rest ?? ''}) to stdout (format csv, null '${NULL}')`;
}

/** Whether a row's line is short enough for DuckDB, as SQL. */
function fits(table: SnapshotTableName): string {
  const texts = Object.entries(PARTED[table].columns).filter(([, type]) => type === 'VARCHAR');
  return `(${texts.map(([name]) => `coalesce(octet_length(${name}), 0)`).join(' + ')} <= ${MAX_ROW_BYTES})`;
}

/** Both as YYYY-MM-DD; Postgres has years beyond those of JavaScript. */
function nextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const next = month === 12 ? [year + 1, 1] : [year, month + 1];
  return `${String(next[0]).padStart(4, '0')}-${String(next[1]).padStart(2, '0')}-01`;
}
