import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { openDb } from '../../src/db/client.ts';
import { createApiKey } from '../../src/domain/accounts/api-keys.ts';
import { createOrganisation } from '../../src/domain/accounts/organisation.ts';
import { operator } from '../../src/domain/organisations/audit.ts';
import { until } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endingWithUs } from '../support/programs.ts';

let database: TestDatabase;
let server: ReturnType<typeof spawn>;
const dataDir = mkdtempSync(join(tmpdir(), 'sightline-logs-'));
let output = '';

before(async () => {
  database = await createTestDatabase();
  server = endingWithUs(
    spawn(process.execPath, ['src/launch.mjs', 'src/main.ts'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PORT: '0',
        JWT_SECRET: 'a secret of tests that is long enough',
        ENCRYPTION_KEY: 'another secret of tests, long enough',
        LOG_LEVEL: 'trace',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += text));
  await until(() => {
    assert.equal(server.exitCode, null, output);
    return output.includes('listens on');
  }, 30_000);
});
after(async () => {
  if (server?.exitCode === null) {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await ended;
  }
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('no key is in the output of the server, at any level, whatever fails', async () => {
  const db = await openDb(database.url);
  const password = 'a password of tests';
  const { id } = await createOrganisation(db, {
    name: 'Logged',
    plan: 'CUSTOM',
    email: 'o@l.example',
    password,
  });
  const make = () => createApiKey(db, operator(id), { name: 'Logged', scopes: ['reports:read'] });
  const keys = [(await make()).key, (await make()).key, (await make()).key, 'sl_live_not-a-key-at-all'];
  await db.close();
  const url = /http:\/\/\S+?(?=\s)/.exec(output)?.[0];
  const [good = '', unseen = '', unseenToo = '', bad = ''] = keys;
  const status = async (path: string, key: string, headers = {}) =>
    (await fetch(`${url}${path}?api_key=${key}`, { method: 'POST', headers })).status;
  const report = '/api/customer/v1/reports/brands';

  assert.equal(await status(report, good), 200);
  assert.equal(await status(report, good, { 'X-API-Key': bad }), 401);
  assert.equal(await status(report, bad), 401);
  assert.equal(await status('/nowhere', good), 404);
  assert.equal(await status('/api/%ZZ', good), 400);
  assert.equal(await status('/health', good), 405);
  assert.equal(await status(report, good, { 'X-Snapshot-Id': 'gone' }), 410);
  assert.equal(await status(`${report}%00`, good), 404);

  // A look-up that is not answered in time is logged, and so is one that fails.
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await sql.begin(async (tx) => {
    await tx`lock table api_key_index in access exclusive mode`;
    assert.equal(await status(report, unseen), 503);
  });
  await sql`alter table api_key_index rename to moved`;
  assert.equal(await status(report, unseenToo), 500);
  await sql.end();

  await until(() => output.includes('request failed') && output.includes('unavailable'));
  for (const key of keys) assert.ok(!output.includes(key.slice('sl_live_'.length)), output);
  assert.ok(!output.includes('api_key='), output);
});
