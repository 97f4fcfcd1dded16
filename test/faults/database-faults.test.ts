// long: takes Postgres away again and again
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../src/base/log.ts';
import { connect, openDb } from '../../src/db/client.ts';
import { type EmbeddedPostgres, useEmbeddedPostgres } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createOrganisation } from '../../src/features/accounts/organisation.ts';
import { createApiKey, SCOPES } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { putBrands } from '../../src/features/brands/import.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { startProxy } from '../support/providers/proxy.ts';
import { completeRun, until } from '../support/server/app.ts';
import { withDatabaseName } from '../support/server/database.ts';
import { startServerProgram } from '../support/server/server-program.ts';

/** Faults in all; `KILLS=100` for the long form. */
const KILLS = Number(process.env['KILLS'] ?? 4);
const WRITERS = 6;
const READERS = 2;
/** A request that has no answer by then gets none. */
const UNANSWERED_MS = 20_000;
/** Postgres' return is noticed within a second; a machine that is busy with other tests gets more. */
const RECOVERY_MS = KILLS > 10 ? 1_000 : 3_000;
/**
 * A lease that was lost with its session runs out in 10 s. A lane whose work has failed rests for twice as long each
 * time: after five faults for 32 s.
 */
const JOBS_MS = 60_000;

const log = createLog('silent');
const dataDir = temporaryFolder();
const pidPath = join(dataDir, 'postgres', 'postmaster.pid');
const pidFile = () => readFileSync(pidPath, 'utf8').split('\n');

let postgres: EmbeddedPostgres = await forFile(useEmbeddedPostgres(dataDir, log), () => postgres.release());
const proxy = await forFile(startProxy(() => (existsSync(pidPath) ? Number(pidFile()[3]) : null)));

async function end(signal: NodeJS.Signals): Promise<void> {
  const pid = Number(pidFile()[0]);
  process.kill(pid, signal);
  await until(() => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  });
}
/** Started again; a session that waits for it is the test's alone. */
async function startAgain(): Promise<void> {
  await postgres.release().catch(() => {});
  postgres = await useEmbeddedPostgres(dataDir, log);
}
const endAndStart = async (signal: NodeJS.Signals) => {
  await end(signal);
  await sleep(500);
  await startAgain();
};

/** Each ends when Postgres can be reached again. */
const FAULTS: Record<string, () => Promise<unknown>> = {
  restart: () => endAndStart('SIGINT'),
  'sessions ended': async () => {
    const superuser = connect(withDatabaseName(postgres.url, 'sightline'), { role: 'owner', max: 1 });
    await superuser`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = current_user and pid <> pg_backend_pid()`;
    await superuser.end();
  },
  'immediate stop': () => endAndStart('SIGQUIT'),
  'postmaster killed': () => endAndStart('SIGKILL'),
  'black hole': async () => {
    proxy.freeze();
    await sleep(3_000);
    proxy.thaw();
  },
};

