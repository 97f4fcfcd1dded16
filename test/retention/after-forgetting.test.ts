import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tx } from '../../src/db/client.ts';
import { forgetNext } from '../../src/features/answer-retention/forgetting.ts';
import { forgetAnswers } from '../../src/features/answer-retention/job.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { createCompetitor } from '../../src/features/brands/competitors.ts';
import { reextract } from '../../src/features/runs/versions/reextraction.ts';
import { startRunner } from '../../src/server/jobs/runner.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { momentAgo } from '../support/days.ts';
import { partition } from '../support/partition.ts';
import { runIds, type TestOrganisation, until } from '../support/server/app.ts';

const app = await withApp({ JOBS: 'apart' });
const services = () => app.app.services;
const sql = <T>({ id }: TestOrganisation, work: (tx: Tx) => Promise<T>) => services().db.tenant(id, work);

/** An organisation with an answer of 400 days ago and one of today. */
async function organisation(): Promise<{
  org: TestOrganisation;
  call: Caller;
  old: string;
  fresh: string;
  brandId: string;
}> {
  const org = await app.organisation({
    brands: [{ name: 'Lumenfold', competitors: [{ name: 'Glowmark' }] }],
  });
  const call = callerWith(app, await app.login(org));
  const answer = 'Novum and Glowmark are good. Lumenfold is excellent, a pleasure.';
  await app.ingest(org, [
    { externalId: 'old', brand: 'Lumenfold', executedAt: momentAgo(400), answer },
    { externalId: 'fresh', brand: 'Lumenfold', answer },
  ]);
  const ids = await runIds(app, org);
  const { data } = (await call('listBrands')).json;
  return { org, call, old: ids.get('old')!, fresh: ids.get('fresh')!, brandId: data[0]!.id };
}

async function set(call: Caller, months: number | null): Promise<void> {
  const organisationName = (await call('getOrganisation')).json.name;
  const { status, text } = await call('putAnswerRetention', { body: { months, organisationName } });
  assert.equal(status, 200, text);
}

async function forget({ id }: TestOrganisation, stopping?: AbortSignal): Promise<void> {
  const { db, log } = services();
  await forgetAnswers({ db, log }).work(partition(id, '', stopping && { stopping }));
}

const read = (org: TestOrganisation, runId: string) =>
  sql(
    org,
    (
      tx,
    ) => tx`select subject_id, kind, named, position, sentiment, sentiment_reader, naming_rule, extraction_version
    from observations where org_id = ${org.id} and run_id = ${runId} order by subject_id`,
  );

test('evidence says that a text is past its time, and keeps what was counted', async () => {
  const { org, call, old, fresh } = await organisation();
  const before = (await call('getRun', { ids: [old] })).json;
  const mentionsBefore = (await call('listMentions')).json.data;
  await set(call, 12);
  await forget(org);
  const { answer, answerForgottenAt, observations, ...rest } = (await call('getRun', { ids: [old] })).json;
  assert.equal(answer, '');
  assert.ok(Date.now() - Date.parse(answerForgottenAt!) < 60_000);
  const { answer: _, observations: observed, ...same } = before;
  assert.deepEqual(rest, same);
  assert.deepEqual(
    observations,
    observed.map((one) => ({ ...one, snippet: null, namedAs: null })),
  );
  assert.ok(observations.length === 2 && observations.every(({ named }) => named));
  assert.deepEqual((await call('getRunNamings', { ids: [old] })).json.namings, []);
  const ofKey = await app.call('GET', `/api/customer/v1/runs/${old}`, { key: org.key });
  assert.equal(ofKey.json.answerForgottenAt, answerForgottenAt, ofKey.text);

  const mentions = (await call('listMentions')).json.data;
  assert.deepEqual(
    mentions,
    mentionsBefore.map((one) => (one.runId === old ? { ...one, snippet: null, answerForgottenAt } : one)),
  );
  const kept = (await call('getRun', { ids: [fresh] })).json;
  assert.ok(kept.answer.includes('pleasure') && !('answerForgottenAt' in kept));
  assert.equal(
    (await call('previewNames', { ids: [rest.brand.id], body: { aliases: ['Novum'] } })).json.answersSearched,
    1,
  );
});

