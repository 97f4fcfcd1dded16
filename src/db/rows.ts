import type postgres from 'postgres';
import type { Tx } from './client.ts';

/**
 * Rows as a table expression, for `insert … select`: COPY FROM is refused on tables with row-level security.
 * One JSON parameter takes rows of any columns and types; arrays would need one literal a column.
 * A distributed database would insert by COPY too where the statement says nothing of conflicts: so the rows are joined
 * with their organisation, whose id they get, and inserted where it is. A table whose defaults are new values (uuid,
 * identity) cannot do so, and says `on conflict … do nothing` though nothing can conflict.
 * @param values each an object by column names; the caller adds the column list: `${rows(tx, values)} as t(a int)`
 */
export function rows(tx: Tx, values: object[]): postgres.PendingQuery<postgres.Row[]> {
  return tx`json_to_recordset(${JSON.stringify(values)}::text::json)`;
}
