import { OperatorError } from '../../base/errors.ts';
import type { Sql, Tx } from '../client.ts';
import type { RoleNames } from '../roles.ts';

/**
 * Placement of a table in a distributed database: sharded by organisation, copied to every node, or on the coordinator
 * alone.
 */
type Placement = 'spread' | 'everywhere' | 'coordinator';

/** A step towards a distributed database. Each is one transaction, or safe to repeat. */
export interface Step {
  /** The effect of the step, one line for the operator. */
  what: string;
  take(sql: Sql): Promise<void>;
}

interface Table {
  name: string;
  placement: Placement;
  /** Current placement. A table that Citus does not know is on the coordinator. */
  current: Placement;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Holds the foreign keys that are dropped while tables move. It is removed once all of them are restored. */
const DROPPED_KEYS = 'dropped_foreign_keys';
/** Distribution column of a sharded table. All sharded tables are colocated. */
const columnOf = (table: string) => (table === 'organisations' ? 'id' : 'org_id');

/** Whether distributing the database is complete. */
export async function isDistributed(sql: Sql): Promise<boolean> {
  const [row] = await sql<
    { is: boolean }[]
  >`select to_regprocedure('tenant_table_rules(text)') is not null as is`;
  return row?.is === true;
}

/** Whether distributing the database is under way or was interrupted: foreign keys are missing. */
export async function isHalfDistributed(sql: Sql): Promise<boolean> {
  const [row] = await sql<
    { is: boolean }[]
  >`select to_regclass(${`public.${DROPPED_KEYS}`}) is not null as is`;
  return row?.is === true;
}

/**
 * The steps left until the database is distributed, in order; empty if it is.
 * @param roles the program's roles: the coordinator logs in to other nodes as the role of the session
 */
export async function stepsLeft(sql: Sql, roles: RoleNames): Promise<Step[]> {
  const tables = await readTables(sql);
  const placements = new Map(tables.map(({ name, placement }) => [name, placement]));
  const moving = tables.filter(({ placement, current }) => placement !== current);
  const moves = new Set(moving.map(({ name }) => name));
  const { keys, remaining } = await readForeignKeys(sql);
  const dropped = keys.filter(({ table, referenced }) => moves.has(table) || moves.has(referenced));
  return [
    ...(await settingSteps(sql)),
    ...(await roleSteps(sql, Object.values(roles))),
    ...(dropped.length > 0 ? [dropStep(dropped)] : []),
    ...moving.map(moveStep),
    ...[...remaining, ...dropped].map((key) =>
      restoreStep(
        key,
        placements.get(key.table) === 'coordinator' && placements.get(key.referenced) === 'spread',
      ),
    ),
    ...(await functionSteps(sql)),
    ...(dropped.length > 0 || (await isHalfDistributed(sql)) ? [forgetStep] : []),
  ];
}

/**
 * All tables of the program. A table with row-level security whose primary key begins with org_id belongs to a tenant.
 */
function readTables(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    select c.relname as name,
      case when c.relname = 'organisations' then 'spread'
           when c.relname = 'users' then 'everywhere'
           when c.relrowsecurity and exists (
             select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
             where i.indrelid = c.oid and i.indisprimary and a.attname = 'org_id') then 'spread'
           else 'coordinator' end as placement,
      case p.partmethod when 'h' then 'spread' else case when p.repmodel = 't' then 'everywhere' else 'coordinator' end end as current
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relowner = (select relowner from pg_class where oid = 'public.organisations'::regclass)
    order by c.relname <> 'organisations', c.relname <> 'users', c.relname`;
}

type Reference = ForeignKey & { referenced: string };

async function readForeignKeys(sql: Sql): Promise<{ keys: Reference[]; remaining: Reference[] }> {
  const keys = await sql<Reference[]>`
    select t.relname as table, k.conname as name, r.relname as referenced, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
    order by t.relname, k.conname`;
  const remaining = (await isHalfDistributed(sql))
    ? await sql<Reference[]>`
        select "table", name, referenced, definition from ${sql(DROPPED_KEYS)} order by "table", name`
    : [];
  return { keys: [...keys], remaining: [...remaining] };
}

/** Makes the organisation of a transaction known on the other nodes, which apply the policies. */
async function settingSteps(sql: Sql): Promise<Step[]> {
  const [row] = await sql<{ name: string; isSet: boolean }[]>`
    select current_database() as name, exists (
      select from pg_db_role_setting s where s.setdatabase = d.oid and s.setrole = 0
        and 'citus.propagate_set_commands=local' = any(s.setconfig)) as "isSet"
    from pg_database d where d.datname = current_database()`;
  if (row === undefined || row.isSet) return [];
  return [
    {
      what: 'settings of a transaction hold on all nodes',
      async take(sql) {
        await sql`alter database ${sql(row.name)} set citus.propagate_set_commands = 'local'`;
      },
    },
  ];
}

async function roleSteps(sql: Sql, names: string[]): Promise<Step[]> {
  const roles = await sql<{ name: string }[]>`
    select rolname as name from pg_roles where rolname = any(${names}) and not rolcanlogin order by rolname`;
  return [
    ...roles.map(({ name }) => ({
      what: `role ${name}: may log in, as the coordinator does at other nodes`,
      async take(sql: Sql) {
        await sql`alter role ${sql(name)} login`;
      },
    })),
    ...(await memberSteps(sql, names)),
  ];
}

/**
 * Makes the owner a member of each role on all nodes, as it is here: a backup reads as one of them. Citus does not pass
 * on the members of a role that existed before the database did.
 */
async function memberSteps(sql: Sql, names: string[]): Promise<Step[]> {
  const [owner] = await sql<{ name: string }[]>`select current_user as name`;
  // One node at a time: each passes the grant on, and in parallel they deadlock.
  const onNodes = (command: string) => sql<{ node: string; success: boolean; result: string }[]>`
    select nodename || ':' || nodeport as node, success, result
    from run_command_on_workers(${command}, false) join pg_dist_node using (nodename, nodeport)`;
  const steps: Step[] = [];
  for (const role of names) {
    const found = await onNodes(
      `select pg_has_role(m.oid, r.oid, 'member') from pg_roles m, pg_roles r where m.rolname = current_user and r.rolname = '${role}'`,
    );
    // A node without the role gets the role and its members with the first table.
    if (!found.some(({ success, result }) => success && result === 'f')) continue;
    steps.push({
      what: `role ${role}: ${owner?.name} is a member of it on every node`,
      async take() {
        const refused = (await onNodes(`grant ${role} to current_user`)).find(({ success }) => !success);
        if (refused)
          throw new OperatorError(
            `Node ${refused.node}: ${refused.result}. As a superuser there: grant ${role} to ${owner?.name}.`,
          );
      },
    });
  }
  return steps;
}

function dropStep(keys: Reference[]): Step {
  return {
    what: `${keys.length} foreign keys: dropped until their tables are in their places`,
    async take(sql) {
      await sql.begin(async (tx) => {
        await tx`create table if not exists ${tx(DROPPED_KEYS)} (
          "table" text, name text, referenced text, definition text, primary key ("table", name))`;
        for (const { table, name, referenced, definition } of keys) {
          await tx`insert into ${tx(DROPPED_KEYS)} values (${table}, ${name}, ${referenced}, ${definition}) on conflict do nothing`;
          await tx`alter table ${tx(table)} drop constraint ${tx(name)}`;
        }
      });
    },
  };
}

function moveStep({ name, placement }: Table): Step {
  if (placement === 'everywhere')
    return {
      what: `table ${name}: a copy on every node`,
      async take(sql) {
        await sql`select create_reference_table(${name})`;
      },
    };
  return {
    what: `table ${name}: spread over the nodes by organisation`,
    async take(sql) {
      await sql.begin(async (tx) => {
        // Forced policies bind the owner too, and then it cannot copy rows into the shards.
        const [table] = await tx<{ isForced: boolean; isFilled: boolean }[]>`
          select relforcerowsecurity as "isForced" from pg_class where oid = ${name}::regclass`;
        if (table?.isForced) await tx`alter table ${tx(name)} no force row level security`;
        await tx`select create_distributed_table(${name}, ${columnOf(name)},
          colocate_with => ${name === 'organisations' ? 'none' : 'organisations'})`;
        // The rows have been copied. The originals would stay hidden and use disk space for ever.
        await tx`select truncate_local_data_after_distributing_table(${name})`;
        if (table?.isForced) await tx`alter table ${tx(name)} force row level security`;
      });
    },
  };
}

/**
 * @param isImpossible whether Citus refuses the foreign key: from the coordinator to rows elsewhere. The program
 *   deletes those rows itself.
 */
function restoreStep({ table, name, definition }: ForeignKey, isImpossible: boolean): Step {
  const forget = (tx: Sql | Tx) =>
    tx`delete from ${tx(DROPPED_KEYS)} where "table" = ${table} and name = ${name}`;
  if (isImpossible)
    return {
      what: `foreign key ${name} of ${table}: left out, deletes of the program take its place`,
      async take(sql) {
        await forget(sql);
      },
    };
  return {
    what: `foreign key ${name} of ${table}: added again`,
    async take(sql) {
      await sql.begin(async (tx) => {
        await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
        await tx.unsafe(`alter table "${table}" add constraint "${name}" ${definition}`);
        await forget(tx);
      });
    },
  };
}

const forgetStep: Step = {
  what: 'foreign keys are back',
  async take(sql) {
    await sql`drop table ${sql(DROPPED_KEYS)}`;
  },
};

/**
 * Migrations call `tenant_table` to make a table a tenant's. From now on it shards the table too, so that foreign keys
 * added later in the migration find their tables in place.
 */
async function functionSteps(sql: Sql): Promise<Step[]> {
  const [row] = await sql<
    { has: boolean }[]
  >`select to_regprocedure('tenant_table_rules(text)') is not null as has`;
  if (row?.has) return [];
  return [
    {
      what: 'tables of later migrations are spread as they are made',
      async take(sql) {
        await sql.begin(async (tx) => {
          await tx`alter function tenant_table(text) rename to tenant_table_rules`;
          await tx.unsafe(`
            create function tenant_table(name text) returns void language plpgsql as $$
            begin
              perform create_distributed_table(name, 'org_id', colocate_with => 'organisations');
              perform tenant_table_rules(name);
            end $$`);
        });
      },
    },
  ];
}
