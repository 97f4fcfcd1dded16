import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteOrganisation } from '../../src/features/accounts/organisation.ts';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { scim as call, company as openCompany, patch } from '../support/logins/scim.ts';
import { until } from '../support/server/app.ts';

const app = await withApp({ PUBLIC_URL: 'https://reports.example' });

const company = () => openCompany(app);
const scim = (bearer: string, method: string, path: string, body?: unknown) =>
  call(app, bearer, [method, path, body]);

test('a provider creates, finds, deactivates and activates people', async () => {
  const { owner, bearer, domain } = await company();
  const userName = `Ada@${domain}`;
  const input = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    externalId: '00u1',
    name: { givenName: 'Ada', familyName: 'L' },
    emails: [{ value: userName, primary: true, type: 'work' }],
    active: true,
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'R&D' },
  };
  const created = await scim(bearer, 'POST', '/Users', input);
  assert.equal(created.status, 201, created.text);
  assert.equal(created.headers.get('location'), created.json.meta.location);
  assert.equal(created.json.active, true);
  const { id } = created.json;
  const again = await scim(bearer, 'POST', '/Users', { ...input, userName: userName.toLowerCase() });
  assert.equal(again.status, 409);
  assert.equal(again.json.scimType, 'uniqueness');
  for (const filter of [
    `userName eq "${userName.toLowerCase()}"`,
    'externalId eq "00u1"',
    'USERNAME EQ "x"',
  ]) {
    const { json } = await scim(bearer, 'GET', `/Users?filter=${encodeURIComponent(filter)}&attributes=id`);
    const isFound = !filter.endsWith('"x"');
    assert.equal(json.totalResults, isFound ? 1 : 0, filter);
    if (isFound) assert.equal(json.Resources[0].id, id);
  }
  const members = async () => (await owner('listMembers')).json.data.map(({ email }) => email);
  assert.deepEqual(await members(), [(await owner('getMe')).json.user.email, `ada@${domain}`]);
  const off = await scim(bearer, 'PATCH', `/Users/${id}`, patch('False', 'active'));
  assert.equal(off.status, 200, off.text);
  assert.equal(off.json.active, false);
  assert.equal((await members()).length, 1);
  const on = await scim(bearer, 'PATCH', `/Users/${id}`, patch({ active: true, displayName: 'Ada' }));
  assert.equal(on.json.active, true);
  assert.equal((await members()).length, 2);
  assert.equal((await scim(bearer, 'GET', `/Users/${id}`)).json.active, true);
  const { json: log } = await owner('listAuditLog', { query: { actorId: 'scim' } });
  assert.deepEqual(
    log.data.map(({ action }) => action),
    ['activateMember', 'deactivateMember', 'activateMember', 'createScimUser'],
  );
});

test('a provider replaces and deletes people, and they can come again', async () => {
  const { org, owner, bearer, domain } = await company();
  const userName = `ada@${domain}`;
  const { json: made } = await scim(bearer, 'POST', '/Users', { userName, externalId: '00u1' });
  const path = `/Users/${made.id}`;
  // Okta sends the whole user, with what it was given.
  const put = (changes: object) =>
    scim(bearer, 'PUT', path, { ...made, name: { givenName: 'A' }, ...changes });
  assert.equal((await put({ active: false, externalId: '00u2' })).json.active, false);
  const { json: left } = await put({ active: undefined, userName: userName.toUpperCase() });
  assert.deepEqual([left.active, left.externalId], [false, '00u1'], 'what is left out was changed');
  assert.equal((await put({ active: true })).json.active, true);
  const renamed = await put({ userName: `other@${domain}` });
  assert.equal(renamed.status, 400);
  assert.match(renamed.json.detail, /userName cannot be changed/);
  const { db } = app.app.services;
  const [account] = await db.sql<{ id: string }[]>`select id from users where email = ${userName}`;
  await app.sql(
    org,
  )`update memberships set role = 'ADMIN' where org_id = ${org.id} and user_id = ${account?.id ?? ''}`;
  await createApiKey(
    db,
    { orgId: org.id, type: 'USER', id: account?.id ?? '', address: null },
    { name: 'Nightly export', scopes: ['reports:read'] },
  );
  assert.equal((await scim(bearer, 'DELETE', path)).status, 204);
  for (const method of ['GET', 'DELETE', 'PUT'] as const)
    assert.equal((await scim(bearer, method, path, method === 'PUT' ? made : undefined)).status, 404, method);
  assert.equal((await scim(bearer, 'GET', '/Users')).json.totalResults, 0);
  assert.equal((await owner('listMembers')).json.total, 1);
  const { json: state } = await owner('getScim');
  assert.deepEqual(
    state.keysOfDeparted.map(({ name, madeBy }) => [name, madeBy]),
    [['Nightly export', userName]],
  );
  const again = await scim(bearer, 'POST', '/Users', { userName });
  assert.equal(again.status, 201, again.text);
  assert.notEqual(again.json.id, made.id);
  assert.equal((await owner('listMembers')).json.total, 2);
  assert.deepEqual((await owner('getScim')).json.keysOfDeparted, []);
});

