import { firstAndLast } from '../../base/days.ts';
import type { Engine } from '../../engine/engine.ts';
import { byBytes, RUN_SUMS } from '../means.ts';
import { ReportSql } from '../report-sql.ts';
import { createStatement, readNumbers, type Source } from './row-cache.ts';

/** A brand with its series of days. */
export interface SummedBrand {
  id: string;
  name: string;
  archived: boolean;
  series: readonly Series[];
}

/** The days of one brand on one platform: rows `from` (inclusive) to `to` (exclusive), by day. */
export interface Series {
  platform: string;
  from: number;
  to: number;
}

/** A series as stored in the snapshot. A brand without a run has one without a platform. */
export interface SeriesRow {
  id: string;
  name: string;
  archived: boolean;
  platform: string | null;
  days: number;
}

/** With more rows, the engine answers: one organisation must not evict all others. */
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
/** In the order of the series. Sums are JavaScript numbers, like the running totals. */
const ROWS = ReportSql.of<Record<'day' | (typeof RUN_SUMS)[number], number>>(
  'sums of days',
  `select cast(d.day - date '1970-01-01' as integer) as day, ${RUN_SUMS.map((sum) => `cast(d.${sum} as double) as ${sum}`).join(', ')}
   from snapshot.daily d
   where d.org_id = $org and d.brand_id in (select id from snapshot.brands where org_id = $org)
   order by d.brand_id, d.platform, d.day`,
  ['day', ...RUN_SUMS],
);

/** Number of sums per row: RUN_SUMS, in their order. */
export const SUMS = RUN_SUMS.length;
/** Bytes of a row, and roughly of a brand or series. */
const ROW_BYTES = 4 + 8 * SUMS;
const ENTRY_BYTES = 200;

/**
 * The sums of an organisation's runs by brand, platform and day. They are running totals, so the sums of a series over
 * any range of days are one subtraction.
 */
export class DailySums {
  /** By name and id. */
  readonly brands: readonly SummedBrand[];
  readonly bytes: number;
  /** First and last day of all data. Without data, the first is after the last. */
  readonly first: number;
  readonly last: number;
  /** Days since 1970, by row. */
  readonly #days: Int32Array;
  /** Totals of all rows before each row, SUMS values each. */
  readonly #before: Float64Array;

  /**
   * @param series by brand and platform
   * @param columns the day and the sums of the rows of all series, in the same order; by day within a series
   */
  constructor(series: readonly SeriesRow[], [days, ...sums]: readonly (readonly number[])[]) {
    this.#days = Int32Array.from(days ?? []);
    const rows = this.#days.length;
    this.#before = new Float64Array((rows + 1) * SUMS);
    sums.forEach((values, sum) => {
      for (let row = 0; row < rows; row += 1)
        this.#before[(row + 1) * SUMS + sum] =
          (this.#before[row * SUMS + sum] as number) + (values[row] as number);
    });
    this.brands = brandsOf(series);
    this.bytes = rows * ROW_BYTES + series.length * ENTRY_BYTES;
    [this.first, this.last] = firstAndLast(this.#days);
  }

  /**
   * The first row of a series, at or after row `from`, whose day is at or after `day`; the end of the series if none
   * is.
   */
  rowAt({ to }: Series, day: number, from: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#days[middle] as number) < day) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Adds the sums of a range of rows to `sums`, starting at `row`. */
  add(from: number, to: number, sums: Float64Array, row: number): void {
    for (let sum = 0; sum < SUMS; sum += 1)
      (sums[row + sum] as number) +=
        (this.#before[to * SUMS + sum] as number) - (this.#before[from * SUMS + sum] as number);
  }
}

function brandsOf(rows: readonly SeriesRow[]): SummedBrand[] {
  const brands = new Map<string, SummedBrand & { series: Series[] }>();
  let from = 0;
  for (const { id, name, archived, platform, days } of rows) {
    const brand = brands.get(id) ?? { id, name, archived, series: [] };
    brands.set(id, brand);
    if (platform !== null) brand.series.push({ platform, from, to: from + days });
    from += days;
  }
  return [...brands.values()].sort((a, b) => byBytes(a.name, b.name) || byBytes(a.id, b.id));
}

/** @returns null if there are too many */
export async function readDailySums(engine: Engine, source: Source): Promise<DailySums | null> {
  const series = SERIES.rows(await engine.rows(createStatement(source, SERIES)));
  if (series.reduce((sum, { days }) => sum + days, 0) > MOST_ROWS) return null;
  return new DailySums(series, await readNumbers(engine, createStatement(source, ROWS), 1 + SUMS));
}
