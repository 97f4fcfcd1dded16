// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, violations } from '../../support/browser/browser.ts';
import { logIn, view } from '../../support/browser/dashboard.ts';
import { callerWith } from '../../support/callers/caller.ts';
import { withApp } from '../../support/callers/organisation.ts';
import { until } from '../../support/server/app.ts';

const [CHINESE, ARABIC, ACCENTED] = ['北京光明灯具有限公司', 'مصابيح النور الحديثة', 'Éclairâge Ñandú'];
const NAMES = [CHINESE, ARABIC, ACCENTED, ...Array.from({ length: 297 }, (_, at) => `Brand number ${at}`)];

const app = await withApp();
const org = await app.organisation({ brands: NAMES.map((name) => ({ name })) });
const { data: brands } = (
  await callerWith(app, await app.login(org))('listBrands', { query: { limit: 1000 } })
).json;
const idOf = (name: string) => brands.find((brand: { name: string }) => brand.name === name)?.id;

test('one of 300 brands is found by typing, by the keyboard alone, in any script and without accents', {
  skip: noBrowser,
}, async () => {
  const visit = await logIn(app, org);
  const { page } = visit;
  const field = page.getByRole('combobox', { name: 'Brand', exact: true });
  const chosen = () => new URLSearchParams(page.url().split('?')[1] ?? '').get('brand');
  for (const [typed, name] of [
    ['number 277', 'Brand number 277'],
    ['eclairage', ACCENTED],
    ['光明', CHINESE],
    ['النور', ARABIC],
  ] as const) {
    await field.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.insertText(typed);
    const options = page.getByRole('listbox').getByRole('option');
    assert.deepEqual(await options.allInnerTexts(), [name]);
    assert.equal(await field.getAttribute('aria-activedescendant'), await options.first().getAttribute('id'));
    await page.keyboard.press('Enter');
    await options.first().waitFor({ state: 'detached' });
    assert.equal(chosen(), idOf(name));
    await until(async () => (await field.inputValue()) === name);
  }
  // Escape leaves all as it was; the arrows go through the list.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.insertText('no such name');
  await page.getByText('No name has these letters.').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await field.inputValue(), ARABIC);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.insertText('number 10');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  assert.equal(chosen(), idOf('Brand number 100'));
  // All of them again, by the first option.
  await field.click();
  assert.match(await page.getByRole('listbox').innerText(), /^All brands/);
  assert.match(await page.getByRole('listbox').innerText(), /201 more: type to narrow them\.$/);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('listbox').getByRole('option').first().click();
  assert.equal(chosen(), null);
  // A screen that needs one brand offers the picker too.
  await view(visit, '#/compare?brand=');
  await page.locator('main').getByRole('combobox', { name: 'Brand' }).waitFor();
  assert.deepEqual([visit.faults, visit.refusals], [[], []]);
});
