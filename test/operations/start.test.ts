import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createLog } from '../../src/base/log.ts';
import { openDb } from '../../src/db/client.ts';
import { useEmbeddedPostgres } from '../../src/db/embedded.ts';
import { patiently } from '../support/callers/caller.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';
import { type Program, startProgram } from '../support/server/programs.ts';

let server: Program;
let url: string;
let key: string;

const variables = () => ({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' });

const dataDir = temporaryFolder();
await start();
after(async () => {
  if (server?.child.exitCode === null && server.child.signalCode === null) {
    server.child.kill('SIGTERM');
    await server.ended;
  }
});

async function start(): Promise<void> {
  server = startProgram('src/main.ts', [], variables());
  const isReady = () => /\ncurl .*\n/.test(server.stdout()) || server.child.exitCode !== null;
  await until(isReady);
  url = /listens on (\S+)/.exec(server.stdout())?.[1] ?? assert.fail(server.stderr());
  key = /API key +(\S+)/.exec(server.stdout())![1]!;
}

/** The processes that this data folder's server started, by pid. */
function processes(): { pid: number; ppid: number; command: string }[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line))
    .flatMap((found) => (found ? { pid: Number(found[1]), ppid: Number(found[2]), command: found[3]! } : []));
  const roots = all.filter(({ pid, command }) => pid === server.child.pid || command.includes(dataDir));
  return all.filter(({ pid, ppid }) => roots.some((root) => root.pid === pid || root.pid === ppid));
}
const postmasterPid = () =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** What the demo organisation holds, by a look of our own into the database. */
async function withDemo<T>(work: (sql: ReturnType<typeof demoOf>) => Promise<T>): Promise<T> {
  const postgres = await useEmbeddedPostgres(dataDir, createLog('silent'));
  const db = await openDb(postgres.url);
  try {
    return await work(demoOf(db));
  } finally {
    await db.close();
    await postgres.release();
  }
}
function demoOf(db: Awaited<ReturnType<typeof openDb>>) {
  const { orgId } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
  return {
    runs: async () => {
      const rows = await db.tenant(
        orgId,
        (tx) => tx<{ id: string; day: string }[]>`
        select id, to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD') as day from runs order by id`,
      );
      return rows.map(({ id, day }) => ({ id, day }));
    },
    forget: (since: string) => db.tenant(orgId, (tx) => tx`delete from runs where executed_at >= ${since}`),
  };
}

test('the first start prints an address, a login, a key, and a curl line that works', async () => {
  const lines = server.stdout().split('\n');
  const curl = lines.find((line) => line.startsWith('curl ')) ?? '';
  assert.equal((await brands()).status, 200);
  const { stdout } = await promisify(execFile)('sh', ['-c', curl]);
  const report = JSON.parse(stdout);
  assert.ok(report.total >= 1 && report.data[0].visibility > 0, stdout);
  const [, email, password] = /login +(\S+) \/ (\S+)/.exec(server.stdout())!;
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(login.status, 200);
  assert.equal(statSync(join(dataDir, 'demo.json')).mode & 0o777, 0o600);
  await withDemo(async ({ runs }) => {
    assert.equal(new Set((await runs()).map(({ day }) => day)).size, 60);
  });
});

test('a command beside the server leaves its Postgres running', async () => {
  const pid = postmasterPid();
  for (let round = 0; round < 2; round += 1) {
    const { code, stdout } = await startProgram('src/cli.ts', ['org', 'list'], { DATA_DIR: dataDir }).ended;
    assert.deepEqual([code, stdout.includes('Demo')], [0, true]);
  }
  assert.equal(postmasterPid(), pid);
  assert.equal((await brands()).status, 200);
  assert.equal((await post('/api/runs', '[]')).status, 200);
});

/** A server that has just started builds its pages: on a busy machine it refuses what waits meanwhile. */
const post = (path: string, body: string) =>
  patiently(() =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body,
    }),
  );
