import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '../../src/base/log.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { PinFile } from '../../src/features/pins/pin-files.ts';
import { pinsFolder } from '../../src/features/pins/pin-files.ts';
import { type CompletePin, PinServing } from '../../src/features/pins/serving.ts';
import type { Lease } from '../../src/snapshots/serve/version.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { madePin } from '../support/callers/pins.ts';
import { forFile } from '../support/for-file.ts';

const { app, org, call } = await withOrganisation({ brands: [{ name: 'Lumenfold' }] });
const engine = await forFile(Engine.open(app.dataDir, [pinsFolder(app.dataDir)], { memoryMb: 64 }));
const limits = { files: 2, bytes: 2 ** 30, open: 1, openMs: 60_000 };
const open = (changes: Partial<typeof limits> = {}) =>
  new PinServing(engine, app.app.services.pinFiles, createLog('silent'), { ...limits, ...changes });

/** Pins of one answer, of two, … */
const pins: CompletePin[] = [];
for (let at = 1; at <= 4; at += 1) {
  await app.ingest(org, [{ brand: 'Lumenfold' }]);
  await app.snapshot();
  const { id } = await madePin(call, { name: `pin${at}` });
  const files = await app.sql(org)<PinFile[]>`
      select name, sha256, bytes, rows, first_day::text as "firstDay" from pin_files
      where org_id = ${org.id} and pin_id = ${id}`;
  pins.push({ id, asOf: new Date(), files });
}
const runsIn = async (lease: Lease) =>
  engine.number({
    sql: `select count(*) from ${(await lease.tables(org.id)).from('runs', null)}`,
    parameters: {},
  });
const onDisk = () =>
  readdirSync(join(pinsFolder(app.dataDir), org.id)).filter((name) => name.endsWith('.duckdb'));

test('serving files are bounded on disk: the oldest goes, those in use stay readable, and one that went is made again', async () => {
  const serving = open();
  const leases: Lease[] = [];
  for (const pin of pins) {
    leases.push(await serving.lease(org.id, pin));
    assert.ok(onDisk().length <= 2, onDisk().join());
  }
  assert.deepEqual(await Promise.all(leases.map(runsIn)), [1, 2, 3, 4]);
  for (const { release } of leases) release();
  const again = await serving.lease(org.id, pins[0]!);
  assert.equal(await runsIn(again), 1);
  again.release();
  const small = open({ bytes: 1 });
  const last = await small.lease(org.id, pins[1]!);
  assert.equal(await runsIn(last), 2);
  assert.equal(onDisk().length, 1, 'the one in use');
  last.release();
});

test('many at once, over pins that are closed and opened all the time, get what they asked for [long]', async () => {
  const serving = open();
  let asked = 0;
  const client = async (first: number) => {
    for (let at = first; at < first + 12; at += 1) {
      const lease = await serving.lease(org.id, pins[at % 4]!);
      try {
        assert.equal(await runsIn(lease), 1 + (at % 4));
        asked += 1;
      } finally {
        lease.release();
        lease.release(); // once
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, at) => client(at)));
  assert.equal(asked, 96);
});
