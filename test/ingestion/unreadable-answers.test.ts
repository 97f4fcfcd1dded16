import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ExtractionPool } from '../../src/extraction/pool.ts';
import type { Answer } from '../../src/extraction/types.ts';
import { putBrands } from '../../src/features/brands/import.ts';
import { ingestFile } from '../../src/features/imports/file.ts';
import { AnswerReader } from '../../src/features/runs/answer-reader.ts';
import { Ingestion } from '../../src/features/runs/ingest.ts';
import { createRunCheck } from '../../src/server/dispatch/validation.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import {
  type PromptOrganisation,
  promptOrganisation,
  startPromptWorld,
} from '../support/providers/prompt-runs.ts';
import { completeRun } from '../support/server/app.ts';

/** In an answer: reading it throws. */
const POISON = 'a poisoned answer';
/** In an answer: reading it takes longer than there is time for. */
const ENDLESS = 'an endless answer';

/** Real threads that meet a brand they do not know, or more text than they have time for. */
function poisoned(answer: Answer): Answer {
  if (answer.answer.includes(POISON)) return { ...answer, brandId: 'nobody' };
  if (answer.answer.includes(ENDLESS)) return { ...answer, answer: 'Lumenfold is good. '.repeat(500_000) };
  return answer;
}

const world = await forFile(startPromptWorld());
const pool = await forFile(
  new ExtractionPool({ threads: 1, bounds: { baseMs: 400, thousandMs: 0, heapMb: 1024 } }),
);
const { services } = world.app.app;
const faulty: ConstructorParameters<typeof AnswerReader>[1] = {
  phrasesBeside: (orgId, snippets) => pool.phrasesBeside(orgId, snippets),
  extract: (names, answers, only) => pool.extract(names, answers.map(poisoned), only),
  explain: (names, answer) => pool.explain(names, poisoned(answer)),
};
Object.assign(services, {
  ingestion: new Ingestion(services.db, new AnswerReader(services.db, faulty), createRunCheck()),
});

const organisation = () => promptOrganisation(world, { platforms: ['CHATGPT', 'GROK'] });
const runsOf = (answers: string[]) =>
  answers.map((answer, at) => completeRun({ externalId: `run-${at}`, brand: 'Lumenfold', answer }));
const observations = (org: PromptOrganisation) =>
  org.sql(
    (tx) => tx<{ id: string; named: boolean; written: string }[]>`
      select r.id, o.named, o.xmin::text as written
      from runs r join observations o on o.org_id = r.org_id and o.run_id = r.id and o.subject_id = r.brand_id
      order by r.external_id`,
  );

test('ingestRuns takes answers with escaped backticks', async () => {
  const org = await organisation();
  await world.app.ingest(
    org.org,
    runsOf(['Lumenfold \\`` is code', '\\```Lumenfold', 'a \\````` ` `` b Lumenfold']),
  );
  assert.deepEqual(
    (await observations(org)).map(({ named }) => named),
    [true, true, true],
  );
});

test('ingestRuns refuses the run alone whose answer cannot be read, and says why', async () => {
  const org = await organisation();
  const body = runsOf(['Lumenfold wins.', POISON, ENDLESS, 'Nobody wins.']);
  body.push(body[1]!);
  const { status, json } = await world.app.call('POST', '/api/runs', { key: org.org.key, body });
  assert.equal(status, 200);
  assert.deepEqual([json.created, json.refused], [2, 3]);
  type Result = { status: string; error?: string; message?: string };
  assert.deepEqual(
    json.results.map((result: Result) => [result.status, result.error]),
    [
      ['created', undefined],
      ['refused', 'unprocessable'],
      ['refused', 'unprocessable'],
      ['created', undefined],
      ['refused', 'unprocessable'],
    ],
  );
  assert.match(json.results[1].message, /could not be read, by a fault of ours/);
  assert.match(json.results[2].message, /could not be read: it took too long/);
  assert.equal((await observations(org)).length, 2);
});

test('a file of answers is ingested but for the lines whose answer cannot be read', async () => {
  const org = await organisation();
  const folder = temporaryFolder();
  const path = join(folder, 'runs.jsonl');
  writeFileSync(
    path,
    runsOf(['Lumenfold.', POISON, 'Nobody.'])
      .map((run) => JSON.stringify(run))
      .join('\n'),
  );
  const refusals: [number, string][] = [];
  const { created, refused } = await ingestFile(world.app.app.services.ingestion, org.org.id, path, {
    onProblem: (line, reason) => refusals.push([line, reason]),
    onProgress: () => {},
  });
  assert.deepEqual([created, refused], [2, 1]);
  assert.equal(refusals[0]?.[0], 2);
  assert.match(refusals[0]?.[1] ?? '', /could not be read/);
});

