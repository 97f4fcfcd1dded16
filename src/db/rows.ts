import type { Sql, Tx } from './client.ts';
import { joined } from './page.ts';
import type { Fragment } from './sessions/statement.ts';

/**
 * Rows as a table expression, for `insert … select`: COPY FROM is refused on tables with row-level security. Each
 * column is one array parameter: Postgres takes three times as long to read the same rows as JSON (1,275 observations:
 * 6.6 ms of its CPU time instead of 2.3).
 * The rows are joined with their organisation and get its id, so that a distributed database runs the whole statement
 * on the organisation's node. Otherwise it would gather the rows on the coordinator, and copy them into the table or to
 * all nodes. For a table that numbers its rows, Citus gathers them in any case. The statement for such a table ends
 * with `on conflict do nothing`, although nothing conflicts, which avoids the copy.
 * @param table its name and columns with their types: `t(id text, at timestamptz)`. No type is an array, because
 *   arrays of arrays become one
 * @param values objects by column names; what lacks a column has null there
 */
export function rows(tx: Tx | Sql, table: string, values: readonly object[]): Fragment {
  const [, name, list] = /^(\w+)\((.+)\)$/s.exec(table) ?? [];
  if (name === undefined || list === undefined) throw new Error(`This is no table: ${table}`);
  const columns = list.split(',').map((column) => column.trim().split(/\s+/) as [name: string, type: string]);
  const arrays = columns.map(([column, type]) => {
    const key = column.replaceAll('"', '');
    const cells = values.map((value) => (value as Record<string, never>)[key] ?? null);
    return tx`${cells}::${tx.unsafe(type)}[]`;
  });
  const names = columns.map(([column]) => column).join(', ');
  return tx`unnest(${joined(tx, arrays)}) as ${tx.unsafe(`${name}(${names})`)}`;
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
