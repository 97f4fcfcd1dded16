import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, violations } from '../support/browser.ts';
import { logIn, view } from '../support/dashboard.ts';
import { withOrganisation } from '../support/organisation.ts';

const { app, org, call: owner } = await withOrganisation();

test('a first visit leads from a brand over names and prompts to a report', { skip: noBrowser }, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/welcome');
  await page.getByLabel('Name').fill('Lumenfold');
  await page.getByLabel('What you sell').fill('reading lamps');
  await page.getByRole('button', { name: 'Make the brand' }).click();
  await page.getByLabel('Try it: an answer').fill('Lumi is better than Brightarc.');
  await page.getByLabel('Other names').first().fill('Lumi');
  await page.locator('mark', { hasText: 'Lumi' }).waitFor();
  await page.getByRole('button', { name: 'Save the names' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Brightarc');
  await page.getByRole('button', { name: 'Add the competitor' }).click();
  await page.locator('mark', { hasText: 'Brightarc' }).waitFor();
  await page.getByRole('button', { name: 'Next: Prompts' }).press('Enter');
  await page.getByLabel('Your own').fill('Which lamp for a desk?');
  await page.getByRole('button', { name: /^Watch \d+ prompts on 3 platforms/ }).click();
  await page.getByRole('button', { name: 'Make a key' }).click();
  const line = (await page.locator('pre').textContent()) ?? '';
  const [, key = ''] = /X-API-Key: (\S+)'/.exec(line) ?? [];
  const [, body = ''] = /-d '(.*)'$/.exec(line) ?? [];
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const sent = await fetch(`${app.url}/api/runs`, { method: 'POST', headers, body });
  assert.equal(((await sent.json()) as { created: number }).created, 1, line);
  await app.snapshot();
  // Its first word tells whether an answer has been seen.
  await page.getByRole('button', { name: /: First report$/ }).click();
  await page.getByRole('link', { name: 'Open the overview' }).click();
  await page.getByText('named in 1 of 1 answer').waitFor();
  const { data } = (await owner('listQueries', { query: { search: 'desk' } })).json;
  assert.deepEqual(data.map(({ platform }) => platform).sort(), ['CHATGPT', 'GEMINI', 'PERPLEXITY']);
  assertClean(visit);
});

test('a file of answers makes its brands, is taken line by line, and changes nothing the second time', {
  skip: noBrowser,
}, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/welcome/file');
  const lines = [
    'Brand;Engine;Prompt;Date;Response;Sources',
    'Nightglow;ChatGPT;Which lamp?;2026-01-02;"Nightglow; it is\nfine.";https://a.example/1|https://b.example',
    'Nightglow;Bing;Which lamp?;2026-01-02;Nightglow.;',
    'Nightglow;Claude;Which lamp?;02/01/2026;Nightglow.;',
    'Nightglow;Claude;Which lamp?;2026-01-03 10:00;Nobody.;',
    'Nightglow;Claude;Which lamp?;2199-01-03;From the future.;',
  ];
  const file = {
    name: 'answers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeff${lines.join('\r\n')}`),
  };
  const choose = () => page.getByLabel('File of answers').setInputFiles(file);
  await choose();
  await page.getByText('answers.csv holds 3 answers').waitFor();
  await page.getByRole('button', { name: 'Make this brand' }).click();
  await page.getByText('not yet here').waitFor({ state: 'detached' });
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Take in 3 answers' }).click();
  await page.getByText('2 new answers, 0 already there, 3 lines not taken.').waitFor();
  const cells = await page.getByRole('rowheader').allTextContents();
  assert.deepEqual(cells, ['4', '5', '7'], 'lines of the file: the answer of line 2 has two');
  const { data } = (await owner('listRuns', { query: { queryText: 'Which lamp?' } })).json;
  assert.deepEqual(
    data.map(({ query, executedAt, brandMentioned }) => [query.platform, executedAt, brandMentioned]),
    [
      ['CLAUDE', '2026-01-03T10:00:00.000Z', false],
      ['CHATGPT', '2026-01-02T00:00:00.000Z', true],
    ],
  );
  await page.getByRole('button', { name: 'Send another file' }).click();
  await choose();
  await page.getByRole('button', { name: 'Take in 3 answers' }).click();
  await page.getByText('0 new answers, 2 already there, 3 lines not taken.').waitFor();
  assertClean(visit);
});
