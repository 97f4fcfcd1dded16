// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, settled, violations } from '../support/browser/browser.ts';
import { logIn, view } from '../support/browser/dashboard.ts';
import { withOrganisation } from '../support/callers/organisation.ts';

const { app, org, call: owner } = await withOrganisation();
await owner('createBrand', { body: { name: 'Aldergleam' } });
const { id: brand } = (await owner('createBrand', { body: { name: 'Lumenfold' } })).json;
await owner('createQuery', {
  body: { brandId: brand, queryText: 'Which desk lamp is best?', platform: 'GOOGLE_AI_MODE' },
});
await app.call('POST', '/api/runs', {
  key: org.key,
  body: [
    {
      ...{ externalId: 'one', brandId: brand, platform: 'GOOGLE_AI_MODE' },
      ...{ queryText: 'Which desk lamp is best?', executedAt: new Date().toISOString() },
      answer: 'Try another one.',
    },
  ],
});

test('a brief and a draft open filled in from the address, and lead to each other', {
  skip: noBrowser,
}, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  const dialog = page.getByRole('dialog');
  const values = () =>
    dialog
      .locator('select, input')
      .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value));
  await view(visit, `#/content?brief=new&brand=${brand}&topic=desk%20lamp`);
  assert.deepEqual(await values(), [brand, 'desk lamp']);
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Create the brief' }).click();
  await page.getByRole('heading', { level: 1, name: 'Brief: desk lamp' }).waitFor();
  await page.getByText('There is no draft from it yet').waitFor();
  await page.getByRole('button', { name: 'Write a draft from it' }).click();
  await page.getByRole('heading', { level: 1, name: 'desk lamp', exact: true }).waitFor();
  const { data: drafts } = (await owner('listDrafts')).json;
  assert.equal(drafts.length, 1);
  await page.getByRole('link', { name: 'Its brief' }).click();
  await page.getByRole('link', { name: 'desk lamp', exact: true }).waitFor();

  await view(visit, `#/content/drafts?draft=new&brand=${brand}&title=Desk%20lamps%20compared`);
  assert.deepEqual(await values(), [brand, 'Desk lamps compared']);
  await dialog.getByRole('button', { name: 'Create the draft' }).click();
  await page.getByRole('heading', { level: 1, name: 'Desk lamps compared' }).waitFor();

  await view(visit, '#/content');
  await page.getByRole('link', { name: 'desk lamp' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('There is no brief yet').waitFor();
  await page.getByRole('link', { name: 'Create the first brief' }).click();
  await settled(page);
  assert.deepEqual((await values()).at(-1), '', 'nothing is left of the last topic');
  assertClean(visit);
});
