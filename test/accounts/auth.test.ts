import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { accepted } from '../support/callers/members.ts';
import { withApp } from '../support/callers/organisation.ts';
import { completeRun, type TestOrganisation, until } from '../support/server/app.ts';

const app = await withApp({ REGISTRATION: 'open' });
const org = await app.organisation();
const anybody = callerWith(app, 'none');

const login = (email: string, password: string) => anybody('login', { body: { email, password } });
const caller = async (of: TestOrganisation) => callerWith(app, await app.login(of));
const refused = (call: Caller) => until(async () => (await call('getMe')).status === 401, 5_000);
const registration = {
  organisationName: 'Newcomers',
  email: 'new@customer.example',
  password: 'long enough',
};

test('register makes an organisation on FREE with its owner, and logs in', async () => {
  const { status, json, headers } = await anybody('register', { body: registration });
  assert.equal(status, 201);
  assert.equal(headers.get('cache-control'), 'no-store');
  const call = callerWith(app, json.accessToken);
  const me = (await call('getMe')).json;
  assert.equal(me.user.email, registration.email);
  assert.deepEqual(
    [me.organisation.name, me.organisation.plan, me.organisation.isDemo, me.role],
    ['Newcomers', 'FREE', false, 'OWNER'],
  );
  assert.deepEqual(me.organisations, [{ id: me.organisation.id, name: 'Newcomers', role: 'OWNER' }]);
  const { data } = (await call('listAuditLog')).json;
  assert.deepEqual(
    data.map(({ action, actorEmail, targetId }) => [action, actorEmail, targetId]),
    [['register', registration.email, me.organisation.id]],
  );
  assert.equal((await login(registration.email, registration.password)).status, 200);
});

test('register refuses an address that has an account, a short password, no address, and what nobody may assign', async () => {
  const send = (change: object) => anybody('register', { body: { ...registration, ...change } });
  assert.equal((await send({ email: org.email.toUpperCase() })).status, 409);
  for (const change of [
    { email: 'x@customer.example', password: '123456789' },
    { email: 'no address' },
    { organisationName: '' },
    { plan: 'CUSTOM' },
    { role: 'OWNER' },
    { isDemo: true },
    { orgId: org.id },
  ])
    assert.equal((await send(change)).status, 400, JSON.stringify(change));
});

test('after logout both tokens are refused within 5 s, other logins go on', async () => {
  const { json } = await login(org.email, org.password);
  const call = callerWith(app, json.accessToken);
  const other = await caller(org);
  assert.equal((await call('getMe')).status, 200);
  assert.equal((await call('logout')).status, 204);
  await refused(call);
  const { refreshToken } = json;
  assert.equal((await anybody('refreshToken', { body: { refreshToken } })).status, 401);
  assert.equal((await other('getMe')).status, 200);
});

test('changePassword ends the other logins, and the old password', async () => {
  const mine = await app.organisation();
  const [call, other] = [await caller(mine), await caller(mine)];
  const change = (currentPassword: string, newPassword: string) =>
    call('changePassword', { body: { currentPassword, newPassword } });
  const wrong = await change('a wrong password', 'the next password');
  assert.equal(wrong.status, 403);
  assert.match((wrong.json as { message: string }).message, /^currentPassword/);
  assert.equal((await change(mine.password, 'too short')).status, 400);
  assert.equal((await change(mine.password, 'the next password')).status, 204);
  await refused(other);
  assert.equal((await call('getMe')).status, 200);
  assert.equal((await login(mine.email, mine.password)).status, 401);
  assert.equal((await login(mine.email, 'the next password')).status, 200);
  const audit = (await call('listAuditLog', { query: { action: 'changePassword' } })).json;
  assert.equal(audit.total, 1);
  assert.doesNotMatch(JSON.stringify(audit), /next password/);
});

test('changePassword answers repeated tries with 429', async () => {
  const call = await caller(await app.organisation());
  const body = { currentPassword: 'a wrong password', newPassword: 'the next password' };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    statuses.push((await call('changePassword', { body })).status);
  assert.deepEqual(statuses, [...Array(10).fill(403), 429]);
});

test('switchOrganisation logs in to another organisation of the account, and to no other', async () => {
  const [mine, theirs, foreign] = [org, await app.organisation(), await app.organisation()];
  const inviting = await caller(theirs);
  const invitation = await inviting('createInvitation', { body: { email: mine.email, role: 'VIEWER' } });
  await accepted(app, invitation.json.token, mine.email, mine.password);
  const call = await caller(mine);
  const me = (await call('getMe')).json;
  assert.deepEqual(
    me.organisations.map(({ id, role }: Record<string, string>) => [id, role]),
    [
      [mine.id, 'OWNER'],
      [theirs.id, 'VIEWER'],
    ],
  );
  const switched = await call('switchOrganisation', { body: { organisationId: theirs.id } });
  assert.equal(switched.status, 200, switched.text);
  const there = (await callerWith(app, switched.json.accessToken)('getMe')).json;
  assert.deepEqual([there.organisation.id, there.role], [theirs.id, 'VIEWER']);
  assert.equal((await call('getMe')).json.organisation.id, mine.id, 'the present login goes on');

  const unknown = await call('switchOrganisation', { body: { organisationId: 'unknown' } });
  const other = await call('switchOrganisation', { body: { organisationId: foreign.id } });
  assert.deepEqual([unknown.status, other.status], [404, 404]);
  assert.equal(other.text, unknown.text);
});

test('getMe says when the oldest and the newest answer of the organisation were given, and of no other', async () => {
  const [mine, theirs] = [
    await app.organisation({ brands: [{ name: 'Lumenfold' }] }),
    await app.organisation(),
  ];
  const times = async (of: TestOrganisation) => {
    const { oldestAnswerAt, newestAnswerAt } = (await (await caller(of))('getMe')).json.organisation;
    return [oldestAnswerAt, newestAnswerAt];
  };
  assert.deepEqual(await times(mine), [null, null]);
  const given = ['2026-03-02T06:00:00.000Z', '2026-01-05T06:00:00.000Z', '2026-02-03T06:00:00.000Z'];
  await app.ingest(
    mine,
    given.map((executedAt) => completeRun({ brand: 'Lumenfold', executedAt })),
  );
  assert.deepEqual(await times(mine), [given[1], given[0]]);
  assert.deepEqual(await times(theirs), [null, null]);
});

test('refreshToken says who is logged in where it is asked, and otherwise gives tokens alone', async () => {
  const of = await app.organisation();
  const { refreshToken } = (await login(of.email, of.password)).json;
  const plain = await anybody('refreshToken', { body: { refreshToken } });
  assert.deepEqual(Object.keys(plain.json).sort(), ['accessToken', 'expiresIn', 'refreshToken', 'tokenType']);
  const asked = await anybody('refreshToken', {
    body: { refreshToken: plain.json.refreshToken, include: ['me'] },
  });
  const { me, accessToken } = asked.json;
  assert.deepEqual(me, (await callerWith(app, accessToken)('getMe')).json);
  assert.equal(me.organisation.id, of.id);
});
