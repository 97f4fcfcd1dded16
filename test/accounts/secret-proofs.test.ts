import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { type App, createApp } from '../../src/app/app.ts';
import type { Config } from '../../src/base/config.ts';
import { OperatorError } from '../../src/base/errors.ts';
import { createLog, type Log } from '../../src/base/log.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { startReceiver } from '../support/providers/receiver.ts';
import { until } from '../support/server/app.ts';
import { startProgram } from '../support/server/programs.ts';

const OTHER_KEY = 'a third secret of tests, which is long enough';

const lines: string[] = [];
const log = new Proxy(createLog('silent'), {
  get: (_target, level) => (fields: object | string, message?: string) =>
    lines.push(`${String(level)} ${message ?? fields}`),
}) as Log;

const app = await withApp({ OUTBOUND_ALLOW: '127.0.0.0/8', JOBS: 'apart' });
const org = await app.organisation();
const config = app.app.services.config;

/** Starts a server on the same database, which listens to nobody, and stops it. */
async function start(changes: Partial<Config>): Promise<void> {
  const started: App = await createApp({ ...config, ...changes }, log);
  await started.close();
}
const isRefused = (error: unknown) =>
  error instanceof OperatorError &&
  /^ENCRYPTION_KEY: it is not the key.*encryption-key replace/.test(error.message);

async function forgetProofs(): Promise<void> {
  const sql = postgres(app.databaseUrl, { max: 1 });
  await sql`delete from secret_proofs`;
  await sql.end();
}

test('a start with another ENCRYPTION_KEY is refused in a line that says what to do', async () => {
  await assert.rejects(start({ encryptionKey: OTHER_KEY }), isRefused);
  await start({});
  const { code, stderr } = await startProgram('src/cli.ts', ['work'], {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    ENCRYPTION_KEY: OTHER_KEY,
  }).ended;
  assert.equal(code, 1);
  assert.match(stderr, /^ENCRYPTION_KEY: it is not the key[^\n]+\n$/);
  assert.ok(!stderr.includes(OTHER_KEY));
});

test('a database without a record takes the key of its first start, and no other', async () => {
  await forgetProofs();
  await start({ encryptionKey: OTHER_KEY });
  await assert.rejects(start({}), isRefused);
  await forgetProofs();
  await start({});
});

test('another JWT_SECRET is said in the log, once', async () => {
  lines.length = 0;
  const words = /^warn JWT_SECRET is another/;
  await start({ jwtSecret: OTHER_KEY });
  await start({ jwtSecret: OTHER_KEY });
  assert.equal(lines.filter((line) => words.test(line)).length, 1, lines.join('\n'));
  await start({});
});

test('where a key is lost, the command takes another one; a delivery that cannot be signed fails and says why', async () => {
  const receiver = await forFile(startReceiver());
  const call = callerWith(app, await app.login(org));
  const hook = (await call('createWebhook', { body: { url: receiver.url, events: ['query.completed'] } }))
    .json;
  const replaced = await startProgram('src/cli.ts', ['encryption-key', 'replace', '--yes'], {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    ENCRYPTION_KEY: OTHER_KEY,
  }).ended;
  assert.equal(replaced.code, 0, replaced.stderr);
  await assert.rejects(start({}), isRefused);
  const other = await forFile(createApp({ ...config, encryptionKey: OTHER_KEY, jobs: 'inside' }, log));
  await other.listen();
  assert.equal((await call('testWebhook', { ids: [hook.id] })).status, 201);
  await until(async () => {
    const { json } = await call('listWebhookDeliveries', { ids: [hook.id] });
    const [delivery] = json.data;
    return delivery?.state === 'FAILED' && /Rotate the secret/.test(delivery.reason ?? '');
  });
});