test('a provider reads what this server can do', async () => {
  const { bearer } = await company();
  const { status, json } = await scim(bearer, 'GET', '/ServiceProviderConfig');
  assert.equal(status, 200);
  assert.deepEqual([json.patch.supported, json.filter.supported, json.bulk.supported], [true, true, false]);
  const { json: types } = await scim(bearer, 'GET', '/ResourceTypes');
  assert.deepEqual(
    types.Resources.map(({ name }: { name: string }) => name),
    ['User'],
  );
  const { json: schemas } = await scim(bearer, 'GET', '/Schemas?count=5');
  for (const one of [...types.Resources, ...schemas.Resources]) {
    const path = one.meta.location.replace('https://reports.example/scim/v2', '');
    assert.deepEqual((await scim(bearer, 'GET', path)).json, one, path);
    assert.deepEqual((await scim(bearer, 'GET', path.replaceAll(':', '%3A'))).json, one, 'encoded');
  }
  const { json: groups } = await scim(
    bearer,
    'GET',
    '/Groups?startIndex=1&count=100&filter=displayName%20eq%20"x"',
  );
  assert.deepEqual([groups.totalResults, groups.Resources], [0, []]);
  for (const path of [
    '/ServiceProviderConfig',
    '/ResourceTypes',
    '/Schemas',
    '/Groups',
    '/ResourceTypes/User',
  ])
    assert.equal((await scim('slu_x', 'GET', path)).status, 401, path);
});

test('the deletion of an organisation takes accounts of departed people that nobody else has', async () => {
  const { org, bearer, domain } = await company();
  const { db } = app.app.services;
  const userName = `ada@${domain}`;
  const { json } = await scim(bearer, 'POST', '/Users', { userName });
  await scim(bearer, 'PATCH', `/Users/${json.id}`, patch(false, 'active'));
  const accounts = () => db.sql`select from users where email in (${userName}, ${org.email})`;
  assert.equal((await accounts()).length, 2, 'the account went with the membership');
  await deleteOrganisation(db, org.id);
  assert.equal((await accounts()).length, 0);
});

