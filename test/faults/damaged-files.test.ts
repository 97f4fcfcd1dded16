// long: damages every small file and starts anew
import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type App, createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/base/config.ts';
import { OperatorError } from '../../src/base/errors.ts';
import { createLog, type Log } from '../../src/base/log.ts';
import { useEmbeddedPostgres } from '../../src/db/embedded.ts';
import { type Demo, makeDemo } from '../../src/features/demo/demo.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { downloadExport, makeExport } from '../support/callers/exports.ts';
import { madePin } from '../support/callers/pins.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { callerAt, completeRun, type TestApp, until } from '../support/server/app.ts';

/** Larger files are data. Snapshots' own are checked by their manifest: see snapshot-damage.test.ts. */
const MOST_BYTES = 64 << 10;
/** What is wrong has to show within this. */
const SHOWN_MS = 60_000;
/** A case takes a second, or five on a busy machine. */
const TIMEOUT_MS = 400_000;
const BRAND = 'Damage Test';

/** A server in this process, over the embedded Postgres of the data folder, which this test keeps running. */
interface Server {
  app: App;
  world: TestApp;
  call: Caller;
  demo: Demo;
  token: string;
}

const dataDir = temporaryFolder();
const lines: string[] = [];
const log = new Proxy(createLog('silent'), {
  get: (_target, level) => (fields: object, message: string) =>
    lines.push(`${String(level)} ${message} ${JSON.stringify(fields)}`),
}) as Log;

let server: Server | null = null;
let ingested = 0;

after(stop);

async function start(): Promise<Server> {
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
  });
  // Shorter than an operator can have it.
  const app = await createApp({ ...config, snapshotIntervalSeconds: 0.3 }, log);
  try {
    const demo = await makeDemo(app.services, dataDir);
    const { port } = await app.listen();
    const url = `http://127.0.0.1:${port}`;
    const world = { app, url, dataDir, call: callerAt(() => url) } as TestApp;
    const token = await tokenOf(world, demo);
    server = { app, world, demo, token, call: callerWith(world, token) };
    return server;
  } catch (error) {
    await app.close();
    throw error;
  }
}
async function stop(): Promise<void> {
  await server?.app.close();
  server = null;
}

async function tokenOf(world: TestApp, { email, password }: Demo): Promise<string> {
  const { status, json, text } = await world.call('POST', '/api/auth/login', { body: { email, password } });
  assert.equal(status, 200, text);
  return json.accessToken;
}
const report = (world: TestApp, { apiKey }: Demo, snapshot?: string) =>
  world.call('POST', '/api/customer/v1/reports/brands', {
    key: apiKey,
    headers: snapshot ? { 'X-Snapshot-Id': snapshot } : {},
  });

/** That new answers reach the reports, all of them, under a time that is true. */
async function publishes({ world, demo }: Server): Promise<void> {
  const run = completeRun({ brand: BRAND, answer: `${BRAND} wins.` });
  const { status, json, text } = await world.call('POST', '/api/runs', { key: demo.apiKey, body: [run] });
  assert.deepEqual([status, json.created], [200, 1], text);
  ingested += 1;
  await until(async () => {
    const { status, json, headers } = await report(world, demo);
    if (status !== 200) {
      assert.equal(status, 503);
      return false;
    }
    const isOurs = ({ brand }: { brand: { name: string } }) => brand.name === BRAND;
    const count = json.data.find(isOurs)?.visibility_total ?? 0;
    const ageMs = Date.now() - Date.parse(headers.get('x-data-as-of') ?? '');
    assert.ok(ageMs > -5_000 && ageMs < 2 * SHOWN_MS, `the data is of ${headers.get('x-data-as-of')}`);
    // The snapshot before the damaged one may be served until another is made.
    assert.ok(count <= ingested && count >= ingested - 2, `${count} of ${ingested} answers`);
    return count === ingested;
  }, SHOWN_MS);
}
await forFile(useEmbeddedPostgres(dataDir, createLog('silent')), (it) => it.release());
const first = await start();
const { world, call, demo, token } = first;
const made = await call('createBrand', { body: { name: BRAND } });
assert.equal(made.status, 201, made.text);
await publishes(first);
// What an export and a pinned report hold.
const exportId = (await makeExport(call, { report: 'BRANDS', format: 'CSV' })).id;
const exported = await (await downloadExport(world, token, exportId)).text();
await madePin(call, { name: 'kept' });
const pinned = (await report(world, demo, 'kept')).text;
await stop();
await start();

/** That files which were made once are given as they were, or not at all. */
async function keeps({ world, call, demo, token }: Server): Promise<void> {
  const download = await downloadExport(world, token, exportId);
  assert.ok([200, 409].includes(download.status), `the export is ${download.status}`);
  if (download.status === 200) assert.equal(await download.text(), exported);
  const { status, text } = await report(world, demo, 'kept');
  assert.ok([200, 410].includes(status), `the pin is ${status}: ${text}`);
  if (status === 200) assert.equal(text, pinned);
  assert.equal((await call('listBrands')).status, 200);
}

