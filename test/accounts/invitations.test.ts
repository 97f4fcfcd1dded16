import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';
import { type Caller, callerWith, tokenAs } from '../support/caller.ts';
import { accepted, joined } from '../support/members.ts';

let app: TestApp;
let org: TestOrganisation;
let owner: Caller;
let anybody: Caller;

before(async () => {
  app = await startTestApp();
  org = await app.organisation();
  owner = callerWith(app, await app.login(org));
  anybody = callerWith(app, 'none');
});
after(() => app?.close());

const invite = async (email: string, role = 'MEMBER', by = owner) =>
  (await by('createInvitation', { body: { email, role } })).json;
const accept = (token: string, password = 'a password of a member') =>
  anybody('acceptInvitation', { body: { token, password } });

test('createInvitation shows its token once; accepting it works once', async () => {
  const made = await invite(' Ada@Customer.example'.trim(), 'ADMIN');
  assert.deepEqual([made.email, made.role, made.state], ['ada@customer.example', 'ADMIN', 'PENDING']);
  const days = (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / 86_400_000;
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
  await app.app.services.db.tenant(
    org.id,
    (tx) => tx`update invitations set expires_at = now() where id = ${expired.id}`,
  );
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

test('createInvitation: a member, or who is invited already, is 409', async () => {
  await invite('twice@customer.example');
  for (const email of ['TWICE@customer.example', org.email]) {
    const answer = await owner('createInvitation', { body: { email, role: 'VIEWER' } });
    assert.equal(answer.status, 409, email);
  }
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
