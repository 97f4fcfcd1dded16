import type { Sql } from '../client.ts';

/** How long only the nodes that could be reached are asked before all are tried again. */
const NARROW_MS = 5_000;
/** A machine that is gone answers nothing: without a bound the coordinator waits 30 s for it, each time. */
const CONNECT_MS = 2_000;

/**
 * Asks for the rows of all organisations, and while a node of the cluster is away for those of the others. The client
 * for that has temporary views in the place of the tables, which hold the organisations on nodes that can be reached:
 * the coordinator finds their shards from the ids and leaves the other shards out, so that statements stay as they are.
 * A healthy cluster is asked as if this were not here.
 */
export class ReachableNodes {
  readonly #all: Sql;
  readonly #connect: () => Sql;
  #narrow: Sql | null = null;
  #narrowed: Promise<boolean> | null = null;
  /** 0 while all nodes are reached. */
  #narrowUntil = 0;

  /** @param connect opens a client of one connection, as the role of `all` */
  constructor(all: Sql, connect: () => Sql) {
    this.#all = all;
    this.#connect = connect;
  }

  /** @throws what the statement throws where it fails on the nodes that can be reached too */
  async ask<T>(statement: (sql: Sql) => PromiseLike<T>): Promise<T> {
    const now = performance.now();
    if (now >= this.#narrowUntil) {
      // One statement tries; the others do without the node meanwhile, which may keep this one waiting.
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
 * Puts the views in the place of the tables, for the one session of a client. A session that is opened in its place has
 * none: it asks all nodes, and fails as before.
 * @returns false where no node, or no organisation, is reached
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
