import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Tx } from '../../db/client.ts';
import { snapshotSelect } from '../../db/migrate.ts';
import { isUnreadableLine, unreadableLine } from '../../engine/duckdb-errors.ts';
import { sqlText } from '../../engine/sql-text.ts';
import { OneAtATime } from '../../files/one-at-a-time.ts';
import { daysOf, endOf, type Period } from '../periods.ts';
import { baseStatements, periodStatements } from '../serving-file-sql.ts';
import { PARTED, type Part, type PartedTable, partFile, ROLLUP_TABLES, ROLLUPS, TABLES } from '../tables.ts';
import { TextWriter } from './text-file.ts';

/** With its default limit of 2 MB, DuckDB takes 32 MB for a buffer. */
const MAX_LINE_BYTES = 262_144;
/**
 * Bytes of text in a row that always fit into a line of MAX_LINE_BYTES, even if every character is a quote, which is
 * doubled. The contract's limits allow some 65 KB.
 */
const MAX_ROW_BYTES = 120_000;
/** Maximum number of unreadable rows that are left out of a part one by one. With more, publishing fails. */
const MOST_LEFT_OUT = 100;
/**
 * Rows of a Parquet group, which is held in memory while it is written. With this value and one thread, the publisher
 * peaks at 291 MB for 20,000 runs and 406 MB for 200,000. With DuckDB's 122,880 and two threads it is 544 MB, in the
 * same time.
 */
export const ROW_GROUP = 20_480;
/** Maximum text from Postgres that waits on disk to be sorted. A table's part of 40,000 runs has some 70 MB. */
const MOST_TEXT_BYTES = 256 << 20;
const NULL = '\\N';

/** A row that no snapshot can hold, by its ids. */
export interface LeftOutRow {
  table: PartedTable;
  orgId: string;
  /** Id of the run, mention, brand, competitor or query. */
  id: string;
}

/** The rest of a part: the rows of all days but those that changed, in the part's files of another snapshot. */
export interface Rest {
  /** The days that are read from Postgres. */
  changed: readonly Period[];
  /** The file of the other snapshot. */
  folder: string;
  /** Names of its files; a table without rows has none. */
  files: ReadonlySet<string>;
}

/** All organisations of a bucket. */
export type OrganisationsOf = (bucket: string) => readonly string[];

/** Callbacks during the writing of parts. */
export interface PartListener {
  /** Called with each written file. Empty parts have none. */
  onFile(name: string, rows: number): Promise<void>;
  /** Called when all files of a part are written, while the next are read. */
  onPart(part: Part): Promise<void>;
  /** Called with each row that is left out. A single such row would otherwise block publishing. */
  onLeftOut(row: LeftOutRow): void;
  /** Called as bytes arrive from Postgres. */
  onProgress(): void;
}

/** A table's part being read from Postgres, one at a time. */
interface TableRead {
  tx: Tx;
  table: PartedTable;
  part: Part;
  organisations: OrganisationsOf;
  /** null: the whole part is read. */
  rest: Rest | null;
  reads: OneAtATime;
}

/** Makes part and serving files in a folder. */
export class PartWriter {
  readonly #folder: string;
  readonly #instance: DuckDBInstance;
  readonly #duckdb: DuckDBConnection;
  /** One at a time, so that each statement has all of the memory. */
  readonly #statements = new OneAtATime();
  readonly #texts = new TextWriter();

  private constructor(folder: string, instance: DuckDBInstance, duckdb: DuckDBConnection) {
    this.#folder = folder;
    this.#instance = instance;
    this.#duckdb = duckdb;
  }

