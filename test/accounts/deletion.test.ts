import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { findOrganisation } from '../../src/features/organisations/organisations.ts';
import { withApp } from '../support/callers/organisation.ts';
import { until } from '../support/server/app.ts';
import { largeOrganisation } from '../support/worlds/large-organisation.ts';

const app = await withApp({});
const org = (await largeOrganisation(app, 3_000)).org;
const other = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
await app.ingest(other, [{ brand: 'Lumenfold', answer: 'Lumenfold it is.' }]);

/** Rows of the organisation in all tables of tenants. */
async function rowsLeft(): Promise<number> {
  return app.app.services.db.tenant(org.id, async (tx) => {
    const tables = await tx<{ name: string }[]>`
      select relname as name from pg_class where relrowsecurity and relkind = 'r'
        and relname not in ('memberships', 'changed_parts')`; // the publisher removes the notes of changes
    let rows = 0;
    for (const { name } of tables)
      rows += (
        await tx<{ count: number }[]>`select count(*) as count from ${tx(name)} where org_id = ${org.id}`
      )[0]!.count;
    return rows;
  });
}

test('a deletion is answered at once, though rows are held; what is deleted is seen nowhere, and goes in the end [long]', async () => {
  const token = await app.login(org);
  const { db } = app.app.services;
  const name = (await findOrganisation(db, org.id))!.name;
  const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} });
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const holding = sql.begin(async (tx) => {
    await tx.unsafe(`set local role sightline_app; set local app.org_id = '${org.id}'`);
    await tx`select from runs where org_id = ${org.id} order by id desc limit 10 for update`;
    isHeld();
    await letGo;
  });
  await held;
  const all = await rowsLeft();
  const startedAt = performance.now();
  const answer = await app.call('DELETE', `/api/organisation?name=${encodeURIComponent(name)}`, { token });
  assert.equal(answer.status, 204, answer.text);
  assert.ok(performance.now() - startedAt < 10_000);

  const { email, password } = org;
  assert.equal((await app.call('POST', '/api/auth/login', { body: { email, password } })).status, 401);
  await until(async () => (await app.call('GET', '/api/auth/me', { token })).status === 401, 6_000);
  await until(async () => (await app.report(org, 'brands', {})).status === 401, 6_000);
  assert.equal(await findOrganisation(db, org.id), null);
  assert.equal(await findOrganisation(db, name), null);
  // Work that is due, from a request that was under way: nobody begins it.
  await app.sql(
    org,
  )`insert into exports (org_id, id, kind, format) values (${org.id}, 'late', 'ORGANISATION', 'NDJSON')`;

  // Cut off in the middle, by a server that stops: another goes on.
  await until(async () => (await rowsLeft()) < all - 1_000);
  await app.restart();
  assert.ok((await rowsLeft()) >= 10, 'what is held waits');
  const [late] = await app.sql(org)`select state from exports where org_id = ${org.id}`;
  assert.equal(late?.['state'], 'QUEUED');
  resolve();
  await holding;
  await sql.end();
  await until(
    async () => (await app.app.services.db.sql`select from organisations where id = ${org.id}`).length === 0,
  );
  assert.equal(await rowsLeft(), 0);
  assert.equal((await app.call('GET', '/api/brands', { token: await app.login(other) })).json.total, 1);
});
