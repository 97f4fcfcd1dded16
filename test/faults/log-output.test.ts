import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { openDb } from '../../src/db/client.ts';
import { createOrganisation } from '../../src/features/accounts/organisation.ts';
import { temporaryFolder, withDatabase } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';
import { mountDisk } from '../support/server/disk.ts';
import { endingWithUs } from '../support/server/programs.ts';

const folder = temporaryFolder();
const owner = { email: 'o@logs.example', password: 'a password of tests' };
const servers: ChildProcess[] = [];

const database = await withDatabase();
const db = await openDb(database.url);
await createOrganisation(db, { name: 'Logged', plan: 'CUSTOM', ...owner });
await db.close();
// What breaks this is an error that the server logs, with its stack. Its words differ each time: alike errors are
// counted.
const sql = postgres(database.url, { max: 1, onnotice: () => {} });
await sql.unsafe(`
  create function is_fine(name text) returns boolean language plpgsql as $$ begin
    if name = 'fail' then
      raise exception 'failed as %', translate(gen_random_uuid()::text, '0123456789abcdef', 'ghijklmnopqrstuv');
    end if;
    return true;
  end $$;
  alter table brands add constraint never check (is_fine(name)) not valid`);
await sql.end();
after(async () => {
  for (const server of servers) server.kill('SIGKILL');
});

const variables = () => ({
  PATH: process.env['PATH'],
  DATABASE_URL: database.url,
  DATA_DIR: mkdtempSync(join(folder, 'data-')),
  PORT: '0',
  JWT_SECRET: 'a secret of tests that is long enough',
  ENCRYPTION_KEY: 'another secret of tests, long enough',
  SNAPSHOT_INTERVAL_SECONDS: '1',
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'debug',
});
const program = (script: string, args: string[], stderr: number | 'pipe', stdout: number | 'pipe' = 'pipe') =>
  spawn(process.execPath, ['src/bin/launch.mjs', script, ...args], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: variables(),
    stdio: ['ignore', stdout, stderr],
  });
const exitCode = (child: ChildProcess) =>
  new Promise<number | null>((done) => child.once('exit', (code) => done(code)));

/** A server whose log goes to `stderr`, and calls that make it log. */
async function serve(stderr: number | 'pipe', workers = '1') {
  const child = spawn(process.execPath, ['src/bin/launch.mjs', 'src/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...variables(), WORKERS: workers },
    stdio: ['ignore', 'pipe', stderr],
  });
  servers.push(endingWithUs(child));
  let told = '';
  child.stdout?.on('data', (text) => (told += text));
  await until(() => told.includes('listens on') || child.exitCode !== null);
  const url = /listens on (\S+)/.exec(told)?.[1] ?? assert.fail(`it ended with ${child.exitCode}`);
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      // A connection each: the threads of the server take turns.
      headers: { 'Content-Type': 'application/json', Connection: 'close', ...headers },
      body: JSON.stringify(body),
    });
  const { accessToken } = (await (await post('/api/auth/login', owner)).json()) as { accessToken: string };
  return {
    child,
    /** Makes the server log an error with its stack, so many times. */
    async logs(times: number): Promise<void> {
      for (let at = 0; at < times; at += 20) {
        const answers = Array.from({ length: 20 }, () =>
          post('/api/brands', { name: 'fail' }, { Authorization: `Bearer ${accessToken}` }),
        );
        for (const { status } of await Promise.all(answers)) assert.equal(status, 500);
      }
    },
    async isWell(): Promise<void> {
      const startedAt = performance.now();
      assert.equal((await fetch(`${url}/health/ready`)).status, 200);
      assert.ok(performance.now() - startedAt < 2_000, 'nothing waits for the log');
    },
    /** Process ids of the server's own processes, the publisher. */
    children: () =>
      execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })
        .trim()
        .split('\n'),
    async stop(): Promise<void> {
      const ended = exitCode(child);
      child.kill('SIGTERM');
      assert.equal(await ended, 0);
    },
  };
}

test('a log that cannot be written ends neither server, threads nor publisher [long]', async () => {
  const full = openSync('/dev/full', 'w');
  try {
    const server = await serve(full, '2');
    const children = server.children();
    await server.logs(40);
    await server.isWell();
    assert.deepEqual(server.children(), children, 'the publisher did not end');
    await server.stop();
  } finally {
    closeSync(full);
  }
});

// One thread here, two above.
test('when a full disk has room again, the log says how many lines were lost and goes on [long]', async (t) => {
  const path = mkdtempSync(join(folder, 'disk-'));
  const disk = mountDisk(path, '256k');
  if (!disk) return t.skip('no file system can be mounted here');
  const log = openSync(join(path, 'log'), 'a');
  try {
    const server = await serve(log);
    const { bsize, bfree } = statfsSync(path);
    writeFileSync(join(path, 'filler'), Buffer.alloc(Math.max(0, bfree - 1) * bsize));
    const children = server.children();
    await server.logs(60);
    await server.isWell();
    assert.deepEqual(server.children(), children, 'the publisher did not end');
    truncateSync(join(path, 'filler'));
    await server.logs(20);
    await server.stop();
    const lines = readFileSync(join(path, 'log'), 'utf8').trim().split('\n');
    const torn = lines.filter((line) => !line.endsWith('}'));
    assert.ok(torn.length <= 1, 'one line at most is cut off');
    const notices = lines
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'log lines were lost');
    assert.ok(notices.length >= 1 && notices[0].lines >= 50, JSON.stringify(notices));
    assert.ok(JSON.parse(lines.at(-1)!).msg, 'it goes on after the notice');
  } finally {
    closeSync(log);
    disk.unmount();
  }
});

test('a reader of the log that stops reading, or leaves, holds nobody up [long]', async () => {
  const server = await serve('pipe');
  const reader = server.child.stderr!;
  reader.pause();
  // Beyond what the socket and the server keep.
  await server.logs(600);
  await server.isWell();
  let read = '';
  reader
    .setEncoding('utf8')
    .on('data', (text) => (read += text))
    .resume();
  await until(() => read.length > 256 << 10);
  await server.logs(20);
  await until(() => read.includes('log lines were lost'));
  reader.destroy();
  await server.logs(20);
  await server.isWell();
  await server.stop();
});

test('a command does its work without anybody to tell, but a result that is not written is a failure', async () => {
  const full = openSync('/dev/full', 'w');
  try {
    assert.equal(await exitCode(program('src/cli.ts', ['snapshot'], full)), 0);
    const unwritten = program('src/cli.ts', ['org', 'list'], 'pipe', full);
    let told = '';
    unwritten.stderr?.on('data', (text) => (told += text));
    assert.equal(await exitCode(unwritten), 1);
    await until(() => told.includes('The result could not be written: ENOSPC'));
  } finally {
    closeSync(full);
  }
});
