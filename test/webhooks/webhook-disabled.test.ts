import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrgId } from '../../src/base/ids.ts';
import { listAuditLog, operator } from '../../src/features/organisations/audit.ts';
import { getWebhook, updateWebhook } from '../../src/features/webhooks/webhooks.ts';
import { until } from '../support/app.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Sender, startSender } from '../support/sender.ts';
import { checkMessage } from '../support/webhooks.ts';

let sender: Sender;
let receiver: Receiver;

before(async () => {
  sender = await startSender();
  receiver = await startReceiver(({ path }, response) => {
    response.writeHead({ '/gone': 410, '/broken': 500 }[path] ?? 204).end();
  });
});
after(async () => {
  await sender?.close();
  receiver?.close();
});

const states = async (org: OrgId, id: string) =>
  (await sender.deliveries(org, id)).map(({ state, reason }) => [state, reason]);

test('410 switches a webhook off: what waits ends, the others and the audit log are told', async () => {
  const org = await sender.organisation();
  const { id } = await sender.webhook(org, `${receiver.url}/gone`);
  const watcher = await sender.webhook(org, `${receiver.url}/watcher`, ['webhook.disabled']);
  await sender.tell(org, [1, 2, 3]);
  await until(() => receiver.to('/watcher').length === 1);
  const off = await getWebhook(sender.db, org, id);
  assert.deepEqual([off.isActive, off.disabledReason], [false, 'It answered 410 Gone.']);
  assert.deepEqual(await states(org, id), [
    ['FAILED', 'It answered 410 Gone.'],
    ['FAILED', 'The webhook was switched off: It answered 410 Gone.'],
    ['FAILED', 'The webhook was switched off: It answered 410 Gone.'],
  ]);
  assert.equal(receiver.to('/gone').length, 1);
  const { type, data } = checkMessage(receiver.to('/watcher')[0]!.body);
  assert.equal(type, 'webhook.disabled');
  assert.deepEqual(data, {
    webhookId: id,
    host: new URL(receiver.url).host,
    reason: 'It answered 410 Gone.',
    disabledAt: (off.disabledAt as unknown as Date).toISOString(),
  });
  const { data: entries } = await listAuditLog(sender.db, org, {
    limit: 10,
    offset: 0,
    action: 'disableWebhook',
  });
  assert.deepEqual(
    entries.map(({ actorType, targetId, details }) => [actorType, targetId, details]),
    [['SYSTEM', id, { host: new URL(receiver.url).host, reason: 'It answered 410 Gone.' }]],
  );
  assert.equal((await sender.deliveries(org, watcher.id)).length, 1);

  const on = await updateWebhook(sender.services, operator(org), id, {
    isActive: true,
    url: `${receiver.url}/back`,
  });
  assert.deepEqual([on.isActive, on.disabledReason, on.disabledAt], [true, null, null]);
  await sender.tell(org, [4]);
  await until(() => receiver.to('/back').length === 1);
});

test('a webhook that takes nothing for 5 days is switched off; one success in between begins anew', async () => {
  const org = await sender.organisation();
  const { id } = await sender.webhook(org, `${receiver.url}/broken`);
  const isActive = async () => (await getWebhook(sender.db, org, id)).isActive;
  const failSince = (days: number) =>
    sender.db.tenant(
      org,
      (tx) => tx`update webhooks set failing_since = now() - make_interval(days => ${days}, mins => 1)
        where org_id = ${org} and id = ${id} and failing_since is not null`,
    );
  const last = async () => (await sender.deliveries(org, id)).at(-1);
  await sender.tell(org);
  await until(async () => (await last())?.tries === 1);
  assert.equal((await failSince(4)).count, 1, 'the first failure is noted');
  await sender.hurry(org);
  await until(async () => (await last())?.tries === 2);
  assert.ok(await isActive(), 'not before the fifth day');

  const update = (path: string) =>
    updateWebhook(sender.services, operator(org), id, { url: receiver.url + path });
  await failSince(5);
  await update('/well');
  await sender.tell(org, [2]);
  await until(async () => (await last())?.state === 'DELIVERED');
  assert.equal((await failSince(5)).count, 0, 'a success ends it');

  await update('/broken');
  await sender.tell(org, [3]);
  await until(async () => (await last())?.tries === 1);
  await failSince(5);
  await sender.hurry(org);
  await until(async () => !(await isActive()));
  const off = await getWebhook(sender.db, org, id);
  assert.equal(off.disabledReason, 'It took nothing for 5 days. The latest try: It answered 500.');
  assert.equal((await last())?.state, 'FAILED');
});

test('what waits for a webhook that somebody switches off ends, also what was told at that moment', async () => {
  const org = await sender.organisation();
  const { id } = await sender.webhook(org, `${receiver.url}/broken`);
  await sender.tell(org);
  await until(async () => (await sender.deliveries(org, id))[0]?.tries === 1);
  await updateWebhook(sender.services, operator(org), id, { isActive: false });
  assert.deepEqual(await states(org, id), [['FAILED', 'The webhook was switched off.']]);
  // Told by a transaction that saw it on.
  await sender.db.tenant(org, async (tx) => {
    const [told] = await tx<{ webhookId: string; messageId: string }[]>`
      select webhook_id as "webhookId", message_id as "messageId" from webhook_deliveries where org_id = ${org}`;
    await tx`insert into webhook_deliveries (org_id, id, webhook_id, message_id)
      values (${org}, 'late', ${told!.webhookId}, ${told!.messageId})`;
  });
  await until(async () => (await sender.deliveries(org, id))[1]?.state === 'FAILED');
  assert.equal((await sender.deliveries(org, id))[1]?.tries, 0);
  const off = await getWebhook(sender.db, org, id);
  assert.deepEqual([off.isActive, off.disabledReason], [false, null]);
});
