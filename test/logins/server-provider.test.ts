// One provider of logins for the whole server, beside those of organisations.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { ConfigError, readConfig } from '../../src/base/config.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { startProvider } from '../support/logins/oidc.ts';
import { cookieOf, PUBLIC_URL, SIGN_ON_VARIABLES, signOn } from '../support/logins/sign-on.ts';
import type { TestOrganisation } from '../support/server/app.ts';

const provider = await forFile(startProvider());
const { issuer, client } = provider;
const OIDC = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret };
const app = await withApp({ ...SIGN_ON_VARIABLES, ...OIDC });
client.redirectUris.push(`${PUBLIC_URL}/api/auth/single-sign-on/callback/server`);
const { company, begin, bring, logIn, link, tokenOf, unlimited, from } = signOn(app, provider);
const { db, secretBox } = app.app.services;
const SERVER = { server: true } as const;

/** An organisation whose owner has linked the server's provider, and is logged in there. */
async function linked(): Promise<{ org: TestOrganisation; owner: Caller; ownerId: string }> {
  unlimited();
  const org = await app.organisation();
  const owner = callerWith(app, await app.login(org));
  provider.person = { sub: `owner of ${org.id}`, email: 'owner@elsewhere.example' };
  await link(owner, 'SERVER');
  return { org, owner, ownerId: (await owner('getMe')).json.user.id };
}

const isOut = async (caller: Caller) =>
  (await caller('updateMail', { body: { alerts: true } })).status === 401;

test('who linked it logs in without an address, by the rules of a password', async () => {
  const { org, owner, ownerId } = await linked();
  const other = await app.organisation();
  await app.sql(
    other,
  )`insert into memberships (org_id, user_id, role) values (${other.id}, ${ownerId}, 'VIEWER')`;
  const answer = await logIn(SERVER);
  assert.equal(answer.headers.get('location'), `${PUBLIC_URL}/`);
  const caller = callerWith(app, await tokenOf(answer));
  const { json: me } = await caller('getMe');
  assert.deepEqual([me.user.id, me.organisation.id, me.role], [ownerId, org.id, 'OWNER']);
  assert.deepEqual(new Set(me.organisations.map(({ id }) => id)), new Set([org.id, other.id]));
  assert.equal((await caller('switchOrganisation', { body: { organisationId: other.id } })).status, 200);
  const { json: links } = await owner('getSingleSignOnLink');
  assert.deepEqual(
    links.providers.map((one) => [one.provider, one.issuer, one.linkedAt !== null]),
    [['SERVER', issuer, true]],
  );
  assert.deepEqual((await app.call('GET', '/health')).json.singleSignOn, ['ORGANISATION', 'SERVER']);
});

test('it lets nobody in who has not linked it, whatever the address', async () => {
  unlimited();
  const org = await app.organisation();
  const before = await db.sql`select from users`;
  for (const email of [org.email, 'nobody@elsewhere.example']) {
    const answer = await logIn(SERVER, { sub: `stranger ${email}`, email, email_verified: true });
    assert.deepEqual([answer.status, answer.json.loginRefusal], [403, 'unknown']);
  }
  assert.equal((await db.sql`select from users`).length, before.length);
});

test('the second factor is asked for after it, and logouts still find the session', async () => {
  const { org, ownerId } = await linked();
  const secret = new Secret({ size: 20 });
  await db.sql`insert into second_factors (user_id, secret, last_step)
    values (${ownerId}, ${secretBox.seal(secret.base32, `second factor ${ownerId}`)}, 0)`;
  const answer = await logIn(SERVER);
  assert.equal(cookieOf(answer.headers, 'sightline_refresh'), '', 'there is a session without a code');
  const location = new URL(answer.headers.get('location') ?? '');
  const given = new URLSearchParams(location.hash.replace('#/go-on?', ''));
  assert.equal(given.get('secondFactor'), 'CODE');
  const challenge = given.get('challenge') ?? '';
  const start = () =>
    app.call('POST', '/api/auth/single-sign-on/login', { headers: from(), body: { challenge } });
  assert.equal((await start()).status, 401, 'the code was left out');
  const { status, json, text } = await app.call('POST', '/api/auth/login/code', {
    headers: from(),
    body: { challenge, code: new TOTP({ secret }).generate() },
  });
  assert.equal(status, 200, text);
  const caller = callerWith(app, json.accessToken);
  assert.equal((await caller('getMe')).json.organisation.id, org.id);
  const { url } = (await caller('endSingleSignOn')).json;
  assert.ok(url?.startsWith(issuer), 'the provider goes on');
  assert.ok(await isOut(caller));
});

test('an organisation with nothing but its own provider does not let it in', async () => {
  const { org, owner, settings } = await company();
  provider.person = { sub: `both ${org.id}`, email: 'both@elsewhere.example' };
  await link(owner);
  await link(owner, 'SERVER');
  const by = callerWith(app, await tokenOf(await logIn({ organisationId: org.id })));
  assert.equal((await by('putSingleSignOn', { body: { ...settings, isOnly: true } })).status, 200);
  const answer = await logIn(SERVER);
  assert.equal(cookieOf(answer.headers, 'sightline_refresh'), '');
  assert.equal(answer.headers.get('location'), `${PUBLIC_URL}/#/go-on?organisationId=${org.id}`);
});

test("a login by an organisation's provider neither links nor forgets it", async () => {
  const { org, owner } = await company();
  provider.person = { sub: `both ${org.id}`, email: 'both@elsewhere.example' };
  await link(owner);
  await link(owner, 'SERVER');
  const by = callerWith(app, await tokenOf(await logIn({ organisationId: org.id })));
  const query = { provider: 'SERVER' };
  assert.equal((await by('linkSingleSignOn', { query })).status, 403);
  assert.equal((await by('forgetSingleSignOnLink', { query })).status, 403);
  assert.deepEqual(
    (await by('getSingleSignOnLink')).json.providers.map((one) => one.provider),
    ['ORGANISATION'],
  );
  assert.equal((await logIn(SERVER)).status, 303);
});

