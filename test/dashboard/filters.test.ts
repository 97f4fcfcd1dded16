// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayAfter } from '../../src/base/definitions.ts';
import { daysBetween } from '../../src/base/views/range.ts';
import { noBrowser, settled } from '../support/browser/browser.ts';
import { logIn, view } from '../support/browser/dashboard.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';
import { completeRun, until } from '../support/server/app.ts';

const { app, org, call, brandId } = await withBrand();

interface Condition {
  field: string;
  values: (string | boolean)[];
}
interface Body {
  start_date: string;
  end_date: string;
  brand_id?: string;
  filters?: (Condition & { operator: string })[];
}

/** Filters as an address has them, and as reports are asked for them. */
const FILTERS: [address: string, days: [string, string], conditions: Condition[]][] = [
  ['branded=false&range=7d', [daysAgo(6), daysAgo(0)], [{ field: 'branded', values: [false] }]],
  [
    'branded=true&platform=CLAUDE&tag=desk',
    [daysAgo(29), daysAgo(0)],
    [
      { field: 'platform', values: ['CLAUDE'] },
      { field: 'tag', values: ['desk'] },
      { field: 'branded', values: [true] },
    ],
  ],
  [
    'platform=CHATGPT,CLAUDE&range=2026-01-01..2026-01-31',
    ['2026-01-01', '2026-01-31'],
    [{ field: 'platform', values: ['CHATGPT', 'CLAUDE'] }],
  ],
  // What means nothing is left out.
  ['branded=perhaps&platform=NOBODY&range=soon', [daysAgo(29), daysAgo(0)], []],
];

test('reports are asked with what the filter bar says, on each screen that has it', {
  skip: noBrowser,
  timeout: 200_000,
}, async () => {
  await app.ingest(
    org,
    (['CHATGPT', 'CLAUDE'] as const).map((platform) =>
      completeRun({ brand: 'Lumenfold', platform, answer: 'Lumenfold.' }),
    ),
  );
  const { data: queries } = (await call('listQueries')).json;
  for (const { id } of queries) await call('updateQuery', { ids: [id], body: { tags: ['desk'] } });
  await app.snapshot();
  const visit = await logIn(app, org);
  // The browser does not say what the body of each request was.
  await visit.page.addInitScript(`
    const send = fetch;
    globalThis.asked = [];
    globalThis.fetch = async (...request) => {
      const made = new Request(...request);
      asked.push([made.url, await made.clone().text()]);
      return send(made);
    };`);
  const readAsked = async () =>
    (await visit.page.evaluate<[url: string, body: string][]>('globalThis.asked ?? []'))
      .filter(([url]) => /\/reports\/(brands|queries)$/.test(url))
      .map(([, body]) => {
        const { start_date, end_date, brand_id, filters = [] } = JSON.parse(body) as Body;
        const conditions = filters.map(({ field, values }) => ({ field, values }));
        return JSON.stringify([start_date, end_date, brand_id, conditions]);
      });
  for (const screen of ['overview', 'prompts', 'compare'])
    for (const [address, [start, end], conditions] of FILTERS) {
      const where = `${screen}?brand=${brandId}&${address}`;
      await view(visit, `#/${where}`);
      // A page that is loaded anew remembers no answer.
      await visit.page.reload();
      const expected = JSON.stringify([start, end, brandId, conditions]);
      // The two groups that `branded` divides are shown beside each other.
      const others = conditions.filter(({ field }) => field !== 'branded');
      const undivided = JSON.stringify([start, end, brandId, others]);
      // The chart of the overview also draws the period before.
      const before = dayAfter(start, -daysBetween(start, end));
      const twice = JSON.stringify([before, end, brandId, conditions]);
      const allowed = screen === 'overview' ? [expected, undivided, twice] : [expected, undivided];
      await until(async () => (await readAsked()).length > 0);
      await settled(visit.page);
      const asked = await readAsked();
      assert.ok(asked.includes(expected), `${where}: ${asked.join('\n')} instead of ${expected}`);
      for (const each of asked) assert.ok(allowed.includes(each), `${where}: ${each}`);
    }
});

test('where the last answers are old, the page begins with their days, and leads back to them', {
  skip: noBrowser,
  timeout: 200_000,
}, async () => {
  const old = await app.organisation({ brands: [{ name: 'Earlyfold' }, { name: 'Latefold' }] });
  const answered = (brand: string, days: number) =>
    completeRun({ brand, answer: `${brand}.`, executedAt: `${daysAgo(days)}T12:00:00Z` });
  await app.ingest(old, [answered('Earlyfold', 200), answered('Latefold', 100)]);
  await app.snapshot();
  const visit = await logIn(app, old);
  const { page } = visit;
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/api/coverage')) asked.push(searchParams);
  });
  const daysAsked = () => [asked.at(-1)?.get('startDate'), asked.at(-1)?.get('endDate')];
  await view(visit, '#/coverage');
  assert.deepEqual(daysAsked(), [daysAgo(129), daysAgo(100)]);
  assert.match(await page.getByRole('search').innerText(), /Newest answers: /);

  // A brand whose answers are older still: the button leads to their days.
  const { data: brands } = (await callerWith(app, await app.login(old))('listBrands')).json;
  const early = brands.find(({ name }: { name: string }) => name === 'Earlyfold');
  for (const screen of ['overview', 'opportunities', 'prompts', 'sources', 'compare']) {
    await view(visit, `#/${screen}?brand=${early?.id}`);
    await page.getByRole('link', { name: /^Show the 30 days to / }).waitFor();
  }
  await view(visit, `#/coverage?brand=${early?.id}`);
  await page.getByRole('link', { name: /^Show the 30 days to / }).click();
  await until(async () => daysAsked()[1] === daysAgo(200));
  await settled(page);
  assert.deepEqual(daysAsked(), [daysAgo(229), daysAgo(200)]);

  // More days than a list takes.
  await view(visit, `#/coverage?range=2015-01-01..${daysAgo(100)}`);
  assert.deepEqual(daysAsked(), [daysAgo(465), daysAgo(100)]);
  await page.getByText('More than 366 days were chosen: the last 366 are shown.').waitFor();
  assert.deepEqual([visit.faults, visit.refusals], [[], []]);
});
