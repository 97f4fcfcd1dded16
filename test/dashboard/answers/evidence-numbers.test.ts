// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { dayAfter } from '../../../src/base/definitions.ts';
import { assertClean, noBrowser, settled } from '../../support/browser/browser.ts';
import { logIn, view, withDemo } from '../../support/browser/dashboard.ts';
import { callerWith, patiently } from '../../support/callers/caller.ts';

const { app, demo } = await withDemo();
const call = callerWith(app, await app.login({ ...demo, id: demo.orgId, key: demo.apiKey }));
const brand = (await call('listBrands')).json.data.find(({ name }) => name === 'Corrieloft')!;
const { data: competitors } = (await call('listCompetitors', { ids: [brand.id] })).json;
const newest = (await call('listRuns', { query: { brandId: brand.id, limit: 1 } })).json.data[0]!;
const LAST = newest.executedAt.slice(0, 10);
const LONG = { skip: noBrowser, timeout: 300_000 };

const measure = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = (value: number) => `${measure.format(value)}\u202f%`;
/** With one decimal, rounded once. */
const tenth = (value: number) => Math.round(10 * value) / 10;
/** A change as it stands beside two shown shares: their difference. */
const difference = (now: number, before: number) => tenth(tenth(now) - tenth(before));
const points = (value: number) => measure.format(value).replace('-', '−');

/** A table as the words of its cells, by its rows' first words. */
async function rowsOf(table: Locator): Promise<Map<string, string[]>> {
  const rows = await table.locator('tbody tr').all();
  const cells = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
  return new Map(cells.map(([head = '', ...others]) => [head.trim().split('\n')[0]!, others]));
}

/** What each answer of some days says, one by one. */
async function readings(start: string, end: string) {
  const days = { brandId: brand.id, startDate: start, endDate: end, state: 'COMPLETED' };
  const { data } = (await call('listRuns', { query: { ...days, limit: 1000 } })).json;
  const runs = await Promise.all(data.map(({ id }) => patiently(() => call('getRun', { ids: [id] }))));
  return runs.map(({ json }) => ({
    domains: new Set(json.citations.map(({ domain }) => domain)),
    named: new Set(json.observations.filter(({ named }) => named).map(({ subject }) => subject.id)),
  }));
}

test(
  'sources on screen are counted as by a loop over the answers: gap, share, and whom each site names',
  LONG,
  async () => {
    const [start, end] = [dayAfter(LAST, -2), LAST];
    const answers = await readings(start, end);
    const visit = await logIn(app, demo);
    await view(visit, `#/sources?brand=${brand.id}&range=${start}..${end}`);
    const shown = await rowsOf(visit.page.getByRole('table', { name: 'Sites that answers cite' }));
    const own = new URL(brand.website!).host.replace('www.', '');
    const domains = new Set(
      answers.flatMap(({ domains }) => [...domains]).filter((domain) => domain !== own),
    );
    assert.deepEqual(new Set(shown.keys()), domains);
    assert.ok(shown.size >= 8, `${shown.size} sites`);
    const heads = await visit.page.locator('thead th').allInnerTexts();
    const labels = "[...document.querySelectorAll('a.heat')].map((one) => one.getAttribute('aria-label'))";
    const said = new Set(await visit.page.evaluate<string[]>(labels));
    let before = Number.POSITIVE_INFINITY;
    for (const [domain, cells] of shown) {
      const citing = answers.filter(({ domains }) => domains.has(domain));
      const rivalled = ({ named }: (typeof citing)[number]) => competitors.some(({ id }) => named.has(id));
      const gap = citing.filter((one) => rivalled(one) && !one.named.has(brand.id)).length;
      assert.equal(cells[0], `${gap}\nof ${citing.length}`, domain);
      assert.ok(gap <= before, 'the largest gap first');
      before = gap;
      assert.equal(cells[1], `${percent((100 * citing.length) / answers.length)}\n${citing.length}`, domain);
      for (const { id, name } of [brand, ...competitors]) {
        const at = heads.findIndex((head) => head.trim() === name) - 1;
        const count = citing.filter(({ named }) => named.has(id)).length;
        assert.ok(at >= 2, name);
        assert.ok(
          cells[at]!.startsWith(percent((100 * count) / citing.length)),
          `${domain} ${name}: ${cells[at]}`,
        );
        assert.ok(
          said.has(
            `${percent((100 * count) / citing.length)} ${count} of ${citing.length} answers name ${name}`,
          ),
        );
      }
    }
    // A cell leads to its answers.
    const [domain] = shown.keys();
    await visit.page.locator('tbody tr').first().locator('a.heat').nth(1).click();
    await settled(visit.page);
    const rival = new URLSearchParams(new URL(visit.page.url()).hash.split('?')[1]).get('who')!;
    const behind = answers.filter(({ domains, named }) => domains.has(domain!) && named.has(rival));
    const listed = await rowsOf(visit.page.getByRole('table', { name: 'Prompts behind it' }));
    const sum = [...listed.values()].reduce((all, cells) => all + Number(cells[1]!.split(' of ')[0]), 0);
    assert.equal(sum, behind.length);
    assertClean(visit);
  },
);

