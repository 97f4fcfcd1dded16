import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { callerWith, tokenAs } from '../support/callers/caller.ts';
import { accepted, joined } from '../support/callers/members.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { until } from '../support/server/app.ts';

const REPORT = '/api/customer/v1/reports/brands';
/** Rows of a deleted organisation go by a job, which a busy machine lets wait. */
const PURGED_MS = 30_000;

const { app, org, call: owner } = await withOrganisation({ brands: [{ name: 'Lumenfold' }] });
const anybody = callerWith(app, 'none');

const invite = async (email: string, role = 'MEMBER', by = owner) =>
  (await by('createInvitation', { body: { email, role } })).json;
const accept = (token: string, password = 'a password of a member') =>
  anybody('acceptInvitation', { body: { token, password } });

test('createInvitation shows its token once; accepting it works once', async () => {
  const made = await invite(' Ada@Customer.example'.trim(), 'ADMIN');
  assert.deepEqual([made.email, made.role, made.state], ['ada@customer.example', 'ADMIN', 'PENDING']);
  const days = (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / DAY_MS;
  assert.ok(Math.abs(days - 7) < 0.01, `${days} days`);
  const { token, ...shown } = made;
  const listed = await owner('listInvitations', { query: { state: 'PENDING' } });
  assert.deepEqual(listed.json.data, [shown]);

  const ada = await accepted(app, token, made.email);
  assert.equal((await ada.call('getMe')).json.role, 'ADMIN');
  const again = await accept(token);
  assert.equal(again.status, 404);
  assert.equal(again.text, (await accept(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).text);
  assert.equal(again.text, (await accept('sli_anything')).text);
  assert.deepEqual((await owner('listInvitations')).json.data, [{ ...shown, state: 'ACCEPTED' }]);
  for (const action of ['createInvitation', 'acceptInvitation']) {
    const log = await owner('listAuditLog', { query: { action, targetId: made.id } });
    assert.equal(log.json.total, 1, action);
    assert.ok(!log.text.includes(token));
  }
});

test('an invitation accepted many times at once makes one member', async () => {
  const { token } = await invite('grace@customer.example');
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.ok(answers.every(({ status }) => [201, 401, 404, 409].includes(status)));
});

test('an invitation that has expired or was revoked does not work', async () => {
  const expired = await invite('late@customer.example');
  await app.sql(org)`update invitations set expires_at = now() where id = ${expired.id}`;
  assert.equal((await accept(expired.token)).status, 404);
  assert.equal((await owner('revokeInvitation', { ids: [expired.id] })).status, 409);
  assert.equal((await owner('listInvitations', { query: { state: 'EXPIRED' } })).json.total, 1);

  const revoked = await invite('late@customer.example');
  assert.equal((await owner('revokeInvitation', { ids: [revoked.id] })).status, 204);
  assert.equal((await owner('revokeInvitation', { ids: [revoked.id] })).status, 204, 'once more');
  assert.equal((await accept(revoked.token)).status, 404);
  const log = await owner('listAuditLog', { query: { action: 'revokeInvitation' } });
  assert.equal(log.json.total, 1);
});

test('an address is one person, however it is written', async () => {
  const spellings = ['Twice@Customer.Example', 'twice@customer.example', 'TWICE@CUSTOMER.EXAMPLE'];
  const password = 'a password of a member';
  const refused = async (how: RegExp, emails = spellings) => {
    for (const email of emails) {
      const answer = await owner('createInvitation', { body: { email, role: 'VIEWER' } });
      assert.equal(answer.status, 409, email);
      assert.match(answer.json.message, how, email);
    }
  };
  await refused(/a member already/, [org.email, org.email.toUpperCase()]);
  const { token, email } = await invite(spellings[0]!);
  assert.equal(email, spellings[1]);
  await refused(/invited already/);
  await accepted(app, token, email, password);
  await refused(/a member already/);
  // In another organisation the account is the same, by its own password.
  const other = callerWith(app, await app.login(await app.organisation()));
  const there = await invite(spellings[2]!, 'MEMBER', other);
  const member = await accepted(app, there.token, email, password);
  assert.equal((await member.call('getMe')).json.organisations.length, 2);
  for (const each of [spellings[0], spellings[2]])
    assert.equal((await anybody('login', { body: { email: each, password } })).status, 200, each);
});

test('acceptInvitation: an account that exists joins by its own password, and tries at it are limited', async () => {
  const other = await app.organisation();
  const { token } = await invite(other.email);
  assert.equal((await accept(token, 'a wrong password')).status, 401);
  const member = await accepted(app, token, other.email, other.password);
  assert.equal((await member.call('getMe')).json.organisations.length, 2);

  const victim = await app.organisation();
  const invitation = await invite(victim.email);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    statuses.push((await accept(invitation.token, 'a wrong password')).status);
  assert.deepEqual(statuses, [...Array(10).fill(401), 429]);
});

test('acceptInvitation: a new account needs a password that is long enough', async () => {
  const { token } = await invite('short@customer.example');
  assert.equal((await accept(token, '123456789')).status, 400);
  assert.equal((await accept(token, '1234567890')).status, 201);
});

test('invitations are for ADMIN and above, and of no other organisation', async () => {
  const member = await joined(app, owner, 'MEMBER');
  const body = { email: 'x@customer.example', role: 'VIEWER' };
  for (const answer of [
    await member.call('listInvitations'),
    await member.call('createInvitation', { body }),
    await member.call('revokeInvitation', { ids: ['any'] }),
  ]) {
    assert.equal(answer.status, 403);
    assert.match(answer.json.message, /needs the role ADMIN or above; yours is MEMBER/);
  }
  const admin = callerWith(app, await tokenAs(app, org, 'ADMIN'));
  const mine = await invite('y@customer.example', 'VIEWER', admin);
  const theirs = callerWith(app, await app.login(await app.organisation()));
  const foreign = await theirs('revokeInvitation', { ids: [mine.id] });
  assert.equal(foreign.status, 404);
  assert.equal(foreign.text, (await theirs('revokeInvitation', { ids: ['unknown'] })).text);
  assert.equal((await theirs('listInvitations')).json.total, 0);
});

test('createInvitation takes an address and a role, nothing else', async () => {
  for (const change of [{ orgId: 'x' }, { isAdmin: true }, { state: 'ACCEPTED' }, { expiresAt: null }]) {
    const body = { email: 'z@customer.example', role: 'VIEWER', ...change };
    assert.equal((await owner('createInvitation', { body })).status, 400);
  }
});

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
  assert.match((refused.json as { message: string }).message, /ADMIN/);
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
  const { id: _, at, address, ...entry } = data[0]!;
  assert.deepEqual(entry, {
    actorType: 'USER',
    actorId,
    actorEmail: org.email,
    action: 'updateBrand',
    targetType: 'brand',
    targetId: brand.id,
    details: { industry: 'lighting' },
  });
  assert.match(address!, /127\.0\.0\.1/);
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
    data.map(({ action, actorType }) => [action, actorType]),
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
  assert.match((refused.json as { message: string }).message, /OWNER/);
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
  // Its rows go in the background; the snapshot after that has none of them.
  const { db } = app.app.services;
  await until(
    async () => (await db.sql`select from organisations where id = ${doomed.id}`).length === 0,
    PURGED_MS,
  );
  await app.snapshot();
  // Whoever had its id again would find nothing of it there.
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
      and a.attrelid not in (select id from owned)
    order by 1`;
  // Notes of changes outlive it until the next snapshot is without it. Leases are given back by who holds them, or
  // cleared with what is old; some are of no organisation.
  const left = ['changed_parts', 'job_leases'];
  // On a cluster these have no foreign key: the purge deletes them itself.
  const { isCluster } = app.app.services.db;
  const tables = isCluster ? ['api_key_index', ...left, 'sessions'] : left;
  assert.deepEqual(
    loose.map(({ table }) => table),
    tables,
  );
});
