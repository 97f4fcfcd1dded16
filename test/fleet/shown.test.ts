import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Publisher } from '../../bench/support/publisher.ts';
import { createLog } from '../../src/base/log.ts';
import { newSnapshotId } from '../../src/snapshots/manifest.ts';
import { publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import { withApp } from '../support/callers/organisation.ts';
import { temporaryFolder } from '../support/for-file.ts';

const app = await withApp({});
const organisation = await app.organisation({ brands: [{ name: 'Lumenfold' }] });

const report = (shown: string) =>
  app.call('POST', '/api/customer/v1/reports/brands', {
    key: organisation.key,
    headers: { 'X-Snapshot-Shown': shown },
  });

test('a connection that has shown a newer snapshot elsewhere is answered from one as new', async () => {
  const before = app.app.services.reports.current()?.id;
  // Made elsewhere, so that this server is only behind by the time that it takes to switch.
  const elsewhere = temporaryFolder();
  const made = { url: app.databaseUrl, dataDir: elsewhere, keepMinutes: 15, log: createLog('silent') };
  const { id } = (await publishSnapshot(made)) ?? assert.fail('another publisher is at work');
  const publisher = new Publisher(elsewhere, app.dataDir);
  await publisher.bring(id);
  const asking = report(id);
  await publisher.publish(id);
  const { status, headers, json } = await asking;
  assert.notEqual(id, before);
  assert.deepEqual([status, headers.get('x-snapshot-id'), json.total], [200, id, 1]);
});

test('what never comes is waited for 5 s; what no clock has reached, or is no id, is not [long]', async () => {
  const current = app.app.services.reports.current()?.id;
  for (const [shown, isWaitedFor] of [
    [newSnapshotId(new Date()), true],
    [newSnapshotId(new Date(Date.now() + 3_600_000)), false],
    ['zzz', false],
    [current ?? '', false],
  ] as const) {
    const startedAt = performance.now();
    const { status, headers } = await report(shown);
    assert.deepEqual([status, headers.get('x-snapshot-id')], [200, current]);
    assert.equal(performance.now() - startedAt > 4_900, isWaitedFor, shown);
  }
});
