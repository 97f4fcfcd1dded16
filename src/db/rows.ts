import type postgres from 'postgres';
import type { Sql, Tx } from './client.ts';

/**
 * Rows as a table expression, for `insert … select`: COPY FROM is refused on tables with row-level security.
 * One JSON parameter takes rows of any columns and types; arrays would need one literal a column.
 * @param values each an object by column names; the caller adds the column list: `${rows(tx, values)} as t(a int)`
 */
export function rows(tx: Tx | Sql, values: object[]): postgres.PendingQuery<postgres.Row[]> {
  return tx`json_to_recordset(${JSON.stringify(values)}::text::json)`;
}
