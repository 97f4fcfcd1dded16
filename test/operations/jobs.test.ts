import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { AppError } from '../../src/base/errors.ts';
import { newId, type OrgId } from '../../src/base/ids.ts';
import { createLog, type Log } from '../../src/base/log.ts';
import { connect, openDb } from '../../src/db/client.ts';
import { sendAttempts } from '../../src/features/queue/attempts.ts';
import { recordOutcome } from '../../src/features/queue/messages.ts';
import type { Partition } from '../../src/features/queue/partition.ts';
import type { Job } from '../../src/server/jobs/definition.ts';
import { type Runner, startRunner } from '../../src/server/jobs/runner.ts';
import { forFile, withDatabase } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';

const TIMES = { leaseSeconds: 2, renewMs: 300, leaseSafetyMs: 1_500 };

const database = await withDatabase();
const owner = await forFile(connect(database.url, { role: 'owner', max: 2 }), (it) => it.end());
const db = await forFile(openDb(database.url));
beforeEach(() => owner`delete from organisations`);

/** Organisations that have something due until `done`. */
async function lanes(count: number): Promise<OrgId[]> {
  const ids = Array.from({ length: count }, () => newId<OrgId>());
  await owner`insert into organisations (id, name, plan, lexicon_version)
    select id, 'Test', 'FREE', 2 from unnest(${ids}::text[]) id`;
  return ids;
}
const done = (orgId: OrgId) => owner`update organisations set reextracted_version = 2 where id = ${orgId}`;

/** Starts a worker of one kind of job, which ends with `work`. */
function worker(
  work: (lane: Partition) => Promise<unknown>,
  log: Log = createLog('silent'),
): Runner & AsyncDisposable {
  const job: Job = {
    kind: 'test',
    concurrency: 3,
    due: (sql) => sql`select id as org_id, '' as subject_id, now() as since, 1 as depth
      from organisations where reextracted_version < lexicon_version`,
    work,
  };
  const runner = startRunner(db, [job], log, TIMES);
  return Object.assign(runner, { [Symbol.asyncDispose]: () => runner.stop() });
}
/** Until a signal is aborted. */
const aborted = (signal: AbortSignal) =>
  new Promise<void>((end) => (signal.aborted ? end() : signal.addEventListener('abort', () => end())));

test('a lane is worked on by one worker at a time, and every lane by one', async () => {
  const waiting = new Set(await lanes(12));
  const busy = new Set<string>();
  const work = async ({ orgId }: Partition) => {
    assert.ok(!busy.has(orgId), 'two at once');
    busy.add(orgId);
    await sleep(30);
    await done(orgId);
    busy.delete(orgId);
    waiting.delete(orgId);
  };
  await using first = worker(work);
  await using second = worker(work);
  await until(() => waiting.size === 0);
  const ended = [first, second].map((runner) => runner.ended.get('test'));
  assert.ok(
    ended.every((counts) => counts?.failed === 0),
    JSON.stringify(ended),
  );
});

test('a failure lets a lane rest, is seen, and is tried again', async () => {
  const [orgId] = (await lanes(1)) as [OrgId];
  const tries: number[] = [];
  await using runner = worker(async () => {
    tries.push(performance.now());
    if (tries.length < 3) throw new Error('not yet');
    await done(orgId);
  });
  await until(() => tries.length === 1);
  await until(async () => (await runner.stats())[0]?.failures === 1);
  assert.equal((await runner.stats())[0]?.depth, 1);
  await until(() => tries.length === 3);
  await until(async () => (await owner`select from job_leases`).length === 0);
  const [first = 0, second = 0, third = 0] = tries;
  assert.ok(second - first > 900 && third - second > 1_900, `${tries}`);
  const nothing = { kind: 'test', depth: 0, ageSeconds: 0, failures: 0 };
  assert.deepEqual(await runner.stats(), [nothing]);
});

