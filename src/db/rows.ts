import type postgres from 'postgres';
import type { Tx } from './client.ts';

/**
 * Rows as a table expression, for `insert … select`: COPY FROM is refused on tables with row-level security.
 * One JSON parameter takes any width and types, and needs no array literal a column.
 */
export function rows(tx: Tx, values: object[]): postgres.PendingQuery<postgres.Row[]> {
  return tx`json_to_recordset(${JSON.stringify(values)}::text::json)`;
}
