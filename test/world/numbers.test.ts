import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { roundedMean } from '../../src/base/definitions.ts';
import { rounded } from '../../src/mcp/answer.ts';
import { format, shown, shownChange, signed } from '../../src/presentation/numbers.ts';
import { spellAsDuckDb } from '../../src/reports/pages.ts';
import { withOrganisation } from '../support/organisation.ts';

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
const { app, token, call } = await withOrganisation();

const shareRow = ({ count, total }: { count: number; total: number }) => ({
  visibility: roundedMean(10_000 * count, total),
  visibility_count: count,
  visibility_total: total,
});
const points = (change: number) => ({ points: change, low: null, high: null, verdict: 'within_noise' as const });

let brands = 0;
/** A brand of its own with prompts and a run of each on each day. @param prompts the tags of each */
async function brandWith(prompts: string[][], days: string[]): Promise<string> {
  brands += 1;
  const { body: brand } = await call('POST', '/api/brands', { name: `Lumenfold ${brands}` });
  for (const [at, tags] of prompts.entries()) {
    const queryText = `Which lamp is best for desk ${at}?`;
    const { status } = await call('POST', '/api/queries', { brandId: brand.id, platform: 'CHATGPT', queryText, tags });
    assert.equal(status, 201);
    const runs = days.map((day) => ({
      brandId: brand.id,
      ...{ platform: 'CHATGPT', queryText, executedAt: `${day}T09:00:00Z`, answer: 'Nachtlicht is a good one.' },
    }));
    const { status: ingested } = await call('POST', '/api/runs', { runs });
    assert.equal(ingested, 200);
  }
  return brand.id;
}

async function rowsOf(body: object): Promise<Record<string, any>[]> {
  await app.snapshot();
  const { status, body: found } = await app.call('POST', '/api/reports/brands', { token, body });
  assert.equal(status, 200, JSON.stringify(found));
  return found.data;
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