const FLIPPED = 'a flipped bit at a third of';
/** Flips a bit at a part of the length. */
const flip = (part: number) => (path: string) => {
  const bytes = readFileSync(path);
  bytes[Math.floor(bytes.length * part)]! ^= 8;
  writeFileSync(path, bytes);
};
const DAMAGE: Record<string, (path: string) => void> = {
  'a flipped bit at the beginning of': flip(0.15),
  [FLIPPED]: flip(0.35),
  'a flipped bit behind the middle of': flip(0.6),
  'half of': (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  'nothing in': (path) => truncateSync(path, 0),
};

/**
 * The small files there are now. Of Postgres' own only those that this program reads: Postgres answers for the others.
 */
function smallFiles(): string[] {
  const files = globSync('**/*', { cwd: dataDir }).filter((file) => {
    const found = statSync(join(dataDir, file), { throwIfNoEntry: false });
    return found?.isFile() && found.size > 0 && found.size <= MOST_BYTES;
  });
  const [current = ''] = readFileSync(join(dataDir, 'snapshots', 'CURRENT'), 'utf8').split('\n');
  return files
    .filter((file) => !/^postgres\/(?!postmaster\.opts)/.test(file))
    .filter((file) => !/^snapshots\/\d/.test(file) || file === `snapshots/${current}/manifest.json`)
    .toSorted();
}

/** Names that stand for files of which there is one at a time. */
const nameOf = (file: string) =>
  file
    .replace(/\d{8}T\d{9}Z-[0-9a-f]{6}/, '<id>')
    .replace(/[0-9a-f]{64}/, '<content>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>');

test('small files that are damaged while the server runs keep nothing from being published', {
  timeout: TIMEOUT_MS,
}, async (t) => {
  assert.ok(server);
  const running = server;
  const names = new Set(smallFiles().map(nameOf));
  for (const expected of ['CURRENT', 'CHECKED', 'PLACE', 'VERIFIED', '<id>/manifest.json'])
    assert.ok(names.has(`snapshots/${expected}`), `snapshots/${expected} is not among ${[...names]}`);
  for (const expected of ['demo.json', 'encryption-key', 'jwt-secret', 'postgres.json'])
    assert.ok(names.has(expected), `${expected} is not among ${[...names]}`);
  assert.ok([...names].some((name) => name.startsWith('exports/')));
  assert.ok([...names].some((name) => name.startsWith('pins/')));
  for (const name of names) {
    const isPublishers = name.startsWith('snapshots/');
    for (const [how, damage] of isPublishers ? Object.entries(DAMAGE) : damageOf(name, 0)) {
      const file = smallFiles().find((each) => nameOf(each) === name);
      if (file === undefined) continue;
      const path = join(dataDir, file);
      const good = readFileSync(path);
      damage(path);
      const startedAt = performance.now();
      await publishes(running).catch((error) => assert.fail(`${how} ${name}: ${error.message}`));
      await keeps(running).catch((error) => assert.fail(`${how} ${name}: ${error.message}`));
      t.diagnostic(`${how} ${name}: ${Math.round(performance.now() - startedAt)} ms`);
      if (isKept(name)) writeFileSync(path, good);
    }
  }
});

/** Each way with `DAMAGE=all`. Otherwise one: a bit in what is no snapshot's, one after the other in what is. */
function damageOf(name: string, at: number): [string, (path: string) => void][] {
  const all = Object.entries(DAMAGE);
  if (process.env['DAMAGE'] === 'all') return all;
  return all.filter(([how], each) =>
    name.startsWith('snapshots/') ? each === at % all.length : how === FLIPPED,
  );
}

/** Whether nobody makes a file again: it is put back for the next case. */
const isKept = (name: string) => !name.startsWith('snapshots/') && name !== 'demo.json';

test('a start with a damaged small file says what is wrong, or goes on as if nothing were', {
  timeout: TIMEOUT_MS,
}, async (t) => {
  for (const [at, name] of [...new Set(smallFiles().map(nameOf))].entries()) {
    for (const [how, damage] of damageOf(name, at)) {
      await stop();
      const file = smallFiles().find((each) => nameOf(each) === name);
      if (file === undefined) continue;
      const path = join(dataDir, file);
      const good = readFileSync(path);
      damage(path);
      const startedAt = performance.now();
      try {
        const started = await start();
        await publishes(started);
        await keeps(started);
      } catch (error) {
        const { message, name: kind } = error as Error;
        const isRefusal =
          (error instanceof OperatorError || kind === 'ConfigError') && message.includes(file);
        assert.ok(isRefusal, `${how} ${name}: ${(error as Error).stack}`);
        t.diagnostic(`${how} ${name}: ${message.trim().split('\n').at(-1)}`);
      }
      t.diagnostic(`${how} ${name}: ${Math.round(performance.now() - startedAt)} ms`);
      if (isKept(name)) writeFileSync(path, good);
    }
  }
});
