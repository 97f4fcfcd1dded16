import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTRACTION_VERSION } from '../../src/extraction/version.ts';
import { check, operations } from '../support/callers/contract.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import type { TestAnswer } from '../support/server/app.ts';

const { app, org, call } = await withOrganisation({
  brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }, { name: 'Otherlight' }],
});
await app.ingest(org, [
  {
    brand: 'Lumenfold',
    answer: 'Brightora, Gleamwell, Lumenfold, then Otherlight.',
    citations: [{ url: 'https://reviews.example/lamps', title: 'Lamps' }],
  },
  { brand: 'Otherlight', answer: 'Otherlight.' },
]);
await app.snapshot();
const operation = operations.find(({ id }) => id === 'getReportRun')!;

async function runByKey(key: string, id: string): Promise<TestAnswer> {
  const answer = await app.call('GET', `/api/customer/v1/runs/${id}`, { key });
  check(operation, answer);
  return answer;
}

/** The runs that the queries report names, by their brand. */
async function reportedRuns(): Promise<Record<string, string>> {
  const { json } = await app.report(org, 'queries', {});
  return Object.fromEntries(
    json.data.map((row: { brand: { name: string }; latestResult: { runId: string } }) => [
      row.brand.name,
      row.latestResult.runId,
    ]),
  );
}

test('from a number to the answer behind it, by the key alone: what members see', async () => {
  const { Lumenfold: id } = await reportedRuns();
  const { status, json } = await runByKey(org.key, id!);
  assert.equal(status, 200);
  assert.deepEqual(json, (await call('getRun', { ids: [id ?? ''] })).json);
  assert.equal(json.answer, 'Brightora, Gleamwell, Lumenfold, then Otherlight.');
  assert.equal(json.citations[0]?.url, 'https://reviews.example/lamps');
  assert.equal(json.observations.length, 3);
  assert.equal(json.extractionVersion, EXTRACTION_VERSION);
  const inQuery = await app.call('GET', `/api/customer/v1/runs/${id}?api_key=${org.key}`);
  assert.deepEqual(inQuery.json, json);
});

test('the version of the names is the one that the answer was read by', async () => {
  const { Lumenfold: id, Otherlight: other } = await reportedRuns();
  const versions = async () =>
    [await runByKey(org.key, id!), await runByKey(org.key, other!)].map(
      ({ json }) => json.namesVersion as number,
    );
  const [before = 0, unconcerned] = await versions();
  const brand = (await runByKey(org.key, id!)).json.brand;
  await call('updateBrand', { ids: [brand.id], body: { aliases: ['Brightora'] } });
  await app.app.services.ingestion.reextract(org.id);
  const [after = 0, same] = await versions();
  assert.ok(after > before);
  assert.equal(same, unconcerned);
  await call('updateBrand', { ids: [brand.id], body: { aliases: [] } });
});

test('getRunNamings tells the places of names in the answer as it was sent, and what is said there', async () => {
  const answer =
    'In short:\r\n\r\n1. [**Lumen**fold](https://lumenfold.example) is great.\r\n2. Lumenfold&#39;s rival *Gleamwell* is awful.\r\n';
  await app.ingest(org, [{ externalId: 'marked', brand: 'Lumenfold', answer, queryText: 'Marked?' }]);
  const [run] = (await call('listRuns', { query: { queryText: 'Marked?' } })).json.data;
  const { status, json } = await call('getRunNamings', { ids: [run!.id] });
  assert.equal(status, 200);
  assert.deepEqual([json.runId, json.extractionVersion, json.language], [run!.id, EXTRACTION_VERSION, 'en']);
  assert.deepEqual(
    json.namings.map(({ start, end, text, subjects, matches }) => [
      answer.slice(start, end),
      text,
      subjects.map(({ name, kind }) => `${kind} ${name}`).join(),
      matches[0]?.rule,
    ]),
    [
      ['Lumen**fold', 'Lumenfold', 'BRAND Lumenfold', 'AS_ENTERED'],
      ['Lumenfold', 'Lumenfold', 'BRAND Lumenfold', 'AS_ENTERED'],
      ['Gleamwell', 'Gleamwell', 'COMPETITOR Gleamwell', 'AS_ENTERED'],
    ],
  );
  assert.deepEqual(
    json.sentences.map(({ start, end, stances }) => [answer.slice(start, end), stances.length]),
    [
      ['Lumen**fold](https://lumenfold.example) is great.', 1],
      ['Lumenfold&#39;s rival *Gleamwell* is awful.', 2],
    ],
  );
  const [first, second] = json.sentences;
  assert.deepEqual(first!.stances[0]!.words, ['great']);
  assert.ok(
    second!.stances.some(
      ({ subject, sentimentScore }) => subject.kind === 'COMPETITOR' && sentimentScore! < 50,
    ),
  );
  assert.equal((await call('getRunNamings', { ids: ['unknown'] })).status, 404);
});

test('getRun names the answers of the same prompt right before and after', async () => {
  const queryText = 'One after the other?';
  const hour = (h: number) => `2026-01-02T0${h}:00:00Z`;
  const run = (h: number, more: object = {}) => ({
    brand: 'Lumenfold',
    queryText,
    executedAt: hour(h),
    ...more,
  });
  await app.ingest(org, [
    run(3),
    run(1),
    run(2),
    run(2, { platform: 'GROK' }),
    run(4, { queryText: 'Another prompt' }),
  ]);
  const { data } = (await call('listRuns', { query: { queryText, platform: 'CHATGPT' } })).json;
  const ids = data.map(({ id }) => id).reverse();
  assert.equal(ids.length, 3);
  for (const [at, id] of ids.entries()) {
    const { previousRunId, nextRunId } = (await call('getRun', { ids: [id] })).json;
    assert.deepEqual([previousRunId, nextRunId], [ids[at - 1] ?? null, ids[at + 1] ?? null]);
  }
});

test('a key that is limited to brands sees their runs alone, and none of the others in these', async () => {
  const { Lumenfold: id, Otherlight: other } = await reportedRuns();
  const brands = (await call('listBrands')).json.data;
  const brandIds = brands.filter(({ name }) => name === 'Lumenfold').map((brand) => brand.id);
  const { key } = (await call('createApiKey', { body: { name: 'Limited', brandIds } })).json;
  const { status, json } = await runByKey(key, id!);
  assert.equal(status, 200);
  assert.deepEqual(
    json.observations.map(({ subject }: { subject: { name: string } }) => subject.name).sort(),
    ['Gleamwell', 'Lumenfold'],
  );
  const hidden = await runByKey(key, other!);
  assert.deepEqual([hidden.status, hidden.text], [404, (await runByKey(key, 'unknown')).text]);
});

test("another organisation's run is unknown; the plan, scope and kind of credentials are those of the reports", async () => {
  const { Lumenfold: id } = await reportedRuns();
  const foreign = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const answer = await runByKey(foreign.key, id!);
  assert.deepEqual([answer.status, answer.text], [404, (await runByKey(foreign.key, 'unknown')).text]);
  const free = await app.organisation({ plan: 'GROWTH' });
  assert.deepEqual((await runByKey(free.key, id!)).status, 402);
  const writer = await app.organisation({ scopes: ['runs:write'] });
  assert.equal((await runByKey(writer.key, id!)).status, 403);
  const token = await app.login(org);
  assert.equal((await app.call('GET', `/api/customer/v1/runs/${id}`, { token })).status, 401);
});
