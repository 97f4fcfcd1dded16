import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  DuckDBBlobValue,
  DuckDBBlobVector,
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBValue,
  type DuckDBVector,
} from '@duckdb/node-api';
import { ClientGone, unavailable } from '../base/errors.ts';
import { isInterrupted, isUnreadableFile } from './duckdb-errors.ts';
import { isSliceOver, nextSlice } from './loop-slices.ts';
import { newSpillFolder } from './spill.ts';
import { sqlText } from './sql-text.ts';
import { StatementScheduler, type Ticket, type Turn } from './statement-scheduler.ts';
import { lowerPoolThreads } from './thread-priority.ts';

/**
 * How many statements an engine runs at once, if each of the workers has an engine. A running statement occupies a
 * thread of libuv's pool, which the launcher makes larger than this to leave room for files and DNS. Several
 * connections with threads=1 have a higher throughput than sequential statements on two threads. There are at least
 * two, so that a large statement does not block small ones.
 */
export function statementsAtOnce(workers: number): number {
  const all = Math.max(3, availableParallelism() + 1);
  return Math.max(workers === 1 ? all : 2, Math.ceil(all / workers));
}

const STATEMENT_DEADLINE_MS = 20_000;
const INTERRUPT_AGAIN_MS = 100;
const MOST_PREPARED = 64;
/** Names of files in a statement: the alias of a serving file, or the path of a Parquet file. */
const FILE = /\bsnapshot_\d+\b|'(?:[^']|'')*\.parquet'/g;

interface Session {
  connection: DuckDBConnection;
  prepared: Map<string, DuckDBPreparedStatement>;
}

/** A session for several statements, one after the other. */
export interface HeldSession {
  readonly session: Session;
  /** Deadline of the last statement, by performance.now(). */
  readonly endsAt: number;
}

/** A statement. Without a ticket's fields it is small and counts for no organisation. */
export interface Statement extends Partial<Ticket> {
  sql: string;
  /** By name, or by number from $1. */
  parameters: Record<string, DuckDBValue> | DuckDBValue[];
  /** The session to run it in; by default it waits for a session. */
  held?: HeldSession | undefined;
  /** 20 s by default. */
  deadlineMs?: number;
}

/** An embedded DuckDB over the serving files of snapshots. Each is attached read-only under its own alias. */
export class Engine {
  readonly #instance: DuckDBInstance;
  readonly #control: DuckDBConnection;
  readonly #sessions: Session[];
  readonly #scheduler: StatementScheduler<Session>;
  readonly #spill: string;
  #aliases = 0;
  /** Statements under way. Closing DuckDB during a statement would leave its thread waiting for ever. */
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;
  /** Called with each file of a statement that failed to read one of them: the alias of a serving file, or a path. */
  onUnreadable: (name: string) => void = () => {};

  private constructor(
    instance: DuckDBInstance,
    control: DuckDBConnection,
    sessions: Session[],
    spill: string,
  ) {
    this.#instance = instance;
    this.#control = control;
    this.#sessions = sessions;
    this.#scheduler = new StatementScheduler(sessions);
    this.#spill = spill;
  }

  /**
   * @param folders where statements may read and write files, in addition to the engine's own spill folder
   * @param options.memoryMb limit for all statements together, in MB (10⁶ bytes)
   * @param options.statements how many may run at once
   */
  static async open(
    dataDir: string,
    folders: string[],
    { memoryMb, statements = statementsAtOnce(1) }: { memoryMb: number; statements?: number },
  ): Promise<Engine> {
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    const spill = newSpillFolder(dataDir);
    const instance = await DuckDBInstance.create(':memory:', {
      threads: '1',
      memory_limit: `${memoryMb}MB`,
      temp_directory: spill,
      allocator_background_threads: 'true',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    // The pool has its threads now.
    lowerPoolThreads();
    const control = await instance.connect();
    // Restricts statements to these folders. The order matters: the second setting locks the first.
    await control.run(`set allowed_directories = [${[...folders, spill].map(sqlText).join(', ')}]`);
    await control.run('set enable_external_access = false');
    await control.run('set lock_configuration = true');
    const sessions: Session[] = [];
    for (let at = 0; at < statements; at += 1)
      sessions.push({ connection: await instance.connect(), prepared: new Map() });
    return new Engine(instance, control, sessions, spill);
  }

  /**
   * Attaches a serving file under a fresh alias, because reusing an alias leaves a gap between detaching and attaching.
   * @param options.isNew makes the file, to be filled; it is complete once it is detached
   */
  async attach(path: string, { isNew = false }: { isNew?: boolean } = {}): Promise<string> {
    this.#aliases += 1;
    const alias = `snapshot_${this.#aliases}`;
    await this.#tracked(() =>
      this.#control.run(`attach ${sqlText(path)} as ${alias}${isNew ? '' : ' (read_only)'}`),
    );
    return alias;
  }

  /** Call it only when no statement uses the alias any more. */
  async detach(alias: string): Promise<void> {
    if (this.#isClosed) return; // detached by closing the engine
    for (const { prepared } of this.#sessions) {
      for (const [sql, statement] of prepared) {
        if (!sql.includes(`${alias}.`)) continue;
        statement.destroySync();
        prepared.delete(sql);
      }
    }
    await this.#tracked(() => this.#control.run(`detach ${alias}`));
  }

  /**
   * Runs several statements in one session, with one wait for the session. Together they have the deadline of one
   * statement. Statements of the work must be given the held session: others would wait for a second session, perhaps
   * for ever.
   * @throws as StatementScheduler.run
   */
  hold<T>(ticket: Ticket, work: (held: HeldSession) => Promise<T>): Promise<T> {
    return this.#scheduler.run(ticket, (session) =>
      work({ session, endsAt: performance.now() + STATEMENT_DEADLINE_MS }),
    );
  }

  /** Runs work of several reports after one wait: see StatementScheduler.turn. */
  turn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    return this.#scheduler.turn(turn, work);
  }