test('a link is of one account, and is forgotten with its logins', async () => {
  const { owner } = await linked();
  const first = callerWith(app, await tokenOf(await logIn(SERVER)));
  assert.equal((await owner('forgetSingleSignOnLink', { query: { provider: 'SERVER' } })).status, 204);
  assert.ok(await isOut(first));
  assert.ok(!(await isOut(owner)), 'another login ended');
  assert.equal((await logIn(SERVER)).status, 403);
  // Whoever links last is the account.
  const { person } = provider;
  await link(owner, 'SERVER');
  const other = await linked();
  provider.person = person;
  await link(other.owner, 'SERVER');
  const me = await callerWith(app, await tokenOf(await logIn(SERVER)))('getMe');
  assert.equal(me.json.user.id, other.ownerId);
  assert.equal((await other.owner('forgetSingleSignOnLink', { query: { provider: 'OTHER' } })).status, 400);
});

test('answers of this provider and of organisations are not mixed up', async () => {
  await linked();
  const { person } = provider;
  const { org } = await company();
  provider.person = person;
  const [server, organisation] = [await begin(SERVER), await begin({ organisationId: org.id })];
  const [ofServer, ofOrganisation] = [
    await provider.browse(server.url),
    await provider.browse(organisation.url),
  ];
  const moved = (url: URL, at: string) => new URL(url.pathname.replace(/[^/]+$/, at) + url.search, url);
  assert.equal((await bring(moved(ofServer, org.id), server.cookie)).status, 401);
  assert.equal((await bring(moved(ofOrganisation, 'server'), organisation.cookie)).status, 401);
  assert.equal((await bring(moved(ofServer, 'server'), organisation.cookie)).status, 401);
  // The cookie fits, and the code is of the other one's address.
  const swapped = new URL(ofServer);
  swapped.searchParams.set('code', ofOrganisation.searchParams.get('code') ?? '');
  assert.equal((await bring(swapped, server.cookie)).status, 401);
  for (const bad of ['Server', 'server%00', 'server/', 'x', '..'])
    assert.ok(
      [400, 401, 404].includes(
        (await bring(`${PUBLIC_URL}/api/auth/single-sign-on/callback/${bad}`, '')).status,
      ),
      bad,
    );
});

test('its reports of logouts end its sessions alone', async () => {
  const { ownerId } = await linked();
  const { person } = provider;
  const mine = callerWith(app, await tokenOf(await logIn(SERVER)));
  const { org, domain } = await company();
  provider.person = { ...person, email: `x@${domain}`, email_verified: true };
  const theirs = callerWith(app, await tokenOf(await logIn({ organisationId: org.id })));
  assert.notEqual((await theirs('getMe')).json.user.id, ownerId);
  const report = async (at: string) => {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const claims = { iss: issuer, aud: client.id, jti: randomUUID(), sub: person.sub, events };
    const { status, text } = await app.call('POST', `/api/auth/single-sign-on/back-channel-logout/${at}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        logout_token: await provider.sign(claims, { typ: 'logout+jwt' }),
      }).toString(),
    });
    assert.equal(status, 204, text);
  };
  await report('server');
  assert.deepEqual([await isOut(mine), await isOut(theirs)], [true, false]);
  const again = callerWith(app, await tokenOf(await logIn(SERVER, person)));
  await report(org.id);
  assert.deepEqual([await isOut(again), await isOut(theirs)], [false, true]);
});

test('an account without any organisation, and one that is gone, are not let in', async () => {
  const { owner } = await linked();
  const member = await joined(app, owner, 'MEMBER');
  provider.person = { sub: `member ${member.id}`, email: 'member@elsewhere.example' };
  await link(member.call, 'SERVER');
  assert.equal((await logIn(SERVER)).status, 303);
  await owner('removeMember', { ids: [member.id] });
  assert.equal((await logIn(SERVER)).status, 403);
});

test('the configuration says what is missing or wrong', () => {
  const problems = (variables: Record<string, string>) => {
    try {
      readConfig(
        { ...variables, OIDC_CLIENT_SECRET: variables['OIDC_CLIENT_SECRET'] ?? '' },
        { secrets: [] },
      );
      return '';
    } catch (error) {
      assert.ok(error instanceof ConfigError);
      assert.doesNotMatch(error.message, /a secret of tests/);
      return error.message;
    }
  };
  const right = {
    PUBLIC_URL,
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'sightline',
    OIDC_CLIENT_SECRET: 'a secret of tests',
  };
  assert.equal(problems(right), '');
  assert.match(problems({ ...right, PUBLIC_URL: '' }), /PUBLIC_URL is required with OIDC_ISSUER/);
  assert.match(problems({ ...right, OIDC_CLIENT_ID: '' }), /OIDC_CLIENT_ID is required with OIDC_ISSUER/);
  assert.match(
    problems({ ...right, OIDC_ISSUER: '' }),
    /OIDC_ISSUER is required with OIDC_CLIENT_ID[\s\S]*OIDC_ISSUER is required with OIDC_CLIENT_SECRET/,
  );
  for (const bad of [
    'login.example.com',
    'http://login.example.com',
    'ftp://login.example.com',
    'https://a:b@login.example.com',
    'https://login.example.com/?x=1',
    'https://login.example.com/#x',
    'https://login.example.com/.well-known/openid-configuration',
  ])
    assert.match(problems({ ...right, OIDC_ISSUER: bad }), /OIDC_ISSUER must be the issuer/, bad);
});
