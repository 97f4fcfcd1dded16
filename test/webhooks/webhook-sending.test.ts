import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { OrgId } from '../../src/base/ids.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { MAX_ATTEMPTS } from '../../src/features/queue/messages.ts';
import { MESSAGE_RETRIES, retryAfterSeconds, retryDelay } from '../../src/features/queue/retries.ts';
import { replayWebhookDeliveries, replayWebhookDelivery } from '../../src/features/webhooks/deliveries.ts';
import { rotateWebhookSecret } from '../../src/features/webhooks/webhooks.ts';
import { forFile } from '../support/for-file.ts';
import { type Received, startReceiver } from '../support/providers/receiver.ts';
import { startSender } from '../support/providers/sender.ts';
import { checkMessage } from '../support/providers/webhooks.ts';
import { until } from '../support/server/app.ts';

let status = 204;
let headers: Record<string, string> = {};

const sender = await forFile(startSender());
const replayAll = (org: OrgId, id: string, range: Parameters<typeof replayWebhookDeliveries>[3]) =>
  sender.db.tenant(org, (tx) => replayWebhookDeliveries(tx, operator(org), id, range));
const receiver = await forFile(
  startReceiver((_, response) => {
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end('Out of \0order');
  }),
);

/** How the receiver of a customer checks a request. */
const verify = (secret: string, { body, headers: sent }: Received) =>
  new Webhook(secret).verify(body, sent as Record<string, string>);
const used = ({ body }: Received) => (checkMessage(body).data as { used: number }).used;

test('events are sent in their order, signed for the reference library, and the log says how', async () => {
  status = 204;
  const org = await sender.organisation();
  const { id, secret } = await sender.webhook(org, `${receiver.url}/ordered?token=t`);
  const counts = Array.from({ length: 30 }, (_, n) => n);
  await sender.tell(org, counts.slice(0, 20));
  await sender.tell(org, counts.slice(20));
  const got = () => receiver.to('/ordered?token=t');
  await until(async () => (await sender.deliveries(org, id)).every(({ state }) => state === 'DELIVERED'));
  assert.deepEqual(got().map(used), counts);
  for (const request of got()) assert.deepEqual(verify(secret, request), JSON.parse(request.body));
  const [first] = got();
  assert.equal(first?.headers['content-type'], 'application/json');
  const [delivery] = await sender.deliveries(org, id);
  const [attempt] = await sender.attempts(org, delivery!.id);
  assert.equal(first?.headers['webhook-id'], delivery?.messageId);
  const { durationMs, requestHeaders, responseHeaders, ...rest } = attempt!;
  assert.ok(durationMs < 5_000);
  assert.deepEqual(rest, {
    ordinal: 1,
    status: 204,
    error: null,
    host: new URL(receiver.url).host,
    responseBody: '',
  });
  for (const [name, value] of Object.entries(requestHeaders)) assert.equal(first?.headers[name], value);
  assert.equal(responseHeaders?.['content-type'], 'text/plain');
});

test('during a rotation both secrets verify, then the new one alone', async () => {
  status = 200;
  const org = await sender.organisation();
  const { id, secret: old } = await sender.webhook(org, `${receiver.url}/rotated`);
  const { secret } = await rotateWebhookSecret(sender.services, operator(org), id, 60);
  await sender.tell(org);
  await until(() => receiver.to('/rotated').length === 1);
  const [both] = receiver.to('/rotated');
  verify(old, both!);
  verify(secret, both!);
  await sender.db.tenant(
    org,
    (tx) => tx`update webhooks set previous_secret_expires_at = now() where org_id = ${org} and id = ${id}`,
  );
  await sender.tell(org);
  await until(() => receiver.to('/rotated').length === 2);
  const [, one] = receiver.to('/rotated');
  verify(secret, one!);
  assert.throws(() => verify(old, one!));
});

