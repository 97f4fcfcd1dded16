import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApiKey } from '../../src/domain/accounts/api-keys.ts';
import { operator } from '../../src/domain/organisations/audit.ts';
import { startTestApp, type TestApp, type TestOrganisation, until } from '../support/app.ts';
import { type Caller, callerWith } from '../support/caller.ts';
import { joined } from '../support/members.ts';

const REPORT = '/api/customer/v1/reports/brands';
let app: TestApp;
let org: TestOrganisation;
let owner: Caller;

before(async () => {
  app = await startTestApp();
  org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  owner = callerWith(app, await app.login(org));
});
after(() => app?.close());

test('getOrganisation, updateOrganisation: the name, for ADMIN and above, and nothing else', async () => {
  const before = (await owner('getOrganisation')).json;
  assert.deepEqual([before.id, before.plan, before.isDemo], [org.id, 'CUSTOM', false]);
  const changed = await owner('updateOrganisation', { body: { name: 'Lumenfold Ltd' } });
  assert.deepEqual([changed.status, changed.json], [200, { ...before, name: 'Lumenfold Ltd' }]);
  assert.equal((await owner('getMe')).json.organisation.name, 'Lumenfold Ltd');
  for (const change of [{ plan: 'FREE' }, { orgId: 'x' }, { isDemo: true }, { id: 'x' }]) {
    const answer = await owner('updateOrganisation', { body: { name: 'Other', ...change } });
    assert.equal(answer.status, 400, JSON.stringify(change));
  }
  const member = await joined(app, owner, 'MEMBER');
  assert.equal((await member.call('getOrganisation')).status, 200);
  const refused = await member.call('updateOrganisation', { body: { name: 'Mine' } });
  assert.equal(refused.status, 403);
  assert.match(refused.json.message, /ADMIN/);
});

test('listAuditLog is newest first and filtered by action, actor, target and time', async () => {
  const brand = (await owner('createBrand', { body: { name: 'Gleamwell' } })).json;
  await owner('updateBrand', { ids: [brand.id], body: { industry: 'lighting' } });
  const { id: actorId } = (await owner('getMe')).json.user;
  const list = async (query: Record<string, string>) => (await owner('listAuditLog', { query })).json;
  const { data, total } = await list({ targetType: 'brand', targetId: brand.id });
  assert.equal(total, 2);
  assert.deepEqual(
    data.map(({ action }: { action: string }) => action),
    ['updateBrand', 'createBrand'],
  );
  const { id: _, at, address, ...entry } = data[0];
  assert.deepEqual(entry, {
    actorType: 'USER',
    actorId,
    actorEmail: org.email,
    action: 'updateBrand',
    targetType: 'brand',
    targetId: brand.id,
    details: { industry: 'lighting' },
  });
  assert.match(address, /127\.0\.0\.1/);
  assert.equal(new Date(at).toJSON(), at);
  assert.equal((await list({ action: 'createBrand', actorId })).total, 1);
  assert.equal((await list({ action: 'createBrand', actorId: 'nobody' })).total, 0);
  assert.equal((await list({ targetId: brand.id, from: at })).total, 1, 'from: this time included');
  assert.equal((await list({ targetId: brand.id, to: at })).total, 1, 'to: this time not');
  for (const query of [
    { from: 'yesterday' },
    { to: '2026-02-30T00:00:00Z' },
    { from: '0000-01-01T00:00:00Z' },
  ]) {
    const answer = await owner('listAuditLog', { query: query as Record<string, string> });
    assert.equal(answer.status, 400, JSON.stringify(query));
    assert.match(answer.json.message, /^(from|to) /);
  }
});

test("listAuditLog is for ADMIN and above, and shows no other organisation's", async () => {
  const member = await joined(app, owner, 'MEMBER');
  assert.equal((await member.call('listAuditLog')).status, 403);
  const theirs = callerWith(app, await app.login(await app.organisation()));
  // The key that the test's organisation comes with was made by the operator.
  const { data } = (await theirs('listAuditLog')).json;
  assert.deepEqual(
    data.map(({ action, actorType }: Record<string, string>) => [action, actorType]),
    [['createApiKey', 'OPERATOR']],
  );
});

test('deleteOrganisation needs an OWNER and the name; then all of it is gone, keys and logins within 5 s', async () => {
  const doomed = await app.organisation({ brands: [{ name: 'Doomed', competitors: [{ name: 'Rival' }] }] });
  await app.ingest(doomed, [
    { brand: 'Doomed', answer: 'Doomed, then Rival.', citations: [{ url: 'https://a.example/1' }] },
  ]);
  await app.snapshot();
  const call = callerWith(app, await app.login(doomed));
  const admin = await joined(app, call, 'ADMIN');
  const { name } = (await call('getOrganisation')).json;
  await call('updateOrganisation', { body: { name: `${name} & Söhne` } });
  const confirmed = { query: { name: `${name} & Söhne` } };

  const refused = await admin.call('deleteOrganisation', confirmed);
  assert.equal(refused.status, 403);
  assert.match(refused.json.message, /OWNER/);
  assert.equal((await call('deleteOrganisation', { query: { name } })).status, 400);
  assert.equal((await call('deleteOrganisation')).status, 400);
  const report = () => app.call('POST', REPORT, { key: doomed.key });
  assert.equal((await report()).json.total, 1);

  assert.equal((await call('deleteOrganisation', confirmed)).status, 204);
  await until(async () => (await report()).status === 401, 5_000);
  for (const { call: of } of [{ call }, admin])
    await until(async () => (await of('getMe')).status === 401, 5_000);
  const { email, password } = doomed;
  assert.equal((await call('login', { body: { email, password } })).status, 401);
  await app.snapshot();
  // Whoever had its id again would find nothing of it in the snapshot.
  const { db } = app.app.services;
  await db.sql`insert into organisations (id, name, plan) values (${doomed.id}, 'Again', 'CUSTOM')`;
  const { key } = await createApiKey(db, operator(doomed.id), { name: 'Again', scopes: ['reports:read'] });
  assert.deepEqual((await app.call('POST', REPORT, { key })).json, { data: [], total: 0 });
});

test('every table with an organisation goes with it: each reaches organisations by deletes that cascade', async () => {
  const loose = await app.app.services.db.sql<{ table: string }[]>`
    with recursive owned as (
      select 'organisations'::regclass::oid as id
      union
      select c.conrelid from pg_constraint c join owned on c.confrelid = owned.id
      where c.contype = 'f' and c.confdeltype = 'c'
    )
    select a.attrelid::regclass::text as table
    from pg_attribute a join pg_class t on t.oid = a.attrelid
    where a.attname = 'org_id' and t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
      and a.attrelid not in (select id from owned)`;
  // Leases are given back by who holds them, or cleared with what is old; some are of no organisation.
  assert.deepEqual([...loose], [{ table: 'job_leases' }]);
});
