// long: fills disks, stops and kills publishers
import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createLog } from '../../src/base/log.ts';
import { connect } from '../../src/db/client.ts';
import { verifyFiles } from '../../src/files/content.ts';
import { noteBrandsChanged } from '../../src/snapshots/changes.ts';
import { readCurrent, readManifest, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import type { PublisherSettings } from '../../src/snapshots/publisher/publisher.ts';
import { startPublisher } from '../../src/snapshots/publisher/publisher.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';
import { type Program, startProgram } from '../support/server/programs.ts';

/** The long form: FULL_DISK_CYCLES=20. */
const CYCLES = Number(process.env['FULL_DISK_CYCLES'] ?? 1);
const RECOVERY_MS = 40_000;

// The files of reports are the program's to make.
const app = await withApp({ JOBS: 'apart' });
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
// Parts of 30 to 200 KB as text: less and more than the driver takes in at once.
const text = 'Which lamp is best for reading? '.repeat(30);
const many = [30, 70, 85, 100, 200].flatMap((count, month) =>
  Array.from({ length: count }, () => ({
    brand: 'Lumenfold',
    answer: 'Lumenfold.',
    queryText: text,
    executedAt: `2026-0${month + 1}-15T12:00:00Z`,
  })),
);
await app.ingest(org, many);
const owner = await forFile(connect(app.databaseUrl, { role: 'owner', max: 2, isLasting: true }), (it) =>
  it.end({ timeout: 1 }),
);

function newFolder(): string {
  const folder = temporaryFolder();
  return folder;
}
const orders = (dataDir: string): PublisherSettings => ({
  url: app.databaseUrl,
  dataDir,
  keepMinutes: 0,
  intervalSeconds: 1,
  logLevel: 'silent',
  stalledMs: 3_000,
});
const currentOf = (dataDir: string) => readCurrent(snapshotsFolder(dataDir));
/** Exporters that wait for a table. */
async function stuckExporters(): Promise<number[]> {
  const rows = await owner<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'copy%'`;
  return rows.map(({ pid }) => pid);
}
const lockHolders = async () =>
  (
    await owner<{ pid: number }[]>`
      select pid from pg_locks where locktype = 'advisory' and objid = 7203115 and granted
        and database = (select oid from pg_database where datname = current_database())`
  ).map(({ pid }) => pid);
/** Of publishers, those that hold no lock too. */
async function sessions(): Promise<number> {
  const [row] = await owner<{ count: number }[]>`select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'sightline-export'`;
  return row?.count ?? 0;
}
/** Lets exports wait in the middle, with the lock of all publishers held, until the work is done. */
async function whileStuck(work: () => Promise<void>): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`lock table brands in access exclusive mode`;
    await work();
  });
}
const note = () => app.app.services.db.tenant(org.id, (tx) => noteBrandsChanged(tx, org.id));

test('a publisher that is stopped in the middle of an export is replaced, and its lock is free', async () => {
  const dataDir = newFolder();
  const publisher = startPublisher(orders(dataDir), createLog('silent'), 2_000);
  try {
    const stopped = publisher.pid() as number;
    await whileStuck(async () => {
      await until(async () => (await stuckExporters()).length > 0);
      process.kill(stopped, 'SIGSTOP');
    });
    await until(() => publisher.pid() !== stopped, RECOVERY_MS);
    await until(async () => (await currentOf(dataDir)) !== null, RECOVERY_MS);
    assert.equal(publisher.ends(), 1);
  } finally {
    await publisher.stop();
  }
});

test('a publisher that waits for ever ends, with its sessions; it publishes once it can', async () => {
  const dataDir = newFolder();
  const publisher = startPublisher(orders(dataDir), createLog('silent'), 2_000);
  try {
    const first = publisher.pid();
    await whileStuck(async () => {
      await until(async () => (await stuckExporters()).length > 0);
      const [holder] = await lockHolders();
      await until(() => publisher.pid() !== first, RECOVERY_MS);
      assert.ok(!(await lockHolders()).includes(holder ?? 0), 'its lock is free');
    });
    await until(async () => (await currentOf(dataDir)) !== null, RECOVERY_MS);
  } finally {
    await publisher.stop();
  }
});

test('a stopped publisher that nobody watches loses its lock, and publishes nothing when it goes on', async () => {
  const dataDir = newFolder();
  const child = fork(
    fileURLToPath(new URL('../../src/snapshots/publisher/publisher-process.ts', import.meta.url)),
    {
      execArgv: [],
    },
  );
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  child.send(orders(dataDir));
  try {
    await whileStuck(async () => {
      await until(async () => (await stuckExporters()).length > 0);
      child.kill('SIGSTOP');
    });
    // On another machine, as far as Postgres can tell; it waits its turn.
    const made = await publishSnapshot({ ...orders(dataDir), log: createLog('silent'), wait: true });
    assert.equal(made?.isNew, true);
    child.kill('SIGCONT');
    assert.equal(await ended, 1, 'it has failed');
    assert.equal(await currentOf(dataDir), made?.id);
    await note();
    const next = await publishSnapshot({ ...orders(dataDir), log: createLog('silent'), wait: true });
    assert.equal(next?.parts, 1, 'nobody has touched what it builds upon');
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});

test('an export that meets a full disk fails at once, wherever it meets it, and leaves no session', async (t) => {
  const dataDir = smallDisk(t, '24m'); // room for this snapshot twice
  if (dataDir === null) return;
  const exported = () => publishSnapshot({ ...orders(dataDir), log: createLog('silent'), wait: true });
  assert.ok(await exported());
  const filler = join(dataDir, 'filler');
  let failures = 0;
  for (const leftKb of [0, 4, 16, 48, 96, 200, 400, 800]) {
    await note();
    await app.sql(org)`insert into changed_parts (org_id, part, month)
        select distinct org_id, 'runs', date_trunc('month', executed_at)::date from runs`;
    fill(dataDir, filler, leftKb);
    const deadline = sleep(10_000, 'it hangs', { ref: false });
    const outcome = await Promise.race([exported().catch((error) => error), deadline]);
    assert.notEqual(outcome, 'it hangs', `with ${leftKb} KB left`);
    if (outcome instanceof Error) failures += 1;
    await until(async () => (await sessions()) === 0);
    rmSync(filler);
  }
  assert.ok(failures >= 5, `${failures} met it`);
  assert.equal((await exported())?.isNew, true);
});

test(`a full disk: reports go on, the lock is free, alarms are seen, and it heals by itself (${CYCLES} ×)`, {
  timeout: 60_000 + CYCLES * 60_000,
}, async (t) => {
  const dataDir = smallDisk(t, '32m');
  if (dataDir === null) return;
  let server: Program | undefined;
  try {
    server = startProgram('src/main.ts', [], {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      METRICS_PORT: '0',
      JWT_SECRET: 'a secret of tests that is long enough', // the same logins
      ENCRYPTION_KEY: app.app.services.config.encryptionKey,
      RATE_LIMIT_PER_MINUTE: '0',
      SNAPSHOT_INTERVAL_SECONDS: '1',
      SNAPSHOT_KEEP_MINUTES: '0',
    });
    const { url, metrics } = await started(server);
    const token = await app.login(org);
    const filler = join(dataDir, 'filler');
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const before = await currentOf(dataDir);
      // Nothing left, room for a small file, or for a part of an export.
      fill(dataDir, filler, [0, 8, 64, 256][cycle % 4] ?? 0);
      await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.' }]);
      await until(async () => (await checks(url)).snapshot.status === 'failing', RECOVERY_MS);
      assert.equal(await metrics('sightline_snapshot_failing'), 1);
      assert.ok(((await metrics('sightline_publisher_ends_total')) ?? 0) > cycle);
      assert.equal((await report(url)).status, 200);
      assert.equal(await currentOf(dataDir), before);
      // A file with the rows of a report does not fit either, and says why.
      const failed = await fileOf(url, token);
      if (failed.state === 'FAILED') assert.equal(failed.reason, 'The disk of the server is full.');
      // Another server, with room, is not kept from exporting.
      assert.ok(await publishSnapshot({ ...orders(newFolder()), log: createLog('silent'), wait: true }));
      rmSync(filler);
      const fixedAt = performance.now();
      await until(async () => (await checks(url)).snapshot.status === 'ok', RECOVERY_MS);
      t.diagnostic(`healed ${Math.round(performance.now() - fixedAt)} ms after there was room`);
      assert.equal(await metrics('sightline_snapshot_failing'), 0);
      const current = (await currentOf(dataDir)) ?? '';
      assert.notEqual(current, before);
      const path = join(snapshotsFolder(dataDir), current);
      await verifyFiles(path, (await readManifest(path)).files, new Set());
      assert.equal((await fileOf(url, token)).state, 'COMPLETED');
    }
    server.child.kill('SIGTERM');
    assert.equal((await server.ended).code, 0);
  } finally {
    server?.child.kill('SIGKILL');
    await server?.ended;
  }
});

/** A folder on a file system of its own; null, and the test is skipped, where this user may not mount one. */
function smallDisk(t: TestContext, size: string): string | null {
  const folder = newFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    t.skip('it needs a small file system of its own, and this user may not mount one');
    return null;
  }
  t.after(() => execFileSync('umount', ['--lazy', folder]));
  return folder;
}

async function started(
  server: Program,
): Promise<{ url: string; metrics(name: string): Promise<number | undefined> }> {
  await until(() => server.stdout().includes('listens on') || server.child.exitCode !== null);
  const url = /listens on (\S+)/.exec(server.stdout())?.[1] ?? assert.fail(server.stderr());
  const port = /"port":(\d+),"msg":"metrics/.exec(server.stderr())?.[1] ?? assert.fail(server.stderr());
  return {
    url,
    async metrics(name) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const line = text.split('\n').find((each) => each.startsWith(`${name} `));
      return line === undefined ? undefined : Number(line.slice(name.length + 1));
    },
  };
}
async function checks(url: string) {
  const response = await fetch(`${url}/health/ready`);
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { checks: Record<'writes' | 'snapshot', { status: string }> }).checks;
}
const report = (url: string) =>
  fetch(`${url}/api/customer/v1/reports/brands`, { method: 'POST', headers: { 'X-API-Key': org.key } });

/** Has a file of a report made. @returns what came of it */
async function fileOf(url: string, token: string): Promise<{ state: string; reason: string | null }> {
  const call = (path: string, init = {}) =>
    fetch(`${url}/api/reports/exports${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    }).then((response) => response.json() as Promise<{ id: string; state: string; reason: string | null }>);
  const parameters = { start_date: '2026-01-01', end_date: '2026-12-31' };
  const body = { report: 'MENTIONS', format: 'NDJSON', parameters };
  let made = await call('', { method: 'POST', body: JSON.stringify(body) });
  assert.ok(made.id, JSON.stringify(made));
  await until(async () => {
    made = await call(`/${made.id}`);
    return made.state === 'COMPLETED' || made.state === 'FAILED';
  }, RECOVERY_MS);
  return made;
}

/** Fills a file system until so many KB are left. */
function fill(folder: string, file: string, leftKb: number): void {
  mkdirSync(folder, { recursive: true });
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - leftKb * 1024), 1));
  } catch {
    // as much as there was room for
  }
}
