// long: drives a browser
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { assertClean, noBrowser, settled, violations } from '../support/browser/browser.ts';
import { logIn, view } from '../support/browser/dashboard.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { aboutOf, readWorkbook } from '../support/outputs/workbook.ts';
import { startReceiver } from '../support/providers/receiver.ts';

const { app, org, call: owner } = await withBrand({}, { OUTBOUND_ALLOW: '127.0.0.0/8' });
const receiver = await forFile(startReceiver());

test('a key made in the page works in the curl line that the page shows', { skip: noBrowser }, async () => {
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold wins.' }]);
  await app.snapshot();
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/settings/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Monthly report');
  await page.getByRole('button', { name: 'Create the key' }).click();
  await page.locator('dialog pre').first().waitFor();
  const [key = '', line = ''] = await page.locator('dialog pre').allTextContents();
  assert.match(key.trim(), /^sl_live_\w+$/);
  assert.ok(line.includes(key.trim()) && line.startsWith('curl '), line);
  // As it is pasted into a shell.
  const { stdout } = await promisify(execFile)('bash', ['-c', line]);
  assert.equal(JSON.parse(stdout).data[0].brand.name, 'Lumenfold');
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await settled(page);
  assert.ok(!(await page.content()).includes(key.trim()), 'it is shown once');
  assertClean(visit);
});

test('a key that is shown once stays until it is copied or dismissed', { skip: noBrowser }, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/settings/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Kept');
  await page.getByRole('button', { name: 'Create the key' }).click();
  const shown = page.getByRole('dialog', { name: 'The key Kept' });
  await shown.waitFor();
  assert.deepEqual(await violations(page), []);
  // Twice in a row: browsers close a dialog by the second one without asking the page.
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
  await page.mouse.click(5, 5);
  assert.match(await shown.locator('pre').first().innerText(), /^sl_live_\w+$/);
  await shown.getByRole('button', { name: 'Copy' }).first().click();
  await shown.getByText('Copied', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  assertClean(visit);
});

test('what is beyond a limit of the contract is said at its field, and not sent', {
  skip: noBrowser,
}, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/settings/organisation');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: 'Pin the data of now' }).click();
  const dialog = page.getByRole('dialog');
  const [name, days] = [dialog.getByLabel('Name'), dialog.getByLabel('Days to keep it')];
  assert.equal(await days.inputValue(), '400', 'as the server takes it where nothing is given');
  await dialog.getByRole('button', { name: 'Pin it' }).click();
  await dialog.getByText('Fill this in.').waitFor();
  assert.equal(await page.evaluate('document.activeElement.name'), 'name', 'it leads to the field');
  await name.fill('3-starts-with-a-digit');
  await days.fill('401');
  await dialog.getByRole('button', { name: 'Pin it' }).click();
  await dialog.getByText('It must begin with a letter').waitFor();
  await dialog.getByText('Write at most 400.').waitFor();
  assert.deepEqual(await violations(page), []);
  await name.fill('q'.repeat(65));
  await dialog.getByRole('button', { name: 'Pin it' }).click();
  await dialog.getByText('Write at most 64 characters: these are 65.').waitFor();
  assert.deepEqual(sent, []);
  await name.fill('q3-2026');
  await days.fill('1');
  await dialog.getByRole('button', { name: 'Pin it' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(sent, ['/api/pins']);
  assertClean(visit);
});

test('a webhook is made, tried, and its message sent again, in the page', { skip: noBrowser }, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/settings/webhooks');
  await page.getByRole('button', { name: 'Create a webhook' }).first().click();
  await page.getByLabel('Address').fill(`${receiver.url}/hook`);
  await page.getByRole('button', { name: 'Create the webhook' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('link', { name: `${receiver.url}/hook` }).click();
  await settled(page);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('delivered').first().waitFor();
  assert.equal(receiver.to('/hook').length, 1);
  await page
    .getByRole('button', { name: /^Replay(?! many)/ })
    .first()
    .click();
  while (receiver.to('/hook').length < 2) await page.waitForEvent('response');
  const [first, second] = receiver.to('/hook');
  assert.equal(first?.body, second?.body);
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
  assertClean(visit);
});

test('a report is exported as a workbook, and as CSV with the signs of another language', {
  skip: noBrowser,
}, async () => {
  const answers = ['Lumenfold.', 'Lumenfold.', 'None.'];
  await app.ingest(
    org,
    answers.map((answer, at) => ({ brand: 'Lumenfold', externalId: `exported ${at}`, answer })),
  );
  await app.snapshot();
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/settings/organisation');
  const exported = async (format: string, choose: () => Promise<unknown>) => {
    await page.getByRole('button', { name: 'Export a report' }).first().click();
    await page.getByLabel('Report', { exact: true }).selectOption('BRANDS');
    await page.getByLabel('Format').selectOption(format);
    await choose();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    // The latest stands first.
    const row = page.getByRole('row').filter({ hasText: format }).first();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: 'Download' }).click({ timeout: 30_000 }),
    ]);
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  };
  const file = await exported('XLSX', async () => {
    assert.equal(await page.getByLabel('Between cells').count(), 0);
  });
  assert.match(file.name, /^sightline-brands_all-brands_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d_.*\.xlsx$/);
  const [sheet, about] = await readWorkbook(file.content);
  assert.deepEqual(sheet?.rows[0]?.slice(0, 3), ['brand_id', 'brand_name', 'visibility']);
  assert.equal(aboutOf(about?.rows ?? []).facts.get('Report'), 'Brands');
  const csv = await exported('CSV', async () => {
    await page.getByLabel('Between cells').selectOption('semicolon');
    await page.getByLabel('Before decimals').selectOption('comma');
    await page.getByLabel('Mark the file as UTF-8').check();
  });
  assert.match(csv.name, /\.csv$/);
  assert.match(String(csv.content), /^\uFEFFbrand_id;brand_name;visibility;.*\n[^;]+;Lumenfold;\d+,\d+;/);
  assertClean(visit);
});

