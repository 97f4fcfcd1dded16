import type { FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClientGone, Overload } from '../../base/errors.ts';
import { isOutOfMemory } from '../../engine/duckdb-errors.ts';
import type { Engine, Statement } from '../../engine/engine.ts';
import type { SnapshotTables } from '../../snapshots/serve/snapshot-tables.ts';
import { invalid } from '../breakdown/request.ts';
import type { Pull, RowPosition } from '../changes/request.ts';
import { ReportSql, type SqlValues } from '../report-sql.ts';
import { DEFINITIONS, type ReportCall, sqlValues } from '../reports.ts';
import { LIST_PARTS } from '../rules.ts';
import { wireStruct } from '../wire.ts';

/** Rows of the first part, so that the first rows come soon. */
const FIRST_ROWS = 1_000;
const LEAST_ROWS = 100;
/**
 * Rows and bytes of a later part. Planning a statement takes as long as 3,000 rows: with parts of 16 MB, 1.6 million
 * rows took 1.13 times as long. A longer statement, of 70 ms now, would keep others waiting.
 */
const MOST_ROWS = 40_000;
const PART_BYTES = 24 << 20;
/** Tries of a statement that is refused because many wait: the client waits too, until its connection times out. */
const MOST_TRIES = 30;

const { columns: COLUMNS } = DEFINITIONS.reportMentions;
const ROWS = ReportSql.load<Record<string, unknown>>(
  'changes/mentionsOfDays',
  Object.keys(COLUMNS),
  LIST_PARTS,
);
/** Rendered lines are sorted, because sorting all columns takes longer. */
const LINES = ROWS.wrap<{ line: string }>(
  (sql) =>
    `select to_json(${wireStruct(COLUMNS)})::varchar as line from (${sql}) rows order by "discoveredAt" desc, id`,
  ['line'],
);
/** Lines as they are: what is JSON has no line feed. */
const AS_LINES = "format csv, header false, quote '', escape '', delimiter ''";
/** The time of a row. */
const TIME = ROWS.wrap<{ at: string }>(
  (sql) => `select cast("discoveredAt" as varchar) as at from (${sql}) rows where id = $rowid`,
  ['at'],
);
/** The last of some rows. */
const LAST = ROWS.wrap<RowPosition>(
  (sql) => `select cast("discoveredAt" as varchar) as at, id from (${sql}) rows
    order by "discoveredAt" desc, id limit 1 offset $limit - 1`,
  ['at', 'id'],
);
const COUNT = ROWS.wrap<{ total: bigint }>((sql) => `select count(*) as total from (${sql}) rows`, ['total']);
const UNBOUNDED = { aftertime: null, afterid: null, lasttime: null, lastid: null };

/** Days whose rows are read together; one day, unless the counts of days are unknown. */
export interface Section {
  start: string;
  end: string;
  rows: number;
}

/** The position where a stream goes on: at a section, or in it behind a row. */
export interface Position {
  section: number;
  after: RowPosition | null;
}

/** The result of one statement. */
export interface Part {
  /** Its lines; they are gone when it is closed. */
  file: FileHandle;
  next: Position | null;
}

/** Divides a stream into parts of about PART_BYTES. */
export class Parts {
  readonly #statements: StreamStatements;
  readonly #sections: readonly Section[];
  #rows = FIRST_ROWS;
  #mostRows = MOST_ROWS;

  constructor(statements: StreamStatements, sections: readonly Section[]) {
    this.#statements = statements;
    this.#sections = sections;
  }

  /** @returns null at the end */
  async at(position: Position): Promise<Part | null> {
    for (;;) {
      try {
        return await this.#at(position);
      } catch (error) {
        if (!isOutOfMemory(error) || this.#rows === LEAST_ROWS) throw error;
        // Long rows, or little memory for the engine.
        this.#rows = Math.max(LEAST_ROWS, Math.floor(this.#rows / 4));
        this.#mostRows = this.#rows;
      }
    }
  }

  async #at({ section: from, after }: Position): Promise<Part | null> {
    const first = this.#sections[from];
    if (!first) return null;
    if (after !== null || first.rows > this.#rows) return this.#within(first, from, after);
    let [next, rows] = [from + 1, first.rows];
    for (; next < this.#sections.length; next += 1) {
      const { rows: more } = this.#sections[next] as Section;
      if (rows + more > this.#rows) break;
      rows += more;
    }
    const { start } = this.#sections[next - 1] as Section;
    return this.#part({ start, end: first.end }, { section: next, after: null });
  }

  /** Some rows of a section. */
  async #within({ start, end }: Section, section: number, after: RowPosition | null): Promise<Part> {
    const limit = this.#rows;
    const behind = { start, end, aftertime: after?.at ?? null, afterid: after?.id ?? null };
    const [last = null] = await this.#statements.rows(LAST, { ...behind, limit });
    const values = { ...behind, lasttime: last?.at ?? null, lastid: last?.id ?? null };
    return this.#part(values, last ? { section, after: last } : { section: section + 1, after: null });
  }

  async #part(values: SqlValues, next: Position): Promise<Part> {
    const { file, rows } = await this.#statements.lines(values);
    const { size } = await file.stat();
    const fitting = Math.floor((PART_BYTES * rows) / Math.max(1, size));
    this.#rows = Math.max(LEAST_ROWS, Math.min(this.#mostRows, 2 * this.#rows, fitting));
    return { file, next };
  }
}

/** Runs the statements of one stream. */
export class StreamStatements {
  /** Whether the client has an answer already: a statement that is refused is then tried again. */
  isBegun = false;
  readonly #engine: Engine;
  readonly #call: ReportCall;
  readonly #tables: SnapshotTables;
  readonly #signal: AbortSignal;

  constructor(engine: Engine, call: ReportCall, tables: SnapshotTables, signal: AbortSignal) {
    this.#engine = engine;
    this.#call = call;
    this.#tables = tables;
    this.#signal = signal;
  }

  /** The row that a stream goes on behind; null: it begins. @throws AppError validation_error */
  async positionOf({ rows, stream }: Pull): Promise<RowPosition | null> {
    if (rows === 'end') throw new Error('A stream has no end to go on behind.');
    const id = stream?.afterId ?? null;
    if (id === null) return rows;
    const [found] = await this.rows(TIME, { rowid: id });
    if (!found)
      throw invalid('after is no row of this report on its snapshot. Send the days and brand of its answer.');
    return { at: found.at, id };
  }

  async count(): Promise<number> {
    const [found] = await this.rows(COUNT, {});
    return Number(found?.total);
  }

  rows<Row extends object>(sql: ReportSql<Row>, values: SqlValues): Promise<Row[]> {
    return this.#patiently(async () => sql.rows(await this.#engine.rows(this.#statement(sql, values))));
  }

  /** Rows as lines, in their order, and how many. */
  lines(values: SqlValues): Promise<{ file: FileHandle; rows: number }> {
    return this.#patiently(() => this.#engine.openFile(this.#statement(LINES, values), AS_LINES));
  }

  #statement(sql: ReportSql<object>, values: SqlValues): Statement {
    const { orgId } = this.#call;
    const all = { ...sqlValues(orgId, this.#call), ...UNBOUNDED, ...values };
    return { ...sql.duckdb(this.#tables, all), class: 'large', orgId, signal: this.#signal };
  }

  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Overload) || !this.isBegun || tries === MOST_TRIES) throw error;
        const pauseMs = 1_000 * Number(error.headers['Retry-After']);
        await sleep(pauseMs, undefined, { signal: this.#signal }).catch((cause) => {
          throw new ClientGone(cause);
        });
      }
    }
  }
}
