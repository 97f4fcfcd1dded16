import type { Sql, Tx } from './client.ts';
import type { Fragment } from './sessions/statement.ts';

/**
 * Rows as a table expression, for `insert … select`: COPY FROM is refused on tables with row-level security. One JSON
 * parameter takes rows of any columns and types; arrays would need one literal per column.
 * The rows are joined with their organisation and get its id, so that a distributed database runs the whole statement
 * on the organisation's node. Otherwise it would gather the rows on the coordinator, and copy them into the table or to
 * all nodes. For a table that numbers its rows, Citus gathers them in any case. The statement for such a table ends
 * with `on conflict do nothing`, although nothing conflicts, which avoids the copy.
 * @param values objects by column names; the caller adds the column list: `${rows(tx, values)} as t(a int)`
 */
export function rows(tx: Tx | Sql, values: object[]): Fragment {
  return tx`json_to_recordset(${JSON.stringify(values)}::text::json)`;
}

/**
 * Splits values into batches, one statement each: 8 MB of rows in one statement take 0.5 s to make and send.
 * @param sizeOf what a value adds to its batch
 * @param most size of a batch; a larger value is alone in one
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
