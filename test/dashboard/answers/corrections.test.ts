// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, settled, violations } from '../../support/browser/browser.ts';
import { logIn, view } from '../../support/browser/dashboard.ts';
import { withOrganisation } from '../../support/callers/organisation.ts';

const { app, org, call } = await withOrganisation({
  brands: [
    { name: 'ZenTro', competitors: [{ name: 'Gleamwell' }] },
    { name: 'Quillmere', competitors: [{ name: 'Fernhollow' }] },
  ],
});
const brandId = (await call('listBrands')).json.data.find(({ name }) => name === 'ZenTro')!.id;
const OURS = 'ZenTro and Gleamwell have fresh bread.';
const OTHER = 'Gleamwell is like zentro music.';
await call('updateBrand', { ids: [brandId], body: { caseSensitive: [] } });
await app.ingest(
  org,
  Array.from({ length: 30 }, (_, at) => ({
    brand: 'ZenTro',
    externalId: `run ${at}`,
    platform: at % 2 ? ('CLAUDE' as const) : ('CHATGPT' as const),
    queryText: 'Which bread?',
    executedAt: `2026-11-${10 + (at % 10)}T12:00:00Z`,
    answer: at < 6 ? OURS : OTHER,
    citations: [{ url: 'https://one.example/' }, { url: 'https://two.example/' }],
  })),
);
const RANGE = { start_date: '2026-11-01', end_date: '2026-11-30' };
/** Answers that name the brand, by a new snapshot. */
async function named(): Promise<number> {
  await app.snapshot();
  const { json } = await app.report(org, 'brands', { ...RANGE, brand_id: brandId });
  return json.data[0].visibility_count;
}
const runsWith = async (answer: string) => {
  const { data } = (await call('listRuns', { query: { brandId, limit: 100 } })).json;
  const texts = await Promise.all(data.map(({ id }) => call('getRun', { ids: [id] })));
  return texts.map(({ json }) => json).filter((run) => run.answer === answer);
};

