// long: 12 s
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith, tokenAs } from '../support/callers/caller.ts';
import { forFile } from '../support/for-file.ts';
import { ended, PLATFORMS, promptOrganisation, startPromptWorld } from '../support/providers/prompt-runs.ts';
import { until } from '../support/server/app.ts';

// The server's own worker runs the prompts here.
const world = await forFile(startPromptWorld({ JOBS: 'inside' }));
const org = await promptOrganisation(world, { platforms: PLATFORMS });

const report = async (name: string) => {
  const { json } = await world.app.report(org.org, name);
  return json.data;
};

test('a prompt scheduled ahead runs on all platforms with an API, and its answers are in the reports', async () => {
  const scheduledAt = new Date(Date.now() + 3_000).toISOString();
  await Promise.all(
    PLATFORMS.map((platform) => org.query('Which lamp is best?', { platform, scheduledAt, country: 'AT' })),
  );
  await until(
    async () =>
      (await org.call('listRuns', { query: { state: 'COMPLETED' } })).json.total === PLATFORMS.length,
  );
  assert.deepEqual(world.server.requests.map(({ platform }) => platform).sort(), [...PLATFORMS].sort());
  for (const { id } of (await org.call('listRuns')).json.data) {
    const run = await org.evidence(id);
    const { platform } = run.query;
    assert.equal(run.answer.slice(0, 5), 'Asked');
    assert.deepEqual([run.brandMentioned, run.position, run.source], [true, 1, 'SCHEDULE']);
    assert.equal(run.country, 'AT');
    assert.ok(run.plannedAt === scheduledAt && run.executedAt >= scheduledAt);
    assert.equal(run.surface, ['DEEPSEEK', 'LLAMA'].includes(platform) ? 'API' : 'API_WEB_SEARCH', platform);
    assert.ok(run.latencyMs >= 0 && run.inputTokens > 0 && run.outputTokens > 0 && run.model);
    assert.deepEqual(
      run.attempts.map(({ ordinal, outcome, error }: Record<string, unknown>) => [ordinal, outcome, error]),
      [[1, 'ANSWERED', null]],
    );
  }
  await world.app.snapshot();
  const [brand] = await report('brands');
  assert.deepEqual([brand.visibility, brand.visibility_total, brand.position], [100, PLATFORMS.length, 1]);
  assert.equal((await report('queries')).length, PLATFORMS.length);
  const mentions: { platform: string; sourceUrl: string | null }[] = await report('mentions');
  assert.deepEqual([...new Set(mentions.map(({ platform }) => platform))].sort(), [...PLATFORMS].sort());
  assert.ok(mentions.some(({ sourceUrl }) => sourceUrl === 'https://reviews.example/best-reading-lamps'));
});

test('runQuery: 201 and QUEUED; 409 while it is under way, without an integration, and for who may not', async () => {
  world.server.reset();
  world.server.behave = () => ({ kind: 'ok', delayMs: 400 });
  const { id } = await org.query('Run me now?');
  const runId = await org.run(id);
  const again = await org.call('runQuery', { ids: [id] });
  assert.deepEqual([again.status, again.json.message], [409, 'A run of this query is under way already.']);
  const run = await ended(org, runId);
  assert.deepEqual([run.state, run.source, run.missedBefore], ['COMPLETED', 'MANUAL', 0]);

  const bare = await promptOrganisation(world, { platforms: [] });
  const lonely = await bare.query('Nobody there?');
  const refused = await bare.call('runQuery', { ids: [lonely.id] });
  assert.deepEqual([refused.status, /integration CHATGPT/.test(refused.json.message)], [409, true]);
  const foreign = await bare.call('runQuery', { ids: [id] });
  const unknown = await bare.call('runQuery', { ids: ['unknown'] });
  assert.deepEqual([foreign.status, foreign.text], [404, unknown.text]);
  const viewer = callerWith(world.app, await tokenAs(world.app, org.org, 'VIEWER'));
  assert.equal((await viewer('runQuery', { ids: [id] })).status, 403);
  assert.equal((await viewer('runQueries')).status, 403);
});

