// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { components } from '../../src/contract/generated/types.ts';
import { pointsBefore, rangeBefore } from '../../src/presentation/charts/series.ts';
import { headline, headlineOfAll, rankText } from '../../src/presentation/headline.ts';
import { assertClean, noBrowser, type Visit, violations } from '../support/browser/browser.ts';
import { logIn, view, withDemo } from '../support/browser/dashboard.ts';
import { callerWith } from '../support/callers/caller.ts';
import { momentAgo } from '../support/days.ts';

const BROWSER = { skip: noBrowser, timeout: 240_000 };

const { app, demo } = await withDemo();
const owner = callerWith(app, await app.login({ ...demo, id: demo.orgId, key: demo.apiKey }));

type Row = Parameters<typeof headline>[0];
type Change = NonNullable<Row['change']>;
const rowOf = (change: Partial<Change> | null, row: Partial<Row> = {}): Row => ({
  ...{ visibility: 39.6, visibility_count: 236, visibility_total: 590 },
  ...(change && { change: { points: null, low: null, high: null, verdict: 'too_few', ...change } }),
  ...row,
});
const named = (...counts: number[]) =>
  counts.map((count) => ({ visibility_count: count })) as unknown as NonNullable<Row['competitors']>;

test('one sentence says how a brand moves, whether that is chance, and its rank', () => {
  // Numbers stand as on all screens: a true minus, a narrow space before the percent.
  const says = (row: Row) => headline(row).replaceAll('\u202f', ' ');
  const five = { competitors: named(400, 300, 250, 10) };
  assert.equal(
    says(rowOf({ verdict: 'down', points: -14.3 }, five)),
    'is losing: 39.6 %, −14.3 points, more than chance; fourth of five.',
  );
  assert.equal(
    says(rowOf({ verdict: 'up', points: 14.3 }, { competitors: named(1) })),
    'is gaining: 39.6 %, +14.3 points, more than chance; first of two.',
  );
  assert.equal(
    says(rowOf({ verdict: 'within_noise', points: 0 }, { competitors: named(236, 300) })),
    'shows no clear change: 39.6 %, 0.0 points, no more than chance; tied for second of three.',
  );
  const few = (change: Partial<Change>) => says(rowOf({ verdict: 'too_few', ...change }));
  assert.equal(
    few({ reason: 'few_prompts', missing: { prompts: 3, runs: 1, days: 0 } }),
    'is at 39.6 %; too few answers to tell a change: each period needs 3 more prompts and 1 more answer.',
  );
  assert.equal(
    few({ reason: 'nothing_before' }),
    'is at 39.6 %; there are no answers before to compare with.',
  );
  assert.match(
    few({ reason: 'days_move_together', missing: { prompts: 0, runs: 0, days: 12 } }),
    /^is at 39.6 %; too early to tell a change: about 12 more days needed/,
  );
  const other = (change: Partial<Change>) => says(rowOf({ verdict: 'not_comparable', ...change }));
  assert.equal(
    other({ reason: 'surfaces_differ' }),
    'is at 39.6 %; not comparable with the period before: the answers were given in other places.',
  );
  assert.equal(
    other({ common_prompts: { prompts: 9, points: -3.6, low: -8, high: 1, verdict: 'within_noise' } }),
    'is at 39.6 %; not comparable with the period before: prompts, names or models changed; ' +
      'over the 9 prompts of both −3.6 points, no more than chance.',
  );
  assert.equal(says(rowOf(null)), 'is at 39.6 %.');
  assert.equal(says(rowOf(null, { visibility_total: 0 })), 'has no answers in these days.');
});

test('ranks and what is said of all brands', () => {
  const ranks = [1, 2, 10, 11, 12, 13, 21, 22, 23, 111].map((place) =>
    rankText({ position: place, of: 200, isTied: false }),
  );
  assert.deepEqual(ranks, [
    ...['first', 'second', 'tenth', '11th', '12th', '13th', '21st', '22nd', '23rd', '111th'].map(
      (place) => `${place} of 200`,
    ),
  ]);
  assert.equal(rankText(null), '');
  assert.equal(headlineOfAll(['up', 'down', 'down', undefined]), '4 brands: 2 losing, 1 gaining.');
});

