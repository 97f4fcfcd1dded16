// long: drives a browser
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { DAY_MS, rangeToToday } from '../../../src/base/definitions.ts';
import { assertClean, noBrowser, violations } from '../../support/browser/browser.ts';
import { logIn, view, withDemo } from '../../support/browser/dashboard.ts';
import { callerWith } from '../../support/callers/caller.ts';
import { until } from '../../support/server/app.ts';
import { wideOrganisation } from '../../support/worlds/wide-organisation.ts';

const BROWSER = { skip: noBrowser, timeout: 200_000 };
const { app, demo } = await withDemo();
const owner = callerWith(app, await app.login({ ...demo, id: demo.orgId, key: demo.apiKey }));
/** The demo's brand that loses. */
const brand = (await owner('listBrands')).json.data.find(({ name }) => name === 'Corrieloft')!;
const { start: start_date, end: end_date } = rangeToToday();
const DAYS = 1 + (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS;
const RANGE = { brand_id: brand.id, start_date, end_date };
/** A screen that asks for no reports: a busy machine makes few at once. */
const BESIDE = '/#/settings/plan';
const OF = `brand=${brand.id}&range=${start_date}..${end_date}`;

interface Row {
  dimensions: { query: { queryText: string }; platform: string };
  visibility: number;
  visibility_count: number;
  visibility_total: number;
  previous: { visibility: number; visibility_total: number };
  change: {
    points: number;
    verdict: string;
    holds_in_list: boolean | null;
    missing?: { runs: number; days: number };
    common_prompts?: Row['change'];
  };
}

async function rowsOf(dimensions: ('query' | 'platform')[]): Promise<Row[]> {
  const body = { ...RANGE, dimensions, include: ['changes' as const], compare_to: 'previous' as const };
  const { data } = (await owner('getQueriesReport', { body: { ...body, limit: 1000 } })).json;
  return data as unknown as Row[];
}

/** The numbers of a text, with our minus sign. */
const numbersIn = (text: string) =>
  [...text.replaceAll('−', '-').matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number));

function assertNear(shown: number | undefined, expected: number, what: string): void {
  assert.ok(
    shown !== undefined && Math.abs(shown - expected) <= 0.05001,
    `${what}: shows ${shown}, is ${expected}`,
  );
}

/** A change as it stands beside two shown shares: their difference. */
function shownPoints(row: Row): number {
  const shares = [row, row.previous].map(({ visibility, visibility_total: total }) => {
    const count = Math.round((visibility * total) / 100);
    return Math.round((1_000 * count) / total) / 10;
  });
  return judged(row) === row.change ? shares[0]! - shares[1]! : judged(row).points;
}

test(
  'the heat map shows the numbers and verdicts of the API, the biggest losses first',
  BROWSER,
  async () => {
    const [wholes, cells] = [await rowsOf(['query']), await rowsOf(['query', 'platform'])];
    const visit = await logIn(app, demo, { path: BESIDE });
    await view(visit, `#/prompts?${OF}`);
    const rows = await visit.page.locator('.prompts-matrix tbody tr:not(.table-group)').all();
    assert.equal(rows.length, wholes.length);
    assert.ok(await visit.page.getByRole('heading', { name: `${wholes.length} prompts` }).isVisible());
    let compared = 0;
    for (const row of rows.slice(0, 6)) {
      const text = await row.locator('.prompts-text').innerText();
      const whole = wholes.find(({ dimensions }) => dimensions.query.queryText === text)!;
      const own = cells.filter(({ dimensions }) => dimensions.query.queryText === text);
      const shown = await row.locator('.heat').allInnerTexts();
      const expected = [whole, ...own.toSorted((one, other) => placeOf(one) - placeOf(other))];
      assert.equal(shown.length, expected.length, text);
      for (const [at, { visibility, dimensions }] of expected.entries()) {
        assertNear(numbersIn(shown[at]!)[0], visibility, `${text} ${dimensions.platform}`);
        compared += 1;
      }
      const change = await row.locator('.prompts-change').innerText();
      assert.match(change, wordsOf(whole), text);
      if (!change.startsWith('needs'))
        assertNear(numbersIn(change)[0], shownPoints(whole), `change of ${text}`);
    }
    assert.ok(compared >= 30, `${compared} numbers`);
    const held = wholes.filter((row) => judged(row).verdict === 'down' && judged(row).holds_in_list);
    const biggest = held.toSorted((one, other) => judged(one).points - judged(other).points)[0];
    if (biggest)
      assert.equal(await rows[0]?.locator('.prompts-text').innerText(), biggest.dimensions.query.queryText);
    const saying = await visit.page.locator('.screen-head p').innerText();
    assert.ok(held.length === 0 || numbersIn(saying)[0] === held.length, saying);
    assertClean(visit);
  },
);

