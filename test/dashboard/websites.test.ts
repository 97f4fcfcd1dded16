import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, settled, violations } from '../support/browser/browser.ts';
import { logIn, view } from '../support/browser/dashboard.ts';
import { withBrand } from '../support/callers/organisation.ts';

const { app, org, call, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }, { name: 'Zdaneko' }],
});

test('a brand gets its websites as people write them, one a line [long]', { skip: noBrowser }, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  await view(visit, `#/settings/brands/${brandId}`);
  const field = page.getByLabel('Websites');
  await field.fill('lumenfold.example\n www.Lumenfold.de/shop \nhello@lumenfold.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('websites[2] must be a website').waitFor();
  assert.deepEqual(await violations(page), []);
  await field.fill('lumenfold.example\n www.Lumenfold.de/shop ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await settled(page);
  assert.equal(await field.inputValue(), 'https://lumenfold.example\nhttps://www.lumenfold.de/shop');
  const { json } = await call('getBrand', { ids: [brandId] });
  assert.deepEqual(json.websites, ['https://lumenfold.example', 'https://www.lumenfold.de/shop']);
  await view(visit, '#/settings/brands');
  await page.getByText('https://lumenfold.example, https://www.lumenfold.de/shop').waitFor();
  assertClean(visit, [`PATCH /api/brands/${brandId} 400`]);
});

test('who says that a site is somebody’s says whose [long]', { skip: noBrowser }, async () => {
  await app.ingest(org, [
    { brandId, answer: 'Lumenfold.', citations: [{ url: 'https://lumenfold-docs.example/setup' }] },
  ]);
  await app.snapshot();
  const visit = await logIn(app, org);
  const { page } = visit;
  const choose = async (kind: string, label: string) => {
    await view(visit, `#/sources?brand=${brandId}`);
    await page.getByRole('button', { name: /change the kind of lumenfold-docs/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kind').selectOption(kind);
    const whose = dialog.getByLabel('Whose site it is');
    assert.deepEqual(await violations(page), []);
    if (label !== '') await whose.selectOption({ label });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await settled(page);
    return (await call('getDomainType', { ids: ['lumenfold-docs.example'] })).json;
  };
  const own = await choose('BRAND_SITE', '');
  assert.deepEqual([own.sourceType, own.brandId], ['BRAND_SITE', brandId], 'the brand that one looks at');
  const [gleamwell] = (await call('listCompetitors', { ids: [brandId] })).json.data;
  const rival = await choose('COMPETITOR_SITE', 'Gleamwell');
  assert.deepEqual([rival.sourceType, rival.competitorId], ['COMPETITOR_SITE', gleamwell!.id]);
  await app.app.services.ingestion.reextract(org.id);
  await app.snapshot();
  await view(visit, `#/sources?brand=${brandId}&again=1`);
  await page.reload();
  await settled(page);
  await page.getByRole('button', { name: /^Competitors’ sites: change the kind/ }).waitFor();
  await call('updateBrand', { ids: [brandId], body: { websites: ['lumenfold.example', 'lumenfold.de'] } });
  await view(visit, `#/sources/own?brand=${brandId}`);
  await page.getByText('cite lumenfold.example or 1 other site of yours').waitFor();
  assertClean(visit);
});
