import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationId } from '../../src/server/dispatch/handler.ts';
import { callerWith } from '../support/callers/caller.ts';
import { forFile } from '../support/for-file.ts';
import { promptOrganisation, startPromptWorld } from '../support/providers/prompt-runs.ts';

const world = await forFile(startPromptWorld());
const { app } = world;
const org = await promptOrganisation(world);
const trying = await promptOrganisation(world, { platforms: ['CHATGPT', 'CLAUDE'] });
const { call, brandId } = org;

const runs = async () => (await call('listRuns')).json.total;

test('testExtraction shows what would be kept and where it stands, and keeps nothing', async () => {
  const answer = '## Lamps\n\n**Gleamwell** is awful. I love Lumenfold! Nothing else. Lumenfold again.';
  const citations = [{ url: 'https://www.reddit.com/r/lamps' }];
  const { status, json } = await call('testExtraction', { body: { brandId, answer, citations } });
  assert.equal(status, 200);
  assert.equal(json.text, 'Lamps\fGleamwell is awful. I love Lumenfold! Nothing else. Lumenfold again.');
  type Span = { start: number; end: number; text: string };
  for (const { start, end, text } of [...json.namings, ...json.sentences] as Span[])
    assert.equal(json.text.slice(start, end), text);
  assert.deepEqual(
    json.namings.map(({ text, subjects }) => [text, subjects[0]?.name]),
    [
      ['Gleamwell', 'Gleamwell'],
      ['Lumenfold', 'Lumenfold'],
      ['Lumenfold', 'Lumenfold'],
    ],
  );
  assert.deepEqual(
    json.sentences.map(({ text }: Span) => text.trim()),
    ['Gleamwell is awful.', 'I love Lumenfold!', 'Lumenfold again.'],
  );
  const [first, second] = json.sentences.map(({ sentimentScore }) => sentimentScore);
  assert.ok(first! < 50 && second! > 50);
  assert.equal(await runs(), 0);

  await app.ingest(org.org, [{ brand: 'Lumenfold', answer, citations }]);
  const [kept] = (await call('listRuns')).json.data;
  const run = (await call('getRun', { ids: [kept!.id] })).json;
  assert.deepEqual(json.observations, run.observations);
  assert.deepEqual(json.citations, run.citations);
  assert.equal(json.extractionVersion, run.extractionVersion);
});

test('testExtraction bounds what it shows', async () => {
  const answer = 'Lumenfold. '.repeat(5000);
  const { json } = await call('testExtraction', { body: { brandId, answer } });
  assert.deepEqual([json.namings.length, json.sentences.length], [1000, 1000]);
  assert.equal(
    (await call('testExtraction', { body: { brandId, answer: 'a'.repeat(100_001) } })).status,
    400,
  );
});

test('createTrial, getTrial, listTrials, cancelTrial: no run comes of a trial', async () => {
  const before = await runs();
  const body = { brandId, queryText: 'Which lamp?', platforms: ['GROK', 'CLAUDE'] };
  const created = await call('createTrial', { body });
  assert.equal(created.status, 201, created.text);
  const { id } = created.json;
  const states = (trial: { runs: { platform: string; state: string }[] }) =>
    trial.runs.map(({ platform, state }) => `${platform} ${state}`);
  assert.deepEqual(states(created.json), ['CLAUDE QUEUED', 'GROK QUEUED']);
  assert.deepEqual((await call('getTrial', { ids: [id] })).json, created.json);
  assert.deepEqual((await call('listTrials', { query: { brandId } })).json, {
    data: [created.json],
    total: 1,
    next: null,
  });

  await app.sql(org.org)`update trial_runs set state = 'COMPLETED', answer = 'Lumenfold.', executed_at = now()
      where org_id = ${org.org.id} and trial_id = ${id} and platform = 'GROK'`;
  const cancelled = await call('cancelTrial', { ids: [id] });
  assert.deepEqual(states(cancelled.json), ['CLAUDE CANCELLED', 'GROK COMPLETED']);
  assert.equal((await call('cancelTrial', { ids: [id] })).status, 409);
  assert.equal(await runs(), before);
  assert.equal((await call('listQueries', { query: { search: 'Which lamp?' } })).json.total, 0);
});

