// long: runs queues of two workers
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { startJobs } from '../../src/app/jobs.ts';
import {
  beginNext,
  type RecordedAttempt,
  recoverInterrupted,
} from '../../src/features/prompt-runs/attempts.ts';
import { dispatchQueue } from '../../src/features/prompt-runs/job.ts';
import { keepAnswer } from '../../src/features/prompt-runs/outcomes.ts';
import { forFile } from '../support/for-file.ts';
import { partition } from '../support/partition.ts';
import {
  type PromptOrganisation,
  platformAnswer,
  promptOrganisation,
  startPromptWorld,
} from '../support/providers/prompt-runs.ts';
import { until } from '../support/server/app.ts';

const world = await forFile(startPromptWorld());
afterEach(() => world.server.reset());

type Attempt = Record<'ordinal' | 'outcome' | 'reason' | 'status' | 'nextAttemptAt' | 'sentAt', never>;
const outcomes = (run: { attempts: Attempt[] }) =>
  run.attempts.map(({ outcome, reason, status }) => [outcome, reason, status]);
/** What is kept of the lane; `pause` is seconds from the end of the latest attempt. */
const lane = (org: PromptOrganisation) =>
  org.sql(async (tx) => {
    const [row] = await tx<{ failures: number; pause: number | null; reason: string | null }[]>`
      select failures, pause_reason as reason,
        round(extract(epoch from paused_until - (select max(finished_at) from run_attempts)))::integer as pause
      from platform_lanes where platform = 'CHATGPT'`;
    return row!;
  });
/** Queues a run of a new query. */
const queued = async (org: PromptOrganisation, text: string) => org.run((await org.query(text)).id);

test('429 with Retry-After waits as long as it says, and the lane with it', async () => {
  const org = await promptOrganisation(world);
  // Only the first request: of two prompts that are due at once either may be asked first.
  let requests = 0;
  world.server.behave = () => {
    requests += 1;
    return requests === 1
      ? { kind: 'status', status: 429, headers: { 'retry-after': '90' } }
      : { kind: 'ok' };
  };
  const runId = await queued(org, 'Too many?');
  assert.equal(await org.work(), 1);
  const waiting = await org.evidence(runId);
  assert.deepEqual([waiting.state, outcomes(waiting)], ['QUEUED', [['FAILED', 'RATE_LIMITED', 429]]]);
  const wait = Date.parse(waiting.attempts[0].nextAttemptAt) - Date.parse(waiting.attempts[0].finishedAt);
  // A busy machine writes down later what it has received.
  assert.ok(wait >= 89_500 && wait < 95_000, `${wait} ms`);
  const { pause, reason } = await lane(org);
  assert.equal(reason, 'RATE_LIMIT');
  assert.ok(pause !== null && pause >= 90 && pause < 95, `${pause} s`);
  await queued(org, 'Another?');
  assert.equal(await org.work(), 0);
  await org.skipWaiting();
  // A busy machine may take the second one in a later turn.
  let worked = 0;
  await until(async () => {
    worked += await org.work();
    return worked === 2;
  });
  assert.equal((await org.evidence(runId)).state, 'COMPLETED');
});

test('however long a platform asks for, a prompt and its lane wait a day at most, and work after it', async () => {
  const org = await promptOrganisation(world);
  world.server.behave = ({ attempt }) =>
    attempt === 1
      ? { kind: 'status', status: 503, headers: { 'retry-after': '9999999999' } }
      : { kind: 'ok' };
  const runId = await queued(org, 'How long?');
  assert.equal(await org.work(), 1);
  const DAY_SECONDS = 86_400;
  const { attempts } = await org.evidence(runId);
  const wait = Date.parse(attempts[0].nextAttemptAt) - Date.parse(attempts[0].finishedAt);
  assert.ok(wait / 1000 <= DAY_SECONDS + 1, `${wait} ms`);
  assert.equal((await lane(org)).pause, DAY_SECONDS);
  await org.skipWaiting();
  assert.equal(await org.work(), 1);
  assert.equal((await org.evidence(runId)).state, 'COMPLETED');
  assert.equal((await lane(org)).pause, null);
});

test('5xx and a cut-off answer are tried again with backoff, five times in all, then say why', async () => {
  const org = await promptOrganisation(world);
  world.server.behave = ({ attempt }) =>
    attempt % 2 ? { kind: 'status', status: 503 } : { kind: 'cut off' };
  const runId = await queued(org, 'Out of order?');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    assert.equal(await org.work(), 1);
    const { attempts, state } = await org.evidence(runId);
    assert.equal(state, attempt === 5 ? 'FAILED' : 'QUEUED');
    const last = attempts.at(-1);
    const wait = (Date.parse(last.nextAttemptAt) - Date.parse(last.finishedAt)) / 1000;
    const expected = 5 ** attempt;
    if (attempt < 5) assert.ok(wait >= expected * 0.8 && wait <= expected * 1.2, `${attempt}: ${wait} s`);
    await org.skipWaiting();
  }
  const run = await org.evidence(runId);
  assert.deepEqual(outcomes(run).slice(0, 2), [
    ['FAILED', 'UNAVAILABLE', 503],
    ['FAILED', 'CUT_OFF', run.attempts[1].status],
  ]);
  assert.deepEqual([run.failureReason, run.attempts.at(-1).nextAttemptAt], ['UNAVAILABLE', null]);
  assert.match(run.failure, /It was tried 5 times\.$/);
  assert.equal(world.server.requests.length, 5);
});

