// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, openVisit, settled } from '../../support/browser/browser.ts';
import { logIn, view } from '../../support/browser/dashboard.ts';
import { callerWith } from '../../support/callers/caller.ts';
import { accepted } from '../../support/callers/members.ts';
import { withApp } from '../../support/callers/organisation.ts';
import { until } from '../../support/server/app.ts';

const app = await withApp();
const [mine, theirs] = [
  await app.organisation({ brands: [{ name: 'Minebrand' }] }),
  await app.organisation({ brands: [{ name: 'Theirbrand' }] }),
];
const mineToken = await app.login(mine);
const inviting = callerWith(app, await app.login(theirs));
const { json } = await inviting('createInvitation', { body: { email: mine.email, role: 'ADMIN' } });
await accepted(app, json.token, mine.email, mine.password);

test('a session that ends elsewhere leads to the login and back, with what was typed', {
  skip: noBrowser,
}, async () => {
  const visit = await logIn(app, mine);
  const { page } = visit;
  let token = '';
  page.on('request', (request) => {
    token = request.headers()['authorization']?.replace('Bearer ', '') ?? token;
  });
  await view(visit, '#/settings/brands');
  await page
    .getByRole('button', { name: /add a brand|new brand|make a brand/i })
    .first()
    .click();
  const name = page.getByRole('dialog').getByRole('textbox').first();
  await name.fill('Typed before');
  const ofPage = callerWith(app, token);
  await callerWith(app, await app.login(mine))('logout', { body: { everywhere: true } });
  await until(async () => (await ofPage('getMe')).status === 401);
  await name.press('Enter');
  const again = page.getByRole('dialog', { name: 'Log in again' });
  await again
    .waitFor()
    .catch(async () =>
      assert.fail(`${visit.refusals} ${visit.faults} ${await page.locator('body').innerText()}`),
    );
  assert.equal(await again.getByLabel('Email').inputValue(), mine.email);
  await again.getByLabel('Password').fill(mine.password);
  await again.getByRole('button', { name: 'Log in' }).click();
  await again.waitFor({ state: 'detached' });
  assert.equal(await name.inputValue(), 'Typed before');
  await page.reload();
  await settled(page);
  assert.deepEqual(visit.faults, []);
});

test('after a switch of the organisation nothing of the other is on screen', {
  skip: noBrowser,
}, async () => {
  const visit = await logIn(app, mine);
  const { page } = visit;
  const names = ['Minebrand', 'Theirbrand'];
  const shown = async () => {
    const text = await page.locator('body').innerText();
    return names.filter((name) => text.includes(name));
  };
  await view(visit, '#/overview');
  assert.deepEqual(await shown(), ['Minebrand']);
  await page.locator('.topbar .end summary').click();
  const choice = page.getByRole('combobox', { name: 'Organisation', exact: true });
  const other = await choice.locator('option:not(:checked)').getAttribute('value');
  await choice.selectOption(String(other));
  await page.getByText('Theirbrand').first().waitFor({ state: 'attached' });
  await settled(page);
  assert.deepEqual(await shown(), ['Theirbrand']);
  assert.deepEqual(visit.faults, []);
});

test('a server in trouble is told at the opening and at the logout, and neither ends the session', {
  skip: noBrowser,
}, async () => {
  const { page } = await logIn(app, mine);
  const busy = { status: 503, json: { error: 'unavailable', message: 'Try again shortly, please.' } };
  await page.route('**/api/auth/{refresh,single-sign-on/logout}', (route) => route.fulfill(busy));
  await page.locator('.topbar .end summary').click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByText(busy.json.message).waitFor();
  assert.match(await page.title(), /^Overview/);
  await page.reload();
  await page.getByText('The server is busy.').waitFor();
  await page.unroute('**/api/auth/{refresh,single-sign-on/logout}');
  // By itself.
  await settled(page);
  assert.match(await page.title(), /^Overview/);
});

test('a logout in one tab empties the others at once', { skip: noBrowser }, async () => {
  const { page } = await logIn(app, mine);
  const other = await page.context().newPage();
  await other.goto(`${app.url}/#/overview`);
  await settled(other);
  await other.getByText('Minebrand').first().waitFor({ state: 'attached' });
  await page.locator('.topbar .end summary').click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  await other.getByRole('heading', { name: 'Log in' }).waitFor();
  assert.doesNotMatch(await other.locator('body').innerText(), /Minebrand/);
});

test('nobody is logged in by a page of another origin', { skip: noBrowser }, async () => {
  const visit = await openVisit(app.url);
  await visit.page.goto(app.url.replace('127.0.0.1', 'localhost'));
  const status = await visit.page.evaluate<number | string>(
    `fetch(${JSON.stringify(`${app.url}/api/auth/login`)}, { method: 'POST', credentials: 'include', mode: 'no-cors',
      headers: { 'Content-Type': 'text/plain' },
      body: ${JSON.stringify(JSON.stringify({ email: mine.email, password: mine.password, session: 'cookie' }))} }).then((answer) => answer.status, String)`,
  );
  assert.ok(status === 0 || typeof status === 'string', String(status));
  assert.deepEqual(await visit.page.context().cookies(), []);
  assert.equal((await callerWith(app, mineToken)('getMe')).status, 401, 'it was ended above');
});
