// long: a second dashboard, below a path
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_BRANDS } from '../../src/features/demo/content.ts';
import { assertClean, noBrowser, openVisit, settled } from '../support/browser/browser.ts';
import { logIn, view, withDemo } from '../support/browser/dashboard.ts';
import { ask } from '../support/callers/raw.ts';

const BASE = '/sightline';
const { app, demo } = await withDemo({ BASE_PATH: BASE });
const { origin } = new URL(app.url);
const options = { skip: noBrowser };

test(
  'under a base path the dashboard logs in, stays so, and hands out addresses below it',
  options,
  async () => {
    // Without its slash, as people type it.
    const visit = await logIn(app, demo, { path: '' });
    const { page, faults } = visit;
    // The only request that is not below it: what follows it is.
    assert.deepEqual(faults.splice(0), [`foreign: ${app.url}`]);
    assert.equal(new URL(page.url()).pathname, `${BASE}/`);
    const cookies = await page.context().cookies();
    assert.deepEqual(
      cookies.map(({ name, path }) => [name, path]),
      [['sightline_refresh', `${BASE}/api/auth`]],
    );

    await page.reload();
    await settled(page);
    assert.equal(await page.getByLabel('Password').count(), 0, 'still logged in');
    await view(visit, '#/prompts');
    assert.ok((await page.locator('main').getByRole('rowheader').count()) > 3);

    await view(visit, '#/settings/keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Spreadsheet');
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    const line = await dialog.locator('pre').nth(1).innerText();
    const [, url = '', key = ''] = /(http\S+) -H 'X-API-Key: (\w+)'/.exec(line) ?? [];
    assert.equal(url, `${app.url}/api/customer/v1/reports/brands`);
    const { status, body } = await ask(url, { 'X-API-Key': key }, { method: 'POST' });
    assert.deepEqual([status, JSON.parse(body.toString()).total], [200, DEMO_BRANDS.length]);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();

    await view(visit, '#/settings/members');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await dialog.getByLabel('Email').fill('new@acme.example');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const link = await dialog.locator('pre').innerText();
    assert.ok(link.startsWith(`${app.url}/#/join?token=`), link);
    assertClean(visit);

    const invited = await openVisit(app.url);
    await invited.page.goto(link);
    await invited.page.getByRole('heading', { name: 'Accept the invitation' }).waitFor();
    assertClean(invited, [`POST ${BASE}/api/auth/refresh 401`]);
  },
);

test(
  'under a base path Documentation leads to the reference, which loads the contract and answers',
  options,
  async () => {
    const visit = await logIn(app, demo);
    const { page } = visit;
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.locator('rapi-doc[data-loaded]').waitFor();
    assert.equal(page.url().replace(/#.*/, ''), `${origin}${BASE}/docs`);
    await page.goto(`${origin}${BASE}/docs#get-/api/customer/v1/reports/brands`);
    await page.getByLabel('API key', { exact: true }).fill(demo.apiKey);
    await page.getByRole('button', { name: 'TRY', exact: true }).click();
    await page.getByText('Response Status').waitFor();
    assert.equal(
      JSON.parse(await page.locator('api-request pre').first().innerText()).total,
      DEMO_BRANDS.length,
    );
    await page.getByRole('link', { name: 'First report' }).first().click();
    await page.waitForURL(`${origin}${BASE}/docs/first-report`);
    assertClean(visit);
  },
);
