import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDemo } from '../support/browser/dashboard.ts';
import { daysAgo } from '../support/days.ts';

const { app, demo } = await withDemo();
const LAST_30_DAYS = { start_date: daysAgo(29), end_date: daysAgo(0) };

/** What these tests read of the rows of reports. */
interface Row {
  brand: { name: string };
  dimensions: { platform: string; topic: string };
  change: { verdict: string; common_prompts?: { verdict: string } };
  competitors: { name: string; visibility: number }[];
  domain: string;
  gap_count: number;
  gap_share: number;
}

async function report(name: string, body: object): Promise<Row[]> {
  const { status, json, text } = await app.report({ key: demo.apiKey }, name, { ...LAST_30_DAYS, ...body });
  assert.equal(status, 200, text);
  return json.data;
}
const compared = (body: object = {}) =>
  report('brands', { compare_to: 'previous', include: ['intervals'], ...body });
const verdicts = (rows: Row[], nameOf: (row: Row) => string) =>
  Object.fromEntries(rows.map((row) => [nameOf(row), row.change.verdict]));
const CORRIELOFT = { field: 'brand', operator: 'in', values: ['Corrieloft'] };

test('one brand loses, two stay, and two have too few answers', async () => {
  const rows = await compared();
  assert.deepEqual(
    verdicts(rows, ({ brand }) => brand.name),
    {
      Corrieloft: 'down',
      Kavorlin: 'within_noise',
      // A platform changed its model.
      Tallymoss: 'not_comparable',
      Velmarrow: 'too_few',
      Yarrowforge: 'too_few',
    },
  );
  const tallymoss = rows.find(({ brand }) => brand.name === 'Tallymoss');
  assert.equal(tallymoss?.change.common_prompts?.verdict, 'within_noise');
});

test('it loses on one platform and one topic, and no other brand has a verdict anywhere', async () => {
  const platforms = await compared({ dimensions: ['platform'] });
  const called = platforms.filter(({ change }) => ['up', 'down'].includes(change.verdict));
  assert.deepEqual(
    verdicts(called, ({ brand, dimensions }) => `${brand.name} ${dimensions.platform}`),
    {
      'Corrieloft PERPLEXITY': 'down',
    },
  );
  const topics = await compared({ dimensions: ['topic'], filters: [CORRIELOFT] });
  assert.deepEqual(
    verdicts(topics, ({ dimensions }) => dimensions.topic),
    {
      'wet-weather tents': 'down',
      'hiking backpacks': 'within_noise',
    },
  );
});

test('each lost prompt has its own verdict', async () => {
  const rows = await report('queries', {
    ...{ compare_to: 'previous', dimensions: ['query'], filters: [CORRIELOFT] },
  });
  const down = rows.filter(({ change }) => change.verdict === 'down');
  assert.ok(down.length >= 8, `${down.length} of ${rows.length}`);
  assert.ok(rows.every(({ change }) => change.verdict !== 'up'));
});

test('one competitor rises there, and only there', async () => {
  const shares = async (body: object) => {
    const rows = await report('brands', {
      ...{ dimensions: ['platform'], filters: [CORRIELOFT], include: ['competitors'], ...body },
    });
    return new Map(
      rows.flatMap(({ dimensions, competitors }) =>
        competitors.map(({ name, visibility }) => [`${name} ${dimensions.platform}`, visibility] as const),
      ),
    );
  };
  const now = await shares({});
  const before = await shares({ start_date: daysAgo(59), end_date: daysAgo(30) });
  const rises = [...now].filter(([key, share]) => share - before.get(key)! > 20).map(([key]) => key);
  assert.deepEqual(rises, ['Trekvalda PERPLEXITY']);
});

test('the source behind it is first by gap, and a page of the brand is cited without its name', async () => {
  const [first, next, ...others] = await report('sources', {
    ...{ filters: [CORRIELOFT], include: ['competitors'] },
    order_by: [{ field: 'gap_count', direction: 'desc' }],
  });
  assert.ok(first && next);
  assert.equal(first.domain, 'reviews.gearbench.example');
  assert.ok(first.gap_count > 1.2 * next.gap_count, `${first.gap_count}, ${next.gap_count}`);
  assert.ok(first.gap_share > 70, `${first.gap_share}`);
  assert.equal(first.competitors[0]?.name, 'Trekvalda');
  const own = [next, ...others].find(({ domain }) => domain === 'corrieloft.example');
  assert.ok(own && own.gap_count > 20, `${own?.gap_count}`);
});
