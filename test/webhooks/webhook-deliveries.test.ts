import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../src/base/ids.ts';
import { enqueueEvent } from '../../src/domain/organisations/events.ts';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';
import { type Caller, callerWith } from '../support/caller.ts';
import { examplePayload } from '../support/webhooks.ts';

let app: TestApp;
let org: TestOrganisation;
let call: Caller;

before(async () => {
  app = await startTestApp({ JOBS: 'apart' });
  org = await app.organisation();
  call = callerWith(app, await app.login(org));
});
after(() => app?.close());

const createWebhook = async (events: string[]) =>
  (await call('createWebhook', { body: { url: 'https://hooks.example.com/x', events } })).json.id as string;
const list = async (id: string, query = {}) =>
  (await call('listWebhookDeliveries', { ids: [id], query })).json;
const emit = (event: 'query.failed' | 'export.ready') =>
  app.app.services.db.tenant(org.id, (tx) => enqueueEvent(tx, org.id, event, examplePayload(event)));

/** What the sender writes when the tries of all that waits are used up. */
const exhaust = (webhookId: string) =>
  app.app.services.db.tenant(org.id, async (tx) => {
    await tx`insert into webhook_attempts (org_id, delivery_id, ordinal, started_at, duration_ms, status,
        response_headers, response_body)
      select org_id, id, 1, now(), 42, 503, '{"retry-after": "7"}'::jsonb, 'Out of order'
      from webhook_deliveries where org_id = ${org.id} and webhook_id = ${webhookId} and state = 'PENDING'`;
    await tx`update webhook_deliveries set state = 'FAILED', finished_at = now(), next_attempt_at = null
      where org_id = ${org.id} and webhook_id = ${webhookId} and state = 'PENDING'`;
  });

test('testWebhook puts a webhook.test message on its way, whatever is subscribed; off it is 409', async () => {
  const id = await createWebhook(['export.ready']);
  const tested = await call('testWebhook', { ids: [id] });
  assert.equal(tested.status, 201, tested.text);
  assert.deepEqual(
    [tested.json.event, tested.json.state, tested.json.webhookId],
    ['webhook.test', 'PENDING', id],
  );
  assert.deepEqual(await list(id), { data: [tested.json], total: 1 });
  await call('updateWebhook', { ids: [id], body: { isActive: false } });
  assert.equal((await call('testWebhook', { ids: [id] })).status, 409);
  assert.equal((await list(id)).total, 1);
});

test('getWebhookDelivery shows the attempts; replayWebhookDelivery makes a new delivery of the same message', async () => {
  const id = await createWebhook(['export.ready']);
  await emit('export.ready');
  const [delivery] = (await list(id)).data;
  const ids = [id, delivery.id];
  assert.equal((await call('replayWebhookDelivery', { ids })).status, 409, 'it is on its way already');
  await exhaust(id);
  const { json: failed } = await call('getWebhookDelivery', { ids });
  assert.deepEqual(
    [failed.state, failed.attemptCount, failed.lastStatus, failed.nextAttemptAt],
    ['FAILED', 1, 503, null],
  );
  const [{ startedAt, ...attempt }] = failed.attempts;
  assert.match(startedAt, /Z$/);
  assert.deepEqual(attempt, {
    attempt: 1,
    durationMs: 42,
    host: null,
    requestHeaders: null,
    status: 503,
    error: null,
    responseHeaders: { 'retry-after': '7' },
    responseBody: 'Out of order',
  });
  const replays = await Promise.all([1, 2, 3].map(() => call('replayWebhookDelivery', { ids })));
  assert.deepEqual(replays.map(({ status }) => status).sort(), [201, 409, 409], 'at once they make one');
  const replay = replays.find(({ status }) => status === 201)!.json;
  assert.notEqual(replay.id, delivery.id);
  assert.deepEqual([replay.messageId, replay.state, replay.attemptCount], [delivery.messageId, 'PENDING', 0]);
  assert.equal((await call('getWebhookDelivery', { ids: [id, replay.id] })).json.body, failed.body);
  assert.equal((await call('getWebhookDelivery', { ids: [id, newId()] })).status, 404);
  const other = await createWebhook(['query.failed']);
  assert.equal((await call('getWebhookDelivery', { ids: [other, replay.id] })).status, 404);
  assert.equal((await call('replayWebhookDelivery', { ids: [other, replay.id] })).status, 404);
});

test('replayWebhookDeliveries replays what failed in a time, once', async () => {
  const id = await createWebhook(['query.failed', 'export.ready']);
  const from = new Date().toISOString();
  for (let n = 0; n < 3; n += 1) await emit('query.failed');
  await emit('export.ready');
  const replay = async (body: object) => (await call('replayWebhookDeliveries', { ids: [id], body })).json;
  assert.deepEqual(await replay({ from }), { replayed: 0, remaining: 0 }, 'nothing failed yet');
  await exhaust(id);
  assert.deepEqual(await replay({ from: '2020-01-01T00:00:00Z', to: from }), { replayed: 0, remaining: 0 });
  assert.deepEqual(await replay({ from, event: 'export.ready' }), { replayed: 1, remaining: 0 });
  assert.deepEqual(await replay({ from }), { replayed: 3, remaining: 0 });
  assert.deepEqual(await replay({ from }), { replayed: 0, remaining: 0 });
  assert.equal((await list(id, { state: 'PENDING' })).total, 4);
  assert.equal((await list(id, { state: 'FAILED', event: 'query.failed', from })).total, 3);
  assert.equal((await list(id, { to: from })).total, 0);
  const messages = new Set((await list(id)).data.map(({ messageId }: { messageId: string }) => messageId));
  assert.equal(messages.size, 4);
  for (const body of [{}, { from: 'yesterday' }, { from, to: from }, { from, state: 'PENDING' }])
    assert.equal(
      (await call('replayWebhookDeliveries', { ids: [id], body })).status,
      400,
      JSON.stringify(body),
    );
  await call('updateWebhook', { ids: [id], body: { isActive: false } });
  assert.equal((await call('replayWebhookDeliveries', { ids: [id], body: { from } })).status, 409);
});

test('replayWebhookDeliveries takes 1000 a call and says how many remain', async () => {
  const id = await createWebhook(['query.completed']);
  const from = new Date().toISOString();
  await app.app.services.db.tenant(org.id, async (tx) => {
    await tx`insert into webhook_messages (org_id, id, event, body)
      select ${org.id}, 'msg_' || n, 'query.completed', '{}' from generate_series(1, 1003) n`;
    await tx`insert into webhook_deliveries (org_id, id, webhook_id, message_id, state)
      select ${org.id}, 'a delivery ' || n, ${id}, 'msg_' || n, 'FAILED' from generate_series(1, 1003) n`;
  });
  const replay = async () => (await call('replayWebhookDeliveries', { ids: [id], body: { from } })).json;
  assert.deepEqual(await replay(), { replayed: 1000, remaining: 3 });
  assert.deepEqual(await replay(), { replayed: 3, remaining: 0 });
});
