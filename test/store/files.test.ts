// long: starts servers with an object store
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type App, createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/base/config.ts';
import { createLog, type Log } from '../../src/base/log.ts';
import { sweepExports } from '../../src/features/exports/files.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { downloadExport, makeExport } from '../support/callers/exports.ts';
import { madePin } from '../support/callers/pins.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';
import { callerAt, startTestApp, type TestApp, type TestOrganisation, until } from '../support/server/app.ts';

/** A server with a DATA_DIR of its own. */
interface Server {
  app: App;
  /** As a test's own server, at the address of this one. */
  world: TestApp;
  call: Caller;
  dataDir: string;
}

let world: TestApp;
let org: TestOrganisation;
let token: string;
let s3: TestS3;
/** Makes snapshots, exports and pins. */
let maker: Server;
/** Has what the store has. */
let other: Server;
const lines: string[] = [];
const log = new Proxy(createLog('silent'), {
  get: (_target, level) => (_fields: object, message: string) => lines.push(`${String(level)} ${message}`),
}) as Log;

before(
  async () => {
    if (skipWithoutS3) return;
    world = await startTestApp({ JOBS: 'apart', PUBLISH: 'off' });
    org = await world.organisation({ brands: [{ name: 'Lumenfold' }] });
    await world.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.' }]);
    s3 = await startS3();
    token = await world.login(org);
    maker = await startServer({ SNAPSHOT_INTERVAL_SECONDS: '1' });
    other = await startServer({ SNAPSHOT_INTERVAL_SECONDS: '1', PUBLISH: 'apart', JOBS: 'apart' });
    await until(() => maker.app.isServing() && other.app.isServing());
  },
  { timeout: 180_000 },
);
after(async () => {
  for (const server of [maker, other]) {
    await server?.app.close();
  }
  await world?.close();
  await s3?.close();
});

async function startServer(more: Record<string, string>): Promise<Server> {
  const dataDir = temporaryFolder();
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: dataDir,
    JWT_SECRET: 'a secret of tests that is long enough',
    ENCRYPTION_KEY: 'another secret of tests, long enough',
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_DAY: '0',
    LOG_LEVEL: 'silent',
    ...s3.variables,
    ...more,
  });
  const app = await createApp(config, log);
  const { port } = await app.listen();
  const url = `http://127.0.0.1:${port}`;
  const call = callerAt(() => url);
  const at = { ...world, app, url, dataDir, call };
  return { app, world: at, call: callerWith(at, token), dataDir };
}

const download = async ({ world: at }: Server, id: string) => {
  const response = await downloadExport(at, token, id);
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    content: Buffer.from(await response.arrayBuffer()),
  };
};
const exported = () => makeExport(maker.call, { report: 'BRANDS', format: 'CSV' });
const pinned = (server: Server, name: string) => server.world.report(org, 'brands', undefined, name);
const current = async (server: Server) => (await server.world.report(org, 'brands')).json.data[0];
/** The files of an area in the store, or in a server's folder. */
const files = (root: string, area: string) => globSync(`${area}/*/*`, { cwd: root }).toSorted();
const stored = (area: string) => files(join(s3.folder, 'reports'), area);

test('an export that one server made downloads from another, byte for byte, and is gone on both', {
  skip: skipWithoutS3,
}, async () => {
  const { id } = await exported();
  const here = await download(maker, id);
  assert.equal(here.status, 200);
  assert.deepEqual(files(other.dataDir, 'exports'), []);
  const there = await Promise.all([download(other, id), download(other, id)]);
  for (const { status, content } of there) {
    assert.equal(status, 200);
    assert.ok(content.equals(here.content));
  }
  const [name = ''] = files(other.dataDir, 'exports');
  assert.deepEqual(stored('exports'), [name]);
  // A copy that nobody used for long goes from the folder, and comes back.
  const { db, exportFiles } = other.app.services;
  await sweepExports(db, exportFiles, [org.id]);
  assert.ok(existsSync(join(other.dataDir, name)));
  utimesSync(join(other.dataDir, name), 0, 0);
  await sweepExports(db, exportFiles, [org.id]);
  assert.ok(!existsSync(join(other.dataDir, name)));
  assert.ok((await download(other, id)).content.equals(here.content));

  assert.equal((await other.call('deleteExport', { ids: [id] })).status, 204);
  for (const server of [maker, other]) assert.equal((await download(server, id)).status, 404);
  assert.deepEqual(stored('exports'), []);
  assert.deepEqual(files(other.dataDir, 'exports'), []);
  await sweepExports(db, maker.app.services.exportFiles, [org.id]);
  assert.deepEqual(files(maker.dataDir, 'exports'), []);
});

