import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { callerWith } from '../support/caller.ts';

let app: TestApp;

before(async () => {
  // Nothing is sent: what is to be told is read from the database.
  app = await startTestApp({ JOBS: 'apart' });
});
after(() => app?.close());

async function subscribed() {
  const org = await app.organisation({ plan: 'STARTER' });
  const call = callerWith(app, await app.login(org));
  const webhook = await call('createWebhook', {
    body: { url: 'https://hooks.example.com/', events: ['quota.warning'] },
  });
  assert.equal(webhook.status, 201, webhook.text);
  const warnings = async () => {
    const rows = await app.app.services.db.tenant(
      org.id,
      (tx) => tx<{ body: string }[]>`select body from webhook_messages where org_id = ${org.id} order by id`,
    );
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
