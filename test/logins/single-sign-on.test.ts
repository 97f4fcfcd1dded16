// long: 28 s
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { decodeJwt } from 'jose';
import { changeOrganisation } from '../../src/features/administration/organisations.ts';
import { OPERATOR } from '../../src/features/administration/server-audit.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { checkDomains, proveDomain } from '../../src/features/single-sign-on/domains.ts';
import { Outbound } from '../../src/outbound/addresses.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { type ProviderPerson, startProvider, type TestProvider } from '../support/logins/oidc.ts';
import { cookieOf, PUBLIC_URL, SIGN_ON_VARIABLES, signOn } from '../support/logins/sign-on.ts';
import { startNameServer } from '../support/providers/name-server.ts';

const provider = await forFile(startProvider());
const app = await withApp(SIGN_ON_VARIABLES);
test.beforeEach(() => {
  provider.alter = undefined;
  provider.intercept = undefined;
});

const anybody = callerWith(app, 'none');
const { company, begin, bring, logIn, tokenOf, unlimited, from, number } = signOn(app, provider);
const sql = () => app.app.services.db.sql;

test('a person of a proved domain logs in by the provider, and is the same account the next time', async () => {
  const { org, domain, owner } = await company();
  const first = await logIn({ email: `someone@${domain.toUpperCase()}` });
  assert.equal(first.headers.get('location'), `${PUBLIC_URL}/`);
  const me = await callerWith(app, await tokenOf(first))('getMe');
  assert.equal(me.json.user.email, `ada@${domain}`);
  assert.equal(me.json.role, 'VIEWER');
  assert.equal(me.json.organisation.id, org.id);
  const again = await callerWith(app, await tokenOf(await logIn({ organisationId: org.id })))('getMe');
  assert.equal(again.json.user.id, me.json.user.id);
  const { json } = await owner('listAuditLog', { query: { actorId: me.json.user.id } });
  assert.deepEqual(
    json.data.map(({ action }) => action),
    ['linkSingleSignOn', 'joinBySingleSignOn'],
  );
});

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
// biome-ignore lint/suspicious/noExplicitAny: answers of the provider
type Json = any;
const now = () => Math.floor(Date.now() / 1000);
/** Another ID token than the provider's. */
const tokenAs =
  (make: (claims: Json, token: string) => Promise<string> | string) => async (path: string, body: Json) =>
    path === '/token' ? { ...body, id_token: await make(decodeJwt(body.id_token), body.id_token) } : body;
const signedAs = (changes: Json, options?: Parameters<TestProvider['sign']>[1]) =>
  tokenAs((claims) => provider.sign({ ...claims, ...changes }, options));

