import type { DuckDBValue } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';
import type { OrgId } from '../../base/ids.ts';
import type { Engine, Statement } from '../../engine/engine.ts';
import type { Urgency } from '../../engine/statement-scheduler.ts';
import type { SnapshotTables } from '../../snapshots/serve/snapshot-tables.ts';
import type { ReportSql, SqlValues } from '../report-sql.ts';

/** Number of contents that are remembered as requested once. */
const MOST_REQUESTED_KEYS = 10_000;

/** Memory of an entry in addition to its value and key. */
const ENTRY_BYTES = 300;

/** The source of an organisation's rows, and how soon reading it gets a session. */
export interface Source {
  orgId: OrgId;
  tables: SnapshotTables;
  urgency?: Urgency;
}

/** A statement over the rows of a source. @param more by default it is small */
export function createStatement(
  { orgId, tables, urgency }: Source,
  sql: ReportSql<object>,
  values: SqlValues = {},
  more: Partial<Statement> = {},
): Statement {
  return { class: 'small', ...sql.duckdb(tables, { org: orgId, ...values }), ...more, orgId, urgency };
}

/** The columns of a statement whose values are all numbers. */
export async function readNumbers(engine: Engine, statement: Statement, count: number): Promise<number[][]> {
  const columns = Array.from({ length: count }, (): number[] => []);
  await engine.chunks(statement, (chunk: DuckDBValue[][]) =>
    columns.forEach((column, at) => {
      for (const value of chunk[at] as number[]) column.push(value);
    }),
  );
  return columns;
}

interface Sized {
  bytes: number;
}
/** Stands for rows that are too many to cache, because each request would read them again. */
const TOO_MANY: Sized = { bytes: 0 };

/** Reads an organisation's rows; null if they are too many. */
type Read = () => Promise<Sized | null>;

/**
 * Rows of recently requested organisations, from which reports are rendered without a statement, in one budget of
 * memory: the least recently used goes first. DuckDB plans each statement anew, which takes longer than reading the few
 * rows of most organisations. The first request for a snapshot's content does not fill the cache: reading all days took
 * 14 ms, compared with 4 to 5 ms by the engine alone (median of 60 organisations of 2 million runs). Later requests
 * took 1.5 ms.
 */
export class RowCache {
  readonly #entries: LRUCache<string, Sized, Read>;
  readonly #requested = new LRUCache<string, true>({ max: MOST_REQUESTED_KEYS });
  readonly #isOff: boolean;

  /** @param maxBytes 0: nothing is cached, and the engine answers each request */
  constructor(maxBytes: number) {
    const maxSize = Math.max(1, Math.floor(maxBytes));
    this.#isOff = maxBytes === 0;
    const sizeOf = ({ bytes }: Sized, key: string) => bytes + 2 * key.length + ENTRY_BYTES;
    this.#entries = new LRUCache<string, Sized, Read>({
      maxSize,
      sizeCalculation: sizeOf,
      fetchMethod: async (key, _stale, { context: read }) => {
        const rows = await read();
        return rows && sizeOf(rows, key) <= maxSize ? rows : TOO_MANY;
      },
      // Callers that wait still need a result that is evicted while it is read.
      ignoreFetchAbort: true,
    });
  }

  /**
   * @param key of a kind of rows, an organisation and the content of its files
   * @param atOnce whether to fill the cache on the first request too
   * @returns null if the engine should answer
   */
  async read<Rows extends Sized>(
    key: string,
    read: () => Promise<Rows | null>,
    atOnce = false,
  ): Promise<Rows | null> {
    if (this.#isOff) return null;
    if (!atOnce && !this.#entries.has(key) && !this.#requested.has(key)) {
      this.#requested.set(key, true);
      return null;
    }
    const rows = await this.#entries.fetch(key, { context: read });
    return rows === undefined || rows === TOO_MANY ? null : (rows as Rows);
  }

  /** The value that `set` stored under a key, if it is still there. */
  get<Rows extends Sized>(key: string): Rows | undefined {
    return this.#entries.get(key) as Rows | undefined;
  }

  set(key: string, rows: Sized): void {
    this.#entries.set(key, rows);
  }
}
