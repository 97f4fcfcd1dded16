// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayTicks, valueAxis } from '../../src/presentation/charts/axes.ts';
import { lonely, stepOf, stepsOf, thin } from '../../src/presentation/charts/lines.ts';
import { assertClean, noBrowser, type Visit } from '../support/browser/browser.ts';
import { logIn, view } from '../support/browser/dashboard.ts';
import { withApp } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';

const BROWSER = { skip: noBrowser, timeout: 120_000 };

const app = await withApp();

/** Opens the overview of a brand that has an answer on each of these days. */
async function overviewOf(days: string[], range: string | null): Promise<Visit> {
  const organisation = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(
    organisation,
    days.map((day) => ({ brand: 'Lumenfold', answer: 'Lumenfold is good.', executedAt: `${day}T09:00:00Z` })),
  );
  await app.publish();
  const visit = await logIn(app, organisation);
  await view(visit, `#/overview${range === null ? '' : `?range=${range}`}`);
  return visit;
}

/** What the chart of visibility shows. */
async function chartOf({ page }: Visit) {
  const chart = page.locator('.chart').first();
  const path = (await chart.locator('[data-own=true] path.line').getAttribute('d')) ?? '';
  // A number of the scale stands to the left; what is below the chart is days.
  const labels = await chart.locator('[role=slider] text').allTextContents();
  return {
    /** How many points each line has that is drawn without a gap. */
    stretches: path
      .split('M')
      .slice(1)
      .map((stretch) => stretch.split('L').length),
    /** Points that no line leads to, and the last one. */
    dots: await chart.locator('[data-own=true] .dot').count(),
    below: labels.filter((label) => /[A-Z]/.test(label)),
    /** Pixels by which a label leaves the chart. */
    cutOff: await chart.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      const edges = [...element.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
      return Math.max(...edges.map((edge) => Math.max(left - edge.left, edge.right - right)));
    }),
  };
}

/** Points of one day each, from the first of a month on. */
const points = (values: (number | null)[], n?: (at: number) => number) =>
  values.map((value, at) => ({ day: `2026-03-0${at + 1}`, value, ...(n && { n: n(at) }) }));

test('an axis begins at zero unless all values are far from it, and ends at what there can be', () => {
  assert.deepEqual(valueAxis(points([12, 38]), 100), { low: 0, high: 40, ticks: [0, 10, 20, 30, 40] });
  assert.deepEqual(valueAxis(points([97, 100]), 100), {
    ...{ low: 95, high: 100 },
    ticks: [95, 96, 97, 98, 99, 100],
  });
  assert.equal(valueAxis(points([55, 100]), 100).low, 0);
  const equal = valueAxis(points([50, 50, null]), 100);
  assert.ok(equal.low < 50 && equal.high > 50, JSON.stringify(equal));
  for (const nothing of [points([]), points([null]), points([0, 0])])
    assert.deepEqual(valueAxis(nothing, 100), { low: 0, high: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] });
  const bounds = [{ day: '2026-03-01', value: 50, low: 4, high: 96 }];
  assert.deepEqual(valueAxis(bounds, 100).ticks, [0, 20, 40, 60, 80, 100]);
});

test('days below a chart begin and end with the range, and weeks cover all of it', () => {
  for (const [start, end] of [
    ['2025-11-01', '2026-02-28'],
    ['2026-03-01', '2026-03-02'],
    ['2024-02-28', '2024-03-01'],
  ] as const)
    for (const width of [120, 320, 1300]) {
      const ticks = dayTicks({ start, end }, width);
      assert.deepEqual([ticks[0], ticks.at(-1)], [start, end]);
      assert.equal(new Set(ticks).size, ticks.length);
    }
  assert.deepEqual(dayTicks({ start: '2026-03-01', end: '2026-03-01' }, 600), ['2026-03-01']);
  const weeks = stepsOf({ start: '2025-11-01', end: '2026-02-28' }, 'week');
  assert.deepEqual([weeks[0], weeks.at(-1), weeks.length], ['2025-10-27', '2026-02-23', 18]);
  assert.equal(stepOf({ start: '2026-01-01', end: '2026-04-02' }), 'day');
  assert.equal(stepOf({ start: '2026-01-01', end: '2026-04-03' }), 'week');
});

