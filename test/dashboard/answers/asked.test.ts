// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, settled, violations } from '../../support/browser/browser.ts';
import { logIn, view } from '../../support/browser/dashboard.ts';
import { callerWith } from '../../support/callers/caller.ts';
import { withBrand } from '../../support/callers/organisation.ts';
import { forFile } from '../../support/for-file.ts';
import { startCaptureServer } from '../../support/providers/capture-server.ts';

const { app, org } = await withBrand({}, { OUTBOUND_ALLOW: '127.0.0.0/8', JOBS: 'apart' });
const server = await forFile(startCaptureServer());
const TEXT = 'Which reading lamp is easiest on the eyes?';

test('a capture provider is connected in the page, with what it captures', { skip: noBrowser }, async () => {
  const call = callerWith(app, await app.login(org));
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/settings/integrations');
  await page.getByRole('button', { name: 'Connect SerpApi' }).click();
  await page.getByLabel('API key of SerpApi').fill('an-invented-key-9f2c');
  await page.getByLabel('Copilot').uncheck();
  await page.getByLabel('Price of a request in US dollars').fill('0.015');
  await page.getByLabel('Language of the page').fill('de');
  await page.getByLabel('Address of the platform').fill(server.baseUrl('SERPAPI'));
  assert.equal(await page.getByLabel('Model', { exact: true }).count(), 0);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await settled(page);
  const [integration] = (await call('listIntegrations')).json.data;
  assert.deepEqual(
    [integration?.type, integration?.kind, integration?.config],
    [
      'SERPAPI',
      'CAPTURE',
      {
        ...{
          baseUrl: server.baseUrl('SERPAPI'),
          pricePerRequest: 0.015,
          dailySpendLimit: null,
          language: 'de',
        },
        platforms: ['GOOGLE_AI_OVERVIEW', 'GOOGLE_AI_MODE'],
      },
    ],
  );
  await page.getByRole('button', { name: 'Change SerpApi' }).click();
  assert.equal(await page.getByLabel('Copilot').isChecked(), false);
  assertClean(visit);
});

test('a prompt is added as it is to be asked, says how it was, and is made to search', {
  skip: noBrowser,
}, async () => {
  const call = callerWith(app, await app.login(org));
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/prompts');
  await page.getByRole('button', { name: 'Add a prompt' }).first().click();
  await page.getByLabel('Prompt', { exact: true }).fill(TEXT);
  await page.getByRole('textbox', { name: 'Country', exact: true }).fill('de');
  await page.getByLabel('City').fill('Munich');
  await page.getByLabel('Ask it').selectOption('DAILY');
  await page.getByLabel('Times a day').fill('4');
  await page.getByRole('button', { name: 'Add prompt' }).click();
  await settled(page);
  const [query] = (await call('listQueries')).json.data;
  assert.ok(query);
  const { platform, search, country, city, runsPerDay, countrySent } = query;
  assert.deepEqual(
    [platform, search, country, city, runsPerDay, countrySent],
    ['CHATGPT', 'AUTO', 'DE', 'Munich', 4, true],
  );
  const brand = (await call('listBrands')).json.data[0]!;
  const searched = [true, true, false, null];
  await app.ingest(
    org,
    searched.map((was, index) => ({
      ...{ brand: brand.name, platform: 'CHATGPT', queryText: TEXT, answer: `Lumenfold ${index}.` },
      ...(was !== null && { searched: was }),
    })),
  );
  await app.snapshot();
  await view(visit, `#/prompts/${encodeURIComponent(TEXT)}?brand=${brand.id}`);
  const share = page.getByRole('region', { name: 'What was searched for', exact: true });
  assert.match((await share.textContent()) ?? '', /searched the web for 66\.7\s?% of 3 answers\. Of 1 more/);
  const asked = page.getByRole('region', { name: 'Where and when it is asked', exact: true });
  assert.match((await asked.textContent()) ?? '', /DE, Munich.*it decides.*4 times daily.*25\.9 points/);
  await share.getByRole('button', { name: 'Have it always search' }).click();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await settled(page);
  const changed = (await call('getQuery', { ids: [query.id] })).json;
  assert.deepEqual([changed.search, changed.country, changed.city], ['ALWAYS', 'DE', 'Munich']);
  assertClean(visit);
});
