// long: holds Postgres in each bad state
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../src/base/log.ts';
import { connect, openDb } from '../../src/db/client.ts';
import { useEmbeddedPostgres } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createOrganisation } from '../../src/features/accounts/organisation.ts';
import { createApiKey, SCOPES } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { putBrands } from '../../src/features/brands/import.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { startProxy } from '../support/providers/proxy.ts';
import { completeRun, until } from '../support/server/app.ts';
import { mountDisk } from '../support/server/disk.ts';
import { startServerProgram } from '../support/server/server-program.ts';

/** How long each fault lasts; `HOLD_SECONDS=30` for longer than any statement may take. */
const HOLD_MS = Number(process.env['HOLD_SECONDS'] ?? 6) * 1_000;
/** The guides promise 5 s for ingestion; a machine that is busy with other tests gets more. */
const RECOVERY_MS = 5_000 + 2_000;
/** How long writers go on after a fault: a refusal then would count as the fault's. */
const AFTER_MS = 1_000;
/** A write waits for its turn (5 s) and for a lock (4 s). */
const SLOWEST_MS = 5_000 + 4_000 + 3_000;
const WRITERS = 4;
const WRITE_PAUSE_MS = 200;
/**
 * Kinds of failure that one fault may cause, each with a line of its own, in the server and in the publisher's process.
 */
const MOST_LINES = 12;

const log = createLog('silent');
const folder = temporaryFolder();
const dataDir = join(folder, 'data');
const small = join(folder, 'small');
mkdirSync(small);
const disk = await forFile(mountDisk(small, '4m'), (it) => it?.unmount());

const postgres = await forFile(useEmbeddedPostgres(dataDir, log), (it) => it.release());
await migrate(postgres.url, log);
const { port } = new URL(postgres.url);
const proxy = await forFile(startProxy(() => Number(port)));
const { superuserPassword } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
const superuser = await forFile(
  connect(`postgres://postgres:${superuserPassword}@127.0.0.1:${port}/sightline`, {
    role: 'owner',
    max: 2,
  }),
  (it) => it.end({ timeout: 1 }),
);
const db = await openDb(postgres.url);
const email = 'owner@states.example';
const org = await createOrganisation(db, {
  name: 'S',
  plan: 'CUSTOM',
  email,
  password: 'a password of tests',
});
await putBrands(db, org.id, [{ name: 'Lumenfold' }]);
const { key } = await createApiKey(db, operator(org.id), { name: 'Test', scopes: [...SCOPES] });
await db.close();
const server = await forFile(
  startServerProgram({
    DATABASE_URL: postgres.url.replace(port, String(proxy.port)),
    DATA_DIR: join(folder, 'server'),
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_DAY: '0',
    SNAPSHOT_INTERVAL_SECONDS: '1',
  }),
);
const { call } = server;

interface Fault {
  skip?: string | false;
  /** @returns what ends it */
  begin(): Promise<() => Promise<unknown>>;
  /** What the log says of it. */
  words: RegExp;
  /** What readiness says of it. */
  reason: RegExp;
}