test('what fails because its organisation was deleted meanwhile is no error of the log', async () => {
  const [kept, deleted, purged] = (await lanes(3)) as [OrgId, OrgId, OrgId];
  const lines: { level: number; orgId: OrgId }[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const levelOf = (id: OrgId) => lines.find(({ orgId }) => orgId === id)?.level;
  await using _runner = worker(async ({ orgId }) => {
    if (orgId === deleted) await owner`update organisations set deleted_at = now() where id = ${orgId}`;
    if (orgId === purged) await owner`delete from organisations where id = ${orgId}`;
    throw new AppError('not_found', 'There is no such organisation.');
  }, log);
  await until(() => [kept, deleted, purged].every((id) => levelOf(id) !== undefined));
  const { error, debug } = pino.levels.values;
  assert.deepEqual([kept, deleted, purged].map(levelOf), [error, debug, debug]);
});

test('a worker whose lease is taken is told, and changes nothing of the lease', async () => {
  const [orgId] = (await lanes(1)) as [OrgId];
  let isLost = false;
  await using _runner = worker(async ({ lost }) => {
    await aborted(lost);
    isLost = true;
  });
  await until(async () => (await owner`select from job_leases where org_id = ${orgId}`).length === 1);
  await owner`update job_leases set holder = 'another', leased_until = now() + interval '1 minute'`;
  await until(() => isLost);
  const [lease] = await owner`select holder from job_leases`;
  assert.equal(lease?.['holder'], 'another');
  await owner`delete from job_leases`;
});

test('a worker that cannot renew gives up in time, and goes on when it can: no lane is stuck', async () => {
  const [orgId] = (await lanes(1)) as [OrgId];
  const lostAt: number[] = [];
  let begun = 0;
  await using _runner = worker(async ({ lost }) => {
    begun += 1;
    if (begun > 1) return done(orgId);
    await aborted(lost);
    lostAt.push(performance.now());
  });
  await until(() => begun === 1);
  // As a Postgres that is frozen: statements on leases wait.
  await owner.begin(async (tx) => {
    await tx`lock table job_leases in access exclusive mode`;
    const frozenAt = performance.now();
    await until(() => lostAt.length === 1, 5_000);
    assert.ok((lostAt[0] ?? 0) - frozenAt < TIMES.leaseSeconds * 1_000, 'before the lease can be another');
  });
  await until(() => begun === 2, 10_000);
});

test('stop tells the work to end, waits for it and gives the leases back', async () => {
  await lanes(2);
  let begun = 0;
  let ended = 0;
  await using runner = worker(async ({ stopping }) => {
    begun += 1;
    await aborted(stopping);
    await sleep(100);
    ended += 1;
  });
  await until(() => begun === 2);
  await runner.stop();
  assert.equal(ended, 2);
  assert.equal((await owner`select from job_leases`).length, 0);
});

test('a job of the clock runs at once where it never ran, and then not before its time, whoever works', async () => {
  let runs = 0;
  const job: Job = {
    kind: 'clock',
    everySeconds: 3600,
    work: async () => {
      runs += 1;
    },
  };
  const work = async () => {
    const runner = startRunner(db, [job], createLog('silent'), TIMES);
    await until(async () => (await runner.stats())[0]?.depth === 0);
    await runner.stop();
  };
  await work();
  await work();
  assert.equal(runs, 1);
  await owner`update job_schedule set due_at = now() where kind = 'clock'`;
  await work();
  assert.equal(runs, 2);
});

test('what comes of an attempt at a message is recorded while it is the latest one, once', async () => {
  const [orgId] = (await lanes(1)) as [OrgId];
  const end = (tries: number, error: string | null) =>
    db.tenant(orgId, (tx) => {
      const attempt = { id: 'one', tries, failed: tries };
      const outcome = { status: null, error };
      return recordOutcome(tx, 'slack_messages', orgId, attempt, outcome, () => tx`error = ${error}`);
    });
  await db.tenant(
    orgId,
    (tx) =>
      tx`insert into slack_messages (org_id, id, body, report, tries) values (${orgId}, 'one', '{}', '{}', 2)`,
  );
  assert.equal(await end(1, null), null, 'another worker has made the second one');
  assert.equal(await end(2, 'It answered 500.'), 'PENDING');
  assert.equal(await end(2, null), 'DELIVERED');
  assert.equal(await end(2, 'Late.'), null);
});

test('a queue goes on where the attempts that it waits for end while it decides to wait', async () => {
  const due = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const { signal } = new AbortController();
  let end = () => {};
  const sent = await sendAttempts(
    { ending: signal, lost: signal },
    { atOnce: 2, timeSliceMs: 60_000 },
    {
      // One at a time, as while a platform that was paused is tried.
      begin: async (underWay) => {
        if (underWay === 0) return due.shift() ?? 'WAIT';
        end();
        await nextTurn();
        return 'WAIT';
      },
      send: () =>
        new Promise((done) => {
          end = () => done(async () => {});
        }),
    },
  );
  assert.equal(sent, 3);
});
