import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import { newId } from '../../src/base/ids.ts';
import { enqueueEvent } from '../../src/features/outbox/outbox.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { EVENTS, examplePayload } from '../support/providers/webhooks.ts';

const URL = 'https://hooks.example.com/sightline?channel=7';

const { app, org, call } = await withOrganisation({}, { JOBS: 'apart' });

test('createWebhook shows a secret of 32 bytes, once; getWebhook, listWebhooks, updateWebhook, deleteWebhook', async () => {
  const created = await call('createWebhook', { body: { url: URL, events: ['alert.triggered'] } });
  assert.equal(created.status, 201, created.text);
  const { secret, ...webhook } = created.json;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32);
  assert.deepEqual(
    [webhook.url, webhook.events, webhook.description, webhook.isActive, webhook.previousSecretExpiresAt],
    [URL, ['alert.triggered'], null, true, null],
  );
  const ids = [webhook.id];
  assert.deepEqual((await call('getWebhook', { ids })).json, webhook);
  const list = await call('listWebhooks');
  assert.equal(list.status, 200);
  assert.deepEqual(list.json, { data: [webhook], total: 1, next: null });
  const changes = {
    url: 'http://other.example:8080/',
    events: ['export.ready'],
    isActive: false,
    description: 'Chat',
  };
  const updated = await call('updateWebhook', { ids, body: changes });
  assert.equal(updated.status, 200);
  assert.deepEqual({ ...updated.json, updatedAt: webhook.updatedAt }, { ...webhook, ...changes });
  assert.equal(
    (await call('listWebhooks', { query: { isActive: false, event: 'export.ready' } })).json.total,
    1,
  );
  assert.equal((await call('listWebhooks', { query: { event: 'alert.triggered' } })).json.total, 0);
  assert.equal((await call('deleteWebhook', { ids })).status, 204);
  assert.equal((await call('getWebhook', { ids })).status, 404);
});

test('createWebhook needs a url and events there are; without events it is subscribed to all', async () => {
  const message = async (body: unknown) => {
    const { status, json } = await call('createWebhook', { body });
    assert.equal(status, 400, JSON.stringify(body));
    return json.message;
  };
  assert.equal(await message({ events: ['alert.triggered'] }), 'url is required.');
  const unknown = await message({ url: URL, events: ['alert.triggered', 'brand.created'] });
  for (const event of EVENTS) assert.ok(unknown.includes(event), unknown);
  for (const events of ['alert.triggered', [], ['alert.triggered', 'alert.triggered'], [7], null])
    await message({ url: URL, events });
  for (const url of [7, null, '', `https://a.example/${'x'.repeat(2048)}`]) await message({ url });
  await message({ url: URL, secret: 'whsec_mine' });
  const { json } = await call('createWebhook', { body: { url: URL } });
  assert.deepEqual(json.events, EVENTS);
  await call('deleteWebhook', { ids: [json.id] });
});

