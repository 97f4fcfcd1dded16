import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ageOf } from '../../bench/data/dataset.ts';
import { writeReport } from '../../bench/peers/report.ts';
import type { PeerResults } from '../../bench/peers/results.ts';
import { compare, percentile } from '../../bench/support/compare.ts';
import { testConsistency } from '../../bench/support/consistency-test.ts';
import { difference } from '../../bench/support/difference.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { OrgId } from '../../src/base/ids.ts';
import { openDb } from '../../src/db/client.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { startTestApp, type TestApp } from '../support/server/app.ts';
import { createTestDatabase } from '../support/server/database.ts';
import { startProgram } from '../support/server/programs.ts';

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

test('incremental exports miss, double and keep outdated no row while late commits, updates and deletes go on [long]', async () => {
  const { url, drop } = await createTestDatabase();
  const dataDir = temporaryFolder();
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
  }
});

const folder = temporaryFolder();

/** Some runs on two days, and a key that reads their reports. */
async function keyOf(app: TestApp): Promise<string> {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const days = ['2026-01-05', '2026-02-20'];
  await app.ingest(
    org,
    days.map((day, at) => ({
      externalId: `run ${at}`,
      brand: 'Lumenfold',
      executedAt: `${day}T12:00:00Z`,
      answer: 'Lumenfold.',
    })),
  );
  await app.snapshot();
  return org.key;
}

const load = (app: TestApp, key: string, json: string) =>
  startProgram('bench/run.ts', [
    ...['--url', app.url, '--key', key, '--json', json],
    ...['--seconds', '1', '--connections', '2'],
  ]).ended;

test('a running server is loaded with reports of its own, each row without an error [long]', async () => {
  await using app = await startTestApp({ RATE_LIMIT_BURST: '0' });
  const json = join(folder, 'free.json');
  const { code, stdout, stderr } = await load(app, await keyOf(app), json);
  assert.equal(code, 0, stderr);
  const { rows, runs, first, last, ...others } = JSON.parse(readFileSync(json, 'utf8'));
  assert.deepEqual([runs, last - first], [2, 46]);
  assert.ok(!('key' in others), 'the key is a secret');
  assert.equal(others.version, packageJson.version);
  assert.deepEqual(
    rows.map(({ requests, cached }: { requests: string; cached: boolean }) => [requests, cached]),
    [
      ['all kinds', true],
      ['brands', false],
      ['brands by platform and week', false],
      ['queries', false],
      ['mentions', false],
    ],
  );
  for (const { answers, busy, errors, p50, p90, p99, 'p99.9': most, overTime, rate, requests } of rows) {
    assert.deepEqual([busy, errors], [0, 0], requests);
    assert.ok(answers > 0 && rate > 0 && p50 <= p90 && p90 <= p99 && p99 <= most, requests);
    assert.ok(overTime.length > 0, requests);
    assert.match(stdout, new RegExp(`^${requests} +(yes|no) +${rate.toFixed(0)} `, 'm'));
  }
});

test('what rate limits turned away is not judged, and it says which variables lift them [long]', async () => {
  await using app = await startTestApp({ RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_BURST: '10' });
  const json = join(folder, 'limited.json');
  const { code, stderr } = await load(app, await keyOf(app), json);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /turned away by the rate limits.*\n.*RATE_LIMIT_PER_MINUTE=0 RATE_LIMIT_BURST=0 RATE_LIMIT_PER_DAY=0/,
  );
  assert.ok(!existsSync(json));
  const unknown = await load(app, 'sl_live_unknown', json);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /answered 401/);
});

/** Results in which ours is first at one thing and last at all others. */
function results(): PeerResults {
  const peers = ['Sightline', 'Postgres', 'DuckDB'];
  const each = <T>(value: (place: number) => T) =>
    Object.fromEntries(peers.map((name, at) => [name, value(at + 1)]));
  const cost = (place: number) => ({ seconds: 12 / place, cpuSeconds: 6 / place, diskBytes: 2 ** 20 });
  return {
    ...{
      peers,
      absent: [{ name: 'ClickHouse', reason: 'it took too long' }],
      scale: 0.1,
      runs: 300_000,
      about: 'Measured in a test.',
    },
    cases: ([1, 8, 64] as const).map((clients) => ({
      ...{ report: 'brands', organisation: 'largest', clients, isWarm: false },
      by: each((place) => ({
        p50: place,
        p99: 2 * place,
        perCpuSecond: 100 / place,
        bytes: 2 ** 20 / place,
      })),
    })),
    ...{ loaded: each(cost), changed: each(cost) },
  };
}

test('tables of peers have losses first, and replace those of the same size of data alone', () => {
  const place = join(folder, 'peers');
  for (const [scale, about] of [
    [0.1, 'Measured in a test.'],
    [1, 'Measured with more.'],
    [0.1, 'Measured again.'],
  ] as const)
    writeReport({ ...results(), scale, about }, place);
  assert.match(readFileSync(join(place, 'scale-1.md'), 'utf8'), /Measured with more/);
  const text = readFileSync(join(place, 'scale-0.1.md'), 'utf8');
  assert.match(text, /^# .*: 300,000 runs\n\nMeasured again\.\n/);
  assert.match(text, /\]\(scale-0\.1\.svg\)/);
  assert.match(text, /\*\*ClickHouse is not among them\*\*: it took too long\./);
  const [, losses = ''] = /## Where Sightline loses\n(.*?)\n## /s.exec(text) ?? [];
  assert.match(losses, /loading everything, CPU time \| 6 s \| DuckDB: 2 s \| 3 × \|/);
  assert.doesNotMatch(losses, /brands|bytes on disk/, 'these are not lost');
  assert.match(text, /\| brands, largest, cold \| 1 \/ 2, 100 \| 2 \/ 4, 50 \| 3 \/ 6, 33\.3 \|/);
  assert.match(readFileSync(join(place, 'scale-0.1.svg'), 'utf8'), /^<svg .*class="postgres".*<\/svg>\n$/s);
});

test('minimal servers on other databases give the same answers, and a quick run of them writes its tables [long]', {
  timeout: 600_000,
}, async () => {
  const { code, stderr } = await startProgram('bench/run.ts', ['--quick', '--only', 'peers'], {
    BENCH_DATA: folder,
  }).ended;
  assert.equal(code, 0, stderr);
  const [report = ''] = globSync(join(folder, 'scale-*/peers-report/scale-*.md'));
  const text = readFileSync(report, 'utf8');
  assert.match(text, /\*\*ClickHouse is not among them\*\*: a quick run does not install it\./);
  assert.match(text, /\| {2}\| Sightline \| Postgres \| DuckDB \|/);
  for (const name of ['brands', 'queries', 'mentions'])
    assert.equal(
      text.match(new RegExp(`^\\| ${name}, (largest|small), (cold|warm) \\|`, 'gm'))?.length,
      12,
      name,
    );
  assert.doesNotMatch(text, /NaN|Infinity/);
  assert.deepEqual(globSync(join(folder, 'scale-*/peers')), [], 'the databases of the peers are removed');
});