const hmac = (claims: Json, secret: string) => {
  const text = `${base64({ alg: 'HS256', typ: 'JWT', kid: 'provider key' })}.${base64(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

/** Tokens that must let nobody in. */
const BAD_TOKENS: Record<string, () => NonNullable<TestProvider['alter']>> = {
  'another issuer': () => signedAs({ iss: 'https://login.other.example' }),
  'another audience': () => signedAs({ aud: 'another client' }),
  'two audiences without the authorized one': () => signedAs({ aud: ['sightline', 'other'] }),
  'another authorized party': () => signedAs({ aud: ['sightline', 'other'], azp: 'other' }),
  'one that expired a minute ago': () => signedAs({ iat: now() - 600, exp: now() - 60 }),
  'one that begins in a minute': () => signedAs({ nbf: now() + 60 }),
  'another nonce': () => signedAs({ nonce: 'another nonce' }),
  'no nonce': () => signedAs({ nonce: undefined }),
  'no subject': () => signedAs({ sub: undefined }),
  'no expiry': () => signedAs({ exp: undefined }, { times: false }),
  'a key of somebody else': () => signedAs({}, { isForeign: true }),
  'claims that were altered': () =>
    tokenAs((claims, token) => {
      const [head, , signature] = token.split('.');
      return `${head}.${base64({ ...claims, sub: 'somebody else' })}.${signature}`;
    }),
  'alg none': () => tokenAs((claims) => `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`),
  'HMAC by the public key': () => tokenAs((claims) => hmac(claims, provider.publicPem)),
  "HMAC by the client's secret": () => tokenAs((claims) => hmac(claims, provider.client.secret)),
  'no ID token': () => async (path, body) => (path === '/token' ? { ...body, id_token: undefined } : body),
  'an access token in its place': () => async (path, body) =>
    path === '/token' ? { ...body, id_token: body.access_token } : body,
  'a logout token in its place': () =>
    tokenAs(({ nonce: _, ...claims }) =>
      provider.sign({ ...claims, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }),
    ),
  'another person in the userinfo': () => async (path, body) =>
    path === '/me' ? { ...body, sub: 'somebody else' } : signedAs({ email: undefined })(path, body),
};

for (const [what, alter] of Object.entries(BAD_TOKENS))
  test(`nobody gets in by ${what}`, async () => {
    const { org } = await company();
    const { url, cookie } = await begin({ organisationId: org.id });
    const back = await provider.browse(url);
    provider.alter = alter();
    const answer = await bring(back, cookie);
    assert.equal(answer.status, 401, answer.text);
    assert.equal(cookieOf(answer.headers, 'sightline_refresh'), '');
    provider.alter = undefined;
    const again = await bring(back, cookie);
    assert.equal(again.status, 401, 'the answer worked twice');
    assert.equal((await logIn({ organisationId: org.id })).status, 303);
  });

test('clocks may differ by half a minute', async () => {
  const { org } = await company();
  provider.alter = signedAs({ iat: now() - 600, exp: now() - 15 });
  assert.equal((await logIn({ organisationId: org.id })).status, 303);
});

test('an answer works once, in its browser, for its login alone', async () => {
  const { org } = await company();
  const other = await company();
  const target = { organisationId: other.org.id };
  const [one, two, three] = [await begin(target), await begin(target), await begin(target)];
  const [first, second, third] = [
    await provider.browse(one.url),
    await provider.browse(two.url),
    await provider.browse(three.url),
  ];
  const refused: Record<string, () => ReturnType<typeof bring>> = {
    'without a cookie': () => bring(first, ''),
    'with an altered cookie': () => bring(first, `${one.cookie.slice(0, -2)}AA`),
    'with the cookie of another login': () => bring(first, two.cookie),
    'with two cookies': () => bring(first, `${one.cookie}; sightline_sso=${two.cookie}`),
    'with another state': () => bring(String(first).replace(/state=[^&]*/, 'state=other'), one.cookie),
    'without a state': () => bring(String(first).replace(/state=[^&]*/, ''), one.cookie),
    'with a cookie that is over': () => {
      const { secretBox } = app.app.services;
      const text = secretBox.open(Buffer.from(one.cookie, 'base64url'), 'single sign-on login');
      const old = JSON.stringify({ ...JSON.parse(text), endsAt: Date.now() - 1 });
      return bring(first, secretBox.seal(old, 'single sign-on login').toString('base64url'));
    },
    'with something else that is sealed': () =>
      bring(first, app.app.services.secretBox.seal('{}', 'unsubscribe').toString('base64url')),
    'at another organisation': () => bring(String(first).replace(other.org.id, org.id), one.cookie),
  };
  for (const [how, send] of Object.entries(refused)) {
    unlimited();
    assert.equal((await send()).status, 401, how);
  }
  unlimited();
  assert.equal((await bring(String(first).replace(other.org.id, "'; drop"), one.cookie)).status, 404);
  // All of these spend their login.
  const code = first.searchParams.get('code') ?? '';
  const swapped = new URL(second);
  swapped.searchParams.set('code', code);
  assert.equal((await bring(swapped, two.cookie)).status, 401, 'a code of another login');
  assert.equal((await bring(second, two.cookie)).status, 401, 'a state that was used');
  const mixed = new URL(third);
  mixed.searchParams.set('iss', 'https://login.other.example');
  assert.equal((await bring(mixed, three.cookie)).status, 401, 'an answer of another provider');
  const four = await begin(target);
  const fourth = await provider.browse(four.url);
  fourth.searchParams.delete('iss');
  assert.equal((await bring(fourth, four.cookie)).status, 401, 'an answer without its provider');
  const five = await begin(target);
  const fifth = await provider.browse(five.url);
  fifth.searchParams.append('state', 'other');
  assert.equal((await bring(fifth, five.cookie)).status, 400, 'two states');
  const denied = new URL(fifth);
  denied.search = `?state=${new URL(five.url).searchParams.get('state')}&error=access_denied&iss=${provider.issuer}`;
  const no = await bring(denied, five.cookie);
  assert.equal(no.status, 401);
  assert.match(no.json.message, /access_denied/);
});

test('an answer is refused after the provider was changed, and unknown parameters are ignored', async () => {
  const { org, owner, settings } = await company();
  const { url, cookie } = await begin({ organisationId: org.id });
  const back = await provider.browse(url);
  await owner('putSingleSignOn', { body: { ...settings, sessionHours: 3 } });
  assert.equal((await bring(back, cookie)).status, 401);
  const next = await begin({ organisationId: org.id });
  const more = await provider.browse(next.url);
  more.searchParams.set('session_state', 'x');
  more.searchParams.set('scope', 'openid');
  assert.equal((await bring(more, next.cookie)).status, 303);
});

test('the provider leads back to one address, whatever a request says of its host', async () => {
  const { org } = await company();
  const { json } = await app.call('POST', '/api/auth/single-sign-on/login', {
    headers: { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
    body: { organisationId: org.id },
  });
  const asked = new URL(json.url).searchParams;
  assert.equal(asked.get('redirect_uri'), `${PUBLIC_URL}/api/auth/single-sign-on/callback/${org.id}`);
  assert.equal(asked.get('code_challenge_method'), 'S256');
  const foreign = new URL(json.url);
  foreign.searchParams.set('redirect_uri', 'https://evil.example/');
  await assert.rejects(provider.browse(foreign.href), /400/);
  const { status } = await app.call('POST', '/api/auth/single-sign-on/login', {
    headers: { 'Sec-Fetch-Site': 'cross-site' },
    body: { organisationId: org.id },
  });
  assert.equal(status, 403, 'a foreign page began a login');
});

test('a provider that hangs, leads inside or says too much is given up', async () => {
  const { org, owner, settings } = await company();
  const inside: string[] = [];
  const ways: Record<string, NonNullable<TestProvider['intercept']>> = {
    hangs: () => true,
    'leads inside': (_, response) => {
      response.writeHead(307, { location: `${provider.issuer}/inside` }).end();
      return true;
    },
    'says too much': (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"access_token":"${'x'.repeat(400_000)}"}`);
      return true;
    },
    'breaks off': (request) => {
      request.socket.destroy();
      return true;
    },
    'says nonsense': (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      return true;
    },
  };
  for (const [what, way] of Object.entries(ways)) {
    const { url, cookie } = await begin({ organisationId: org.id });
    const back = await provider.browse(url);
    provider.intercept = (request, response) => {
      if (request.url === '/inside') inside.push(what);
      return request.url === '/token' && way(request, response);
    };
    const startedAt = Date.now();
    const answer = await bring(back, cookie);
    assert.ok([401, 503].includes(answer.status), `${what}: ${answer.text}`);
    assert.equal(cookieOf(answer.headers, 'sightline_refresh'), '');
    assert.ok(Date.now() - startedAt < 9_000, what);
    provider.intercept = undefined;
  }
  assert.deepEqual(inside, []);
  for (const [what, way] of Object.entries(ways)) {
    provider.intercept = (request, response) =>
      request.url?.includes('.well-known') === true && way(request, response);
    const { status, json } = await owner('putSingleSignOn', { body: { ...settings, sessionHours: 5 } });
    assert.equal(status, 400, what);
    assert.equal(json.details?.[0]?.field, 'issuer');
    provider.intercept = undefined;
  }
});

