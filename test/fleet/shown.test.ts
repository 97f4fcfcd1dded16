import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newSnapshotId } from '../../src/snapshots/manifest.ts';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';

let app: TestApp;
let organisation: TestOrganisation;

before(async () => {
  app = await startTestApp();
  organisation = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
});
after(() => app?.close());

const report = (shown: string) =>
  app.call('POST', '/api/customer/v1/reports/brands', {
    key: organisation.key,
    headers: { 'X-Snapshot-Shown': shown },
  });

test('a connection that has shown a newer snapshot elsewhere is answered from one as new', async () => {
  const before = app.app.services.reports.current()?.id;
  // What another server shows already, and this one will in a moment.
  const asking = report(newSnapshotId(new Date()));
  const id = await app.snapshot();
  const { status, headers, json } = await asking;
  assert.notEqual(id, before);
  assert.deepEqual([status, headers.get('x-snapshot-id'), json.total], [200, id, 1]);
});

test('what never comes is waited for 5 s; what no clock has reached, or is no id, is not', async () => {
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
