import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';

let app: TestApp;
let org: TestOrganisation;

before(async () => {
  app = await startTestApp();
  org = await app.organisation({
    brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }, { name: 'Unseen' }],
  });
});
after(() => app?.close());

test('reportBrands shows measured brands first, unknown ones with nulls', async () => {
  await app.ingest(org, [
    { brand: 'Lumenfold', answer: 'Gleamwell is fine. Lumenfold is excellent.', sentimentScore: 80 },
    { brand: 'Lumenfold', answer: 'Lumenfold wins.', sentimentScore: 70.5 },
    { brand: 'Lumenfold', answer: 'Buy any lamp.' },
  ]);
  await app.snapshot();
  const { status, json, headers } = await app.call('POST', '/api/customer/v1/reports/brands', {
    key: org.key,
  });
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