test('an issuer that is none, or has dangerous endpoints, is refused as it is set', async () => {
  const { owner, settings } = await company();
  const { issuer } = provider;
  for (const bad of [
    'https://10.0.0.1',
    'https://169.254.169.254/latest',
    'https://localhost.localdomain',
    'http://login.example.com',
    'ftp://login.example.com',
    'javascript:alert(1)',
    'https://a:b@login.example.com',
    `${issuer}/?x=1`,
    `${issuer}/#x`,
    `${issuer}/.well-known/openid-configuration`,
    `${issuer}/`,
    'https://[::ffff:10.0.0.1]/',
  ]) {
    const { status, json, text } = await owner('putSingleSignOn', { body: { ...settings, issuer: bad } });
    assert.equal(status, 400, `${bad}: ${text}`);
    assert.equal(json.details?.[0]?.field, 'issuer', text);
  }
  for (const [name, value] of Object.entries({
    issuer: 'https://login.other.example',
    authorization_endpoint: 'javascript:alert(1)',
    token_endpoint: 'http://10.0.0.1/token',
    jwks_uri: 'file:///etc/passwd',
    end_session_endpoint: 'data:text/html,x',
    userinfo_endpoint: 'http://example.com/me',
  })) {
    provider.alter = (path, body) => (path.includes('.well-known') ? { ...body, [name]: value } : body);
    const { status, text } = await owner('putSingleSignOn', { body: { ...settings, sessionHours: 6 } });
    assert.equal(status, 400, `${name}: ${text}`);
  }
  provider.alter = (path, body) =>
    path.includes('.well-known') ? { ...body, token_endpoint: 'https://10.0.0.1/token' } : body;
  const { status } = await owner('putSingleSignOn', { body: { ...settings, sessionHours: 7 } });
  assert.equal(status, 200);
  const { organisationId } = { organisationId: (await owner('getMe')).json.organisation.id };
  const { url, cookie } = await begin({ organisationId });
  const answer = await bring(await provider.browse(url), cookie);
  assert.equal(answer.status, 503, answer.text);
  assert.match(answer.json.message, /may not be|must be at a public address/);
});

