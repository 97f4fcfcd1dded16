// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { today } from '../../../src/base/definitions.ts';
import { assertClean, noBrowser, settled, violations } from '../../support/browser/browser.ts';
import { logIn, view, withDemo } from '../../support/browser/dashboard.ts';
import { callerWith } from '../../support/callers/caller.ts';
import { joined } from '../../support/callers/members.ts';

const { app, demo } = await withDemo();
const owner = callerWith(app, await app.login({ ...demo, id: demo.orgId, key: demo.apiKey }));
const brand = (await owner('listBrands')).json.data[0]!;
const address = `overview?brand=${brand.id}&range=last-month&platform=CHATGPT,CLAUDE&branded=false`;

test('what is on screen is saved under a name, opened by its link, changed and deleted', {
  skip: noBrowser,
}, async () => {
  const visit = await logIn(app, demo);
  const { page } = visit;
  await view(visit, `#/${address}`);
  const menu = page.locator('summary', { hasText: 'Views' });
  await menu.click();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByLabel('Name').fill('Two platforms');
  await page.getByRole('radio', { name: 'All members' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The view “Two platforms” is saved.').waitFor();
  const saved = (await owner('listViews')).json.data.find(({ name }) => name === 'Two platforms');
  assert.deepEqual(
    [saved?.name, saved?.screen, saved?.brandId, saved?.range, saved?.visibility],
    ['Two platforms', 'overview', brand.id, 'last-month', 'ORGANISATION'],
  );
  assert.deepEqual(saved?.filters, { platforms: ['CHATGPT', 'CLAUDE'], branded: false });

  await view(visit, '#/views');
  assert.deepEqual(await violations(page), []);
  await view(visit, `#/view/${saved?.id}`);
  await page.waitForURL(/#\/overview/);
  await settled(page);
  const hash = new URLSearchParams((await page.evaluate<string>('location.hash')).split('?')[1]);
  assert.deepEqual(
    [hash.get('brand'), hash.get('range'), hash.get('platform'), hash.get('branded'), hash.get('view')],
    [brand.id, 'last-month', 'CHATGPT,CLAUDE', 'false', saved?.id],
  );
  // Back leads to where the link was, not to the link.
  await page.goBack();
  await settled(page);
  assert.equal(await page.evaluate('location.hash'), '#/views');
  await page.getByRole('link', { name: 'Two platforms' }).click();
  await settled(page);
  await page.evaluate(`location.hash = location.hash.replace('branded=false', 'branded=true')`);
  await settled(page);
  await menu.click();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Save changes to “Two platforms”' }).click();
  await page.getByText('The view is saved.').waitFor();
  assert.equal((await owner('getView', { ids: [saved!.id] })).json.filters.branded, true);

  await view(visit, '#/views');
  await page.getByRole('button', { name: 'Delete Two platforms' }).click();
  await page.getByRole('button', { name: 'Delete the view' }).click();
  await page.getByText('The view is deleted.').waitFor();
  assert.equal((await owner('getView', { ids: [saved!.id] })).status, 404);
  assertClean(visit);
});

test('a note is added from the chart, marked in it, and read from a file', { skip: noBrowser }, async () => {
  const visit = await logIn(app, demo);
  const { page } = visit;
  await view(visit, `#/overview?brand=${brand.id}`);
  await page.getByRole('link', { name: 'Add a note' }).click();
  await settled(page);
  await page.getByLabel('What happened').fill('The new page went live.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The note is saved.').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'From a CSV file' }).click();
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'notes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`day,text,isShared\n${today()},"From a file, ""shared""",true\n`),
  });
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Add the notes' }).click();
  await page.getByText('1 note added.').waitFor();
  const notes = (await owner('listAnnotations', { query: { brandId: brand.id } })).json.data;
  assert.deepEqual(notes.map(({ text, isShared }) => [text, isShared]).sort(), [
    ['From a file, "shared"', true],
    ['The new page went live.', false],
  ]);
  await view(visit, `#/overview?brand=${brand.id}`);
  const chart = page.getByRole('figure', { name: 'Visibility by day' });
  await chart.getByText('◆ A note').waitFor();
  assert.equal(await chart.locator('.mark path[fill="var(--accent)"]').count(), 1);
  await chart.getByRole('slider').focus();
  await page.keyboard.press('End');
  await page.getByText('◆ The new page went live.').waitFor();
  assertClean(visit);
});

test('a view is shared by a link that is shown once, and the link is revoked', {
  skip: noBrowser,
}, async () => {
  const { id } = (
    await owner('createView', { body: { name: 'Shared', screen: 'overview', brandId: brand.id } })
  ).json;
  const visit = await logIn(app, demo);
  const { page } = visit;
  await view(visit, '#/views');
  await page.getByRole('button', { name: 'Share Shared' }).click();
  await page.getByLabel('Whom it is for').fill('The agency');
  await page.getByLabel('Days until it ends').fill('7');
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Make the link' }).click();
  const address = await page.locator('.copied pre').innerText();
  assert.match(address, new RegExp(`^${app.url}/shared/sll_`));
  const shown = await page.context().newPage();
  await shown.goto(address);
  assert.deepEqual(await violations(shown), []);
  assert.match(await shown.locator('h1').innerText(), new RegExp(brand.name));
  await shown.close();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('link', { name: 'Shared links' }).click();
  await page.getByRole('button', { name: 'Revoke The agency' }).click();
  await page.getByRole('button', { name: 'Revoke the link' }).click();
  await page.getByText('The link is revoked.').waitFor();
  assert.equal((await fetch(address)).status, 404);
  const [link] = (await owner('listSharedLinks', { query: { viewId: id } })).json.data;
  assert.deepEqual([link?.viewId, link?.opened, link?.state], [id, 1, 'REVOKED']);
  assertClean(visit);
});

test('a VIEWER opens views and reads notes, and is offered no change of them', {
  skip: noBrowser,
}, async () => {
  await owner('createView', { body: { name: 'For all', screen: 'prompts', visibility: 'ORGANISATION' } });
  const visit = await logIn(app, await joined(app, owner, 'VIEWER'));
  const { page } = visit;
  await view(visit, '#/views');
  await page.getByRole('link', { name: 'For all' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Edit|Delete)/ }).count(), 0);
  await view(visit, '#/annotations');
  assert.equal(await page.getByRole('link', { name: /^(Add|Edit)/ }).count(), 0);
  await view(visit, '#/overview');
  await page.locator('summary', { hasText: 'Views' }).click();
  await page.getByRole('link', { name: 'For all' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Save (this|changes)/ }).count(), 0);
  assertClean(visit);
});
