import { byBytes, RUN_SUMS } from '../means.ts';

/** A brand with its series of days. */
export interface SummedBrand {
  id: string;
  name: string;
  archived: boolean;
  series: readonly Series[];
}

/** The days of one brand on one platform: rows from `from` up to `to` (without it), by day. */
export interface Series {
  platform: string;
  from: number;
  to: number;
}

/** A series as the snapshot has it; a brand without a run has one without a platform. */
export interface SeriesRow {
  id: string;
  name: string;
  archived: boolean;
  platform: string | null;
  days: number;
}

/** Sums of a row: RUN_SUMS, in their order. */
export const SUMS = RUN_SUMS.length;
/** Bytes of a row, and about as many of a brand or series. */
const ROW_BYTES = 4 + 8 * SUMS;
const ENTRY_BYTES = 200;

/**
 * The sums of an organisation's runs by brand, platform and day. They are kept as running totals, so that the sums of a
 * series over any days are one difference, however many they are.
 */
export class DailySums {
  /** By name and id. */
  readonly brands: readonly SummedBrand[];
  readonly bytes: number;
  /** First and last day of all; the first is after the last where there is none. */
  readonly first: number;
  readonly last: number;
  /** Days since 1970, by row. */
  readonly #days: Int32Array;
  /** Totals of all rows before one, SUMS each. */
  readonly #before: Float64Array;

  /**
   * @param series by brand and platform
   * @param columns the day and the sums of the rows of all series, in the order of these; by day within a series
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
    [this.first, this.last] = this.#days.reduce(
      ([first, last], day) => [Math.min(first, day), Math.max(last, day)] as [number, number],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
  }

  /** The first row of a series on a day or after it, from a row on; the end of the series where there is none. */
  rowAt({ to }: Series, day: number, from: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#days[middle] as number) < day) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Adds the sums of rows to those at a place. */
  add(from: number, to: number, sums: Float64Array, place: number): void {
    for (let sum = 0; sum < SUMS; sum += 1)
      (sums[place + sum] as number) +=
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
