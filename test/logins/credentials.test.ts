// long: 10 s
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { OrgId } from '../../src/base/ids.ts';
import { providerLogin } from '../../src/features/accounts/provider-login.ts';
import { unsubscribeToken } from '../../src/features/mail/unsubscribe.ts';
import { callerWith } from '../support/callers/caller.ts';
import { examplePath, operations } from '../support/callers/contract.ts';
import { joined } from '../support/callers/members.ts';
import { adminKey } from '../support/callers/server-admin.ts';
import {
  type Client,
  codeFor,
  connected,
  exchange,
  refresh,
  register,
  sendForm,
} from '../support/logins/oauth.ts';
import { withMail } from '../support/providers/smtp.ts';
import { type TestAnswer, until } from '../support/server/app.ts';

/** In full: MIXED_REQUESTS=10000. */
const REQUESTS = Number(process.env['MIXED_REQUESTS'] ?? 400);

const { server, app } = await withMail({ TRUST_PROXY: '127.0.0.0/8' });

type Kind =
  | 'key'
  | 'access'
  | 'refresh'
  | 'invitation'
  | 'reset'
  | 'challenge'
  | 'unsubscribe'
  | 'recovery'
  | 'secret'
  | 'password'
  | 'agent'
  | 'agentRefresh'
  | 'agentCode'
  | 'agentSecret'
  | 'scim'
  | 'link'
  | 'admin';

/** One of each, and all of them would work where they belong. */
async function credentials(): Promise<Record<Kind, string>> {
  const org = await app.organisation();
  const anybody = callerWith(app, 'none');
  const owner = callerWith(app, await app.login(org));
  const { secret } = (await owner('enrolSecondFactor', { body: { password: org.password } })).json;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { recoveryCodes } = (await owner('confirmSecondFactor', { body: { code } })).json;
  const login = { body: { email: org.email, password: org.password } };
  const challenge = async () =>
    ((await anybody('login', login)).json as unknown as { pendingLogin: { challenge: string } }).pendingLogin
      .challenge;
  const used = await anybody('confirmLogin', {
    body: { challenge: await challenge(), code: recoveryCodes[1]! },
  });
  assert.equal(used.status, 200, used.text);
  const invited = await owner('createInvitation', {
    body: { email: `mixed@${org.id}.example`, role: 'ADMIN' },
  });
  await anybody('forgotPassword', { body: { email: org.email } });
  await until(() => server.to(org.email).some(({ text }) => text.includes('slp_')));
  const reset = /slp_[\w-]{43}/.exec(server.to(org.email).at(-1)!.text)![0];
  const { id: userId } = (await owner('getMe')).json.user;
  const { accessToken: access } = used.json;
  agent = await register(app, { token_endpoint_auth_method: 'client_secret_post' });
  const { client, accessToken, refreshToken } = await connected(app, access, { resource: RESOURCE });
  connectedAgent = client;
  const agentCode = await codeFor(app, access, agent, { resource: RESOURCE });
  // The long form takes longer than a code lives.
  await app.app.services.db.sql`update oauth_codes set expires_at = now() + interval '1 hour'`;
  return {
    key: org.key,
    access,
    refresh: used.json.refreshToken!,
    invitation: invited.json.token,
    reset,
    challenge: await challenge(),
    unsubscribe: unsubscribeToken(app.app.services.secretBox, { orgId: org.id, userId, kind: 'ALERT' }),
    recovery: recoveryCodes[0]!,
    secret,
    password: org.password,
    agent: accessToken,
    agentRefresh: refreshToken,
    agentCode,
    agentSecret: agent.secret!,
    scim: (await owner('replaceScimToken')).json.token,
    link: await linkChallenge(org.id, userId),
    admin: await adminKey(app),
  };
}

/** What a right password gives in an organisation that lets people in by its provider alone. */
async function linkChallenge(orgId: OrgId, userId: string): Promise<string> {
  const { challenge } = await app.app.services.db.tenant(orgId, (tx) => providerLogin(tx, orgId, userId));
  assert.ok(challenge);
  // The long form takes longer than it lives.
  await app.app.services.db
    .sql`update login_challenges set expires_at = now() + interval '1 hour' where is_link`;
  return challenge;
}

const RESOURCE = 'https://reports.example/mcp';
/** One that has a code and a secret, and one that is connected. */
let agent: Client;
let connectedAgent: Client;

interface Place {
  what: string;
  /** What belongs there. */
  takes: Kind[];
  send(credential: string, from: Record<string, string>): Promise<TestAnswer>;
}
const post = (path: string, body: object, headers: Record<string, string>) =>
  app.call('POST', path, { body, headers });
