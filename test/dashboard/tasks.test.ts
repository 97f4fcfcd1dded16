// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, settled, type Visit } from '../support/browser/browser.ts';
import { logIn, withDemo } from '../support/browser/dashboard.ts';
import { until } from '../support/server/app.ts';

/**
 * What somebody comes for who knows nothing of the demo, and the clicks it takes from the page that a login leads to:
 * all brands. The page counts the clicks; words are typed where the focus is, without one.
 */
const BROWSER = { skip: noBrowser, timeout: 120_000 };

const { app, demo } = await withDemo();
let visit: Promise<Visit> | undefined;

/** The page after a login. Its clicks are counted from here. */
async function landing(): Promise<Visit> {
  visit ??= logIn(app, demo).then(async (one) => {
    await one.page.addInitScript(
      `window.clicks = 0;
      addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) window.clicks += 1; }, true)`,
    );
    return one;
  });
  const one = await visit;
  await one.page.goto(`${app.url}/`);
  await settled(one.page);
  return one;
}

const clicks = ({ page }: Visit) => page.evaluate<number>('window.clicks');
const text = ({ page }: Visit) => page.locator('main').innerText();

async function click({ page }: Visit, role: 'link' | 'button', name: string | RegExp): Promise<void> {
  await page.getByRole(role, { name, exact: true }).first().click();
  await settled(page);
}

/** The landing page, the card of a brand clicked: one click. */
async function overviewOf(name: string): Promise<Visit> {
  const one = await landing();
  await click(one, 'link', name);
  return one;
}

test('are we named more or less, and is it noise: no click', BROWSER, async () => {
  const one = await landing();
  const card = one.page.locator('.brand-card', { hasText: 'Corrieloft' });
  assert.match(await card.innerText(), /Visibility\s+\d+\.\d\u202f%\s+▼\s*−\d+\.\d points, down/);
  assert.match(await one.page.getByRole('heading', { level: 1 }).innerText(), /1 losing/);
  assert.equal(await clicks(one), 0);
});

test('on which platform do we lose, and to whom: one click', BROWSER, async () => {
  const one = await overviewOf('Corrieloft');
  const table = one.page.getByRole('table', { name: 'Visibility by platform' });
  // The largest loss stands first.
  const row = table.locator('tbody tr').first();
  assert.match(await row.innerText(), /^Perplexity[\s\S]*▼ −\d+\.\d[\s\S]*−\d+\.\d points, down/);
  const gained = row.getByRole('link', { name: /▲/ });
  assert.equal(await gained.count(), 1);
  assert.match(String(await gained.textContent()), /Trekvalda on Perplexity/);
  assert.equal(await clicks(one), 1);
});

test('which prompts, and why: three clicks', BROWSER, async () => {
  const one = await overviewOf('Corrieloft');
  await click(one, 'link', 'What changed, and why?');
  await until(async () =>
    /Without Perplexity the change is [−+]?\d+\.\d points \(no clear change\)/.test(await text(one)),
  );
  const moved = one.page.getByRole('region', { name: 'The prompts that moved it', exact: true });
  const prompt = moved.getByRole('rowheader').first();
  const said = await prompt.innerText();
  await prompt.getByRole('link').click();
  await settled(one.page);
  assert.equal(await one.page.getByRole('heading', { level: 1 }).innerText(), said);
  await until(async () => /reviews\.gearbench\.example/.test(await text(one)));
  const instead = one.page.getByRole('table', { name: 'Who is named' }).locator('tbody tr').first();
  assert.match(await instead.innerText(), /Trekvalda/);
  assert.equal(await clicks(one), 3);
});

test('on a phone each verdict of a change is read whole', BROWSER, async () => {
  const one = await overviewOf('Corrieloft');
  await one.page.setViewportSize({ width: 390, height: 844 });
  await one.page.mouse.wheel(0, 9000);
  const seen = one.page
    .getByRole('table', { name: 'With and without your name in the prompt' })
    .locator('td .badge');
  await seen.first().waitFor();
  const ends = await seen.evaluateAll((badges) => badges.map((badge) => badge.getBoundingClientRect().right));
  await one.page.setViewportSize({ width: 1360, height: 900 });
  assert.ok(ends.length === 2 && ends.every((end) => end <= 390 - 16), `they end at ${ends}`);
});

test('by which sources: two clicks', BROWSER, async () => {
  const one = await overviewOf('Corrieloft');
  await click(one, 'link', 'Sources');
  await one.page.getByRole('heading', { name: 'Sources: Corrieloft', level: 1 }).waitFor();
  await settled(one.page);
  assert.match(
    await text(one),
    /reviews\.gearbench\.example is your largest gap: of \d+ answers that cite it, \d+ name a competitor/,
  );
  assert.equal(await clicks(one), 2);
});

test('what should I do: one click', BROWSER, async () => {
  const one = await overviewOf('Corrieloft');
  await one.page.mouse.wheel(0, 4000);
  const next = one.page.getByRole('region', { name: 'What to do next' });
  await next.getByRole('link').first().waitFor();
  assert.match(
    await next.innerText(),
    /up to\s+\d+\.\d\s+points[\s\S]*reviews\.gearbench\.example is cited in \d+ answers that name Trekvalda/,
  );
  assert.equal(await clicks(one), 1);
});

test(
  'correct a wrong mention: two clicks from a list of answers, and one takes it back',
  BROWSER,
  async () => {
    const one = await overviewOf('Corrieloft');
    await one.page.getByRole('link', { name: /You on Perplexity/ }).click();
    await settled(one.page);
    const before = await clicks(one);
    await one.page.locator('main a[href^="#/answer/"]').first().click();
    await settled(one.page);
    await one.page.getByRole('button', { name: 'This is not us' }).first().click();
    await one.page.getByText('Corrected: this answer does not name Corrieloft.').waitFor();
    assert.equal((await clicks(one)) - before, 2);
    await one.page
      .getByRole('button', { name: /^Take back/ })
      .first()
      .click();
    await one.page.getByText(/^Taken back: Corrieloft/).waitFor();
  },
);

test('add a brand and see which names count as it: three clicks', BROWSER, async () => {
  const one = await landing();
  await click(one, 'link', 'Settings');
  await click(one, 'button', 'Add a brand');
  await one.page.keyboard.type('Brackenhood');
  await one.page.getByRole('dialog').getByRole('button', { name: 'Add the brand' }).click();
  await one.page.getByRole('heading', { name: 'Brackenhood' }).waitFor();
  await settled(one.page);
  assert.match(await one.page.locator('main mark').first().innerText(), /Brackenhood/);
  assert.equal(await clicks(one), 3);
  assertClean(one);
});