const PLATFORMS = ['CHATGPT', 'CLAUDE', 'GEMINI', 'PERPLEXITY', 'GROK', 'DEEPSEEK', 'LLAMA'];
const placeOf = ({ dimensions }: Row) => PLATFORMS.indexOf(dimensions.platform);
/** What the page says of a verdict. */
function wordsOf(row: Row): RegExp {
  const { verdict, holds_in_list: holds, missing } = judged(row);
  if (verdict === 'up' || verdict === 'down') return new RegExp(holds ? `${verdict}\\b` : 'may be chance');
  if (verdict === 'within_noise') return /no clear change/;
  const fewest = Math.min(row.visibility_total, row.previous.visibility_total);
  const days = Math.max(missing!.days, Math.ceil((missing!.runs * DAYS) / fewest));
  return new RegExp(`^needs ${days} more days?\\b`);
}

/** The verdict is on the answers all the same when only models differ. */
const judged = ({ change }: Row) =>
  change.verdict === 'not_comparable' ? (change.common_prompts ?? change) : change;

test(
  'the strip of a prompt has a mark for each answer, and arrow keys lead through them',
  BROWSER,
  async () => {
    const [row] = await rowsOf(['query']);
    const text = row!.dimensions.query.queryText;
    const visit = await logIn(app, demo, { path: BESIDE });
    const { page } = visit;
    await view(visit, `#/prompts/${encodeURIComponent(text)}?${OF}`);
    await page.locator('.mark').first().waitFor();
    assert.equal(await page.locator('.mark').count(), row!.visibility_total);
    assert.equal(await page.locator('.mark .named').count(), row!.visibility_count);
    const sentence = numbersIn(await page.locator('.screen-head p').first().innerText());
    assertNear(sentence[0], row!.visibility, 'the sentence');
    // One stop for the keyboard, from which the arrows lead on.
    assert.equal(await page.locator('.mark[tabindex="0"]').count(), 1);
    await page.locator('.mark[tabindex="0"]').focus();
    const label = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? ""');
    const first = await label();
    await page.keyboard.press('ArrowRight');
    const second = await label();
    assert.notEqual(second, first);
    assert.equal(second.split(',')[0], first.split(',')[0], 'the same platform');
    assert.equal(await page.locator('.tip').innerText(), second);
    await page.keyboard.press('ArrowDown');
    assert.notEqual((await label()).split(',')[0], first.split(',')[0], 'another platform');
    const href = await page.evaluate<string>('document.activeElement.getAttribute("href")');
    await page.keyboard.press('Enter');
    await until(async () => (await page.evaluate<string>('location.hash')) === href);
    const run = (await owner('getRun', { ids: [/answer\/([^?]+)/.exec(href)![1]!] })).json;
    assert.equal(run.query.queryText, text);
    assertClean(visit);
  },
);

test(
  'a CSV is named by brand, days and snapshot, has all numbers, and runs no formula',
  BROWSER,
  async () => {
    const queryText = '=HYPERLINK("http://evil.example")';
    const org = await app.organisation({ brands: [{ name: 'Lampe / 灯_Ω' }] });
    await app.ingest(org, [{ brand: 'Lampe / 灯_Ω', queryText, answer: 'Lampe / 灯_Ω.' }]);
    await app.snapshot();
    const call = callerWith(app, await app.login(org));
    const { id } = (await call('listBrands')).json.data[0]!;
    const visit = await logIn(app, org, { path: BESIDE });
    await view(visit, `#/prompts?brand=${id}&range=${start_date}..${end_date}`);
    const snapshot = await visit.page.locator('footer code').innerText();
    const saving = visit.page.waitForEvent('download');
    await visit.page.getByRole('button', { name: 'Save as CSV' }).click();
    const file = await saving;
    assert.equal(file.suggestedFilename(), `Lampe-灯-Ω_${start_date}_${end_date}_${snapshot}_prompts.csv`);
    const records = parse(await readFile(await file.path(), 'utf8'), { columns: true }) as Record<
      string,
      string
    >[];
    assert.deepEqual(
      records.map(({ Prompt, Platform, Answers }) => [Prompt, Platform, Answers]),
      ['all', 'ChatGPT'].map((platform) => [`'${queryText}`, platform, '1']),
    );
    assertClean(visit);
  },
);

