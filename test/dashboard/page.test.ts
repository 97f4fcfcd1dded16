// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { assertClean, noBrowser, openVisit, settled, violations } from '../support/browser/browser.ts';
import { logIn, view, withDemo } from '../support/browser/dashboard.ts';

const { app, demo } = await withDemo();
/** What the scripts, styles and the page of a first view may weigh together. */
const MOST_BYTES = 90_000;

test('the page and all it names are served compressed, with their length, for ever where the name has a hash', async () => {
  const page = await fetch(`${app.url}/`, { headers: { 'Accept-Encoding': 'br' } });
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'self';/);
  assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /unsafe/);
  const html = await page.text();
  assert.doesNotMatch(html, /<script(?![^>]* src=)/, 'no script inside the page');
  const names = [...html.matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map(([, name]) => name as string);
  assert.ok(names.length >= 3);
  for (const name of names) {
    const { status, headers } = await fetch(`${app.url}/${name}`, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': 'br' },
    });
    assert.equal(status, 200, name);
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.ok(Number(headers.get('content-length')) > 0);
  }
  const again = await fetch(`${app.url}/`, { headers: { 'If-None-Match': page.headers.get('etag') ?? '' } });
  assert.equal(again.status, 304);
});

test('unknown paths and files stay JSON errors', async () => {
  for (const path of ['/overview', '/assets/none.js', '/index.html', '/docs/none', '/assets/']) {
    const { status, json } = await app.call('GET', path);
    assert.equal(status, 404, path);
    assert.equal(json.error, 'not_found');
  }
  assert.equal((await app.call('POST', '/')).status, 405);
});

test('what a first view loads is small, and asks no other origin', { skip: noBrowser }, async () => {
  const visit = await openVisit(app.url);
  const { page } = visit;
  let bytes = 0;
  page.on('response', (response) => {
    if (/\/(assets\/|$)/.test(new URL(response.url()).pathname))
      bytes += Number(response.headers()['content-length'] ?? 0);
  });
  await page.goto(`${app.url}/`);
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await settled(page);
  assert.ok(bytes > 10_000 && bytes <= MOST_BYTES, `${bytes} bytes`);
  assertClean(visit);
});

test('first paint costs little work', { skip: noBrowser }, async () => {
  const { page } = await openVisit(app.url);
  await page.goto(`${app.url}/`); // the server is warm, the browser's cache is full
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  const client = await page.context().newCDPSession(page);
  // The processor time of the page's thread, because the machine may be busy.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await page.reload();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    const { metrics } = await client.send('Performance.getMetrics');
    work.push((metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000);
  }
  // TaskDuration begins anew with each page.
  const median = work.toSorted((a, b) => a - b)[2] as number;
  assert.ok(median < 100, `${median} ms of work`);
});

test('a wrong password is told, nothing is remembered', { skip: noBrowser }, async () => {
  const visit = await openVisit(app.url);
  await visit.page.goto(`${app.url}/`);
  await visit.page.getByLabel('Email').fill(demo.email);
  await visit.page.getByLabel('Password').fill('not this one');
  await visit.page.getByRole('button', { name: 'Log in' }).click();
  await visit.page.getByRole('alert').waitFor();
  assert.match(await visit.page.getByRole('alert').innerText(), /email or the password is wrong/);
  assert.deepEqual(await visit.page.context().cookies(), []);
  assertClean(visit, ['POST /api/auth/login 401']);
});

test('a login lasts over a new load of the page, out of the reach of scripts, and ends', {
  skip: noBrowser,
}, async () => {
  const visit = await logIn(app, demo);
  const { page } = visit;
  const [cookie, ...others] = await page.context().cookies();
  assert.deepEqual(others, []);
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, 'Strict', '/api/auth']);
  const stored = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  );
  assert.doesNotMatch(stored, /slr_|eyJ/, 'no token is stored');
  await page.reload();
  await settled(page);
  assert.match(await page.title(), /^Overview/);
  await page.getByText('Demo (invented data)').first().click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  assert.deepEqual(await page.context().cookies(), []);
  assertClean(visit);
});

test('several tabs of one login go on side by side', { skip: noBrowser }, async () => {
  const visit = await logIn(app, demo);
  const context = visit.page.context();
  const tabs = await Promise.all(Array.from({ length: 4 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(`${app.url}/#/overview`)));
  for (const tab of tabs) {
    await settled(tab);
    assert.match(await tab.title(), /^Overview/);
  }
  assertClean(visit);
});

test('the login page has no violation of axe-core, in light and dark', { skip: noBrowser }, async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await openVisit(app.url, { colorScheme });
    for (const hash of ['', '#/register', '#/join?token=abc']) {
      await page.goto(`${app.url}/${hash}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.deepEqual(await violations(page), [], `${colorScheme} ${hash}`);
    }
  }
});

test('a view is a link: brand, days and filters are in the address', { skip: noBrowser }, async () => {
  const visit = await logIn(app, demo);
  const { page } = visit;
  await page.getByRole('combobox', { name: 'Brand', exact: true }).click();
  await page.getByRole('listbox').getByRole('option').nth(1).click();
  await settled(page);
  const address = page.url();
  assert.match(address, /#\/overview\?brand=/);
  await view(visit, new URL(address).hash.replace('overview', 'compare'));
  assert.match(await page.getByRole('heading', { level: 1 }).innerText(), /^Compare: /);
  await page.goBack();
  await settled(page);
  assert.equal(page.url(), address);
  assertClean(visit);
});

test('the bytes of br are those of the page', async () => {
  const raw = await fetch(`${app.url}/`, { headers: { 'Accept-Encoding': 'identity' } });
  const html = await raw.text();
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
  const { request } = await import('node:http');
  const sent = await new Promise<{ encoding: string | undefined; body: Buffer }>((done, failed) => {
    request(`${app.url}/${script}`, { headers: { 'Accept-Encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }),
      );
    })
      .on('error', failed)
      .end();
  });
  assert.equal(sent.encoding, 'br');
  const plain = await (
    await fetch(`${app.url}/${script}`, { headers: { 'Accept-Encoding': 'identity' } })
  ).text();
  assert.equal(brotliDecompressSync(sent.body).toString(), plain);
});
