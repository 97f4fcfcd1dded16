import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';

/** A column in which an address is found. */
export interface Remaining {
  /** Table and column. */
  place: string;
  rows: number;
}

/**
 * Finds where an address is left in an organisation's rows, in any column of text. It reads every row, a table in one
 * statement, so it takes as long as there are answers: for the operator, who decides what becomes of them.
 */
export async function placesWith(db: Db, orgId: OrgId, address: string): Promise<Remaining[]> {
  const tables = await db.tenant(orgId, textColumns);
  const found: Remaining[] = [];
  for (const { table, columns } of tables) {
    const counts = await db.tenant(orgId, async (tx) => {
      await tx`set local statement_timeout = 0`;
      const counted = columns.map(
        (column) => tx`count(*) filter (where position(${address} in lower(t.${tx(column)}::text)) > 0)`,
      );
      const all = counted.reduce((list, count) => tx`${list}, ${count}`);
      const [row] = await tx<{ counts: number[] }[]>`
        select array[${all}]::float8[] as counts from ${tx(table)} t where t.org_id = ${orgId}`;
      return row?.counts ?? [];
    });
    for (const [at, rows] of counts.entries())
      if (rows > 0) found.push({ place: `${table}.${columns[at]}`, rows });
  }
  return found;
}

/** The columns of text of all tables of organisations. */
function textColumns(tx: Tx) {
  return tx<{ table: string; columns: string[] }[]>`
    select c.relname as table, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and a.atttypid in ('text'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
      and a.attname <> 'org_id' and has_table_privilege(c.oid, 'select')
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id')
    group by c.relname order by c.relname`;
}
