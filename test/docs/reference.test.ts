// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { DEMO_BRANDS } from '../../src/features/demo/content.ts';
import { assertClean, noBrowser, openVisit, violations } from '../support/browser/browser.ts';
import { withDemo } from '../support/browser/dashboard.ts';

const { app, demo } = await withDemo();
const options = { skip: noBrowser };
const BRANDS = '#get-/api/customer/v1/reports/brands';

/** Opens the reference. @param path to its page, with the hash of what it shows */
async function openReference(path = '/docs', context: Parameters<typeof openVisit>[1] = {}) {
  const visit = await openVisit(app.url, context);
  await visit.page.goto(app.url + path);
  await loaded(visit.page);
  return visit;
}

const loaded = (page: Page) => page.locator('rapi-doc[data-loaded]').waitFor();

/** Tries the request that is shown. @returns the answer's text */
async function tried(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'TRY', exact: true }).click();
  await page.getByText('Response Status').waitFor();
  return page.locator('api-request pre').first().innerText();
}

test('a report is tried with a key, and answers', options, async () => {
  const visit = await openReference(`/docs${BRANDS}`);
  const { page } = visit;
  assert.match(await tried(page), /"error": "unauthorized"/);
  await page.getByLabel('API key', { exact: true }).fill(demo.apiKey);
  const answer = JSON.parse(await tried(page));
  assert.equal(answer.total, DEMO_BRANDS.length);
  assert.ok(answer.data[0].visibility > 0);
  const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  assert.doesNotMatch(stored, /sl_live/);
  assertClean(visit, ['GET /api/customer/v1/reports/brands 401']);
});

test(
  'a streamed report is tried as its example is, and asks for the lines that it is sent as',
  options,
  async () => {
    const visit = await openReference('/docs#post-/api/customer/v1/reports/mentions');
    const { page } = visit;
    await page.getByLabel('API key', { exact: true }).fill(demo.apiKey);
    await page.getByLabel('Example').selectOption('stream');
    const example = JSON.parse(await page.getByLabel('Body of the request').first().inputValue());
    assert.equal(example.stream, true);
    // The days of the example are not those of the demo.
    await page.getByLabel('Body of the request').first().fill('{ "stream": true }');
    const answered = page.waitForResponse((response) => response.url().endsWith('/reports/mentions'));
    await tried(page);
    const lines = (await (await answered).text()).trimEnd().split('\n');
    for (const line of lines) assert.ok(JSON.parse(line).discoveredAt, line);
    assert.ok(lines.length > 1);
    await page.getByRole('button', { name: 'CURL', exact: true }).click();
    await page.getByText('Accept: application/x-ndjson').first().waitFor();
    assertClean(visit);
  },
);

test('the menu leads to every operation, by search and by keyboard', options, async () => {
  const visit = await openReference();
  const { page } = visit;
  await page.getByRole('heading', { name: 'API reference' }).waitFor();
  const ids = await page.evaluate<string[]>(
    "document.querySelector('rapi-doc').resolvedSpec.tags.flatMap(({ paths }) => paths.map(({ elementId }) => '#' + elementId))",
  );
  const links = await page.evaluate<string[]>(
    "[...document.querySelectorAll('#operations a')].map((link) => link.getAttribute('href'))",
  );
  assert.deepEqual(links.toSorted(), ids.toSorted());
  const search = page.getByLabel('Search');
  await search.fill('webhooks replay');
  await page.getByText('2 found').waitFor();
  assert.equal(await page.locator('#operations a:visible').count(), 2);
  await search.focus();
  // The overview, the group, the first that was found.
  for (let stops = 0; stops < 3; stops += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Replay/ }).waitFor();
  assert.match(page.url(), /#post-\/api\/webhooks\/-id-\/.*replay$/);
  await search.fill('no such thing');
  await page.getByText('0 found').waitFor();
  assertClean(visit);
});

