// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, settled, violations } from '../../support/browser/browser.ts';
import { logIn, view } from '../../support/browser/dashboard.ts';
import { withBrand } from '../../support/callers/organisation.ts';
import { momentAgo } from '../../support/days.ts';
import { runIds, until } from '../../support/server/app.ts';

const { app, org, call } = await withBrand();

test('an owner sets how long texts are kept, after a warning; the answer then says so', {
  skip: noBrowser,
}, async () => {
  const executedAt = momentAgo(400);
  await app.ingest(org, [
    { externalId: 'old', brand: 'Lumenfold', executedAt, answer: 'Lumenfold was gentle.' },
    { externalId: 'new', brand: 'Lumenfold', answer: 'Lumenfold is gentle.' },
  ]);
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/settings/organisation');
  await page.getByText('for ever', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change how long' }).click();
  const dialog = page.getByRole('dialog', { name: 'How long texts of answers are kept' });
  await dialog.getByLabel('Months').fill('12');
  await dialog.getByText('Older than that: 1 text.').waitFor();
  assert.deepEqual(await violations(page), []);
  const forget = dialog.getByRole('button', { name: 'Forget older texts' });
  assert.ok(await forget.isDisabled(), 'the name is not typed');
  const { name } = (await call('getOrganisation')).json;
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await forget.click();
  await dialog.waitFor({ state: 'detached' });
  await until(async () => (await call('getAnswerRetention')).json.isComplete);
  await page.getByText('for 12 months', { exact: true }).waitFor();

  const ids = await runIds(app, org);
  await view(visit, `#/answer/${ids.get('old')}`);
  await page.getByText('The text is past its time').waitFor();
  await settled(page);
  assert.equal(await page.getByRole('button', { name: 'Correct Lumenfold' }).count(), 0);
  assert.deepEqual(await violations(page), []);
  await view(visit, `#/answer/${ids.get('new')}`);
  await page.getByRole('button', { name: 'Correct Lumenfold' }).waitFor();
  assertClean(visit);
});
