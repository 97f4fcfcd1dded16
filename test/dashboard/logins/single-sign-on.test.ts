// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../../src/db/embedded-cluster.ts';
import { operator } from '../../../src/features/audit/audit.ts';
import { proveDomain } from '../../../src/features/single-sign-on/domains.ts';
import { noBrowser, openVisit, settled, type Visit, violations } from '../../support/browser/browser.ts';
import { logIn, view } from '../../support/browser/dashboard.ts';
import { withApp } from '../../support/callers/organisation.ts';
import { forFile } from '../../support/for-file.ts';
import { startProvider } from '../../support/logins/oidc.ts';
import { until } from '../../support/server/app.ts';

const port = await freePort();
const PUBLIC_URL = `http://127.0.0.1:${port}`;
const provider = await forFile(startProvider());
const app = await withApp({
  PORT: String(port),
  PUBLIC_URL,
  OUTBOUND_ALLOW: '127.0.0.1/32',
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.client.id,
  OIDC_CLIENT_SECRET: provider.client.secret,
});
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
await app.snapshot();
const { redirectUris } = provider.client;
for (const at of ['server', org.id])
  redirectUris.push(`${PUBLIC_URL}/api/auth/single-sign-on/callback/${at}`);

/** What the page did wrong. That it goes to the provider is right, and what that one's page loads is not ours. */
const faultsOf = ({ faults }: Visit) =>
  faults.filter(
    (line) =>
      !line.startsWith(`foreign: ${provider.issuer}`) && !line.includes('https://fonts.googleapis.com'),
  );
const DOMAIN = 'company.example';

test('an owner sets the provider up, links the account, and refuses passwords', {
  skip: noBrowser,
}, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/settings/single-sign-on');
  await page.getByLabel('Issuer').fill(provider.issuer);
  await page.getByLabel('Client id').fill(provider.client.id);
  await page.getByLabel('Client secret').fill(provider.client.secret);
  await page.getByLabel('Domains of your addresses').fill(DOMAIN);
  await page.getByLabel('Role of new people').selectOption('VIEWER');
  await page.getByLabel('Claim that gives roles').fill('groups');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByLabel('Value').fill('readers');
  await page.getByRole('button', { name: 'Set it up' }).click();
  await page.getByText('_sightline.company.example').waitFor();
  await settled(page);
  assert.deepEqual(await violations(page), []);
  // DNS knows no such record; the operator vouches for it.
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('A record was not found yet').waitFor();
  await proveDomain(app.app.services.db, operator(org.id), DOMAIN);
  const token = await app.login(org);
  const { json } = await app.call('GET', '/api/organisation/single-sign-on', { token });
  assert.deepEqual(json.roles, [{ value: 'readers', role: 'VIEWER' }]);

  provider.person = { sub: 'the owner', email: 'owner@elsewhere.example' };
  await view(visit, '#/settings/security');
  const card = page.getByRole('region', { name: "Your company's account" });
  const ofOrganisation = card.getByRole('listitem').filter({ hasText: 'for this organisation' });
  await ofOrganisation.getByRole('button', { name: 'Link it' }).click();
  await page.waitForURL(/#\/settings\/security$/);
  await ofOrganisation.getByText('Linked', { exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);

  // Refusing passwords needs a login by the provider.
  await view(visit, '#/settings/single-sign-on');
  await page.getByRole('button', { name: 'Switch it on' }).click();
  await page.getByRole('button', { name: 'Refuse them' }).click();
  await page.getByText('log in by this provider first').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Make a bearer' }).click();
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByText(/^slu_/).waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByText('and was not used yet').waitFor();
  assert.deepEqual(faultsOf(visit), []);
});

test('a person finds the provider by an address, comes back to the place, and logs out there too', {
  skip: noBrowser,
}, async () => {
  provider.person = { sub: 'ada', email: `ada@${DOMAIN}`, email_verified: true, groups: ['readers'] };
  const visit = await openVisit(app.url);
  const { page } = visit;
  await page.goto(`${app.url}/#/settings/security`);
  await page.getByRole('button', { name: 'Use the provider of your organisation' }).click();
  await page.getByLabel('Your email at the company').fill('ada@nobody.example');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('No organisation lets people of this domain in').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByLabel('Your email at the company').fill(`ada@${DOMAIN}`);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  assert.match(page.url(), /#\/settings\/security$/);
  await settled(page);
  await page.locator('.topbar .end summary').click();
  await page.getByText(`ada@${DOMAIN}`).waitFor();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await until(() => page.url().startsWith(`${provider.issuer}/session/end`));
  assert.deepEqual(faultsOf(visit), []);
});

test('a refused login says why, without words of anybody else', { skip: noBrowser }, async () => {
  provider.person = { sub: 'stranger', email: 'stranger@elsewhere.example' };
  const visit = await openVisit(app.url);
  const { page } = visit;
  await page.goto(app.url);
  await page.getByRole('button', { name: "Use your company's account" }).click();
  await page.getByText('No account here is linked with yours there').waitFor();
  assert.match(page.url(), /#\/refused\?why=unknown$/);
  assert.deepEqual(await violations(page), []);
  const callback = `${app.url}/api/auth/single-sign-on/callback`;
  for (const [address, words] of [
    [`${callback}/server?code=x&state=y`, 'It took too long'],
    [`${callback}/${org.id}?code=x&state=y&state=z`, 'Something went wrong'],
    [`${callback}/nobody?code=x`, 'not set up here'],
    [`${app.url}/#/refused?why=<img src=x onerror=alert(1)>`, 'Something went wrong'],
    [`${app.url}/#/refused?why=constructor`, 'Something went wrong'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    assert.doesNotMatch(await page.content(), /onerror/);
  }
  await page.getByRole('link', { name: 'Back to the login' }).click();
  await page.getByLabel('Password').waitFor();
  assert.deepEqual(faultsOf(visit), []);
});

test("who linked the server's provider logs in by one button, with the second factor after it", {
  skip: noBrowser,
}, async () => {
  const other = await app.organisation();
  provider.person = { sub: 'other owner', email: 'x@elsewhere.example' };
  const linking = await logIn(app, other);
  await view(linking, '#/settings/security');
  await linking.page.getByRole('button', { name: 'Link it' }).click();
  await linking.page.getByText('Linked', { exact: true }).waitFor();
  const enter = async () => {
    const visit = await openVisit(app.url);
    await visit.page.goto(app.url);
    await visit.page.getByRole('button', { name: "Use your company's account" }).click();
    return visit;
  };
  const first = await enter();
  await first.page.locator('.topbar .end summary').waitFor();
  await app.sql(other)`update organisations set demands_second_factor = true where id = ${other.id}`;
  const visit = await enter();
  const { page } = visit;
  await page.getByText('Your organisation asks all members for a second factor').waitFor();
  await page.getByText('Add this key to an authenticator app').waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual([...faultsOf(linking), ...faultsOf(first), ...faultsOf(visit)], []);
});