test('every operation is shown, without an error', options, async () => {
  const visit = await openReference();
  const { page } = visit;
  // One after the other, each drawn before the next: what is wrong with one is told with its name.
  const shown = await page.evaluate<number>(`(async () => {
    const reference = document.querySelector('rapi-doc');
    let shown = 0;
    for (const link of document.querySelectorAll('#operations a')) {
      const id = link.getAttribute('href').slice(1);
      await reference.scrollToPath(id);
      await reference.updateComplete;
      const response = reference.shadowRoot.getElementById(id)?.querySelector('api-response');
      try {
        await response.updateComplete;
        if (!response.shadowRoot.textContent.includes('RESPONSE')) throw new Error('no response is shown');
        shown += 1;
      } catch (error) {
        console.error(id + ': ' + error);
      }
    }
    return shown;
  })()`);
  assert.ok(shown > 100, `${shown} operations`);
  assertClean(visit);
});

test('a request is tried with the login of the dashboard', options, async () => {
  const visit = await openReference('/docs#get-/api/brands');
  const { page } = visit;
  await page.getByRole('button', { name: 'use the dashboard’s login' }).click();
  await page.getByText('Nobody is logged in').waitFor();
  // As the form of the dashboard does.
  const login = JSON.stringify({ email: demo.email, password: demo.password, session: 'cookie' });
  await page.evaluate(
    `fetch('api/auth/login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(login)} })`,
  );
  await page.getByRole('button', { name: 'use the dashboard’s login' }).click();
  await page.getByText('as the person who is logged in').waitFor();
  assert.equal(JSON.parse(await tried(page)).total, DEMO_BRANDS.length);
  assertClean(visit, ['POST /api/auth/refresh 401']);
});

test('it works under a base path', options, async () => {
  const visit = await openVisit(app.url);
  const { page } = visit;
  const asked: string[] = [];
  await page.route('**/*', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    asked.push(pathname);
    // As a proxy does that serves all of it below /sightline, and nothing else.
    if (!pathname.startsWith('/sightline/')) return route.abort();
    return route.fulfill({
      response: await route.fetch({ url: app.url + pathname.slice('/sightline'.length) + search }),
    });
  });
  await page.goto(`${app.url}/sightline/docs${BRANDS}`);
  await loaded(page);
  await page.getByLabel('API key', { exact: true }).fill(demo.apiKey);
  assert.equal(JSON.parse(await tried(page)).total, DEMO_BRANDS.length);
  await page.getByRole('link', { name: 'Guides' }).click();
  await page.getByRole('heading', { name: 'First report', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/sightline/docs/first-report');
  assert.deepEqual(
    asked.filter((path) => !path.startsWith('/sightline/')),
    [],
  );
  assertClean(visit);
});

test('light and dark, wide and on a phone: nothing is cut off, axe-core finds nothing', options, async () => {
  for (const [colorScheme, width] of [
    ['light', 1360],
    ['dark', 390],
  ] as const) {
    const visit = await openReference('/docs#post-/api/customer/v1/reports/brands', {
      colorScheme,
      viewport: { width, height: 900 },
    });
    const { page } = visit;
    const name = `${colorScheme} ${width}`;
    const cut = await page.evaluate<string[]>(`(() => {
      const roots = [document.querySelector('rapi-doc').shadowRoot];
      for (const root of roots)
        for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
      return roots.flatMap((root) => [...root.querySelectorAll('button, select, h2, p, textarea')])
        .filter((element) => element.getBoundingClientRect().right > innerWidth)
        .map((element) => element.outerHTML.slice(0, 100));
    })()`);
    assert.deepEqual(cut, [], name);
    assert.deepEqual(await violations(page), [], `${name}, an operation`);
    for (const path of ['/docs', '/docs/ingest']) {
      await page.goto(app.url + path);
      if (path === '/docs') await loaded(page);
      assert.deepEqual(await violations(page), [], `${name}, ${path}`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, name);
    }
    const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    assert.equal(background, colorScheme === 'dark' ? 'rgb(15, 18, 27)' : 'rgb(246, 247, 250)');
    assertClean(visit);
  }
});

test('the skip link and the menu on a phone', options, async () => {
  const visit = await openReference(`/docs${BRANDS}`, { viewport: { width: 390, height: 800 } });
  const { page } = visit;
  assert.equal(await page.getByLabel('Search').isVisible(), false);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'content');
  assert.match(page.url(), /reports\/brands$/, 'what is shown stays');
  await page.getByText('Contents', { exact: true }).click();
  await page.getByLabel('Search').fill('list brands');
  await page.getByRole('link', { name: 'GET List brands', exact: true }).click();
  await page.getByText('/api/brands', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Search').isVisible(), false);
  assertClean(visit);
});
