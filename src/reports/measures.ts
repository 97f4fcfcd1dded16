import { readFileSync } from 'node:fs';
import type { OrgId } from '../base/ids.ts';
import type { Db } from '../db/client.ts';
import type { Engine } from '../engine/engine.ts';
import { BUCKETS, bucketOf } from '../snapshots/buckets.ts';
import type { Catalog } from '../snapshots/catalog.ts';
import { namedIn, positional } from './parameters.ts';

export const MEASURES = ['runs', 'mentions'] as const;
export type Measure = (typeof MEASURES)[number];

/** What the SQL of measures names besides $org. */
export interface MeasureParameters {
  brand: string;
  /** null: all. */
  platform: string | null;
  /** null: the brand itself. */
  competitor: string | null;
  /** First and last day, YYYY-MM-DD, UTC. */
  start: string;
  end: string;
}

/** The data there is now, to tell by what changed. */
export interface DataVersion {
  /** Grows with time. */
  id: string;
  /** When it was last known to be complete. */
  asOf: Date;
  /** By bucket of organisations, what stands for the content of their data. */
  contents: ReadonlyMap<string, string>;
}

/** One version of an organisation's data, for as long as the work on it takes. */
export interface MeasuredData {
  /** The snapshot's; `live` for Postgres itself. */
  snapshotId: string;
  versionId: string;
  content: string;
  asOf: Date;
  rows(measure: Measure, parameters: MeasureParameters): Promise<Record<string, string | number>[]>;
}

/** Counts behind alerts. The SQL is the same on every engine, as that of reports. */
export interface Measures {
  /** null before the first snapshot. */
  version(): DataVersion | null;
  /** @throws AppError unavailable before the first snapshot */
  on<T>(orgId: OrgId, work: (data: MeasuredData) => Promise<T>): Promise<T>;
}

const sqlTexts = new Map(
  MEASURES.map((measure) => [
    measure,
    readFileSync(new URL(`../../sql/alerts/${measure}.sql`, import.meta.url), 'utf8'),
  ]),
);

/** From the snapshot; the rows are made JSON inside DuckDB. */
export class SnapshotMeasures implements Measures {
  readonly #engine: Engine;
  readonly #catalog: Catalog;

  constructor(engine: Engine, catalog: Catalog) {
    this.#engine = engine;
    this.#catalog = catalog;
  }

  version(): DataVersion | null {
    return this.#catalog.contents();
  }

  async on<T>(orgId: OrgId, work: (data: MeasuredData) => Promise<T>): Promise<T> {
    const version = this.version();
    const lease = await this.#catalog.lease(version?.id);
    try {
      const bucket = bucketOf(orgId);
      const alias = await lease.alias(bucket);
      return await work({
        snapshotId: lease.id,
        versionId: lease.id,
        content: version?.contents.get(bucket) ?? '',
        asOf: lease.asOf,
        rows: async (measure, parameters) => {
          const sql = sqlTexts.get(measure) ?? '';
          const bytes = await this.#engine.blob({
            sql: `select encode(coalesce(cast(to_json(list(m)) as varchar), '[]')) from (${sql.replaceAll('snapshot.', `${alias}.`)}) m`,
            parameters: namedIn(sql, { ...parameters, org: orgId }),
            class: 'small',
            orgId: '',
          });
          return JSON.parse(new TextDecoder().decode(bytes));
        },
      });
    } finally {
      lease.release();
    }
  }
}

/** From Postgres itself, over views of the same names. */
export class LiveMeasures implements Measures {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** There is no telling what changed without looking: a minute is a version. */
  version(): DataVersion {
    const asOf = new Date();
    const minute = asOf.toISOString().slice(0, 16).replace(/[-:]/g, '');
    return { id: minute, asOf, contents: new Map(BUCKETS.map((bucket) => [bucket, minute])) };
  }

  async on<T>(orgId: OrgId, work: (data: MeasuredData) => Promise<T>): Promise<T> {
    const { id, asOf } = this.version();
    return work({
      snapshotId: 'live',
      versionId: id,
      content: id,
      asOf,
      rows: async (measure, parameters) => {
        const values: Record<string, string | null> = { ...parameters, org: orgId };
        const { sql, names } = positional(sqlTexts.get(measure) ?? '');
        const rows = await this.#db.tenant(orgId, (tx) =>
          tx.unsafe<Record<string, string | number>[]>(
            sql,
            names.map((name) => values[name] ?? null),
          ),
        );
        return [...rows];
      },
    });
  }
}
