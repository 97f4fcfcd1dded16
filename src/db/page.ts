import { invalidField } from '../base/errors.ts';
import type { Sql, Tx } from './client.ts';
import type { Fragment } from './sessions/statement.ts';

/** The requested part of a list. */
export interface Page {
  limit: number;
  /** Number of rows skipped before the page. */
  offset: number;
  /** The position after which the page begins: the `next` of another page of the same list. */
  after?: string | undefined;
}

/** A page of rows, and the total number of rows. */
export interface Paged<Row> {
  data: Row[];
  total: number;
  /** The position of the page's last row; null if no row follows it. */
  next: string | null;
}

/** The sort keys, most significant first. No value is null, and no two rows are equal in all of them. */
export type Order = readonly OrderKey[];

interface OrderKey {
  by: Fragment;
  /** The type of `by`; text by default. */
  type?: 'text' | 'timestamptz' | 'date' | 'bigint';
  descending?: boolean;
}

/** The longest text in a position, because positions are sent in URLs. Longer texts sort by their first characters. */
export const ORDERED_CHARACTERS = 500;

/** The parts of a select for one page, for `pageOf`. */
interface PageSelect {
  /** The condition for rows after the position where the page begins. */
  isAfter: Fragment;
  orderBy: Fragment;
  /** `limit` and `offset`. It fetches one row more than the page has, to see whether there is another page. */
  limits: Fragment;
  /** The position of a row. */
  position: Fragment;
}

/**
 * Pages by position in the order, not by row number, so that pages do not shift when rows come and go.
 * @throws AppError validation_error for a position of a list in another order, such as one from an earlier version
 */
export function pageSelect(tx: Tx, { limit, offset, after }: Page, order: Order): PageSelect {
  const values = valuesOf(after);
  if (values !== null && values.length !== order.length)
    throw invalidField(
      'after',
      'after is of a list that was ordered otherwise. Leave it out to start again.',
    );
  const texts = order.map(({ by }) => tx`(${by})::text`);
  const orderBys = order.map(({ by, descending }) => (descending ? tx`${by} desc` : by));
  return {
    isAfter: values === null ? tx`true` : isBehind(tx, order, values),
    orderBy: joined(tx, orderBys),
    limits: tx`limit ${limit + 1} offset ${offset}`,
    // Times as text keep their microseconds, which a Date would lose.
    position: tx`json_build_array(${joined(tx, texts)})::text`,
  };
}

/** The values of a position, in their order, as Postgres writes them; null without a position. */
export function valuesOf(position: string | undefined): string[] | null {
  return position === undefined ? null : (JSON.parse(position) as string[]);
}

/** The condition that a row sorts after these values. */
function isBehind(tx: Tx, order: Order, values: readonly string[]): Fragment {
  const [key, ...others] = order;
  if (!key) return tx`false`;
  const cast = ({ type = 'text' }: OrderKey, at: number) =>
    tx`${values[at] as string}::text::${tx.unsafe(type)}`;
  const { by, descending = false } = key;
  // If all keys have the same direction, a row comparison can use an index.
  if (others.every((other) => (other.descending ?? false) === descending)) {
    const left = joined(
      tx,
      order.map((one) => one.by),
    );
    const right = joined(tx, order.map(cast));
    return descending ? tx`row(${left}) < row(${right})` : tx`row(${left}) > row(${right})`;
  }
  const value = cast(key, 0);
  const further = isBehind(tx, others, values.slice(1));
  return descending
    ? tx`(${by} <= ${value} and (${by} < ${value} or ${further}))`
    : tx`(${by} >= ${value} and (${by} > ${value} or ${further}))`;
}

/** Fragments with commas between them. */
export function joined(tx: Tx | Sql, [first, ...others]: readonly Fragment[]): Fragment {
  if (!first) throw new Error('There is nothing to join.');
  return others.reduce((list, one) => tx`${list}, ${one}`, first);
}

/**
 * A page of the rows that a `pageSelect` returned, each with its position.
 * @param total number of rows on all pages
 */
export function pageOf<Row extends object>(
  selected: readonly (Row & { listPosition: string })[],
  { limit }: Page,
  total: number,
): Paged<Row> {
  const rows = selected.slice(0, limit);
  return {
    data: rows.map(({ listPosition: _, ...row }) => row as Row),
    total,
    next: selected.length > limit ? (rows.at(-1)?.listPosition ?? null) : null,
  };
}

/**
 * One page of a select, with the total number of rows.
 * @param from the tables with their joins
 * @param where the conditions
 */
export async function selectPage<Row extends object>(
  tx: Tx,
  page: Page,
  { columns, from, where, order }: { columns: Fragment; from: Fragment; where: Fragment; order: Order },
): Promise<Paged<Row>> {
  const { isAfter, limits, orderBy, position } = pageSelect(tx, page, order);
  const selected = await tx<(Row & { listPosition: string })[]>`
    select ${columns}, ${position} as "listPosition" from ${from} where ${where} and ${isAfter}
    order by ${orderBy} ${limits}`;
  return pageOf<Row>(selected, page, await countRows(tx, tx`${from} where ${where}`));
}

/** Number of rows of a `from`, conditions included. */
export async function countRows(tx: Tx, from: Fragment): Promise<number> {
  const [{ total }] = await tx<[{ total: number }]>`select count(*) as total from ${from}`;
  return total;
}

/** The condition for a filter; true if the filter is absent. */
export function ifGiven<Value>(
  tx: Tx,
  value: Value | null | undefined,
  condition: (value: Value) => Fragment,
): Fragment {
  return value === null || value === undefined ? tx`true` : condition(value);
}

/**
 * The condition that a time is within a range of days, UTC, both ends included.
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

/** The order of most lists: latest first, ties by id. */
export function newestFirst(tx: Tx, time = tx`created_at`, id = tx`id`): Order {
  return [
    { by: time, type: 'timestamptz', descending: true },
    { by: id, descending: true },
  ];
}
