import type { Sql, Tx } from './client.ts';
import type { Fragment } from './sessions/statement.ts';

/**
 * Rows as a table expression, for `insert … select`: COPY FROM is refused on tables with row-level security. One JSON
 * parameter takes rows of any columns and types; arrays would need one literal a column. They are joined with their
 * organisation, whose id they get: so a distributed database runs the whole statement where the organisation is. Else
 * it would gather the rows on the coordinator, and copy them into the table or over all nodes. A table that numbers its
 * rows cannot do without; it says `on conflict do nothing`, though nothing conflicts, and is not copied into.
 * @param values each an object by column names; the caller adds the column list: `${rows(tx, values)} as t(a int)`
 */
export function rows(tx: Tx | Sql, values: object[]): Fragment {
  return tx`json_to_recordset(${JSON.stringify(values)}::text::json)`;
}

/**
 * Values in batches, each for a statement of its own: rows of 8 MB at once take 0.5 s to make and send.
 * @param sizeOf what a value adds to its batch
 * @param most of a batch; a larger value is alone in one
 */
export function* inBatches<Value>(
  values: readonly Value[],
  sizeOf: (value: Value) => number,
  most: number,
): Generator<Value[]> {
  let batch: Value[] = [];
  let size = 0;
  for (const value of values) {
    const own = sizeOf(value);
    if (batch.length > 0 && size + own > most) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(value);
    size += own;
  }
  if (batch.length > 0) yield batch;
}
