// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, settled } from '../../support/browser/browser.ts';
import { logIn, view } from '../../support/browser/dashboard.ts';
import { withBrand } from '../../support/callers/organisation.ts';
import { completeRun, until } from '../../support/server/app.ts';

const { app, org, brandId } = await withBrand();
await app.ingest(org, [completeRun({ brand: 'Lumenfold', answer: 'Lumenfold.' })]);
await app.snapshot();
const options = { skip: noBrowser, timeout: 120_000 };

test(
  'off line what was loaded stays, a bar says so, and all goes on by itself, with screens not yet loaded',
  options,
  async () => {
    const visit = await logIn(app, org);
    const { page } = visit;
    const bar = page.locator('.connection');
    const context = page.context();
    await view(visit, `#/overview?brand=${brandId}`);
    await context.setOffline(true);
    await bar.getByText('You are off line.').waitFor();
    assert.match(await page.locator('main').innerText(), /Lumenfold/);
    // A screen whose script was not loaded, and one whose numbers were not.
    await page.evaluate(`location.hash = '#/coverage?brand=${brandId}'`);
    await page.locator('main .skeleton').waitFor();
    await bar.getByText(/Trying again/).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Coverage', level: 1 }).waitFor();
    await settled(page);
    await page.getByText('By day and platform').first().waitFor();
    await bar.waitFor({ state: 'hidden' });
    assert.doesNotMatch(await page.locator('main').innerText(), /could not|cannot|updated/i);
  },
);

test(
  'a 503 is waited out as its Retry-After says, also at the first load, and nothing that was there goes',
  options,
  async () => {
    const visit = await logIn(app, org);
    const { page } = visit;
    const times: number[] = [];
    const busy = {
      status: 503,
      headers: { 'Retry-After': '3' },
      json: { error: 'unavailable', message: 'Busy.' },
    };
    await page.route('**/api/coverage*', (route) => {
      times.push(Date.now());
      return times.length > 2 ? route.continue() : route.fulfill(busy);
    });
    await page.evaluate(`location.hash = '#/coverage?brand=${brandId}'`);
    await page.getByText('The server is busy.').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await settled(page);
    const pauses = times.slice(1).map((time, at) => time - times[at]!);
    assert.ok(
      pauses.length === 2 && pauses.every((pause) => pause >= 3_000),
      `asked again after ${pauses} ms`,
    );
    // The very first request of a visit.
    await page.unroute('**/api/coverage*');
    let asked = 0;
    await page.route('**/api/auth/refresh', (route) => {
      asked += 1;
      return asked > 1 ? route.continue() : route.abort('connectionrefused');
    });
    await page.reload();
    await page.getByText('The server cannot be reached.').waitFor();
    await settled(page);
    assert.match(await page.title(), /^Coverage/);
  },
);

test('a change is sent once, however the server is', options, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/settings/organisation');
  let sent = 0;
  await page.route('**/api/organisation', (route) => {
    if (route.request().method() === 'GET') return route.continue();
    sent += 1;
    return route.abort('connectionrefused');
  });
  await page.getByLabel('Name').first().fill('Another name');
  await page
    .getByRole('button', { name: /save|rename/i })
    .first()
    .click();
  await page.getByRole('alert').waitFor();
  // Longer than the first pause of a load.
  await page.waitForTimeout(2_000);
  assert.equal(sent, 1);
});

test(
  'a script that the server has no more leads to a new load of the page, and only that',
  options,
  async () => {
    const { page } = await logIn(app, org);
    await page.route('**/assets/later-*', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.evaluate("location.hash = '#/coverage'");
    await page.getByText('Sightline was updated. Load the page again to go on.').waitFor();
    await page.unroute('**/assets/later-*');
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await settled(page);
    await until(async () => /^Coverage/.test(await page.title()));
  },
);
