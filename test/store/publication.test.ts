// long: kills
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createLog } from '../../src/base/log.ts';
import { connect } from '../../src/db/client.ts';
import { verifyFiles } from '../../src/files/content.ts';
import { readCurrent, readManifest, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { Publication } from '../../src/snapshots/publish/publication.ts';
import { type PublishOptions, publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import { dueAfterAnother } from '../../src/snapshots/publish/turns.ts';
import { type PublisherSettings, startPublisher } from '../../src/snapshots/publisher/publisher.ts';
import { PublishedMeanwhile } from '../../src/snapshots/sharing/shared-snapshots.ts';
import { Sharing } from '../../src/snapshots/sharing/sharing.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';
import { until } from '../support/server/app.ts';

/** The long form: STORE_KILLS=20. */
const KILLS = Number(process.env['STORE_KILLS'] ?? 4);

/** As src/snapshots/publish/publish-lock.ts has it. */
const PUBLISH_LOCK = 7_203_115;

let s3: TestS3;
const log = createLog('silent');

after(() => s3?.close());

function newFolder(): string {
  const folder = temporaryFolder();
  return folder;
}
const ingest = (executedAt = '2026-07-20T12:00:00Z') =>
  app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.', executedAt }]);
/** Publishes from a folder as a server with that DATA_DIR does. */
async function publish(dataDir: string, more: Partial<PublishOptions> = {}) {
  const made = await publishSnapshot({
    url: app.databaseUrl,
    dataDir,
    keepMinutes: 15,
    log,
    wait: true,
    sharing: new Sharing(s3.config),
    ...more,
  });
  assert.ok(made);
  return made;
}
const app = await withApp({ JOBS: 'apart' });
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
const owner = await forFile(connect(app.databaseUrl, { role: 'owner', max: 1, isLasting: true }), (it) =>
  it.end({ timeout: 1 }),
);
for (const month of [1, 2, 3, 4, 5, 6, 7]) await ingest(`2026-0${month}-15T12:00:00Z`);
if (!skipWithoutS3) s3 = await startS3();
const sharedCurrent = async () => {
  const found = await new Sharing(s3.config).snapshots.current();
  assert.ok(found && found !== 'unchanged');
  return found.current;
};
const objectsFolder = () => join(s3.folder, 'reports', 'objects');
const manifestOf = (dataDir: string, id: string) => readManifest(join(snapshotsFolder(dataDir), id));
async function countRuns(): Promise<number> {
  const [row] = await owner<{ count: number }[]>`select count(*)::int as count from runs`;
  return row?.count ?? 0;
}
/** A snapshot that whoever publishes next has the files of: all rows of the database, and no part too many. */
async function checkNext(dataDir: string): Promise<void> {
  await ingest();
  const made = await publish(dataDir);
  assert.ok(made.parts <= 1, `${made.parts} parts for one change`);
  assert.equal(made.rows['runs'], await countRuns());
  await verifyFiles(
    join(snapshotsFolder(dataDir), made.id),
    (await manifestOf(dataDir, made.id)).files,
    new Set(),
  );
}

test('whoever publishes builds upon what is in the store', { skip: skipWithoutS3 }, async () => {
  const [a, b] = [newFolder(), newFolder()];
  const first = await publish(a);
  assert.ok(first.parts > 7);
  const objects = readdirSync(objectsFolder()).length;
  assert.equal((await sharedCurrent()).id, first.id);
  await ingest();
  const second = await publish(b);
  assert.equal(second.parts, 1, 'what did not change is taken from the store');
  assert.equal((await sharedCurrent()).id, second.id);
  assert.ok(readdirSync(objectsFolder()).length - objects < 10, 'and not sent again');
  await checkNext(a);
  const confirmed = await publish(b);
  assert.equal(confirmed.isNew, false);
  const current = await sharedCurrent();
  assert.equal(current.id, confirmed.id);
  assert.equal(await readCurrent(snapshotsFolder(b)), confirmed.id);
  const { asOf } = await manifestOf(b, confirmed.id);
  assert.ok(current.asOf > asOf, 'all servers know that it is complete until now');
});

test('a publication that another was faster than is thrown away', { skip: skipWithoutS3 }, async () => {
  const [a, b] = [newFolder(), newFolder()];
  await publish(a);
  const { snapshots } = new Sharing(s3.config);
  const lock = { progressed() {}, allowFor() {} };
  const late = await Publication.begin(snapshots, snapshotsFolder(a), log, lock);
  await ingest();
  const { id } = await publish(b);
  await assert.rejects(late.makeCurrent('20990101T000000000Z-000000', 'now'), PublishedMeanwhile);
  assert.equal((await sharedCurrent()).id, id);
  await checkNext(a);
});

test(`a publisher killed at any point leaves nothing to be read twice (${KILLS} ×)`, {
  skip: skipWithoutS3,
  timeout: 60_000 + KILLS * 10_000,
}, async () => {
  const [a, b] = [newFolder(), newFolder()];
  await publish(a);
  await publish(b);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const dataDir = kill % 2 === 0 ? a : b;
    const child = fork(
      fileURLToPath(new URL('../../src/snapshots/publisher/publisher-process.ts', import.meta.url)),
      { execArgv: ['--import', import.meta.resolve('tsx/esm')] },
    );
    const ended = new Promise((done) => child.once('exit', done));
    const ready = new Promise((done) => child.once('message', done));
    child.send({
      url: app.databaseUrl,
      dataDir,
      keepMinutes: 15,
      intervalSeconds: 1,
      logLevel: 'silent',
      store: s3.config,
    } satisfies PublisherSettings);
    await ready;
    await ingest();
    // A publication takes some 0.5 to 1 s, and begins within 1.2 s.
    await sleep(Math.random() * 2_000);
    child.kill('SIGKILL');
    await ended;
  }
  const made = await publish(b);
  assert.ok(made.parts <= 1, `${made.parts} parts`);
  assert.equal(made.rows['runs'], await countRuns());
  await checkNext(a);
});

test('an object that a reader found damaged is written again, or its part is', {
  skip: skipWithoutS3,
}, async () => {
  const [a, b, c] = [newFolder(), newFolder(), newFolder()];
  const { id } = await publish(a);
  const { files } = await manifestOf(a, id);
  const file = files.find(({ name }) => /^runs-.-2026-01\.parquet$/.test(name));
  assert.ok(file);
  const object = join(objectsFolder(), file.sha256);
  const damage = () => writeFileSync(object, readFileSync(object).fill(0, 20, 24));
  const note = () => s3.store().put(`damaged/${file.sha256}`, 'x');
  damage();
  await note();
  assert.equal((await publish(a)).isNew, false, 'it has a good file');
  const { snapshots } = new Sharing(s3.config);
  assert.deepEqual(await snapshots.noted(), new Set());
  assert.ok(await s3.store().download(`objects/${file.sha256}`, join(a, 'check'), file.sha256));
  // The store is right, whatever was said of it.
  await note();
  await publish(b);
  assert.deepEqual(await snapshots.noted(), new Set());
  // Nobody has it any more.
  damage();
  await ingest();
  const made = await publish(c);
  assert.equal(made.rows['runs'], await countRuns());
  assert.ok(made.parts <= 2, `${made.parts} parts`);
  await checkNext(c);
  assert.deepEqual(await snapshots.noted(), new Set());
  await publish(newFolder());
});

test('what no kept snapshot names leaves the store', { skip: skipWithoutS3 }, async () => {
  const a = newFolder();
  const { id: old } = await publish(a);
  await ingest();
  const { id: next } = await publish(a);
  const named = async (id: string) => (await manifestOf(a, id)).files.map(({ sha256 }) => sha256);
  const [before, now] = [await named(old), new Set(await named(next))];
  const only = before.find((sha256) => !now.has(sha256));
  assert.ok(only);
  const orphan = join(objectsFolder(), 'f'.repeat(64));
  const young = join(objectsFolder(), 'e'.repeat(64));
  for (const path of [orphan, young]) writeFileSync(path, 'left by a publisher that was killed');
  // Two hours ago. Not the objects that are named: how old they are does not count.
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(orphan, longAgo, longAgo);
  const [manifests] = readdirSync(join(s3.folder, 'reports')).filter((name) => name.startsWith('schema-'));
  const folder = join(s3.folder, 'reports', manifests as string, 'manifests');
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), longAgo, longAgo);
  await publish(a);
  assert.deepEqual(readdirSync(folder), [`${next}.json`]);
  assert.ok(!existsSync(join(objectsFolder(), only)));
  assert.ok(!existsSync(orphan) && existsSync(young));
  for (const sha256 of now) assert.ok(existsSync(join(objectsFolder(), sha256)));
  unlinkSync(young);
  await checkNext(newFolder());
});

