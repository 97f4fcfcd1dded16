// long: 17 s
// Walks the table "What ends a connection" of the guide: an agent is connected by the code flow, then the event comes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { resetSecondFactor } from '../../src/features/accounts/own/second-factor.ts';
import { resetPassword } from '../../src/features/accounts/users.ts';
import { changeOrganisation } from '../../src/features/administration/organisations.ts';
import { OPERATOR } from '../../src/features/administration/server-audit.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { joined } from '../support/callers/members.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import {
  type Client,
  type Connected,
  codeFor,
  connected,
  exchange,
  listBrands,
  refresh,
  register,
  sendForm,
} from '../support/logins/oauth.ts';
import { startProvider } from '../support/logins/oidc.ts';
import { PUBLIC_URL, SIGN_ON_VARIABLES, signOn } from '../support/logins/sign-on.ts';
import { type TestAnswer, until } from '../support/server/app.ts';

const provider = await forFile(startProvider());
const another = await forFile(startProvider());
const { client, issuer } = provider;
const app = await withApp({
  ...SIGN_ON_VARIABLES,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
});
client.redirectUris.push(`${PUBLIC_URL}/api/auth/single-sign-on/callback/server`);
const { company, logIn, link, tokenOf, unlimited, from } = signOn(app, provider);
const { db } = app.app.services;
const { sql } = db;
const resource = { resource: `${PUBLIC_URL}/mcp` };

/** Somebody who is logged in and agrees to agents, and what then happens. */
interface Scene {
  /** The login that agrees. */
  token: string;
  /** Another login, whose agent stays. */
  beside?: string;
  happens(agent: Connected): Promise<unknown>;
  /** Whether access tokens that were issued go on for their 15 minutes. */
  isByRefresh?: boolean;
}

/** An owner who is logged in by password, and one that is logged in by the organisation's provider: one person. */
async function owned() {
  const one = await company();
  const { org, owner, ownerToken } = one;
  provider.person = { sub: `owner of ${org.id}`, email: 'owner@elsewhere.example' };
  await link(owner);
  const byProvider = await tokenOf(await logIn({ organisationId: org.id }));
  return { ...one, password: ownerToken, byProvider, sub: provider.person.sub };
}

/** The same with the server's provider. */
async function ofServer() {
  unlimited();
  const org = await app.organisation();
  const password = await app.login(org);
  provider.person = { sub: `owner of ${org.id}`, email: 'owner@elsewhere.example' };
  await link(callerWith(app, password), 'SERVER');
  const byProvider = await tokenOf(await logIn({ server: true }));
  return { org, owner: callerWith(app, password), password, byProvider, sub: provider.person.sub };
}

async function plain() {
  unlimited();
  const org = await app.organisation();
  const token = await app.login(org);
  return { org, token, owner: callerWith(app, token) };
}

async function member(role = 'MEMBER') {
  const { org, owner } = await plain();
  return { org, owner, ...(await joined(app, owner, role)) };
}

async function secondFactorOf(caller: Caller, password: string) {
  const { secret } = (await caller('enrolSecondFactor', { body: { password } })).json;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  return caller('confirmSecondFactor', { body: { code } });
}

