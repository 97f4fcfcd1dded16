// long: 16 s
// What a provider says is checked by no schema: whatever it is, nobody else gets in by it and nothing breaks.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { decodeJwt } from 'jose';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { startProvider } from '../support/logins/oidc.ts';
import { SIGN_ON_VARIABLES, signOn } from '../support/logins/sign-on.ts';

const provider = await forFile(startProvider());
const app = await withApp({
  ...SIGN_ON_VARIABLES,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.client.id,
  OIDC_CLIENT_SECRET: provider.client.secret,
});
test.beforeEach(() => {
  provider.alter = undefined;
});

const { company, logIn, link, tokenOf, unlimited } = signOn(app, provider);
// biome-ignore lint/suspicious/noExplicitAny: answers of the provider
type Json = any;
const now = () => Math.floor(Date.now() / 1000);

/** The provider says this in its ID tokens. */
const says = (changes: Json) => {
  provider.alter = async (path, body) =>
    path === '/token'
      ? { ...body, id_token: await provider.sign({ ...decodeJwt(body.id_token), ...changes }) }
      : body;
};
/** The provider says this in its userinfo, and nothing of it in its ID tokens. */
const saysAside = (changes: Json) => {
  const silent = Object.fromEntries(Object.keys(changes).map((name) => [name, undefined]));
  says(silent);
  const inTokens = provider.alter;
  provider.alter = (path, body) =>
    path === '/me' ? { ...body, ...changes } : (inTokens?.(path, body) ?? body);
};

const TEXTS = {
  'a NUL': 'ada\0',
  'a high half': 'ada\ud800',
  'a low half': '\udc00ada',
  'too much': 'a'.repeat(10_000),
};

test('a text of a claim that cannot be stored is refused by name, in a token and in the userinfo', async () => {
  const { org, domain } = await company();
  const login = { organisationId: org.id };
  for (const [what, text] of Object.entries(TEXTS))
    for (const [name, value] of [
      ['sub', text],
      ['sid', text],
      ['email', `${text}@${domain}`],
    ] as const) {
      unlimited();
      says({ [name]: value });
      const answer = await logIn(login);
      assert.equal(answer.status, 401, `${name} with ${what}: ${answer.text}`);
      assert.match(answer.json.message, new RegExp(`its claim ${name} (holds|has more)`));
      if (name !== 'email') continue;
      saysAside({ email: value });
      assert.equal((await logIn(login)).status, 401, `the userinfo's ${name} with ${what}`);
    }
  provider.alter = undefined;
  assert.equal((await logIn(login)).status, 303);
});

test('what is no text counts as not said, and what nobody reads may be anything', async () => {
  const { org, domain } = await company({
    defaultRole: null,
    roleClaim: 'groups',
    roles: [{ value: 'readers', role: 'VIEWER' }],
  });
  const login = { organisationId: org.id };
  const refused: Record<string, Json> = {
    'an address in a list': { email: [`ada@${domain}`], groups: ['readers'] },
    'an address in an object': { email: { value: `ada@${domain}` }, groups: ['readers'] },
    'a number as address': { email: 7, groups: ['readers'] },
    'groups of halves': { groups: ['\ud800', 'readers\0', null, 7, {}, []] },
    'a group in a group': { groups: [['readers']] },
    'one group in an object': { groups: { 0: 'readers' } },
    'thousands of groups': { groups: Array.from({ length: 5_000 }, (_, at) => `group ${at}`) },
  };
  for (const [what, claims] of Object.entries(refused)) {
    unlimited();
    says({ sub: `one with ${what}`, ...claims });
    const answer = await logIn(login);
    assert.equal(answer.status, 403, `${what}: ${answer.text}`);
  }
  says({ groups: 'readers', sid: 7, name: 'ada\0\ud800', 'x\0': 'y\ud800', __proto__: { groups: [] } });
  assert.equal((await logIn(login)).status, 303);
});

test('names of JavaScript are no claims', async () => {
  for (const roleClaim of ['__proto__', 'constructor', 'toString']) {
    const { org } = await company({ defaultRole: null, roleClaim, roles: [{ value: 'x', role: 'VIEWER' }] });
    const login = { organisationId: org.id };
    assert.equal((await logIn(login)).status, 403, roleClaim);
    says({ [roleClaim]: ['x'] });
    assert.equal((await logIn(login)).status, 303, roleClaim);
    provider.alter = undefined;
  }
  assert.equal(({} as Json).groups, undefined);
});

test('an address counts unless the provider says that it did not verify it', async () => {
  const { org, domain } = await company();
  const verified = [undefined, true, 'true'];
  const unverified = [false, 'false', null, 'True', 'yes', '1', 1, 0, '', [], [true], { verified: true }];
  let person = 0;
  for (const [values, status] of [
    [verified, 303],
    [unverified, 403],
  ] as const)
    for (const email_verified of values)
      for (const say of [says, saysAside]) {
        unlimited();
        person += 1;
        provider.person.sub = `person ${person}`;
        const email = `p${person}@${domain}`;
        say(email_verified === undefined ? { email, email_verified } : { email, email_verified });
        const answer = await logIn({ organisationId: org.id });
        assert.equal(answer.status, status, `${JSON.stringify(email_verified)}: ${answer.text}`);
      }
});

