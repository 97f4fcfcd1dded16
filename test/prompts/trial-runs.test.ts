import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type PromptOrganisation,
  type PromptWorld,
  promptOrganisation,
  startPromptWorld,
} from '../support/prompt-runs.ts';

let world: PromptWorld;
let org: PromptOrganisation;

before(async () => {
  world = await startPromptWorld();
  org = await promptOrganisation(world, { platforms: ['CHATGPT', 'CLAUDE'] });
});
after(() => world?.close());

type TrialRun = { platform: string; state: string; answer: string | null; failureReason: string | null };
const create = (platforms: string[]) =>
  org.call('createTrial', { body: { brandId: org.brandId, queryText: 'On trial?', platforms } });
const trial = async (id: string) => {
  const { json } = await org.call('getTrial', { ids: [id] });
  return Object.fromEntries(json.runs.map((run: TrialRun) => [run.platform, run]));
};

test('a trial is run by the lanes of runs, with attempts on record, and is no run', async () => {
  world.server.behave = ({ platform, attempt }) =>
    platform === 'CLAUDE' && attempt === 1 ? { kind: 'status', status: 502 } : { kind: 'ok' };
  const { id } = (await create(['CHATGPT', 'CLAUDE', 'GROK'])).json;
  for (const platform of ['CHATGPT', 'CLAUDE', 'GROK'] as const) await org.work(platform);
  const first = await trial(id);
  assert.deepEqual(
    ['CHATGPT', 'CLAUDE', 'GROK'].map((platform) => [first[platform].state, first[platform].failureReason]),
    [
      ['COMPLETED', null],
      ['QUEUED', null],
      ['FAILED', 'NO_INTEGRATION'],
    ],
  );
  assert.match(first['CHATGPT'].answer, /Lumenfold/);
  assert.ok(first['CHATGPT'].executedAt && first['CHATGPT'].model);
  await org.skipWaiting();
  await org.work('CLAUDE');
  const second = await trial(id);
  assert.deepEqual(
    second['CLAUDE'].attempts.map(({ outcome, status }: Record<string, unknown>) => [outcome, status]),
    [
      ['FAILED', 502],
      ['ANSWERED', null],
    ],
  );
  assert.equal((await org.call('listRuns')).json.total, 0);
});

test('a cancelled trial is not sent; one that waits for its next attempt can be cancelled', async () => {
  world.server.reset();
  world.server.behave = () => ({ kind: 'status', status: 500 });
  const { id } = (await create(['CHATGPT', 'CLAUDE'])).json;
  await org.work('CHATGPT');
  assert.equal((await org.call('cancelTrial', { ids: [id] })).status, 200);
  await org.skipWaiting();
  assert.deepEqual([await org.work('CHATGPT'), await org.work('CLAUDE')], [0, 0]);
  const { CHATGPT, CLAUDE } = await trial(id);
  assert.deepEqual([CHATGPT.state, CLAUDE.state], ['CANCELLED', 'CANCELLED']);
  assert.equal(world.server.requests.length, 1);
});

test('at most 20 trials are open, however many are made at once', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => create(['CHATGPT'])));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [
    ...Array.from({ length: 20 }, () => 201),
    ...Array.from({ length: 5 }, () => 409),
  ]);
  const refused = answers.find(({ status }) => status === 409);
  assert.match(refused?.json.message, /^20 trials are open already/);
  const open = answers.find(({ status }) => status === 201);
  await org.call('cancelTrial', { ids: [open?.json.id] });
  assert.equal((await create(['CHATGPT'])).status, 201);
});
