import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { roundedMean } from '../../src/base/definitions.ts';
import { rounded } from '../../src/mcp/text.ts';
import { format, shown, shownChange, signed } from '../../src/presentation/numbers.ts';
import { spellAsDuckDb } from '../../src/reports/forms/rows-page.ts';
import { withOrganisation } from '../support/callers/organisation.ts';

interface Case {
  case: string;
  source: string;
  kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own form
  input: any;
  right: unknown;
}

const cases = readFileSync(new URL('numbers.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);
const BRANDS = Array.from({ length: 6 }, (_, at) => `Lumenfold ${at}`);
const { app, org, token } = await withOrganisation({
  brands: BRANDS.map((name) => ({ name, competitors: [] })),
});

const shareRow = ({ count, total }: { count: number; total: number }) => ({
  visibility: roundedMean(10_000 * count, total),
  visibility_count: count,
  visibility_total: total,
});
const points = (change: number) => ({
  points: change,
  low: null,
  high: null,
  verdict: 'within_noise' as const,
});

let brands = 0;
/** A brand of its own whose prompts have tags, with an answer to each on each of the days. */
async function brandWith(prompts: string[][], days: string[]): Promise<string> {
  const brand = BRANDS[brands++] as string;
  const runs = prompts.flatMap((_, at) =>
    days.map((day) => ({
      ...{
        externalId: `${brand} ${at} ${day}`,
        brand,
        platform: 'CHATGPT',
        queryText: `Which lamp is best for desk ${at}?`,
      },
      ...{ executedAt: `${day}T09:00:00Z`, answer: 'Nachtlicht is a good one.' },
    })),
  );
  const { json } = await app.call('POST', '/api/runs', { key: org.key, body: runs });
  assert.equal(json.created, runs.length, JSON.stringify(json));
  const all = (await app.call('GET', '/api/queries?limit=1000', { token })).json.data;
  const brandId = (await app.call('GET', '/api/brands?limit=100', { token })).json.data.find(
    ({ name }: { name: string }) => name === brand,
  ).id;
  for (const [at, tags] of prompts.entries()) {
    const { id } = all.find(
      (one: { brandId: string; queryText: string }) =>
        one.brandId === brandId && one.queryText.endsWith(` ${at}?`),
    );
    assert.equal((await app.call('PATCH', `/api/queries/${id}`, { token, body: { tags } })).status, 200);
  }
  await app.snapshot();
  return brandId;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any breakdown
async function rowsOf(body: object): Promise<any[]> {
  const path = '/api/customer/v1/reports/brands';
  const { status, json, text } = await app.call('POST', path, { key: org.key, body });
  assert.equal(status, 200, text);
  return json.data;
}

const answers: Record<string, (input: Case['input']) => unknown> = {
  share: (input) => format(shown(shareRow(input), 'visibility')),
  shares: (input: number[]) => {
    const total = input.reduce((sum, count) => sum + count, 0);
    return input.map((count) => format(shown(shareRow({ count, total }), 'visibility')));
  },
  mean: ({ sum, count }) => {
    const row = { sentiment: roundedMean(100 * sum, count), sentiment_sum: sum, sentiment_count: count };
    return format(shown(row, 'sentiment'));
  },
  change: ({ now, before, turned }) => {
    const row = { ...shareRow(now), previous: shareRow(before), change: points(0) };
    // There and back again: exactly nothing.
    const back = { ...shareRow(before), previous: shareRow(now), change: points(0) };
    const by = (of: typeof row) => shownChange(of)?.points ?? Number.NaN;
    return signed(turned ? -(by(row) + by(back)) : by(row));
  },
  'text of an agent': (input) => rounded(input),
  spelling: ({ value, type }) => {
    const rows = [{ measure: value }];
    spellAsDuckDb({ rows, total: 1, columns: { measure: type } });
    return /:(.*)\}/.exec(JSON.stringify(rows[0]))?.[1];
  },
  tags: async ({ prompts, operator, values }) => {
    const brand_id = await brandWith(prompts, ['2026-03-02']);
    const filters = [{ field: 'tag', operator, values }];
    const days = { start_date: '2026-03-01', end_date: '2026-03-31' };
    const rows = await rowsOf({ brand_id, ...days, dimensions: ['tag'], filters });
    return Object.fromEntries(rows.map((row) => [String(row.dimensions.tag), row.visibility_total]));
  },
  days: async ({ range, compared, asked }) => {
    const brand_id = await brandWith([[]], asked);
    const [start_date, end_date] = range;
    const compare_to =
      compared === 'previous' ? compared : { start_date: compared[0], end_date: compared[1] };
    const rows = await rowsOf({ brand_id, start_date, end_date, compare_to, dimensions: ['day'] });
    return Object.fromEntries(
      rows.map(({ dimensions, visibility_total, previous }) => [
        dimensions.day,
        [visibility_total, previous?.visibility_total ?? null],
      ]),
    );
  },
};

for (const { case: name, source, kind, input, right } of cases)
  test(`${name} (${source})`, async () => {
    assert.deepEqual(await answers[kind]?.(input), right);
  });
