import { DuckDBTimestampValue } from '@duckdb/node-api';
import type { Stretches } from '../uncertainty/day-effect.ts';
import type { DaySums, Products, PromptSums } from '../uncertainty/sums.ts';
import { COMPARED_STRETCHES } from './sql/facts.ts';
import type { Summed } from './sql/moments.ts';

/** A row of SQL by column names. */
export type Sums = Readonly<Record<string, unknown>>;

/** The sums over prompts in the columns that begin with the prefix. */
export function promptSums(row: Sums, prefix: string): PromptSums {
  const sum = (name: string) => Number(row[`${prefix}${name}`] ?? 0);
  return { prompts: sum('k'), n: sum('n'), y: sum('y'), nn: sum('nn'), ny: sum('ny'), yy: sum('yy') };
}

export function productsOf(row: Sums, prefix: string): Products {
  const sum = (name: string) => Number(row[`${prefix}${name}`] ?? 0);
  return { nn: sum('nn'), ny: sum('ny'), yn: sum('yn'), yy: sum('yy') };
}

/** The sums over the days of each stretch. @param rows one for each stretch with a run */
export function stretchesOf(measure: Summed, rows: readonly Sums[]): Stretches {
  const { before, after } = COMPARED_STRETCHES;
  const sums = (row: Sums): DaySums => {
    const { prompts: days, ...squares } = promptSums(row, `${measure}_`);
    const near = (which: string) => productsOf(row, `${measure}_${which}_`);
    return { days, ...squares, lags: near('lag'), weeks: near('week') };
  };
  const at = (stretch: number) => sums(rows.find((row) => Number(row['stretch']) === stretch) ?? {});
  const history = rows.filter((row) => Number(row['stretch']) > after).map(sums);
  return { before: at(before), after: at(after), history };
}

/** Converts a DuckDB value to Postgres' form: DuckDB returns whole numbers as bigint, and times as microseconds. */
export function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof DuckDBTimestampValue ? new Date(Number(value.micros / 1_000n)) : value;
}