test('the period before lies day by day on the range, and weeks add its days up', () => {
  const range = { start: '2026-03-01', end: '2026-03-10' };
  assert.deepEqual(rangeBefore(range), { start: '2026-02-19', end: '2026-02-28' });
  const rows = [
    { dimensions: { day: '2026-02-19' }, visibility_count: 1, visibility_total: 4 },
    { dimensions: { day: '2026-02-20' }, visibility_count: 3, visibility_total: 4 },
  ] as unknown as Parameters<typeof pointsBefore>[0];
  assert.deepEqual(
    pointsBefore(rows, range, 'day').map(({ day, from, value }) => [day, from, value]),
    [
      ['2026-03-01', '2026-02-19', 25],
      ['2026-03-02', '2026-02-20', 75],
    ],
  );
  // The first day is a Sunday, the second a Monday.
  const weeks = pointsBefore([...rows, rows[1]!], range, 'week');
  assert.deepEqual(
    weeks.map(({ day, value, n }) => [day, value, n]),
    [
      ['2026-02-23', 25, 4],
      ['2026-03-02', 75, 8],
    ],
  );
});

/** Numbers of a text as they are shown: with a true minus and thousands. */
const numbersOf = (text = '') =>
  [...text.matchAll(/[−+]?\d[\d,]*(\.\d+)?/g)].map(([found]) =>
    Number(found.replaceAll(',', '').replace('−', '-').replace('+', '')),
  );

let compared = 0;
/** The API has it, be it null. */
function known(value: number | null | undefined): number | null {
  assert.ok(value !== undefined);
  return value;
}

/**
 * Holds what is shown, to one decimal, against the number of the API; what is unknown is a dash. A change is the
 * difference of two shown numbers.
 */
function same(shown: number | undefined, value: number | null, what: string): void {
  compared += 1;
  const most = what.includes('change') ? 0.15 : 0.05;
  const isSame =
    value === null ? shown === undefined : Math.abs((shown ?? Number.NaN) - value) <= most + 1e-9;
  assert.ok(isSame, `${what}: ${shown} is shown for ${value}`);
}

const rowsOf = async ({ page }: Visit, caption: string) =>
  page
    .getByRole('region', { name: `${caption} (table)` })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      (rows as unknown as { children: Iterable<{ innerText: string }> }[]).map((row) =>
        [...row.children].map(({ innerText }) => innerText),
      ),
    );

type BrandRow = components['schemas']['BrandRow'];

async function demoBrand(name = 'Corrieloft') {
  const { data } = (await owner('listBrands')).json;
  return data.find((one: { name: string }) => one.name === name) as { id: string; name: string };
}

test('the numbers of the overview are those of the reports', BROWSER, async () => {
  const brand = await demoBrand();
  const visit = await logIn(app, demo);
  await view(visit, `#/overview?brand=${brand.id}`);
  const { page } = visit;
  await page.getByRole('button', { name: 'Show as table' }).click();
  const table = await rowsOf(visit, 'Visibility by day');
  const range = {
    ...{ start_date: dayOf(table[0]?.[0]), end_date: dayOf(table.at(-1)?.[0]), brand_id: brand.id },
    limit: 1000,
  };
  const ask = async (body: object) =>
    (await owner('getBrandsReport', { body: { ...range, ...body } })).json.data as BrandRow[];
  const [row] = await ask({
    include: ['intervals', 'share_of_voice', 'counts', 'changes', 'competitors'],
    compare_to: 'previous',
  });
  assert.ok(row);
  await sameHead(visit, row);
  await sameRanking(visit, row);
  await sameTiles(visit, row);
  const platforms = await ask({
    ...{ dimensions: ['platform'], include: ['changes', 'competitors'] },
    compare_to: 'previous',
  });
  await samePlatforms(visit, platforms);
  for (const one of await ask({ dimensions: ['day'], include: ['intervals'] })) {
    const cells = table.find(([text]) => dayOf(text) === one.dimensions?.day) ?? [];
    same(numbersOf(cells[1])[0], one.visibility, one.dimensions?.day ?? '');
    same(numbersOf(cells[2])[0], known(one.visibility_low), 'lower bound of a day');
    same(numbersOf(cells[3])[0], known(one.visibility_high), 'upper bound of a day');
  }
  assert.ok(compared >= 60, `${compared} numbers were compared`);
  assertClean(visit);
});

