import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { check, operations } from '../support/callers/contract.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { LAMP_BRANDS } from '../support/logins/agents.ts';

const { app, org, call, brandId } = await withBrand({ brands: LAMP_BRANDS });
await app.ingest(org, [
  { brand: 'Lumenfold', queryText: 'Which lamp?', answer: 'Lumenfold.' },
  { brand: 'Otherlight', queryText: 'Which torch?', answer: 'Otherlight.' },
]);
const LISTS = { listReportBrands: 'brands', listReportPrompts: 'prompts', getReportCoverage: 'coverage' };
type List = keyof typeof LISTS;

async function byKey(id: List, key: string, query = '') {
  const answer = await app.call('GET', `/api/customer/v1/${LISTS[id]}?${query}`, { key });
  check(operations.find((operation) => operation.id === id)!, answer);
  return answer;
}

test('brands by key are those that members see, with their competitors', async () => {
  const { json } = await byKey('listReportBrands', org.key);
  const members = (await call('listBrands')).json;
  assert.deepEqual(
    json.data.map(({ id, name }: { id: string; name: string }) => [id, name]),
    members.data.map(({ id, name }) => [id, name]),
  );
  assert.deepEqual(
    json.data[0].competitors.map(({ name }: { name: string }) => name),
    ['Duskbeam', 'Gleamwell'],
  );
  assert.deepEqual(json.data[1].competitors, []);
  const first = (await byKey('listReportBrands', org.key, 'limit=1')).json;
  const second = (await byKey('listReportBrands', org.key, `limit=1&after=${first.next}`)).json;
  assert.deepEqual([first.data[0].name, second.data[0].name, second.next], ['Lumenfold', 'Otherlight', null]);
  assert.equal((await byKey('listReportBrands', org.key, 'search=other')).json.total, 1);
  assert.equal((await byKey('listReportBrands', org.key, 'archived=true')).json.total, 0);
});

test('prompts and coverage by key are what members see', async () => {
  const members = (await call('listQueries')).json;
  assert.deepEqual((await byKey('listReportPrompts', org.key)).json, members);
  const one = (await byKey('listReportPrompts', org.key, `queryId=${members.data[0]!.id}`)).json;
  assert.deepEqual(one.data, [members.data[0]]);
  assert.equal((await byKey('listReportPrompts', org.key, `brandId=${brandId}&search=LAMP`)).json.total, 1);
  assert.deepEqual((await byKey('getReportCoverage', org.key)).json, (await call('getCoverage')).json);
});

test('a key that is limited to brands gets these alone', async () => {
  const { key } = await createApiKey(app.app.services.db, operator(org.id), {
    name: 'Limited',
    scopes: ['reports:read'],
    brandIds: [brandId],
  });
  assert.deepEqual((await byKey('listReportBrands', key)).json.data[0].name, 'Lumenfold');
  assert.equal((await byKey('listReportBrands', key)).json.total, 1);
  const prompts = (await byKey('listReportPrompts', key)).json;
  assert.deepEqual([prompts.total, prompts.data[0].queryText], [1, 'Which lamp?']);
  const { sum } = (await byKey('getReportCoverage', key)).json;
  assert.equal(sum.ingested, 1);
  assert.equal((await byKey('getReportCoverage', org.key)).json.sum.ingested, 2);
});

test('they need the plan and scope of the reports', async () => {
  const starter = await app.organisation({ plan: 'STARTER' });
  const writer = await app.organisation({ scopes: ['runs:write'] });
  for (const id of Object.keys(LISTS) as List[]) {
    assert.equal((await byKey(id, starter.key)).status, 402);
    assert.equal((await byKey(id, writer.key)).status, 403);
    assert.equal((await byKey(id, 'sl_live_none')).status, 401);
  }
});
