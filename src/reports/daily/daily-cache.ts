import { LRUCache } from 'lru-cache';
import type { OrgId } from '../../base/ids.ts';
import type { Engine, Statement } from '../../engine/engine.ts';
import type { SnapshotTables } from '../../snapshots/serving/snapshot-tables.ts';
import { RUN_SUMS } from '../means.ts';
import { ReportSql } from '../report-sql.ts';
import { DailySums, type SeriesRow } from './daily-sums.ts';

/** An organisation with more is left to the engine: one does not push all others out. */
const MOST_ROWS = 200_000;

const SERIES = ReportSql.of<SeriesRow>(
  'series of days',
  `select b.id, b.name, b.archived, s.platform, cast(coalesce(s.days, 0) as integer) as days
   from snapshot.brands b
   left join (select brand_id, platform, count(*) as days from snapshot.daily where org_id = $org group by all) s
     on s.brand_id = b.id
   where b.org_id = $org
   order by b.id, s.platform`,
  ['id', 'name', 'archived', 'platform', 'days'],
);
/** In the order of the series. Sums as numbers of JavaScript, which the running totals are. */
const ROWS = ReportSql.of<Record<'day' | (typeof RUN_SUMS)[number], number>>(
  'sums of days',
  `select cast(d.day - date '1970-01-01' as integer) as day, ${RUN_SUMS.map((sum) => `cast(d.${sum} as double) as ${sum}`).join(', ')}
   from snapshot.daily d
   where d.org_id = $org and d.brand_id in (select id from snapshot.brands where org_id = $org)
   order by d.brand_id, d.platform, d.day`,
  ['day', ...RUN_SUMS],
);

/** Contents of which it is known that they were asked about. */
const ASKED_KEPT = 10_000;

/** Where an organisation's sums are read from. */
interface Source {
  orgId: OrgId;
  tables: SnapshotTables;
}

/**
 * The sums by day of organisations that were asked about lately. DuckDB plans a statement anew each time, which takes
 * longer than reading the few rows of most organisations: so these are read once, and summed here for each range. Not at
 * the first question about a snapshot's content: reading all days took 14 ms where the engine alone takes 4 to 5 (median of 60
 * organisations of 2 million runs), and from then on 1.5.
 */
export class DailyCache {
  readonly #sums: LRUCache<string, DailySums | 'too many', Source>;
  readonly #asked = new LRUCache<string, true>({ max: ASKED_KEPT });

  constructor(engine: Engine, maxBytes: number) {
    this.#sums = new LRUCache<string, DailySums | 'too many', Source>({
      maxSize: maxBytes,
      sizeCalculation: (sums, key) => (sums === 'too many' ? 0 : sums.bytes) + 2 * key.length + 200,
      fetchMethod: (_key, _stale, { context }) => read(engine, context),
    });
  }

  /**
   * @param content stands for the files that the tables are read from
   * @returns null where the engine is to be asked
   */
  async get(content: string, source: Source): Promise<DailySums | null> {
    const key = `${content} ${source.orgId}`;
    if (!this.#sums.has(key) && !this.#asked.has(key)) {
      this.#asked.set(key, true);
      return null;
    }
    const sums = await this.#sums.fetch(key, { context: source });
    return sums === undefined || sums === 'too many' ? null : sums;
  }
}

async function read(engine: Engine, { orgId, tables }: Source): Promise<DailySums | 'too many'> {
  const statement = (sql: ReportSql<object>): Statement => ({
    ...sql.duckdb(tables, { org: orgId }),
    class: 'small',
    orgId,
  });
  const series = SERIES.rows(await engine.rows(statement(SERIES)));
  if (series.reduce((sum, { days }) => sum + days, 0) > MOST_ROWS) return 'too many';
  const columns = Array.from({ length: 1 + RUN_SUMS.length }, (): number[] => []);
  await engine.chunks(statement(ROWS), (values) =>
    columns.forEach((column, at) => {
      for (const value of values[at] as number[]) column.push(value);
    }),
  );
  return new DailySums(series, columns);
}
