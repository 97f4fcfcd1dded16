import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '../../src/base/log.ts';
import { connect } from '../../src/db/client.ts';
import { listSnapshots, snapshotsFolder, writeChecked } from '../../src/snapshots/manifest.ts';
import { publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import { PublishLock, STALLED_MS } from '../../src/snapshots/publish/publish-lock.ts';
import { check, operations } from '../support/callers/contract.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';

const INTERVAL_SECONDS = 600;
const operation = operations.find(({ id }) => id === 'getReadiness')!;

const app = await withApp({ METRICS_PORT: '0', SNAPSHOT_INTERVAL_SECONDS: String(INTERVAL_SECONDS) });
const owner = await forFile(connect(app.databaseUrl, { role: 'owner', max: 2 }), (it) =>
  it.end({ timeout: 1 }),
);

async function ready(query = '') {
  const answer = await app.call('GET', `/health/ready${query}`);
  check(operation, answer);
  return answer;
}
async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now();
  return [await work, performance.now() - startedAt];
}
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${app.app.metricsPort()}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `)) ?? '';
  return Number(line.slice(name.length + 1) || Number.NaN);
}
/** Says that the snapshot was last found complete so long ago, as a publisher that fails since leaves it. */
async function age(seconds: number): Promise<void> {
  const id = app.app.services.reports.current()?.id ?? '';
  await writeChecked(snapshotsFolder(app.dataDir), id, new Date(Date.now() - seconds * 1000).toISOString());
}

test('ready tells of writes and of the snapshot', async () => {
  for (const query of ['', '?for=reports', '?for=writes']) {
    // On a busy machine a write may take too long once.
    await until(async () => (await ready(query)).json.checks?.writes.status === 'ok');
    const { status, json } = await ready(query);
    assert.equal(status, 200);
    const { ageSeconds, ...snapshot } = json.checks.snapshot;
    assert.deepEqual([json.status, snapshot], ['ready', { status: 'ok' }]);
    assert.ok(ageSeconds >= 0 && ageSeconds < 60);
  }
  assert.equal((await ready('?for=nothing')).status, 400);
});

test('a snapshot that has missed five intervals is failing, in ready and in metrics, and reports go on', async () => {
  const isFailing = async () => (await ready()).json.checks.snapshot.status === 'failing';
  // The server's own publisher comes at its start, which a busy machine puts off: it would confirm the snapshot here.
  const exporting = await PublishLock.take(app.databaseUrl, true, STALLED_MS, () => {});
  await age(4.9 * INTERVAL_SECONDS);
  await until(async () => (await ready()).json.checks.snapshot.ageSeconds > INTERVAL_SECONDS);
  assert.deepEqual([await isFailing(), await metric('sightline_snapshot_failing')], [false, 0]);
  await age(5.1 * INTERVAL_SECONDS);
  await until(isFailing);
  await until(async () => (await ready('?for=writes')).status === 200);
  const { json } = await ready();
  assert.match(json.checks.snapshot.reason, /older than 3000 s/);
  assert.equal(await metric('sightline_snapshot_failing'), 1);
  await exporting?.release();
  // The next export finds nothing new, and says so.
  const { databaseUrl: url, dataDir } = app;
  await publishSnapshot({ url, dataDir, keepMinutes: 15, log: createLog('silent'), wait: true });
  await until(async () => !(await isFailing()));
  assert.equal(await metric('sightline_snapshot_failing'), 0);
});

test('where writes are refused, ready for writes is 503 and ready is 200, without a word of the database', async () => {
  await owner`revoke update on write_check from sightline_app`;
  await until(async () => (await ready('?for=writes')).status === 503);
  const { json, headers } = await ready('?for=writes');
  assert.deepEqual(json, { error: 'unavailable', message: 'Writes fail. The database denies permission.' });
  assert.ok(headers.get('retry-after'));
  const { status, json: body } = await ready();
  assert.deepEqual(
    [status, body.checks.writes],
    [200, { status: 'failing', reason: 'The database denies permission.' }],
  );
  await owner`grant update on write_check to sightline_app`;
  await until(async () => (await ready('?for=writes')).status === 200);
});

test('where writes wait, ready answers within two seconds, and many probes write once', async () => {
  const waiting = () => owner<{ count: number }[]>`
    select count(*) from pg_stat_activity where query like 'update write_check%' and wait_event_type = 'Lock'
      and datname = current_database()`;
  await owner.begin(async (tx) => {
    await tx`lock table write_check`;
    await until(async () => (await ready('?for=writes')).status === 503);
    const answers = await Promise.all(Array.from({ length: 100 }, () => timed(ready('?for=writes'))));
    assert.ok(answers.every(([{ status, json }]) => status === 503 && /does not answer/.test(json.message)));
    // The quickest, because this process asks and answers a hundred at once on a machine that may be busy.
    assert.ok(Math.min(...answers.map(([, ms]) => ms)) < 2_000);
    assert.equal((await waiting())[0]?.count, 1);
    assert.equal((await ready()).status, 200);
  });
  await until(async () => (await ready('?for=writes')).status === 200);
  const written = async () => (await owner<{ at: Date }[]>`select checked_at as at from write_check`)[0]?.at;
  const before = await written();
  await until(async () => (await ready()).status === 200 && String(await written()) !== String(before));
  const [last, startedAt] = [await written(), performance.now()];
  await Promise.all(Array.from({ length: 50 }, () => ready()));
  if (performance.now() - startedAt < 500) assert.deepEqual(await written(), last);
});

test('a server without a snapshot is not ready, for anything', async () => {
  // The server's own publisher, which a busy machine puts off, would publish another one.
  const publishing = await PublishLock.take(app.databaseUrl, true, STALLED_MS, () => {});
  // Older ones too: one that is still kept would be served in its place.
  const folder = snapshotsFolder(app.dataDir);
  for (const id of await listSnapshots(folder)) writeFileSync(join(folder, id, 'REFUSED'), '');
  await until(async () => (await ready()).status === 503);
  assert.match((await ready()).json.message, /no snapshot/);
  await until(async () => (await metric('sightline_snapshot_failing')) === 1);
  await publishing?.release();
  await app.snapshot();
  assert.equal((await ready()).status, 200);
});
