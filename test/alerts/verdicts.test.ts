import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../../bench/intervals/clustered-runs.ts';
import type { components } from '../../src/contract/generated/types.ts';
import type { RunInput } from '../../src/features/runs/ingest.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';

type Schemas = components['schemas'];
type Row = Schemas['QueryGroupRow'];
type Brand = Schemas['BrandRow'];

const DAYS = 42;
const PROMPTS = 30;
/** On how many days of each range the first prompts are named; the others hardly move. */
const COUNTS = [
  [29, 8],
  [26, 14],
] as const;
const RIVALS = ['Gleamwell', 'Duskbeam', 'Quarvane'];
const prompt = (at: number) => `Which lamp is best for room ${at}?`;
const RANGES = {
  ...{ start_date: daysAgo(DAYS), end_date: daysAgo(1) },
  compare_to: { start_date: daysAgo(2 * DAYS), end_date: daysAgo(DAYS + 1) },
};

const { app, org, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold', competitors: RIVALS.map((name) => ({ name })) }],
});
const random = randomFrom(2_028);
/** On how many days of a range, in an order that is no pattern of days, a prompt names the brand. */
const namedOn = (count: number) => {
  const days = Array.from({ length: DAYS }, (_, at) => ({ at, key: random() }));
  return new Set(
    days
      .sort((a, b) => a.key - b.key)
      .slice(0, count)
      .map(({ at }) => at),
  );
};
const runs: Partial<RunInput>[] = [];
for (let at = 0; at < PROMPTS; at += 1) {
  const [then, now] = COUNTS[at] ?? [20, 21];
  const [before, after] = [namedOn(then), namedOn(now)];
  for (let day = 0; day < 2 * DAYS; day += 1) {
    // The last is asked on three days of each range alone.
    if (at === PROMPTS - 1 && day % 14 !== 0) continue;
    const isNamed = day < DAYS ? before.has(day) : after.has(day - DAYS);
    const rivals = RIVALS.filter(() => random() < 0.5);
    runs.push({
      ...{ brand: 'Lumenfold', platform: at % 2 === 0 ? 'CHATGPT' : 'CLAUDE', queryText: prompt(at) },
      executedAt: `${daysAgo(2 * DAYS - day)}T12:00:00Z`,
      answer: [...(isNamed ? ['Lumenfold'] : []), ...rivals, 'Nobody'].map((name) => `${name}.`).join(' '),
    });
  }
}
await app.ingest(org, runs);
await app.snapshot();

async function ask<R>(report: string, body: object): Promise<{ data: R[]; total: number }> {
  const { status, json, text } = await app.report(org, report, { ...RANGES, brand_id: brandId, ...body });
  assert.equal(status, 200, text);
  return json;
}
const byPrompt = (body: object = {}) =>
  ask<Row>('queries', { dimensions: ['query'], include: ['changes'], ...body });
const of = (rows: Row[], at: number) =>
  rows.find(({ dimensions }) => dimensions.query?.queryText === prompt(at))!;

test('a single prompt falls by its days: from 29 of 42 to 8 of 42', async () => {
  const { data } = await byPrompt();
  assert.equal(data.length, PROMPTS);
  const row = of(data, 0);
  assert.deepEqual([row.previous!.visibility_count, row.visibility_count], [29, 8]);
  assert.deepEqual([row.change!.verdict, row.change!.points, row.change!.reason], ['down', -50, undefined]);
  assert.equal(row.change!.holds_in_list, true);
  assert.deepEqual(of((await byPrompt({ include: [] })).data, 0).change, {
    ...{ points: row.change!.points, low: row.change!.low, high: row.change!.high, verdict: 'down' },
  });
});

test('too few says what is missing', async () => {
  const { change } = of((await byPrompt()).data, PROMPTS - 1);
  assert.deepEqual([change!.verdict, change!.reason, change!.holds_in_list], ['too_few', 'few_runs', null]);
  assert.deepEqual(change!.missing, { prompts: 0, runs: 7, days: 9 });
});

test('platforms have verdicts of their own, and so has each competitor', async () => {
  const { data } = await ask<Brand>('brands', {
    ...{ dimensions: ['platform'], include: ['changes', 'competitors'] },
  });
  assert.deepEqual(
    data.map(({ dimensions, change }) => [dimensions!.platform, change!.reason]),
    [
      ['CHATGPT', undefined],
      ['CLAUDE', undefined],
    ],
  );
  for (const { competitors, change, visibility_total } of data) {
    assert.equal(change!.against_others!.competitors, RIVALS.length);
    assert.ok(change!.against_others!.verdict);
    for (const { previous, change: own, visibility } of competitors!) {
      assert.ok(previous!.visibility_total > 500 && visibility_total > 500);
      assert.ok(['up', 'down', 'within_noise'].includes(own!.verdict));
      assert.ok(Math.abs(own!.points! - (visibility! - previous!.visibility!)) < 0.02);
    }
  }
});

test('whether a verdict holds is judged over the rows of all pages, and over no others', async () => {
  const whole = await byPrompt();
  for (const [offset, limit] of [
    [0, 1],
    [whole.data.indexOf(of(whole.data, 1)), 1],
    [7, 5],
    [PROMPTS - 2, 10],
  ] as const)
    assert.deepEqual(
      (await byPrompt({ offset, limit })).data,
      whole.data.slice(offset, offset + limit),
      `${offset}, ${limit}`,
    );
  // By itself the second is down; one in twenty is by chance, so beside so many it is no proof.
  const alone = of(whole.data, 1);
  assert.deepEqual([alone.change!.verdict, alone.change!.holds_in_list], ['down', false]);
  const values = [prompt(1)];
  const filtered = await byPrompt({ filters: [{ field: 'query', operator: 'in', values }] });
  assert.deepEqual(filtered.data[0]!.change, { ...alone.change, holds_in_list: true });
  const having = [{ field: 'visibility', operator: 'lte', value: alone.visibility }];
  const few = await byPrompt({ having });
  assert.equal(few.total, 3);
  assert.deepEqual(of(few.data, 1).change, { ...alone.change, holds_in_list: true });
});