test('a day of very few answers among others of more is a dot that no line leads to', () => {
  const days = points([40, 60, 50, 100], (at) => (at === 3 ? 1 : 20));
  assert.deepEqual([...thin(days)], [days[3]]);
  const isJoined = (point: (typeof days)[number]) => !thin(days).has(point);
  assert.deepEqual(lonely(days, isJoined), [days[3]]);
  // Days with few answers are drawn when all days have few.
  assert.equal(thin(points([0, 100, 0], () => 1)).size, 0);
});

test('arrow keys lead from day to day, and the day is said and shown', BROWSER, async () => {
  const days = ['2025-12-03', '2025-12-04', '2025-12-12'];
  const visit = await overviewOf(days, '2025-12-01..2025-12-31');
  const chart = visit.page.getByRole('slider', { name: /^Visibility by day/ });
  const said = () => chart.getAttribute('aria-valuetext');
  const tip = visit.page.locator('.tip');
  await chart.focus();
  await chart.press('Home');
  assert.match((await said()) ?? '', /^Dec 1, 2025; Lumenfold –/);
  for (const _ of [1, 2]) await chart.press('ArrowRight');
  assert.match((await said()) ?? '', /^Dec 3, 2025; Lumenfold 100\.0\s%/);
  assert.match(await tip.innerText(), /Dec 3, 2025[\s\S]*Lumenfold\s+100\.0\s%/);
  // The first answer of a platform is an event.
  assert.match(await tip.innerText(), /The first answer of/);
  await chart.press('End');
  assert.match((await said()) ?? '', /^Dec 31, 2025/);
  await chart.press('ArrowRight');
  assert.match((await said()) ?? '', /^Dec 31, 2025/);
  await chart.press('ArrowLeft');
  assert.match((await said()) ?? '', /^Dec 30, 2025/);
  await chart.press('Escape');
  await tip.waitFor({ state: 'hidden' });
  // At the pointer too.
  const box = (await chart.boundingBox())!;
  await visit.page.mouse.move(box.x + box.width - 14, box.y + 80);
  assert.match(await tip.innerText(), /Dec 31, 2025/);
  const shown = (await tip.boundingBox())!;
  assert.ok(Math.abs(shown.y + shown.height + 8 - (box.y + 80)) < 3, `${shown.y} is not at the pointer`);
  assertClean(visit);
});

test('a day without answers is a gap in the line, and the chosen days are below it', BROWSER, async () => {
  const days = ['2025-12-03', '2025-12-04', '2025-12-05', '2025-12-12', '2025-12-20', '2025-12-21'];
  const visit = await overviewOf(days, '2025-12-01..2025-12-31');
  const { stretches, dots, below } = await chartOf(visit);
  assert.deepEqual(stretches, [3, 1, 2]);
  assert.equal(dots, 2);
  // Years are said where the days are not of this one.
  assert.deepEqual([below[0], below.at(-1)], ['Dec 1, 2025', 'Dec 31, 2025']);
  assertClean(visit);
});

test(
  'a week without answers is a gap too, and years are below a chart that crosses one',
  BROWSER,
  async () => {
    const visit = await overviewOf(['2025-12-03', '2025-12-09', '2026-01-20'], '2025-11-01..2026-02-28');
    const { stretches, below, cutOff } = await chartOf(visit);
    assert.deepEqual(stretches, [2, 1]);
    assert.deepEqual([below[0], below.at(-1)], ['Nov 1, 2025', 'Feb 28, 2026']);
    assert.ok(cutOff <= 0, `${cutOff} pixels are cut off`);
    await visit.page.getByRole('button', { name: 'Show as table' }).first().click();
    const table = await visit.page.locator('.chart table').innerText();
    assert.match(table, /Week from/);
    assert.match(table, /Dec 1 – Dec 7, 2025/);
    assertClean(visit);
  },
);

test('without a choice, the days are the last ones that have answers', BROWSER, async () => {
  const day = (before: number) => daysAgo(before);
  const visit = await overviewOf([day(33), day(32), day(3)], null);
  const { dots, below } = await chartOf(visit);
  assert.equal(dots, 2);
  const written = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const [first, last] = [day(32), day(3)].map((one) => written.format(new Date(one)));
  assert.ok(below[0]?.startsWith(first!) && below.at(-1)?.startsWith(last!), `${below} are below`);
  assertClean(visit);
});
