import type postgres from 'postgres';
import type { Tx } from './client.ts';

/** Which rows of a list are asked for. */
export interface Page {
  limit: number;
  /** Rows left out before the first one. */
  offset: number;
}

/** A page of rows, and how many rows there are on all pages. */
export interface Paged<Row> {
  data: Row[];
  total: number;
}

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * One page of a select, and the count of all its rows.
 * @param from everything between `from` and `order by`, joins and conditions included
 * @param orderBy must order rows totally, or pages would overlap
 */
export async function selectPage<Row extends object>(
  tx: Tx,
  { limit, offset }: Page,
  { columns, from, orderBy }: { columns: Fragment; from: Fragment; orderBy: Fragment },
): Promise<Paged<Row>> {
  const data = await tx<
    Row[]
  >`select ${columns} from ${from} order by ${orderBy} limit ${limit} offset ${offset}`;
  return { data, total: await countRows(tx, from) };
}

/** How many rows a `from` has, conditions included. */
export async function countRows(tx: Tx, from: Fragment): Promise<number> {
  const [{ total }] = await tx<[{ total: number }]>`select count(*) as total from ${from}`;
  return total;
}

/** The condition on a filter that was given; true for one that was not. */
export function ifGiven<Value>(
  tx: Tx,
  value: Value | null | undefined,
  condition: (value: Value) => Fragment,
): Fragment {
  return value === null || value === undefined ? tx`true` : condition(value);
}

/**
 * The condition that a time is on one of the days, UTC, both included.
 * @param days YYYY-MM-DD; null: open at that end
 */
export function onDays(
  tx: Tx,
  time: Fragment,
  { start, end }: { start: string | null; end: string | null },
): Fragment {
  const from = ifGiven(tx, start, (day) => tx`${time} >= ${day}::text::date::timestamp at time zone 'UTC'`);
  const to = ifGiven(tx, end, (day) => tx`${time} < (${day}::text::date + 1)::timestamp at time zone 'UTC'`);
  return tx`${from} and ${to}`;
}