const PLACES: Place[] = [
  ...['/api/auth/me', '/api/brands', '/api/mail', '/api/auth/second-factor', '/api/members'].map(
    (path): Place => ({
      what: `bearer of ${path}`,
      takes: ['access'],
      send: (one, headers) =>
        app.call('GET', path, { headers: { ...headers, Authorization: `Bearer ${one}` } }),
    }),
  ),
  {
    what: 'X-API-Key',
    takes: ['key'],
    send: (one, headers) => post('/api/customer/v1/reports/brands', {}, { ...headers, 'X-API-Key': one }),
  },
  {
    what: 'api_key',
    takes: ['key'],
    send: (one, headers) =>
      post(`/api/customer/v1/reports/brands?api_key=${encodeURIComponent(one)}`, {}, headers),
  },
  {
    what: 'bearer of the reports of keys',
    takes: ['key', 'agent'],
    send: (one, headers) => post('/mcp', {}, { ...headers, Authorization: `Bearer ${one}` }),
  },
  {
    what: 'refreshToken',
    takes: ['refresh'],
    send: (refreshToken, headers) => post('/api/auth/refresh', { refreshToken }, headers),
  },
  {
    what: 'the cookie',
    takes: [],
    send: (one, headers) =>
      post('/api/auth/refresh', {}, { ...headers, Cookie: `sightline_refresh=${encodeURIComponent(one)}` }),
  },
  {
    what: 'decision about an agent',
    takes: [],
    send: (one, headers) =>
      post(
        '/api/auth/consent/decision',
        { request: 'x', isApproved: true },
        { ...headers, Authorization: `Bearer ${one}` },
      ),
  },
  {
    what: 'refresh token of an agent',
    takes: ['agentRefresh'],
    send: (one, headers) => sendForm(app, '/oauth/token', refresh(connectedAgent, one), headers),
  },
  {
    what: 'secret of an agent',
    takes: [],
    send: (client_secret, headers) =>
      sendForm(app, '/oauth/token', { ...refresh(agent, 'slf_x'), client_secret }, headers),
  },
  {
    what: 'code of an agent',
    takes: ['agentCode'],
    send: (one, headers) => sendForm(app, '/oauth/token', exchange(agent, one), headers),
  },
  {
    what: 'invitation',
    takes: ['invitation'],
    send: (token, headers) =>
      post('/api/auth/invitations/accept', { token, password: 'a password of theirs' }, headers),
  },
  {
    what: 'link of a new password',
    takes: ['reset'],
    send: (token, headers) =>
      post('/api/auth/password/reset', { token, password: 'a password of theirs' }, headers),
  },
  {
    what: 'challenge, with a code',
    takes: ['challenge'],
    send: (challenge, headers) => post('/api/auth/login/code', { challenge, code: '000000' }, headers),
  },
  {
    what: 'bearer of SCIM',
    takes: ['scim'],
    send: (one, headers) =>
      app.call('GET', '/scim/v2/Users', { headers: { ...headers, Authorization: `Bearer ${one}` } }),
  },
  ...['/api/server/organisations', '/api/server/audit-log'].map(
    (path): Place => ({
      what: `bearer of ${path}`,
      takes: ['admin'],
      send: (one, headers) =>
        app.call('GET', path, { headers: { ...headers, Authorization: `Bearer ${one}` } }),
    }),
  ),
  {
    what: 'making an organisation',
    takes: ['admin'],
    send: (one, headers) =>
      post(
        '/api/server/organisations',
        { name: 'Mixed', plan: 'FREE', ownerEmail: 'mixed@server.example' },
        { ...headers, Authorization: `Bearer ${one}` },
      ),
  },
  {
    what: "X-API-Key and api_key of the server's administrator",
    takes: [],
    send: (one, headers) =>
      app.call('GET', `/api/server/organisations?api_key=${encodeURIComponent(one)}`, {
        headers: { ...headers, 'X-API-Key': one },
      }),
  },
  {
    what: 'cookie of a login by a provider',
    takes: [],
    send: (one, headers) =>
      app.call(
        'GET',
        `/api/auth/single-sign-on/callback/${randomUUID()}?state=x&code=${encodeURIComponent(one)}`,
        {
          headers: { ...headers, Cookie: `sightline_sso=${encodeURIComponent(one)}` },
        },
      ),
  },
  {
    what: 'link of an account',
    takes: ['link'],
    send: (challenge, headers) =>
      post('/api/auth/single-sign-on/login', { challenge: challenge.slice(0, 200) }, headers),
  },
  {
    what: 'report of a logout',
    takes: [],
    send: (logout_token, headers) =>
      post(`/api/auth/single-sign-on/back-channel-logout/${randomUUID()}`, { logout_token }, headers),
  },
  // A challenge for a code gives no secret either.
  {
    what: 'challenge of an enrolment',
    takes: [],
    send: (challenge, headers) => post('/api/auth/login/enrolment', { challenge }, headers),
  },
  {
    what: 'unsubscribe link',
    takes: ['unsubscribe'],
    send: (token, headers) => app.call('POST', `/unsubscribe/${encodeURIComponent(token)}`, { headers }),
  },
  {
    what: 'code of a login of somebody else',
    takes: [],
    send: async (code, headers) =>
      code.length > 40
        ? post('/api/auth/login/code', { challenge: 'slc_x', code: code.slice(0, 40) }, headers)
        : post('/api/auth/login/code', { challenge: await othersChallenge(), code }, headers),
  },
];

