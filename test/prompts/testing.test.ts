import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';
import { type Caller, callerWith, tokenAs } from '../support/caller.ts';

let app: TestApp;
let org: TestOrganisation;
let call: Caller;
let brandId: string;

before(async () => {
  app = await startTestApp({ JOBS: 'apart' });
  org = await app.organisation({ brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }] });
  call = callerWith(app, await app.login(org));
  brandId = (await call('listBrands')).json.data[0].id;
});
after(() => app?.close());

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
    json.namings.map(({ text, subjects }: Span & { subjects: { name: string }[] }) => [
      text,
      subjects[0]?.name,
    ]),
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
  assert.ok(json.sentences[0].sentimentScore < 50 && json.sentences[1].sentimentScore > 50);
  assert.equal(await runs(), 0);

  await app.ingest(org, [{ brand: 'Lumenfold', answer, citations }]);
  const [kept] = (await call('listRuns')).json.data;
  const run = (await call('getRun', { ids: [kept.id] })).json;
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
  });

  await app.app.services.db.tenant(
    org.id,
    (tx) => tx`update trial_runs set state = 'COMPLETED', answer = 'Lumenfold.', executed_at = now()
      where org_id = ${org.id} and trial_id = ${id} and platform = 'GROK'`,
  );
  const cancelled = await call('cancelTrial', { ids: [id] });
  assert.deepEqual(states(cancelled.json), ['CLAUDE CANCELLED', 'GROK COMPLETED']);
  assert.equal((await call('cancelTrial', { ids: [id] })).status, 409);
  assert.equal(await runs(), before);
  assert.equal((await call('listQueries', { query: { search: 'Which lamp?' } })).json.total, 0);
});

test('a VIEWER sees trials and makes none', async () => {
  const view = callerWith(app, await tokenAs(app, org, 'VIEWER'));
  assert.equal((await view('listTrials')).status, 200);
  const body = { brandId, queryText: 'Which lamp?', platforms: ['GROK'] };
  assert.equal((await view('createTrial', { body })).status, 403);
  assert.equal((await view('testExtraction', { body: { brandId, answer: '' } })).status, 403);
});

test("another organisation's trial and brand are unknown", async () => {
  const body = { brandId, queryText: 'Which lamp?', platforms: ['GROK'] };
  const { id } = (await call('createTrial', { body })).json;
  const other = callerWith(app, await app.login(await app.organisation()));
  for (const trial of [id, 'unknown'])
    for (const operation of ['getTrial', 'cancelTrial']) {
      const answer = await other(operation, { ids: [trial] });
      assert.equal(answer.text, '{"error":"not_found","message":"There is no such trial."}');
      assert.equal(answer.status, 404);
    }
  for (const answer of [
    await other('createTrial', { body }),
    await other('testExtraction', { body: { brandId, answer: 'Lumenfold.' } }),
  ])
    assert.equal(answer.text, '{"error":"not_found","message":"There is no such brand."}');
});
