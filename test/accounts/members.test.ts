import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { until } from '../support/server/app.ts';

const { app, org, call: owner } = await withOrganisation();
const ownerId = (await owner('getMe')).json.user.id;

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
  assert.deepEqual([admins.total, admins.data[0]!.id], [1, admin.id]);
  assert.equal((await owner('listMembers', { query: { limit: 1, offset: 1 } })).json.data[0]!.id, admin.id);
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
  // The later one is refused because no OWNER would be left, or because who asks is none any more.
  const [taken, refused] = both.map(({ status }) => status).sort();
  assert.ok(taken === 200 && (refused === 409 || refused === 403), `${taken} and ${refused}`);
  if (both[1]?.status === 200) {
    await setRole(second.call, ownerId, 'OWNER');
    await until(async () => (await owner('listInvitations')).status === 200, 5_000);
  } else await setRole(owner, second.id, 'OWNER');
  // One of two may step down. Who was made OWNER just now is one within 5 s.
  await until(async () => (await setRole(second.call, second.id, 'MEMBER')).status === 200, 5_000);
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

test('nothing but the role of a member can be assigned', async () => {
  for (const change of [{ orgId: 'x' }, { isAdmin: true }, { plan: 'CUSTOM' }, { email: 'x@y.example' }]) {
    const body = { role: 'OWNER', ...change };
    assert.equal((await owner('updateMember', { ids: [ownerId], body })).status, 400);
  }
  const unknown = await owner('updateMember', { ids: [ownerId], body: { role: 'ROOT' } });
  assert.match(unknown.json.message, /role must be one of OWNER, ADMIN, MEMBER, VIEWER/);
});

test('what a member let in ends with it: invitations and API keys, on removal and on demotion', async () => {
  for (const end of ['remove', 'demote'] as const) {
    const admin = await joined(app, owner, 'ADMIN');
    const invitation = await admin.call('createInvitation', {
      body: { email: `${end}@customer.example`, role: 'ADMIN' },
    });
    const key = (await admin.call('createApiKey', { body: { name: 'Pipeline' } })).json;
    assert.equal(key.createdBy, admin.id);
    const { id: ours } = (await owner('createApiKey', { body: { name: 'Ours' } })).json;

    const answer =
      end === 'remove' ? await remove(owner, admin.id) : await setRole(owner, admin.id, 'MEMBER');
    assert.equal(answer.headers.get('x-revoked-api-keys'), '1');
    const body = { token: invitation.json.token, password: 'a password of a member' };
    assert.equal((await app.call('POST', '/api/auth/invitations/accept', { body })).status, 404);
    const { data } = (await owner('listInvitations', { query: { state: 'REVOKED' } })).json;
    assert.ok(
      data.some(({ id }: { id: string }) => id === invitation.json.id),
      'it is shown so',
    );
    assert.equal(await audited('revokeInvitation', invitation.json.id), 1);

    const revoked = (await owner('getApiKey', { ids: [key.id] })).json;
    assert.deepEqual(
      [revoked.state, revoked.revokedBecause],
      ['REVOKED', end === 'remove' ? 'MAKER_REMOVED' : 'MAKER_DEMOTED'],
    );
    await until(async () => (await app.report(key, 'brands', {})).status === 401, 5_000);
    assert.equal(await audited('revokeApiKey', key.id), 1);
    assert.equal((await owner('getApiKey', { ids: [ours] })).json.state, 'ACTIVE');
    assert.equal((await owner('revokeApiKey', { ids: [ours] })).status, 204);
  }
});

test('keepApiKeys hands the keys over instead; keys of the operator stay', async () => {
  const admin = await joined(app, owner, 'ADMIN');
  const key = (await admin.call('createApiKey', { body: { name: 'Pipeline' } })).json;
  const answer = await owner('removeMember', { ids: [admin.id], query: { keepApiKeys: true } });
  assert.deepEqual([answer.status, answer.headers.get('x-revoked-api-keys')], [204, '0']);
  const kept = (await owner('getApiKey', { ids: [key.id] })).json;
  assert.deepEqual([kept.state, kept.createdBy], ['ACTIVE', ownerId]);
  const { createdBy } = (await owner('listApiKeys')).json.data.at(-1)!;
  assert.equal(createdBy, null);
  const demoted = await joined(app, owner, 'ADMIN');
  const { id } = (await demoted.call('createApiKey', { body: { name: 'Pipeline' } })).json;
  const body = { role: 'VIEWER', keepApiKeys: true };
  assert.equal((await owner('updateMember', { ids: [demoted.id], body })).status, 200);
  assert.equal((await owner('getApiKey', { ids: [id] })).json.state, 'ACTIVE');
});

test('an OWNER who becomes an ADMIN leaves no invitation of OWNERs', async () => {
  const second = await joined(app, owner, 'OWNER');
  const invite = async (role: string) =>
    (await second.call('createInvitation', { body: { email: `as-${role}@customer.example`, role } })).json;
  const [high, low] = [await invite('OWNER'), await invite('MEMBER')];
  await setRole(owner, second.id, 'ADMIN');
  const accept = async (token: string) =>
    (
      await app.call('POST', '/api/auth/invitations/accept', {
        body: { token, password: 'a password of a member' },
      })
    ).status;
  assert.deepEqual([await accept(high.token), await accept(low.token)], [404, 201]);
});

test('who is removed just now makes neither a key nor an invitation by the token it has', async () => {
  for (const [operationId, body] of [
    ['createApiKey', { name: 'Late' }],
    ['createInvitation', { email: 'late@customer.example', role: 'MEMBER' }],
  ] as const) {
    const admin = await joined(app, owner, 'ADMIN');
    // As in the moment before sessions are read again.
    await app.sql(org)`delete from memberships where org_id = ${org.id} and user_id = ${admin.id}`;
    assert.equal((await admin.call(operationId, { body })).status, 403, operationId);
  }
});
