import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queueScheduled } from '../../src/features/prompt-runs/queue.ts';
import { callerWith, tokenAs } from '../support/callers/caller.ts';
import { forFile } from '../support/for-file.ts';
import { promptOrganisation, startPromptWorld } from '../support/providers/prompt-runs.ts';

const COUNTS = ['expected', 'executed', 'failed', 'pending', 'missed', 'coverage', 'ingested'] as const;
type Row = Record<(typeof COUNTS)[number], number | null>;
const counts = (row: Row) => COUNTS.map((name) => row[name]);
const coverage = async (query: Record<string, string | number> = {}) => {
  const { status, json, text } = await org.call('getCoverage', {
    query: { startDate: '2026-05-01', endDate: '2026-05-31', ...query },
  });
  assert.equal(status, 200, text);
  return json;
};

const world = await forFile(startPromptWorld());
const org = await promptOrganisation(world);
// HOURLY, from a schedule set on 1 May at 06:00; nothing ran until 2 May, 02:30.
const hourly = await org.query('Hourly?', {
  scheduledAt: '2026-05-01T06:00:00Z',
  repeatInterval: 'HOURLY',
});
await org.sql(
  (tx) => tx`update queries set schedule_set_at = '2026-05-01T06:00:00Z' where id = ${hourly.id}`,
);
const turn = (now: string) => queueScheduled(world.app.app.services.db, org.org.id, { now: new Date(now) });
const end = (state: 'COMPLETED' | 'FAILED', reason: string | null = null) =>
  org.sql(
    (tx) => tx`update runs set state = ${state}, due_at = null, answer = 'Lumenfold.', extraction_version = 1,
        lexicon_version = 1, failure_reason = ${reason} where due_at is not null`,
  );
await turn('2026-05-02T02:30:00Z');
await end('COMPLETED');
await turn('2026-05-02T03:00:00Z');
await end('FAILED', 'UNAVAILABLE');
await turn('2026-05-02T04:00:00Z');
await end('FAILED', 'CANCELLED');
await turn('2026-05-02T05:00:00Z');
await world.app.ingest(org.org, [
  { brand: 'Lumenfold', platform: 'CLAUDE', executedAt: '2026-05-02T12:00:00Z' },
  { brand: 'Lumenfold', platform: 'CHATGPT', executedAt: '2026-05-31T23:59:59Z' },
]);

test('getCoverage: a row a day and platform, missed times on their own days, ingested runs apart', async () => {
  const { data, total, sum } = await coverage();
  assert.deepEqual(
    data.map((row) => [row.day, row.platform, ...counts(row)]),
    [
      ['2026-05-31', 'CHATGPT', 0, 0, 0, 0, 0, null, 1],
      // 02:00 was caught up, 03:00 failed, 04:00 was cancelled, 05:00 is under way; 00:00 and 01:00 were missed.
      ['2026-05-02', 'CHATGPT', 5, 1, 1, 1, 2, 20, 0],
      ['2026-05-02', 'CLAUDE', 0, 0, 0, 0, 0, null, 1],
      ['2026-05-01', 'CHATGPT', 18, 0, 0, 0, 18, 0, 0],
    ],
  );
  assert.equal(total, 4);
  assert.deepEqual(counts(sum), [23, 1, 1, 1, 20, 4.35, 2]);
});

test('getCoverage: by platform, brand and range; pages with the sum of all', async () => {
  const claude = await coverage({ platform: 'CLAUDE' });
  assert.deepEqual([claude.total, ...counts(claude.sum)], [1, 0, 0, 0, 0, 0, null, 1]);
  const may1 = await coverage({ endDate: '2026-05-01' });
  assert.deepEqual([may1.total, may1.sum.expected], [1, 18]);
  const page = await coverage({ limit: 1, offset: 1 });
  assert.deepEqual([page.data.length, page.total, page.data[0]?.expected, page.sum.expected], [1, 4, 5, 23]);
  const beyond = await coverage({ offset: 9 });
  assert.deepEqual([beyond.data, beyond.total, beyond.sum.expected], [[], 4, 23]);

  const { id } = (await org.call('createBrand', { body: { name: 'Otherlight' } })).json;
  await world.app.ingest(org.org, [
    { brand: 'Otherlight', platform: 'CLAUDE', executedAt: '2026-05-02T13:00:00Z' },
  ]);
  const rows = (await coverage({ groupBy: 'BRAND', platform: 'CLAUDE' })).data;
  assert.deepEqual(
    rows.map(({ brand, ingested }) => [brand?.name, ingested]),
    [
      ['Lumenfold', 1],
      ['Otherlight', 1],
    ],
  );
  assert.equal((await coverage({ platform: 'CLAUDE' })).sum.ingested, 2);
  assert.equal((await coverage({ brandId: id })).sum.ingested, 1);
  await org.call('archiveBrand', { ids: [id] });
  assert.equal((await coverage({ platform: 'CLAUDE' })).sum.ingested, 1);
  assert.equal((await coverage({ brandId: id })).sum.ingested, 1);
});

test('getCoverage refuses what is no range, and knows nothing of others', async () => {
  for (const query of [
    { startDate: '2026-05-02', endDate: '2026-05-01' },
    { startDate: '2025-05-01', endDate: '2026-05-02' },
    { groupBy: 'DAY' },
  ])
    assert.equal((await org.call('getCoverage', { query })).status, 400, JSON.stringify(query));
  const other = callerWith(world.app, await world.app.login(await world.app.organisation()));
  const query = { startDate: '2026-05-01', endDate: '2026-05-31' };
  const empty = (await other('getCoverage', { query })).json;
  assert.deepEqual([empty.data, empty.sum.expected, empty.sum.coverage], [[], 0, null]);
  assert.deepEqual((await other('getCoverage', { query: { ...query, brandId: org.brandId } })).json, empty);
  const viewer = callerWith(world.app, await tokenAs(world.app, org.org, 'VIEWER'));
  assert.equal((await viewer('getCoverage')).status, 200);
});
