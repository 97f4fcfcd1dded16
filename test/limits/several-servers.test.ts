// long: starts and kills servers
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../src/base/log.ts';
import { type Db, openDb } from '../../src/db/client.ts';
import { createOrganisation } from '../../src/features/accounts/organisation.ts';
import { createApiKey, SCOPES } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import { patiently } from '../support/callers/caller.ts';
import { startProxy, type TcpProxy } from '../support/providers/proxy.ts';
import { until } from '../support/server/app.ts';
import { createTestDatabase, type TestDatabase, withDatabaseName } from '../support/server/database.ts';
import { type Program, startProgram } from '../support/server/programs.ts';

/** The defaults. */
const PER_MINUTE = 300;
const BURST = 60;
const PER_DAY = 200;
/** Servers hear of each other within 2 s, of one that was killed within 5 s; a busy machine takes longer. */
const SHARED_MS = 10_000;
const PASSWORD = 'a password of tests';

/** A server in a process of its own, with a way of its own to Postgres. */
interface Server {
  program: Program;
  url: string;
  proxy: TcpProxy;
  dataDir: string;
  /** Statements that it has sent to Postgres. */
  statements(): number;
}

let database: TestDatabase;
let db: Db;
let first: Server;
let second: Server;
const servers: Server[] = [];

before(async () => {
  database = await createTestDatabase();
  db = await openDb(database.url);
  first = await start();
  second = await start();
});
after(async () => {
  for (const server of servers) {
    await kill(server);
    await server.proxy.close();
    rmSync(server.dataDir, { recursive: true, force: true });
  }
  await db?.close();
  await database?.drop();
});

async function start(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-several-'));
  await publishSnapshot({ url: database.url, dataDir, keepMinutes: 15, log: createLog('silent') });
  const address = new URL(database.url);
  let statements = 0;
  const proxy = await startProxy(
    () => Number(address.port),
    () => statementsIn(() => (statements += 1)),
  );
  const url = new URL(withDatabaseName(database.url, address.pathname.slice(1)));
  url.host = `127.0.0.1:${proxy.port}`;
  const program = startProgram('src/main.ts', [], {
    DATABASE_URL: url.href,
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET: 'a secret of tests that is long enough',
    ENCRYPTION_KEY: 'another secret of tests, long enough',
    RATE_LIMIT_PER_MINUTE: `${PER_MINUTE}`,
    RATE_LIMIT_BURST: `${BURST}`,
    RATE_LIMIT_PER_DAY: `${PER_DAY}`,
    SNAPSHOT_INTERVAL_SECONDS: '0',
    JOBS: 'apart',
    LOG_LEVEL: 'info',
  });
  const server = { program, url: '', proxy, dataDir, statements: () => statements };
  servers.push(server);
  await until(() => program.stdout().includes('listens on') || program.child.exitCode !== null);
  server.url = /listens on (\S+)/.exec(program.stdout())?.[1] ?? assert.fail(program.stderr());
  return server;
}

/** Ends a server as a machine that is lost does: at once. */
async function kill({ program: { child } }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  // Where memory is short the launcher runs the server in a child process.
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' });
  for (const pid of stdout.split('\n').map(Number).filter(Boolean)) process.kill(pid, 'SIGKILL');
  child.kill('SIGKILL');
  await exited;
}

/** Counts what a connection of the protocol of Postgres executes: each ends with Sync, or is a simple query. */
function statementsIn(count: () => void): (bytes: Buffer) => void {
  let left = Buffer.alloc(0);
  let isStarted = false;
  return (bytes) => {
    left = Buffer.concat([left, bytes]);
    for (;;) {
      const head = isStarted ? 1 : 0; // the first message has no type
      if (left.length < head + 4) return;
      const end = head + left.readUInt32BE(head);
      if (left.length < end) return;
      if (isStarted && ['E', 'Q'].includes(String.fromCharCode(left[0]!))) count();
      isStarted = true;
      left = left.subarray(end);
    }
  };
}

let made = 0;

