// measured alone: the cost of a page
import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { check, examplePath, isList, type Operation, operations } from '../support/callers/contract.ts';
import { withApp } from '../support/callers/organisation.ts';
import { largeOrganisation } from '../support/worlds/large-organisation.ts';

/** LIST_ROWS=42000 for the long form. */
const ROWS = Number(process.env['LIST_ROWS'] ?? 12_000);
/** So many rounds are enough when they show that a list is cheap. */
const ROUNDS = 5;
/** A busy machine may be late in some; a plan that reads everything is slow in all. */
const MOST_ROUNDS = 40;
/**
 * Times a trivial request that a page of a list may take. Measured: mentions 8 to 15, others to 10; sorted whole 86.
 */
const MOST = 25;
/** These sum up what they list, so each reads what it sums: by answers, not by the page. */
const SUMS = ['listCitedDomains', 'listCitedUrls', 'getCoverage', 'listCampaigns'];
/** These have few entries by what they are. */
const SHORT = ['listIntegrations', 'listExports', 'listPins', 'listBreaks', 'listReportSchedules'];

const app = await withApp({});
const large = await largeOrganisation(app, ROWS);
// Postgres does so by itself within a minute or two.
const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} });
await sql`vacuum analyze`;
await sql.end();
const token = await app.login(large.org);

const lists = operations.filter(isList);

async function timed(operation: Operation, path: string): Promise<{ ms: number; total: number }> {
  const startedAt = performance.now();
  const answer = await app.call('GET', path, { token });
  const ms = performance.now() - startedAt;
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  check(operation, answer);
  return { ms, total: answer.json.total };
}

/** A list's time as a multiple of a trivial request's, each the shortest of some. */
async function cost(operation: Operation, query = ''): Promise<{ times: number; total: number }> {
  const path = examplePath(operation, large.ids);
  const trivial = operations.find(({ id }) => id === 'getOrganisation')!;
  let [listMs, trivialMs, total] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round >= ROUNDS && listMs / trivialMs <= MOST) break;
    trivialMs = Math.min(trivialMs, (await timed(trivial, trivial.path)).ms);
    const list = await timed(operation, `${path}${path.includes('?') ? '&' : '?'}limit=50${query}`);
    listMs = Math.min(listMs, list.ms);
    total = list.total;
    // A plan that reads everything: a second time tells nothing more.
    if (listMs > 1_000) break;
  }
  return { times: listMs / trivialMs, total };
}

test('a page of any list costs by the page, however much there is behind it', async () => {
  const slow: string[] = [];
  assert.ok(lists.length >= 20);
  for (const operation of lists.filter(({ id }) => !SUMS.includes(id))) {
    const { times, total } = await cost(operation);
    if (!SHORT.includes(operation.id)) assert.ok(total >= ROWS / 10, `${operation.id} lists ${total}`);
    if (process.env['LIST_ROWS']) console.log(operation.id, times.toFixed(1), total);
    if (times > MOST) slow.push(`${operation.id}: ${times.toFixed(1)} times a trivial request (${total})`);
    // Behind a cursor deep in the list there is nothing to pass over.
    const path = examplePath(operation, large.ids);
    const deep = await app.call('GET', `${path}?limit=1&offset=${Math.floor(total / 2)}`, { token });
    if (deep.json.next === null) continue;
    const behind = (await cost(operation, `&after=${deep.json.next}`)).times;
    if (process.env['LIST_ROWS']) console.log(operation.id, 'behind a cursor', behind.toFixed(1));
    if (behind > MOST)
      slow.push(`${operation.id}: ${behind.toFixed(1)} times a trivial request behind a cursor`);
  }
  assert.deepEqual(slow, []);
});

test('mentions cost by the page with any filter that many match, and further in', async () => {
  const mentions = operations.find(({ id }) => id === 'listMentions')!;
  const slow: string[] = [];
  for (const query of [
    '&platform=CHATGPT',
    '&branded=false',
    '&corrected=true',
    '&dismissed=true',
    '&offset=1000',
    `&brandId=${large.ids.get('brands')}`,
  ]) {
    const { times } = await cost(mentions, query);
    if (times > MOST) slow.push(`${query}: ${times.toFixed(1)} times a trivial request`);
  }
  assert.deepEqual(slow, []);
});

test('runs cost by the page with any filter that many match', async () => {
  const runs = operations.find(({ id }) => id === 'listRuns')!;
  const slow: string[] = [];
  for (const query of ['&branded=false', '&mentioned=true', '&mentioned=false&state=COMPLETED']) {
    const { times, total } = await cost(runs, query);
    if (process.env['LIST_ROWS']) console.log(query, times.toFixed(1), total);
    // What an answer names is of another table, which is read once for the total.
    const most = query.startsWith('&mentioned') ? 2 * MOST : MOST;
    if (times > most) slow.push(`${query}: ${times.toFixed(1)} times a trivial request (${total})`);
  }
  assert.deepEqual(slow, []);
});