test('a pin that one server made is served by another with the same digits, and is gone on both', {
  skip: skipWithoutS3,
}, async () => {
  const { id } = await madePin(maker.call, { name: 'quarter' });
  await world.ingest(org, [{ brand: 'Lumenfold', answer: 'None.' }]);
  const [here, there] = [await pinned(maker, 'quarter'), await pinned(other, 'quarter')];
  assert.equal(here.status, 200);
  assert.equal(there.status, 200, there.text);
  assert.equal(there.text, here.text);
  assert.ok(stored('pins').length > 0);
  assert.equal((await other.call('deletePin', { ids: [id] })).status, 204);
  assert.deepEqual(stored('pins'), []);
  for (const server of [maker, other]) assert.notEqual((await pinned(server, 'quarter')).status, 200);
});

test('while the store is away, what is not here is 503 with Retry-After; then it is 200', {
  skip: skipWithoutS3,
}, async () => {
  const { id } = await exported();
  // A pin of other content than the one before, whose files the other server has had.
  await world.ingest(org, [{ brand: 'Lumenfold', answer: 'Nothing.' }]);
  await until(async () => (await current(maker)).visibility_total === 3);
  await madePin(maker.call, { name: 'away' });
  await s3.stop();
  const [early, pin] = await Promise.all([download(other, id), pinned(other, 'away')]);
  assert.equal(early.status, 503);
  assert.equal(early.retryAfter, '1');
  assert.equal(pin.status, 503, pin.text);
  assert.ok(pin.headers.get('retry-after'));
  assert.equal((await download(maker, id)).status, 200, 'what is here is served');
  // An export that is asked for meanwhile is made when the store is back.
  const { json: asked } = await maker.call('createExport', { body: { report: 'BRANDS', format: 'CSV' } });
  await s3.start();
  assert.equal((await download(other, id)).status, 200);
  assert.equal((await pinned(other, 'away')).status, 200);
  await until(async () => (await download(other, asked.id)).status === 200, 45_000);
});

test('a damaged object is refused, with an alarm; one of nobody is removed', {
  skip: skipWithoutS3,
}, async () => {
  const { id } = await exported();
  const name = stored('exports').find((each) => each.includes(id)) ?? assert.fail('it is not stored');
  const object = join(s3.folder, 'reports', name);
  const good = readFileSync(object);
  writeFileSync(object, Buffer.from(good).fill(0, 3, 6));
  lines.length = 0;
  const refused = await download(other, id);
  assert.equal(refused.status, 409);
  assert.ok(lines.includes('error ALARM: an object of the store is damaged'), lines.join('\n'));
  assert.deepEqual(
    files(other.dataDir, 'exports').filter((each) => each.includes(id)),
    [],
  );
  writeFileSync(object, good);
  assert.ok((await download(other, id)).content.equals(good));

  const { db, exportFiles } = other.app.services;
  await exportFiles.put(org.id, { name: 'stray.csv', sha256: sha256Of(name) }, join(other.dataDir, name));
  assert.ok(stored('exports').some((each) => each.endsWith('stray.csv')));
  await sweepExports(db, exportFiles, await exportFiles.organisations());
  assert.ok(!stored('exports').some((each) => each.endsWith('stray.csv')));
  assert.ok(stored('exports').includes(name));
});

/** The SHA-256 that the name of an export's object has. */
function sha256Of(name: string): string {
  return name.split('.')[1] ?? '';
}
