import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { openDb } from '../../src/db/client.ts';
import { createOrganisation } from '../../src/features/accounts/organisation.ts';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { forFile, temporaryFolder, withDatabase } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';
import { endingWithUs } from '../support/server/programs.ts';

const dataDir = temporaryFolder();
let output = '';
/** A platform that repeats the key it is sent. */
const platform = await forFile(
  createServer((request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(request.headers));
  }),
);

await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done));
const database = await withDatabase();
const server = endingWithUs(
  spawn(process.execPath, ['src/bin/launch.mjs', 'src/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '0',
      JWT_SECRET: 'a secret of tests that is long enough',
      ENCRYPTION_KEY: 'another secret of tests, long enough',
      OUTBOUND_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: 'trace',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  }),
);
for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += text));
await until(() => {
  assert.equal(server.exitCode, null, output);
  return output.includes('listens on');
});
after(async () => {
  if (server?.exitCode === null) {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await ended;
  }
});

/** A secret as it might be written somewhere. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const raw = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return [
    secret,
    secret.replace(/^whsec_/, ''),
    bytes.toString('hex'),
    bytes.toString('base64').slice(0, -4),
    raw.toString('hex'),
  ];
}

test('no secret of a webhook or an integration is in the database in clear, nor in the logs, whatever fails', async () => {
  const db = await openDb(database.url);
  const [email, password] = ['o@secrets.example', 'a password of tests'];
  await createOrganisation(db, { name: 'Secretive', plan: 'CUSTOM', email, password });
  await db.close();
  const url = /http:\/\/\S+?(?=\s)/.exec(output)?.[0];
  let token = '';
  let keys = 0;
  const call = async (method: string, path: string, body: unknown = {}) => {
    keys += 1;
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
        ...(method === 'POST' && token !== '' ? { 'Idempotency-Key': `secrets-${keys}` } : {}),
      },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any body
    return { status: answer.status, json: (await answer.json()) as any };
  };
  token = (await call('POST', '/auth/login', { email, password })).json.accessToken;

  const slack = 'https://hooks.slack.com/services/T00000000/B00000000/plantedSlackSecret';
  const secrets = [
    'sk-planted-key-one-0001',
    'sk-planted-key-two-0002',
    slack,
    'sk-planted-key-of-a-failure',
  ];
  const [one = '', two = '', , failing = ''] = secrets;
  const baseUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  const integration = await call('POST', '/integrations', {
    type: 'CLAUDE',
    config: { apiKey: one, baseUrl },
  });
  assert.equal(integration.status, 201);
  const path = `/integrations/${integration.json.id}`;
  assert.equal((await call('POST', `${path}/check`)).json.reason, 'It refuses the key.');
  assert.equal((await call('PATCH', path, { config: { apiKey: two } })).status, 200);
  assert.equal(
    (await call('POST', '/integrations', { type: 'SLACK', config: { webhookUrl: slack } })).status,
    201,
  );
  const webhook = await call('POST', '/webhooks', { url: 'https://hooks.example.com/' });
  const rotated = await call('POST', `/webhooks/${webhook.json.id}/rotate-secret`);
  assert.equal(rotated.status, 200);
  secrets.push(webhook.json.secret, rotated.json.secret);

  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  // Postgres shows the row of a failure in its error, which is logged.
  await sql`alter table integrations add constraint never check (type <> 'GROK') not valid`;
  assert.equal(
    (await call('POST', '/integrations', { type: 'GROK', config: { apiKey: failing } })).status,
    500,
  );
  await until(() => output.includes('request failed'));

  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  let rows = 0;
  for (const { name } of tables)
    for (const { row } of await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`) {
      rows += 1;
      for (const secret of secrets)
        for (const spelling of spellings(secret)) assert.ok(!row.includes(spelling), `${name}: ${row}`);
    }
  await sql.end();
  assert.ok(rows > 10, 'the tables were not read');
  for (const secret of secrets)
    for (const spelling of spellings(secret)) assert.ok(!output.includes(spelling), output);
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

  const told = output.length;
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

  const since = () => output.slice(told);
  await until(() => since().includes('request failed') && since().includes('unavailable'));
  for (const key of keys) assert.ok(!output.includes(key.slice('sl_live_'.length)), output);
  assert.ok(!output.includes('api_key='), output);
});