test('a publisher goes on within seconds where another is late, or dies at work', {
  timeout: 300_000,
}, async () => {
  for (const seconds of [1, 30, 300, 3_600]) {
    const lateMs = dueAfterAnother(seconds * 1000) - seconds * 1000;
    assert.ok(lateMs >= Math.min(seconds * 100, 5_000) && lateMs <= Math.min(seconds * 200, 10_000));
  }
  const dataDir = newFolder();
  const options = { url: app.databaseUrl, dataDir, keepMinutes: 15 };
  await publishSnapshot({ ...options, log, wait: true });
  await owner`update snapshot_state set publisher_at = null`; // that of the tests before has ended
  const other = connect(app.databaseUrl, { role: 'export', max: 1, isLasting: true });
  await other`select pg_advisory_lock(${PUBLISH_LOCK})`;
  const publisher = startPublisher({ ...options, intervalSeconds: 3_600, logLevel: 'silent' }, log);
  try {
    const turns = () => publisher.beat()?.turns;
    await until(() => (turns()?.left ?? 0) > 0, 120_000);
    await other.end({ timeout: 1 });
    await until(() => (turns()?.confirmed ?? 0) > 0, 120_000); // of an hour
  } finally {
    await publisher.stop();
    await other.end({ timeout: 1 });
  }
});

test('servers that do not share their snapshots do not replace each other for ever', async () => {
  const [a, b] = [newFolder(), newFolder()];
  let standbys = 0;
  const turns = (silentMs: number) => ({
    silentMs,
    onStandby: () => {
      standbys += 1;
    },
  });
  const take = (dataDir: string, silentMs = 60_000) =>
    publishSnapshot({
      url: app.databaseUrl,
      dataDir,
      keepMinutes: 15,
      log,
      wait: true,
      turns: turns(silentMs),
    });
  assert.ok((await take(a))?.isNew);
  await ingest();
  assert.equal((await take(a))?.parts, 1);
  // One without a snapshot could answer nothing: it takes over, once.
  assert.ok((await take(b))?.isNew);
  assert.equal(await take(a), null);
  assert.equal(await take(a), null);
  assert.equal(standbys, 2);
  await ingest();
  assert.equal((await take(b))?.parts, 1, 'nobody has made it read everything');
  // The other is silent.
  await until(async () => (await take(a, 50)) !== null);
  assert.equal(await take(b), null);
  // A newer version goes first.
  await owner`update snapshot_state set publisher_schema = publisher_schema + 1`;
  assert.equal(await take(a), null);
  await owner`update snapshot_state set publisher_schema = 1`;
  assert.ok(await take(b));
});
