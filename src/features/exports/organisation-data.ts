import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';

/** The number of rows whose sizes are fetched together. */
const SIZES_PER_FETCH = 2_000;
/**
 * The most bytes of rows fetched together, as Postgres stores them; one byte becomes at most six in JSON. A larger row
 * is fetched alone.
 */
const BYTES_PER_FETCH = 1 << 20;
/**
 * Tables that are not exported: responses stored for an Idempotency-Key are encrypted, and repeat what a caller
 * received.
 */
const EXCLUDED_TABLES = ['idempotency_keys', 'changed_parts'];
/**
 * Columns with parts of secrets. Columns of the type bytea are left out too: they hold hashes and encrypted secrets.
 */
export const SECRET_COLUMNS = ['integrations.secret_last4'];

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
          yield rows.map(({ line }) => `${line}\n`).join('');
        }
      }
    }
    await pipeline(lines, createWriteStream(path, { mode: 0o600 }));
    return { rows: written, asOf: now };
  });
}

/**
 * The rows of a table as lines of JSON, in fetches of at most BYTES_PER_FETCH. A fixed number of rows would fail: a few
 * hundred long answers exceed the longest string. Two cursors run in the same order; the first gives the sizes without
 * reading long columns.
 */
async function* rowsOf(
  tx: Tx,
  orgId: OrgId,
  { name, columns, order }: Table,
): AsyncGenerator<{ line: string }[]> {
  const rows = `from ${quoted(name)} where org_id = '${orgId}' order by ${order}`;
  const size = columns.map((column) => `coalesce(${sizeOf(column)}, 4)`).join(' + ');
  const chosen = columns.map((column) => quoted(column.name)).join(', ');
  // A cursor takes no parameters. db.tenant has checked that orgId is an id; the names are from the catalogue.
  await tx.unsafe(`declare sizes no scroll cursor for select (${size})::float8 as bytes ${rows}`);
  await tx.unsafe(`declare lines no scroll cursor for
    select json_build_object('table', '${name}'::text, 'row', row_to_json(r))::text as line from (select ${chosen} ${rows}) r`);
  for (;;) {
    const sizes = await tx.unsafe<{ bytes: number }[]>(`fetch ${SIZES_PER_FETCH} from sizes`);
    let count = 0;
    let sum = 0;
    for (const { bytes } of sizes) {
      if (count > 0 && sum + bytes > BYTES_PER_FETCH) {
        yield tx.unsafe<{ line: string }[]>(`fetch ${count} from lines`);
        count = 0;
        sum = 0;
      }
      count += 1;
      sum += bytes;
    }
    if (count > 0) yield tx.unsafe<{ line: string }[]>(`fetch ${count} from lines`);
    if (sizes.length < SIZES_PER_FETCH) break;
  }
  await tx.unsafe('close sizes');
  await tx.unsafe('close lines');
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
