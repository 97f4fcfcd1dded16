import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLANS, QUOTAS, type QuotaName, USAGE } from '../../src/features/quotas/quotas.ts';
import { callerWith, tokenAs } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';

// What is to be told is read from the database: nothing is sent.
const app = await withApp({ JOBS: 'apart' });
const org = await app.organisation({
  plan: 'GROWTH',
  brands: [
    { name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }, { name: 'Brightside' }] },
    { name: 'Unseen', competitors: [{ name: 'Gleamwell' }] },
    { name: 'Left' },
  ],
});

test('getSubscription counts what is in use of each quota now', async () => {
  const call = callerWith(app, await app.login(org));
  await app.ingest(org, [
    { brand: 'Lumenfold', queryText: 'Which lamp?' },
    { brand: 'Lumenfold', queryText: 'Which lamp?' },
    { brand: 'Unseen', queryText: 'Which lamp?' },
  ]);
  const left = (await call('listBrands', { query: { search: 'left' } })).json.data[0];
  await call('archiveBrand', { ids: [left!.id] });

  const { json } = await call('getSubscription');
  assert.equal(json.plan, 'GROWTH');
  assert.equal(json.reportsByKey, false);
  const uses = new Map<QuotaName, { limit: number | null; used: number }>(
    json.quotas.map(({ quota, ...use }) => [quota, use]),
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
    const limits = Object.fromEntries(quotas.map(({ quota, limit }) => [quota, limit]));
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

async function subscribed() {
  const org = await app.organisation({ plan: 'STARTER' });
  const call = callerWith(app, await app.login(org));
  const webhook = await call('createWebhook', {
    body: { url: 'https://hooks.example.com/', events: ['quota.warning'] },
  });
  assert.equal(webhook.status, 201, webhook.text);
  const warnings = async () => {
    const rows = await app.sql(org)<
      { body: string }[]
    >`select body from webhook_messages where org_id = ${org.id} order by id`;
    return rows.map(({ body }) => JSON.parse(body).data);
  };
  return { org, call, warnings };
}

test('quota.warning is told once when 80 % is reached, and again only after it fell below', async () => {
  const { call, warnings } = await subscribed();
  const add = async (name: string) => {
    const { status, json, text } = await call('createBrand', { body: { name } });
    assert.equal(status, 201, text);
    return json.id;
  };
  await add('First');
  await add('Second');
  assert.deepEqual(await warnings(), []);
  const third = await add('Third');
  const warning = { quota: 'brands', used: 3, limit: 3, plan: 'STARTER' };
  assert.deepEqual(await warnings(), [warning]);
  assert.equal((await call('createBrand', { body: { name: 'Fourth' } })).status, 402);
  assert.deepEqual(await warnings(), [warning]);
  await call('updateBrand', { ids: [third], body: { archived: true } });
  await add('Fourth');
  assert.deepEqual(await warnings(), [warning, warning]);
});

test('queries that ingestion makes are told of as well', async () => {
  const { org, warnings } = await subscribed();
  await callerWith(app, await app.login(org))('createBrand', { body: { name: 'Lumenfold' } });
  const ingest = (from: number, to: number) =>
    app.ingest(
      org,
      Array.from({ length: to - from }, (_, at) => ({
        brand: 'Lumenfold',
        queryText: `Which? ${from + at}`,
      })),
    );
  await ingest(0, 39);
  assert.deepEqual(await warnings(), []);
  await ingest(39, 45);
  await ingest(45, 47);
  assert.deepEqual(await warnings(), [{ quota: 'queries', used: 45, limit: 50, plan: 'STARTER' }]);
});
