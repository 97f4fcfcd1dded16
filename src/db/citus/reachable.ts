import type { Sql } from '../client.ts';

/** After a node is lost, only reachable nodes are queried for this long. Then all are tried again. */
const NARROW_MS = 5_000;
/** Without this limit, the coordinator waits 30 s for a dead machine, each time. */
const CONNECT_MS = 2_000;

/**
 * Runs statements over the rows of all organisations. While a node of the cluster is away, they see only the
 * organisations on reachable nodes: a second client has temporary views instead of the tables. The coordinator derives
 * the shards from the ids in a view and leaves the other shards out, so statements do not change. A healthy cluster is
 * queried directly.
 */
export class ReachableNodes {
  readonly #all: Sql;
  readonly #connect: () => Sql;
  #narrow: Sql | null = null;
  #narrowed: Promise<boolean> | null = null;
  /** 0 while all nodes are reachable. */
  #narrowUntil = 0;

  /** @param connect opens a client of one connection, as the role of `all` */
  constructor(all: Sql, connect: () => Sql) {
    this.#all = all;
    this.#connect = connect;
  }

  /** @throws the error of the statement if it fails on the reachable nodes too */
  async query<T>(statement: (sql: Sql) => PromiseLike<T>): Promise<T> {
    const now = performance.now();
    if (now >= this.#narrowUntil) {
      // Only one statement tries the lost node, because it may block for long. The others skip the node meanwhile.
      if (this.#narrowUntil > 0) this.#narrowUntil = now + NARROW_MS;
      try {
        const result = await statement(this.#all);
        this.#narrowUntil = 0;
        return result;
      } catch (error) {
        this.#narrowUntil = performance.now() + NARROW_MS;
        this.#narrow ??= this.#connect();
        this.#narrowed = narrow(this.#narrow);
        if (!(await this.#narrowed.catch(() => false))) {
          this.#narrowUntil = 0;
          throw error;
        }
      }
    }
    if (!(await this.#narrowed) || this.#narrow === null) return statement(this.#all);
    return statement(this.#narrow);
  }

  async end(): Promise<void> {
    await this.#narrow?.end({ timeout: 1 });
  }
}

/**
 * Replaces the tables by views, for the session of one client. A replacement session has no views: it queries all nodes
 * and fails as before.
 * @returns false if no node, or no organisation, is reachable
 */
async function narrow(sql: Sql): Promise<boolean> {
  await sql.unsafe(`set citus.node_connection_timeout = ${CONNECT_MS}`);
  const shards = await sql<{ ids: string }[]>`
    select result as ids from run_command_on_shards('public.organisations',
      $$select coalesce(json_agg(id), '[]') from %s$$) where success`;
  const ids = shards.flatMap((shard): string[] => JSON.parse(shard.ids));
  if (ids.length === 0) return false;
  const views = await sql<{ statement: string }[]>`
    select format('create or replace temporary view %I as select %s from public.%I where %I = any(%L::text[])',
      c.relname, string_agg(quote_ident(a.attname), ', ' order by a.attnum), c.relname,
      case c.relname when 'organisations' then 'id' else 'org_id' end, ${ids}::text[]) as statement
    from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege(c.oid, a.attnum, 'select')
    where p.partmethod = 'h' and c.relnamespace = 'public'::regnamespace
    group by c.relname`;
  await sql.unsafe(views.map(({ statement }) => statement).join(';'));
  return true;
}