  /**
   * @param memoryMb DuckDB's limit, in MB. Only one part is sorted at a time, so a small limit is enough for any
   *   history; beyond it DuckDB spills to disk.
   */
  static async open(folder: string, memoryMb = 256): Promise<PartWriter> {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: `${memoryMb}MB`,
      temp_directory: join(folder, 'spill'),
      threads: '1',
      allocator_background_threads: 'true',
      // One transaction fills a serving file. Beyond this size its rows go to their blocks at once, not to a log.
      checkpoint_threshold: '1KB',
    });
    return new PartWriter(folder, instance, await instance.connect());
  }

  async close(): Promise<void> {
    await this.#statements.do(async () => {
      this.#duckdb.closeSync();
      this.#instance.closeSync();
    });
    await rm(join(this.#folder, 'spill'), { recursive: true, force: true });
  }

  /** Runs a statement over files of snapshots. @returns the rows of its result */
  async run(sql: string): Promise<readonly unknown[][]> {
    return this.#statements.do(async () => (await this.#duckdb.runAndReadAll(sql)).getRows());
  }

  /**
   * Writes the rows of a SELECT over files of snapshots into a Parquet file of the folder. @returns the number of rows
   */
  async copy(select: string, name: string): Promise<number> {
    const [[rows] = []] = await this.run(copyTo(select, join(this.#folder, name)));
    return Number(rows);
  }

  /**
   * Postgres → sorted Parquet, for each table of each part. While DuckDB sorts one table, Postgres sends the next ones.
   * Each side takes about half of the time, and one waits for the other if tables differ in size.
   * @param restOf what is taken from another snapshot instead
   */
  async write(
    tx: Tx,
    parts: readonly Part[],
    organisations: OrganisationsOf,
    restOf: (part: Part) => Rest | null,
    listener: PartListener,
  ): Promise<void> {
    const reads = new OneAtATime();
    const failures: unknown[] = [];
    const open = new Set<Promise<void>>();
    const begin = (work: Promise<void>): Promise<void> => {
      const ended: Promise<void> = work
        .catch((error) => void failures.push(error))
        .finally(() => open.delete(ended));
      open.add(ended);
      return ended;
    };
    let waitingBytes = 0;
    for (const part of parts) {
      const tables: Promise<void>[] = [];
      for (const table of TABLES.filter((name) => PARTED[name].part === part.part)) {
        while (waitingBytes > MOST_TEXT_BYTES && open.size > 0) await Promise.race(open);
        if (failures.length > 0) break;
        const read: TableRead = { tx, table, part, organisations, rest: restOf(part), reads };
        const bytes = await this.#read(read, listener).catch((error) => {
          failures.push(error);
          return 0;
        });
        if (failures.length > 0) break;
        waitingBytes += bytes;
        const sorted = this.#sort(read, bytes)
          .catch((error) => this.#writeReadable(read, error, listener))
          .finally(() => {
            waitingBytes -= bytes;
          });
        tables.push(begin(sorted.then((rows) => this.#written(table, part, rows, listener))));
      }
      if (failures.length > 0) break;
      const isWritten = async () => {
        await Promise.all(tables);
        if (failures.length === 0) await listener.onPart(part);
      };
      begin(isWritten());
    }
    while (open.size > 0) await Promise.race(open);
    if (failures.length > 0) throw failures[0];
  }

  /** Writes a table's part as text, as Postgres sends it. @param leftOut as for copyOut @returns the number of bytes */
  #read(read: TableRead, { onProgress }: PartListener, leftOut?: string[]): Promise<number> {
    const { tx, table, part, reads } = read;
    const query = copyOut(read, leftOut);
    return reads.do(() => this.#texts.write(tx, query, this.#textFile(table, part), onProgress));
  }

  #textFile(table: PartedTable, part: Part): string {
    return join(this.#folder, `${partFile(table, part)}.csv`);
  }

  /** Reports a written file and, for runs, the rollups computed from it. An empty part has no file. */
  async #written(table: PartedTable, part: Part, rows: number, { onFile }: PartListener): Promise<void> {
    if (rows === 0) return;
    const file = partFile(table, part);
    await onFile(file, rows);
    if (table !== 'runs') return;
    for (const rollup of ROLLUP_TABLES) {
      const name = partFile(rollup, part);
      const runs = `read_parquet(${sqlText(join(this.#folder, file))})`;
      const select = snapshotSelect(rollup).replaceAll('snapshot.runs', runs);
      const days = await this.copy(`${select} order by ${ROLLUPS[rollup]}`, name);
      await onFile(name, days);
    }
  }

  /**
   * Writes a table's part without the rows that DuckDB cannot read, so that one row of one organisation does not block
   * publishing for all others. DuckDB's own option to skip rows does not work: in a line longer than its buffer it
   * mistakes quoted text for rows, which then belong to whatever organisation the text names.
   * @param error of the first try
   * @returns how many rows it wrote
   */
  async #writeReadable(read: TableRead, error: unknown, listener: PartListener): Promise<number> {
    if (!isUnreadableLine(error)) throw error;
    const { tx, table, reads } = read;
    const { onLeftOut } = listener;
    const [, idColumn] = Object.keys(PARTED[table].columns);
    const tooLong = await reads.do(() =>
      tx.unsafe<{ orgId: string; id: string }[]>(
        `select org_id as "orgId", ${idColumn} as id from (${select(read)}) rows where not ${fits(table)}`,
      ),
    );
    for (const { orgId, id } of tooLong) onLeftOut({ table, orgId, id });
    const leftOut: string[] = [];
    for (;;) {
      const bytes = await this.#read(read, listener, leftOut);
      try {
        return await this.#sort(read, bytes);
      } catch (failure) {
        if (!isUnreadableLine(failure)) throw failure;
        // All lines fit into the buffer now, so the quoted line is the failing one. It begins with two ids.
        const [, orgId, id] = /^([^,"]{36}),([^,"]{36}),/.exec(unreadableLine(failure) ?? '') ?? [];
        if (orgId === undefined || id === undefined || leftOut.length >= MOST_LEFT_OUT)
          throw withoutContent(failure);
        leftOut.push(id);
        onLeftOut({ table, orgId, id });
      }
    }
  }

  /**
   * Sorts a table's part from its text, and from what stays of another snapshot, and writes it.
   * @returns how many rows it wrote; without any there is no file
   */
  async #sort({ table, part, organisations, rest }: TableRead, bytes: number): Promise<number> {
    const text = this.#textFile(table, part);
    const file = partFile(table, part);
    const sources: string[] = [];
    if (rest?.files.has(file))
      sources.push(rowsThatStay(table, join(rest.folder, file), rest, organisations(part.bucket)));
    if (bytes > 0) sources.push(textOf(table, text));
    if (sources.length === 0) {
      await rm(text);
      return 0;
    }
    const rows = await this.copy(`${sources.join(' union all ')} order by ${PARTED[table].order}`, file);
    await rm(text);
    if (rows === 0) await rm(join(this.#folder, file));
    return rows;
  }

  /**
   * Writes a serving file of a bucket from the bucket's part files: for one period, or for everything without a period
   * (null). @param changes files of the bucket's changes
   */
  async serve(
    name: string,
    period: Period | null,
    partFiles: readonly string[],
    changes: readonly string[],
  ): Promise<void> {
    const path = (file: string) => join(this.#folder, file);
    const statements =
      period === null
        ? baseStatements('snapshot', partFiles.map(path), changes.map(path))
        : periodStatements('snapshot', partFiles.map(path), period);
    await this.#statements.do(async () => {
      await this.#duckdb.run(`attach ${sqlText(path(name))} as snapshot`);
      await this.#duckdb.run('begin');
      for (const statement of statements) await this.#duckdb.run(statement);
      await this.#duckdb.run('commit');
      await this.#duckdb.run('detach snapshot'); // flushes the file and closes it
    });
  }
}

function copyTo(select: string, path: string): string {
  return `copy (${select}) to ${sqlText(path)} (format parquet, compression zstd, row_group_size ${ROW_GROUP})`;
}

/** DuckDB's error without the lines it quotes, because customers' texts must not reach the log. */
function withoutContent(error: unknown): Error {
  const [first] = (error as Error).message.split('\n');
  return new Error(`DuckDB cannot read a row: ${first}`);
}

/** A SELECT in DuckDB of the rows that Postgres has sent as text. */
function textOf(table: PartedTable, path: string): string {
  const types = Object.entries(PARTED[table].columns).map(([name, type]) => `'${name}': '${type}'`);
  // Postgres ends lines by \n. DuckDB would take the first line break of the text, though it is within a value.
  return `select * from read_csv(${sqlText(path)}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
    new_line = '\\n', nullstr = '${NULL}', allow_quoted_nulls = false, max_line_size = ${MAX_LINE_BYTES},
    buffer_size = ${16 * MAX_LINE_BYTES}, columns = {${types.join(', ')}})`;
}

/** A SELECT in DuckDB of the rows that stay. Those of organisations that are gone do not. */
function rowsThatStay(
  table: PartedTable,
  path: string,
  { changed }: Rest,
  organisations: readonly string[],
): string {
  const { columns, day } = PARTED[table];
  const others = changed.map((period) => {
    const { first, last } = daysOf(period);
    return `${day} not between date ${sqlText(first)} and date ${sqlText(last)}`;
  });
  return `select ${Object.keys(columns).join(', ')} from read_parquet(${sqlText(path)})
    where ${[...others, `org_id in (${['null', ...organisations.map(sqlText)].join(', ')})`].join(' and ')}`;
}

/**
 * A SELECT in Postgres of the rows that are read of a table's part. The conditions use the index runs_by_execution,
 * which has organisation ids and times. SELECTs of tables with periods read from runs r and end with a condition.
 */
function select({ table, part: { bucket, period }, organisations, rest }: TableRead): string {
  const ids = `any(array[${organisations(bucket).map(sqlText).join(', ')}]::text[])`;
  if (period === null) return `select * from (${snapshotSelect(table)}) published where org_id = ${ids}`;
  return (rest?.changed ?? [period])
    .map(
      (days) => `${snapshotSelect(table)} and r.org_id = ${ids}
    and r.executed_at >= '${daysOf(days).first} 00:00Z' and r.executed_at < '${endOf(days)}'`,
    )
    .join(' union all ');
}

/**
 * The COPY of what is read of a table's part.
 * @param leftOut ids of rows to leave out; if given, rows that are too long are left out too
 */
function copyOut(read: TableRead, leftOut?: string[]): string {
  const { table } = read;
  const [, idColumn] = Object.keys(PARTED[table].columns);
  const condition =
    leftOut &&
    `where ${fits(table)} and ${idColumn} <> all(array[${leftOut.map(sqlText).join(', ')}]::text[])`;
  return `copy (select * from (${select(read)}) rows ${condition ?? ''}) to stdout (format csv, null '${NULL}')`;
}

/** An SQL condition: the row's line is short enough for DuckDB. */
function fits(table: PartedTable): string {
  const texts = Object.entries(PARTED[table].columns).filter(([, type]) => type === 'VARCHAR');
  return `(${texts.map(([name]) => `coalesce(octet_length(${name}), 0)`).join(' + ')} <= ${MAX_ROW_BYTES})`;
}