test('a prompt whose kept connection ends before the answer is sent once an attempt, and counts as charged', async () => {
  const org = await promptOrganisation(world);
  await queued(org, 'First over the connection?');
  assert.equal(await org.work(), 1);
  world.server.behave = ({ attempt }) => (attempt === 1 ? { kind: 'reset' } : { kind: 'ok' });
  const runId = await queued(org, 'Second over it?');
  const { requests } = world.server;
  assert.equal(await org.work(), 1);
  assert.equal(requests.length, 2);
  const [cost] = await org.sql(
    (tx) => tx`select charge_micros as micros from run_attempts where run_id = ${runId}`,
  );
  assert.ok(cost!['micros'] > 0);
  await org.skipWaiting();
  assert.equal(await org.work(), 1);
  assert.deepEqual(outcomes(await org.evidence(runId)), [
    ['FAILED', 'CUT_OFF', null],
    ['ANSWERED', null, null],
  ]);
  assert.equal(requests.length, 3);
});

test('five failures in a row open the breaker; one probe goes first, and its answer closes it', async () => {
  const org = await promptOrganisation(world);
  world.server.behave = () => ({ kind: 'status', status: 500 });
  for (let at = 0; at < 12; at += 1) await queued(org, `Down ${at}?`);
  const sent = await org.work();
  // Four are in flight at once: those that began before the fifth failure was stored end too.
  assert.ok(sent >= 5 && sent <= 9, `${sent} sent`);
  let state = await lane(org);
  assert.deepEqual([state.failures, state.reason], [5, 'FAULTS']);
  // Those in flight when it opened ended a little later.
  assert.ok(state.pause! > 20 && state.pause! <= 30, JSON.stringify(state));
  assert.equal(await org.work(), 0);

  // The pause is over: one probe alone, which fails, doubles it.
  await org.skipWaiting();
  assert.equal(await org.work(), 1);
  state = await lane(org);
  assert.deepEqual([state.failures, state.pause], [6, 60]);
  for (const [failures, pause] of [
    [9, 600],
    [30, 600],
  ]) {
    await org.sql((tx) => tx`update platform_lanes set failures = ${failures!}`);
    await org.skipWaiting();
    await org.work();
    state = await lane(org);
    assert.equal(state.pause, pause);
  }
  // A restart does not forget it: another worker has the same state from Postgres.
  world.server.reset();
  let inFlight = 0;
  let most = 0;
  world.server.behave = () => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    setTimeout(() => (inFlight -= 1), 300);
    return { kind: 'ok', delayMs: 300 };
  };
  await org.sql((tx) => tx`update runs set tries = 0 where state = 'QUEUED'`);
  await org.sql((tx) => tx`delete from run_attempts`);
  await org.skipWaiting();
  assert.ok((await org.work()) > 5);
  assert.deepEqual([(await lane(org)).failures, (await lane(org)).pause], [0, null]);
  assert.ok(most > 1 && most <= 4, `${most} at once`);
});

test('the daily limit makes runs wait, unknown costs counted by estimate, and is looked at again soon', async () => {
  const org = await promptOrganisation(world, { config: { dailySpendLimit: 0.07 } });
  world.server.answer = () => ({ model: 'a-model-without-a-price' });
  const ids = [];
  for (let at = 0; at < 4; at += 1) ids.push(await queued(org, `Dear ${at}?`));
  assert.equal(await org.work(), 2);
  const { pause, reason } = await lane(org);
  assert.ok(reason === 'SPEND_LIMIT' && pause! >= 60, `${pause} s`);
  assert.deepEqual(
    [(await org.evidence(ids[0]!)).costUsd, (await org.evidence(ids[2]!)).state],
    [null, 'QUEUED'],
  );

  // A change of the config is looked at at once.
  const { id } = (await org.call('listIntegrations')).json.data[0]!;
  const limit = (dailySpendLimit: number) =>
    org.call('updateIntegration', { ids: [id], body: { config: { dailySpendLimit } } });
  await limit(0.1);
  assert.equal(await org.work(), 1);
  await limit(0.07);

  // Yesterday's spending is not today's. In UTC, where a day is always as long: a cluster takes nothing that depends on
  // the session.
  await org.sql(
    (tx) =>
      tx`update run_attempts set sent_at = (sent_at at time zone 'UTC' - interval '1 day') at time zone 'UTC'`,
  );
  assert.equal(await org.work(), 1);
  await queued(org, 'Dear 4?');
  assert.equal(await org.work(), 1);

  const late = await queued(org, 'Too late?');
  await org.work();
  await org.sql((tx) => tx`update runs set give_up_at = now() where id = ${late}`);
  await org.work();
  const failed = await org.evidence(late);
  assert.deepEqual([failed.state, failed.failureReason, failed.attempts], ['FAILED', 'SPEND_LIMIT', []]);
});