  /** The bytes of a statement's single BLOB. */
  async blob(statement: Statement): Promise<Uint8Array> {
    return this.#withSession(statement, async (session) => {
      const prepared = await this.#prepare(session, statement.sql);
      prepared.bind(statement.parameters);
      const value = await onlyValue(await prepared.run());
      return (value as DuckDBBlobValue).bytes;
    });
  }

  /** A few rows of a statement, as objects. */
  async rows(statement: Statement): Promise<Record<string, DuckDBValue>[]> {
    return this.#withSession(statement, async (session) => {
      const prepared = await this.#prepare(session, statement.sql);
      prepared.bind(statement.parameters);
      return rowsOf(await prepared.run());
    });
  }

  /**
   * Calls back with the column values of a statement, some thousand rows at a time, and yields to the event loop in
   * between.
   */
  async chunks(statement: Statement, take: (columns: DuckDBValue[][]) => void): Promise<void> {
    await this.#withSession(statement, async (session) => {
      const prepared = await this.#prepare(session, statement.sql);
      prepared.bind(statement.parameters);
      const result = await prepared.run();
      for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk())
        take(chunk.getColumns());
    });
  }

  /** The single number that a statement returns; for a COPY the number of rows written. */
  async number(statement: Statement): Promise<number> {
    return this.#withSession(statement, async ({ connection }) =>
      Number(await onlyValue(await connection.run(statement.sql, statement.parameters))),
    );
  }

  /** Runs a statement that changes an attached file. */
  async execute({
    parameters = {},
    ...statement
  }: Omit<Statement, 'parameters'> & Partial<Statement>): Promise<void> {
    await this.#withSession({ ...statement, parameters }, ({ connection }) =>
      connection.run(statement.sql, parameters),
    );
  }

  /** The rows of a SELECT as the bytes of a file. @param format options of COPY, such as `format parquet` */
  async file(select: Statement, format: string): Promise<Buffer> {
    const { file } = await this.openFile(select, format);
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  }

  /** The same as an open file without a name, which is gone when it is closed, and how many rows it has. */
  async openFile(select: Statement, format: string): Promise<{ file: FileHandle; rows: number }> {
    const path = await this.#temporaryFile();
    try {
      const copy = `copy (${select.sql}) to ${sqlText(path)} (${format})`;
      const rows = await this.number({ ...select, sql: copy });
      return { file: await open(path), rows };
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Calls back with the path of a file that statements can read, and removes the file afterwards. */
  async withFile<T>(content: string, work: (path: string) => Promise<T>): Promise<T> {
    const path = await this.#temporaryFile();
    try {
      await writeFile(path, content, { mode: 0o600 });
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Calls back with an empty folder where statements may read and write, and removes it afterwards. */
  async withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await this.#temporaryFile();
    try {
      await mkdir(folder, { mode: 0o700 });
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Statements that wait for a connection now, and those refused so far because the queue was too long. */
  load(): { waiting: number; refused: number } {
    return this.#scheduler.load();
  }

  /** Interrupts running statements, and closes DuckDB when they have ended. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const { connection } of this.#sessions) connection.interrupt();
    await Promise.allSettled(this.#running);
    for (const { connection } of this.#sessions) connection.closeSync();
    this.#control.closeSync();
    this.#instance.closeSync();
    rmSync(this.#spill, { recursive: true, force: true });
  }

  /** @throws Error if the engine is closed */
  async #tracked<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error('The engine is closed.');
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** A unique path in a folder where statements may read and write. */
  async #temporaryFile(): Promise<string> {
    await mkdir(this.#spill, { recursive: true, mode: 0o700 });
    return join(this.#spill, randomUUID());
  }

  async #prepare({ connection, prepared }: Session, sql: string): Promise<DuckDBPreparedStatement> {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = await connection.prepare(sql);
    if (prepared.size >= MOST_PREPARED) {
      const [oldest] = prepared.keys();
      prepared.get(oldest as string)?.destroySync();
      prepared.delete(oldest as string);
    }
    prepared.set(sql, statement);
    return statement;
  }

  /** A connection runs one statement at a time: a second one would silently cut off the rows of the first. */
  #withSession<T>(statement: Statement, work: (session: Session) => Promise<T>): Promise<T> {
    const { held, signal, class: statementClass = 'small', orgId = '', urgency } = statement;
    if (held) return this.#run(statement, held.session, work);
    return this.#scheduler.run({ class: statementClass, orgId, signal, urgency }, (session) =>
      this.#run(statement, session, work),
    );
  }

  async #run<T>(
    { sql, signal, held, deadlineMs = STATEMENT_DEADLINE_MS }: Statement,
    session: Session,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    let isOver = false;
    let again: NodeJS.Timeout | undefined;
    const interrupt = () => {
      if (isOver) return;
      session.connection.interrupt();
      // A statement that is still prepared, or just begins, does not notice the first time.
      again = setTimeout(interrupt, INTERRUPT_AGAIN_MS);
    };
    const leftMs = held ? held.endsAt - performance.now() : deadlineMs;
    const deadline = setTimeout(interrupt, leftMs);
    signal?.addEventListener('abort', interrupt);
    try {
      signal?.throwIfAborted();
      if (leftMs <= 0) throw unavailable('The report took too long.');
      return await this.#tracked(() => work(session));
    } catch (error) {
      if (signal?.aborted) throw new ClientGone(error);
      if (isInterrupted(error)) throw unavailable('The report took too long.', error);
      const names = new Set(sql.match(FILE)?.map((name) => name.replace(/^'|'$/g, '').replaceAll("''", "'")));
      if (names.size === 0 || !isUnreadableFile(error)) throw error;
      for (const name of names) this.onUnreadable(name);
      throw unavailable('The snapshot is being made again. Try again shortly.', error);
    } finally {
      isOver = true;
      clearTimeout(deadline);
      clearTimeout(again);
      signal?.removeEventListener('abort', interrupt);
    }
  }
}

/** Rows as from getRowObjects(), in slices. BLOBs keep their bytes, which getRowObjects() would copy again. */
async function rowsOf(result: DuckDBResult): Promise<Record<string, DuckDBValue>[]> {
  const names = result.deduplicatedColumnNames();
  const rows: Record<string, DuckDBValue>[] = [];
  for (const chunk of await result.fetchAllChunks()) {
    const columns = names.map((name, at) => [name, chunk.getColumnVector(at)] as const);
    for (let row = 0; row < chunk.rowCount; row += 1) {
      const values = columns.map(([name, column]) => [name, valueAt(column, row)] as const);
      rows.push(Object.fromEntries(values));
      const isLong = row % ROWS_A_LOOK === ROWS_A_LOOK - 1 || values.some(isBlob);
      if (isLong && isSliceOver()) await nextSlice();
    }
  }
  return rows;
}

/** Check the clock after this many rows without BLOBs. */
const ROWS_A_LOOK = 8;

function isBlob([, value]: readonly [string, DuckDBValue]): boolean {
  return value instanceof DuckDBBlobValue;
}

function valueAt(column: DuckDBVector, row: number): DuckDBValue {
  if (!(column instanceof DuckDBBlobVector)) return column.getItem(row) as DuckDBValue;
  const bytes = column.getItemBytes(row);
  // Bytes stored inline share the vector's memory, so they are copied.
  return bytes && new DuckDBBlobValue(bytes.byteLength > INLINE_BYTES ? bytes : Uint8Array.from(bytes));
}
/** A longer text or BLOB has its own memory in DuckDB. */
const INLINE_BYTES = 12;

/** The value of a result of one row and one column. @throws Error if the result is empty */
async function onlyValue(result: DuckDBResult): Promise<DuckDBValue> {
  const [row] = await result.getRows();
  const [value] = row ?? [];
  if (value === undefined) throw new Error('The statement gave no value.');
  return value;
}
