// long: kills the server and its Postgres
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';
import { endingWithUs, startProgram } from '../support/server/programs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const dataDir = temporaryFolder();
const variables = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '0' };
let output = '';
let complaints = '';

// As npm start does.
const launcher = endingWithUs(
  spawn(process.execPath, [join(ROOT, 'src/bin/launch.mjs'), '--keep-running', join(ROOT, 'src/main.ts')], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables },
  }),
);
launcher.stdout?.setEncoding('utf8').on('data', (text: string) => {
  output += text;
});
launcher.stderr?.setEncoding('utf8').on('data', (text: string) => {
  complaints += text;
});
await until(() => output.includes('\ncurl ') || launcher.exitCode !== null);
const url = /listens on (\S+)/.exec(output)?.[1] ?? assert.fail(complaints);
const key = /API key +(\S+)/.exec(output)?.[1] as string;
const { email, password } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
const login = await fetch(`${url}/api/auth/login`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ email, password }),
});
const token = ((await login.json()) as { accessToken: string }).accessToken;
after(async () => {
  if (launcher?.exitCode === null) {
    const ended = new Promise((done) => launcher.on('exit', done));
    launcher.kill('SIGTERM');
    assert.equal(await ended, 0);
  }
});

const childrenOf = (pid: number) =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter((child) => child > 0);
/** The server's own process, which the launcher started. */
const serverPid = () => {
  const [pid] = childrenOf(launcher.pid as number).filter((child) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main.ts'),
  );
  return pid ?? 0;
};
const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
const postmaster = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
const status = (path: string, init?: RequestInit) =>
  fetch(`${url}${path}`, init).then(
    (response) => response.status,
    () => 0,
  );
const isServing = async () =>
  (await status('/api/customer/v1/reports/brands', { method: 'POST', headers: { 'X-API-Key': key } })) ===
  200;
/** Whether what needs Postgres is answered. */
const isReading = async () =>
  (await status('/api/brands', { headers: { Authorization: `Bearer ${token}` } })) === 200;

test('a server that is killed comes back by itself on the same port, and says that it ended', async () => {
  const before = serverPid();
  process.kill(before, 'SIGKILL');
  await until(async () => (await isServing()) && serverPid() !== before);
  const line = complaints.split('\n').find((text) => text.includes('the server ended')) ?? '{}';
  assert.deepEqual(
    { ...JSON.parse(line), time: 0 },
    {
      level: 60,
      time: 0,
      code: null,
      signal: 'SIGKILL',
      restartInMs: 500,
      msg: 'the server ended; it is started again',
    },
  );
});

test('an embedded Postgres that is killed is started again on its port, and requests are answered', async () => {
  const before = postmaster();
  const server = serverPid();
  process.kill(before, 'SIGKILL');
  await until(async () => existsSync(pidFile) && postmaster() !== before && (await isReading()));
  assert.equal(serverPid(), server, 'the server itself lived on');
});

test('a command beside the server leaves Postgres running, though the session with the lock was lost', async () => {
  const before = postmaster();
  const { superuserPassword } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  const port = readFileSync(pidFile, 'utf8').split('\n')[3];
  const { default: postgres } = await import('postgres');
  const sql = postgres(`postgres://postgres:${superuserPassword}@127.0.0.1:${port}/postgres`, { max: 1 });
  try {
    const holders = () => sql`select pid from pg_stat_activity where application_name = 'sightline-holder'`;
    await until(async () => (await holders()).length > 0);
    const [held] = await holders();
    await sql`select pg_terminate_backend(${held?.['pid']})`;
    await until(async () => (await holders()).some(({ pid }) => pid !== held?.['pid']));
    const isLocked = () => sql`select from pg_locks where locktype = 'advisory' and objid = 7203114`;
    await until(async () => (await isLocked()).length > 0);
  } finally {
    await sql.end();
  }
  const { code, stderr } = await startProgram('src/cli.ts', ['org', 'list'], variables).ended;
  assert.equal(code, 0, stderr);
  assert.equal(postmaster(), before);
  assert.ok(await isReading());
});