test('without an active integration, and 24 h after it was due, a run fails and says why', async () => {
  const org = await promptOrganisation(world);
  const [expired, orphan] = [await queued(org, 'Expired?'), await queued(org, 'Orphan?')];
  await org.sql((tx) => tx`update runs set give_up_at = now() where id = ${expired}`);
  const [integration] = (await org.call('listIntegrations')).json.data;
  await org.call('updateIntegration', { ids: [integration!.id], body: { isActive: false } });
  assert.equal(await org.work(), 0);
  const reasons = await Promise.all([expired, orphan].map((id) => org.evidence(id)));
  assert.deepEqual(
    reasons.map(({ state, failureReason }) => [state, failureReason]),
    [
      ['FAILED', 'EXPIRED'],
      ['FAILED', 'NO_INTEGRATION'],
    ],
  );
  assert.equal(world.server.requests.length, 0);
});

test('what a dead worker left is INTERRUPTED and sent again on record; its late answer changes nothing', async () => {
  const org = await promptOrganisation(world);
  const { db, secretBox, ingestion } = world.app.app.services;
  const begin = () => beginNext({ db, secretBox }, org.org.id, 'CHATGPT', 0);
  const runId = await queued(org, 'Cut off by kill -9?');
  const first = await begin();
  assert.ok(typeof first === 'object');
  assert.deepEqual(
    outcomes(await org.evidence(runId)),
    [[null, null, null]],
    'written down before it is sent',
  );
  assert.equal(await recoverInterrupted(db, org.org.id, 'CHATGPT'), 1);
  const second = await begin();
  assert.ok(typeof second === 'object' && second.attempt === 2);
  const keep = (prompt: RecordedAttempt, text: string) =>
    keepAnswer(
      { db, reader: ingestion.reader },
      org.org.id,
      prompt,
      platformAnswer({ text, citations: [{ url: 'javascript:alert(1)', title: null }] }),
    );
  assert.equal(await keep(first, 'Late.'), false);
  assert.equal((await org.evidence(runId)).state, 'RUNNING');
  assert.equal(await keep(second, 'Lumenfold.\0'), true);
  assert.equal(await keep(second, 'Twice.'), false);
  const run = await org.evidence(runId);
  assert.deepEqual(
    [run.state, run.answer, run.costUsd, run.citations, outcomes(run)],
    [
      'COMPLETED',
      'Lumenfold.',
      0.001,
      [],
      [
        ['INTERRUPTED', 'INTERRUPTED', null],
        ['ANSWERED', null, null],
      ],
    ],
  );

  const worn = await queued(org, 'Again and again?');
  await org.sql((tx) => tx`update runs set tries = 4 where id = ${worn}`);
  await begin();
  assert.equal(await org.work(), 0);
  const given = await org.evidence(worn);
  assert.deepEqual([given.state, given.failureReason], ['FAILED', 'INTERRUPTED']);
});

test('a worker that lost its lane writes nothing more', async () => {
  const org = await promptOrganisation(world);
  const { db, secretBox, ingestion, platforms } = world.app.app.services;
  world.server.behave = () => ({ kind: 'hang' });
  const runId = await queued(org, 'Lost?');
  const lost = new AbortController();
  const work = dispatchQueue(
    { db, secretBox, platforms, ingestion },
    partition(org.org.id, 'CHATGPT', { lost: lost.signal }),
  );
  await until(() => world.server.requests.length === 1);
  lost.abort();
  assert.equal(await work, 1);
  const run = await org.evidence(runId);
  assert.deepEqual([run.state, outcomes(run)], ['RUNNING', [[null, null, null]]]);
});

test('two workers on one database send no prompt twice', async () => {
  const { services } = world.app.app;
  const orgs = await Promise.all([promptOrganisation(world), promptOrganisation(world)]);
  const ids: [PromptOrganisation, string][] = [];
  for (let at = 0; at < 12; at += 1) {
    const org = orgs[at % 2]!;
    ids.push([org, await queued(org, `Once each, ${at}?`)]);
  }
  world.server.behave = () => ({ kind: 'ok', delayMs: 20 });
  const workers = [1, 2].map(() => startJobs(services));
  try {
    await until(async () => {
      const states = await Promise.all(ids.map(async ([org, id]) => (await org.evidence(id)).state));
      return states.every((state) => state === 'COMPLETED');
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  for (const [org, id] of ids) assert.deepEqual(outcomes(await org.evidence(id)), [['ANSWERED', null, null]]);
  const sent = world.server.requests.filter(({ prompt }) => prompt.startsWith('Once each'));
  assert.equal(sent.length, 12);
});
