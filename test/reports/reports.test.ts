import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationId } from '../../src/server/dispatch/handler.ts';
import { callerWith, tokenAs } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import type { TestOrganisation } from '../support/server/app.ts';

const REPORTS = ['brands', 'queries', 'mentions'] as const;

const app = await withApp({ SNAPSHOT_KEEP_MINUTES: '0' });
const org: TestOrganisation = await app.organisation({
  brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }],
});
await app.ingest(org, [
  { brand: 'Lumenfold', queryText: 'Which lamp?', answer: 'Lumenfold is excellent.' },
  { brand: 'Gleamwell', queryText: 'Whose lamp?', answer: 'Gleamwell is poor. Lumenfold is better.' },
]);
await app.snapshot();

test('getBrandsReport, getQueriesReport, getMentionsReport answer a member as the reports answer a key', async () => {
  const token = await tokenAs(app, org, 'VIEWER');
  for (const report of REPORTS) {
    for (const body of [undefined, { limit: 1, offset: 1 }, { brand_id: 'unknown' }]) {
      const byKey = await app.report(org, report, body);
      const byToken = await app.call('POST', `/api/reports/${report}`, { token, body });
      assert.equal(byToken.status, 200, byToken.text);
      assert.equal(byToken.text, byKey.text);
      assert.equal(byToken.headers.get('x-snapshot-id'), byKey.headers.get('x-snapshot-id'));
      assert.equal(byToken.headers.get('x-data-as-of'), byKey.headers.get('x-data-as-of'));
    }
  }
});

test('the reports of members are on every plan, of their own organisation, and not for keys', async () => {
  const free = await app.organisation({ plan: 'FREE', brands: [{ name: 'Other' }] });
  await app.snapshot();
  const call = callerWith(app, await app.login(free));
  const { json } = await call('getBrandsReport');
  assert.deepEqual(
    json.data.map(({ brand }: { brand: { name: string } }) => brand.name),
    ['Other'],
  );
  assert.equal((await call('getMentionsReport')).json.total, 0);
  for (const report of REPORTS) {
    assert.equal((await app.call('POST', `/api/reports/${report}`, { key: org.key })).status, 401);
    assert.equal((await app.call('POST', `/api/reports/${report}`)).status, 401);
  }
});

test('the reports of members refuse what the reports refuse', async () => {
  const call = callerWith(app, await app.login(org));
  for (const report of ['getBrandsReport', 'getQueriesReport', 'getMentionsReport']) {
    assert.equal((await call(report as OperationId, { body: { limit: 10_001 } })).status, 400);
    assert.equal((await call(report as OperationId, { body: { start_date: '2023-02-29' } })).status, 400);
    assert.equal(
      (await call(report as OperationId, { body: { brand_id: 'a', project_id: 'b' } })).status,
      400,
    );
  }
});

test('the reports of members stay on a snapshot while it is kept, then answer 410', async () => {
  const token = await app.login(org);
  const current = await app.snapshot();
  const stay = (id: string) =>
    app.call('POST', '/api/reports/brands', { token, headers: { 'X-Snapshot-Id': id } });
  assert.equal((await stay(current)).headers.get('x-snapshot-id'), current);
  assert.equal((await stay('20200101T000000000Z-000000')).status, 410);
});

test('reportBrands shows measured brands first, unknown ones with nulls', async () => {
  const org = await app.organisation({
    brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }, { name: 'Unseen' }],
  });
  await app.ingest(org, [
    { brand: 'Lumenfold', answer: 'Gleamwell is fine. Lumenfold is excellent.', sentimentScore: 80 },
    { brand: 'Lumenfold', answer: 'Lumenfold wins.', sentimentScore: 70.5 },
    { brand: 'Lumenfold', answer: 'Buy any lamp.' },
  ]);
  await app.snapshot();
  const { status, json, headers } = await app.report(org, 'brands');
  assert.equal(status, 200);
  assert.ok(headers.get('x-snapshot-id'));
  assert.equal(json.total, 2);
  const [seen, unseen] = json.data;
  assert.deepEqual(
    { ...seen, brand: seen.brand.name },
    {
      brand: 'Lumenfold',
      visibility: 66.67,
      visibility_count: 2,
      visibility_total: 3,
      sentiment: 75.25,
      sentiment_count: 2,
      position: 1.5,
      position_count: 2,
    },
  );
  assert.equal(unseen.visibility, null);
  assert.equal(unseen.visibility_total, 0);
});
