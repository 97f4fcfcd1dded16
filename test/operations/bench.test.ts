import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ageOf } from '../../bench/data/dataset.ts';
import { compare, percentile } from '../../bench/support/compare.ts';
import { testConsistency } from '../../bench/support/consistency-test.ts';
import { difference } from '../../bench/support/difference.ts';
import type { OrgId } from '../../src/base/ids.ts';
import { openDb } from '../../src/db/client.ts';
import { createTestDatabase } from '../support/database.ts';

/** Seeds of the consistency test; more of them take seconds each. */
const SEEDS = Number(process.env['CONSISTENCY_SEEDS'] ?? 1);

test('a figure is the median of the rounds’ own ratios', () => {
  // A slow stretch of the machine falls on both sides of a round.
  assert.deepEqual(compare([10, 100, 11], [20, 200, 20]), {
    ratio: 0.5,
    subject: 11,
    reference: 20,
    rounds: 3,
  });
  assert.equal(percentile([4, 1, 3, 2], 50), 2.5);
});

test('kept data is migrated where only newer migrations came, and made again where one was edited', () => {
  const known = { '0001_a': 'x', '0002_b': 'y' };
  assert.equal(ageOf(known, known), 'same');
  assert.equal(ageOf({ '0001_a': 'x' }, known), 'older');
  assert.equal(ageOf({ '0001_a': 'edited' }, known), 'another');
  assert.equal(ageOf({ ...known, '0003_c': 'z' }, known), 'another');
});

test('incremental exports miss, double and keep outdated no row while late commits, updates and deletes go on', async () => {
  const { url, drop } = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-consistency-'));
  const place = { url, dataDir };
  try {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { rows, missed, extra, late } = await testConsistency(place, { seed, rounds: 2, writes: 20 });
      assert.deepEqual({ seed, missed, extra }, { seed, missed: 0, extra: 0 });
      assert.ok(rows > 100, `${rows} rows`);
      assert.ok(late > 0, 'no transaction was open while an export read');
    }
    // What such a loss would look like: a change that no note tells of.
    const db = await openDb(url);
    const [organisation] = await db.sql<{ id: OrgId }[]>`select id from organisations limit 1`;
    await db.tenant(
      organisation!.id,
      (tx) => tx`update brands set name = name || '!' where org_id = ${organisation!.id}`,
    );
    await db.close();
    const { missed, extra } = await difference(place);
    assert.ok(missed >= 3 && extra === missed, `${missed} missed, ${extra} extra`);
  } finally {
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
