import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { beginNext, recoverInterrupted } from '../../src/domain/execution/attempts.ts';
import { dispatchQueue } from '../../src/domain/execution/dispatcher.ts';
import { keepAnswer } from '../../src/domain/execution/outcomes.ts';
import { startJobs } from '../../src/jobs/list.ts';
import { until } from '../support/app.ts';
import {
  type PromptOrganisation,
  type PromptWorld,
  promptOrganisation,
  startPromptWorld,
} from '../support/prompt-runs.ts';

let world: PromptWorld;

before(async () => {
  world = await startPromptWorld();
});
after(() => world?.close());
afterEach(() => world.server.reset());

type Attempt = Record<'ordinal' | 'outcome' | 'reason' | 'status' | 'nextAttemptAt' | 'sentAt', never>;
const outcomes = (run: { attempts: Attempt[] }) =>
  run.attempts.map(({ outcome, reason, status }) => [outcome, reason, status]);
/** Queues a run of a new query. */
const queued = async (org: PromptOrganisation, text: string) => org.run((await org.query(text)).id);

test('what a dead worker left is INTERRUPTED and sent again on record; its late answer changes nothing', async () => {
  const org = await promptOrganisation(world);
  const { db, secretBox, ingestion } = world.app.app.services;
  const begin = () => beginNext({ db, secretBox }, org.org.id, 'CHATGPT', 0);
  const runId = await queued(org, 'Cut off by kill -9?');
  const first = await begin();
  assert.ok(first.kind === 'SEND');
  assert.deepEqual(
    outcomes(await org.evidence(runId)),
    [[null, null, null]],
    'written down before it is sent',
  );
  assert.equal(await recoverInterrupted(db, org.org.id, 'CHATGPT'), 1);
  const second = await begin();
  assert.ok(second.kind === 'SEND' && second.prompt.attempt === 2);
  const keep = ({ prompt }: typeof first, text: string) =>
    keepAnswer({ db, reader: ingestion.reader }, org.org.id, prompt, {
      text,
      citations: [{ url: 'javascript:alert(1)', title: null }],
      model: 'gpt-5',
      surface: 'API',
      latencyMs: 1.5,
      inputTokens: null,
      outputTokens: null,
      costMicros: 1_000,
    });
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
    { db, secretBox, platforms, reader: ingestion.reader },
    { orgId: org.org.id, platform: 'CHATGPT', stopping: new AbortController().signal, lost: lost.signal },
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
