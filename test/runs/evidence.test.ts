import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTRACTION_VERSION } from '../../src/extraction/version.ts';
import type { TestAnswer } from '../support/app.ts';
import { check, operations } from '../support/contract.ts';
import { withOrganisation } from '../support/organisation.ts';

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
  const { json } = await app.call('POST', '/api/customer/v1/reports/queries', { key: org.key, body: {} });
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
