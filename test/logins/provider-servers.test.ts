// What a provider ends is over within 5 s on every server, and what the operator's commands do to logins by one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../src/db/embedded-cluster.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { startProvider } from '../support/logins/oidc.ts';
import { cookieOf, PUBLIC_URL, SIGN_ON_VARIABLES, signOn } from '../support/logins/sign-on.ts';
import { until } from '../support/server/app.ts';
import { startCommandHost } from '../support/server/programs.ts';

const MOST_MS = 5_000;

const port = await freePort();
const provider = await forFile(startProvider());
const one = await withApp({ ...SIGN_ON_VARIABLES, PORT: String(port) });
const other = await withApp({ ...SIGN_ON_VARIABLES, DATABASE_URL: one.databaseUrl });
const commands = await forFile(
  startCommandHost({
    DATABASE_URL: one.databaseUrl,
    DATA_DIR: one.dataDir,
    JWT_SECRET: 'a secret of tests that is long enough',
    ENCRYPTION_KEY: 'another secret of tests, long enough',
  }),
);
const { company, logIn, link, tokenOf, unlimited, from } = signOn(one, provider);

/** Reads something of the organisation, for which a server may have kept who calls. */
const isIn = async (caller: Caller) => (await caller('listBrands')).status === 200;

/** How long a caller was still let in, ms. */
async function outAfter(caller: Caller): Promise<number> {
  const startedAt = performance.now();
  await until(async () => !(await isIn(caller)), MOST_MS + 1_000);
  return performance.now() - startedAt;
}

test('a deactivation by SCIM on one server ends sessions on the other', async () => {
  const { org, owner, domain } = await company();
  const token = await tokenOf(await logIn({ organisationId: org.id }));
  const there = callerWith(other, token);
  assert.ok(await isIn(there));
  const { json } = await owner('replaceScimToken');
  const scim = (method: string, path: string, body?: object) =>
    one.call(method, `/scim/v2${path}`, { token: json.token, ...(body ? { body } : {}) });
  const created = await scim('POST', '/Users', { userName: `ada@${domain}` });
  const { id } = JSON.parse(created.text);
  const Operations = [{ op: 'replace', path: 'active', value: false }];
  const { status, text } = await scim('PATCH', `/Users/${id}`, { Operations });
  assert.equal(status, 200, text);
  const ms = await outAfter(there);
  console.log(`out on the other server after ${Math.round(ms)} ms`);
  assert.ok(ms < MOST_MS);
});

test('a logout at the provider itself ends the session on both servers', async () => {
  const { org } = await company();
  // The provider reaches the first server.
  provider.client.backChannelLogoutUri = `http://127.0.0.1:${port}/api/auth/single-sign-on/back-channel-logout/${org.id}`;
  const token = await tokenOf(await logIn({ organisationId: org.id }));
  const [here, there] = [callerWith(one, token), callerWith(other, token)];
  assert.ok((await isIn(here)) && (await isIn(there)));
  const metadata = await fetch(`${provider.issuer}/.well-known/openid-configuration`);
  const { end_session_endpoint: end } = (await metadata.json()) as { end_session_endpoint: string };
  const back = new URL(end);
  back.searchParams.set('client_id', provider.client.id);
  back.searchParams.set('post_logout_redirect_uri', `${PUBLIC_URL}/`);
  const last = await provider.logOut(back.href);
  assert.equal(last.href, `${PUBLIC_URL}/`);
  const ms = Math.max(...(await Promise.all([here, there].map(outAfter))));
  console.log(`out on both servers after ${Math.round(ms)} ms`);
  assert.ok(ms < MOST_MS);
  delete provider.client.backChannelLogoutUri;
});

test('the operator proves a domain, and lets passwords in again', async () => {
  const { org, owner, settings } = await company();
  const { json: organisation } = await owner('getOrganisation');
  const run = (...args: string[]) => commands.run(['org', ...args, '--org', org.id]);
  const domains = [...(settings['domains'] as string[]), 'more.corp.example'];
  await owner('putSingleSignOn', { body: { ...settings, domains } });
  const proved = await run('prove-domain', '--domain', 'More.Corp.example');
  assert.equal(proved.code, 0, proved.stderr);
  const { json } = await owner('getSingleSignOn');
  assert.ok(json.domains.every(({ verifiedAt }) => verifiedAt !== null));
  for (const domain of ['unlisted.example', 'no domain', '']) {
    const refused = await run('prove-domain', '--domain', domain);
    assert.notEqual(refused.code, 0, `${domain}: ${refused.stdout}`);
  }
  const taken = await company();
  await taken.owner('putSingleSignOn', { body: { ...taken.settings, domains: ['more.corp.example'] } });
  const second = await commands.run([
    'org',
    'prove-domain',
    '--org',
    taken.org.id,
    '--domain',
    'more.corp.example',
  ]);
  assert.notEqual(second.code, 0, second.stdout);
  assert.match(second.stderr, /another organisation has proved/);

  provider.person = { sub: `owner ${org.id}`, email: 'owner@elsewhere.example' };
  await link(owner);
  const by = callerWith(one, await tokenOf(await logIn({ organisationId: org.id })));
  const { status, text } = await by('putSingleSignOn', { body: { ...settings, domains, isOnly: true } });
  assert.equal(status, 200, text);
  unlimited();
  const login = () =>
    one.call('POST', '/api/auth/login', {
      headers: from(),
      body: { email: org.email, password: org.password, session: 'cookie' },
    });
  assert.equal((await login()).status, 403);
  const allowed = await commands.run(['org', 'allow-passwords', '--org', organisation.name]);
  assert.equal(allowed.code, 0, allowed.stderr);
  const after = await login();
  assert.equal(after.status, 200, after.text);
  assert.ok(cookieOf(after.headers, 'sightline_refresh'));
  const again = await run('allow-passwords');
  assert.notEqual(again.code, 0);
  assert.match(again.stderr, /passwords/i);
  assert.notEqual((await commands.run(['org', 'allow-passwords', '--org', 'nobody'])).code, 0);
});