test('somebody else changed it first: the form says so, and begins again with what there is now', {
  skip: noBrowser,
}, async () => {
  const { id } = (await owner('createApiKey', { body: { name: 'Before', scopes: ['reports:read'] } })).json;
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/settings/keys');
  await page.getByRole('button', { name: 'Rename Before' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill('Mine');
  await owner('updateApiKey', { ids: [id], body: { name: 'Theirs' } });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Load it again' }).click();
  await settled(page);
  assert.equal(await name.inputValue(), 'Theirs');
  await name.fill('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Rename Mine' }).waitFor();
  assertClean(visit, [`PATCH /api/api-keys/${id} 412`]);
});

test('a long list is searched, and names of any length and direction stay within a phone', {
  skip: noBrowser,
}, async () => {
  const long = `${'W'.repeat(150)} ${'x'.repeat(49)}`;
  const names = [long, 'שם ארוך '.repeat(25).trim(), ...Array.from({ length: 60 }, (_, at) => `Brand ${at}`)];
  for (const name of names) await owner('createBrand', { body: { name } });
  const visit = await logIn(app, org, { viewport: { width: 390, height: 844 } });
  const { page } = visit;
  await view(visit, '#/settings/brands');
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
  assert.deepEqual(await violations(page), []);
  const rows = page.getByRole('rowheader');
  assert.equal(await rows.count(), 50);
  // One of those that are not loaded yet.
  await page.getByLabel('Search brands').fill('brand 59');
  await page.getByRole('link', { name: 'Brand 59' }).waitFor();
  await settled(page);
  assert.deepEqual(await rows.allInnerTexts(), ['Brand 59']);
  await page.getByLabel('Search brands').fill('nobody');
  await page.getByText('Nothing is called “nobody”').waitFor();
  await page.getByLabel('Search brands').fill('WWW');
  await page.getByRole('link', { name: long }).click();
  await settled(page);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
  assertClean(visit);
});

test('another screen opens a campaign with values filled in', { skip: noBrowser }, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/campaigns?campaign=new&type=MEDIA_OUTREACH&source=news.example&target=25');
  const dialog = page.getByRole('dialog');
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Get into the media: news.example');
  assert.equal(await dialog.getByLabel('Target').inputValue(), '25');
  assert.ok(await dialog.getByLabel('Get into the media').isChecked());
  await dialog.getByRole('button', { name: 'Start the campaign' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { data } = (await owner('listCampaigns', {})).json;
  assert.deepEqual(
    data.map(({ name, type, targetCount }) => [name, type, targetCount]),
    [['Get into the media: news.example', 'MEDIA_OUTREACH', 25]],
  );
  assert.ok(!page.url().includes('campaign='), 'the address opens it once');
  assertClean(visit);
});