const FAULTS: Record<string, Fault> = {
  'a database that is read-only': {
    async begin() {
      const set = async (value: string) => {
        await superuser.unsafe(`alter system set default_transaction_read_only = ${value}`);
        await superuser`select pg_reload_conf()`;
      };
      await set('on');
      return () => set('off');
    },
    words: /the database is read-only/,
    reason: /is read-only/,
  },
  'a table that another session has locked': {
    async begin() {
      const locked = Promise.withResolvers<void>();
      const over = Promise.withResolvers<void>();
      const locking = superuser.begin(async (tx) => {
        await tx`lock table runs`;
        locked.resolve();
        await over.promise;
      });
      await locked.promise;
      return () => {
        over.resolve();
        return locking;
      };
    },
    words: /the database is locked by another session/,
    reason: /is locked by another session/,
  },
  'a disk that is full': {
    skip: disk === null && 'no disk can be mounted here',
    async begin() {
      const { uid, gid } = statSync(join(dataDir, 'postgres'));
      await chown(small, uid, gid);
      chmodSync(folder, 0o755);
      await superuser.unsafe(`create tablespace small location '${small}'`);
      await superuser.unsafe('alter table runs set tablespace small');
      // A file of its own beside the table takes what is left.
      await superuser.unsafe('create table filler (text text) tablespace small');
      await superuser
        .unsafe(`insert into filler select repeat('x', 100) from generate_series(1, 1000000)`)
        .catch(() => {});
      return async () => {
        disk?.grow('64m');
      };
    },
    words: /the database is out of disk space/,
    reason: /is out of disk space/,
  },
  'connections that are refused': {
    async begin() {
      await proxy.refuse();
      return () => proxy.listen();
    },
    words: /cannot be reached/,
    reason: /cannot be reached|does not answer/,
  },
  'a database that is frozen': {
    async begin() {
      proxy.freeze();
      return async () => proxy.thaw();
    },
    words: /does not answer|cannot be reached/,
    reason: /does not answer|cannot be reached/,
  },
};

/** Writes again and again until it is stopped. */
function startWriters() {
  const answers: { at: number; ms: number; status: number }[] = [];
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const body = [
        completeRun({ brand: 'Lumenfold', answer: `Lumenfold. ${'It is a lamp. '.repeat(100)}` }),
      ];
      const { status } = await call('POST', '/api/runs', { key, body });
      const at = performance.now();
      answers.push({ at, ms: at - startedAt, status });
      await sleep(WRITE_PAUSE_MS);
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  return {
    answers,
    async stop() {
      isOver = true;
      await Promise.all(writers);
    },
  };
}

const askReady = () => call('GET', '/health/ready?for=writes');

async function suffer(t: TestContext, { begin, words, reason }: Fault): Promise<void> {
  const { answers, stop } = startWriters();
  let since = 0;
  const works = () => answers.some(({ at, status }) => status === 200 && at > since);
  try {
    await until(works);
    const earlier = server.stderr().length;
    const end = await begin();
    const begunAt = performance.now();
    const reasons: string[] = [];
    while (performance.now() - begunAt < HOLD_MS) {
      const { status, json } = await askReady();
      reasons.push(status === 200 ? 'ready' : json.message);
      await sleep(250);
    }
    const lines = server
      .stderr()
      .slice(earlier)
      .split('\n')
      .filter((line) => /"level":(40|50)/.test(line) && !/"msg":"ended: /.test(line));
    await end();
    since = performance.now();
    await until(works);
    await until(async () => (await askReady()).status === 200);
    const readyMs = performance.now() - since;
    await sleep(AFTER_MS);
    const failed = answers.filter(({ at, status }) => at > begunAt && status !== 200);
    const longestMs = Math.max(...failed.map(({ ms }) => ms));
    const lastMs = Math.max(...failed.map(({ at }) => at - since));
    t.diagnostic(
      `${failed.length} writes refused in ${HOLD_MS} ms, ${lines.length} lines; the slowest refusal ${Math.round(longestMs)} ms, ` +
        `the last ${Math.round(lastMs)} ms after the fault; ready for writes ${Math.round(readyMs)} ms after it`,
    );
    assert.deepEqual([...new Set(failed.map(({ status }) => status))], [503]);
    assert.ok(
      lines.some((line) => words.test(line)),
      lines.join('\n'),
    );
    assert.ok(lines.length <= MOST_LINES, lines.join('\n'));
    // The first probes may come before the first write fails.
    const late = reasons.slice(Math.floor(reasons.length / 2));
    assert.ok(
      late.every((each) => reason.test(each)),
      reasons.join('\n'),
    );
    assert.ok(longestMs <= SLOWEST_MS, `a refusal took ${longestMs} ms`);
    assert.ok(lastMs <= RECOVERY_MS && readyMs <= RECOVERY_MS, `${lastMs} and ${readyMs} ms`);
  } finally {
    await stop();
  }
}

for (const [name, fault] of Object.entries(FAULTS)) {
  test(name, { skip: fault.skip }, (t) => suffer(t, fault));
}