test('nobody is let in by an address that is not proved, not verified, or has an account', async () => {
  const { org, domain, owner } = await company();
  const login = { organisationId: org.id };
  const people: Record<string, ProviderPerson> = {
    'another domain': { sub: '1', email: 'ada@elsewhere.example' },
    'a subdomain': { sub: '2', email: `ada@sub.${domain}` },
    'no address': { sub: '3' },
    'not verified': { sub: '4', email: `ada@${domain}`, email_verified: false },
    'no plain address': { sub: '5', email: `<ada@${domain}>` },
    'two addresses': { sub: '6', email: `ada@evil.example,x@${domain}` },
    'an account with a password': { sub: '7', email: org.email },
  };
  await sql()`insert into users (id, email, password_hash) values ('has password', ${`known@${domain}`}, 'x')`;
  people['an account of the domain with a password'] = { sub: '8', email: `known@${domain}` };
  const first = { sub: 'first', email: `reused@${domain}` };
  assert.equal((await logIn(login, first)).status, 303);
  people['the address of somebody else'] = { sub: 'second', email: first.email };
  const messages = new Set<string>();
  for (const [what, person] of Object.entries(people)) {
    const answer = await logIn(login, person);
    assert.equal(answer.status, 403, `${what}: ${answer.text}`);
    messages.add(answer.json.message);
  }
  assert.equal(messages.size, 1, 'the words tell accounts apart');
  assert.equal((await owner('listMembers')).json.total, 2);
});

test('an account is linked by its owner alone, logged in by password', async () => {
  const { org, owner, ownerToken } = await company();
  provider.person = { sub: 'owner at the provider', email: 'other@elsewhere.example' };
  assert.equal((await logIn({ organisationId: org.id })).status, 403);
  const { json, headers } = await owner('linkSingleSignOn');
  const linked = await bring(await provider.browse(json.url), cookieOf(headers));
  assert.equal(linked.status, 303);
  assert.equal(cookieOf(linked.headers, 'sightline_refresh'), '', 'a link began a session');
  const token = await tokenOf(await logIn({ organisationId: org.id }));
  assert.equal((await callerWith(app, token)('getMe')).json.role, 'OWNER');
  assert.equal((await owner('getSingleSignOn')).json.membersWithoutLink, 0);
  assert.equal((await callerWith(app, token)('linkSingleSignOn')).status, 403);
  // A link that was begun ends with its session.
  const late = await owner('linkSingleSignOn');
  const back = await provider.browse(late.json.url);
  await app.call('POST', '/api/auth/logout', { token: ownerToken });
  assert.equal((await bring(back, cookieOf(late.headers))).status, 401);
});