async function reportLogout(at: string, sub: string) {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = { iss: issuer, aud: client.id, jti: randomUUID(), sub, events };
  const logout_token = await provider.sign(claims, { typ: 'logout+jwt' });
  return app.call('POST', `/api/auth/single-sign-on/back-channel-logout/${at}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token }).toString(),
  });
}

/** What happens, by the first column of the guide; each in the ways there are. */
const EVENTS: Record<string, Record<string, () => Promise<Scene>>> = {
  'a person logs out': {
    'by password': async () => {
      const { token, owner } = await plain();
      return { token, happens: () => owner('logout') };
    },
    'by the provider': async () => {
      const { byProvider: token } = await owned();
      return { token, happens: () => callerWith(app, token)('endSingleSignOn', { body: {} }) };
    },
  },
  'a person logs out everywhere': {
    'by password': async () => {
      const { token, owner } = await plain();
      return { token, happens: () => owner('logout', { body: { everywhere: true } }) };
    },
    'by the provider': async () => {
      const { byProvider: token } = await owned();
      return {
        token,
        happens: () => callerWith(app, token)('endSingleSignOn', { body: { everywhere: true } }),
      };
    },
  },
  'a person changes the password': {
    'in the login that agreed': async () => {
      const { org, token, owner } = await plain();
      const body = { currentPassword: org.password, newPassword: 'incorrect donkey battery staple' };
      return { token, happens: () => owner('changePassword', { body }) };
    },
    'in another login': async () => {
      const { org, token } = await plain();
      const other = callerWith(app, await app.login(org));
      const body = { currentPassword: org.password, newPassword: 'incorrect donkey battery staple' };
      return { token, happens: () => other('changePassword', { body }) };
    },
    'and agreed by the provider': async () => {
      const { org, owner, byProvider: token } = await owned();
      const body = { currentPassword: org.password, newPassword: 'incorrect donkey battery staple' };
      return { token, happens: () => owner('changePassword', { body }) };
    },
  },
  'a forgotten password is replaced, or the operator sets one': {
    'by the operator': async () => {
      const { org, token } = await plain();
      return {
        token,
        happens: async () => assert.ok(await resetPassword(db, org.email, 'incorrect donkey battery')),
      };
    },
  },
  'a person sets up a second factor': {
    'in the login that agreed': async () => {
      const { org, token, owner } = await plain();
      return { token, happens: () => secondFactorOf(owner, org.password) };
    },
  },
  'the operator takes a second factor away': {
    'by the command': async () => {
      const { org, token, owner } = await plain();
      assert.equal((await secondFactorOf(owner, org.password)).status, 200);
      return { token, happens: async () => assert.ok(await resetSecondFactor(db, org.email)) };
    },
  },
  'the organisation begins to demand a second factor': {
    'of a member': async () => {
      const { org, owner, token } = await member();
      assert.equal((await secondFactorOf(owner, org.password)).status, 200);
      return {
        token,
        happens: () => owner('putSecurity', { body: { demandsSecondFactor: true } }),
      };
    },
  },
  'a member leaves, is removed, or is deactivated by SCIM': {
    removed: async () => {
      const { owner, id, token } = await member();
      return { token, happens: () => owner('removeMember', { ids: [id] }) };
    },
    leaves: async () => {
      const { call, id, token } = await member('ADMIN');
      return { token, happens: () => call('removeMember', { ids: [id] }) };
    },
    'by SCIM': async () => {
      const { org, owner, domain } = await company();
      const token = await tokenOf(await logIn({ organisationId: org.id }));
      const bearer = (await owner('replaceScimToken')).json.token;
      const scim = (method: string, path: string, body?: object) =>
        app.call(method, `/scim/v2${path}`, {
          token: bearer,
          headers: { 'Content-Type': 'application/scim+json' },
          ...(body && { body: JSON.stringify(body) }),
        });
      const user = {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `ada@${domain}`,
        emails: [{ value: `ada@${domain}`, primary: true }],
        active: true,
      };
      const created = await scim('POST', '/Users', user);
      assert.equal(created.status, 201, created.text);
      const { id } = JSON.parse(created.text);
      return { token, happens: () => scim('PUT', `/Users/${id}`, { ...user, active: false }) };
    },
  },
  'a member gets another role': {
    'who came by the provider': async () => {
      const { org, owner } = await company();
      const token = await tokenOf(await logIn({ organisationId: org.id }));
      const { id } = (await callerWith(app, token)('getMe')).json.user;
      return { token, happens: () => owner('updateMember', { ids: [id], body: { role: 'MEMBER' } }) };
    },
  },
  'a link with a provider is forgotten': {
    'by its person': async () => {
      const { owner, byProvider: token, password: beside } = await owned();
      return {
        token,
        beside,
        happens: () => owner('forgetSingleSignOnLink', { query: { provider: 'ORGANISATION' } }),
      };
    },
    'by an OWNER': async () => {
      const { owner, byProvider: token, password: beside } = await owned();
      const { id } = (await owner('getMe')).json.user;
      return { token, beside, happens: () => owner('forgetMemberLink', { ids: [id] }) };
    },
    "of the server's provider": async () => {
      const { owner, byProvider: token, password: beside } = await ofServer();
      return {
        token,
        beside,
        happens: () => owner('forgetSingleSignOnLink', { query: { provider: 'SERVER' } }),
      };
    },
  },
  "the organisation's provider is replaced or removed": {
    replaced: async () => {
      const { owner, settings, byProvider: token, password: beside } = await owned();
      const body = { ...settings, issuer: another.issuer, clientSecret: 'a secret of another' };
      return { token, beside, happens: () => owner('putSingleSignOn', { body }) };
    },
    removed: async () => {
      const { owner, byProvider: token, password: beside } = await owned();
      return { token, beside, happens: () => owner('deleteSingleSignOn') };
    },
  },
  'a provider reports a logout': {
    "the organisation's": async () => {
      const { org, sub, byProvider: token, password: beside } = await owned();
      return { token, beside, happens: () => reportLogout(org.id, sub) };
    },
    "the server's": async () => {
      const { sub, byProvider: token, password: beside } = await ofServer();
      return { token, beside, happens: () => reportLogout('server', sub) };
    },
    "the server's, of who switched the organisation since": async () => {
      const { org, owner, sub, byProvider, password: beside } = await ofServer();
      const elsewhere = await plain();
      const { json } = await elsewhere.owner('createInvitation', {
        body: { email: org.email, role: 'VIEWER' },
      });
      const body = { token: json.token, password: org.password };
      const accepted = await app.call('POST', '/api/auth/invitations/accept', { headers: from(), body });
      assert.equal(accepted.status, 201, accepted.text);
      const switched = await callerWith(app, byProvider)('switchOrganisation', {
        body: { organisationId: elsewhere.org.id },
      });
      assert.equal(switched.status, 200, switched.text);
      assert.equal((await owner('getMe')).status, 200);
      return { token: switched.json.accessToken, beside, happens: () => reportLogout('server', sub) };
    },
  },
  "a login by the organisation's provider lasted its hours": {
    'of the settings': async () => {
      const { org, byProvider: token, password: beside } = await owned();
      return {
        token,
        beside,
        happens: async () => {
          await sql`update sessions set ends_at = ends_at - interval '12 hours' where org_id = ${org.id}`;
        },
      };
    },
  },
  '“only single sign-on” begins': {
    'for an agent that a password agreed to': async () => {
      const { settings, byProvider, password: token } = await owned();
      return {
        token,
        happens: () =>
          callerWith(app, byProvider)('putSingleSignOn', { body: { ...settings, isOnly: true } }),
      };
    },
    'for an agent that a login by the provider agreed to': async () => {
      const { settings, byProvider: token } = await owned();
      return {
        token,
        happens: () => callerWith(app, token)('putSingleSignOn', { body: { ...settings, isOnly: true } }),
      };
    },
  },
  'the organisation is suspended': {
    'by the administrator': async () => {
      const { org, token } = await plain();
      return {
        token,
        happens: async () => {
          await changeOrganisation(db, OPERATOR, org.id, { suspension: { reason: 'Overdue' } });
        },
      };
    },
  },
  'the organisation is deleted': {
    'by its owner': async () => {
      const { token, owner } = await plain();
      const { name } = (await owner('getOrganisation')).json;
      return { token, happens: () => owner('deleteOrganisation', { query: { name } }) };
    },
  },
  'an agent is ended in Settings, or revokes a token': {
    'in Settings': async () => {
      const { token, owner } = await plain();
      return {
        token,
        happens: async () => {
          const { data } = (await owner('listConnections')).json;
          return owner('endConnection', { ids: [data[0]!.id] });
        },
      };
    },
    'by its access token': async () => ({
      token: (await plain()).token,
      happens: ({ client: { id }, accessToken }) =>
        sendForm(app, '/oauth/revoke', { token: accessToken, client_id: id }),
    }),
    'by its refresh token': async () => ({
      token: (await plain()).token,
      happens: ({ client: { id }, refreshToken }) =>
        sendForm(app, '/oauth/revoke', { token: refreshToken, client_id: id }),
    }),
  },
  'a code or a used refresh token comes again': {
    'the code': async () => ({
      token: (await plain()).token,
      happens: async ({ client, code }) => {
        const { status, json } = await sendForm(app, '/oauth/token', exchange(client, code));
        assert.deepEqual([status, json.error], [400, 'invalid_grant']);
      },
    }),
    'the refresh token': async () => ({
      token: (await plain()).token,
      happens: async ({ client, refreshToken }) => {
        let next = refreshToken;
        for (let turn = 0; turn < 2; turn += 1) {
          const { status, json } = await sendForm(app, '/oauth/token', refresh(client, next));
          assert.equal(status, 200);
          next = json.refresh_token;
        }
        const { status, json } = await sendForm(app, '/oauth/token', refresh(client, refreshToken));
        assert.deepEqual([status, json.error], [400, 'invalid_grant']);
      },
    }),
  },
  'an agent gets no token for 30 days': {
    'by the clock': async () => ({
      token: (await plain()).token,
      isByRefresh: true,
      happens: async ({ accessToken }) => {
        const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString());
        await sql`update oauth_refresh_tokens set expires_at = expires_at - interval '30 days' where session_id = ${sid}`;
      },
    }),
  },
};

const guide = readFileSync(new URL('../../src/web/docs/agents.md', import.meta.url), 'utf8');
const [, table = ''] = /## What ends a connection[\s\S]*?\|---\|---\|---\|\n((?:\|.*\n)+)/.exec(guide) ?? [];
const ROWS = table
  .trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()))
  .map(([, what = '', logins = '', agents = '']) => ({ what, logins, agents }));

test('the guide and this test list the same', () => {
  assert.deepEqual(
    ROWS.map(({ what }) => what),
    Object.keys(EVENTS),
  );
});

/** An agent of a login, and a code that another one has not redeemed yet. */
interface Agents {
  agent: Connected;
  other: Client;
  code: string;
}
/** What was seen of each way, for the tests below. */
const seen = new Map<
  string,
  { scene: Scene; agents: Agents; beside: Agents | undefined; happenedAt: number }
>();

async function agentsOf(token: string): Promise<Agents> {
  const agent = await connected(app, token, resource);
  assert.equal((await listBrands(app, agent.accessToken)).status, 200);
  const other = await register(app);
  return { agent, other, code: await codeFor(app, token, other, resource) };
}

// All of it happens first: what is cached ends within 5 s, for which they wait together.

const nameOf = (ways: object, way: string) =>
  `${Object.keys(EVENTS).find((what) => EVENTS[what] === ways)}: ${way}`;

const tried = async (form: Record<string, string | undefined>) => {
  const { status, json } = await sendForm(app, '/oauth/token', form);
  return status === 200 ? 'works' : `${status} ${json.error}`;
};
for (const ways of Object.values(EVENTS))
  for (const [way, scene] of Object.entries(ways)) {
    const made = await scene();
    const agents = await agentsOf(made.token);
    const beside = made.beside === undefined ? undefined : await agentsOf(made.beside);
    const answer = await made.happens(agents.agent);
    const { status = 204, text } = (answer ?? {}) as Partial<TestAnswer>;
    assert.ok(status < 300, `${way}: ${status} ${text}`);
    // Others follow for longer than a code lives.
    await sql`update oauth_codes set expires_at = now() + interval '1 hour'`;
    seen.set(nameOf(ways, way), { scene: made, agents, beside, happenedAt: performance.now() });
  }

for (const { what, agents: said } of ROWS)
  for (const way of Object.keys(EVENTS[what] ?? {}))
    test(`agents when ${what}: ${way}`, async () => {
      const { scene, agents, beside, happenedAt } = seen.get(`${what}: ${way}`)!;
      const { agent, other, code } = agents;
      assert.match(said, /(^| )(stay|ends?|refused)\b/);
      const stays = said === 'stay';
      const isOne = said.startsWith('this one');
      const refusal = said.startsWith('refused') ? '403 access_denied' : '400 invalid_grant';
      assert.equal(await tried(refresh(agent.client, agent.refreshToken)), stays ? 'works' : refusal);
      const isOut = async () => (await listBrands(app, agent.accessToken)).status >= 400;
      if (stays) assert.equal(await isOut(), false);
      else if (!scene.isByRefresh)
        await until(isOut, Math.max(1_000, 5_000 - (performance.now() - happenedAt)));
      // A logout leaves what was connected, and ends what was not.
      assert.equal(await tried(exchange(other, code)), isOne ? 'works' : refusal);
      if (!beside) return;
      assert.equal((await listBrands(app, beside.agent.accessToken)).status, 200, 'another login’s agent');
      assert.equal(await tried(refresh(beside.agent.client, beside.agent.refreshToken)), 'works');
      assert.equal(await tried(exchange(beside.other, beside.code)), 'works');
    });