test("another organisation's trial and brand are unknown", async () => {
  const body = { brandId, queryText: 'Which lamp?', platforms: ['GROK'] };
  const { id } = (await call('createTrial', { body })).json;
  const other = callerWith(app, await app.login(await app.organisation()));
  for (const trial of [id, 'unknown'])
    for (const operation of ['getTrial', 'cancelTrial']) {
      const answer = await other(operation as OperationId, { ids: [trial] });
      assert.equal(answer.text, '{"error":"not_found","message":"There is no such trial."}');
      assert.equal(answer.status, 404);
    }
  for (const answer of [
    await other('createTrial', { body }),
    await other('testExtraction', { body: { brandId, answer: 'Lumenfold.' } }),
  ])
    assert.equal(answer.text, '{"error":"not_found","message":"There is no such brand."}');
});

const create = (platforms: string[]) =>
  trying.call('createTrial', { body: { brandId: trying.brandId, queryText: 'On trial?', platforms } });
const trial = async (id: string) => {
  const { json } = await trying.call('getTrial', { ids: [id] });
  return Object.fromEntries(json.runs.map((run) => [run.platform, run]));
};

test('a trial is run by the lanes of runs, with attempts on record, and is no run', async () => {
  world.server.behave = ({ platform, attempt }) =>
    platform === 'CLAUDE' && attempt === 1 ? { kind: 'status', status: 502 } : { kind: 'ok' };
  const { id } = (await create(['CHATGPT', 'CLAUDE', 'GROK'])).json;
  for (const platform of ['CHATGPT', 'CLAUDE', 'GROK'] as const) await trying.work(platform);
  const first = await trial(id);
  assert.deepEqual(
    ['CHATGPT', 'CLAUDE', 'GROK'].map((platform) => [first[platform]!.state, first[platform]!.failureReason]),
    [
      ['COMPLETED', null],
      ['QUEUED', null],
      ['FAILED', 'NO_INTEGRATION'],
    ],
  );
  assert.match(first['CHATGPT']!.answer!, /Lumenfold/);
  assert.ok(first['CHATGPT']!.executedAt && first['CHATGPT']!.model);
  await trying.skipWaiting();
  await trying.work('CLAUDE');
  const second = await trial(id);
  assert.deepEqual(
    second['CLAUDE']!.attempts.map(({ outcome, status }) => [outcome, status]),
    [
      ['FAILED', 502],
      ['ANSWERED', null],
    ],
  );
  assert.equal((await trying.call('listRuns')).json.total, 0);
});

test('a cancelled trial is not sent; one that waits for its next attempt can be cancelled', async () => {
  world.server.reset();
  world.server.behave = () => ({ kind: 'status', status: 500 });
  const { id } = (await create(['CHATGPT', 'CLAUDE'])).json;
  await trying.work('CHATGPT');
  assert.equal((await trying.call('cancelTrial', { ids: [id] })).status, 200);
  await trying.skipWaiting();
  assert.deepEqual([await trying.work('CHATGPT'), await trying.work('CLAUDE')], [0, 0]);
  const { CHATGPT, CLAUDE } = await trial(id);
  assert.deepEqual([CHATGPT!.state, CLAUDE!.state], ['CANCELLED', 'CANCELLED']);
  assert.equal(world.server.requests.length, 1);
});

test('at most 20 trials are open, however many are made at once', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => create(['CHATGPT'])));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [
    ...Array.from({ length: 20 }, () => 201),
    ...Array.from({ length: 5 }, () => 409),
  ]);
  const refused = answers.find(({ status }) => status === 409);
  assert.match(refused!.json.message, /^20 trials are open already/);
  const open = answers.find(({ status }) => status === 201);
  await trying.call('cancelTrial', { ids: [open!.json.id] });
  assert.equal((await create(['CHATGPT'])).status, 201);
});
