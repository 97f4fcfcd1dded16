import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { checkMessage } from '../support/providers/webhooks.ts';
import { completeRun } from '../support/server/app.ts';

const { app, org, call } = await withOrganisation({ brands: [{ name: 'Lumenfold' }] });

const DAY = '2026-05-04';
const run = (change: object = {}) =>
  completeRun({
    brand: 'Lumenfold',
    platform: 'GOOGLE_AI_OVERVIEW',
    answer: 'Lumenfold.',
    executedAt: `${DAY}T10:00:00Z`,
    ...change,
  });
const without = (state: 'FAILED' | 'NOT_SHOWN', change: object = {}) => {
  const { answer: _, ...rest } = run(change);
  return { ...rest, state };
};
const post = async (body: object[]) => (await app.call('POST', '/api/runs', { key: org.key, body })).json;

test('runs that failed or were not shown are kept, listed and counted by coverage, and are in no report', async () => {
  await call('createWebhook', {
    body: { url: 'https://hooks.example.com/x', events: ['query.completed', 'query.failed'], isActive: true },
  });
  const failed = without('FAILED', { failure: 'The page did not load.' });
  const body = [run(), run({ answer: 'Nobody.' }), failed, without('NOT_SHOWN'), without('NOT_SHOWN')];
  const sent = await post([...body, without('FAILED')]);
  assert.deepEqual([sent.created, sent.refused], [6, 0], JSON.stringify(sent.results));

  for (const [state, total] of [
    ['COMPLETED', 2],
    ['FAILED', 2],
    ['NOT_SHOWN', 2],
  ] as const)
    assert.equal((await call('listRuns', { query: { state } })).json.total, total);
  const { json: evidence } = await call('getRun', { ids: [sent.results[2].id] });
  assert.deepEqual(
    [evidence.state, evidence.failure, evidence.answer, evidence.brandMentioned, evidence.source],
    ['FAILED', 'The page did not load.', '', null, 'INGESTED'],
  );
  assert.deepEqual([evidence.extractionVersion, evidence.observations, evidence.mentionIds], [null, [], []]);

  const query = { startDate: DAY, endDate: DAY };
  const { json: coverage } = await call('getCoverage', { query });
  assert.deepEqual(coverage.data.length, 1);
  assert.deepEqual(coverage.sum, {
    ...{ expected: 0, executed: 0, notShown: 2, failed: 2, pending: 0, missed: 0, coverage: null },
    ...{ shown: 50, ingested: 2, ingestedNotShown: 2, ingestedFailed: 2 },
  });

  await app.snapshot();
  const report = { start_date: DAY, end_date: DAY };
  const { json: brands } = await app.report(org, 'brands', report);
  assert.deepEqual([brands.data[0].visibility, brands.data[0].visibility_total], [50, 2]);

  const messages = await app.sql(org)<{ body: string }[]>`select body from webhook_messages order by id`;
  const told = messages.map(({ body }) => checkMessage(body));
  assert.deepEqual(told.map(({ type }) => type).sort(), [
    'query.completed',
    'query.completed',
    'query.failed',
    'query.failed',
  ]);
  const reasons = told.flatMap(({ type, data }) =>
    type === 'query.failed' ? [(data as { reason: string }).reason] : [],
  );
  assert.deepEqual(reasons.sort(), ['No reason was sent.', 'The page did not load.']);
});

test('a run that failed and is sent again as completed is unchanged, and differs', async () => {
  const failed = without('FAILED', { failure: 'Timeout.' });
  const first = (await post([failed])).results[0];
  const again = async (sent: object) => {
    const { index: _, externalId: __, ...result } = (await post([sent])).results[0];
    return result;
  };
  const same = { status: 'unchanged', id: first.id };
  assert.deepEqual(await again(failed), same);
  assert.deepEqual(await again({ ...run(), externalId: first.externalId }), { ...same, differs: true });
  assert.deepEqual(await again({ ...failed, failure: 'Another.' }), { ...same, differs: true });
  assert.deepEqual(await again({ ...failed, state: 'NOT_SHOWN', failure: null }), { ...same, differs: true });
  assert.equal((await call('getRun', { ids: [first.id] })).json.state, 'FAILED');
});

test('coverage by a limited key and by brand counts only its runs', async () => {
  const other = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const caller = callerWith(app, await app.login(other));
  const { sum } = (await caller('getCoverage', { query: { startDate: DAY, endDate: DAY } })).json;
  assert.deepEqual([sum.failed, sum.notShown, sum.ingestedFailed], [0, 0, 0]);
});
