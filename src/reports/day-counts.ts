import type { OrgId } from '../base/ids.ts';
import type { Db, Tx } from '../db/client.ts';
import type { Engine } from '../engine/engine.ts';
import { ROOT_BUCKETS } from '../snapshots/buckets.ts';
import type { Catalog } from '../snapshots/serve/catalog.ts';
import { ReportSql } from './report-sql.ts';

/** SQL parameters of the counts, in addition to $org. */
export interface DayCountParameters {
  brand: string;
  /** null: all. */
  platform: string | null;
  /** null: the brand itself. */
  competitor: string | null;
  /** First and last day, YYYY-MM-DD, UTC. */
  start: string;
  end: string;
}

/** Rows by day and kind of count; the files in sql/alerts define their fields. Days are YYYY-MM-DD, UTC. */
export type DayCountRows = {
  runs: {
    /** Its text. */
    prompt: string;
    day: string;
    runs: number;
    named: number;
    scored: number;
    /** Hundredths. */
    sentimentSum: number;
    /** Number of scores by each reader. */
    LEXICON: number;
    MODEL: number;
    SENT: number;
    PERSON: number;
  };
  mentions: { day: string; mentions: number };
  names: {
    platform: string;
    day: string;
    /** The competitor's; empty: the brand itself. */
    id: string;
    /** The platform's runs on this day. */
    runs: number;
    named: number;
  };
};
export type DayCount = keyof DayCountRows;

const SQL: { [M in DayCount]: ReportSql<DayCountRows[M]> } = {
  runs: ReportSql.load('alerts/runs', [
    'prompt',
    'day',
    'runs',
    'named',
    'scored',
    'sentimentSum',
    'LEXICON',
    'MODEL',
    'SENT',
    'PERSON',
  ]),
  mentions: ReportSql.load('alerts/mentions', ['day', 'mentions']),
  names: ReportSql.load('alerts/names', ['platform', 'day', 'id', 'runs', 'named']),
};
const JSON_SQL: { [M in DayCount]: ReportSql<object> } = {
  runs: jsonOf(SQL.runs),
  mentions: jsonOf(SQL.mentions),
  names: jsonOf(SQL.names),
};

/** A state of the data. Comparing two of them shows what changed. */
export interface DataVersion {
  /** Grows with time. */
  id: string;
  /** When the data was last known to be complete. */
  asOf: Date;
  /** For each bucket of organisations, a hash of their data. */
  contents: ReadonlyMap<string, string>;
}

/** One version of an organisation's data, valid while the work on it runs. */
export interface CountedData {
  /** Id of the snapshot; `live` for Postgres itself. */
  snapshotId: string;
  versionId: string;
  /** Hash of the data in the organisation's bucket. */
  content: string;
  asOf: Date;
  rows<M extends DayCount>(kind: M, parameters: DayCountParameters): Promise<DayCountRows[M][]>;
}

/** Counts behind alerts and breaks. Like reports, they use the same SQL on both engines. */
export interface DayCounts {
  /** null before the first snapshot. */
  version(): DataVersion | null;
  /** @throws AppError unavailable before the first snapshot */
  on<T>(orgId: OrgId, work: (data: CountedData) => Promise<T>): Promise<T>;
}

/** Counts from the snapshot. DuckDB itself converts the rows to JSON. */
export class SnapshotDayCounts implements DayCounts {
  readonly #engine: Engine;
  readonly #catalog: Catalog;

  constructor(engine: Engine, catalog: Catalog) {
    this.#engine = engine;
    this.#catalog = catalog;
  }

  version(): DataVersion | null {
    return this.#catalog.contents();
  }

  async on<T>(orgId: OrgId, work: (data: CountedData) => Promise<T>): Promise<T> {
    const version = this.version();
    const lease = await this.#catalog.lease(version?.id);
    try {
      const tables = await lease.tables(orgId);
      return await work({
        snapshotId: lease.id,
        versionId: lease.id,
        content: lease.content(orgId),
        asOf: lease.asOf,
        rows: async (kind, parameters) => {
          const statement = JSON_SQL[kind].duckdb(tables, { ...parameters, org: orgId });
          const bytes = await this.#engine.blob({ ...statement, class: 'small', orgId: '' });
          return SQL[kind].rows(JSON.parse(new TextDecoder().decode(bytes)));
        },
      });
    } finally {
      lease.release();
    }
  }
}

/** Wraps the SQL of a count so that DuckDB returns all rows as one BLOB of JSON: few objects for the event loop. */
function jsonOf(sql: ReportSql<object>): ReportSql<object> {
  return sql.wrap<{ json: unknown }>(
    (text) => `select encode(coalesce(cast(to_json(list(m)) as varchar), '[]')) as json from (${text}) m`,
    ['json'],
  );
}

/** Counts from Postgres itself, over views of the same names. */
export class LiveDayCounts implements DayCounts {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Postgres does not report what changed, so each minute counts as a new version. */
  version(): DataVersion {
    const asOf = new Date();
    const minute = asOf.toISOString().slice(0, 16).replace(/[-:]/g, '');
    return { id: minute, asOf, contents: new Map(ROOT_BUCKETS.map((bucket) => [bucket, minute])) };
  }

  async on<T>(orgId: OrgId, work: (data: CountedData) => Promise<T>): Promise<T> {
    const { id, asOf } = this.version();
    return work({
      snapshotId: 'live',
      versionId: id,
      content: id,
      asOf,
      rows: async (kind, values) => {
        const { sql, parameters } = SQL[kind].postgres({ ...values, org: orgId });
        return SQL[kind].rows(await readLive(this.#db, orgId, (tx) => tx.unsafe(sql, parameters)));
      },
    });
  }
}

/**
 * A transaction that reads one state of an organisation's data from Postgres itself.
 *
 * Without nested loops: until the next ANALYZE the statistics do not know a new organisation, the planner expects one
 * row of it, and a join of 4,000 answers by a nested loop took over 18 s where a hash join takes .03 s.
 */
export function readLive<T>(db: Db, orgId: OrgId, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.tenant(orgId, async (tx) => {
    await tx.unsafe(
      'set transaction isolation level repeatable read, read only; set local enable_nestloop = off',
    );
    return work(tx);
  });
}