test('a session of a provider is for its organisation alone, and ends', async () => {
  const { org, domain, owner } = await company();
  const other = await company();
  provider.person = { sub: 'guest', email: `guest@${domain}` };
  const token = await tokenOf(await logIn({ organisationId: org.id }));
  const guest = callerWith(app, token);
  const { json: me } = await guest('getMe');
  await app.sql(
    other.org,
  )`insert into memberships (org_id, user_id, role) values (${other.org.id}, ${me.user.id}, 'ADMIN')`;
  assert.equal((await guest('switchOrganisation', { body: { organisationId: other.org.id } })).status, 403);
  assert.deepEqual(
    (await guest('getMe')).json.organisations.map(({ id }) => id),
    [org.id],
  );
  // A change of role ends it.
  const { status } = await owner('updateMember', { ids: [me.user.id], body: { role: 'MEMBER' } });
  assert.equal(status, 200);
  assert.equal((await guest('updateMail', { body: { alerts: true } })).status, 401);
  // So does time.
  const next = callerWith(app, await tokenOf(await logIn({ organisationId: org.id })));
  await sql()`update sessions set ends_at = now() where user_id = ${me.user.id} and ended_at is null`;
  assert.equal((await next('updateMail', { body: { alerts: true } })).status, 401);
});

test('a claim gives roles, at each login', async () => {
  const { org, domain } = await company({
    defaultRole: null,
    roleClaim: 'groups',
    roles: [
      { value: 'readers', role: 'VIEWER' },
      { value: 'admins', role: 'ADMIN' },
    ],
  });
  const login = { organisationId: org.id };
  const grace = { sub: 'grace', email: `grace@${domain}` };
  const roleAs = async (groups: string[]) => {
    const answer = await logIn(login, { ...grace, groups });
    return answer.status === 303
      ? (await callerWith(app, await tokenOf(answer))('getMe')).json.role
      : answer.status;
  };
  assert.equal(await roleAs(['others']), 403);
  assert.equal(await roleAs(['readers']), 'VIEWER');
  assert.equal(await roleAs(['readers', 'admins']), 'ADMIN');
  assert.equal(await roleAs([]), 403);
  assert.equal(await roleAs(['OWNER', 'readers']), 'VIEWER');
});

test('an organisation can let people in by its provider alone; the operator is the way back', async () => {
  const { org, owner, settings } = await company();
  const put = (caller: Caller, isOnly: boolean) =>
    caller('putSingleSignOn', { body: { ...settings, isOnly } });
  assert.equal((await put(owner, true)).status, 409, 'everybody would be locked out');
  provider.person = { sub: 'the owner', email: 'x@elsewhere.example' };
  const { json, headers } = await owner('linkSingleSignOn');
  await bring(await provider.browse(json.url), cookieOf(headers));
  const by = callerWith(app, await tokenOf(await logIn({ organisationId: org.id })));
  const { status, text } = await put(by, true);
  assert.equal(status, 200, text);
  assert.equal(
    (await owner('updateMail', { body: { alerts: true } })).status,
    401,
    'a login by password goes on',
  );
  const { email, password } = org;
  unlimited();
  assert.equal((await anybody('login', { body: { email, password } })).status, 403);
  assert.equal((await by('deleteSingleSignOn')).status, 409);
  const switching = await put(by, true);
  assert.equal(switching.status, 200, 'it cannot be changed any more');
  const { allowPasswords } = await import('../../src/features/single-sign-on/settings.ts');
  assert.equal(await allowPasswords(app.app.services.db, operator(org.id)), true);
  assert.equal((await anybody('login', { body: { email, password } })).status, 200);
});

test('a suspended organisation lets nobody in by its provider either, and makes no account', async () => {
  const { org, domain } = await company();
  const { url, cookie } = await begin({ organisationId: org.id });
  const back = await provider.browse(url);
  await changeOrganisation(app.app.services.db, OPERATOR, org.id, { suspension: { reason: 'Overdue' } });
  const body = { organisationId: org.id };
  for (const refused of [
    await bring(back, cookie),
    await app.call('POST', '/api/auth/single-sign-on/login', { headers: from(), body }),
  ]) {
    assert.equal(refused.status, 403, refused.text);
    assert.match(refused.text, /suspended by the administrator of the server/);
  }
  assert.equal((await sql()`select from users where email = ${`ada@${domain}`}`).length, 0);
  await changeOrganisation(app.app.services.db, OPERATOR, org.id, { suspension: null });
  assert.equal((await logIn({ organisationId: org.id })).status, 303);
});

