import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
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
import { FairScheduler, type Ticket } from './fair-scheduler.ts';
import { isSliceOver, nextSlice } from './loop-slices.ts';
import { newSpillFolder } from './spill.ts';
import { sqlText } from './sql-text.ts';

/**
 * How many statements an engine runs at once, where each of so many workers has an engine. A statement takes a thread
 * of libuv's pool while it runs (the launcher makes the pool larger than this, for files and DNS); several connections
 * with threads=1 carry more than one statement after the other on two threads. At least two, so that a large statement
 * does not keep small ones waiting.
 */
export function statementsAtOnce(workers: number): number {
  const all = Math.max(3, availableParallelism() + 1);
  return Math.max(workers === 1 ? all : 2, Math.ceil(all / workers));
}

const STATEMENT_DEADLINE_MS = 20_000;
const PREPARED_KEPT = 64;
/** What names a file in a statement: the alias of a serving file, or the path of a Parquet file. */
const FILE = /\bsnapshot_\d+\b|'(?:[^']|'')*\.parquet'/g;

interface Session {
  connection: DuckDBConnection;
  prepared: Map<string, DuckDBPreparedStatement>;
}

/** A session that several statements use, one after the other. */
export interface HeldSession {
  readonly session: Session;
  /** When the last of them is to have ended, by performance.now(). */
  readonly endsAt: number;
}

/** A statement; without a ticket's fields it is small and counts for no organisation. */
export interface Statement extends Partial<Ticket> {
  sql: string;
  parameters: Record<string, DuckDBValue>;
  /** The session to run it in; without one it waits for its own. */
  held?: HeldSession | undefined;
  /** 20 s by default. */
  deadlineMs?: number;
}

/**
 * An embedded DuckDB over the serving files of snapshots, which are attached read-only, each under an alias of its own.
 */
export class Engine {
  readonly #instance: DuckDBInstance;
  readonly #control: DuckDBConnection;
  readonly #sessions: Session[];
  readonly #scheduler: FairScheduler<Session>;
  readonly #spill: string;
  #aliases = 0;
  /** Statements under way: DuckDB must not be closed under them, or a thread of theirs waits for ever. */
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;
  /** Called with each file of a statement that could not read one of them: the alias of a serving file, or a path. */
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
    this.#scheduler = new FairScheduler(sessions);
    this.#spill = spill;
  }

  /**
   * @param folders where statements may read and write files, beside the engine's own folder for spilling
   * @param options.memoryMb limit for all statements together, in MiB
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
    const control = await instance.connect();
    // Statements may reach these folders and nothing else. The order matters: the second setting forbids the first.
    await control.run(`set allowed_directories = [${[...folders, spill].map(sqlText).join(', ')}]`);
    await control.run('set enable_external_access = false');
    await control.run('set lock_configuration = true');
    const sessions: Session[] = [];
    for (let at = 0; at < statements; at += 1)
      sessions.push({ connection: await instance.connect(), prepared: new Map() });
    return new Engine(instance, control, sessions, spill);
  }

  /**
   * Attaches a serving file under a fresh alias: detaching and attaching one alias leaves a hole.
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

  /** Only to be called when no statement uses the alias any more. */
  async detach(alias: string): Promise<void> {
    if (this.#isClosed) return; // closed with the engine
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
   * Has work run several statements in one session, for which it waits once. All of them together have the time of one
   * statement. Statements of the work that are not told to use the session would wait for another one, perhaps for
   * ever.
   * @throws as FairScheduler.run
   */
  hold<T>(ticket: Ticket, work: (held: HeldSession) => Promise<T>): Promise<T> {
    return this.#scheduler.run(ticket, (session) =>
      work({ session, endsAt: performance.now() + STATEMENT_DEADLINE_MS }),
    );
  }

  /** The bytes of the one BLOB that a statement gives. */
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

  /** Calls back with the values of a statement's columns, some thousand rows at a time: others get the loop between. */
  async chunks(statement: Statement, take: (columns: DuckDBValue[][]) => void): Promise<void> {
    await this.#withSession(statement, async (session) => {
      const prepared = await this.#prepare(session, statement.sql);
      prepared.bind(statement.parameters);
      const result = await prepared.run();
      for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk())
        take(chunk.getColumns());
    });
  }

  /** The one number that a statement gives; a COPY gives how many rows it wrote. */
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
    const path = await this.#temporaryFile();
    try {
      await this.number({ ...select, sql: `copy (${select.sql}) to ${sqlText(path)} (${format})` });
      return await readFile(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Calls back with the path of a file that statements can read, and removes it after that. */
  async withFile<T>(content: string, work: (path: string) => Promise<T>): Promise<T> {
    const path = await this.#temporaryFile();
    try {
      await writeFile(path, content, { mode: 0o600 });
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Statements that wait for a connection now, and those refused so far because too many did. */
  load(): { waiting: number; refused: number } {
    return this.#scheduler.load();
  }

  /** Interrupts what is under way, and closes DuckDB when it has ended. */
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

  /** @throws Error where the engine is closed */
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

  /** A path that nothing else has, in a folder where statements may read and write. */
  async #temporaryFile(): Promise<string> {
    await mkdir(this.#spill, { recursive: true, mode: 0o700 });
    return join(this.#spill, randomUUID());
  }

  async #prepare({ connection, prepared }: Session, sql: string): Promise<DuckDBPreparedStatement> {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = await connection.prepare(sql);
    if (prepared.size >= PREPARED_KEPT) {
      const [oldest] = prepared.keys();
      prepared.get(oldest as string)?.destroySync();
      prepared.delete(oldest as string);
    }
    prepared.set(sql, statement);
    return statement;
  }

  /** A connection runs one statement at a time: a second one would silently cut off the first one's rows. */
  #withSession<T>(statement: Statement, work: (session: Session) => Promise<T>): Promise<T> {
    const { held, signal, class: statementClass = 'small', orgId = '' } = statement;
    if (held) return this.#run(statement, held.session, work);
    return this.#scheduler.run({ class: statementClass, orgId, signal }, (session) =>
      this.#run(statement, session, work),
    );
  }

  async #run<T>(
    { sql, signal, held, deadlineMs = STATEMENT_DEADLINE_MS }: Statement,
    session: Session,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    let isOver = false;
    const interrupt = () => {
      if (!isOver) session.connection.interrupt();
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
      signal?.removeEventListener('abort', interrupt);
    }
  }
}

/**
 * Rows as getRowObjects() gives them, in slices, and with the bytes of a BLOB as they come: it copies them once more.
 */
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

/** Rows without bytes after which the clock is looked at. */
const ROWS_A_LOOK = 8;

function isBlob([, value]: readonly [string, DuckDBValue]): boolean {
  return value instanceof DuckDBBlobValue;
}

function valueAt(column: DuckDBVector, row: number): DuckDBValue {
  if (!(column instanceof DuckDBBlobVector)) return column.getItem(row) as DuckDBValue;
  const bytes = column.getItemBytes(row);
  // Bytes that stand in the vector itself go with it.
  return bytes && new DuckDBBlobValue(bytes.byteLength > INLINE_BYTES ? bytes : Uint8Array.from(bytes));
}
/** A longer text or BLOB of DuckDB has memory of its own. */
const INLINE_BYTES = 12;

/** The value of a result of one row and one column. @throws Error where it is empty */
async function onlyValue(result: DuckDBResult): Promise<DuckDBValue> {
  const [row] = await result.getRows();
  const [value] = row ?? [];
  if (value === undefined) throw new Error('The statement gave no value.');
  return value;
}