test(
  'the change without a platform is that of a plain computation, with the verdict of the server',
  LONG,
  async () => {
    const [start, end] = [dayAfter(LAST, -13), LAST];
    const [from, to] = [dayAfter(start, -14), dayAfter(start, -1)];
    const listed = async (startDate: string, endDate: string) => {
      const days = { brandId: brand.id, startDate, endDate, state: 'COMPLETED', limit: 1000 };
      return (await call('listRuns', { query: days })).json.data;
    };
    const [now, before] = [await listed(start, end), await listed(from, to)];
    const share = (runs: typeof now) =>
      (100 * runs.filter(({ brandMentioned }) => brandMentioned).length) / runs.length;
    const visit = await logIn(app, demo);
    const { page } = visit;
    await view(visit, `#/compare?brand=${brand.id}&range=${start}..${end}`);
    const table = page.getByRole('table', { name: 'The change without one part' });
    await table.locator('.badge').nth(3).waitFor();
    const platforms = new Map<string, typeof now>(
      Object.entries(Object.groupBy(now, ({ query }) => query.platform)) as [string, typeof now][],
    );
    const names: Record<string, string> = { CHATGPT: 'ChatGPT', DEEPSEEK: 'DeepSeek' };
    const shown = await rowsOf(table);
    for (const platform of platforms.keys()) {
      const name = names[platform] ?? `${platform[0]}${platform.slice(1).toLowerCase()}`;
      const others = (runs: typeof now) => runs.filter(({ query }) => query.platform !== platform);
      const without = difference(share(others(now)), share(others(before)));
      const sign = without >= 0.05 ? '\\+' : '';
      const cells = shown.get(name);
      assert.ok(cells, `${name} in ${[...shown.keys()]}`);
      assert.match(cells[1]!, new RegExp(`(^|\\s)${sign}${points(without)} points`), name);
    }
    // The first platform of them has its verdict from the report itself; a topic may stand before it.
    const platformNamed = (name: string) =>
      [...platforms.keys()].find((one) => (names[one] ?? one).toLowerCase() === name.toLowerCase());
    const first = [...shown.keys()].find((name) => platformNamed(name) !== undefined);
    const platform = platformNamed(first!);
    const body = {
      ...{ brand_id: brand.id, start_date: start, end_date: end, compare_to: 'previous' },
      filters: [{ field: 'platform', operator: 'not_in', values: [platform] }],
    };
    const { data } = (await call('getBrandsReport', { body })).json;
    const word = { up: 'up', down: 'down', within_noise: 'no clear change', too_few: 'too few answers' };
    const verdict = word[data[0]!.change!.verdict as keyof typeof word];
    assert.ok(shown.get(first!)![1]!.includes(verdict), `${first}: ${shown.get(first!)} and ${verdict}`);

    // The sentence, and each platform's cell of the brand.
    const whole = difference(share(now), share(before));
    const lead = await page.locator('.lead').first().innerText();
    for (const text of [percent(share(before)), percent(share(now)), points(whole)])
      assert.ok(lead.includes(text), `${text} in: ${lead}`);
    const matrix = await rowsOf(page.getByRole('table', { name: 'Visibility by platform and competitor' }));
    for (const [platform, runs] of platforms) {
      const name = names[platform] ?? `${platform[0]}${platform.slice(1).toLowerCase()}`;
      assert.ok(matrix.get(name)![0]!.startsWith(percent(share(runs))), name);
    }
    assertClean(visit);
  },
);