const dayOf = (text: string | undefined) => new Date(`${text} UTC`).toISOString().slice(0, 10);

async function sameHead({ page }: Visit, row: BrandRow): Promise<void> {
  const [visibility, points] = numbersOf((await page.locator('h1').innerText()).replace(row.brand.name, ''));
  same(visibility, row.visibility, 'visibility');
  same(points, known(row.change?.points), 'its change');
  const [count, total, , low, high] = numbersOf(await page.locator('h1 + p').innerText());
  same(count, row.visibility_count, 'answers that name it');
  same(total, row.visibility_total, 'answers');
  same(low, known(row.visibility_low), 'lower bound');
  same(high, known(row.visibility_high), 'upper bound');
}

async function sameRanking(visit: Visit, row: BrandRow): Promise<void> {
  const competitors = row.competitors ?? [];
  const counts = [row, ...competitors].map((one) => one.visibility_count);
  const places = await rowsOf(visit, 'You and your competitors');
  assert.equal(places.length, counts.length);
  for (const [name = '', value] of places) {
    const written = name.replace(/^\d+\s*/, '');
    const who = written === row.brand.name ? row : competitors.find((one) => one.name === written);
    same(numbersOf(value)[0], known(who?.visibility), written);
    same(numbersOf(value)[1], known(who?.change?.points), `change of ${written}`);
    const ahead = counts.filter((other) => other > (who?.visibility_count ?? 0));
    same(Number.parseInt(name, 10), ahead.length + 1, `place of ${written}`);
  }
}

async function sameTiles({ page }: Visit, row: BrandRow): Promise<void> {
  for (const [name, measure] of [
    ['Share of voice', 'share_of_voice'],
    ['Position', 'position'],
    ['Sentiment', 'sentiment'],
  ] as const) {
    const tile = page.getByRole('region', { name, exact: true });
    same(numbersOf(await tile.locator('.value').innerText())[0], known(row[measure]), name);
    const change = numbersOf(await tile.locator('.badge').innerText())[0];
    same(change, known(row.changes?.[measure]?.points), `change of ${name}`);
  }
}

async function samePlatforms(visit: Visit, rows: BrandRow[]): Promise<void> {
  const head = visit.page.getByRole('region', { name: 'Visibility by platform (table)' }).locator('thead th');
  const names = await head.allInnerTexts();
  const shown = await rowsOf(visit, 'Visibility by platform');
  assert.equal(shown.length, rows.length);
  for (const cells of shown) {
    const platform = cells[0]?.toUpperCase().replaceAll(' ', '_');
    const row = rows.find(({ dimensions }) => dimensions?.platform === platform);
    same(numbersOf(cells[1])[0], known(row?.visibility), `${platform}, you`);
    same(numbersOf(cells.at(-1))[0], known(row?.change?.points), `${platform}, change`);
    for (const { name, visibility } of row?.competitors ?? [])
      same(
        numbersOf(cells[names.findIndex((one) => one.trim() === name)])[0],
        visibility,
        `${platform}, ${name}`,
      );
  }
}

test('a cell of the platforms leads to its answers', BROWSER, async () => {
  const brand = await demoBrand();
  const visit = await logIn(app, demo);
  await view(visit, `#/overview?brand=${brand.id}`);
  const cell = visit.page.getByRole('link', { name: /Trekvalda on Perplexity/ });
  const [, count] = /named in (\d+) of/.exec((await cell.textContent()) ?? '') ?? [];
  const address = (await cell.getAttribute('href'))!;
  await view(visit, address);
  assert.match(await visit.page.locator('main').innerText(), new RegExp(`\\b${count} answers`));
  const named = new URL(address.slice(1), 'http://x').searchParams.get('named')!;
  const query = { brandId: brand.id, competitorId: named, limit: 5 };
  const { data, total } = (await owner('listRuns', { query })).json;
  assert.ok(total > Number(count), 'without days and platform there are more');
  for (const { id } of data) {
    const { observations } = (await owner('getRun', { ids: [id] })).json;
    assert.ok(
      observations.some(
        (one: { subject: { id: string }; named: boolean }) => one.subject.id === named && one.named,
      ),
    );
  }
  assert.equal((await owner('listRuns', { query: { ...query, competitorId: 'nobody' } })).json.total, 0);
  assertClean(visit);
});

