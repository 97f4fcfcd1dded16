import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBValue,
} from '@duckdb/node-api';
import { ClientGone, unavailable } from '../base/errors.ts';
import { FairScheduler, type Ticket } from './fair-scheduler.ts';
import { newSpillFolder } from './spill.ts';
import { sqlText } from './sql-text.ts';

/**
 * Statements under way at once, of one of so many threads. Each takes a thread of libuv's pool (which the
 * launcher makes larger than this, for files and DNS) while it runs; threads=1 and several connections carry
 * more than one statement after the other on two threads. At least two, so that a large one leaves room.
 */
export function statementsAtOnce(workers: number): number {
  const all = Math.max(3, availableParallelism() + 1);
  return Math.max(workers === 1 ? all : 2, Math.ceil(all / workers));
}

const STATEMENT_DEADLINE_MS = 20_000;
const PREPARED_KEPT = 64;

interface Session {
  connection: DuckDBConnection;
  prepared: Map<string, DuckDBPreparedStatement>;
}

/** A statement; without more, a small one of our own. */
export interface Statement extends Partial<Ticket> {
  sql: string;
  parameters: Record<string, DuckDBValue>;
  /** 20 s unless told otherwise. */
  deadlineMs?: number;
}

/** Whether a statement failed by what it read: a block whose sum is wrong, a file that ends too soon. */
function isUnreadable(error: unknown): boolean {
  return /Corrupt database file|Could not read/i.test((error as Error).message);
}

/** An embedded DuckDB over the serving files of snapshots, which are attached read-only, each under an alias of its own. */
export class Engine {
  readonly #instance: DuckDBInstance;
  readonly #control: DuckDBConnection;
  readonly #sessions: Session[];
  readonly #turns: FairScheduler<Session>;
  readonly #spill: string;
  #aliases = 0;
  /** Told of a serving file that a statement could not read. */
  onUnreadable: (alias: string) => void = () => {};

  private constructor(
    instance: DuckDBInstance,
    control: DuckDBConnection,
    sessions: Session[],
    spill: string,
  ) {
    this.#instance = instance;
    this.#control = control;
    this.#sessions = sessions;
    this.#turns = new FairScheduler(sessions);
    this.#spill = spill;
  }

  /**
   * @param folders where statements may read and write files, beside its own for spilling
   * @param options.memoryMb of all statements together, in MiB
   * @param options.statements under way at once, at most
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
    // The statements may reach these and nothing else. In this order: the second forbids the first.
    await control.run(`set allowed_directories = [${[...folders, spill].map(sqlText).join(', ')}]`);
    await control.run('set enable_external_access = false');
    await control.run('set lock_configuration = true');
    const sessions: Session[] = [];
    for (let at = 0; at < statements; at += 1)
      sessions.push({ connection: await instance.connect(), prepared: new Map() });
    return new Engine(instance, control, sessions, spill);
  }

  /** Attaches a serving file under a fresh alias: detaching and attaching one alias leaves a hole. */
  async attach(path: string): Promise<string> {
    this.#aliases += 1;
    const alias = `snapshot_${this.#aliases}`;
    await this.#control.run(`attach ${sqlText(path)} as ${alias} (read_only)`);
    return alias;
  }

  /** To be called when no statement uses the alias any more. */
  async detach(alias: string): Promise<void> {
    for (const { prepared } of this.#sessions) {
      for (const [sql, statement] of prepared) {
        if (!sql.includes(`${alias}.`)) continue;
        statement.destroySync();
        prepared.delete(sql);
      }
    }
    await this.#control.run(`detach ${alias}`);
  }

  /** The bytes of a statement that gives one BLOB. */
  async blob(statement: Statement): Promise<Uint8Array> {
    return this.#withSession(statement, async (session) => {
      const prepared = await this.#prepare(session, statement.sql);
      prepared.bind(statement.parameters);
      const result = await prepared.run();
      const [[value] = []] = await result.getRows();
      return (value as { bytes: Uint8Array }).bytes;
    });
  }

  /** A few rows of a statement, as objects. */
  async rows(statement: Statement): Promise<Record<string, DuckDBValue>[]> {
    return this.#withSession(statement, async (session) => {
      const prepared = await this.#prepare(session, statement.sql);
      prepared.bind(statement.parameters);
      return (await prepared.run()).getRowObjects();
    });
  }

  /** The one number of a statement; of a COPY, the rows it wrote. */
  async number(statement: Statement): Promise<number> {
    return this.#withSession(statement, async ({ connection }) => {
      const result = await connection.run(statement.sql, statement.parameters);
      const [[value] = []] = await result.getRows();
      return Number(value);
    });
  }

  /** Names and DuckDB types of a statement's columns. They are known only once parameters have types, so it is run. */
  async columns(statement: Statement): Promise<{ name: string; type: string }[]> {
    return this.#withSession(statement, async ({ connection }) => {
      const result = await connection.run(statement.sql, statement.parameters);
      const types = result.columnTypes();
      return result.columnNames().map((name, at) => ({ name, type: String(types[at]) }));
    });
  }

  /** Statements that wait for a connection now, and those refused so far because too many did. */
  load(): { waiting: number; refused: number } {
    return this.#turns.load();
  }

  close(): void {
    for (const { connection } of this.#sessions) connection.closeSync();
    this.#control.closeSync();
    this.#instance.closeSync();
    rmSync(this.#spill, { recursive: true, force: true });
  }

  async #prepare({ connection, prepared }: Session, sql: string): Promise<DuckDBPreparedStatement> {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = await connection.prepare(sql);
    if (prepared.size >= PREPARED_KEPT) {
      const [oldest] = prepared;
      oldest?.[1].destroySync();
      if (oldest) prepared.delete(oldest[0]);
    }
    prepared.set(sql, statement);
    return statement;
  }

  /** One running statement a connection: a second one on it would cut the first one's rows in silence. */
  #withSession<T>(
    { sql, signal, deadlineMs = STATEMENT_DEADLINE_MS, class: room = 'small', orgId = '' }: Statement,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    return this.#turns.run({ class: room, orgId, signal }, async (session) => {
      let isOver = false;
      const interrupt = () => {
        if (!isOver) session.connection.interrupt();
      };
      const deadline = setTimeout(interrupt, deadlineMs);
      signal?.addEventListener('abort', interrupt);
      try {
        signal?.throwIfAborted();
        return await work(session);
      } catch (error) {
        if (signal?.aborted) throw new ClientGone(error);
        if (/INTERRUPT/i.test((error as Error).message))
          throw unavailable('The report took too long.', error);
        const [alias] = /\bsnapshot_\d+\b/.exec(sql) ?? [];
        if (alias === undefined || !isUnreadable(error)) throw error;
        this.onUnreadable(alias);
        throw unavailable('The snapshot is being made again. Try again shortly.', error);
      } finally {
        isOver = true;
        clearTimeout(deadline);
        signal?.removeEventListener('abort', interrupt);
      }
    });
  }
}