let other: { email: string; password: string } | undefined;
async function othersChallenge(): Promise<string> {
  const anybody = callerWith(app, 'none');
  if (other === undefined) {
    const org = await app.organisation();
    const owner = callerWith(app, await app.login(org));
    const { secret } = (await owner('enrolSecondFactor', { body: { password: org.password } })).json;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    assert.equal((await owner('confirmSecondFactor', { body: { code } })).status, 200);
    other = org;
  }
  await app.app.services.db.sql`delete from rate_buckets`;
  const { json } = await anybody('login', { body: { email: other.email, password: other.password } });
  return (json as unknown as { pendingLogin?: { challenge: string } }).pendingLogin?.challenge ?? 'slc_x';
}

test('no credential of one kind is taken as another, and each works where it belongs', {
  timeout: 120_000 + REQUESTS * 60,
}, async () => {
  const held = await credentials();
  let sent = 0;
  const accepted: string[] = [];
  const statuses = new Map<number, number>();
  while (sent < REQUESTS)
    for (const { what, takes, send } of PLACES)
      for (const [kind, credential] of Object.entries(held) as [Kind, string][]) {
        if (takes.includes(kind)) continue;
        sent += 1;
        const from = { 'X-Forwarded-For': `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}` };
        const { status, text } = await send(credential, from);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status < 400) accepted.push(`${kind} as ${what}: ${status} ${text.slice(0, 200)}`);
        assert.ok(status < 500, `${kind} as ${what}: ${text}`);
      }
  console.log(
    `${sent} requests with a credential of another kind: ${[...statuses].map((one) => one.join(': ')).join(', ')}`,
  );
  assert.deepEqual(accepted, []);
  // None of it was used up.
  const from = { 'X-Forwarded-For': '10.255.255.255' };
  // A new password ends the rest, so it comes last.
  const isLast = ({ takes }: Place) => takes.includes('reset');
  for (const { what, takes, send } of PLACES.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b))))
    for (const kind of takes) {
      const { status, text } = await send(held[kind], from);
      const isIn = what.startsWith('challenge')
        ? status === 401 && /code is wrong/.test(text)
        : // There is no provider that it could lead to.
          (what === 'link of an account' && status === 404) ||
          status < 300 ||
          (what.includes('reports of keys') && status === 400);
      assert.ok(isIn, `${kind} as ${what}: ${status} ${text}`);
    }
});

test('what a right password gives before the second factor opens no operation of the contract, and is still good for its code', async () => {
  const org = await app.organisation();
  const owner = callerWith(app, await app.login(org));
  const { email, password } = await joined(app, owner, 'ADMIN');
  const { secret } = (await owner('enrolSecondFactor', { body: { password: org.password } })).json;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { recoveryCodes } = (await owner('confirmSecondFactor', { body: { code } })).json;
  assert.equal((await owner('putSecurity', { body: { demandsSecondFactor: true } })).status, 200);
  await app.app.services.db.sql`delete from rate_buckets`;
  const from = { 'X-Forwarded-For': '10.254.0.1' };
  const challengeOf = async (body: object) =>
    (await post('/api/auth/login', body, from)).json.pendingLogin.challenge as string;
  const byCode = await challengeOf({ email: org.email, password: org.password });
  const byEnrolment = await challengeOf({ email, password });
  let tried = 0;
  for (const operation of operations)
    for (const challenge of [byCode, byEnrolment])
      for (const headers of [
        { Authorization: `Bearer ${challenge}` },
        { 'X-API-Key': challenge },
        { Cookie: `sightline_refresh=${challenge}; sightline_sso=${challenge}` },
        {},
      ] as Record<string, string>[]) {
        if ((operation.raw.security ?? []).length === 0) continue;
        const path = examplePath(operation);
        const inQuery = Object.keys(headers).length === 0 ? `api_key=${challenge}` : '';
        const answer = await app.call(
          operation.method,
          `${path}${path.includes('?') ? '&' : '?'}${inQuery}`,
          { headers: { ...headers, ...from }, ...(operation.body && { body: operation.body.example }) },
        );
        assert.equal(answer.status, 401, `${operation.id}: ${answer.status} ${answer.text}`);
        tried += 1;
      }
  console.log(`${tried} uses of a challenge as a credential`);
  const finished = await post('/api/auth/login/code', { challenge: byCode, code: recoveryCodes[0] }, from);
  assert.equal(finished.status, 200, finished.text);
  const enrolled = await post('/api/auth/login/enrolment', { challenge: byEnrolment }, from);
  assert.equal(enrolled.status, 200, enrolled.text);
});
