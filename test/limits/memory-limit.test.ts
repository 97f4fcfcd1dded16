// measured alone: memory
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/base/config.ts';
import { createLog } from '../../src/base/log.ts';
import { divideMemory, leastLimitMb } from '../../src/base/settings/memory.ts';
import { openDb } from '../../src/db/client.ts';
import { useEmbeddedPostgres } from '../../src/db/embedded.ts';
import { createOrganisation } from '../../src/features/accounts/organisation.ts';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { putBrands } from '../../src/features/brands/import.ts';
import { open } from '../support/callers/raw.ts';
import { completeRun, until } from '../support/server/app.ts';
import { memoryOf } from '../support/server/process-memory.ts';
import { endingWithUs } from '../support/server/programs.ts';

/** MEMORY_TEST=long is the whole load, in a control group as well. */
const isLong = process.env['MEMORY_TEST'] === 'long';
const { readers, bodies, exports, runs, seconds } = isLong
  ? { readers: 500, bodies: 20, exports: 200, runs: 3_000, seconds: 60 }
  : { readers: 40, bodies: 1, exports: 6, runs: 1_000, seconds: 2 };
const BODY_RUNS = 1_000;
const BODY_MB = 15;
const LIMIT_MB = 1_536;
const RECOVERED_MS = 5_000;