test('who is deactivated is out within 5 s on every server, and stays in elsewhere', async () => {
  const { org, owner, bearer, domain } = await company();
  const elsewhere = await company();
  const { db } = app.app.services;
  // A person with a password, an ADMIN here and a member elsewhere.
  const person = await app.organisation();
  const email = `grace@${domain}`;
  await db.sql`update users set email = ${email} where email = ${person.email}`;
  const [user] = await db.sql<{ id: string }[]>`select id from users where email = ${email}`;
  const userId = user?.id ?? '';
  for (const at of [org, elsewhere.org])
    await app.sql(at)`insert into memberships (org_id, user_id, role) values (${at.id}, ${userId}, 'ADMIN')`;
  const own = await app.login({ ...person, email });
  const switched = await app.call('POST', '/api/auth/organisation', {
    token: own,
    body: { organisationId: org.id },
  });
  const there = await app.call('POST', '/api/auth/organisation', {
    token: own,
    body: { organisationId: elsewhere.org.id },
  });
  const here = callerWith(app, switched.json.accessToken);
  assert.equal((await here('getMe')).status, 200);
  const { json: key } = await here('createApiKey', { body: { name: 'Nightly', scopes: ['reports:read'] } });
  const { json: created } = await scim(bearer, 'POST', '/Users', { userName: email });
  const off = await scim(bearer, 'PATCH', `/Users/${created.id}`, patch(false, 'active', 'replace'));
  assert.equal(off.status, 200, off.text);
  assert.equal((await here('updateMail', { body: { alerts: true } })).status, 401, 'a write went on');
  const startedAt = Date.now();
  await until(async () => (await here('getMe')).status === 401);
  assert.ok(Date.now() - startedAt < 5_500);
  for (const token of [own, there.json.accessToken])
    assert.equal((await callerWith(app, token)('getMe')).status, 200, 'a login elsewhere ended');
  const { json: state } = await owner('getScim');
  assert.deepEqual(state.keysOfDeparted, [
    { id: key.id, name: 'Nightly', madeBy: email, createdAt: key.createdAt },
  ]);
  const { json: log } = await owner('listAuditLog', { query: { action: 'deactivateMember' } });
  assert.deepEqual(log.data[0]?.details['apiKeys'], [{ id: key.id, name: 'Nightly' }]);
  await owner('revokeApiKey', { ids: [key.id] });
  assert.deepEqual((await owner('getScim')).json.keysOfDeparted, []);
});

