import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { createLog } from '../../src/base/log.ts';
import { Engine } from '../../src/engine/engine.ts';
import { verifyFiles } from '../../src/files/content.ts';
import { Buckets } from '../../src/snapshots/buckets.ts';
import { noteBrandsChanged } from '../../src/snapshots/changes.ts';
import {
  newSnapshotId,
  readCurrent,
  readManifest,
  servingFile,
  snapshotsFolder,
  writeCurrent,
  writeManifest,
} from '../../src/snapshots/manifest.ts';
import { publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import type { PublisherSettings } from '../../src/snapshots/publisher/publisher.ts';
import { Catalog } from '../../src/snapshots/serve/catalog.ts';
import { withApp } from '../support/callers/organisation.ts';
import { completeRun, until } from '../support/server/app.ts';
import { flipBit } from '../support/server/damage.ts';

const RUNS = 2_000;
/** `KILLS=100` for the long form. */
const KILLS = Number(process.env['KILLS'] ?? 6);
const log = createLog('silent');

const folder = () => join(app.dataDir, 'snapshots');
const brands = (headers: Record<string, string> = {}) =>
  app.call('POST', '/api/customer/v1/reports/brands', { key: org.key, headers });
const served = () => app.app.services.reports.current()!.id;
const app = await withApp({});
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
const many = Array.from({ length: RUNS / 2 }, () => ({ brand: 'Lumenfold', answer: 'Lumenfold.' }));
await app.ingest(org, many.map(completeRun));
await app.ingest(org, many.map(completeRun));
await app.snapshot();
/** Notes a change, so that the next export has work to do. */
const touch = () => app.app.services.db.tenant(org.id, (tx) => noteBrandsChanged(tx, org.id));
const exported = (dataDir: string) =>
  publishSnapshot({ url: app.databaseUrl, dataDir, keepMinutes: 15, log, wait: true });

/** Publishes a copy of the snapshot served that was damaged before any reader saw it. @returns its id */
async function publishDamaged(damage: (path: string) => void): Promise<string> {
  const id = newSnapshotId(new Date());
  const staging = join(folder(), `${id}.tmp`);
  cpSync(join(folder(), served()), staging, { recursive: true });
  damage(staging);
  renameSync(staging, join(folder(), id));
  await writeCurrent(folder(), id);
  return id;
}

const aPart = (path: string) => readdirSync(path).find((name) => /^runs-.*\.parquet$/.test(name))!;
const aMonth = (path: string) => readdirSync(path).find((name) => /^runs-.*\.duckdb$/.test(name))!;
const DAMAGE: Record<string, (path: string) => void> = {
  'a flipped bit': (path) => flipBit(join(path, servingFile(new Buckets().of(org.id)))),
  'a flipped bit in the rows of a month': (path) => flipBit(join(path, aMonth(path))),
  'a flipped bit in a part': (path) => flipBit(join(path, aPart(path))),
  'a cut file': (path) => truncateSync(join(path, servingFile('3')), 4096),
  'a missing file': (path) => rmSync(join(path, servingFile('f'))),
  'no manifest': (path) => rmSync(join(path, 'manifest.json')),
  'an edited manifest': (path) => {
    const manifest = join(path, 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"bytes":', '"bytes":1'));
  },
};

for (const [name, damage] of Object.entries(DAMAGE)) {
  test(`a snapshot with ${name} is refused, and the one before serves`, async () => {
    const good = served();
    const bad = await publishDamaged(damage);
    await until(() => existsSync(join(folder(), bad, 'REFUSED')));
    const { status, json, headers } = await brands();
    assert.deepEqual([status, headers.get('x-snapshot-id')], [200, good]);
    assert.equal(json.data[0].visibility_total, RUNS);
    assert.equal((await brands({ 'X-Snapshot-Id': bad })).status, 410);
  });
}

test('the next export heals it, though no row has changed', async () => {
  const [before, refused] = [served(), await readCurrent(folder())];
  const healed = await app.snapshot();
  assert.ok(healed !== before && healed !== refused);
  assert.equal((await brands()).json.data[0].visibility_total, RUNS);
});

test('a server that starts with a damaged snapshot serves the one before', async () => {
  const good = served();
  const bad = await publishDamaged(DAMAGE['a flipped bit']!);
  const engine = await Engine.open(app.dataDir, [snapshotsFolder(app.dataDir)], { memoryMb: 256 });
  const catalog = new Catalog(engine, { dataDir: app.dataDir, keepMinutes: 15, log });
  await catalog.start();
  assert.equal(catalog.current()?.id, good);
  const healed = await app.snapshot();
  assert.notEqual(healed, bad);
  await until(() => catalog.current()?.id === healed);
  await catalog.close();
  await engine.close();
});

test('a snapshot of another version of the program is no alarm: it is not served, and made anew', async () => {
  const other = await publishDamaged(() => {});
  const path = join(folder(), other);
  await until(() => served() === other);
  await writeManifest(path, { ...(await readManifest(path)), id: other, schemaVersion: 1 });
  const lines: string[] = [];
  const log = new Proxy(createLog('silent'), {
    get: (_target, level) => (_fields: object, message: string) => lines.push(`${String(level)} ${message}`),
  });
  const engine = await Engine.open(app.dataDir, [snapshotsFolder(app.dataDir)], { memoryMb: 256 });
  const catalog = new Catalog(engine, { dataDir: app.dataDir, keepMinutes: 15, log });
  await catalog.start();
  assert.ok(catalog.current() !== null && catalog.current()?.id !== other);
  assert.deepEqual(
    lines.filter((line) => /^(error|warn)|ALARM/.test(line)),
    [],
  );
  assert.ok(!existsSync(join(path, 'REFUSED')));
  const made = await app.snapshot();
  await until(() => catalog.current()?.id === made);
  await catalog.close();
  await engine.close();
});

test('a file that lost a bit since it was found good is noticed after the start, and the one before serves', async () => {
  const good = served();
  const id = await publishDamaged(() => {});
  const file = join(folder(), id, servingFile(new Buckets().of(org.id)));
  await until(
    () =>
      served() === id &&
      readFileSync(join(folder(), 'VERIFIED'), 'utf8').includes(String(statSync(file).ino)),
  );
  flipBit(file);
  const engine = await Engine.open(app.dataDir, [snapshotsFolder(app.dataDir)], { memoryMb: 256 });
  const catalog = new Catalog(engine, { dataDir: app.dataDir, keepMinutes: 15, log });
  await catalog.start();
  await until(() => catalog.current()?.id === good);
  const healed = await app.snapshot();
  await until(() => catalog.current()?.id === healed);
  await catalog.close();
  await engine.close();
});

test('a part that was damaged on the disk is built into no new snapshot', async () => {
  const path = join(folder(), served());
  // In place: snapshots share the files that did not change.
  flipBit(join(path, readdirSync(path).find((name) => /^daily-/.test(name))!));
  await app.ingest(org, [{ brand: 'Lumenfold', executedAt: '2026-01-01T00:00:00Z' }]);
  await app.snapshot();
  assert.equal((await brands()).json.data[0].visibility_count, RUNS);
  const id = (await readCurrent(folder()))!;
  await verifyFiles(join(folder(), id), (await readManifest(join(folder(), id))).files, new Set());
});

test(`a publisher killed at any of ${KILLS} points leaves a whole snapshot, and the next one finishes [long]`, async () => {
  const publisher = (): ChildProcess =>
    fork(fileURLToPath(new URL('../../src/snapshots/publisher/publisher-process.ts', import.meta.url)), {
      execArgv: [],
    });
  const orders: PublisherSettings = {
    url: app.databaseUrl,
    dataDir: app.dataDir,
    keepMinutes: 0,
    intervalSeconds: 3600,
    logLevel: 'silent',
  };
  await touch();
  const { seconds } = (await exported(app.dataDir))!;
  const delays = fc.sample(fc.integer({ min: 0, max: 100 }), { seed: 26, numRuns: KILLS });
  let interrupted = 0;
  // The next one loads its program while this one works.
  let next = publisher();
  for (const delay of delays) {
    const child = next;
    await touch();
    const before = await readCurrent(folder());
    const ended = new Promise((done) => child.once('exit', done));
    child.send(orders);
    next = publisher();
    // From taking the lock to a little after the snapshot is published.
    await sleep((delay / 100) * seconds * 1500);
    child.kill('SIGKILL');
    await ended;
    const current = (await readCurrent(folder()))!;
    if (current === before) interrupted += 1;
    await verifyFiles(
      join(folder(), current),
      (await readManifest(join(folder(), current))).files,
      new Set(),
    );
  }
  const last = new Promise((done) => next.once('exit', done));
  next.kill('SIGKILL');
  await last;
  assert.ok(interrupted > KILLS / 4, `${interrupted} kills came before the new snapshot was current`);
  await touch();
  const made = (await exported(app.dataDir))!;
  assert.deepEqual([made.isNew, made.rows['runs']], [true, RUNS + 1]);
  await until(() => served() === made.id);
  assert.equal((await brands()).json.data[0].visibility_total, RUNS);
  assert.deepEqual(
    readdirSync(folder()).filter((name) => name.endsWith('.tmp')),
    [],
  );
});