for (const workers of ['1', '2']) {
  test(`Postgres goes away again and again while six write (WORKERS=${workers}): the server lives, every request is answered, nothing is lost or doubled`, async (t) => {
    const name = `faults_${workers}`;
    const owner = connect(postgres.url, { role: 'owner', max: 1 });
    await owner.unsafe(`create database ${name}`);
    await owner.end();
    const direct = () => withDatabaseName(postgres.url, name);
    await migrate(direct(), log);
    const setUp = await openDb(direct());
    const org = await createOrganisation(setUp, {
      name: 'Faults',
      plan: 'CUSTOM',
      email: 'owner@faults.example',
      password: 'a password of tests',
    });
    await putBrands(setUp, org.id, [{ name: 'Lumenfold' }]);
    const { key } = await createApiKey(setUp, operator(org.id), { name: 'Test', scopes: [...SCOPES] });
    await setUp.close();

    const folder = temporaryFolder();
    const server = await startServerProgram({
      DATABASE_URL: direct().replace(/:\d+\//, `:${proxy.port}/`),
      DATA_DIR: folder,
      WORKERS: workers,
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_PER_DAY: '0',
      LOG_LEVEL: 'silent',
    });
    t.after(() => server.child.kill('SIGKILL'));
    const { url } = server;

    let isOver = false;
    let unanswered = 0;
    let succeededAt = 0;
    const statuses = new Map<number, number>();
    const acknowledged: string[] = [];
    const call = async (path: string, init: RequestInit): Promise<Response | null> => {
      try {
        const response = await fetch(`${url}${path}`, {
          ...init,
          signal: AbortSignal.timeout(UNANSWERED_MS),
        });
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        return response;
      } catch {
        unanswered += 1;
        return null;
      }
    };
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const writer = async () => {
      while (!isOver) {
        const runs = Array.from({ length: 5 }, () =>
          completeRun({ brand: 'Lumenfold', answer: 'Lumenfold.' }),
        );
        const response = await call('/api/runs', { method: 'POST', headers, body: JSON.stringify(runs) });
        if (response?.status !== 200) {
          await sleep(20);
          continue;
        }
        succeededAt = performance.now();
        assert.equal(((await response.json()) as { created: number }).created, 5);
        acknowledged.push(...runs.map(({ externalId }) => externalId));
      }
    };
    const { accessToken } = (await (
      await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ email: 'owner@faults.example', password: 'a password of tests' }),
      })
    ).json()) as { accessToken: string };
    const reader = async () => {
      while (!isOver) {
        await (
          await call('/api/runs?limit=5', { headers: { Authorization: `Bearer ${accessToken}` } })
        )?.text();
        await sleep(10);
      }
    };
    const clients = [...Array.from({ length: WRITERS }, writer), ...Array.from({ length: READERS }, reader)];
    const recoveries: { fault: string; ms: number }[] = [];
    // The short form has each fault once, the last two of them with threads.
    const faults = Object.entries(FAULTS);
    const isShort = KILLS <= 10;
    for (let round = isShort && workers === '2' ? 3 : 0; round < KILLS / 2; round += 1) {
      const [fault, happen] = faults[round % faults.length]!;
      const before = acknowledged.length;
      await until(() => acknowledged.length > before + 30);
      await happen();
      const backAt = performance.now();
      await until(() => succeededAt > backAt);
      recoveries.push({ fault, ms: Math.round(succeededAt - backAt) });
    }
    isOver = true;
    await Promise.all(clients);
    assert.equal(server.child.exitCode, null, `the server ended: ${server.stderr()}`);
    const longest = Math.max(...recoveries.map(({ ms }) => ms));
    t.diagnostic(
      `${recoveries.length} faults, ${acknowledged.length} runs acknowledged, longest recovery ${longest} ms, ` +
        `statuses ${JSON.stringify(Object.fromEntries(statuses))}`,
    );
    assert.equal(unanswered, 0, 'requests without an answer');
    assert.deepEqual(
      [...statuses.keys()].filter((status) => status !== 200 && status !== 503),
      [],
      JSON.stringify([...statuses]),
    );
    assert.ok(longest <= RECOVERY_MS, JSON.stringify(recoveries));
    const looking = await openDb(direct());
    // Background jobs go on as well: a new name has the answers read again.
    const authorized = { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' };
    // Each thread notices for itself that Postgres is back, and ends the sessions that it has dropped: their locks are
    // free again before a second statement that waits for them times out.
    // A write that is refused may have taken effect all the same: each attempt has a name of its own.
    let attempts = 0;
    const made = async () => {
      attempts += 1;
      const body = JSON.stringify({ name: `Glimmer ${attempts}` });
      const answer = await call('/api/brands', { method: 'POST', headers: authorized, body });
      return answer?.status === 201;
    };
    await until(made);
    await until(async () => {
      const unread = await looking.sql`
        select from organisations where reextracted_version < lexicon_version`;
      return unread.length === 0;
    }, JOBS_MS);
    server.child.kill('SIGTERM');
    assert.equal((await server.ended).code, 0);
    const kept = await looking.tenant(
      org.id,
      (tx) => tx<{ id: string; read: number }[]>`
        select external_id as id, (select count(*) from observations o where o.run_id = r.id) as read from runs r`,
    );
    await looking.close();
    const there = new Map(kept.map(({ id, read }) => [id, read]));
    assert.equal(there.size, kept.length, 'nothing is there twice');
    for (const id of acknowledged) assert.equal(there.get(id), 1, `${id} was acknowledged`);
  });
}