test('what a provider must not do is refused in the form of SCIM', async () => {
  const { org, owner, bearer, domain } = await company();
  const other = await company();
  const { json: theirs } = await scim(other.bearer, 'POST', '/Users', { userName: `x@${other.domain}` });
  const { json: own } = await scim(bearer, 'POST', '/Users', { userName: `ada@${domain}` });
  const at = `/Users/${own.id}`;
  const { json: me } = await owner('getMe');
  const { db } = app.app.services;
  await db.sql`update users set email = ${`owner@${domain}`} where id = ${me.user.id}`;
  const { json: boss } = await scim(bearer, 'POST', '/Users', { userName: `owner@${domain}` });
  const many = {
    Operations: Array.from({ length: 101 }, () => ({ op: 'replace', path: 'active', value: true })),
  };
  const cases: [string, string, string, unknown, number][] = [
    ['another domain', 'POST', '/Users', { userName: 'ada@elsewhere.example' }, 403],
    ['a subdomain', 'POST', '/Users', { userName: `ada@sub.${domain}` }, 403],
    ['no address', 'POST', '/Users', { userName: 'ada' }, 400],
    ['no name', 'POST', '/Users', {}, 400],
    ['a long name', 'POST', '/Users', { userName: `${'x'.repeat(300)}@${domain}` }, 400],
    [
      'many addresses',
      'POST',
      '/Users',
      { userName: 'x', emails: Array(21).fill({ value: `x@${domain}` }) },
      400,
    ],
    ['a number', 'POST', '/Users', { userName: 5 }, 400],
    ['a list', 'POST', '/Users', [], 400],
    ["another organisation's user", 'GET', `/Users/${theirs.id}`, undefined, 404],
    ["a change of another organisation's user", 'PATCH', `/Users/${theirs.id}`, patch(false, 'active'), 404],
    ['an unknown user', 'PATCH', '/Users/none', patch(false, 'active'), 404],
    ["another organisation's user in whole", 'PUT', `/Users/${theirs.id}`, { userName: 'x' }, 404],
    ["the deletion of another organisation's user", 'DELETE', `/Users/${theirs.id}`, undefined, 404],
    ['the last OWNER in whole', 'PUT', `/Users/${boss.id}`, { ...boss, active: false }, 409],
    ['the deletion of the last OWNER', 'DELETE', `/Users/${boss.id}`, undefined, 409],
    ['another name in whole', 'PUT', at, { userName: `eve@${domain}` }, 400],
    ['a state that is a text', 'PUT', at, { userName: own.userName, active: 'perhaps' }, 400],
    ['the last OWNER', 'PATCH', `/Users/${boss.id}`, patch(false, 'active'), 409],
    ['another name', 'PATCH', at, patch('x', 'userName'), 400],
    ['no state', 'PATCH', at, patch('perhaps', 'active'), 400],
    ['two states', 'PATCH', at, patch([false, false], 'active'), 400],
    ['an unknown change', 'PATCH', at, patch(false, 'active', 'move'), 400],
    ['a removal', 'PATCH', at, patch(null, 'active', 'remove'), 400],
    ['no changes', 'PATCH', at, { Operations: [] }, 400],
    ['many changes', 'PATCH', at, many, 400],
    ['an open filter', 'GET', `/Users?filter=${encodeURIComponent('userName eq "a')}`, undefined, 400],
    ['a long filter', 'GET', `/Users?filter=${'x'.repeat(1_001)}`, undefined, 400],
    ['a place that is none', 'GET', '/Users?startIndex=x', undefined, 400],
    ['a group', 'GET', '/Groups/x', undefined, 404],
    ['a new group', 'POST', '/Groups', { displayName: 'Lamps' }, 405],
    ['another kind', 'GET', '/ResourceTypes/Group', undefined, 404],
    ['another schema', 'GET', '/Schemas/urn:x', undefined, 404],
    ['many users at once', 'DELETE', '/Users', undefined, 405],
  ];
  for (const [what, method, path, body, status] of cases) {
    const answer = await scim(bearer, method, path, body);
    assert.equal(answer.status, status, `${what}: ${answer.text}`);
  }
  assert.equal((await scim(bearer, 'GET', `/Users?filter=x`)).json.scimType, 'invalidFilter');
  assert.equal((await scim(bearer, 'GET', '/Users?startIndex=-5&count=-1')).json.itemsPerPage, 0);
  const { json: page } = await scim(bearer, 'GET', '/Users?startIndex=2&count=1');
  assert.deepEqual([page.totalResults, page.startIndex, page.itemsPerPage], [2, 2, 1]);
  assert.equal((await owner('listMembers')).json.total, 2);
  assert.ok(org.id);
});

test('a bearer of SCIM is a kind of its own', async () => {
  const { org, token, owner, bearer } = await company();
  for (const other of [
    token,
    org.key,
    '',
    'slu_',
    `${bearer}x`,
    bearer.slice(0, -1),
    `slu_${'A'.repeat(43)}`,
  ]) {
    const answer = await scim(other, 'GET', '/Users');
    assert.equal(answer.status, 401, other);
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm=/);
  }
  for (const [method, path, options] of [
    ['GET', '/api/auth/me', { token: bearer }],
    ['GET', '/api/members', { token: bearer }],
    ['POST', '/api/organisation/scim/token', { token: bearer }],
    ['POST', '/api/customer/v1/reports/brands', { key: bearer }],
    ['POST', '/mcp', { token: bearer }],
    ['POST', '/api/runs', { key: bearer }],
  ] as const)
    assert.equal((await app.call(method, path, options)).status, 401, path);
  assert.equal((await scim(bearer, 'GET', '/Users')).status, 200);
  const { json } = await owner('replaceScimToken');
  assert.equal((await scim(bearer, 'GET', '/Users')).status, 401, 'the bearer before works');
  assert.equal((await scim(json.token, 'GET', '/Users')).status, 200);
  await owner('endScim');
  assert.equal((await scim(json.token, 'GET', '/Users')).status, 401);
  assert.equal((await owner('getScim')).json.isOn, false);
  const rows = await app.app.services.db
    .sql`select 1 from scim_credentials where hash::text like ${`%${json.token}%`}`;
  assert.equal(rows.length, 0);
});
