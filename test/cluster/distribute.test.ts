import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OperatorError } from '../../src/base/errors.ts';
import { newId } from '../../src/base/ids.ts';
import { createLog } from '../../src/base/log.ts';
import { connect, type Sql } from '../../src/db/client.ts';
import { distribute, pendingDistribution } from '../../src/db/distribute.ts';
import { migrate } from '../../src/db/migrate.ts';
import { onCluster, withoutCluster } from '../support/server/cluster.ts';
import { createTestDatabase } from '../support/server/database.ts';

const log = createLog('silent');

/** Does work with a database that is migrated and not distributed. */
async function withPlainDatabase(work: (url: string, owner: Sql) => Promise<void>): Promise<void> {
  const database = await createTestDatabase({ isEmpty: true });
  await migrate(database.url, log);
  const owner = connect(database.url, { role: 'owner', max: 1 });
  try {
    await work(database.url, owner);
  } finally {
    await owner.end();
    await database.drop();
  }
}

/** The foreign keys, and the tables of tenants whose policies bind the owner too. */
async function formOf(owner: Sql) {
  const keys = await owner<{ table: string; definition: string }[]>`
    select t.relname as table, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class t on t.oid = k.conrelid -- shards are hidden there
    where k.contype = 'f' and t.relnamespace = 'public'::regnamespace order by 1, 2`;
  const forced = await owner<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity order by 1`;
  return { keys: [...keys], forced: forced.map(({ name }) => name) };
}

const placeOf = async (owner: Sql, table: string) => {
  const [row] = await owner<{ is: string }[]>`
    select citus_table_type as is from citus_tables where table_name = ${table}::regclass`;
  return row?.is ?? 'local';
};

test(
  'a Postgres that is no cluster is refused, with what to do',
  {
    skip: onCluster('it is about a Postgres without Citus'),
  },
  () =>
    withPlainDatabase(async (url) => {
      for (const refused of [() => distribute(url, log), () => pendingDistribution(url)])
        await assert.rejects(refused, (error) => {
          assert.ok(error instanceof OperatorError);
          assert.match(error.message, /create extension citus/);
          return true;
        });
    }),
);

test(
  'a filled database is distributed, also where the command was stopped at any step; rows, keys and policies stay',
  {
    skip: withoutCluster,
  },
  () =>
    withPlainDatabase(async (url, owner) => {
      const ids = Array.from({ length: 20 }, newId);
      await owner`insert into organisations (id, name, plan) select id, id, 'FREE' from unnest(${ids}::text[]) as id`;
      await owner`alter table brands no force row level security`;
      await owner`insert into brands (org_id, id, name) select id, id, 'Lumenfold' from unnest(${ids}::text[]) as id`;
      await owner`alter table brands force row level security`;
      const before = await formOf(owner);
      const left = await pendingDistribution(url);
      assert.ok(left.length > 80, `${left.length} steps`);

      class Stopped extends Error {}
      // Among the tables, and among the keys that come back.
      for (const at of [5, 12, 40])
        await assert.rejects(
          distribute(url, log, {
            step: (_what, number) => {
              if (number === at) throw new Stopped();
            },
          }),
          Stopped,
        );
      await assert.rejects(migrate(url, log), /stopped in the middle/);
      assert.ok((await distribute(url, log)) > 0);
      assert.equal(await distribute(url, log), 0);
      assert.deepEqual(await pendingDistribution(url), []);

      const { keys, forced } = await formOf(owner);
      assert.deepEqual(forced, before.forced);
      const gone = before.keys.filter(
        (key) => !keys.some((other) => JSON.stringify(other) === JSON.stringify(key)),
      );
      assert.deepEqual(
        gone.map(({ table }) => table),
        ['api_key_index', 'sessions'],
      );
      assert.equal(keys.length, before.keys.length - 2);
      for (const [table, place] of [
        ['organisations', 'distributed'],
        ['runs', 'distributed'],
        ['changed_parts', 'distributed'],
        ['users', 'reference'],
        ['job_leases', 'local'],
      ] as const)
        assert.equal(await placeOf(owner, table), place, table);
      const reader = connect(url, { role: 'export', max: 1 });
      const rows = await reader<{ id: string }[]>`
      select o.id from organisations o join brands b on b.org_id = o.id order by o.id`;
      await reader.end();
      assert.deepEqual(
        rows.map(({ id }) => id),
        [...ids].sort(),
      );
      // A key that guards: a brand of nobody.
      await assert.rejects(
        owner.begin(async (tx) => {
          await tx`alter table brands no force row level security`;
          await tx`insert into brands (org_id, id, name) values (${newId()}, 'b', 'b')`;
        }),
        /foreign key/,
      );
    }),
);

test('a server that works with the database keeps it from being distributed', { skip: withoutCluster }, () =>
  withPlainDatabase(async (url) => {
    const server = connect(url, { role: 'app', max: 1 });
    await server`select 1`;
    await assert.rejects(distribute(url, log), /Stop all of them/);
    await server.end();
  }),
);

test('tables that later migrations make are distributed: as they are made, or at the end', {
  skip: withoutCluster,
}, async () => {
  const database = await createTestDatabase();
  const owner = connect(database.url, { role: 'owner', max: 1 });
  try {
    await owner.unsafe(`
      create table notes (
        org_id text collate "C" not null references organisations on delete cascade, id text not null, brand_id text collate "C",
        primary key (org_id, id), foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade);
      select tenant_table('notes');`);
    assert.equal(await placeOf(owner, 'notes'), 'distributed');
    await owner.unsafe(`
      create table marks (org_id text collate "C" not null, id text not null, primary key (org_id, id));
      alter table marks enable row level security; alter table marks force row level security;
      create table counters (name text primary key)`);
    await migrate(database.url, log);
    assert.equal(await placeOf(owner, 'marks'), 'distributed');
    assert.equal(await placeOf(owner, 'counters'), 'local');
    assert.ok((await formOf(owner)).forced.includes('marks'));
  } finally {
    await owner.end();
    await database.drop();
  }
});