async function organisation() {
  made += 1;
  const email = `owner${made}@several.example`;
  const { id } = await createOrganisation(db, {
    name: `Organisation ${made}`,
    plan: 'CUSTOM',
    email,
    password: PASSWORD,
  });
  const another = async () =>
    (await createApiKey(db, operator(id), { name: 'Test', scopes: [...SCOPES] })).key;
  return { id, email, key: await another(), another };
}

async function post(
  { url }: Server,
  path: string,
  {
    key,
    token,
    body,
    method = 'POST',
  }: { key?: string; token?: string; body?: unknown; method?: string } = {},
) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { 'X-API-Key': key }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : null };
}

const report = async (server: Server, key: string) =>
  (await post(server, '/api/customer/v1/reports/brands', { key })).status;

/** Does work, and says what a bucket of so many a minute got meanwhile, in whole tokens. */
async function timed<T>(
  work: () => Promise<T>,
  perMinute = PER_MINUTE,
): Promise<{ result: T; added: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, added: Math.ceil(((performance.now() - startedAt) / 60_000) * perMinute) };
}

/** How often the servers said something. */
const told = (text: string) =>
  servers.reduce((sum, { program }) => sum + program.stderr().split(text).length - 1, 0);
const ALONE = 'this server counts by itself';
const TOGETHER = 'the day is counted over all servers again';

/** What a server says is left of a limit, after one more request. */
async function left(server: Server, key: string, name: 'burst' | 'day'): Promise<number> {
  // What a busy server turns away before it looks at the key is not counted.
  const { headers } = await patiently(() => post(server, '/api/customer/v1/reports/brands', { key }));
  return leftIn(headers, name);
}

function leftIn(headers: Headers, name: 'burst' | 'day'): number {
  return Number(new RegExp(`"${name}";r=(\\d+)`).exec(headers.get('ratelimit') ?? '')?.[1]);
}

const counted = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

/** Requests at once, one after the other to each of the servers. */
const burst = (count: number, work: (server: Server, at: number) => Promise<number>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at % 2 === 0 ? first : second, at)));

test('each of two servers grants a burst of its own', async () => {
  const { key } = await organisation();
  const { result, added } = await timed(() => burst(200, (server) => report(server, key)));
  const passed = counted(result, 200);
  assert.equal(passed + counted(result, 429), 200);
  assert.ok(passed >= BURST && passed <= 2 * (BURST + added), `${passed} passed, ${added} were added`);
});

test('a client that stays on one server has its whole limit there', async () => {
  const { key } = await organisation();
  for (let at = 0; at < BURST; at += 1) {
    assert.equal(await report(first, key), 200, `request ${at}`);
    if (at % 20 === 0) await sleep(500);
  }
});

test('the day of an organisation is counted over servers and keys', async () => {
  const org = await organisation();
  const keys = [org.key, await org.another(), await org.another(), await org.another()];
  const all = (server: Server, count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => report(server, keys[at % keys.length]!)));
  const HALF = PER_DAY / 2;
  assert.equal(counted(await all(first, HALF), 200), HALF);
  await until(async () => (await left(second, keys[0]!, 'day')) < HALF, SHARED_MS);
  const rest = counted(await all(second, HALF), 200);
  const [row] = await db.sql<{ requests: number }[]>`
    select max(sum)::int as requests from (select sum(requests) from request_days group by owner) as sums`;
  assert.ok(rest < HALF, 'the second one has heard of the first');
  await until(async () => (await left(first, keys[1]!, 'day')) === 0, SHARED_MS);
  assert.deepEqual([await report(first, keys[2]!), await report(second, keys[3]!)], [429, 429]);
  assert.ok((row?.requests ?? 0) <= PER_DAY + 1, `${row?.requests} of ${PER_DAY}`);
});

test('attempts at a password are counted exactly over the servers, by account and by address', async () => {
  const { email } = await organisation();
  const login = async (server: Server) =>
    (await post(server, '/api/auth/login', { body: { email, password: 'a wrong guess' } })).status;
  const { result, added } = await timed(() => burst(30, login), 2);
  assert.ok(counted(result, 401) <= 10 + added, `${counted(result, 401)} of 10 attempts`);
  assert.ok(counted(result, 401) >= 10);

  const refresh = async (server: Server) =>
    (await post(server, '/api/auth/refresh', { body: { refreshToken: 'none' } })).status;
  const refreshes = await timed(() => burst(100, refresh), 20);
  const passed = counted(refreshes.result, 401);
  assert.ok(passed >= 50 && passed <= 50 + refreshes.added, `${passed} of 50 attempts`);
});