test('a forgotten answer is not read again: neither for new names, nor when all are', async () => {
  const { org, call, old, fresh, brandId } = await organisation();
  await set(call, 12);
  await forget(org);
  const before = await read(org, old);
  await createCompetitor(services().db, operator(org.id), brandId, { name: 'Novum' });
  for (const scope of ['CONCERNED', 'ALL'] as const) {
    const runs = await reextract(services().db, services().ingestion.reader, org.id, { scope });
    assert.equal(runs, 1, scope);
    assert.deepEqual(await read(org, old), before);
    assert.equal((await read(org, fresh)).length, 3);
  }
  const { effects, standings } = await services().ingestion.tryReextraction(org.id, 'ALL', () => {});
  assert.equal(effects.brands.get(brandId)?.answers, 1);
  assert.equal(standings.get(brandId)?.answers, 2, 'it counts as before');
});

test('a re-extraction that has read a text already does not bring it back', async () => {
  const { org, call, old } = await organisation();
  await set(call, 12);
  const { reader } = services().ingestion;
  const extract = reader.extract.bind(reader);
  reader.extract = async (...asked) => {
    const outcomes = await extract(...asked);
    await forget(org);
    return outcomes;
  };
  try {
    await reextract(services().db, reader, org.id, { scope: 'ALL' });
  } finally {
    reader.extract = extract;
  }
  const [run] = await sql(
    org,
    (tx) => tx<{ answer: string; snippets: number }[]>`
    select answer, (select count(snippet) from observations where org_id = ${org.id} and run_id = ${old}) as snippets
    from runs where org_id = ${org.id} and id = ${old}`,
  );
  assert.deepEqual({ ...run }, { answer: '', snippets: 0 });
});

test('a forgotten answer cannot be corrected; a correction of before is taken back', async () => {
  const { org, call, old, brandId } = await organisation();
  const before = await read(org, old);
  const body = { named: true, score: 10 };
  assert.equal((await call('putBrandCorrection', { ids: [old, brandId], body })).status, 200);
  await set(call, 12);
  await forget(org);
  const refused = await call('putBrandCorrection', { ids: [old, brandId], body });
  assert.deepEqual([refused.status, refused.json.details?.[0]?.field], [400, 'id']);
  assert.match(refused.json.message, /was forgotten/);
  assert.equal((await call('deleteBrandCorrection', { ids: [old, brandId] })).status, 204);
  assert.deepEqual(await read(org, old), before);
});

test('what is taken in past its time is forgotten too, with the message about it', async () => {
  const { org, call } = await organisation();
  await call('createWebhook', { body: { url: 'https://hooks.example/x', events: ['mention.created'] } });
  await set(call, 12);
  await forget(org);
  assert.equal((await call('getAnswerRetention')).json.isComplete, true);
  await app.ingest(org, [
    { externalId: 'late', brand: 'Lumenfold', executedAt: momentAgo(900), answer: 'Lumenfold latecomes.' },
    { externalId: 'early', brand: 'Lumenfold', answer: 'Lumenfold stays.' },
  ]);
  const late = (await call('getAnswerRetention')).json;
  assert.deepEqual([late.isComplete, late.pastTime], [false, 1]);
  await forget(org);
  const done = (await call('getAnswerRetention')).json;
  assert.deepEqual([done.isComplete, done.pastTime, done.forgotten], [true, 0, 2]);
  const bodies = await sql(
    org,
    (tx) => tx<{ body: string }[]>`
    select body from webhook_messages where org_id = ${org.id} order by id`,
  );
  const told = bodies.map(({ body }) => JSON.parse(body).data.snippet);
  assert.deepEqual(told.toSorted(), ['Lumenfold stays.', null].toSorted());
  assert.ok(
    bodies.every(({ body }) => body.startsWith('{"type":"mention.created","timestamp":')),
    'as before',
  );
});