test('a logout ends the session, at the provider too', async () => {
  const { org } = await company();
  const token = await tokenOf(await logIn({ organisationId: org.id }));
  const caller = callerWith(app, token);
  const { json } = await caller('endSingleSignOn');
  const url = new URL(json.url ?? '');
  assert.equal(url.origin, provider.issuer);
  assert.equal(url.searchParams.get('post_logout_redirect_uri'), `${PUBLIC_URL}/`);
  assert.ok(url.searchParams.get('id_token_hint'));
  assert.equal((await caller('updateMail', { body: { alerts: true } })).status, 401);
});

test('a provider reports logouts, by tokens that work once', async () => {
  const { org } = await company();
  const { sub } = provider.person;
  const caller = callerWith(app, await tokenOf(await logIn({ organisationId: org.id })));
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = () => ({ iss: provider.issuer, aud: 'sightline', jti: randomUUID(), sub, events });
  const report = (token: string) =>
    app.call('POST', `/api/auth/single-sign-on/back-channel-logout/${org.id}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    });
  const options = { typ: 'logout+jwt' };
  const bad: Record<string, string> = {
    'of another issuer': await provider.sign({ ...claims(), iss: 'https://login.other.example' }, options),
    'for another': await provider.sign({ ...claims(), aud: 'other' }, options),
    'by another key': await provider.sign(claims(), { ...options, isForeign: true }),
    'without the event': await provider.sign({ ...claims(), events: {} }, options),
    'with a nonce': await provider.sign({ ...claims(), nonce: 'x' }, options),
    'that is old': await provider.sign({ ...claims(), iat: now() - 600, exp: now() + 60 }, options),
    'without an id': await provider.sign({ ...claims(), jti: undefined }, options),
    'about nobody': await provider.sign({ ...claims(), sub: undefined }, options),
    'without a signature': `${base64({ alg: 'none' })}.${base64(claims())}.`,
    'by HMAC': hmac({ ...claims(), iat: now(), exp: now() + 60 }, provider.publicPem),
    'that is none': 'x',
  };
  for (const [what, token] of Object.entries(bad)) assert.equal((await report(token)).status, 400, what);
  assert.equal((await caller('updateMail', { body: { alerts: true } })).status, 200, 'a bad report ended it');
  const token = await provider.sign(claims(), options);
  const { status, text } = await report(token);
  assert.equal(status, 204, text);
  assert.equal((await caller('updateMail', { body: { alerts: true } })).status, 401);
  assert.equal((await report(token)).status, 400, 'a report worked twice');
});

test('a domain is proved by its DNS record alone', async () => {
  const { org, owner, settings } = await company();
  const names = ['right.example', 'wrong.example', 'none.example', 'silent.example'].map(
    (one) => `d${number()}.${one}`,
  );
  const { json } = await owner('putSingleSignOn', { body: { ...settings, domains: names } });
  const proofs = new Map(json.domains.map(({ record, value }) => [record, value]));
  const [right = '', wrong, , silent] = names.map((name) => `_sightline.${name}`);
  const server = await startNameServer(
    () => [],
    (name) => {
      if (name === silent) return null;
      if (name === right) return ['v=spf1 -all', proofs.get(right) ?? ''];
      return name === wrong ? [`${proofs.get(right)}`, `x ${proofs.get(name)}`] : [];
    },
  );
  const { db } = app.app.services;
  await checkDomains(db, new Outbound([], server.resolver), operator(org.id));
  server.close();
  const { json: after } = await owner('getSingleSignOn');
  assert.deepEqual(
    after.domains.filter(({ verifiedAt }) => verifiedAt !== null).map(({ domain }) => domain),
    names.slice(0, 1),
  );
});

test('a domain is proved for one organisation', async () => {
  const one = await company();
  const { owner, settings, org } = await company();
  const body = { ...settings, domains: [one.domain] };
  const { json } = await owner('putSingleSignOn', { body });
  assert.match(json.domains[0]?.value ?? '', /^sightline-verification=[\w-]{32}$/);
  assert.equal(json.domains[0]?.record, `_sightline.${one.domain}`);
  await assert.rejects(
    proveDomain(app.app.services.db, operator(org.id), one.domain),
    /another organisation/,
  );
  for (const domain of ['com', 'co.uk', 'not a domain', 'münchen.example', '.example.com', '10.0.0.1'])
    assert.equal(
      (await owner('putSingleSignOn', { body: { ...body, domains: [domain] } })).status,
      400,
      domain,
    );
  const { status } = await anybody('startSingleSignOn', { body: { email: 'ada@unknown.example' } });
  assert.equal(status, 404);
});