test(
  'of 2,000 prompts on 8 platforms the seen rows are drawn, and the focus survives scrolling',
  BROWSER,
  async () => {
    const platforms = [...PLATFORMS, 'MISTRAL'];
    const wide = await wideOrganisation(app, {
      ...{ runs: 4_000, prompts: 2_000, platforms, models: 1, competitors: 1 },
    });
    const visit = await logIn(app, wide, { path: BESIDE });
    const { page } = visit;
    await view(visit, '#/prompts?sort=Prompt');
    const box = page.locator('.prompts-matrix .table-wrap');
    await box.locator('tbody tr').nth(5).waitFor();
    assert.ok(await page.getByRole('heading', { name: '2,000 prompts' }).isVisible());
    assert.equal(await box.locator('table').getAttribute('aria-rowcount'), '2001');
    const drawn = () => box.locator('tbody tr:not(.table-gap)').count();
    assert.ok((await drawn()) < 60, `${await drawn()} rows`);
    const link = box.locator('.prompts-text').nth(2);
    const text = await link.innerText();
    await link.focus();
    const last = box.locator('tbody tr[aria-rowindex="2001"]');
    // Rows are measured when they are drawn, so the end may move a little.
    await until(async () => {
      await box.evaluate((element) => {
        element.scrollTop = element.scrollHeight;
      });
      return last.isVisible();
    });
    assert.ok((await drawn()) < 60, `${await drawn()} rows after scrolling`);
    assert.equal(await page.evaluate('document.activeElement.textContent'), text);
    // The head and the first column stay in sight.
    const [head, wrap] = [await box.locator('thead th').first().boundingBox(), await box.boundingBox()];
    assert.ok(Math.abs(head!.y - wrap!.y) <= 1, `${head!.y} ${wrap!.y}`);
    // The keyboard goes on from where it was, and what it comes to is in sight.
    await page.keyboard.press('Tab');
    const next = await page.evaluate<number>(
      '(([box, at]) => at.top - box.top)([document.activeElement.closest(".table-wrap"), document.activeElement].map((one) => one.getBoundingClientRect()))',
    );
    assert.ok(next >= 20 && next < wrap!.height, `${next}`);
    assertClean(visit);
  },
);

test(
  'names of 200 letters, right-to-left and Chinese fit; groups fold; axe finds nothing',
  BROWSER,
  async () => {
    const texts = [
      'w'.repeat(200),
      'ما هو أفضل مصباح للقراءة؟ '.repeat(8).trim(),
      '哪款灯最适合阅读？'.repeat(20),
    ];
    const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
    await app.ingest(
      org,
      texts.flatMap((queryText) =>
        (['CHATGPT', 'GOOGLE_AI_OVERVIEW'] as const).map((platform) => ({
          ...{ brand: 'Lumenfold', queryText, platform, answer: 'Lumenfold is good.' },
        })),
      ),
    );
    const call = callerWith(app, await app.login(org));
    const { id } = (await call('listBrands')).json.data[0]!;
    const prompts = texts.map((queryText, at) => ({ queryText, topic: at === 0 ? 'l'.repeat(100) : null }));
    assert.equal((await call('assignTopics', { body: { brandId: id, prompts } })).status, 200);
    await app.snapshot();
    for (const width of [390, 1440]) {
      const visit = await logIn(app, org, { path: BESIDE, viewport: { width, height: 844 } });
      const { page } = visit;
      await view(visit, `#/prompts?brand=${id}`);
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);
      assert.deepEqual(await violations(page), [], `at ${width}`);
      // The change of a prompt is seen whole, on a phone too.
      const change = await page.locator('.prompts-change').first().boundingBox();
      assert.ok(change!.x + change!.width <= width, `${JSON.stringify(change)}`);
      const rows = page.locator('.prompts-text');
      assert.equal(await rows.count(), 3);
      await page.getByRole('button', { expanded: true, name: /^[^a-z]*No topic/ }).focus();
      await page.keyboard.press('Enter');
      await until(async () => (await rows.count()) === 1);
      assertClean(visit);
    }
  },
);
