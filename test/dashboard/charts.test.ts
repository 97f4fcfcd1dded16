import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClean, noBrowser, type Visit } from '../support/browser.ts';
import { logIn, view } from '../support/dashboard.ts';
import { withApp } from '../support/organisation.ts';

const BROWSER = { skip: noBrowser, timeout: 120_000 };
const DAY_MS = 86_400_000;

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
  const path = (await chart.locator('path.line').first().getAttribute('d')) ?? '';
  // A number of the scale stands to the left; what is below the chart is days.
  const labels = await chart.locator('svg[role=img] text').allTextContents();
  return {
    /** How many points each line has that is drawn without a gap. */
    stretches: path
      .split('M')
      .slice(1)
      .map((stretch) => stretch.split('L').length),
    dots: await chart.locator('circle').count(),
    below: labels.filter((label) => /[A-Z]/.test(label)),
    /** Pixels by which a label leaves the chart. */
    cutOff: await chart.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      const edges = [...element.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
      return Math.max(...edges.map((edge) => Math.max(left - edge.left, edge.right - right)));
    }),
  };
}

test('a day without answers is a gap in the line, and the chosen days are below it', BROWSER, async () => {
  const days = ['2025-12-03', '2025-12-04', '2025-12-05', '2025-12-12', '2025-12-20', '2025-12-21'];
  const visit = await overviewOf(days, '2025-12-01..2025-12-31');
  const { stretches, dots, below } = await chartOf(visit);
  assert.deepEqual(stretches, [3, 1, 2]);
  assert.equal(dots, 6);
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
    assert.match(table, /Dec 1, 2025/);
    assertClean(visit);
  },
);

test(
  'without a choice, the days are those of the reports by default and the bar names them',
  BROWSER,
  async () => {
    const day = (before: number) => new Date(Date.now() - before * DAY_MS).toISOString().slice(0, 10);
    const visit = await overviewOf([day(31), day(30), day(1)], null);
    assert.equal((await chartOf(visit)).dots, 2);
    const written = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
    const [first, last] = [day(30), day(0)].map((one) => written.format(new Date(one)));
    assert.ok(await visit.page.locator('summary', { hasText: `${first} – ${last}` }).isVisible());
    assertClean(visit);
  },
);