test('a token that is made in the future is refused; clocks may differ by half a minute', async () => {
  const { org } = await company();
  const login = { organisationId: org.id };
  for (const iat of [now() + 3_600, now() + 60, 'now', null]) {
    says({ iat, exp: now() + 7_200 });
    assert.equal((await logIn(login)).status, 401, `${iat}`);
  }
  says({ iat: now() + 15, exp: now() + 7_200 });
  assert.equal((await logIn(login)).status, 303);
});

test("the server's provider is checked by the same rules, at a login and at a link", async () => {
  const { owner } = await company();
  provider.client.redirectUris.push('https://reports.example/api/auth/single-sign-on/callback/server');
  provider.person = { sub: 'the owner' };
  await link(owner, 'SERVER');
  for (const [what, text] of Object.entries(TEXTS))
    for (const name of ['sub', 'sid']) {
      unlimited();
      says({ [name]: text });
      assert.equal((await logIn({ server: true })).status, 401, `${name} with ${what}`);
      await assert.rejects(link(owner, 'SERVER'), /401/, `a link by ${name} with ${what}`);
    }
  provider.alter = undefined;
  assert.equal((await logIn({ server: true })).status, 303);
});

test('a report of a logout is refused for such a text, and ends nothing', async () => {
  const { org } = await company();
  const caller = callerWith(app, await tokenOf(await logIn({ organisationId: org.id })));
  for (const [what, text] of Object.entries(TEXTS))
    for (const name of ['sub', 'sid']) {
      unlimited();
      const answer = await report(org.id, { [name]: text });
      assert.equal(answer.status, 400, `${name} with ${what}: ${answer.text}`);
    }
  assert.equal((await report(org.id, { sub: ['x'], sid: {} })).status, 400);
  assert.equal((await report(org.id, { sub: provider.person.sub, iat: now() + 3_600 })).status, 400);
  assert.equal((await report(org.id, { sub: 'somebody else', jti: 'j\0\ud800' })).status, 204);
  assert.equal((await caller('updateMail', { body: { alerts: true } })).status, 200);
});

async function report(at: string, claims: Json) {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const token = await provider.sign(
    { iss: provider.issuer, aud: 'sightline', jti: randomUUID(), events, ...claims },
    { typ: 'logout+jwt' },
  );
  return sendReport(at, token);
}

const sendReport = (at: string, token: string) =>
  app.call('POST', `/api/auth/single-sign-on/back-channel-logout/${at}`, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  });

test('a new key of the provider counts at once; forged tokens make few requests for keys', async () => {
  const { org } = await company();
  const login = { organisationId: org.id };
  const fetches = () => provider.requests.filter((one) => one === 'GET /jwks').length;
  assert.equal((await logIn(login)).status, 303);
  for (const _ of [1, 2, 3]) {
    await provider.rotate();
    assert.equal((await logIn(login)).status, 303, 'a login after a rotation');
  }
  await provider.rotate();
  const { sub } = provider.person;
  assert.equal((await report(org.id, { sub })).status, 204, 'a logout after a rotation');
  const before = fetches();
  for (let at = 0; at < 30; at += 1) {
    const [head = '', ...rest] = (await provider.sign({ sub, jti: randomUUID() })).split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...header, kid: `forged ${at}` })).toString('base64url');
    const { status } = await sendReport(org.id, [forged, ...rest].join('.'));
    assert.ok([400, 429].includes(status), `${status}`);
  }
  assert.ok(fetches() - before <= 6, `${fetches() - before} requests for keys`);
  assert.equal((await logIn(login)).status, 303);
});

test('an issuer that is not written as the provider names itself is refused with the one to enter', async () => {
  const { owner, settings } = await company();
  const put = async (named: unknown, issuer = provider.issuer) => {
    provider.alter = (path, body) => (path.includes('.well-known') ? { ...body, issuer: named } : body);
    const { status, json } = await owner('putSingleSignOn', { body: { ...settings, issuer } });
    assert.equal(status, 400, `${named}`);
    assert.equal(json.details?.[0]?.field, 'issuer');
    return json.details?.[0]?.message ?? '';
  };
  const others = [`${provider.issuer}/`, `${provider.issuer}/realms/lamps`, 'https://login.example/v2.0'];
  for (const named of others) assert.match(await put(named), new RegExp(`: enter ${named}\\.$`));
  // The other way round: entered with a slash.
  assert.match(
    await put(provider.issuer, `${provider.issuer}/`),
    new RegExp(`: enter ${provider.issuer}\\.$`),
  );
  assert.match(await put('https://login.example/{tenantid}/v2.0'), /issuer of your own tenant/);
  for (const hostile of ['javascript:alert(1)', `https://x/${'y'.repeat(5_000)}`, 'https://x/\0\ud800 z'])
    assert.match(await put(hostile), /names itself by another issuer\.$/);
});
