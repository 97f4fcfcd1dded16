import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';

/** Rows whose sizes are looked up at once. */
const SIZES_AT_ONCE = 2_000;
/** What is read of rows at once, bytes as they are kept; JSON makes at most six of one. A larger row goes alone. */
const BYTES_AT_ONCE = 1 << 20;
/** Answers kept for an Idempotency-Key: encrypted, and nobody's data but the caller's of a moment ago. */
const LEFT_OUT = ['idempotency_keys'];
/** Secrets, and what is known of them, besides bytea: that holds hashes and what the secretBox sealed. */
export const SECRET_COLUMNS = ['integrations.secret_last4'];

interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** What its rows are in order by: the primary key, quoted. */
  order: string;
}

/**
 * Writes all rows of an organisation to a file, as they are at one moment: NDJSON of {"table", "row"}, its own
 * row first, then those of each table that row-level security keeps for it, whichever there are. Columns that
 * hold secrets are left out.
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
 * The rows of a table, so many at once as BYTES_AT_ONCE allows: by their number alone, a few hundred long answers
 * are more than a string can be. Two cursors in one order: the first tells the sizes, without reading what is long.
 */
async function* rowsOf(
  tx: Tx,
  orgId: OrgId,
  { name, columns, order }: Table,
): AsyncGenerator<{ line: string }[]> {
  const rows = `from ${quoted(name)} where org_id = '${orgId}' order by ${order}`;
  const size = columns.map((column) => `coalesce(${sizeOf(column)}, 4)`).join(' + ');
  const chosen = columns.map((column) => quoted(column.name)).join(', ');
  // No parameters: a cursor takes none. orgId was checked to be an id, the rest is from the catalogue.
  await tx.unsafe(`declare sizes no scroll cursor for select (${size})::float8 as bytes ${rows}`);
  await tx.unsafe(`declare lines no scroll cursor for
    select json_build_object('table', '${name}'::text, 'row', row_to_json(r))::text as line from (select ${chosen} ${rows}) r`);
  for (;;) {
    const sizes = await tx.unsafe<{ bytes: number }[]>(`fetch ${SIZES_AT_ONCE} from sizes`);
    let count = 0;
    let sum = 0;
    for (const { bytes } of sizes) {
      if (count > 0 && sum + bytes > BYTES_AT_ONCE) {
        yield tx.unsafe<{ line: string }[]>(`fetch ${count} from lines`);
        count = 0;
        sum = 0;
      }
      count += 1;
      sum += bytes;
    }
    if (count > 0) yield tx.unsafe<{ line: string }[]>(`fetch ${count} from lines`);
    if (sizes.length < SIZES_AT_ONCE) break;
  }
  await tx.unsafe('close sizes');
  await tx.unsafe('close lines');
}

/** Of text Postgres knows the size without reading it. */
function sizeOf({ name, type }: Table['columns'][number]): string {
  if (type === 'text') return `octet_length(${quoted(name)})`;
  return /json|\[\]$/.test(type) ? `octet_length(${quoted(name)}::text)` : '40';
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The tables that hold rows of tenants, with the columns that may leave. */
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
      and c.relname <> all(${LEFT_OUT})
    group by c.oid, c.relname order by c.relname`;
}