test('createWebhook and updateWebhook refuse targets inside, naming the reason', async () => {
  const { json: webhook } = await call('createWebhook', {
    body: { url: 'https://does-not-resolve.invalid/hook' },
  });
  const ids = [webhook.id];
  for (const [url, reason] of [
    ['http://127.0.0.1:8080/', /loopback/],
    ['http://2130706433/', /loopback/],
    ['http://127.1/', /loopback/],
    ['http://[::1]/', /loopback/],
    ['http://[::ffff:7f00:1]/', /IPv4-mapped/],
    ['http://[::7f00:1]/', /IPv4-compatible/],
    ['http://[64:ff9b::7f00:1]/', /NAT64/],
    ['http://169.254.169.254/latest/meta-data/', /link-local/],
    ['http://10.0.0.7/', /private/],
    ['http://localhost:3000/', /local network/],
    ['https://user:secret@hooks.example.com/', /user name or password/],
    ['ftp://hooks.example.com/', /https:\/\/ or http:\/\//],
    ['hooks.example.com', /absolute URL/],
  ] as const)
    for (const refused of [
      await call('createWebhook', { body: { url } }),
      await call('updateWebhook', { ids, body: { url } }),
    ]) {
      assert.equal(refused.status, 400, url);
      assert.match(refused.json.message, /^url must /);
      assert.match(refused.json.message, reason);
    }
  assert.equal((await call('listWebhooks')).json.total, 1);
  await call('deleteWebhook', { ids });
});

test('rotateWebhookSecret shows a new secret, and keeps the old one for the overlap', async () => {
  const { json: webhook } = await call('createWebhook', { body: { url: URL } });
  const ids = [webhook.id];
  const { db, secretBox } = app.app.services;
  /** The secrets as the sender finds them, the current one first. */
  const kept = () =>
    db.tenant(org.id, async (tx) => {
      const [row] = await tx<{ secret: Buffer; previous: Buffer | null }[]>`
        select secret, previous_secret as previous from webhooks where org_id = ${org.id} and id = ${webhook.id}`;
      const open = (sealed: Buffer) => secretBox.open(sealed, `webhook ${org.id} ${webhook.id}`);
      return [row!.secret, row!.previous].filter((sealed) => sealed !== null).map(open);
    });
  assert.deepEqual(await kept(), [webhook.secret]);
  const rotated = await call('rotateWebhookSecret', { ids });
  assert.equal(rotated.status, 200);
  assert.notEqual(rotated.json.secret, webhook.secret);
  assert.deepEqual(await kept(), [rotated.json.secret, webhook.secret]);
  const day = Date.parse(rotated.json.previousSecretExpiresAt!) - Date.now();
  assert.ok(Math.abs(day - DAY_MS) < 60_000, 'a day by default');
  const ended = await call('rotateWebhookSecret', { ids, body: { overlapMinutes: 0 } });
  assert.equal(ended.json.previousSecretExpiresAt, null);
  assert.deepEqual(await kept(), [ended.json.secret]);
  for (const overlapMinutes of [-1, 10_081, 1.5, '5'])
    assert.equal((await call('rotateWebhookSecret', { ids, body: { overlapMinutes } })).status, 400);
  await call('deleteWebhook', { ids });
});

test('createWebhook over the quota of the plan is 402, and writes nothing', async () => {
  const free = callerWith(app, await app.login(await app.organisation({ plan: 'FREE' })));
  const answers = await Promise.all([1, 2, 3].map(() => free('createWebhook', { body: { url: URL } })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 402, 402]);
  const refused = answers.find(({ status }) => status === 402);
  assert.deepEqual([refused?.json.currentUsage, refused?.json.limit, refused?.json.plan], [1, 1, 'FREE']);
  assert.equal((await free('listWebhooks')).json.total, 1);
});

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
  assert.deepEqual(await list(id), { data: [tested.json], total: 1, next: null });
  await call('updateWebhook', { ids: [id], body: { isActive: false } });
  assert.equal((await call('testWebhook', { ids: [id] })).status, 409);
  assert.equal((await list(id)).total, 1);
});

test('getWebhookDelivery shows the attempts; replayWebhookDelivery makes a new delivery of the same message', async () => {
  const id = await createWebhook(['export.ready']);
  await emit('export.ready');
  const [delivery] = (await list(id)).data;
  const ids = [id, delivery!.id];
  assert.equal((await call('replayWebhookDelivery', { ids })).status, 409, 'it is on its way already');
  await exhaust(id);
  const { json: failed } = await call('getWebhookDelivery', { ids });
  assert.deepEqual(
    [failed.state, failed.attemptCount, failed.lastStatus, failed.nextAttemptAt],
    ['FAILED', 1, 503, null],
  );
  const { startedAt, ...attempt } = failed.attempts[0]!;
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
  const statuses = replays.map(({ status }) => status).sort();
  // One that waits for its retry by then is sent now: 200.
  assert.ok(/^(200,)*201(,409)*$/.test(statuses.join()), `at once they make one: ${statuses}`);
  const replay = replays.find(({ status }) => status === 201)!.json;
  assert.notEqual(replay.id, delivery!.id);
  assert.deepEqual(
    [replay.messageId, replay.state, replay.attemptCount],
    [delivery!.messageId, 'PENDING', 0],
  );
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
  assert.deepEqual(await replay({ from }), { replayed: 0, retried: 0, remaining: 0 }, 'nothing failed yet');
  await exhaust(id);
  assert.deepEqual(await replay({ from: '2020-01-01T00:00:00Z', to: from }), {
    replayed: 0,
    retried: 0,
    remaining: 0,
  });
  assert.deepEqual(await replay({ from, event: 'export.ready' }), { replayed: 1, retried: 0, remaining: 0 });
  assert.deepEqual(await replay({ from }), { replayed: 3, retried: 0, remaining: 0 });
  assert.deepEqual(await replay({ from }), { replayed: 0, retried: 0, remaining: 0 });
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
      select o.id, 'msg_' || n, 'query.completed', '{}' from organisations o, generate_series(1, 1003) n where o.id = ${org.id}`;
    await tx`insert into webhook_deliveries (org_id, id, webhook_id, message_id, state)
      select o.id, 'a delivery ' || n, ${id}, 'msg_' || n, 'FAILED' from organisations o, generate_series(1, 1003) n
      where o.id = ${org.id} on conflict do nothing`;
  });
  const replay = async () => (await call('replayWebhookDeliveries', { ids: [id], body: { from } })).json;
  assert.deepEqual(await replay(), { replayed: 1000, retried: 0, remaining: 3 });
  assert.deepEqual(await replay(), { replayed: 3, retried: 0, remaining: 0 });
});
