import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PLANS, QUOTAS, type QuotaName, USAGE } from '../../src/domain/organisations/quotas.ts';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';
import { callerWith, tokenAs } from '../support/caller.ts';

let app: TestApp;
let org: TestOrganisation;

before(async () => {
  app = await startTestApp();
  org = await app.organisation({
    plan: 'GROWTH',
    brands: [
      { name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }, { name: 'Brightside' }] },
      { name: 'Unseen', competitors: [{ name: 'Gleamwell' }] },
      { name: 'Left' },
    ],
  });
});
after(() => app?.close());

test('getSubscription counts what is in use of each quota now', async () => {
  const call = callerWith(app, await app.login(org));
  await app.ingest(org, [
    { brand: 'Lumenfold', queryText: 'Which lamp?' },
    { brand: 'Lumenfold', queryText: 'Which lamp?' },
    { brand: 'Unseen', queryText: 'Which lamp?' },
  ]);
  const left = (await call('listBrands', { query: { search: 'left' } })).json.data[0];
  await call('archiveBrand', { ids: [left.id] });

  const { json } = await call('getSubscription');
  assert.equal(json.plan, 'GROWTH');
  assert.equal(json.reportsByKey, false);
  const uses = new Map<QuotaName, { limit: number | null; used: number }>(
    json.quotas.map(({ quota, ...use }: { quota: QuotaName }) => [quota, use]),
  );
  assert.deepEqual([...uses.keys()], Object.keys(USAGE), 'each quota is shown');
  assert.deepEqual(uses.get('brands'), { limit: 5, used: 2 }, 'archived ones do not count');
  assert.deepEqual(uses.get('competitors'), { limit: 10, used: 2 }, 'of the brand with most');
  assert.deepEqual(uses.get('queries'), { limit: 150, used: 2 });
});

test('getSubscription shows the figures that a refusal for quota names', async () => {
  const free = await app.organisation({ plan: 'FREE' });
  const call = callerWith(app, await app.login(free));
  assert.equal((await call('createBrand', { body: { name: 'One' } })).status, 201);
  const { json: refusal } = await call('createBrand', { body: { name: 'Two' } });
  const { json } = await call('getSubscription');
  const brands = json.quotas.find(({ quota }: { quota: string }) => quota === 'brands');
  assert.deepEqual(brands, { quota: 'brands', limit: refusal.limit, used: refusal.currentUsage });
});

test('listPlans shows all quotas of every plan, null where there is none', async () => {
  const { json } = await callerWith(app, await tokenAs(app, org, 'VIEWER'))('listPlans');
  assert.equal(json.total, PLANS.length);
  for (const { plan, reportsByKey, quotas } of json.data) {
    const limits = Object.fromEntries(
      quotas.map(({ quota, limit }: { quota: QuotaName; limit: number }) => [quota, limit]),
    );
    assert.deepEqual(limits, QUOTAS[plan as keyof typeof QUOTAS]);
    assert.equal(reportsByKey, plan === 'CUSTOM');
  }
});

test('changePlan is refused to an OWNER too where the operator keeps it to himself', async () => {
  const call = callerWith(app, await app.login(org));
  assert.equal((await call('getSubscription')).json.planChange, false);
  const refused = await call('changePlan', { body: { plan: 'CUSTOM' } });
  assert.equal(refused.status, 403);
  assert.match(refused.json.message, /operator/);
  assert.equal((await call('getSubscription')).json.plan, 'GROWTH');
});
