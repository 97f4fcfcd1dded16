import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, settled } from '../support/browser/browser.ts';
import { logIn, withDemo } from '../support/browser/dashboard.ts';
import { callerWith } from '../support/callers/caller.ts';

const { app, demo } = await withDemo();
const owner = callerWith(app, await app.login({ ...demo, id: demo.orgId, key: demo.apiKey }));
const { data: brands } = (await owner('listBrands')).json;
/** The brand of the demo that lost visibility in the last 30 days. */
const fallen = brands.find(({ name }) => name === 'Corrieloft');

test('from the overview to a corrected mention, which the report follows after the next snapshot [long]', {
  skip: noBrowser,
}, async () => {
  assert.ok(fallen);
  const visit = await logIn(app, demo);
  const { page } = visit;
  await page.getByRole('link', { name: fallen.name }).first().click();
  await settled(page);
  assert.match(await page.locator('main').innerText(), /down/);

  await page.getByRole('link', { name: 'What changed, and why?' }).click();
  await settled(page);
  assert.match(
    await page.locator('main').innerText(),
    /fell from .* points \(down\)[\s\S]*more than chance explains/,
  );

  const moved = page.getByRole('region', { name: 'The prompts that moved it', exact: true });
  const first = moved.getByRole('rowheader').first();
  const prompt = await first.innerText();
  await first.getByRole('link').click();
  await settled(page);
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), prompt);

  // An answer that names the brand: of the list, since the strip above it has all answers.
  await page.getByLabel('The brand is').selectOption({ label: 'named' });
  await settled(page);
  await page.locator('tbody a[href^="#/answer/"]').first().click();
  await settled(page);
  const marked = await page.locator('main mark').allInnerTexts();
  assert.ok(
    marked.some((text) => text.includes('your brand')),
    `marked: ${marked}`,
  );
  const id = /#\/answer\/([^?]+)/.exec(page.url())?.[1] as string;

  await page.getByRole('button', { name: 'Correct' }).first().click();
  await page
    .getByLabel(/sentiment/i)
    .first()
    .fill('11');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await app.snapshot();
  const { json } = await app.report({ key: demo.apiKey }, 'mentions', {
    brand_id: fallen.id,
    include: ['evidence'],
    filters: [{ field: 'sentiment_reader', operator: 'in', values: ['PERSON'] }],
  });
  assert.ok(json.data.length >= 1);
  assert.ok(
    json.data.some(
      (row: { sentimentScore: number; evidence: { run_ids: string[] } }) =>
        row.sentimentScore === 11 && row.evidence.run_ids.includes(id),
    ),
  );
  const corrected = await app.report({ key: demo.apiKey }, 'brands', {
    brand_id: fallen.id,
    dimensions: ['month'],
    include: ['readers'],
  });
  const byPerson = corrected.json.data.map(
    (row: { sentiment_readers: { PERSON: number } }) => row.sentiment_readers.PERSON,
  );
  assert.equal(Math.max(...byPerson), 1, 'the answer is corrected in the report of brands too');
  assertClean(visit);
});
