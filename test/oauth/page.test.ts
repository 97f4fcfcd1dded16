// long: drives a browser
// The page that asks a person, in a browser: from the agent's link over the login to the answer, and back out again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, openVisit, settled, violations } from '../support/browser/browser.ts';
import { logIn, view } from '../support/browser/dashboard.ts';
import { withApp } from '../support/callers/organisation.ts';
import { exchange, listBrands, register, requestOf, sendForm } from '../support/logins/oauth.ts';

const app = await withApp({});
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }] });
/** A page of this server, so that the test leads nowhere else. */
const callback = `${app.url}/docs`;

test('a person who is not logged in gets to the question, agrees for a brand, and goes back with a code', {
  skip: noBrowser,
}, async () => {
  const client = await register(app, { redirect_uris: [callback], client_name: 'Lamp agent' });
  const visit = await openVisit(app.url);
  const { page } = visit;
  await page.goto(`${app.url}/oauth/authorize?${requestOf(app, client, { redirect_uri: callback })}`);
  await page.getByLabel('Email').fill(org.email);
  await page.getByLabel('Password').fill(org.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Let “Lamp agent” read for you?' }).waitFor();
  await page.getByText('nobody has checked that').waitFor();
  await page.getByText('this computer').waitFor();
  await page.getByLabel('For some brands alone').check();
  assert.ok(await page.getByRole('button', { name: 'Connect' }).isDisabled());
  await page.getByLabel('Lumenfold').check();
  await settled(page);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.waitForURL(/\/docs\?/);
  const { code, state, iss } = Object.fromEntries(new URL(page.url()).searchParams);
  assert.deepEqual([state, iss], ['the state', app.url]);
  const got = await sendForm(app, '/oauth/token', exchange(client, code!, callback));
  assert.equal(got.status, 200, got.text);
  const { text } = await listBrands(app, got.json.access_token);
  assert.match(text, /Lumenfold/);
  assert.doesNotMatch(text, /Gleamwell/);

  const again = await logIn(app, org);
  await view(again, '#/settings/security');
  const row = again.page.getByRole('row').filter({ hasText: 'Lamp agent' });
  await row.getByText('1 brand').waitFor();
  assert.deepEqual(await violations(again.page), []);
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await again.page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await again.page.getByText('No agent is connected').waitFor();
  assertClean(again);
});

test('no leads back with access_denied; a request that cannot be granted, and an unknown agent, say so', {
  skip: noBrowser,
}, async () => {
  const client = await register(app, { redirect_uris: [callback] });
  const { page } = await logIn(app, org);
  const open = (change: Record<string, string | undefined>) =>
    page.goto(`${app.url}/oauth/authorize?${requestOf(app, client, { redirect_uri: callback, ...change })}`);
  await open({});
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.waitForURL(/error=access_denied/);
  await open({ code_challenge_method: 'plain' });
  await page.waitForURL(/error=invalid_request/);
  await open({ client_id: 'slo_unknown' });
  await page.getByText('This agent is not registered here').waitFor();
});

test('no page can frame the question', async () => {
  const { headers } = await app.call('GET', '/');
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
});