test('days and numbers are the same in every time zone and language of a browser', BROWSER, async () => {
  const brand = await demoBrand();
  const seen: string[][] = [];
  for (const [timezoneId, locale] of [
    ['America/Los_Angeles', 'de-DE'],
    ['Pacific/Kiritimati', 'ar-EG'],
    ['UTC', 'ja-JP'],
  ] as const) {
    const visit = await logIn(app, demo, { timezoneId, locale });
    await view(visit, `#/overview?brand=${brand.id}`);
    const { page } = visit;
    // What changed under the numbers comes with a request of its own.
    await page.locator('.chart .mark').first().waitFor({ state: 'attached' });
    const labels = await page.locator('.chart svg text').allTextContents();
    await page.getByRole('button', { name: 'Show as table' }).click();
    const table = (await rowsOf(visit, 'Visibility by day')).flat();
    const platforms = (await rowsOf(visit, 'Visibility by platform')).flat();
    const text = [await page.locator('h1').innerText(), await page.locator('h1 + p').innerText()];
    seen.push([
      ...labels,
      ...table,
      ...platforms,
      ...text,
      ...(await page.locator('.topbar summary').allInnerTexts()),
    ]);
    assertClean(visit);
  }
  assert.ok(seen[0]!.length > 100);
  assert.deepEqual(seen[1], seen[0]);
  assert.deepEqual(seen[2], seen[0]);
});

test('all brands: losers first, and below them those with too few answers', BROWSER, async () => {
  const visit = await logIn(app, demo);
  await view(visit, '#/overview');
  const { page } = visit;
  const cards = page.locator('.brand-card');
  await page.locator('.brand-card .sparkline path[d^="M"]').first().waitFor();
  const names = await cards.locator('h2').allInnerTexts();
  assert.equal(names[0], 'Corrieloft');
  assert.match(await cards.first().innerText(), /▼[\s\S]*down[\s\S]*of (two|three|four|five|six)/);
  const few = (await rowsOf(visit, 'Too few answers to tell')).map(([name]) => name!);
  const { data } = (await owner('listBrands')).json;
  assert.deepEqual([...names, ...few].sort(), data.map((one: { name: string }) => one.name).sort());
  assert.ok(few.length > 0 && names.length > 0);
  // The newest answers are a click away from days that hold nothing.
  await view(visit, '#/overview?range=2019-01-01..2019-01-31');
  await page.getByRole('link', { name: /^Show the 30 days to/ }).click();
  await cards.first().waitFor();
  assertClean(visit);
});

test('names of any length and script, and those that the page uses itself', BROWSER, async () => {
  const own = `${'‮אבגד '.repeat(8)}<b>"'&${'名'.repeat(120)}`.slice(0, 190);
  const rivals = [
    'You',
    'Platform',
    'Period before',
    `${'W'.repeat(180)}`,
    'Your change',
    'constructor',
    '__proto__',
    'ثوب',
  ];
  const organisation = await app.organisation({
    brands: [{ name: own, competitors: rivals.map((name) => ({ name })) }],
  });
  await app.ingest(
    organisation,
    Array.from({ length: 24 }, (_, at) => ({
      ...{ brand: own, executedAt: momentAgo(at % 6) },
      answer: `${own} and ${rivals[at % rivals.length]} are good.`,
    })),
  );
  await app.publish();
  for (const width of [390, 1360]) {
    const visit = await logIn(app, organisation, { viewport: { width, height: 900 } });
    const { page } = visit;
    await view(visit, '#/overview');
    await page.getByRole('slider').waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
    const heads = await page
      .getByRole('region', { name: 'Visibility by platform (table)' })
      .locator('thead th')
      .count();
    assert.equal(heads, 3 + 7);
    const toggle = page
      .getByRole('list', { name: 'Shown in the chart' })
      .getByRole('button', { name: 'You', exact: true });
    const before = await toggle.getAttribute('aria-pressed');
    await toggle.click();
    assert.notEqual(await toggle.getAttribute('aria-pressed'), before);
    assert.deepEqual(await violations(page), []);
    assertClean(visit);
  }
});