test('an answer is corrected, then all like it, undone as one; the change of names that spares it is tried and saved', {
  skip: noBrowser,
}, async () => {
  assert.equal(await named(), 30);
  const visit = await logIn(app, org);
  const { page } = visit;
  const dialog = page.getByRole('dialog');
  const closed = async () => {
    await dialog.waitFor({ state: 'detached' });
    await settled(page);
  };
  const [run] = await runsWith(OTHER);
  await view(visit, `#/answer/${run!.id}`);
  await page.getByRole('button', { name: 'Correct ZenTro' }).click();
  await dialog.getByLabel('The answer', { exact: true }).selectOption('other');
  await dialog.getByLabel('Note').fill('A kind of music.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await closed();
  assert.equal(await named(), 29);
  const main = page.locator('main');
  await page.getByText('A person said that it does not name ZenTro').waitFor();
  assert.doesNotMatch(await main.innerText(), /What is kept of it says otherwise/);
  assert.match(await main.innerText(), /It does not name ZenTro\. It names Gleamwell\./);

  // The proposals, each with what it would change.
  const proposals = page.getByRole('region', { name: 'Other answers misread as ZenTro' });
  await proposals.getByText('Count only in exactly this letter case: “ZenTro”.').waitFor();
  await proposals.getByText('Ignore where it stands in: “zentro music”.').waitFor();
  await proposals.getByRole('button', { name: 'What would change?' }).first().click();
  await proposals.getByText('30 answers name it now, 6 would: 0 more, 24 fewer.').waitFor();

  await proposals.getByText('23 other answers take zentro for it.').waitFor();
  await proposals.getByRole('link', { name: 'Choose among them' }).click();
  await dialog.getByText('23 answers fit.').waitFor();
  assert.equal(await dialog.getByRole('listitem').count(), 10, 'examples');
  await dialog.getByLabel('Platform').selectOption('CLAUDE');
  const correct = dialog.getByRole('button', { name: /^Correct \d+ answers$/ });
  await correct.and(page.getByText('Correct 23 answers')).waitFor({ state: 'detached' });
  await correct.waitFor();
  const count = Number(/\d+/.exec(await correct.innerText()));
  assert.ok(count >= 11 && count <= 12, `${count}`);
  assert.deepEqual(await violations(page), []);
  await dialog.getByLabel('Note').fill('Music, too.');
  await correct.click();
  await closed();
  const together = page.getByRole('region', { name: 'Corrected together', exact: true });
  assert.match(await together.innerText(), /ZenTro, found as “zentro”, Claude\s+not named\s+“?Music, too\./);
  assert.equal(await named(), 29 - count);
  await together.getByRole('button', { name: /^Undo/ }).click();
  await dialog.getByRole('button', { name: 'Undo it' }).click();
  await closed();
  assert.equal(await named(), 29);
  assert.equal((await call('listCorrectionBatches')).json.total, 0);

  await view(visit, `#/answer/${run!.id}`);
  await proposals.getByRole('button', { name: 'Save these names' }).first().click();
  await proposals.getByText('No change of names is known').waitFor();
  await app.app.services.ingestion.reextract(org.id);
  assert.equal(await named(), 6);
  const { caseSensitive } = (await call('getBrand', { ids: [brandId] })).json;
  assert.deepEqual(caseSensitive, ['ZenTro']);
  assertClean(visit);
});

test('a competitor is corrected and taken back; what the API refuses is said at its field', {
  skip: noBrowser,
}, async () => {
  const [run] = await runsWith(OURS);
  const visit = await logIn(app, org);
  const { page } = visit;
  const dialog = page.getByRole('dialog');
  await view(visit, `#/answer/${run!.id}`);
  const correct = page.getByRole('button', { name: 'Correct Gleamwell' });
  await correct.click();
  await dialog.getByLabel('Position').fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Send 1 to 2.').waitFor();
  await dialog.getByLabel('Position').fill('1');
  await dialog.getByLabel('Sentiment').fill('12.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const competitorId = run!.observations.find(({ subject }) => subject.kind === 'COMPETITOR')!.subject.id;
  const { position, score } = (await call('getCompetitorCorrection', { ids: [run!.id, competitorId] })).json;
  assert.deepEqual([position, score], [1, 12.5]);
  await page.getByRole('button', { name: 'Take back what was said of Gleamwell' }).first().click();
  await page.getByText('Taken back: Gleamwell is as it was read.').waitFor();
  assert.equal((await call('getCompetitorCorrection', { ids: [run!.id, competitorId] })).status, 404);
  assertClean(visit, [`PUT /api/runs/${run!.id}/competitors/${competitorId}/correction 400`]);
});

/** Answers of Quillmere by their words. */
const REED = 'The quillmere reed grows near water. Fernhollow is excellent.';
const MIXED = 'Quillmere is excellent. Fernhollow is fine. The quillmere reed is awful.';
const quillmere = (await call('listBrands')).json.data.find(({ name }) => name === 'Quillmere')!.id;
await call('updateBrand', { ids: [quillmere], body: { caseSensitive: [] } });
await app.ingest(
  org,
  [...Array.from({ length: 12 }, () => REED), MIXED].map((answer, at) => ({
    ...{ brand: 'Quillmere', externalId: `reed ${at}`, platform: 'CHATGPT' as const, answer },
    ...{ queryText: 'Which reed?', executedAt: `2026-11-${10 + at}T12:00:00Z` },
  })),
);
const quillmereRun = async (answer: string) => {
  const { data } = (await call('listRuns', { query: { brandId: quillmere, limit: 100 } })).json;
  const texts = await Promise.all(data.map(({ id }) => call('getRun', { ids: [id] })));
  return texts.find(({ json }) => json.answer === answer)!.json;
};

test('one click corrects an answer, a second all like it; both can be undone, and the overview follows by itself', {
  skip: noBrowser,
}, async () => {
  await app.snapshot();
  const run = await quillmereRun(REED);
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, `#/answer/${run.id}`);
  const answer = page.getByRole('region', { name: 'The answer', exact: true });
  const notUs = answer.getByRole('button', { name: 'This is not us' });
  await notUs.click();
  const toasts = page.locator('.toast');
  await toasts.filter({ hasText: 'does not name Quillmere' }).getByRole('button', { name: 'Undo' }).click();
  await toasts.getByText('Undone.').waitFor();
  assert.equal((await call('getBrandCorrection', { ids: [run.id, quillmere] })).status, 404);

  await notUs.click();
  await page.getByText('11 other answers take quillmere for it.').waitFor();
  await page.getByText('Reports follow in about a minute.').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Apply to 11 answers' }).click();
  await toasts.filter({ hasText: '11 answers are corrected' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Apply to 11 answers' }).waitFor();
  assert.equal((await call('listCorrectionBatches')).json.total, 0);
  await page.getByRole('button', { name: 'Apply to 11 answers' }).click();
  await page.getByText('No other answer takes quillmere for its first name.').waitFor();

  await view(visit, `#/overview?brand=${quillmere}&range=2026-11-01..2026-11-30`);
  const main = page.locator('main');
  await main
    .getByText(/100(\.0)?\s?%/)
    .first()
    .waitFor();
  await app.snapshot();
  // 1 of 13 answers names it now. Nobody reloads the page.
  await main
    .getByText(/7\.7\s?%/)
    .first()
    .waitFor();
  assertClean(visit);
});

test('sentences that are of somebody else are chosen together: what is left counts', {
  skip: noBrowser,
}, async () => {
  const run = await quillmereRun(MIXED);
  const ids = [run.id, quillmere];
  const { sentences } = (await call('getRunNamings', { ids: [run.id] })).json;
  const scoreOf = (at: number) =>
    sentences[at]!.stances.find(({ subject }) => subject.id === quillmere)!.sentimentScore;
  assert.ok(scoreOf(0)! > 60 && scoreOf(2)! < 40);
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, `#/answer/${run.id}`);
  const reading = page.getByRole('region', { name: 'What was read from it' });
  const choose = async (sentence: string) =>
    reading.getByLabel(`Is not about Quillmere: ${sentence}`).check();
  await choose('The quillmere reed is awful.');
  await reading.locator('.note').getByRole('button', { name: 'This is not us' }).click();
  await page.getByText('Quillmere is read from its other sentences.').waitFor();
  const rest = (await call('getBrandCorrection', { ids })).json;
  assert.deepEqual([rest.named, rest.position, rest.score], [true, 1, scoreOf(0)]);
  const takeBack = reading.getByRole('button', { name: 'Take back what was said of Quillmere' });
  await takeBack.click();
  await takeBack.waitFor({ state: 'detached' });
  // Without its first sentence it is named behind the competitor.
  await choose('Quillmere is excellent.');
  await reading.locator('.note').getByRole('button', { name: 'This is not us' }).click();
  await takeBack.waitFor();
  const behind = (await call('getBrandCorrection', { ids })).json;
  assert.deepEqual([behind.named, behind.position, behind.score], [true, 2, scoreOf(2)]);
  await choose('Quillmere is excellent.');
  await choose('The quillmere reed is awful.');
  await reading.getByRole('button', { name: 'These are not us' }).click();
  await page.getByText('This answer does not name Quillmere.').waitFor();
  assert.equal((await call('getBrandCorrection', { ids })).json.named, false);
  assertClean(visit);
});

test('corrections of mentions alone are offered with a preview, and adopted', {
  skip: noBrowser,
}, async () => {
  const [run] = await runsWith(OURS);
  const { data } = (await call('listMentions', { query: { runId: run!.id } })).json;
  for (const { id } of data) await call('updateMention', { ids: [id], body: { dismissed: true } });
  const before = await named();
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, '#/corrections');
  const offer = page.getByRole('region', { name: 'Corrections of mentions alone' });
  assert.match(await offer.innerText(), /1 answer would not name the brand any more/);
  await offer.getByRole('button', { name: 'Adopt 1 answer' }).click();
  await offer.waitFor({ state: 'detached' });
  await page.getByText('Answers with a corrected mention').waitFor();
  assert.equal(await named(), before - 1);
  assertClean(visit);
});
