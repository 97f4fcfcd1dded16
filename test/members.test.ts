import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation, until } from './support/app.ts';
import { type Caller, callerWith } from './support/caller.ts';
import { joined } from './support/members.ts';

let app: TestApp;
let org: TestOrganisation;
let owner: Caller;
let ownerId: string;

before(async () => {
  app = await startTestApp();
  org = await app.organisation();
  owner = callerWith(app, await app.login(org));
  ownerId = (await owner('getMe')).json.user.id;
});
after(() => app.close());

const setRole = (call: Caller, id: string, role: string) =>
  call('updateMember', { ids: [id], body: { role } });
const remove = (call: Caller, id: string) => call('removeMember', { ids: [id] });
const audited = async (action: string, targetId: string) =>
  (await owner('listAuditLog', { query: { action, targetId } })).json.total;

test('listMembers shows who is in, oldest first, by role too', async () => {
  const admin = await joined(app, owner, 'ADMIN');
  const { data, total } = (await owner('listMembers')).json;
  assert.equal(total, 2);
  assert.deepEqual(
    data.map(({ id, email, role }: Record<string, string>) => [id, email, role]),
    [
      [ownerId, org.email, 'OWNER'],
      [admin.id, admin.email, 'ADMIN'],
    ],
  );
  const admins = (await owner('listMembers', { query: { role: 'ADMIN' } })).json;
  assert.deepEqual([admins.total, admins.data[0].id], [1, admin.id]);
  assert.equal((await owner('listMembers', { query: { limit: 1, offset: 1 } })).json.data[0].id, admin.id);
});

test('updateMember holds within 5 s in a login that is open, downwards and upwards', async () => {
  const member = await joined(app, owner, 'ADMIN');
  assert.equal((await member.call('listInvitations')).status, 200);
  const changed = await setRole(owner, member.id, 'VIEWER');
  assert.deepEqual([changed.status, changed.json.role], [200, 'VIEWER']);
  await until(async () => (await member.call('listInvitations')).status === 403, 5_000);
  assert.match((await member.call('listInvitations')).json.message, /needs the role ADMIN.*yours is VIEWER/);
  await setRole(owner, member.id, 'ADMIN');
  await until(async () => (await member.call('listInvitations')).status === 200, 5_000);
  assert.equal(await audited('updateMember', member.id), 2);
});

test('removeMember ends the logins within 5 s, and the account that is in no other organisation', async () => {
  const member = await joined(app, owner, 'MEMBER');
  assert.equal((await remove(owner, member.id)).status, 204);
  await until(async () => (await member.call('getMe')).status === 401, 5_000);
  const anybody = callerWith(app, 'none');
  const { email, password, refreshToken } = member;
  assert.equal((await anybody('refreshToken', { body: { refreshToken } })).status, 401);
  assert.equal((await anybody('login', { body: { email, password } })).status, 401);
  assert.equal((await remove(owner, member.id)).status, 404);
  assert.equal(await audited('removeMember', member.id), 1);
});

test('removeMember leaves an account that is in another organisation its login there', async () => {
  const other = await app.organisation();
  const invitation = await owner('createInvitation', { body: { email: other.email, role: 'MEMBER' } });
  const body = { token: invitation.json.token, password: other.password };
  const here = await app.call('POST', '/api/auth/invitations/accept', { body });
  const there = callerWith(app, await app.login(other));
  const { id } = (await there('getMe')).json.user;
  assert.equal((await remove(owner, id)).status, 204);
  const call = callerWith(app, here.json.accessToken);
  await until(async () => (await call('getMe')).status === 401, 5_000);
  assert.equal((await there('getMe')).json.organisations.length, 1);
});

test('the last OWNER stays: 409 for the role and the membership, two at once included', async () => {
  for (const answer of [await setRole(owner, ownerId, 'ADMIN'), await remove(owner, ownerId)]) {
    assert.equal(answer.status, 409);
    assert.match(answer.json.message, /last OWNER/);
  }
  const second = await joined(app, owner, 'OWNER');
  const both = await Promise.all([
    setRole(owner, second.id, 'MEMBER'),
    setRole(second.call, ownerId, 'MEMBER'),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  if (both[1]?.status === 200) await setRole(second.call, ownerId, 'OWNER');
  else await setRole(owner, second.id, 'OWNER');
  assert.equal((await setRole(second.call, second.id, 'MEMBER')).status, 200, 'one of two may step down');
});

test('an ADMIN touches no OWNER and makes none: 403 naming the role', async () => {
  const admin = await joined(app, owner, 'ADMIN');
  const member = await joined(app, owner, 'MEMBER');
  const asked = { email: 'boss@customer.example', role: 'OWNER' };
  for (const answer of [
    await setRole(admin.call, ownerId, 'MEMBER'),
    await remove(admin.call, ownerId),
    await setRole(admin.call, member.id, 'OWNER'),
    await setRole(admin.call, admin.id, 'OWNER'),
    await admin.call('createInvitation', { body: asked }),
  ]) {
    assert.equal(answer.status, 403);
    assert.match(answer.json.message, /needs the role OWNER/);
  }
  assert.equal((await setRole(admin.call, member.id, 'VIEWER')).status, 200);
  assert.equal((await remove(admin.call, member.id)).status, 204);
});

test("members of another organisation are 404, with an unknown id's bytes", async () => {
  const theirs = callerWith(app, await app.login(await app.organisation()));
  const { id } = (await theirs('getMe')).json.user;
  assert.equal((await setRole(owner, id, 'VIEWER')).status, 404);
  assert.equal((await setRole(owner, id, 'VIEWER')).text, (await setRole(owner, 'unknown', 'VIEWER')).text);
  assert.equal((await remove(owner, id)).text, (await remove(owner, 'unknown')).text);
});

test('behaviour 15: nothing but the role of a member can be assigned', async () => {
  for (const change of [{ orgId: 'x' }, { isAdmin: true }, { plan: 'CUSTOM' }, { email: 'x@y.example' }]) {
    const body = { role: 'OWNER', ...change };
    assert.equal((await owner('updateMember', { ids: [ownerId], body })).status, 400);
  }
  const unknown = await owner('updateMember', { ids: [ownerId], body: { role: 'ROOT' } });
  assert.match(unknown.json.message, /role must be one of OWNER, ADMIN, MEMBER, VIEWER/);
});
