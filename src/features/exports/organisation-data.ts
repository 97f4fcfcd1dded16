import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { jsonLines } from './json-lines.ts';

/**
 * Tables that are not exported: responses stored for an Idempotency-Key are encrypted, and repeat what a caller
 * received.
 */
const EXCLUDED_TABLES = ['idempotency_keys', 'changed_parts'];
/**
 * Columns with parts of secrets. Columns of the type bytea are left out too: they hold hashes and encrypted secrets.
 */
export const SECRET_COLUMNS = ['integrations.secret_last4', 'shared_links.password_hash'];

interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** The columns of the primary key, quoted, for `order by`. */
  order: string;
}

/**
 * Writes all rows of an organisation to a file, as of one moment: NDJSON of {"table", "row"}, first the organisation's
 * row, then the rows of each table with row-level security by organisation. Columns with secrets are left out.
 * @param options.signal ends the export with an error when it is aborted
 * @param options.onProgress called after each fetch with the number of rows so far, and of all rows
 * @returns the number of rows, and the moment
 */
export async function writeOrganisationData(
  db: Db,
  orgId: OrgId,
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
    const [{ now }] = await tx<[{ now: Date }]>`select clock_timestamp() as now`;
    const tables = await tenantTables(tx);
    let total = 1;
    for (const { name } of tables) {
      const [{ count }] = await tx<[{ count: number }]>`
        select count(*) as count from ${tx(name)} where org_id = ${orgId}`;
      total += count;
    }
    let written = 0;
    async function* lines() {
      const [own] = await tx<{ line: string }[]>`
        select json_build_object('table', 'organisations', 'row', row_to_json(r))::text as line
        from (select id, name, plan, is_demo, created_at from organisations where id = ${orgId}) r`;
      if (own) {
        written += 1;
        yield `${own.line}\n`;
      }
      for (const table of tables) {
        for await (const rows of rowsOf(tx, orgId, table)) {
          signal.throwIfAborted();
          written += rows.length;
          onProgress(written, total);
          yield rows.map((line) => `${line}\n`).join('');
        }
      }
    }
    await pipeline(lines, createWriteStream(path, { mode: 0o600 }));
    return { rows: written, asOf: now };
  });
}

/** The rows of a table as lines of JSON. */
function rowsOf(tx: Tx, orgId: OrgId, { name, columns, order }: Table): AsyncGenerator<string[]> {
  const rows = `from ${quoted(name)} where org_id = '${orgId}' order by ${order}`;
  const chosen = columns.map((column) => quoted(column.name)).join(', ');
  return jsonLines(tx, {
    size: columns.map((column) => `coalesce(${sizeOf(column)}, 4)`).join(' + '),
    line: `json_build_object('table', '${name}'::text, 'row', row_to_json(r))`,
    chosen,
    // No parameters. db.tenant has checked that orgId is an id; the names are from the catalogue.
    rows,
  });
}

/** An SQL expression for a column's size in bytes; Postgres knows the size of text without reading it. */
function sizeOf({ name, type }: Table['columns'][number]): string {
  if (type === 'text') return `octet_length(${quoted(name)})`;
  return /json|\[\]$/.test(type) ? `octet_length(${quoted(name)}::text)` : '40';
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The tables with rows of organisations, with the columns that may be exported. */
async function tenantTables(tx: Tx): Promise<Table[]> {
  return tx<Table[]>`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns,
      (select string_agg(quote_ident(k.attname), ', ' order by array_position(i.indkey::smallint[], k.attnum))
       from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any(i.indkey::smallint[])
       where i.indrelid = c.oid and i.indisprimary) as order
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id' and not o.attisdropped)
      and a.atttypid <> 'bytea'::regtype and c.relname || '.' || a.attname <> all(${SECRET_COLUMNS})
      and c.relname <> all(${EXCLUDED_TABLES})
    group by c.oid, c.relname order by c.relname`;
}