test('a failure is tried again under the same id, waits longer each time, and then for a replay', async () => {
  [status, headers] = [503, { 'x-request-id': 'r-7' }];
  const org = await sender.organisation();
  const { id } = await sender.webhook(org, `${receiver.url}/failing`);
  await sender.tell(org);
  const nominal = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
  for (const [index, seconds] of nominal.entries()) {
    await until(async () => (await sender.deliveries(org, id))[0]?.tries === index + 1);
    const [waiting] = await sender.deliveries(org, id);
    assert.equal(waiting?.state, 'PENDING');
    assert.ok(
      Math.abs(waiting!.seconds! / seconds - 1) < 0.15 + 1 / seconds,
      `${waiting?.seconds} of ${seconds}`,
    );
    await sender.hurry(org);
  }
  await until(async () => (await sender.deliveries(org, id))[0]?.state === 'FAILED');
  const [failed] = await sender.deliveries(org, id);
  assert.deepEqual(
    [failed?.tries, failed?.seconds, failed?.reason],
    [MAX_ATTEMPTS, null, 'All 8 tries failed.'],
  );
  const got = receiver.to('/failing');
  assert.equal(got.length, MAX_ATTEMPTS);
  assert.deepEqual([...new Set(got.map((request) => request.headers['webhook-id']))], [failed?.messageId]);
  assert.equal(new Set(got.map(({ body }) => body)).size, 1);
  const [attempt] = await sender.attempts(org, failed!.id);
  assert.deepEqual(
    [attempt?.status, attempt?.error, attempt?.responseBody, attempt?.responseHeaders?.['x-request-id']],
    [503, 'It answered 503.', 'Out of \uFFFDorder', 'r-7'],
  );
  [status, headers] = [200, {}];
  const actor = operator(org);
  const { delivery: replay } = await replayWebhookDelivery(sender.db, actor, id, failed!.id);
  await until(async () => (await sender.deliveries(org, id))[1]?.state === 'DELIVERED');
  const [, delivered] = await sender.deliveries(org, id);
  assert.deepEqual([delivered?.id, delivered?.messageId], [replay.id, failed?.messageId]);
  const range = { from: '2020-01-01T00:00:00Z', state: 'DELIVERED' } as const;
  assert.equal((await replayAll(org, id, range)).replayed, 1);
  await until(() => receiver.to('/failing').length === MAX_ATTEMPTS + 2);
});

test('after an outage a replay sends at once what waits for its retry, each message once', async () => {
  [status, headers] = [503, {}];
  const org = await sender.organisation();
  const { id } = await sender.webhook(org, `${receiver.url}/outage`);
  const from = new Date(Date.now() - 1_000).toISOString();
  const messages = Array.from({ length: 12 }, (_, at) => at);
  await sender.tell(org, messages);
  const deliveries = () => sender.deliveries(org, id);
  await until(async () => (await deliveries()).every(({ tries }) => tries === 1));
  // Some were tried more often: they wait for longer; one for good.
  await sender.db.tenant(
    org,
    (tx) =>
      tx`update webhook_deliveries set tries = 4, next_attempt_at = now() + interval '2 hours' where org_id = ${org}`,
  );
  const [single, ended] = await deliveries();
  await sender.db.tenant(
    org,
    (tx) =>
      tx`update webhook_deliveries set state = 'FAILED', next_attempt_at = null where id = ${ended!.id}`,
  );
  [status, headers] = [200, {}];
  const before = receiver.to('/outage').length;
  const actor = operator(org);
  const one = await replayWebhookDelivery(sender.db, actor, id, single!.id);
  assert.deepEqual([one.isNew, one.delivery.id], [false, single!.id]);
  await until(async () => (await deliveries())[0]?.state === 'DELIVERED');
  const replay = () => replayAll(org, id, { from });
  const both = await Promise.all([replay(), replay()]);
  assert.deepEqual(
    both.toSorted((a, b) => b.retried - a.retried),
    [
      { replayed: 1, retried: 10, remaining: 0 },
      { replayed: 0, retried: 0, remaining: 0 },
    ],
  );
  await until(async () => (await deliveries()).filter(({ state }) => state === 'DELIVERED').length === 12);
  const arrived = receiver.to('/outage').slice(before);
  assert.equal(arrived.length, 12);
  assert.equal(new Set(arrived.map((request) => request.headers['webhook-id'])).size, 12);
  const delivered = await replayAll(org, id, { from, state: 'DELIVERED' });
  assert.deepEqual([delivered.replayed, delivered.retried], [12, 0]);
});

test('a delivery that waits for its retry blocks none after it; Retry-After makes it wait longer', async () => {
  [status, headers] = [429, { 'retry-after': '120' }];
  const org = await sender.organisation();
  const { id } = await sender.webhook(org, `${receiver.url}/later`);
  await sender.tell(org, [1]);
  await until(async () => (await sender.deliveries(org, id))[0]?.tries === 1);
  [status, headers] = [200, {}];
  await sender.tell(org, [2]);
  await until(async () => (await sender.deliveries(org, id))[1]?.state === 'DELIVERED');
  const [first] = await sender.deliveries(org, id);
  assert.equal(first?.state, 'PENDING');
  assert.ok(first!.seconds! > 100 && first!.seconds! <= 120, String(first?.seconds));
});

const delaySeconds = (failed: number, retryAfter?: string) =>
  retryDelay(MESSAGE_RETRIES, failed, retryAfterSeconds(retryAfter));

test('retryDelay: jitter of a tenth, Retry-After as seconds or date up to a day, an end', () => {
  for (let n = 0; n < 200; n += 1) {
    const seconds = delaySeconds(2, undefined)!;
    assert.ok(seconds >= 270 && seconds <= 330);
  }
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  assert.ok(Math.abs(delaySeconds(1, inAnHour)! - 3_600) < 2);
  assert.equal(delaySeconds(1, '99999999'), 86_400);
  for (const nonsense of ['soon', '-5', '', '3 days']) assert.ok(delaySeconds(1, nonsense)! < 6, nonsense);
  assert.equal(delaySeconds(MAX_ATTEMPTS, '5'), null);
});