test('testExtraction answers 422 for an answer that cannot be read, by a fault or in time', async () => {
  const org = await organisation();
  for (const [answer, why] of [
    [POISON, /fault of ours/],
    [ENDLESS, /too long/],
  ] as const) {
    const { status, json } = await org.call('testExtraction', { body: { brandId: org.brandId, answer } });
    assert.equal(status, 422);
    assert.equal(json.error, 'unprocessable');
    assert.match(json.message, why);
  }
});

test('a prompt whose answer cannot be read is sent once: its run keeps the answer, is FAILED and in no report', async () => {
  const org = await organisation();
  world.server.reset();
  world.server.answer = () => ({ text: `Lumenfold is ${POISON}.` });
  await org.call('createWebhook', {
    body: {
      url: 'https://hooks.example.com/sightline',
      events: ['query.completed', 'query.failed'],
      isActive: true,
    },
  });
  const id = await org.run((await org.query('Readable?')).id);
  for (let round = 0; round < 3; round += 1) {
    await org.work();
    await org.skipWaiting();
  }
  assert.equal(world.server.requests.length, 1);
  const run = await org.evidence(id);
  assert.deepEqual([run.state, run.failureReason, run.extractionVersion], ['FAILED', 'UNREADABLE', null]);
  assert.match(run.failure, /could not be read/);
  assert.match(run.answer, /poisoned/);
  assert.deepEqual([run.observations, run.mentionIds, run.brandMentioned], [[], [], null]);
  assert.deepEqual(
    run.attempts.map(({ outcome }: { outcome: string }) => outcome),
    ['ANSWERED'],
  );
  const told = await org.sql((tx) => tx<{ event: string }[]>`select event from webhook_messages`);
  assert.deepEqual(
    told.map(({ event }) => event),
    ['query.failed'],
  );
  await world.app.snapshot();
  const { json } = await world.app.report(org.org, 'brands');
  assert.deepEqual([json.data[0].visibility, json.data[0].visibility_total], [null, 0]);
  // The lane goes on.
  world.server.reset();
  const next = await org.run((await org.query('And the next?')).id);
  await org.work();
  assert.equal((await org.evidence(next)).state, 'COMPLETED');
});

test('a trial keeps its answer, whether or not it could be read', async () => {
  const org = await organisation();
  world.server.reset();
  world.server.answer = () => ({ text: `Lumenfold is ${POISON}.` });
  const body = { brandId: org.brandId, queryText: 'On trial?', platforms: ['GROK'] };
  const { id } = (await org.call('createTrial', { body })).json;
  await org.work('GROK');
  const [run] = (await org.call('getTrial', { ids: [id] })).json.runs;
  assert.deepEqual([run!.state, run!.failureReason], ['COMPLETED', null]);
  assert.equal(world.server.requests.length, 1);
});

test('re-extraction: an answer that cannot be read keeps what it had, others are read, and it ends', async () => {
  const org = await organisation();
  const { db, ingestion } = world.app.app.services;
  await world.app.ingest(org.org, runsOf(['Lumenfold and Foldy.', 'Foldy alone.', 'Foldy again.']));
  const before = await observations(org);
  assert.deepEqual(
    before.map(({ named }) => named),
    [true, false, false],
  );
  const [first, second] = before.map(({ id }) => id);
  await org.sql(
    (tx) => tx`update runs set answer = answer || ${POISON} where id = any(${[first, second] as string[]})`,
  );
  await putBrands(db, org.org.id, [{ name: 'Lumenfold', aliases: ['Foldy'] }]);
  assert.equal(await ingestion.reextract(org.org.id), 1);
  const now = await observations(org);
  assert.deepEqual(now.slice(0, 2), before.slice(0, 2));
  assert.equal(now[2]?.named, true);
  const [due] = await org.sql(
    (tx) => tx<{ due: boolean }[]>`
      select reextracted_version < lexicon_version as due from organisations where id = ${org.org.id}`,
  );
  assert.equal(due?.due, false, 'nothing is left to do');
});