test('a longer time brings nothing back, a shorter one forgets more, none forgets nothing', async () => {
  const { org, call } = await organisation();
  await app.ingest(org, [
    { externalId: 'spring', brand: 'Lumenfold', executedAt: momentAgo(100), answer: 'Lumenfold springs.' },
  ]);
  const texts = async () => {
    await forget(org);
    const [{ count }] = await sql(
      org,
      (tx) => tx<[{ count: number }]>`
      select count(*) as count from runs where org_id = ${org.id} and answer <> ''`,
    );
    return count;
  };
  assert.equal(await texts(), 3, 'nothing is set');
  await set(call, 12);
  assert.equal(await texts(), 2);
  await set(call, 24);
  assert.equal(await texts(), 2);
  await set(call, null);
  assert.equal((await call('getAnswerRetention')).json.keptFrom, null);
  assert.equal(await texts(), 2);
  await set(call, 1);
  assert.equal(await texts(), 1);
});

test('it goes on where it ended, also within answers of one moment', async () => {
  const { org, call } = await organisation();
  const at = momentAgo(500);
  for (const part of [0, 1, 2])
    await app.ingest(
      org,
      Array.from({ length: 400 }, (_, n) => ({
        externalId: `same-${part}-${n}`,
        brand: 'Lumenfold',
        executedAt: at,
        answer: 'Lumenfold.',
      })),
    );
  await set(call, 12);
  const seen: number[] = [];
  for (let isDone = false; !isDone; ) {
    ({ isDone } = await forgetNext(services().db, org.id));
    const { pastTime, isComplete, forgotten } = (await call('getAnswerRetention')).json;
    assert.deepEqual([pastTime + forgotten, isComplete], [1_201, false]);
    seen.push(forgotten);
  }
  assert.deepEqual(seen, [500, 1_000, 1_201]);
  await forget(org, AbortSignal.abort());
  assert.equal((await call('getAnswerRetention')).json.isComplete, false, 'ended before the rest');
  await forget(org);
  assert.equal((await call('getAnswerRetention')).json.isComplete, true);
});

test('an organisation that fails keeps no other waiting', async () => {
  const [broken, whole] = [await organisation(), await organisation()];
  for (const { call } of [broken, whole]) await set(call, 12);
  await sql(
    broken.org,
    (tx) => tx`insert into webhook_messages (org_id, id, event, body)
    values (${broken.org.id}, 'msg_1', 'mention.created', 'not JSON')`,
  );
  const { db, log } = services();
  const runner = startRunner(db, [forgetAnswers({ db, log })], log);
  try {
    await until(async () => (await whole.call('getAnswerRetention')).json.isComplete);
    await until(() => (runner.ended.get('forget-answers')?.failed ?? 0) > 0);
  } finally {
    await runner.stop();
  }
  const { isComplete, pastTime } = (await broken.call('getAnswerRetention')).json;
  assert.deepEqual([isComplete, pastTime], [false, 0], 'its answers are forgotten, and it is due');
});

test('a model reads no forgotten answer', async () => {
  const { org, call, old, fresh } = await organisation();
  await sql(
    org,
    (tx) => tx`insert into stance_readings (org_id, run_id, platform, due_at)
    select ${org.id}, id, 'CLAUDE', now() from unnest(${[old, fresh]}::text[]) id`,
  );
  await set(call, 12);
  await forget(org);
  const readings = await sql(
    org,
    (tx) => tx<{ run_id: string; state: string; reason: string | null }[]>`
    select run_id, state, reason from stance_readings where org_id = ${org.id}`,
  );
  const of = (id: string) => readings.map((row) => ({ ...row })).find(({ run_id }) => run_id === id);
  assert.deepEqual(of(old), { run_id: old, state: 'FALLBACK', reason: 'TEXT_FORGOTTEN' });
  assert.equal(of(fresh)?.state, 'PENDING');
});
