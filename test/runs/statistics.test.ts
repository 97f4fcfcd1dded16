import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrgId } from '../../src/base/ids.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { completeRun } from '../support/server/app.ts';

// A server of its own: the statistics are of all organisations.
const { app, org } = await withOrganisation({ brands: [{ name: 'Lumenfold' }] }, {});
const { db } = app.app.services;

/** How many answers Postgres' planner expects of an organisation. */
async function expected({ id }: { id: OrgId }): Promise<number> {
  const [row] = await app.sql({ id })<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[]>`
      explain (format json) select from runs where org_id = ${id}`;
  return row!['QUERY PLAN'][0].Plan['Plan Rows'];
}

/** How often the program had Postgres count. */
async function renewals(): Promise<number> {
  const [row] = await db.sql<{ count: number }[]>`
    select analyze_count as count from pg_stat_user_tables where relname = 'observations'`;
  return row!.count;
}

async function ingest(key: string, answers: number, headers: Record<string, string> = {}): Promise<void> {
  const body = Array.from({ length: answers }, () => completeRun({ brand: 'Lumenfold' }));
  const { status, json } = await app.call('POST', '/api/runs', { key, body, headers });
  assert.equal(status, 200);
  assert.equal(json.created, answers);
}

test('Postgres knows how many answers an organisation has, within a factor of two', async () => {
  let total = 0;
  for (const answers of [499, 1, 300, 250, 900]) {
    await ingest(org.key, answers);
    total += answers;
    if (total < 500) continue;
    const known = await expected(org);
    assert.ok(known > total / 2 && known < total * 2, `${known} of ${total}`);
  }
  // The planner is asked again at 1,050, and expects enough.
  assert.equal(await renewals(), 1);
});

test('a new organisation is known too, also when its request may be repeated', async () => {
  const other = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await ingest(other.key, 600, { 'Idempotency-Key': 'a first batch' });
  const known = await expected(other);
  assert.ok(known > 300 && known < 1_200, `${known} of 600`);
});
