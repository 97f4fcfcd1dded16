// long: starts servers on damaged files
import assert from 'node:assert/strict';
import { closeSync, openSync, readSync, statSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { Buckets } from '../../src/snapshots/buckets.ts';
import { servingFile, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import {
  completeRun,
  startTestApp,
  type TestApp,
  type TestOrganisation,
  until,
} from '../support/server/app.ts';
import { startProgram } from '../support/server/programs.ts';

const RUNS = 1_000;
const FIRST_BLOCK = 3 * 4096;
const BLOCK = 262_144;

let app: TestApp;
let org: TestOrganisation;
afterEach(() => app?.close());

async function start(variables: Record<string, string>): Promise<void> {
  app = await startTestApp({ METRICS_PORT: '0', ...variables });
  org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const many = Array.from({ length: RUNS }, (_, at) =>
    completeRun({
      brand: 'Lumenfold',
      answer: `Lumenfold is number ${at}.`,
      queryText: `Which lamp is ${at}?`,
    }),
  );
  await app.ingest(org, many);
  await app.snapshot();
  await until(() => app.app.isServing());
}

const report = (id: string) =>
  app.call('POST', `/api/customer/v1/reports/${id}`, {
    key: org.key,
    body: { limit: 10_000 },
    headers: { Connection: 'close' }, // to any thread
  });
const ready = async () => (await app.call('GET', '/health/ready')).json?.checks?.snapshot?.status;
async function refusals(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${app.app.metricsPort()}/metrics`)).text();
  return Number(/^sightline_snapshot_refusals_total (\d+)/m.exec(text)?.[1]);
}

/** As a disk does it: a bit of each block, and nothing else about the file changes. */
function damageServingFile(): void {
  const id = app.app.services.reports.current()?.id ?? '';
  const path = join(snapshotsFolder(app.dataDir), id, servingFile(new Buckets().of(org.id)));
  const { atime, mtime, size } = statSync(path);
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  for (let at = FIRST_BLOCK + BLOCK / 4; at < size; at += BLOCK) {
    readSync(file, byte, 0, 1, at);
    byte[0]! ^= 1;
    writeSync(file, byte, 0, 1, at);
  }
  closeSync(file);
  utimesSync(path, atime, mtime);
}

for (const workers of ['1', '2'])
  test(`a block that is found damaged by a report is healed by itself: no 500, all rows (WORKERS=${workers})`, async () => {
    await start({ WORKERS: workers, SNAPSHOT_INTERVAL_SECONDS: '86400' });
    damageServingFile();
    const seen: number[] = [];
    await until(async () => {
      const { status, json, headers } = await report('mentions');
      seen.push(status);
      if (status === 503) assert.ok(headers.get('retry-after'));
      return status === 200 && json.total === RUNS;
    });
    // A thread that had not begun to serve it yet refuses it before any report does.
    if (workers === '1') assert.ok(seen.includes(503), 'the damage was met by a report');
    assert.deepEqual(
      [...new Set(seen)].filter((status) => status !== 200 && status !== 503),
      [],
    );
    assert.ok((await refusals()) >= 1);
    for (const id of ['brands', 'queries', 'mentions']) {
      const { status, json } = await report(id);
      assert.deepEqual([status, json.total], [200, id === 'brands' ? 1 : RUNS], id);
    }
    await until(async () => (await ready()) === 'ok');
  });

test('while it is not healed, ready tells of it; the command snapshot heals it', async () => {
  await start({});
  damageServingFile();
  await until(async () => (await report('mentions')).status !== 200);
  await until(async () => (await ready()) === 'failing');
  assert.notEqual((await report('mentions')).status, 500);
  const { code, stdout, stderr } = await startProgram('src/cli.ts', ['snapshot'], {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
  }).ended;
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /Nothing has changed/);
  assert.match(stdout, new RegExp(`runs=${RUNS} `));
  await until(async () => (await ready()) === 'ok');
  assert.equal((await report('mentions')).json.total, RUNS);
});
