import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Db, Tx } from '../db.ts';

const ROWS_AT_ONCE = 500;
/** Answers kept for an Idempotency-Key: encrypted, and nobody's data but the caller's of a moment ago. */
const LEFT_OUT = ['idempotency_keys'];
/** Besides bytea, which holds hashes and what the vault sealed: names of what must stay inside. */
const SECRET_NAME = '(^|_)(hash|hashes|secret|secrets|password|token|tokens|sealed|encrypted)(_|$)';

interface Table {
  name: string;
  columns: string[];
}

/**
 * Writes all rows of an organisation to a file, as they are at one moment: NDJSON of {"table", "row"}, its own
 * row first, then those of each table that row-level security keeps for it, whichever there are. Columns that
 * hold secrets are left out.
 */
export async function writeOrganisationData(
  db: Db,
  orgId: string,
  {
    path,
    signal,
    onProgress,
  }: { path: string; signal: AbortSignal; onProgress(rowsWritten: number, rowsTotal: number): void },
): Promise<{ rows: number; asOf: Date }> {
  return db.tenant(orgId, async (tx) => {
    await tx`set transaction isolation level repeatable read, read only`;
    await tx`set local statement_timeout = 0`;
    await tx`set local timezone = 'UTC'`;
    const [{ now } = { now: new Date() }] = await tx<{ now: Date }[]>`select clock_timestamp() as now`;
    const tables = await tenantTables(tx);
    let total = 1;
    for (const { name } of tables) {
      const [counted] = await tx<{ count: number }[]>`
        select count(*) as count from ${tx(name)} where org_id = ${orgId}`;
      total += counted?.count ?? 0;
    }
    let written = 0;
    async function* lines() {
      for (const [table, columns, key] of [
        ['organisations', ['id', 'name', 'plan', 'is_demo', 'created_at'], 'id'] as const,
        ...tables.map(({ name, columns }) => [name, columns, 'org_id'] as const),
      ]) {
        const rows = tx<{ line: string }[]>`
          select json_build_object('table', ${table}::text, 'row', row_to_json(r))::text as line
          from (select ${tx([...columns])} from ${tx(table)} where ${tx(key)} = ${orgId}) r`;
        for await (const batch of rows.cursor(ROWS_AT_ONCE)) {
          signal.throwIfAborted();
          written += batch.length;
          onProgress(written, total);
          yield batch.map(({ line }) => `${line}\n`).join('');
        }
      }
    }
    await pipeline(lines, createWriteStream(path, { mode: 0o600 }));
    return { rows: written, asOf: now };
  });
}

/** The tables that hold rows of tenants, with the columns that may leave. */
async function tenantTables(tx: Tx): Promise<Table[]> {
  return tx<Table[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id' and not o.attisdropped)
      and a.atttypid <> 'bytea'::regtype and a.attname !~ ${SECRET_NAME}
      and c.relname <> all(${LEFT_OUT})
    group by c.relname order by c.relname`;
}