const folder = mkdtempSync(join(tmpdir(), 'sightline-memory-'));
const servers: ChildProcess[] = [];
after(() => {
  for (const server of servers) server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('memory is divided so that all of it is not more than the limit, and as before where it is plenty', () => {
  const plenty = divideMemory(16_384, 1);
  assert.deepEqual(
    [plenty.reportMb, plenty.answersMb, plenty.bodiesMb, plenty.cacheMb, plenty.publisherMb, plenty.heapMb],
    [1024, 512, 256, 128, 256, null],
  );
  for (const workers of [1, 2, 8])
    for (let limit = leastLimitMb(workers); limit < 8_192; limit += 97) {
      const { limitMb, heapMb, ...parts } = divideMemory(limit, workers);
      const all = Object.values(parts).reduce((sum, mb) => sum + mb, 0);
      assert.ok(all < limitMb - 400 && parts.bodiesMb > 16, `${JSON.stringify(parts)} of ${limit}`);
      assert.ok(heapMb === null || heapMb * workers < limitMb);
    }
  assert.throws(
    () => readConfig({ MEMORY_LIMIT_MB: '300' }, { secrets: [] }),
    /300 MB are too few.*at least/,
  );
  assert.equal(
    readConfig({ MEMORY_LIMIT_MB: '1536', REPORT_MEMORY_MB: '777' }, { secrets: [] }).memory.reportMb,
    777,
  );
});

/** A server with two organisations whose mentions make large pages. */
async function startServer(prefix: string[], variables: Record<string, string>) {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const launcher = fileURLToPath(new URL('../../src/bin/launch.mjs', import.meta.url));
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const [command = '', ...args] = [...prefix, process.execPath, launcher, main];
  const child = spawn(command, args, {
    cwd: tmpdir(),
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      // No address of those at which a server makes the demo organisation.
      HOST: '127.0.0.2',
      SNAPSHOT_INTERVAL_SECONDS: '2',
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_PER_DAY: '0',
      LOG_LEVEL: 'error',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(endingWithUs(child));
  let told = '';
  let log = '';
  child.stdout.on('data', (text) => (told += text));
  child.stderr.on('data', (text) => (log += text));
  await until(() => told.includes('listens on') || child.exitCode !== null);
  const url = /listens on (\S+)/.exec(told)?.[1] ?? assert.fail(log);
  const call = async (path: string, body: object, headers: Record<string, string>) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any body
    return { status: answer.status, json: (text === '' ? null : JSON.parse(text)) as any };
  };
  const organisations: { key: string; token: string }[] = [];
  const cluster = await useEmbeddedPostgres(dataDir, createLog('silent'));
  const db = await openDb(cluster.url);
  for (const name of ['One', 'Two']) {
    const login = { email: `${name.toLowerCase()}@memory.example`, password: 'a password of tests' };
    const { id } = await createOrganisation(db, { name, plan: 'CUSTOM', ...login });
    await putBrands(db, id, [{ name: 'Lumenfold' }]);
    const { key } = await createApiKey(db, operator(id), {
      name: 'Test',
      scopes: ['reports:read', 'runs:write'],
    });
    const { json } = await call('/api/auth/login', login, {});
    organisations.push({ key, token: json.accessToken });
  }
  await db.close();
  await cluster.release();
  const ingest = (at: number, answer: string, count: number) =>
    call(
      '/api/runs',
      Array.from({ length: count }, (_, run) =>
        completeRun({
          brand: 'Lumenfold',
          answer: `Lumenfold. ${answer}`,
          citations: Array.from({ length: 4 }, (_, page) => ({
            url: `https://reviews.example/${run}/${page}`,
            title: 'A long title of a page. '.repeat(10),
          })),
        }),
      ),
      { 'X-API-Key': organisations[at]!.key },
    );
  for (let made = 0; made < runs; made += 1_000) assert.equal((await ingest(0, '', 1_000)).status, 200);
  const mentions = () =>
    call('/api/customer/v1/reports/mentions', { limit: 1 }, { 'X-API-Key': organisations[0]!.key });
  await until(async () => (await mentions()).json.total === 4 * runs);
  return { child, dataDir, url, call, ingest, organisations, log: () => log };
}
type Server = Awaited<ReturnType<typeof startServer>>;

/** Readers that stall on large pages, large bodies, exports and a usual load, all at once. @returns the peak, MB */
async function loadAll({ child, dataDir, url, call, ingest, organisations }: Server): Promise<number> {
  let peak = 0;
  let isOver = false;
  const watch = (async () => {
    for (; !isOver; await sleep(100)) peak = Math.max(peak, memoryOf(child.pid!, dataDir));
  })();
  const sockets: Socket[] = [];
  const finish = async () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
    await watch;
  };
  const stall = async () => {
    for (let at = 0; at < readers; at += 1) {
      const body = JSON.stringify({ limit: 10_000 - at });
      const socket = open(url);
      socket.on('error', () => {}).pause();
      socket.write(
        `POST /api/customer/v1/reports/mentions HTTP/1.1\r\nHost: x\r\nX-API-Key: ${organisations[0]!.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      sockets.push(socket);
      await sleep(10);
    }
  };
  const statuses: number[] = [];
  const send = async (work: Promise<{ status: number }>) => {
    // Who is refused while sending may miss the answer.
    const { status } = await work.catch((error) => {
      if (child.exitCode === null && /ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(error.cause?.code))
        return { status: 503 };
      throw error;
    });
    statuses.push(status);
    assert.ok([200, 201, 503].includes(status), `it answered ${status}`);
    return status;
  };
  const answer = 'Nothing else is said. '.repeat((BODY_MB * 1_000_000) / BODY_RUNS / 22 - 40);
  const write = async () => {
    const sent = await Promise.all(Array.from({ length: bodies }, () => send(ingest(1, answer, BODY_RUNS))));
    // Of many at once, a busy machine may not read any within the minute that a silent connection is kept.
    assert.ok(isLong || sent.includes(200), 'those for whom there is room are written');
  };
  const exportAll = async () => {
    for (let at = 0; at < exports; at += 1) {
      const body = { report: 'MENTIONS', format: (['CSV', 'NDJSON', 'PARQUET'] as const)[at % 3] };
      await send(
        call('/api/reports/exports', body, { Authorization: `Bearer ${organisations[at % 2]!.token}` }),
      );
    }
  };
  const endsAt = Date.now() + seconds * 1_000;
  const use = async () => {
    for (let at = 0; Date.now() < endsAt; at += 1)
      await send(
        call(
          '/api/customer/v1/reports/queries',
          { limit: 1 + (at % 999) },
          { 'X-API-Key': organisations[at % 2]!.key },
        ),
      );
  };
  try {
    await Promise.all([stall(), write(), exportAll(), ...Array.from({ length: 20 }, use)]);
    assert.ok(statuses.includes(200) && statuses.includes(201), 'work is done meanwhile');
    for (const socket of sockets) socket.destroy();
    await until(async () => {
      const answers = await Promise.all([
        ingest(0, '', 10),
        call('/api/customer/v1/reports/mentions', { limit: 2_000 }, { 'X-API-Key': organisations[0]!.key }),
      ]);
      return answers.every(({ status }) => status === 200);
    }, RECOVERED_MS);
    return peak;
  } finally {
    await finish();
    if (isLong) console.log(`peak ${Math.round(peak)} MB; ${JSON.stringify(counted(statuses))}`);
  }
}

function counted(statuses: number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function stop({ child, log }: Server): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  assert.equal(await ended, 0, log());
  assert.doesNotMatch(log(), /ended|heap/, 'nothing died');
}

test(`${readers} stalled readers, bodies of 15 MB (${bodies}) and ${exports} exports at once stay within MEMORY_LIMIT_MB=${LIMIT_MB}`, async (t) => {
  if (!existsSync('/proc/self/smaps_rollup')) return t.skip('the memory of processes cannot be read here');
  const server = await startServer([], { MEMORY_LIMIT_MB: String(LIMIT_MB) });
  const peak = await loadAll(server).finally(() => stop(server));
  t.diagnostic(`peak ${Math.round(peak)} MB`);
  assert.ok(peak < LIMIT_MB, `it took ${Math.round(peak)} MB`);
});

test('in a control group of 1.5 GiB with default settings nothing is killed', async (t) => {
  if (!isLong) return t.skip('MEMORY_TEST=long runs it');
  const group = controlGroup();
  if (group === null) return t.skip('no control group can be made here');
  try {
    const server = await startServer(
      ['sh', '-c', `echo $$ > ${group.path}/cgroup.procs; exec "$@"`, 'sh'],
      {},
    );
    await loadAll(server).finally(() => stop(server));
    assert.equal(group.kills(), 0);
    t.diagnostic(`peak ${group.peakMb()} MB`);
  } finally {
    await until(() => group.remove(), 10_000).catch((error) =>
      t.diagnostic(`${group.path}: ${error.message}`),
    );
  }
});

/** A control group with the limit, of either version; null where none can be made. */
function controlGroup() {
  const isSecond = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const path = join(isSecond ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory', `sightline-test-${process.pid}`);
  const file = (name: string) => readFileSync(join(path, name), 'utf8');
  try {
    mkdirSync(path);
    writeFileSync(join(path, isSecond ? 'memory.max' : 'memory.limit_in_bytes'), String(LIMIT_MB << 20));
  } catch {
    return null;
  }
  return {
    path,
    kills: () => Number(/oom_kill (\d+)/.exec(file(isSecond ? 'memory.events' : 'memory.oom_control'))?.[1]),
    peakMb: () => Math.round(Number(file(isSecond ? 'memory.peak' : 'memory.max_usage_in_bytes')) / 2 ** 20),
    remove(): boolean {
      try {
        rmdirSync(path);
        return true;
      } catch {
        return false;
      }
    },
  };
}