const brands = () => post('/api/customer/v1/reports/brands', '{}');

test('after kill -9 of everything but Postgres, a start finds it and adds only the days that are missing [long]', async () => {
  const [pid, oldKey] = [postmasterPid(), key];
  const before = await withDemo(async ({ runs, forget }) => {
    const all = await runs();
    const days = [...new Set(all.map(({ day }) => day))].sort();
    await forget(days.at(-3)!);
    return { all, days, kept: await runs() };
  });
  const ours = processes().filter(({ pid: own, ppid }) => own !== pid && ppid !== pid);
  for (const { pid: own } of ours) process.kill(own, 'SIGKILL');
  await server.ended;
  await start();
  assert.deepEqual([postmasterPid(), key], [pid, oldKey]);
  assert.equal((await brands()).status, 200);
  const after = await withDemo(({ runs }) => runs());
  const ids = new Set(after.map(({ id }) => id));
  assert.ok(
    before.kept.every(({ id }) => ids.has(id)),
    'what was there stays as it was',
  );
  assert.ok(before.kept.length < before.all.length && after.length >= before.all.length);
  assert.deepEqual([...new Set(after.map(({ day }) => day))].sort().slice(0, 60), before.days);
});

test('a start without the file of the demo, as after a restore, keeps the organisation and gives it a new key [long]', async () => {
  const idOf = () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')).orgId;
  const [id, oldKey] = [idOf(), key];
  const before = await withDemo(({ runs }) => runs());
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(join(dataDir, 'demo.json'));
  await start();
  assert.equal(idOf(), id);
  assert.notEqual(key, oldKey);
  assert.equal((await brands()).status, 200);
  const after = new Set((await withDemo(({ runs }) => runs())).map((run) => run.id));
  assert.ok(before.every((run) => after.has(run.id)));
});

test('SIGTERM under load: every request is answered, exit 0 within 10 s, nothing is left running [long]', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const failures: string[] = [];
  let answered = 0;
  let isRefused = false;
  const call = () =>
    new Promise<void>((done) => {
      const sent = request(`${url}/api/customer/v1/reports/brands`, {
        method: 'POST',
        agent,
        headers: { 'X-API-Key': key },
      });
      sent.on('response', (response) => {
        if (response.statusCode !== 200) failures.push(`answered ${response.statusCode}`);
        response.resume().on('end', () => {
          answered += 1;
          done();
        });
        response.on('error', (error) => failures.push(`cut off: ${error.message}`));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // Nobody listens any more: that is how it ends for a client.
        if (error.code === 'ECONNREFUSED') isRefused = true;
        else failures.push(`${error.code} ${error.message}`);
        done();
      });
      sent.end();
    });
  const clients = Array.from({ length: 16 }, async () => {
    while (!isRefused) await call();
  });
  await until(() => answered > 100);
  const left = processes().map(({ pid }) => pid);
  assert.ok(left.length >= 3, 'server, publisher and Postgres');
  const startedAt = performance.now();
  server.child.kill('SIGTERM');
  const { code, signal } = await server.ended;
  assert.ok(performance.now() - startedAt < 10_000);
  assert.deepEqual([code, signal], [0, null]);
  await Promise.all(clients);
  agent.destroy();
  assert.deepEqual(failures, []);
  await until(() => processes().length === 0, 2_000);
});

test('a configuration with mistakes lists all of them and exits 1', async () => {
  const wrong = {
    ...variables(),
    PORT: '99999',
    REPORT_ENGINE: 'mysql',
    DATABASE_URL: 'mysql://x',
    TRUST_PROXY: 'home',
  };
  const { code, stdout, stderr } = await startProgram('src/main.ts', [], wrong).ended;
  assert.deepEqual([code, stdout], [1, '']);
  for (const name of ['PORT', 'REPORT_ENGINE', 'DATABASE_URL', 'JWT_SECRET', 'TRUST_PROXY']) {
    assert.match(stderr, new RegExp(`- ${name}\\b`));
  }
});
