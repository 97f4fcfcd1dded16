// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, violations } from '../support/browser/browser.ts';
import { logIn, view } from '../support/browser/dashboard.ts';
import { withOrganisation } from '../support/callers/organisation.ts';

const { app, org, call: owner } = await withOrganisation();

test('a first visit leads from a brand over names and prompts to a report', { skip: noBrowser }, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/welcome');
  await page.getByLabel('Name').fill('Lumenfold');
  await page.getByLabel('What you sell').fill('reading lamps');
  await page.getByRole('button', { name: 'Create the brand' }).click();
  await page.getByLabel('An answer').fill('Lumi is better than Brightarc.');
  await page.getByLabel('Other names').first().fill('Lumi');
  await page.locator('mark', { hasText: 'Lumi' }).waitFor();
  await page.getByRole('button', { name: 'Save the names' }).click();
  await page.getByRole('button', { name: 'Add a competitor' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Brightarc');
  await page.getByRole('button', { name: 'Add the competitor' }).click();
  await page.locator('mark', { hasText: 'Brightarc' }).waitFor();
  await page.getByRole('button', { name: 'Next: Prompts' }).press('Enter');
  await page.getByLabel('Your own').fill('Which lamp for a desk?');
  await page.getByRole('button', { name: /^Watch \d+ prompts on 3 platforms/ }).click();
  await page.getByRole('button', { name: 'Create a key' }).click();
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
    'Nightglow;Claude;Which lamp?;2 days ago;Nightglow.;',
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
  await page.getByRole('button', { name: 'Create this brand' }).click();
  await page.getByText('not yet here').waitFor({ state: 'detached' });
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Import 3 answers' }).click();
  await page.getByText('2 new answers, 0 already there, 3 problems.').waitFor();
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
  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose();
  await page.getByRole('button', { name: 'Import 2 answers' }).click();
  await page.getByText('0 new answers, 2 already there, 3 problems.').waitFor();
  assertClean(visit);
});

test('columns and days that are not clear are asked for once, and known the next time', {
  skip: noBrowser,
}, async () => {
  await owner('createBrand', { body: { name: 'Nachtglanz' } });
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/welcome/file');
  const lines = [
    'Marke\tKI\tFrage\tWann\tAntwort',
    'Nachtglanz\tChatGPT\tWelche Lampe?\t03/04/2026\tNachtglanz.',
    'Nachtglanz\tClaude\tWelche Lampe?\t05/04/2026 9:30\tNachtglanz.',
    'Nachtglanz\tClaude\tWelche Lampe?\tgestern\tNachtglanz.',
  ];
  const file = (more: string) => ({
    name: 'antworten.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`\ufeff${[...lines, more].join('\n')}`, 'utf16le'),
  });
  const choose = (more: string) => page.getByLabel('File of answers').setInputFiles(file(more));
  await choose('');
  await page.getByText('Still to choose: the columns of Platform, Prompt, Date, Answer').waitFor();
  assert.match(await page.locator('form').innerText(), /UTF-16/);
  const columns = ['Brand', 'Platform', 'Prompt', 'Date', 'Answer'];
  for (const [at, column] of columns.entries())
    await page.getByLabel(`What is column ${at + 1},`).selectOption({ label: column });
  const read = page.getByRole('button', { name: 'Read the file' });
  await page
    .getByText('"03/04/2026" is 2026-04-03 (day first) or 2026-03-04 (month first): say which.')
    .waitFor();
  assert.equal(await read.isDisabled(), true, 'the days are read in two ways');
  assert.deepEqual(await violations(page), []);
  await page.getByLabel('Dates are written like').selectOption({ label: '31/12/2026' });
  await page.getByRole('cell', { name: /3 Apr 2026|Apr 3, 2026/ }).waitFor();
  await read.click();
  await page.getByText(/antworten.txt holds 2 answers/).waitFor();
  await page.getByRole('button', { name: 'Import 2 answers' }).click();
  await page.getByText('2 new answers, 0 already there, 1 problem.').waitFor();
  assert.deepEqual(await page.getByRole('rowheader').allTextContents(), ['4']);
  const { data } = (await owner('listRuns', { query: { queryText: 'Welche Lampe?' } })).json;
  assert.deepEqual(
    data.map(({ executedAt }) => executedAt),
    ['2026-04-05T09:30:00.000Z', '2026-04-03T00:00:00.000Z'],
  );
  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose('Nachtglanz\tClaude\tWelche Lampe?\t06/04/2026\tNachtglanz.');
  await page.getByText(/antworten.txt holds 3 answers/).waitFor();
  await page.getByText('Columns and dates').click();
  await page.getByLabel('Dates are written like').selectOption({ label: '12/31/2026' });
  await read.click();
  await page.getByText(/holds 3 answers from .*Mar.* to .*Jun/).waitFor();
  assertClean(visit);
});