test('runQueries: by platform, tag and brand; leaves alone and counts what is under way or has no integration', async () => {
  const some = await promptOrganisation(world, { platforms: ['GROK', 'CLAUDE'] });
  for (const platform of PLATFORMS) await some.query('All of you?', { platform, tags: ['all'] });
  await some.query('Another?', { platform: 'GROK' });
  const archived = await some.query('Archived?', { platform: 'GROK' });
  await some.call('archiveQuery', { ids: [archived.id] });
  world.server.reset();
  world.server.behave = () => ({ kind: 'ok', delayMs: 400 });
  const runAll = async (body?: object) => (await some.call('runQueries', { body })).json;
  assert.deepEqual(await runAll({ platform: 'GROK', tag: 'all' }), {
    queued: 1,
    underWay: 0,
    withoutIntegration: 0,
  });
  assert.deepEqual(await runAll({ tag: 'all' }), {
    queued: 1,
    underWay: 1,
    withoutIntegration: PLATFORMS.length - 2,
  });
  assert.deepEqual(await runAll(), { queued: 1, underWay: 2, withoutIntegration: PLATFORMS.length - 2 });
  assert.deepEqual(await runAll({ tag: 'none' }), { queued: 0, underWay: 0, withoutIntegration: 0 });
  await until(async () => (await some.call('listRuns', { query: { state: 'COMPLETED' } })).json.total === 3);
  const foreign = await some.call('runQueries', { body: { brandId: org.brandId } });
  assert.deepEqual([foreign.status, foreign.json.message], [404, 'There is no such brand.']);
});

test('a refused key fails at once and says which integration to mend; failed runs are in no report', async () => {
  const some = await promptOrganisation(world, { platforms: ['GROK'] });
  world.server.reset();
  world.server.behave = () => ({ kind: 'status', status: 401 });
  const { id } = await some.query('Refused?', { platform: 'GROK' });
  const run = await ended(some, await some.run(id));
  assert.deepEqual([run.state, run.failureReason, run.attempts.length], ['FAILED', 'BAD_CREDENTIALS', 1]);
  assert.match(run.failure, /apiKey of the integration GROK/);
  assert.equal(run.attempts[0].status, 401);
  await world.app.snapshot();
  const reports = ['brands', 'queries', 'mentions'].map((name) => world.app.report(some.org, name));
  const answers = await Promise.all(reports);
  const [brands, queries, mentions] = answers.map(({ json }) => json);
  assert.equal(answers[0]?.status, 200, answers[0]?.text);
  assert.deepEqual([brands.data[0].visibility, brands.data[0].visibility_total], [null, 0]);
  assert.deepEqual([queries.total, mentions.total], [0, 0]);
});

test('webhooks are told of runs, of mentions and of failures, and of what is ingested by the API', async () => {
  const some = await promptOrganisation(world, { platforms: ['GROK'] });
  const events = ['query.completed', 'query.failed', 'mention.created'];
  const url = 'https://hooks.example.com/sightline';
  await some.call('createWebhook', { body: { url, events, isActive: true } });
  const told = () =>
    some.sql(
      (tx) => tx<{ event: string; body: string }[]>`select event, body from webhook_messages order by id`,
    );
  world.server.reset();
  world.server.behave = ({ prompt }) =>
    prompt === 'Bad?' ? { kind: 'status', status: 400, message: 'No.' } : { kind: 'ok' };
  const good = await some.query('Good?', { platform: 'GROK' });
  const done = await ended(some, await some.run(good.id));
  const bad = await some.query('Bad?', { platform: 'GROK' });
  const failed = await ended(some, await some.run(bad.id));
  const messages = (await told()).map(({ body }) => JSON.parse(body));
  const of = (event: string) => messages.filter(({ type }) => type === event).map(({ data }) => data);
  assert.deepEqual(
    of('query.completed').map(({ runId, visibilityScore }) => [runId, visibilityScore]),
    [[done.id, 100]],
  );
  assert.deepEqual(
    of('mention.created')
      .map(({ id }) => id)
      .sort(),
    done.mentionIds.toSorted(),
  );
  assert.deepEqual(
    of('query.failed').map(({ runId, reason }) => [runId, reason]),
    [[failed.id, failed.failure]],
  );

  const before = (await told()).length;
  const run = { externalId: 'told', brand: 'Lumenfold', answer: 'Gleamwell.' };
  await world.app.ingest(some.org, [run]);
  await world.app.ingest(some.org, [run]);
  assert.deepEqual(
    (await told()).slice(before).map(({ event }) => event),
    ['query.completed'],
  );
});
