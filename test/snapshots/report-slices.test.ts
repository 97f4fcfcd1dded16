// measured alone: turns of the event loop
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { breakdownOf } from '../../src/reports/breakdown/request.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import { operations } from '../support/callers/contract.ts';
import { withApp } from '../support/callers/organisation.ts';
import { daysAgo } from '../support/days.ts';
import { wideOrganisation } from '../support/worlds/wide-organisation.ts';

/** Processor time of one turn of the event loop while a report is made: others wait as long at most. */
const MOST_MS = 50;
const ROUNDS = 3;
const EVERYTHING = [
  'intervals',
  'share_of_voice',
  'competitors',
  'coverage',
  'evidence',
  'readers',
  'counts',
];
/** What other forms are asked for too. */
const ALL_FORMS = ['all of a row'];
const FORMS = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

let rounds = 0;

/** Filters that keep all rows; other ones each time, so that no answer is in the cache. */
const filters = () => {
  rounds += 1;
  return ['query', 'model', 'country', 'tag', 'language', 'query', 'model', 'country', 'tag'].map(
    (field, at) => ({
      field,
      operator: 'not_in',
      values: Array.from({ length: 100 }, (_, value) => `${rounds} ${at} ${value}`),
    }),
  );
};
const order = (...fields: string[]) => fields.map((field) => ({ field, direction: 'desc' }));

/** The most that a report can be asked for, in several ways. */
const REQUESTS: Record<string, Record<string, () => object>> = {
  reportBrands: {
    'all of a row': () => ({
      dimensions: ['query', 'day', 'model'],
      include: EVERYTHING,
      filters: filters(),
      order_by: order('visibility', 'sentiment', 'query', 'model', 'day'),
    }),
    'all of a row, compared': () => ({
      dimensions: ['query', 'day', 'model'],
      include: [...EVERYTHING, 'changes'],
      filters: filters(),
      compare_to: 'previous',
      start_date: daysAgo(14),
    }),
    'as many rows as there are': () => ({
      dimensions: ['query', 'day', 'model'],
      include: ['intervals', 'share_of_voice', 'readers', 'coverage'],
      filters: filters(),
      limit: 10_000,
    }),
    'as many rows as there are, compared': () => ({
      dimensions: ['query', 'day', 'model'],
      include: ['intervals', 'share_of_voice', 'counts', 'changes'],
      filters: filters(),
      limit: 10_000,
      compare_to: 'previous',
      start_date: daysAgo(14),
    }),
    'from the sums by day': () => ({
      dimensions: ['platform', 'day', 'week'],
      order_by: order('visibility', 'sentiment', 'position', 'day', 'brand'),
      offset: rounds++ % 7,
      start_date: '0001-01-01',
      limit: 10_000,
    }),
  },
  reportQueries: {
    'rows without groups': () => ({ filters: filters(), limit: 10_000 }),
    'with evidence': () => ({ filters: filters(), include: ['evidence'], limit: 1_000 }),
    'all of a row': () => ({
      dimensions: ['query', 'day', 'model'],
      include: EVERYTHING.filter((each) => each !== 'competitors'),
      filters: filters(),
    }),
    'as many rows as there are': () => ({
      dimensions: ['query', 'day', 'model'],
      include: ['intervals'],
      filters: filters(),
      limit: 10_000,
    }),
  },
  reportMentions: {
    'rows without groups': () => ({ offset: rounds++ % 50, limit: 10_000 }),
    'rows that are filtered': () => ({ filters: filters(), limit: 10_000 }),
    'page by page': () => ({ after: 'start', limit: 10_000 }),
    'all of a row': () => ({
      dimensions: ['query', 'day', 'domain'],
      include: ['intervals', 'coverage', 'evidence', 'readers'],
      filters: filters(),
    }),
    'as many rows as there are, compared': () => ({
      dimensions: ['query', 'day', 'domain'],
      include: ['intervals'],
      filters: filters(),
      limit: 10_000,
      compare_to: 'previous',
      start_date: daysAgo(14),
    }),
  },
};

/** Runs work. @returns the processor time of the longest turn of the event loop meanwhile, ms */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1000);
    last = now;
    if (!isOver) setImmediate(look);
  };
  look();
  await work();
  isOver = true;
  look();
  return longest;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const app = await withApp({ JOBS: 'apart' });

const wide = await wideOrganisation(app, { runs: 11_200, prompts: 100, models: 4, competitors: 20 });

async function holdsUpLittle(t: TestContext, name: string, work: () => Promise<unknown>): Promise<void> {
  const turns: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) turns.push(await longestTurn(work));
  t.diagnostic(`${name}: ${turns.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  assert.ok(median(turns) <= MOST_MS, `${name}: ${turns}`);
}

for (const [report, requests] of Object.entries(REQUESTS))
  for (const [name, request] of Object.entries(requests))
    test(`${report} gives others the event loop: ${name}`, async (t) => {
      const path = operations.find(({ id }) => id === report)?.path ?? assert.fail();
      const forms = ALL_FORMS.includes(name) && report === 'reportBrands' ? Object.entries(FORMS) : [];
      if (name === 'rows without groups') forms.push(['xlsx', FORMS.xlsx]);
      for (const [form, accept] of [['json', 'application/json'] as const, ...forms])
        await holdsUpLittle(t, form, async () => {
          const body = JSON.stringify(request());
          const headers = { 'X-API-Key': wide.key, 'Content-Type': 'application/json', Accept: accept };
          const response = await fetch(`${app.url}${path}`, { method: 'POST', headers, body });
          // Read in parts as they come: to put them together would be this client's time.
          for await (const part of response.body ?? []) assert.ok(part.length > 0);
          assert.equal(response.status, 200);
        });
    });

test('reports from Postgres give others the event loop too', async (t) => {
  const live = new LiveReports(app.app.services.db);
  const range = { start: daysAgo(30), end: daysAgo(0) };
  const plain = { orgId: wide.id, brand: null, allowed: null, ...range, limit: 10_000, offset: 0 };
  const body = { dimensions: ['query' as const, 'day' as const], include: ['intervals' as const] };
  const breakdown = breakdownOf('reportBrands', body, range);
  await holdsUpLittle(t, 'mentions', () => live.render({ report: 'reportMentions', ...plain }));
  await holdsUpLittle(t, 'bounds', () => live.render({ report: 'reportBrands', breakdown, ...plain }));
});

test('a page of too many competitors is refused, and names the limit that fits', async () => {
  const many = await wideOrganisation(app, { runs: 180, prompts: 180, models: 1, competitors: 300 });
  const ask = (limit: number) =>
    app.report(many, 'brands', { dimensions: ['query'], include: ['competitors'], limit });
  const refused = await ask(1_000);
  assert.equal(refused.status, 400, refused.text);
  assert.equal(refused.json.details[0].field, 'limit');
  assert.match(refused.json.message, /^limit must be 166 or less/);
  assert.equal((await ask(166)).json.data.length, 166);
});