test('what ends on one server is refused by the other within 5 s', async () => {
  const org = await organisation();
  const login = async () =>
    (await post(first, '/api/auth/login', { body: { email: org.email, password: PASSWORD } })).json
      .accessToken;
  const [token, another] = [await login(), await login()];
  const me = async (server: Server, one: string) =>
    (await post(server, '/api/auth/me', { token: one, method: 'GET' })).status;
  assert.deepEqual([await me(second, another), await report(second, org.key)], [200, 200]);
  const { json } = await post(first, '/api/api-keys', { token, method: 'GET' });
  assert.equal(
    (await post(first, `/api/api-keys/${json.data[0].id}`, { token, method: 'DELETE' })).status,
    204,
  );
  await until(async () => (await report(second, org.key)) === 401, 5_000);

  const key = await org.another();
  assert.equal(await report(second, key), 200);
  await db.sql`update organisations set plan = 'FREE' where id = ${org.id}`;
  await until(async () => (await report(second, key)) === 402, 5_000);

  const everywhere = { token, body: { everywhere: true } };
  assert.equal((await post(first, '/api/auth/logout', everywhere)).status, 204);
  await until(async () => (await me(second, another)) === 401, 5_000);
});

test('cached reports ask Postgres for nothing, and their server a few statements a second', async () => {
  const organisations = await Promise.all(Array.from({ length: 10 }, organisation));
  const PER_KEY = 40;
  const all = () =>
    Promise.all(
      organisations.flatMap(({ key }) => Array.from({ length: PER_KEY }, () => report(first, key))),
    );
  for (const { key } of organisations) await report(first, key); // looks up the key
  const before = first.statements();
  const startedAt = performance.now();
  assert.equal(counted(await all(), 200), organisations.length * PER_KEY);
  const sent = first.statements() - before;
  const most = 5 + (5 * (performance.now() - startedAt)) / 1_000;
  assert.ok(sent <= most, `${sent} statements for 400 reports`);
});

test('while Postgres is away reports are answered, and each server limits by itself', async () => {
  const { key } = await organisation();
  assert.deepEqual([await report(first, key), await report(second, key)], [200, 200]);
  await Promise.all([first.proxy.refuse(), second.proxy.refuse()]);
  try {
    const { result, added } = await timed(() => burst(300, (server) => report(server, key)));
    const passed = counted(result, 200);
    assert.equal(passed + counted(result, 429), 300, `${[...new Set(result)]}`);
    assert.ok(passed >= BURST - 2 && passed <= 2 * (BURST + added), `${passed} passed`);
    await until(() => told(ALONE) > told(TOGETHER), SHARED_MS);
  } finally {
    await Promise.all([first.proxy.listen(), second.proxy.listen()]);
  }
  // A statement whose connection is lost without a reset is given up after 18 s.
  await until(() => told(ALONE) === told(TOGETHER));
});

test('a server that is killed leaves the counts of the day to the others and to the next', async () => {
  const org = await organisation();
  const USED = 30;
  for (let at = 0; at < USED; at += 1) assert.equal(await report(second, org.key), 200);
  // A look takes one of the day itself, unless the burst is used up: what is more was heard of.
  let looks = 0;
  await until(async () => {
    const { status, headers } = await post(first, '/api/customer/v1/reports/brands', { key: org.key });
    if (status === 200) looks += 1;
    return PER_DAY - leftIn(headers, 'day') - looks >= USED;
  }, SHARED_MS);
  const leftBefore = await left(first, org.key, 'day');
  await kill(second);
  // The first one writes its counts once a second.
  await sleep(3_000);
  await kill(first);
  first = await start();
  assert.equal(await left(first, org.key, 'day'), leftBefore - 1);
});
